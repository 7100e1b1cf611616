"""What a game gives to the kernel: its rules as a flow, and the few things that only it knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar, cast

import msgspec

from beachhead.datafiles import DataDir, corrections
from beachhead.display import Card, Day, Front
from beachhead.kernel.citing import cite, tracing
from beachhead.kernel.decisions import Action, Flow
from beachhead.kernel.events import Told
from beachhead.kernel.measures import Figure, Ground, Lost, Measure
from beachhead.kernel.naming import AllNames
from beachhead.kernel.pickling import reduce_game
from beachhead.kernel.rulings import Ruling
from beachhead.kernel.state import State

if TYPE_CHECKING:
    from beachhead.datafiles import Manifest
    from beachhead.display import Layout, Scene
    from beachhead.hexes import BoardSheet
    from beachhead.kernel.lenses import Lens
    from beachhead.kernel.plans import Planner

S = TypeVar("S", bound=State)

TEXTS = ("rules.csv", "chapters.csv", "terms.csv", "course.toml", "sample.toml", "look.toml", "doctrines.toml")
"""Data files that people read and the rules do not."""

Settings = Mapping[str, Any]
"""Options chosen for a match, by id."""


class Scenario(msgspec.Struct, frozen=True):
    """A situation to play."""

    id: str
    title: str
    summary: str = ""
    turns: int = 0
    minutes: int = 0
    leaves_out: tuple[str, ...] = ()
    """Options that mean nothing in it, and are not shown to people."""


class Option(msgspec.Struct, frozen=True):
    """A switch or a choice that a match may set: an optional rule, a variant."""

    id: str
    title: str
    rule: str
    default: Any = False
    choices: tuple[Any, ...] = (False, True)


class Verb(msgspec.Struct, frozen=True):
    """How an action reads. `kind` names its argument: empty for none, `number`, `word`, or a kind of `Game.names`.

    `role` tells a screen which verbs are its usual buttons and gestures: `back` steps back from a question, `confirm`
    carries out what was put together, `done` ends a phase or a part of it, `attack` attacks the place named; `turn`
    turns the unit that the question is about (its words are directions of the board), and `flip` turns it over (with
    words, it is to lie that way then) or turns over the unit named. `counts` is what a number counts, with its plural:
    `box|boxes`. `brief` is a word or two for what choosing by it costs, where the same may be chosen by several verbs:
    a screen then shows what they lead to together. `among` are all numbers or words that it can ever be offered with;
    where the data say which, a function of the game's box.
    """

    label: str
    kind: str = ""
    role: Literal["", "back", "confirm", "done", "attack", "turn", "flip"] = ""
    counts: str = ""
    brief: str = ""
    among: Sequence[int | str] | Callable[[Any], Sequence[int | str]] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won (None for a draw), by which rule, and why.

    `figures` are the game's measures of the state in which it ended, filled in by the match.
    """

    winner: str | None
    reason: str
    rule: str
    level: str = ""
    scores: Mapping[str, int] = {}
    figures: Mapping[str, Figure] = {}

    def __post_init__(self) -> None:
        cite(self.rule)


