"""IX.F.1, IX.F.3, IX.F.4 German units come to the map: by which hexes, and how far they go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from beachhead.games.longest_day.box import ENEMY, GERMAN, POINT, ROADS
from beachhead.games.longest_day.box_campaign import ANY_TRACK
from beachhead.games.longest_day.interdiction import crater
from beachhead.games.longest_day.rail_repair import is_repair
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.supply import is_supplied
from beachhead.kernel import Ruling, rule
from beachhead.wargame.pieces import elsewhere

EARLY = 2
"""IX.F.2.e The turn in whose mechanized movement phase the 12ss Division may come."""
FLAK_FREE = 3
"""IX.F.2.g The turn from which the Flak of Cherbourg may move."""


@rule("IX.F.2.g", "X.I.2", "V.A.2.a")
def is_held_flak(g: LongestDay, unit: int) -> bool:
    """IX.F.2.g, X.I.2 The 30 Flak Regiment and the 932 Flak Battalion do not move before 8 June."""
    return g.box.pieces[unit].formation in ("30 Flak", "932 Flak")


@rule("IX.F.2.e", "IX.F.2.e-01", "IX.F.2.e.1-01")
def arrivals(g: LongestDay) -> list[int]:
    """IX.F.2.e Who may come in this movement phase: those in the To Mapboard area.

    In a mechanized movement phase only railway troops come, and on 7 June the mechanized units of the 12ss.
    """
    waiting = elsewhere(g)
    ready = waiting.get(g.box.strategic.mapboard, ())
    if not g.is_mechanized:
        landed = waiting.get(g.box.strategic.port, ())
        return [unit for unit in (*ready, *landed) if refuse_arrival(g, unit) is None]
    early = waiting.get(g.box.box_at("Rouen"), ()) if g.turn == EARLY else ()
    return [unit for unit in (*ready, *early) if refuse_mechanized_arrival(g, unit) is None]


def refuse_arrival(g: LongestDay, unit: int) -> Ruling | None:
    """IX.F.2 Why a unit does not come to the map in this movement phase."""
    if g.is_mechanized:
        return refuse_mechanized_arrival(g, unit)
    if g.units[unit].at not in (g.box.strategic.mapboard, g.box.strategic.port):
        return Ruling("IX.F.2", f"{g.name(unit)} has not come through the Strategic Movement Track", (unit,))
    if is_repair(g, unit):
        return Ruling("IX.J.10.a", f"{g.name(unit)} moves in the mechanized movement phase only", (unit,))
    return None


@rule("IX.F.2.e-01")
def refuse_mechanized_arrival(g: LongestDay, unit: int) -> Ruling | None:
    """IX.F.2.e Why a unit does not come in the mechanized movement phase: the 12ss does on 7 June, with one supply."""
    record, piece, name = g.units[unit], g.box.pieces[unit], g.name(unit)
    if is_repair(g, unit) and record.at == g.box.strategic.mapboard:
        return None
    if g.turn != EARLY or record.at != g.box.box_at("Rouen"):
        return Ruling("IX.F.2.e", f"{name} comes to the map in a regular movement phase", (unit,))
    if g.box.is_supply[unit]:
        if any(g.box.is_supply[other] and g.units[other].came == g.turn for other in g.on_map(GERMAN)):
            return Ruling("IX.F.2.e", "One supply unit from Rouen comes with the 12ss Division", (unit,))
        return None
    if piece.formation != "12ss" or not piece.mechanized:
        return Ruling("IX.F.2.e", "Only mechanized units of the 12ss Division come in this phase", (unit,))
    return None


def track_of(g: LongestDay, unit: int) -> str:
    """IX.F.3 The box from which a unit comes; railway troops come from any."""
    record = g.units[unit]
    if record.route is not None:
        return g.box.box_names.name(record.route)
    row = g.box.box_in(record.at)
    return ANY_TRACK if row is None or record.at == g.box.strategic.mapboard else row.id


@rule("IX.F.3")
def road_gates(g: LongestDay, unit: int) -> Sequence[int]:
    """IX.F.3 The lettered road hexes by which a unit comes."""
    return g.box.strategic.road_gates.get(track_of(g, unit), ())


def refuse_foreign_gate(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """IX.F.3 Why a unit that comes to the map does not come by a hex: it belongs to another track."""
    is_coming = g.units[unit].at < 0 and g.has("IX")
    if not is_coming or place not in g.box.lettered or place in road_gates(g, unit):
        return None
    words = f"{g.name(unit)} comes by another track than the one to which that road belongs"
    return Ruling("IX.F.3", words, (unit,), (place,))


@rule("IX.F.1", "IX.F.1.a")
def first_steps(g: LongestDay, unit: int, gates: Iterable[int], category: str) -> Iterator[tuple[int, int]]:
    """IX.F.1 The first hex costs the rate of its road or its terrain; out of supply half the allowance is lost.

    Supply is judged in the hex by which the unit comes.
    """
    whole = g.allowance(unit)
    lost = whole - whole // 2
    if g.units[unit].at == g.box.strategic.port:
        return ((h, POINT) for h in gates)
    return ((h, entry_cost(g, h, category) + (0 if is_supplied(g, unit, place=h) else lost)) for h in gates)


def entry_cost(g: LongestDay, place: int, category: str) -> int:
    """IX.F.1 What the first hex costs: by its road, or by its other terrain."""
    kinds = g.box.sheet.paths.on[place]
    rates = [g.box.cost(road, category) for road in ROADS if road in kinds]
    return min([*rates, g.box.cost(g.box.terrain[place], category)]) + crater(g, place)


@rule("IX.F.1.a")
def strategic_steps(g: LongestDay, unit: int, gates: Iterable[int], category: str) -> list[tuple[int, int]]:
    """IX.F.1.a The first steps of strategic road movement: from hexes where it is in supply and no enemy is near."""
    near, at = g.near(ENEMY[GERMAN]), g.box.sheet.paths.on
    return [
        (h, entry_cost(g, h, category))
        for h in gates
        if not near[h] and not at[h].isdisjoint(ROADS) and is_supplied(g, unit, place=h)
    ]


def refuse_road_entry(g: LongestDay, unit: int) -> Ruling | None:
    """IX.F.1.a Why a unit does not come by strategic road movement."""
    if g.box.pieces[unit].category not in ("motorized", "tracked"):
        return Ruling("I.E.1", f"{g.name(unit)} is neither motorized nor tracked", (unit,))
    if g.turn == 1:
        return Ruling("I.E.3", "German units do not use strategic road movement on 6 June", (unit,))
    return None
