"""I.J, IX.F Entry at the edge of the map: who comes, by which hexes, and what the first of them costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beachhead.games.longest_day import german_entry, landing, supply
from beachhead.games.longest_day.box import ENEMY, GERMAN, POINT
from beachhead.games.longest_day.interdiction import crater
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Ruling, cite, rule

LANDING = "allied movement"
"""V.C.6 The phase in which units go from landing boxes to the coast."""


def comes_by_track(g: LongestDay, unit: int) -> bool:
    """IX.F.2 Whether a unit comes by the Strategic Movement Track; V.C.4.c the 711 Division always does."""
    if g.box.sides[unit] != GERMAN:
        return False
    return g.has("IX") or g.units[unit].at == g.box.strategic.mapboard


@rule("I.E-03")
def may_march_on(g: LongestDay, unit: int) -> bool:
    """I.E-03 Whether a unit may come by strategic road movement: arriving Germans may, arriving Allies may not."""
    return g.box.sides[unit] == GERMAN


def newcomers(g: LongestDay) -> list[int]:
    """I.J, IX.F, V.C.6 Who might come to the map in this movement phase: by its edge, or from landing boxes."""
    if g.has("IX") and g.side == GERMAN:
        return german_entry.arrivals(g)
    ashore = landing.afloat(g) if g.phase == LANDING else []
    if g.has("IX") or g.is_mechanized:
        return ashore
    return [*g.overdue(g.side), *ashore, *(german_entry.arrivals(g) if g.side == GERMAN and g.has("V") else ())]


@rule("I.J.1")
def first_hexes(g: LongestDay, unit: int, category: str) -> Iterator[tuple[int, int]]:
    """I.J.1 The hexes by which a unit enters, with their cost; in the scenarios one point more."""
    hexes = open_gates(g, unit)
    if g.has("IX"):
        return german_entry.first_steps(g, unit, hexes, category)
    cite("I.J.1-01")
    return ((h, g.box.cost(g.box.terrain[h], category) + POINT + crater(g, h)) for h in hexes)


def strategic_hexes(g: LongestDay, unit: int, category: str) -> list[tuple[int, int]]:
    """I.E.2, I.J.1, IX.F.1.a The first hexes of strategic movement: on a road, beside no enemy, and in supply there."""
    if g.has("IX"):
        return german_entry.strategic_steps(g, unit, open_gates(g, unit), category)
    near = g.near(ENEMY[g.box.sides[unit]])
    first = first_hexes(g, unit, category)
    return [(h, cost) for h, cost in first if not near[h] and g.box.on_road[h] and supply.is_supplied(g, unit, place=h)]


@rule("IX.F.4")
def open_gates(g: LongestDay, unit: int) -> Iterator[int]:
    """I.J.2, IX.F.4 The hexes by which a unit comes, without those that enemies hold."""
    return (h for h in gates(g, unit) if refuse_gate(g, unit, h) is None)


def gates(g: LongestDay, unit: int) -> Sequence[int]:
    """I.J.1, II.A.1.a The hexes by which a unit comes: its own, or those of new supply."""
    if comes_by_track(g, unit):
        return german_entry.road_gates(g, unit)
    row = g.setups.get(unit)
    if row is not None and row.turn:
        return g.box.hexes(row.hexes)
    return g.box.store_gates.get((g.scenario, g.box.army[unit]), ())


def refuse_gate(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.J.2 Why a unit may not come by a hex."""
    if g.fighters(ENEMY[g.box.sides[unit]])[place]:
        return Ruling("I.J.2", "An enemy stands where it would enter", (unit,), (place,))
    return None


@rule("V.E.4.a-01")
def refuse_coming(g: LongestDay, unit: int) -> Ruling | None:
    """I.J.1, IX.F.2 Why a unit does not come to the map in this phase."""
    if g.box.sides[unit] == g.side and comes_by_track(g, unit):
        return german_entry.refuse_arrival(g, unit)
    is_here = g.is_due(unit) or (g.phase == LANDING and landing.is_afloat(g, unit))
    if g.is_mechanized or g.box.sides[unit] != g.side or not is_here:
        return Ruling("I.J.1", f"{g.name(unit)} does not come now", (unit,))
    if unit in g.stopped:
        return Ruling("V.E.4.a-01", f"{g.name(unit)} may not land this turn", (unit,))
    return None
