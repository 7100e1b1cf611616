"""Imagined worlds: matches that go on from any decision as one side knows it, for players that look ahead.

Everything hidden from the side is dealt anew, and so is all chance to come: a world has nothing of the seed of its
match. Where play stands at a turn point, the state that the side knows is enough. Inside a procedure the world begins
at the turn point before it and goes through what the side has seen since: the answers that were given openly, the dice
and cards that it saw. What it did not see comes out anew there too, so that a world may go another way; such worlds
are thrown away until one leads to what the side knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from beachhead.kernel.chance import ChanceError, Recorded, Seeded, Source, Withheld
from beachhead.kernel.decisions import Action, Decision, FlowError
from beachhead.kernel.edge import event_kinds
from beachhead.kernel.events import Event
from beachhead.kernel.rulings import Refused
from beachhead.kernel.state import State

if TYPE_CHECKING:
    from beachhead.kernel.game import Game
    from beachhead.kernel.match import Match

S = TypeVar("S", bound=State)

TRIES = 200
"""Worlds after which it is clear that none will do."""


class CannotImagine(Exception):
    """No world was found that fits what the side knows."""


class _Seen(msgspec.Struct, frozen=True):
    """A value of chance as a side saw it: the face of a die from 0 on, the thing that was drawn, or None."""

    reason: str
    value: int | None


class _Past(msgspec.Struct, frozen=True):
    """The last turn point, and what a side has seen since: answers (None for a secret one) and values of chance."""

    state: Any
    answers: Sequence[Action | None] = ()
    values: Sequence[_Seen] = ()


class _AsSeen:
    """Chance as a side saw it, and then as another source has it."""

    def __init__(self, seen: Sequence[_Seen], then: Source) -> None:
        self._left = list(reversed(seen))
        self._then = then

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str = "") -> int:
        """The next value that was seen; a pile may hold the thing in another place than it did."""
        if not self._left:
            raise ChanceError(f"nobody has seen {reason}")
        seen = self._left.pop()
        if seen.reason != reason:
            raise ChanceError(f"{seen.reason} was seen, not {reason}")
        if seen.value is None:
            return self._then.value(number, count, reason, items, kind)
        if seen.value not in (range(count) if items is None else items):
            raise ChanceError(f"{reason} cannot have come out as it was seen")
        return seen.value if items is None else items.index(seen.value)

    @property
    def is_told(self) -> bool:
        """Whether all that was seen has come."""
        return not self._left

    def fork(self) -> _AsSeen:
        """The same rest."""
        return _AsSeen(self._left[::-1], self._then.fork())


def imagine(match: Match[S], side: str | None, random: Random) -> Match[S]:
    """A match that goes on from here as far as that side knows; None is a spectator."""
    decision = match.decision
    if decision is None:
        raise CannotImagine("The game is over: nothing is left to imagine.")
    known = _print_of(match, side)
    past = _Past(match.state) if decision.is_turn_point else _past(match, side)
    for _ in range(TRIES):
        world = _world(match, past, side, random)
        if world is not None and _is_alike(decision, world.decision, side) and _print_of(world, side) == known:
            return world
    raise CannotImagine(f"No world fits what {side or 'a spectator'} knows at {decision.prompt!r} [{decision.rule}].")


def _print_of(match: Match[Any], side: str | None) -> str:
    """The fingerprint of what a side knows. How often chance was asked in secret is no part of it."""
    known = match.known(side)
    known.draws = 0
    return str(known.digest())


def _is_alike(decision: Decision, other: Decision | None, side: str | None) -> bool:
    """Whether a side finds the same decision. What others can do may depend on what is hidden from it."""
    if other is None or (other.side, other.secret, other.is_turn_point) != (
        decision.side,
        decision.secret,
        decision.is_turn_point,
    ):
        return False
    return decision.side != side or list(other.actions()) == list(decision.actions())


def _past(match: Match[S], side: str | None) -> _Past:
    """The last turn point, found by playing again from where undo would come back to."""
    checkpoint, answers, values = match.trail()
    again = _from(match, checkpoint.clone(), Recorded(values, Withheld(), checkpoint.draws + 1))
    state, told, given = checkpoint, 0, list[Action | None]()
    for answer in answers:
        asked = again.decision
        assert asked is not None
        if asked.is_turn_point:
            state, told, given = again.state.clone(), len(again.events), []
        is_open = not asked.secret or asked.side == side
        given.append(answer if is_open else None)
        again.apply(answer)
    return _Past(state, given, _seen(match.game, again.events[told:], side))


def _seen(game: Game[Any], events: Sequence[Event], side: str | None) -> list[_Seen]:
    """What a side saw of dice and piles, each of which is told when it is rolled or drawn.

    What was drawn in secret and shown later was seen too, if late.
    """
    found, shown = list[_Seen](), set[tuple[str, int]]()
    for event in reversed(events):
        is_seen = event.is_seen_by(side)
        if event.kind == "rolled":
            faces: Sequence[int] = event.data["result"]
            found += [_Seen(event.data["reason"], face - 1 if is_seen else None) for face in reversed(faces)]
        elif event.kind == "drawn":
            item = event.data["item"]
            is_seen = is_seen or (event.data["kind"], item) in shown
            found.append(_Seen(event.data["reason"], item if is_seen else None))
        elif is_seen:
            shown |= _named(game, event)
    return found[::-1]


def _named(game: Game[Any], event: Event) -> set[tuple[str, int]]:
    """The things that an event names, by their kinds."""
    values = ((kind, event.data[key]) for key, kind in event_kinds(game, event).items())
    many = ((kind, value if isinstance(value, list | tuple | set | frozenset) else (value,)) for kind, value in values)
    return {(kind, thing) for kind, things in many for thing in things if isinstance(thing, int)}


def _world(match: Match[S], past: _Past, side: str | None, random: Random) -> Match[S] | None:
    """A world in which all has happened as it was seen; None if it cannot have happened in it."""
    game = match.game
    fresh = Seeded(f"{random.getrandbits(128):032x}")
    state = game.imagine(game.known(past.state, side), side, random)
    if not past.answers and not past.values:
        return _from(match, state, fresh)
    seen = _AsSeen(past.values, fresh)
    try:
        world = _from(match, state, seen)
        for answer in past.answers:
            world.apply(answer if answer is not None else _any_of(world.decision, random))
    except (Refused, FlowError):
        return None
    world.source = fresh
    return world if seen.is_told else None


def _any_of(decision: Decision | None, random: Random) -> Action:
    """A secret answer: it may have been any."""
    return decision[random.randrange(len(decision))] if decision else Action("")


def _from(match: Match[S], state: S, source: Source) -> Match[S]:
    """A match that begins at this state."""
    return type(match)(
        match.game,
        state,
        source,
        scenario=match.scenario,
        settings=match.settings,
        seats=match.seats,
        keeps_digests=False,
    )
