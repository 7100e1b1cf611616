"""5.3, 5.5.2, 5.5.3 The landing areas: their coast and approach hexes, and where a shift carries units along them."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bradley.box import AMERICAN, GERMAN, OMAHA, POINTE, PORT, UTAH, Berth, afloat
from beachhead.games.bradley.charts import TIDES
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.terrain import refuse_ground
from beachhead.kernel import Ruling, rule

TITLES: Mapping[str, str] = {
    OMAHA: "Omaha",
    UTAH: "Utah",
    POINTE: "Pointe du Hoc",
    PORT: "Port-en-Bessin",
}
AREAS = (OMAHA, UTAH, POINTE, PORT)

TURNING_POINT = 7
"""5.4.2a Above it sea and mines are added to the roll, else they are subtracted."""


def berth_of(g: Bradley, area: str, approach: int) -> Berth | None:
    """5.3.1 The landing hex in front of an approach hex of an area; the first, where Rangers have two."""
    return next((berth for berth in g.shore(area) if berth.approach == approach), None)


@rule("5.3.2")
def refuse_shore(g: Bradley, unit: int, coast: int) -> Ruling | None:
    """5.3.2, 5.5.5 Why a unit cannot land in a coast hex, whoever holds it: the hex must be land that it can enter."""
    if g.is_all_sea(coast):
        return Ruling("5.3.2", "The tide covers the hex in front of it", (unit,), (coast,))
    return refuse_ground(g, unit, coast)


def has_room(g: Bradley, unit: int, approach: int) -> bool:
    """8.1.4 Whether a unit would fit into the coast hex before an approach hex, with those who are there and come."""
    coast = next(berth.coast for area in AREAS for berth in g.shore(area) if berth.approach == approach)
    coming = g.waiting(AMERICAN, afloat(approach))
    return g.holds(GERMAN, coast) or refuse_joining(g, (*coming, unit), coast) is None


def coast_of(g: Bradley, area: str, unit: int) -> int | None:
    """5.5.3 The coast hex directly in front of a unit, or the one for which Rangers are bound."""
    berth = berth_of(g, area, g.where(unit))
    return g.bound.get(unit, berth.coast if berth else None)


@rule("5.5.3", "5.5.3a", "5.5.3b")
def carried(g: Bradley, area: str, unit: int, shift: int) -> int | None:
    """5.5.3 Where a unit lands after a shift along the coast; None past either end of the area."""
    return along(g, area, coast_of(g, area, unit), shift)


def along(g: Bradley, area: str, start: int | None, shift: int) -> int | None:
    """5.5.3 The coast hex so many places along the coast from another one."""
    if not shift:
        return start
    place = next((berth.place for berth in g.shore(area) if berth.coast == start), None)
    if place is None:
        return None
    return next((berth.coast for berth in g.shore(area) if berth.place == place + shift), None)


@rule("5.5.2-D", "5.4.1")
def shift_of(g: Bradley, roll: int) -> int:
    """5.5.2, 5.5.3 The shift of a modified roll at this tide: left (east, at Utah south) counts up."""
    words = g.box.shift_table.lookup(TIDES.index(g.tide), roll)
    return 0 if words == "In" else int(words[1:]) * (1 if words[0] == "L" else -1)


def displaced(g: Bradley, natural: int, modifier: int) -> int:
    """5.4.2a, 5.5.2 The shift of a roll with so much for sea and mines."""
    return shift_of(g, natural + modifier * (1 if natural > TURNING_POINT else -1))
