"""Forces: gathering those who attack, choosing who bears what, retreat and advance after combat.

Flows with the limits, the verbs and the words of the game that calls them; every option stands beside what refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from beachhead.kernel import Action, Arg, Decision, Flow, Offer, Preview, Ruling, State, ask, cite

S = TypeVar("S", bound=State)
T = TypeVar("T")
X = TypeVar("X", bound="Extras")

Units: TypeAlias = tuple[int, ...]
Path: TypeAlias = tuple[int, ...]
"""Hexes one after the other, the first one included."""
Answer: TypeAlias = Generator[Decision, Action, T]
"""A flow that ends with such a value."""
Join: TypeAlias = Callable[[S, int, Units], Ruling | None]
"""Asked as `refuse(g, unit, force)`: why a unit may not join those who are in the force, such as that it is in it."""
Whole: TypeAlias = Callable[[S, Units], Ruling | None]
"""Asked as `refuse(g, force)`: what is wrong with the force as it is."""
Refuse: TypeAlias = Callable[[S, Any], Ruling | None]
About: TypeAlias = Mapping[str, Any]

NOTHING: About = {}


def explained(args: Iterable[Arg], why: Refuse[Any] | None) -> Offer:
    """An offer of what a search has found, or a list; `why` says what speaks against anything else."""
    return Offer(args) if why is None else Offer.among(args, why)


def others(rule: str, words: str, kind: Literal["unit", "hex"] = "unit") -> Refuse[Any]:
    """What speaks against every unit, or hex, that is not offered: one sentence, in which {} is its name."""

    def refuse(g: Any, thing: int) -> Ruling:
        if kind == "hex":
            return Ruling(rule, words.format(g.hex_name(thing)), (), (thing,))
        return Ruling(rule, words.format(g.name(thing)), (thing,))

    return refuse


# --- gathering ---------------------------------------------------------------------------------------------------


class Call(NamedTuple):
    """The verbs with which a force is gathered; those that are empty are not offered."""

    add: str
    """A unit joins."""
    go: str
    """The force is complete."""
    back: str = "back"
    """Nothing comes of it."""
    everybody: str = ""
    """All who still can join."""
    drop: str = ""
    """A unit leaves again."""


class Extras(Protocol):
    """What goes into an attack besides units: support points, naval fire.

    A value that never changes: who looks at an old question sees what had been chosen then.
    """

    def fitting(self: X, g: Any, force: Units) -> X:
        """What of it still fits the force."""

    def offers(self, g: Any, force: Units) -> Mapping[str, Sequence[Arg]]:
        """What can be chosen now, by verb."""

    def taking(self: X, choice: Action) -> X:
        """One of these has been chosen."""


class Gathering(NamedTuple):
    """How a force is gathered, by the rules of a game."""

    call: Call
    refuse: Join[Any]
    prompt: Callable[[Units], str]
    """The question, when these are in the force."""
    rule: str
    about: About = NOTHING
    """What the questions are about; the units in the force are added."""
    lacks: Whole[Any] | None = None
    """Why the force cannot begin yet."""
    foresee: Callable[[Any, Units], Preview | None] | None = None
    """What a force would bring."""
    alone: Whole[Any] | None = None
    """Why there is nobody for `everybody` to add."""
    without: Callable[[Any, Units, int], Units] | None = None
    """The force without a unit that leaves it, and without those who depended on it."""
    begins_full: bool = False
    """It begins by itself when nobody is left who could join."""
    kind: str = "unit"
    """What joins: units, or things of another kind such as their weapons."""
    begins_with: Units = ()
    """Who is in it from the start."""


def gather(g: S, side: str, candidates: Sequence[int], how: Gathering) -> Answer[Units | None]:
    """A side names the units of a force one by one, out of these; None if it goes back."""
    found = yield from gather_with(g, side, candidates, lambda _: how, NOTHING_ELSE)
    return None if found is None else found[0]


def gather_with(
    g: S, side: str, candidates: Sequence[int], how: Callable[[X], Gathering], extras: X
) -> Answer[tuple[Units, X] | None]:
    """The same with something besides units; `how` says by what has been chosen of it how the force is gathered."""
    force = how(extras).begins_with
    while True:
        extras = extras.fitting(g, force)
        ways = how(extras)
        call = ways.call
        able = [unit for unit in candidates if ways.refuse(g, unit, force) is None]
        if ways.begins_full and force and not able:
            return force, extras
        options = _call_options(g, ways, force, able, extras.offers(g, force))
        about = {**ways.about, ways.kind: force}
        choice = yield ask(side, ways.prompt(force), options, rule=ways.rule, about=about)
        if choice.verb == call.back:
            return None
        if choice.verb == call.go:
            return force, extras
        if choice.verb == call.add:
            force = (*force, choice.arg)
        elif choice.verb == call.everybody:
            force = _with_all(g, force, able, ways.refuse)
        elif choice.verb == call.drop:
            force = ways.without(g, force, choice.arg) if ways.without else tuple(u for u in force if u != choice.arg)
        else:
            extras = extras.taking(choice)


class _NothingElse(NamedTuple):
    """Units alone go into it."""

    def fitting(self, g: Any, force: Units) -> _NothingElse:  # noqa: ARG002
        return self

    def offers(self, g: Any, force: Units) -> Mapping[str, Sequence[Arg]]:  # noqa: ARG002
        return {}

    def taking(self, choice: Action) -> _NothingElse:
        raise ValueError(f"{choice.verb} is not offered")


NOTHING_ELSE = _NothingElse()


def _call_options(
    g: S, how: Gathering, force: Units, able: Sequence[int], more: Mapping[str, Sequence[Arg]]
) -> dict[str, Sequence[Arg]]:
    """The options in their order: who joins or leaves, all of them, what else there is, to begin, to go back."""
    call = how.call

    def brings(of: Callable[[S, Any], Units]) -> Callable[[S, Any], Preview | None] | None:
        foresee = how.foresee
        return None if foresee is None else lambda g, arg: foresee(g, of(g, arg))

    def judged(whole: Whole[S] | None) -> Callable[[S, Any], Ruling | None]:
        return lambda g, _: None if whole is None else whole(g, force)

    options: dict[str, Sequence[Arg]] = {
        call.add: Offer(
            able, refuse=lambda g, unit: how.refuse(g, unit, force), foresee=brings(lambda _, unit: (*force, unit))
        )
    }
    if call.drop:
        options[call.drop] = Offer(force)
    if call.everybody:
        everybody = explained((None,) * (len(able) > 1), judged(how.alone) if how.alone else None)
        everybody.foresee = brings(lambda g, _: _with_all(g, force, able, how.refuse))
        options[call.everybody] = everybody
    options.update(more)
    options[call.go] = Offer.of(g, judged(how.lacks), foresee=brings(lambda _g, _: force))
    options[call.back] = (None,)
    return options


def _with_all(g: S, force: Units, able: Iterable[int], refuse: Join[S]) -> Units:
    for unit in able:
        if refuse(g, unit, force) is None:
            force = (*force, unit)
    return force


def muster(g: S, candidates: Sequence[int], refuse: Join[S], best: Callable[[int], Any]) -> Units:
    """All of these who may be in a force together; where not all may, the best of those who can join comes first."""
    force: Units = ()
    while able := [unit for unit in candidates if unit not in force and refuse(g, unit, force) is None]:
        force = (*force, max(able, key=best))
    return force


# --- choosing ----------------------------------------------------------------------------------------------------


class Asking(NamedTuple):
    """How a question of this module is put: its words, its rule, and what it is about."""

    prompt: str
    rule: str
    about: About = NOTHING
    automatic: bool = False
    """Whether a question with one answer is answered by the match."""
    refuse: Refuse[Any] | None = None
    """What speaks against a unit that is not among those who can be named."""
    others: str = ""
    """The same, where one sentence will do for all of them."""

    def why(self, g: Any, unit: int) -> Ruling | None:
        """Why a unit cannot be named."""
        if self.refuse is not None:
            return self.refuse(g, unit)
        place = self.about.get("hex")
        return Ruling(self.rule, self.others, (unit,), () if place is None else (place,))


def choose_unit(
    side: str, units: Sequence[int], verb: str, how: Asking, refuse: Refuse[Any] | None = None
) -> Answer[int]:
    """A side names one of these units: the one that loses a step, that defends, that is aimed at; or a hex of them.

    One unit alone is not asked for, unless the question is an automatic one.
    """
    cite(how.rule)
    if len(units) == 1 and not how.automatic:
        return units[0]
    options = {verb: explained(units, refuse or (how.why if how.refuse or how.others else None))}
    choice = yield ask(side, how.prompt, options, rule=how.rule, automatic=how.automatic, about=how.about)
    unit: int = choice.arg
    return unit


def take_or_leave(side: str, args: Sequence[Arg], verbs: tuple[str, str], how: Asking) -> Answer[Any]:
    """A side takes one of these, or leaves all of them: None. The verbs are for the one and for the other.

    Where nothing is to be had nobody is asked, unless the question is an automatic one.
    """
    cite(how.rule)
    if not args and not how.automatic:
        return None
    take, leave = verbs
    options: dict[str, Sequence[Arg]] = {take: args, leave: (None,)}
    choice = yield ask(side, how.prompt, options, rule=how.rule, automatic=how.automatic, about=how.about)
    return choice.arg


def one_by_one(
    g: S, side: str, units: Sequence[int], verb: str, act: Callable[[S, int], Flow], how: Callable[[Units], Asking]
) -> Answer[None]:
    """These units do something one after the other, in the order that their owner likes."""
    waiting = tuple(units)
    while waiting:
        unit = yield from choose_unit(side, waiting, verb, how(waiting))
        waiting = tuple(other for other in waiting if other != unit)
        yield from act(g, unit)


# --- retreat -----------------------------------------------------------------------------------------------------


def ends_of_retreat(
    start: int,
    steps: Callable[[int, int], Iterable[int]],
    hexes: int,
    may_end: Callable[[int], bool],
    most: int | None = None,
) -> list[int]:
    """The hexes where a retreat of so many hexes can end.

    `steps(here, gone)` are the next hexes of a unit that would then have gone so many. Who may not end where he is
    after `hexes` goes on until he may, but no more than `most` hexes in all.
    """
    edge = {start}
    ends: set[int] = set()
    for gone in range(1, (most or hexes) + 1):
        edge = {there for here in edge for there in steps(here, gone)}
        if gone >= hexes:
            ends |= {h for h in edge if may_end(h)}
            edge = {h for h in edge if not may_end(h)}
        if not edge:
            break
    return sorted(ends)


def paths_back(
    start: int,
    steps: Callable[[Path], Iterable[int]],
    hexes: tuple[int, int],
    may_end: Callable[[int], bool],
) -> list[Path]:
    """All ways of a retreat of at least and at most so many hexes that may end where they do.

    `steps(passed)` are the next hexes of a unit that has come along these; none is entered twice.
    """
    least, most = hexes
    found: list[Path] = []

    def go_on(passed: Path) -> None:
        if len(passed) > least and may_end(passed[-1]):
            found.append(passed)
        if len(passed) <= most:
            for there in steps(passed):
                if there not in passed:
                    go_on((*passed, there))

    go_on((start,))
    return found


def retreat(
    g: S,
    side: str,
    ends: Sequence[int],
    how: Asking,
    *,
    refuse: Refuse[S] | None = None,
    stand: Refuse[S] | None = None,
    verbs: tuple[str, str] = ("retreat", "stand"),
) -> Answer[Action | None]:
    """The owner takes units back to one of these hexes or lets them stand. Returns his choice; None if they cannot.

    `refuse` says why they cannot end in a hex, `stand` why they may not stand where the rules know of that at all.
    """
    back, stay = verbs
    options: dict[str, Sequence[Arg]] = {back: explained(ends, refuse)}
    if stand is not None:
        options[stay] = Offer.of(g, stand)
    if not any(options.values()):
        return None
    return (yield ask(side, how.prompt, options, rule=how.rule, automatic=how.automatic, about=how.about))


class Footsteps(NamedTuple):
    """How a unit is led along one of several paths, by the rules of a game."""

    step: Callable[[Any, int], None]
    """It goes to the next hex."""
    refuse: Callable[[Any, Path, int], Ruling | None]
    """Why a hex cannot be the next of a unit that has come along these."""
    refuse_halt: Whole[Any]
    """Why it cannot end there."""
    prompt: Callable[[Path], str]
    """The question, when it has come along these hexes."""
    rule: str
    about: About = NOTHING
    """What the questions are about; the hexes passed are added."""
    verbs: tuple[str, str] = ("retreat", "halt")


def along_a_path(g: S, side: str, paths: Sequence[Path], how: Footsteps) -> Answer[Path]:
    """Its owner leads a unit step by step along one of these paths, and may halt wherever one of them ends.

    Only steps are offered that one of the paths takes. Returns the hexes passed, the first one included.
    """
    passed, (go, halt) = paths[0][:1], how.verbs
    while True:
        ahead = [path for path in paths if path[: len(passed)] == passed]
        steps = list(dict.fromkeys(path[len(passed)] for path in ahead if len(path) > len(passed)))
        if not steps:
            return passed
        options = {
            go: explained(steps, _next(how, passed)),
            halt: explained((None,) * (passed in ahead), _end(how, passed)),
        }
        about = {**how.about, "hex": passed}
        choice = yield ask(side, how.prompt(passed), options, rule=how.rule, automatic=True, about=about)
        if choice.verb == halt:
            return passed
        passed = (*passed, choice.arg)
        how.step(g, choice.arg)


def _next(how: Footsteps, passed: Path) -> Refuse[Any]:
    return lambda g, place: how.refuse(g, passed, place)


def _end(how: Footsteps, passed: Path) -> Refuse[Any]:
    return lambda g, _: how.refuse_halt(g, passed)
