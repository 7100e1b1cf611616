"""V.B Air drops: units are placed in their drop zones and drift, and fight where they come down on enemies."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import drift_combat
from beachhead.games.longest_day.box import GERMAN, TRACK
from beachhead.games.longest_day.disruption import disrupt
from beachhead.games.longest_day.movement import walks
from beachhead.games.longest_day.occupation import eliminate, enter, lose_step
from beachhead.games.longest_day.schemas_sea import Diagram
from beachhead.games.longest_day.state import Landing, LongestDay
from beachhead.hexes import BLOCKED
from beachhead.kernel import Flow, Told, rule

EVENTS = {
    "dropped": Told("{unit:unit} comes down in {hex:hex}, {where}", "move"),
    "lost_in_drop": Told("{unit:unit} comes down {where} and is lost", "loss"),
    "resupply_failed": Told("{unit:unit} is scattered and goes back to its box", "loss"),
}
GLIDERS, ENEMIES = -2, 2
"""V.B.3.b, V.B.3.c What the first die of gliders loses, and what enemies in the drop zone add."""
HOUSE_RULE = "air-supply-drift"
"""V.B.3.d.h The switch of the house rule for air supply."""
SIXTH = "6AB"
"""V.B.3-01 The formation of the British 6th Airborne Division."""


@rule("V.A", "V.A.1.a", "V.B.1", "V.B.2", "X.I.1")
def phase(g: LongestDay) -> Flow:
    """V.A.1.a All units of the air drop are placed and drift; then those who came down on enemies fight."""
    for unit in scheduled(g, "air drop"):
        drop(g, unit, zone_of(g, unit), first_diagram(g, unit))
    yield from drift_combat.fight_all(g)


def scheduled(g: LongestDay, wave: str) -> list[int]:
    """V.B.2 The airborne units of a wave that are still on the schedule."""
    return [
        unit for unit in g.box.droppers(g.scenario, *sorted(g.variations)).get(wave, ()) if g.units[unit].at == TRACK
    ]


def zone_of(g: LongestDay, unit: int) -> int:
    """V.B.2 The drop zone of a unit on the schedule."""
    zones, name = g.box.sea.zones, g.setups[unit].zone
    return original_zone(g, name) if g.drop_plan == "original" else zones["revised", name]


@rule("XI.B", "XI.B.1", "XI.B.2", "XI.B.2.a", "XI.B.2.b", "XI.B.2.c", "XI.B.2.d", "XI.B.3")
def original_zone(g: LongestDay, name: str) -> int:
    """XI.B The drop zones of the 82nd as they were first planned; everybody else drops where he always does."""
    zones = g.box.sea.zones
    return zones.get(("original", name), zones["revised", name])


@rule("V.B.3", "V.B.3-01", "ATT.1", "ATT.2")
def first_diagram(g: LongestDay, unit: int) -> Diagram:
    """V.B.3 On 6 June US parachutists have a diagram of their own; the British and gliders use the modified one."""
    is_british = g.box.pieces[unit].formation == SIXTH
    return "modified" if is_british or g.box.sea.is_glider[unit] or g.box.is_hq[unit] else "special"


# --- one unit ----------------------------------------------------------------------------------------------------


def drop(g: LongestDay, unit: int, zone: int, diagram: Diagram, *, landed: Landing = "drop") -> None:
    """V.B.3 A unit drifts from its drop zone, is dispersed if it did, and comes down."""
    away = drift(g, unit, zone, diagram)
    place = zone
    if away:
        six = g.dice.roll("landing hex", "1d6", rule="ATT.9").total
        place = straight(g, zone, six - 1, away)
        if is_lost(g, unit, place):
            lose(g, unit, place)
            return
    enter(g, unit, (place,))
    g.change(unit, came=g.turn, travelled=True, landed=landed)
    where = (
        "in its drop zone"
        if not away
        else "a hex from its drop zone"
        if away == 1
        else f"{away} hexes from its drop zone"
    )
    g.tell("dropped", rule="V.B.3", unit=unit, hex=place, where=where)
    if g.box.is_supply[unit] and g.occupied(GERMAN)[place]:
        eliminate(g, unit, rule="V.B.4.b-03")
        return
    if away or is_always_tested(g, unit):
        disperse(g, unit)


@rule("V.B.3.d.h", "ATT.10.a")
def is_always_tested(g: LongestDay, unit: int) -> bool:
    """V.B.3.d Air supply is tested for dispersal after each drop; not so by the house rule, if it did not drift."""
    return g.box.sea.is_air_supply[unit] and HOUSE_RULE not in g.chosen


@rule("ATT.4", "ATT.5", "ATT.8", "ATT.6", "ATT.7", "V.B.3.b", "V.B.3.c", "V.B.3-02", "ATT.3")
def drift(g: LongestDay, unit: int, zone: int, diagram: Diagram) -> int:
    """ATT.4 The first die: how many hexes a unit lands from its drop zone.

    ATT.6, ATT.7 Gliders and headquarters take two off it; enemies in the zone add two on the basic diagram, and there
    gliders take nothing off.
    """
    die = g.dice.roll("drift", "1d6", rule="V.B.3").total
    is_crowded = diagram == "basic" and bool(g.occupied(GERMAN)[zone])
    if is_crowded:
        die += ENEMIES
    elif g.box.sea.is_glider[unit] or g.box.is_hq[unit]:
        die += GLIDERS
    return max(row.hexes for row in g.box.sea.drift if row.diagram == diagram and row.die <= die)


@rule("ATT.9")
def straight(g: LongestDay, zone: int, direction: int, hexes: int) -> int:
    """ATT.9 The hex so far from the drop zone in a direction; below 0 off the map."""
    place = zone
    for _ in range(hexes):
        place = g.box.board.neighbours[place][direction] if place >= 0 else -1
    return place


@rule("V.B.3.a", "ATT.9.a")
def is_lost(g: LongestDay, unit: int, place: int) -> bool:
    """V.B.3.a, ATT.9.a Whether a unit comes down off the map, in the sea or in ground that is prohibited for it."""
    if place < 0 or place not in g.ground.playable:
        return True
    return g.box.cost(g.box.terrain[place], walks(g, unit)) >= BLOCKED


def lose(g: LongestDay, unit: int, place: int) -> None:
    """V.B.3.a It is eliminated."""
    where = "off the map" if place < 0 else "in the sea" if place not in g.box.land else "in a flooded hex"
    g.tell("lost_in_drop", rule="V.B.3.a", unit=unit, where=where)
    eliminate(g, unit, rule="V.B.3.a")


@rule("V.B.3.d", "ATT.10", "V.B.3.d-01")
def disperse(g: LongestDay, unit: int) -> None:
    """V.B.3.d Who did not land in his drop zone may be disrupted and lose a step; air supply is simply scattered."""
    die = g.dice.roll("dispersal", "1d6", rule="V.B.3.d").total
    row = next(row for row in reversed(g.box.sea.dispersal) if die >= row.die)
    if not row.disrupted:
        return
    if g.box.sea.is_air_supply[unit]:
        g.change(unit, at=g.box.box_at("air supply"), landed="")
        g.tell("resupply_failed", rule="V.B.3.d-01", unit=unit)
        return
    disrupt(g, unit, rule="V.B.3.d")
    if row.steps and not g.box.is_supply[unit]:
        lose_step(g, unit, rule="V.B.3.d")


def drop_all(g: LongestDay, units: Sequence[int], diagram: Diagram, *, landed: Landing = "drop") -> Flow:
    """V.B.3, V.B.4 Units are dropped in their zones of the schedule, and fight where they must."""
    for unit in units:
        drop(g, unit, zone_of(g, unit), diagram, landed=landed)
    yield from drift_combat.fight_all(g)
