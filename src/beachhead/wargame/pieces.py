"""Pieces: counters on a map, who stands where, and the zones that they exert.

A state of a game with counters is a subclass of `Pieces`: it has a field `units`, one frozen record for each counter,
and its box has a `board`, the `pieces` as printed and their `sides`. Where a counter stands is the record's `at`: a
hex, or below 0 for a place off the map.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from functools import wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar, cast

import msgspec

from beachhead.hexes import bits
from beachhead.kernel import Changes, Ruling, State, derived, kind
from beachhead.kernel.derived import Derived

Hex: TypeAlias = Annotated[int, kind("hex")]
UnitNo: TypeAlias = Annotated[int, kind("unit")]
P = TypeVar("P", bound="Pieces")
T = TypeVar("T")


class Presence(msgspec.Struct, frozen=True):
    """Who stands where. Nobody changes it, and it stays as it is when the game goes on."""

    at: dict[int, tuple[int, ...]]
    """The units in each hex that has any, in the order of their numbers."""
    units: Mapping[str, tuple[int, ...]]
    """The units of each side that are on the map."""
    occupied: Mapping[str, bytes]
    """By side and hex, how many of its units stand there."""
    zone: Mapping[str, bytes]
    """By side and hex, how many of its units exert their zone there."""


class Pieces(State):
    """The base of a state with counters on a map."""

    if TYPE_CHECKING:
        units: list[Any]

    def exerts(self, unit: int, record: Any) -> Collection[int]:  # noqa: ARG002
        """The hexes in which a unit on the map exerts its zone of control: all around it."""
        around: tuple[int, ...] = self.box.board.adjacent[record.at]
        return around

    def holds_ground(self, unit: int) -> bool:  # noqa: ARG002
        """Whether the ground about a unit on the map is counted to its side, where the front is drawn: that of all."""
        return True

    def formation_name(self, unit: int) -> str:  # noqa: ARG002
        """What players call the formation of a unit; empty where units are called one by one."""
        return ""

    def comes_by(self, unit: int) -> tuple[str, Collection[int]]:  # noqa: ARG002
        """How a unit comes that waits on the turn track, in words and in hexes."""
        return "", ()

    def land(self) -> Collection[int]:
        """The land where the front is drawn: all of the map that is not sea."""
        dry: frozenset[int] = self.box.dry
        return dry

    def change(self, unit: int, **fields: Any) -> None:
        """Replace the record of a unit."""
        self.units[unit] = msgspec.structs.replace(self.units[unit], **fields)

    def reset(self, **fields: Any) -> None:
        """Give every record these values: marks that are taken off, a board that is cleared."""
        for name, value in fields.items():
            now = list(map(attrgetter(name), self.units))
            if now.count(value) != len(now):  # mostly nobody bears the mark
                for unit in [unit for unit, found in enumerate(now) if found != value]:
                    self.change(unit, **fields)

    def waiting(self, side: str, place: int) -> list[int]:
        """The units of a side in a place off the map: those to be set up, those on the turn track."""
        sides = self.box.sides
        return [unit for unit in elsewhere(self).get(place, ()) if sides[unit] == side]

    def name(self, unit: int) -> str:
        """What is printed on a counter."""
        name: str = self.box.pieces[unit].id
        return name

    def hex_name(self, place: int) -> str:
        """What people call a hex: `Caumont (0421)`."""
        name: str = self.box.board.called(place)
        return name

    def due(self, turn: int) -> list[int]:
        """The units on the turn track (`track`) that come on a turn."""
        units = self.units
        return [unit for unit in elsewhere(self).get(self.box.track, ()) if units[unit].turn == turn]

    def overdue(self, side: str) -> list[int]:
        """The units of a side on the turn track whose turn has come."""
        units, now = self.units, cast(Any, self).turn
        return [unit for unit in self.waiting(side, self.box.track) if units[unit].turn <= now]

    def is_due(self, unit: int) -> bool:
        """Whether a unit waits on the turn track and its turn has come."""
        record, now = self.units[unit], cast(Any, self).turn
        return bool(record.at == self.box.track and record.turn <= now)

    def refuse_use(self, unit: int, side: str, *, rule: str) -> Ruling | None:
        """Why a side can do nothing with a unit: it is another's, or not on the map."""
        if self.box.sides[unit] != side:
            return Ruling(rule, f"{self.name(unit)} is not yours", (unit,))
        return None if self.units[unit].at >= 0 else Ruling(rule, f"{self.name(unit)} is not on the map", (unit,))

    def on_map(self, side: str) -> tuple[int, ...]:
        """The units of a side that are on the map."""
        return presence(self).units[side]

    def standing(self, place: int) -> tuple[int, ...]:
        """The units in a hex."""
        return presence(self).at.get(place, ())

    def beside(self, place: int, side: str = "") -> list[int]:
        """The units next to a hex, hex by hex; those of one side if it is named."""
        at, sides = presence(self).at, self.box.sides
        around = [unit for h in self.box.board.adjacent[place] for unit in at.get(h, ())]
        return [unit for unit in around if sides[unit] == side] if side else around

    def hexes(self, side: str) -> frozenset[int]:
        """The hexes that a side occupies."""
        return occupied_hexes(self)[side]

    def occupied(self, side: str) -> bytes:
        """How many units of a side stand in each hex."""
        return presence(self).occupied[side]

    def zone(self, side: str) -> bytes:
        """How many units of a side exert their zone of control in each hex."""
        return presence(self).zone[side]

    def enemy(self, side: str) -> str:
        """The other side, where there are two."""
        one, other = presence(self).units
        return other if side == one else one


