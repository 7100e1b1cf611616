"""Marching: where a move can lead past enemy zones, why not farther, and going there hex by hex.

A game says with a `March` how one of its units moves; `reach` and `why_unreached` answer from it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from beachhead.hexes import BLOCKED, Marks, Reach, Ways, reach_by
from beachhead.kernel import Action, Decision, Preview, State, Waypoint

Row: TypeAlias = Sequence[tuple[int, int]]
"""The steps that lead out of a hex, each with its whole cost."""
Reason = Literal["", "occupied", "zones", "enemies", "far", "terrain"]

OFF_MAP = -1
"""Where a unit stands that enters the map."""

S = TypeVar("S", bound=State)


class Zone(msgspec.Struct, frozen=True):
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
    """The hexes to which a move can lead, each with its least cost; where it starts, at 0."""
    table, first, stop = _zoned(march)
    blocked = march.blocked
    if march.zone is not None and march.zone.once:
        found = _once(table, first, march)
    else:
        found = reach_by(table, march.start, march.points, first=first, stop=stop, blocked=blocked)
    if march.always_one:
        for n, cost in table[march.start] if first is None else first:
            if n not in found.spent and not (blocked and blocked[n]):
                found.spent[n], found.came_from[n] = cost, march.start
    return found


def first_steps(march: March) -> Row:
    """The first steps of a move that neither enemies nor their zones forbid, however many points it has."""
    table, first, _ = _zoned(march)
    steps: Row = table[march.start] if first is None else first
    return [step for step in steps if not (march.blocked and march.blocked[step[0]])]


def _zoned(march: March) -> tuple[Ways, Row | None, Marks | None]:
    """The steps, the first steps where they are not like the others, and where a move stops."""
    zone, table, first = march.zone, march.ways, march.first
    if march.start == OFF_MAP and first is None:
        first = ()
    if zone is None:
        return table, first, None
    stop = zone.hexes if zone.stops else None
    if zone.enter or zone.leave or (zone.holds and not zone.stops):
        return _Zoned(table, zone), first, stop
    if zone.holds and march.start != OFF_MAP and zone.hexes[march.start]:  # it stops, so no other step is concerned
        first = [step for step in first or table[march.start] if not zone.hexes[step[0]]]
    return table, first, stop


class _Zoned(Sequence[Row]):
    """The steps of a table with what zones add to them, worked out for the hexes that a search comes to."""

    def __init__(self, table: Ways, zone: Zone) -> None:
        self._table = table
        self._zone = zone
        self.least = getattr(table, "least", 0)

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
        self.least = getattr(table, "least", 0)

    def __len__(self) -> int:
        return 2 * len(self._table)

    def __getitem__(self, h: Any) -> Any:
        size, zone = len(self._table), self._zone
        if h < size:
            return self.entering(self._table[h])
        return [(n + size, cost) for n, cost in self._table[h - size] if not zone[n]]

    def entering(self, steps: Row) -> Row:
        """Steps of a move that has entered no zone yet."""
        size, zone = len(self._table), self._zone
        return [(n + size if zone[n] else n, cost) for n, cost in steps]


@dataclass(frozen=True, slots=True, eq=False)
class _Folded(Reach):
    """What a search of two layers has found."""

    layers: Reach
    size: int

    def path(self, to: int) -> tuple[int, ...]:
        """The hexes of a cheapest way."""
        return tuple(h for h, _ in self.paid(to))

    def paid(self, to: int) -> list[tuple[int, int]]:
        """The same, each with what the move has cost by then."""
        cost, found = self.spent[to], self.layers
        place = next((h for h in (to, to + self.size) if found.spent.get(h) == cost), None)
        if place is None:  # the one hex that can always be moved
            return [(self.start, 0), (to, cost)]
        return [(h if h == OFF_MAP else h % self.size, found.spent[h]) for h in found.path(place)]


def _once(table: Ways, first: Row | None, march: March) -> Reach:
    """A search in which at most one hex of the zone is entered."""
    assert march.zone is not None
    size, zone, blocked = len(table), bytes(march.zone.hexes), march.blocked
    layers = _Layers(table, zone)
    found = reach_by(
        layers,
        march.start,
        march.points,
        first=None if first is None else layers.entering(first),
        stop=bytes(size) + zone if march.zone.stops else None,
        blocked=None if blocked is None else bytes(blocked) * 2,
    )
    spent: dict[int, int] = {}
    for h, cost in found.spent.items():
        place = h if h == OFF_MAP else h % size
        spent[place] = min(cost, spent.get(place, BLOCKED))
    return _Folded(march.start, spent, {}, found, size)


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


def trail(found: Reach, to: int, write: Callable[[int], str] = str) -> list[Waypoint]:
    """The same as a preview shows it: from where it starts, with the costs as people write them."""
    start = [] if found.start == OFF_MAP else [Waypoint(found.start, "")]
    return start + [Waypoint(pace.hex, write(pace.spent)) for pace in course(found, to)]


def foretell(march: March, to: int, rule: str, *, point: int = 1, what: str = "movement points") -> Preview:
    """The way to a hex in reach and what it costs; a whole point is so many of those that the march counts in."""

    def write(points: int) -> str:
        return f"{points / point:g}"

    found, zone = reach(march), march.zone
    figures: dict[str, str | int] = {what: f"{write(min(found[to], march.points))} of {write(march.points)}"}
    if zone is not None and zone.stops and zone.hexes[to]:
        figures["stops"] = "enemy zone of control"
    return Preview(rule, figures, way=trail(found, to, write))


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
