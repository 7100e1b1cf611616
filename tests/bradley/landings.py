"""Positions with units in boxes and at sea, for the tests of chapters 4 and 5."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.bradley.helpers import hexnum, the_box, unit

from beachhead.games.bradley.box import afloat, boxed
from beachhead.games.bradley.state import Bradley, Unit
from beachhead.kernel import Flow
from beachhead.wargame.sequence import played


def through(part: Callable[[Bradley], Flow], g: Bradley) -> Flow:
    """A part of a segment that is started again, as the sequence of play does, until it is over."""
    while (yield from played(part(g))) is False:
        pass
    return True


def box(name: str) -> int:
    """A box of the displays by its name."""
    return the_box().display[name]


def dz(name: str) -> int:
    """A Drop Zone marker by its name."""
    return the_box().drop_zone[name]


def put(g: Bradley, boxes: Mapping[str, str]) -> None:
    """Put units into boxes: the names of the units, apart by commas, for the name of each box."""
    for name, listed in boxes.items():
        for each in listed.split(","):
            g.units[unit(each.strip())] = Unit(boxed(box(name)))


def sail(g: Bradley, hexes: Mapping[str, str]) -> None:
    """Put units to sea: the names of the units, apart by commas, for each approach hex."""
    for place, listed in hexes.items():
        for each in listed.split(","):
            g.units[unit(each.strip())] = Unit(afloat(hexnum(place)))


def lay(g: Bradley, name: str, place: str, *, turn: int = 1, wind: int | None = None, ready: bool = False) -> int:
    """Put a Drop Zone on the ground."""
    zone = dz(name)
    g.change_zone(zone, place="ground", hex=hexnum(place), turn=turn, wind=wind, ready=ready)
    return zone