@derived("units")
def presence(g: Pieces) -> Presence:
    """Who stands where, and the zones of each side."""
    nowhere = dict.fromkeys(g.box.sides, bytes(len(g.box.board)))
    nobody = Presence({}, dict.fromkeys(g.box.sides, ()), nowhere, nowhere)
    return _follow_presence(nobody, g, [(unit, None, record) for unit, record in enumerate(g.units)])


@presence.follow("units")
def _follow_presence(value: Presence, g: Pieces, changes: Changes) -> Presence:
    """Units that have moved are taken from one place and put in another; most changes move nobody.

    What does not change is shared with the value that it follows.
    """
    sides, at = g.box.sides, value.at
    occupied: dict[str, bytearray] = {}
    zone: dict[str, bytearray] = {}
    crossed: dict[str, list[int]] = {}
    for unit, old, new in changes:
        side, here, there = sides[unit], old.at if old is not None else -1, new.at
        left = g.exerts(unit, old) if here >= 0 else ()
        entered = g.exerts(unit, new) if there >= 0 else ()
        if left != entered:
            counts = _counts(zone, value.zone, side)
            for h in left:
                counts[h] -= 1
            for h in entered:
                counts[h] += 1
        if here == there:
            continue
        at, counts = at.copy() if at is value.at else at, _counts(occupied, value.occupied, side)
        if here >= 0:
            counts[here] -= 1
            rest = tuple([other for other in at.pop(here) if other != unit])
            if rest:
                at[here] = rest
        if there >= 0:
            counts[there] += 1
            at[there] = tuple(sorted((*at[there], unit))) if there in at else (unit,)
        if (here >= 0) != (there >= 0):
            crossed.setdefault(side, []).append(unit)
    if not zone and at is value.at:
        return value
    units = {side: toggled(units, crossed.get(side, ())) for side, units in value.units.items()} if crossed else {}
    return Presence(at, units or value.units, _over(value.occupied, occupied), _over(value.zone, zone))


def _counts(changed: dict[str, bytearray], before: Mapping[str, bytes], side: str) -> bytearray:
    """The counts of a side, to be changed."""
    if side not in changed:
        changed[side] = bytearray(before[side])
    return changed[side]


def _over(before: Mapping[str, bytes], changed: Mapping[str, bytearray]) -> Mapping[str, bytes]:
    return {**before, **{side: bytes(counts) for side, counts in changed.items()}} if changed else before


def toggled(numbers: tuple[int, ...], changed: Collection[int]) -> tuple[int, ...]:
    """Numbers in their order, without those of the changed ones that were among them and with those that were not."""
    if not changed:
        return numbers
    found = list(numbers)
    for number in changed:
        at = bisect_left(found, number)
        if at < len(found) and found[at] == number:
            del found[at]
        else:
            found.insert(at, number)
    return tuple(found)


@derived("units")
def held(g: Pieces) -> Mapping[str, int]:
    """The hexes that each side occupies, as numbers with a bit for every hex."""
    return {side: bits(places) for side, places in occupied_hexes(g).items()}


@held.follow("units")
def _follow_held(value: Mapping[str, int], g: Pieces, changes: Changes) -> Mapping[str, int]:
    """As the hexes themselves."""
    sides, occupied, found = g.box.sides, presence(g).occupied, dict(value)
    for unit, old, new in changes:
        if old.at != new.at:
            side = sides[unit]
            for place in (old.at, new.at):
                if place >= 0 and bool(occupied[side][place]) != bool(found[side] >> place & 1):
                    found[side] ^= 1 << place
    return found


