"""Marching: where a move can lead past enemy zones, why not farther, and going there hex by hex.

A game says with a `March` how one of its units moves; `reach` and `why_unreached` answer from it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from beachhead.hexes import BLOCKED, Reach, Ways, reach_by
from beachhead.kernel import Action, Decision, State

Marks: TypeAlias = bytes | bytearray
"""For every hex a number, 0 where there is nothing."""
Row: TypeAlias = Sequence[tuple[int, int]]
"""The steps that lead out of a hex, each with its whole cost."""
Reason = Literal["", "occupied", "zones", "enemies", "far", "terrain"]

OFF_MAP = -1
"""Where a unit stands that enters the map."""

S = TypeVar("S", bound=State)


def marks(size: int, hexes: Iterable[int]) -> bytes:
    """1 for each of these hexes, 0 for the others of a board of that size."""
    found = bytearray(size)
    for h in hexes:
        found[h] = 1
    return bytes(found)


class Zone(msgspec.Struct, frozen=True, eq=False):
    """The hexes that the enemy controls, and what they do to a move."""

    hexes: Marks
    stops: bool = True
    """Who enters one goes no farther."""
    holds: bool = False
    """Nobody steps from one straight into another."""
    once: bool = False
    """A move enters one of them at most; where it starts does not count."""
    enter: int = 0
    """What it costs to enter one, besides the step."""
    leave: int = 0
    """What it costs to leave one, besides the step."""


class March(msgspec.Struct, frozen=True, eq=False):
    """How a unit moves: over which ground, from where, with how many points, and past which enemies."""

    ways: Ways
    start: int
    """A hex, or OFF_MAP: then the first steps are those onto the map."""
    points: int
    zone: Zone | None = None
    blocked: Marks | None = None
    """The hexes that it cannot enter: enemies are there."""
    first: Row | None = None
    """The first steps, where they differ from what the ground says."""
    always_one: bool = False
    """One hex can always be moved, whatever it costs."""


# --- how far -----------------------------------------------------------------------------------------------------


def reach(march: March) -> Reach:
    """The hexes to which a move can lead, each with its least cost; its own hex at 0."""
    size = len(march.ways)
    start = size if march.start == OFF_MAP else march.start
    table, first, stop = _zoned(march)
    if start == size:
        table = (*table, first or ())
    elif first is not None:
        rows = list(table)
        rows[start] = first
        table = rows
    stop, blocked = _as_wide(stop, table), _as_wide(march.blocked, table)
    if march.zone is not None and march.zone.once:
        found = _once(table, start, march, blocked)
    else:
        found = search(table, start, march.points, stop=stop, blocked=blocked)
        if start == size:
            found = _Folded(OFF_MAP, _without(found.spent, start), found.came_from, found, size)
    if march.always_one:
        for n, cost in table[start]:
            if n not in found.spent and not (blocked and blocked[n]):
                found.spent[n], found.came_from[n] = cost, start
    return found


def first_steps(march: March) -> Row:
    """The first steps of a move that neither enemies nor their zones forbid, however many points it has."""
    table, first, _ = _zoned(march)
    steps: Row = table[march.start] if first is None else first
    return [step for step in steps if not (march.blocked and march.blocked[step[0]])]


def _zoned(march: March) -> tuple[Ways, Row | None, Marks | None]:
    """The steps, the first steps where they are not like the others, and where a move stops."""
    zone, table, first = march.zone, march.ways, march.first
    if zone is None:
        return table, first, None
    stop = zone.hexes if zone.stops else None
    if zone.enter or zone.leave or (zone.holds and not zone.stops):
        return _Zoned(table, zone), first, stop
    if zone.holds and march.start != OFF_MAP and zone.hexes[march.start]:  # it stops, so no other step is concerned
        first = [step for step in first or table[march.start] if not zone.hexes[step[0]]]
    return table, first, stop


def _as_wide(hexes: Marks | None, table: Sized) -> Marks | None:
    """The same for a table with a place off the map besides the hexes."""
    return hexes if hexes is None or len(hexes) == len(table) else bytes(hexes) + bytes(len(table) - len(hexes))


class _Zoned(Sequence[Row]):
    """The steps of a table with what zones add to them, worked out for the hexes that a search comes to."""

    def __init__(self, table: Ways, zone: Zone) -> None:
        self._table = table
        self._zone = zone

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, h: Any) -> Any:
        zone, hexes = self._zone, self._zone.hexes
        leave = zone.leave if hexes[h] else 0
        return [
            (n, cost + leave + (zone.enter if hexes[n] else 0))
            for n, cost in self._table[h]
            if not (zone.holds and hexes[h] and hexes[n])
        ]


# --- one hex of a zone in a move ---------------------------------------------------------------------------------


class _Layers(Sequence[Row]):
    """A table twice over: the second is for moves that have entered a zone, and leads into no other."""

    def __init__(self, table: Ways, zone: Marks) -> None:
        self._table = table
        self._zone = zone

    def __len__(self) -> int:
        return 2 * len(self._table)

    def __getitem__(self, h: Any) -> Any:
        size, zone = len(self._table), self._zone
        if h < size:
            return [(n + size if zone[n] else n, cost) for n, cost in self._table[h]]
        return [(n + size, cost) for n, cost in self._table[h - size] if not zone[n]]


def _once(table: Ways, start: int, march: March, blocked: Marks | None) -> Reach:
    """A search in which at most one hex of the zone is entered."""
    assert march.zone is not None
    size, zone = len(table), bytes(march.zone.hexes).ljust(len(table), b"\0")
    stop = bytes(size) + zone if march.zone.stops else None
    found = search(_Layers(table, zone), start, march.points, stop=stop, blocked=blocked and bytes(blocked) * 2)
    spent: dict[int, int] = {}
    for h, cost in found.spent.items():
        spent[h % size] = min(cost, spent.get(h % size, BLOCKED))
    return _Folded(march.start, _without(spent, len(march.ways)), {}, found, len(march.ways))


def _without(spent: Mapping[int, int], place: int) -> dict[int, int]:
    return {h: cost for h, cost in spent.items() if h != place}


@dataclass(frozen=True, slots=True, eq=False)
class _Folded(Reach):
    """What a search over more places than the hexes has found: a place off the map, two layers, or both."""

    places: Reach
    size: int

    def path(self, to: int) -> tuple[int, ...]:
        """The hexes of a cheapest way, from OFF_MAP if the unit comes from there."""
        return tuple(h for h, _ in self.paid(to))

    def paid(self, to: int) -> list[tuple[int, int]]:
        """The same, each with what the move has cost by then."""
        cost, rows, found = self.spent[to], self.size + (self.start == OFF_MAP), self.places
        place = next((h for h in (to, to + rows) if found.spent.get(h) == cost), None)
        if place is None:  # the one hex that can always be moved
            return [(self.start, 0), (to, cost)]
        passed = ((h % rows, found.spent[h]) for h in found.path(place))
        return [(OFF_MAP if h == self.size else h, spent) for h, spent in passed]


# --- the way there -----------------------------------------------------------------------------------------------


class Pace(NamedTuple):
    """One step of a move: the hex entered, what that costs, and what the move has cost by then."""

    hex: int
    cost: int
    spent: int


def course(found: Reach, to: int) -> tuple[Pace, ...]:
    """A cheapest way to a hex in reach, hex by hex; the hex where it starts is not among them."""
    paid = found.paid(to) if isinstance(found, _Folded) else [(h, found[h]) for h in found.path(to)]
    return tuple(Pace(place, spent - before, spent) for (_, before), (place, spent) in pairwise(paid))


def why_unreached(march: March, place: int) -> Reason:
    """What keeps a move from a hex, in a word of which the game makes its ruling; empty if it is in reach.

    An enemy holds it; or only zones of control are in the way; or enemies themselves; or it is too far even without
    them; or no ground leads there at all.
    """
    if march.blocked and march.blocked[place]:
        return "occupied"
    alone = replace(march, zone=None)
    if place in reach(march):
        return ""
    if march.zone is not None and place in reach(alone):
        return "zones"
    alone = replace(alone, blocked=None)
    if march.blocked is not None and place in reach(alone):
        return "enemies"
    return "far" if place in reach(replace(alone, points=BLOCKED - 1)) else "terrain"


# --- hex by hex --------------------------------------------------------------------------------------------------

Going: TypeAlias = Generator[Decision, Action, tuple[int, ...]]
"""A flow that says which units go on."""
Hook: TypeAlias = Callable[[S, tuple[int, ...], int, int], Going]
"""Asked as `hook(g, units, here, there)` while units step from one hex to the next."""


def step_by_step(
    g: S,
    units: tuple[int, ...],
    path: Sequence[int],
    *,
    enter: Callable[[S, int, int], None],
    leaving: Hook[S] | None = None,
    interrupt: Hook[S] | None = None,
) -> Going:
    """Units go along a path together, from its first hex, and whatever they set off happens at every step.

    `leaving` runs before each step and says who takes it, `enter(g, unit, hex)` moves one unit, `interrupt` runs after
    the step (overwatch, mines, reaction fire) and says who goes on. Who does not stays where he is; whether he is still
    on the map is for the hooks. Returns the units that came to the end of the path.
    """
    going = units
    for here, there in pairwise(path):
        if leaving is not None:
            going = yield from leaving(g, going, here, there)
        for unit in going:
            enter(g, unit, there)
        if interrupt is not None and going:
            going = yield from interrupt(g, going, here, there)
        if not going:
            break
    return going


# --- the search --------------------------------------------------------------------------------------------------


def search(table: Ways, start: int, points: int, *, stop: Marks | None = None, blocked: Marks | None = None) -> Reach:
    """The search of `hexes`."""
    return reach_by(table, start, points, stop=stop, blocked=blocked)
