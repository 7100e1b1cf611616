"""2.1b-2.1d, 2.1j-3 Stowing: which boat takes a load, by its class and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from beachhead.games.tcs.box import Box
from beachhead.games.tcs.state import Boat

CARRIER_CLASS = 3
"""2.1c The load class of trucks and halftracks."""
UNLIMITED = 99


class Parcel(NamedTuple):
    """2.1b What goes into one boat as a whole: a unit, or a gun or carrier of an artillery battalion."""

    points: int
    load_class: int
    unit: int = -1
    marker: int = -1
    guns: int = 0


class Berth(NamedTuple):
    """2.1g, 2.1m-2 Where boats are taken from: the wave or turn, the beach, and how many of each kind there are."""

    wave: int
    beach: str
    boats: Mapping[str, int]
    due: int = 0


def parcels(box: Box, unit: int, steps: int) -> list[Parcel]:
    """2.1b, 2.1j-3, 4.5c The parts of a unit that must each be in one boat: itself, or each gun and carrier."""
    row = box.types[unit].row
    if row.kind != "artillery":
        return [Parcel(row.load * steps, row.load_class, unit=unit)]
    carriers = box.carriers[box.pieces[unit].company]
    guns = [Parcel(row.load, row.load_class, marker=unit, guns=1)] * steps
    return [*guns, *[Parcel(5, CARRIER_CLASS, marker=unit)] * carriers]


def points_of(box: Box, units: Sequence[int]) -> int:
    """2.1b The load points of units at full strength."""
    return sum(parcel.points for unit in units for parcel in parcels(box, unit, box.full[unit]))


def stow(box: Box, fleet: Sequence[Boat], berth: Berth, goods: Sequence[Parcel]) -> list[Boat] | None:
    """2.1d-1, 2.1m-2 A fleet with these goods aboard boats of a berth, or None if they do not hold them."""
    found = list(fleet)
    mine = [number for number, boat in enumerate(found) if (boat.wave, boat.due) == (berth.wave, berth.due)]
    for parcel in goods:
        if not _into_a_boat(box, found, mine, berth, parcel) and not _into_a_new_boat(box, found, mine, berth, parcel):
            return None
    return found


def _into_a_boat(box: Box, fleet: list[Boat], mine: list[int], berth: Berth, parcel: Parcel) -> bool:
    """A boat of the berth that is under way to the same beach and has room; artillery shares no boat with others."""
    for number in mine:
        boat = fleet[number]
        if boat.beach != berth.beach or boat.shared or boat.kind not in berth.boats:
            continue
        row = box.boats[boat.kind]
        fits = parcel.load_class <= row.load_class and boat.points + parcel.points <= row.points
        if fits and boat.marker == parcel.marker:
            fleet[number] = _with(boat, parcel)
            return True
    return False


def _into_a_new_boat(box: Box, fleet: list[Boat], mine: list[int], berth: Berth, parcel: Parcel) -> bool:
    """The humblest kind of boat that is left and takes it; the boats of an artillery battalion are one group."""
    for kind in sorted(berth.boats, key=lambda kind: box.boats[kind].load_class):
        row = box.boats[kind]
        if parcel.load_class > row.load_class or parcel.points > row.points:
            continue
        if sum([fleet[number].kind == kind for number in mine]) >= berth.boats[kind]:
            continue
        same = [fleet[number].group for number in mine if fleet[number].marker == parcel.marker >= 0]
        group = same[0] if same else 1 + max((boat.group for boat in fleet), default=0)
        mine.append(len(fleet))
        fleet.append(_with(Boat(kind, berth.wave, berth.beach, group, marker=parcel.marker, due=berth.due), parcel))
        return True
    return False


def _with(boat: Boat, parcel: Parcel) -> Boat:
    units = boat.units if parcel.unit < 0 else (*boat.units, parcel.unit)
    return replace(boat, units=units, points=boat.points + parcel.points, guns=boat.guns + parcel.guns)