def ready(*fields: str) -> Callable[[Callable[[P, int], object]], Derived[P, tuple[int, ...]]]:
    """Mark a function that says whether a unit is ready for something; it becomes the list of all that are.

    Only units on the map are, of the side that acts (`g.side`). It looks at the record of the unit and at these fields
    of the state alone, as does the state that says which side acts: while they stay as they are, only units that have
    changed are looked at again.
    """

    def mark(is_ready: Callable[[P, int], object]) -> Derived[P, tuple[int, ...]]:
        @derived("units", *fields)
        @wraps(is_ready)
        def all_ready(g: P) -> tuple[int, ...]:
            return tuple([unit for unit in g.on_map(cast(Any, g).side) if is_ready(g, unit)])

        @all_ready.follow("units")
        def follow(value: tuple[int, ...], g: P, changes: Changes) -> tuple[int, ...]:
            sides, side = g.box.sides, cast(Any, g).side
            own = [(unit, new) for unit, _, new in changes if sides[unit] == side]
            now = [(unit, new.at >= 0 and bool(is_ready(g, unit))) for unit, new in own]
            return toggled(value, [unit for unit, is_among in now if _holds(value, unit) != is_among])

        return all_ready

    return mark


def of_each(*fields: str) -> Callable[[Callable[[P, int], T | None]], Derived[P, Mapping[int, T]]]:
    """Mark a function that says something of a unit on the map; it becomes what it says of each, None left out.

    It looks at the record of the unit and at these fields of the state alone, like a function marked with `ready`.
    """

    def mark(said: Callable[[P, int], T | None]) -> Derived[P, Mapping[int, T]]:
        @derived("units", *fields)
        @wraps(said)
        def of_all(g: P) -> Mapping[int, T]:
            on_map = (unit for units in presence(g).units.values() for unit in units)
            return {unit: found for unit in on_map if (found := said(g, unit)) is not None}

        @of_all.follow("units")
        def follow(value: Mapping[int, T], g: P, changes: Changes) -> Mapping[int, T]:
            found = dict(value)
            for unit, _, record in changes:
                now = said(g, unit) if record.at >= 0 else None
                if now is None:
                    found.pop(unit, None)
                else:
                    found[unit] = now
            return found

        return of_all

    return mark


def _holds(numbers: tuple[int, ...], number: int) -> bool:
    at = bisect_left(numbers, number)
    return at < len(numbers) and numbers[at] == number


@derived("units")
def elsewhere(g: Pieces) -> Mapping[int, tuple[int, ...]]:
    """The units in each place off the map that has any, in the order of their numbers."""
    found: dict[int, list[int]] = {}
    for unit, record in enumerate(g.units):
        if record.at < 0:
            found.setdefault(record.at, []).append(unit)
    return {place: tuple(units) for place, units in found.items()}


@elsewhere.follow("units")
def _follow_elsewhere(
    value: Mapping[int, tuple[int, ...]], _: Pieces, changes: Changes
) -> Mapping[int, tuple[int, ...]]:
    """Units that leave one place and come to another; most changes happen on the map."""
    found = None
    for unit, old, new in changes:
        if old.at != new.at and (old.at < 0 or new.at < 0):
            found = dict(value) if found is None else found
            for place in (old.at, new.at):
                if place < 0:
                    found[place] = toggled(found.get(place, ()), (unit,))
                    if not found[place]:
                        del found[place]
    return value if found is None else found


@derived("units")
def occupied_hexes(g: Pieces) -> Mapping[str, frozenset[int]]:
    """The hexes that each side occupies."""
    here, sides = presence(g), g.box.sides
    found: dict[str, set[int]] = {side: set() for side in here.units}
    for place, units in here.at.items():
        for unit in units:
            found[sides[unit]].add(place)
    return {side: frozenset(places) for side, places in found.items()}


@occupied_hexes.follow("units")
def _follow_hexes(value: Mapping[str, frozenset[int]], g: Pieces, changes: Changes) -> Mapping[str, frozenset[int]]:
    """Only hexes that somebody has left or entered can be another side's now, or nobody's."""
    sides, occupied = g.box.sides, presence(g).occupied
    touched: dict[str, set[int]] = {}
    for unit, old, new in changes:
        here, there = old.at, new.at
        if here != there:
            touched.setdefault(sides[unit], set()).update(place for place in (here, there) if place >= 0)
    if not touched:
        return value
    found = dict(value)
    for side, places in touched.items():
        held = {place for place in places if occupied[side][place]}
        found[side] = (value[side] - places) | held
    return found