class GameOver(Exception):
    """Raised by a flow when the game has ended. Every flow ends this way."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome


class Modifier(msgspec.Struct, frozen=True):
    """One change to a strength, a column or a die, with the rule that makes it."""

    rule: str
    text: str
    value: int


class Result(NamedTuple):
    """A result as it is read, its chance, and the side for which it is good; empty if for neither."""

    words: str
    chance: Fraction
    favours: str


class Waypoint(NamedTuple):
    """A hex of the way that a move would take, and what the move has cost by then, as people write it."""

    hex: int
    cost: str


class Preview(msgspec.Struct, frozen=True):
    """What an action would bring, from public knowledge alone.

    `figures` are the numbers that go in (strengths, odds, the cell of the table), `results` the exact chance of
    each result, most favourable first where the game knows an order; `words` tell of results that are codes of a table
    what they do to whom, and `favours` says of each for which side it is good, empty for neither. `hexes` are those
    that it would bring into reach, `units` those that would take part. `way` is the way of a move, hex by hex.
    """

    rule: str
    figures: Mapping[str, str | int] = {}
    modifiers: Sequence[Modifier] = ()
    results: Mapping[str, Fraction] = {}
    hexes: Sequence[int] = ()
    units: Sequence[int] = ()
    words: Mapping[str, str] = {}
    favours: Mapping[str, str] = {}
    way: Sequence[Waypoint] = ()

    def told(self) -> list[Result]:
        """The results as they are read; codes that come to the same are one."""
        found: dict[str, Result] = {}
        for code, chance in self.results.items():
            words, favours = self.words.get(code, code), self.favours.get(code, "")
            before = found.get(words, Result(words, Fraction(0), favours))
            found[words] = before._replace(chance=before.chance + chance)
        return list(found.values())

    def balance(self, side: str) -> Fraction:
        """By how much it is likelier to serve a side than another one."""
        named = [(self.favours.get(code, ""), chance) for code, chance in self.results.items()]
        return Fraction(sum(chance if favours == side else -chance for favours, chance in named if favours))


class Sight(msgspec.Struct, frozen=True):
    """What somebody who looks from one hex at another finds: whether the way is clear, by which rule, and why.

    `hexes` are those that are in the way.
    """

    rule: str
    sentence: str
    is_clear: bool = True
    hexes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        cite(self.rule)

    @classmethod
    def blocked(cls, found: Ruling, here: int, there: int) -> Sight:
        """What a ruling has against the view; the hexes at both ends are never in the way."""
        return cls(found.rule, found.sentence, False, tuple(h for h in found.hexes if h not in (here, there)))


_PLAIN: Mapping[str, type] = {"": type(None), "number": int, "word": str}
"""What the arguments of verbs are that name no thing of the game."""


class Game(ABC, Generic[S]):
    """A game. One immutable instance serves every match; what changes is in the state."""

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    summary: ClassVar[str] = ""
    """What the game is about, in a sentence or two."""
    tags: ClassVar[tuple[str, ...]] = ()
    """A few words for a list of games: how many players, the scale."""
    most_options: ClassVar[int] = 0
    """No decision ever has more options than these; 0 where nobody has said so."""
    state_type: type[S]

    scenarios: Mapping[str, Scenario]
    options: Mapping[str, Option] = {}
    verbs: Mapping[str, Verb]
    names: AllNames
    events: Mapping[str, Told] = {}
    """How each kind of event reads, and what it is about."""
    words: Mapping[str, str] = {}
    """How people read the words that stand for sides, and in actions and events for things: `us` is `US`."""
    data: Path
    """The directory `data` inside the game's package; `rules.csv` in it is the rule index."""
    box: Any = None
    """What never changes (board, counters, tables), for the rules to read as `g.box`."""
    overlay: Path | None = None
    """The folder of an owner's corrected files that lie over those of `data`, set by whoever loads the game."""
    manifest: Manifest | None = None
    """The data files and how each is checked."""
    board_sheet: BoardSheet | None = None
    """The map, for drawing."""
    players: Mapping[str, Callable[..., Any]] = {}
    """Computer players that know this game, by name; see `beachhead.players`."""
    lenses: Mapping[str, Lens] = {}
    """Ways to look at the whole map for one thing, by name."""
    measures: Mapping[str, Measure] = {}
    """The figures of a state, by the names under which studies ask for them."""
    ground: Mapping[str, Ground] = {}
    """The figures of every hex, by name: what learning players are told of the map, from the known state."""
    losses: Mapping[str, Lost] = {}
    """The kinds of events that tell of losses."""
    planner: Planner[S] | None = None
    """What it knows of orders to many units at once; None where each is moved alone."""

    @abstractmethod
    def set_up(self, scenario: str, settings: Settings) -> S:
        """The state before anything is rolled or decided."""

    @abstractmethod
    def flow(self, g: S) -> Flow:
        """The whole game as a procedure; it starts at whatever point the state says and ends with `GameOver`."""

    def known(self, g: S, side: str | None) -> S:  # noqa: ARG002
        """The state as that side knows it: a copy in which everything hidden from it is left open.

        It is a legal state of the game, and the same whatever is hidden: counters that lie face down are there, in an
        order that says nothing. Views, scenes, imagined states and the choices of computer players are made from it
        and from nothing else. None is a spectator.
        """
        return g.clone()

    @abstractmethod
    def view(self, g: S, side: str | None) -> Any:
        """What a side may know as a Struct of facts, for people and programs outside; `g` is its known state."""

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_game(self)

    def answers(self, question: str) -> bool:
        """Whether the game has an answer of its own to something that the kernel asks, such as `sight`."""
        own = getattr(self, question)
        return getattr(own, "__func__", own) is not getattr(Game, question)

    @property
    def files(self) -> DataDir:
        """The data files with the owner's corrections."""
        return DataDir(self.data, self.overlay)

    @cached_property
    def data_digest(self) -> str:
        """A fingerprint of the data that the rules read; empty for a game without data files."""
        folder: Path | None = getattr(self, "data", None)
        return self.files.digest(*TEXTS) if folder is not None and folder.is_dir() else ""

    @cached_property
    def corrections(self) -> tuple[str, ...]:
        """What an owner has corrected, a sentence for each file."""
        if self.overlay is None or self.manifest is None:
            return ()
        return tuple(corrections(self.files, self.manifest))

    def start(self, scenario: str, settings: Settings) -> S:
        """The set-up with the box attached."""
        key = self.rules_version, scenario, *sorted(settings.items())
        if key not in self._set_ups:
            with tracing() as cited:
                g = self.set_up(scenario, settings)
            g.attach(self.box)
            self._set_ups[key] = g, cited
        g, cited = self._set_ups[key]
        for rule in cited:
            cite(rule)
        return g.clone()

    @cached_property
    def _set_ups(self) -> dict[object, tuple[S, set[str]]]:
        """What has been set up before, with the rules that it follows: games begin by the thousand."""
        return {}

    def seats(self, scenario: str, settings: Settings) -> tuple[str, ...]:  # noqa: ARG002
        """The sides that decide in this scenario."""
        return self.sides

    def is_thing(self, action: Action) -> bool:
        """Whether the argument of an action is a thing of the verb's kind at all."""
        verb = self.verbs.get(action.verb)
        if verb is None:
            return False
        if verb.kind not in self.names:
            return isinstance(action.arg, _PLAIN.get(verb.kind, object))
        names: Any = self.names[verb.kind]
        return isinstance(action.arg, int) and 0 <= action.arg < len(names)

    @cached_property
    def domains(self) -> Mapping[str, Sequence[Any]]:
        """By verb, in their order, every argument that it can be offered with in any position of the game."""
        return {name: self._domain(verb) for name, verb in self.verbs.items()}

    def _domain(self, verb: Verb) -> Sequence[Any]:
        if verb.kind in self.names:
            return range(len(cast(Any, self.names[verb.kind])))
        if not verb.kind:
            return (None,)
        return tuple(dict.fromkeys(verb.among(self.box) if callable(verb.among) else verb.among))

    def side_name(self, side: str) -> str:
        """What people call a side: `German`."""
        return self.words.get(side, side.capitalize())

    def opponent(self, side: str) -> str | None:
        """Who wins when a side gives up: the other one of two. A game with more sides says so itself."""
        others = [other for other in self.sides if other != side]
        return others[0] if len(others) == 1 else None

    def sight(self, g: S, here: int, there: int, unit: int | None) -> Sight | None:  # noqa: ARG002
        """What can be said of the line from one hex to another, or of the fire of a unit in the first of them.

        Everybody may ask at any time, spectators too: the answer depends on nothing that is hidden from anyone. None
        when the game has nothing to say.
        """
        return None

    def layout(self) -> Layout | None:
        """The printed sheet for a screen; None when the game is played in words alone."""
        return None

    def scene(self, g: S, side: str | None) -> Scene | None:  # noqa: ARG002
        """What lies on the table before a side; `g` is its known state."""
        return None

    def front(self, g: S, before: S | None = None) -> Front | None:  # noqa: ARG002
        """Whose ground is whose, and what has changed hands between two known states; None if nobody can say."""
        return None

    @property
    def has_calendar(self) -> bool:
        """Whether it says who comes when."""
        return False

    def calendar(self, g: S) -> Sequence[Day]:  # noqa: ARG002
        """Who comes and when; `g` is the known state of a side."""
        return ()

    def landmark(self, g: S) -> str:  # noqa: ARG002
        """The stretch of play that the state belongs to, such as its turn: where it changes, a save keeps the state."""
        return ""

    def picture(self, event: Mapping[str, Any]) -> Card | None:
        """The card or the dice of an event with printed names, as a picture."""
        if event["kind"] != "rolled":
            return None
        return Card(
            kind="dice", title=event["reason"], rows=[[str(die)] for die in event["result"]], words=event["text"]
        )

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:  # noqa: ARG002
        """Why these options cannot be combined with this scenario."""
        return None

    def refuse_position(self, g: S) -> Ruling | None:  # noqa: ARG002
        """Why this position cannot exist: broken stacking, too many counters."""
        return None

    def clear_board(self, g: S) -> None:
        """Take every unit off the map, for positions that name only the units they need."""
        raise NotImplementedError(f"{self.id} cannot clear its board")

    def complete_position(self, g: S) -> None:
        """Bring into line what a position leaves unsaid: a counter put on the map is in no pool any more."""

    def figures(self, g: S) -> dict[str, Figure]:
        """Every measure of a state."""
        return {name: measure.read(g) for name, measure in self.measures.items()}

    def unit_steps(self, g: S, unit: int) -> int:  # noqa: ARG002
        """How many steps a unit in play has left to lose; where units have no steps, each is one."""
        return 1

    def spot(self, g: S, kind: str, number: int) -> int | None:  # noqa: ARG002
        """The hex of a thing that is no hex, such as a landing box or a printed position; None if it has none now."""
        return None

    def places_held(self, g: S) -> Mapping[int, str]:  # noqa: ARG002
        """Who holds each of the hexes that matter for the result; one that nobody holds is left out or empty."""
        return {}

    def imagine(self, g: S, side: str | None, random: Random) -> S:  # noqa: ARG002
        """A state that fits the known state of a side, with everything that is open in it drawn anew."""
        return g.clone()

    def census(self, g: S) -> Mapping[str, int]:  # noqa: ARG002
        """Counts that no action may change: counters, cards, chits, wherever they are."""
        return {}
