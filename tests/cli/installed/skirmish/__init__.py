"""Skirmish: a game for testing the command line. It has dice, a secret, options, landmarks, previews and rulings."""

from __future__ import annotations

import os
import signal
import time
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from beachhead.datafiles import Manifest
from beachhead.kernel import (
    Flow,
    Game,
    GameOver,
    Modifier,
    NameList,
    Offer,
    Option,
    Outcome,
    Preview,
    Ruling,
    Scenario,
    State,
    Told,
    Verb,
    ask,
    kind,
    rows,
    turn,
)
from beachhead.rules import Rule

SIDES = ("red", "blue")
UNITS = ("R1", "R2", "B1", "B2")
HEXES = tuple(f"h{number}" for number in range(1, 10))
LONG = 3
HIT = int(os.environ.get("SKIRMISH_HIT", "4"))


class Field(State):
    hexes: Annotated[list[Annotated[int, kind("hex")]], rows("unit")]
    steps: Annotated[list[int], rows("unit")]
    moved: set[Annotated[int, kind("unit")]]
    turns: int
    turn: int = 1
    active: int = 0
    mine: Annotated[int, kind("hex")] | None = None
    hiding: bool = False


class Brave:
    """Rather shoots and moves than waits."""

    def __init__(self, game, side, random, *, boldness: int = 1, loud: bool = False):
        self.boldness = boldness
        self.random = random

    def choose(self, seat):
        actions = list(seat.decision.actions())
        return actions[0] if "back" in seat.decision.options else self.random.choice(actions)


class Sleepy:
    """Takes its time."""

    def __init__(self, game, side, random):
        pass

    def choose(self, seat):
        time.sleep(600)


class Alarm(Brave):
    """Sends SIGTERM to everybody when it sits down to its third game; for a command with a session of its own."""

    games = 0

    def __init__(self, game, side, random):
        super().__init__(game, side, random)
        Alarm.games += 1
        if Alarm.games == 3:
            os.killpg(os.getpgrp(), signal.SIGTERM)


