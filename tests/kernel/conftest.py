"""Small games for the tests of the kernel: one that runs whatever flow it is given, and one with all kinds of turns."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from beachhead.bench.drill import Drill
from beachhead.kernel import (
    YES_NO,
    Flow,
    Game,
    GameOver,
    Match,
    NameList,
    Offer,
    Option,
    Outcome,
    Ruling,
    Scenario,
    Seeded,
    State,
    Told,
    Verb,
    ask,
    kind,
    rows,
    turn,
)
from pegasus import PegasusBridge

CARDS = ("ace", "king", "queen", "jack")
Card = Annotated[int, kind("card")]


class Man(msgspec.Struct, frozen=True):
    """A counter."""

    steps: int
    card: Card | None = None


class Pad(State):
    """Something to scribble on."""

    men: Annotated[list[Man], rows("man")]
    log: list[int]
    pile: list[Card]
    discards: list[Card]
    secret: dict[int, int]
    count: int = 0
    at: str = ""


class Tiny(Game[Pad]):
    """A game that plays the flow it is given."""

    id = "tiny"
    title = "Tiny"
    rules_version = "1"
    sides = ("red", "blue")
    state_type = Pad
    data = Path(__file__).parent
    scenarios = {"plain": Scenario("plain", "Plain"), "odd": Scenario("odd", "Odd")}  # noqa: RUF012
    options = {  # noqa: RUF012
        "mud": Option("mud", "Mud", "1.5"),
        "length": Option("length", "Length", "1.6", default=3, choices=(3, 6)),
    }
    verbs = {  # noqa: RUF012
        **{verb: Verb(verb.title()) for verb in ("done", "yes", "no", "roll", "peek", "fail", "stop", "react")},
        "go": Verb("Go to", "number"),
        "say": Verb("Say", "word"),
        "take": Verb("Take {} up", "card"),
        "man": Verb("Choose", "man"),
        "draw": Verb("Draw"),
        "nest": Verb("Look closer"),
        "back": Verb("Back", role="back"),
        "begin": Verb("Begin", role="confirm"),
    }
    events = {"said": Told("{who} says {what}"), "held": Told("{cards:card} are held by {man:man}")}  # noqa: RUF012
    names = {  # noqa: RUF012
        "card": NameList("card", CARDS),
        "man": NameList("man", ["Able", "Baker", "Charlie"]),
        "unit": NameList("unit", ["u0", "u1"]),
        "hex": NameList("hex", ["0101", "0102"]),
    }

    def __init__(self, flow, landmark=lambda g: ""):
        self._flow, self._landmark = flow, landmark

    def set_up(self, scenario, settings):
        men = [Man(2), Man(1, 0), Man(0)]
        return Pad(men=men, log=[], pile=[0, 1, 2, 3], discards=[], secret={2: 1})

    def flow(self, g) -> Flow:
        return self._flow(g)

    def landmark(self, g) -> str:
        return self._landmark(g)

    def view(self, g, side) -> dict[str, Any]:
        return {"log": list(g.log), "secret": dict(g.secret) if side == "blue" else None}

    def refuse_settings(self, scenario, settings):
        return Ruling("1.5", "No mud there") if scenario == "odd" and settings["mud"] else None


OVER = Outcome("red", "It is over.", "9", "major", {"red": 3, "blue": -1})


def refuse_three(g: Pad, number: int) -> Ruling | None:
    return Ruling("7.7", "Three is too far", (1,), (0, 1)) if number == 3 else None


def skirmish(g: Pad) -> Flow:
    """Sides alternate; a turn has plain actions, dice, cards, reveals, questions in questions and reactions."""
    while g.count < 6:
        side = ("red", "blue")[g.count % 2]
        if g.at == "pause":  # an automatic turn point, of the other side in every third round
            other = ("blue", "red")[g.count % 2] if g.count % 3 == 0 else side
            yield turn(other, "Wait.", {"done": (None,)}, rule="1.2", automatic=True)
            g.log.append(-g.count)
            g.at = ""
        plain = {
            "go": Offer((1, 2), refuse=refuse_three),
            "nest": (None,),
            "roll": (None,),
            "draw": (None,),
            "peek": (None,),
            "done": (None,),
        }
        action = yield turn(side, f"Round {g.count}?", plain, rule="1.1")
        match action.verb:
            case "go":
                g.log.append(action.arg)
                g.tell("said", rule="1.3", only=(side,), who=side, what=g.log)
            case "nest":
                yield from nest(g, side, 0)
            case "roll":
                g.log.append(g.dice.roll("luck", "2d6", rule="2.1").total)
            case "draw":
                if not g.pile:
                    g.pile, g.discards = g.discards, []
                g.discards.append(g.dice.draw(g.pile, "card", rule="2.2", kind="card", only=(side,)))
            case "peek":
                g.reveal("said", rule="2.3", who="somebody", what=g.secret[2])
            case "done":
                g.count += 1
                g.at = "pause"
    raise GameOver(OVER)


def skirmish_landmark(g: Pad) -> str:
    return f"Pause {g.count}" if g.at == "pause" else f"Round {g.count}"


def nest(g: Pad, side: str, depth: int) -> Flow:
    """Questions that lead to questions, dice and reactions in between."""
    options = {"go": (5, 6), "roll": (None,), "react": (None,), "stop": (None,)}
    while depth < 4:
        depth += 1
        answer = yield ask(side, f"Depth {depth}?", options, rule="3.1", about={"man": depth % 3})
        match answer.verb:
            case "go":
                g.log.append(answer.arg + depth)
            case "roll":
                g.log.append(g.dice.roll("depth", "1d10", rule="3.2").total)
                if (yield ask(side, "Again?", YES_NO, rule="3.3")).verb == "yes":
                    yield from nest(g, side, depth)
            case "react":
                other = "blue" if side == "red" else "red"
                only = {"say": ("hold",)} if len(g.log) % 2 else {"say": ("hold", "fire")}
                said = yield ask(other, "React?", only, rule="3.4", automatic=True)
                g.log.append(len(said.arg))
            case "stop":
                return


@pytest.fixture(scope="session")
def tiny():
    """The game that plays the flow it is given."""
    return Tiny


@pytest.fixture(scope="session")
def play():
    """A match of a flow: from a seed, or from another source and state."""

    def begin(flow, source="seed", landmark=lambda g: "", **fields):
        game = Tiny(flow, landmark)
        if isinstance(source, str) and not fields:
            return Match.new(game, seed=source)
        state = game.start("plain", {})
        for name, value in fields.items():
            setattr(state, name, value)
        source = Seeded(source) if isinstance(source, str) else source
        return Match(game, state, source, scenario="plain", settings={"mud": False, "length": 3})

    return begin


@pytest.fixture(scope="session")
def pegasus():
    return PegasusBridge()


@pytest.fixture(scope="session")
def drill():
    return Drill()


@pytest.fixture(scope="session")
def games(pegasus, drill):
    """One game of each kind, by id."""
    return {"pegasus": pegasus, "drill": drill, "tiny": Tiny(skirmish, skirmish_landmark)}


class Snapshot(msgspec.Struct, frozen=True):
    """All that must stay as it was when an action comes to nothing."""

    state: bytes
    decision: Any
    outcome: Any
    record: tuple[Any, ...]
    events: tuple[Any, ...]
    landmarks: tuple[Any, ...]
    undo: tuple[bool, bool]


@pytest.fixture(scope="session")
def snapshot():
    """What can be seen of a match."""

    def take(match):
        return Snapshot(
            match.state.to_json(),
            match.decision,
            match.outcome,
            tuple(match.record),
            tuple(match.events),
            tuple((mark.name, mark.after, mark.state.to_json()) for mark in match.landmarks),
            (match.can_undo, match.can_redo),
        )

    return take