class Skirmish(Game[Field]):
    id = "skirmish"
    title = "Skirmish"
    rules_version = "1"
    sides = SIDES
    state_type = Field
    data = Path(__file__).parent / "data"
    manifest = Manifest({"rules.csv": Rule})
    players = {"brave": Brave, "sleepy": Sleepy, "alarm": Alarm}  # noqa: RUF012
    scenarios = {  # noqa: RUF012
        "meeting": Scenario("meeting", "A meeting", "Two patrols meet in a sunken lane.", turns=3, minutes=5),
        "long": Scenario("long", "A long meeting", turns=9),
    }
    options = {  # noqa: RUF012
        "mine": Option("mine", "Blue hides a mine", "2.1"),
        "hexes": Option("hexes", "Length of the lane", "1.2", 9, (7, 9)),
    }
    verbs = {  # noqa: RUF012
        "unit": Verb("Choose", "unit"),
        "move": Verb("Move to", "hex"),
        "shoot": Verb("Shoot at", "unit"),
        "hide": Verb("Hide the mine in", "hex"),
        "back": Verb("Back", role="back"),
        "done": Verb("Done", role="done"),
    }
    names = {"unit": NameList("unit", UNITS), "hex": NameList("hex", HEXES)}  # noqa: RUF012
    events = {  # noqa: RUF012
        "moved": Told("{unit:unit} moves to {hex:hex}"),
        "hidden": Told("A mine is hidden in {hex:hex}"),
        "hit": Told("{unit:unit} loses a step"),
        "blown": Told("{unit:unit} steps on the mine in {hex:hex}"),
    }

    def set_up(self, scenario, settings):
        turns = self.scenarios[scenario].turns
        last = settings["hexes"] - 1
        return Field(hexes=[0, 1, last - 1, last], steps=[2] * 4, moved=set(), turns=turns, hiding=settings["mine"])

    def view(self, g, side):
        units = [
            {"id": UNITS[u], "side": SIDES[u // 2], "hex": HEXES[g.hexes[u]], "steps": g.steps[u]} for u in range(4)
        ]
        seen = {} if g.mine is None or side != "blue" else {"mine": HEXES[g.mine]}
        return {"turn": g.turn, "active": SIDES[g.active], "units": units, **seen}

    def flow(self, g) -> Flow:
        if g.hiding:
            choice = yield turn("blue", "Where is the mine?", {"hide": range(2, 7)}, rule="2.1")
            g.mine, g.hiding = choice.arg, False
            g.tell("hidden", rule="2.1", only=("blue",), hex=g.mine)
        while g.turn <= g.turns:
            yield from self._side_turn(g)
        totals = [sum(g.steps[:2]), sum(g.steps[2:])]
        winner = None if totals[0] == totals[1] else SIDES[totals[1] > totals[0]]
        scores = dict(zip(SIDES, totals, strict=True))
        raise GameOver(Outcome(winner, "Time is up", "4.1", "narrow" if winner else "", scores))

    def landmark(self, g) -> str:
        return "" if g.hiding else f"Turn {g.turn}"

    def _side_turn(self, g) -> Flow:
        side = SIDES[g.active]
        own = [u for u in (2 * g.active, 2 * g.active + 1) if u not in g.moved and g.steps[u] > 0]
        options = {"unit": own, "done": Offer(guard=guard_long)}
        now = f"Turn {g.turn}"
        choice = yield turn(side, f"{now}: choose a unit", options, rule="3.1")
        if choice.verb == "done":
            g.moved.clear()
            g.turn += g.active
            g.active = 1 - g.active
            return
        yield from self._unit(g, side, choice.arg)

    def _unit(self, g, side, unit) -> Flow:
        def refuse_move(g, place):
            return Ruling("3.3", "A unit moves to the next free hex only", (unit,), (place,))

        options = {
            "move": Offer(steps_of(g, unit), refuse=refuse_move),
            "shoot": Offer(targets_of(g, unit), foresee=foresee_shot),
            "back": (None,),
        }
        what = yield ask(side, "What does it do?", options, rule="3.2", about={"unit": unit})
        if what.verb == "back":
            return
        g.moved.add(unit)
        if what.verb == "shoot":
            if g.dice.roll("shot", rule="3.4").total >= HIT:
                g.steps[what.arg] -= 1
                g.tell("hit", rule="3.4", unit=what.arg)
            return
        g.hexes[unit] = what.arg
        g.tell("moved", rule="3.2", unit=unit, hex=what.arg)
        if what.arg == g.mine:
            g.mine = None
            g.steps[unit] = 0
            g.reveal("blown", rule="2.1", unit=unit, hex=what.arg)

    def clear_board(self, g):
        g.steps = [0] * 4


def guard_long(g, _):
    """In a long game it is a pity if nobody moves."""
    own = (2 * g.active, 2 * g.active + 1)
    idle = g.turns > LONG and not any(u in g.moved for u in own)
    return Ruling("3.1", "Nobody has moved", own) if idle else None


def foresee_shot(g, target):
    hit = Fraction(7 - HIT, 6)
    lane = (Modifier("3.5", "sunken lane", -1),)
    return Preview(
        "3.4", {"shooter": 1}, lane, {"hit": hit, "miss": 1 - hit}, favours={"hit": SIDES[g.active], "miss": ""}
    )


def steps_of(g, unit):
    """3.3 The next hexes that nobody stands in."""
    near = [g.hexes[unit] - 1, g.hexes[unit] + 1]
    return [hex_ for hex_ in near if 0 <= hex_ < len(HEXES) and hex_ not in g.hexes]


def targets_of(g, unit):
    """3.4 Enemies at most three hexes away."""
    foes = range(2, 4) if unit < 2 else range(2)
    return [foe for foe in foes if g.steps[foe] > 0 and abs(g.hexes[foe] - g.hexes[unit]) <= 3]


def game(overlay=None):
    """The game."""
    return Skirmish()
