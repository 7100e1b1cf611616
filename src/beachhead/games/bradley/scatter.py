"""4.3.2-4.5 The figures of an air landing: modifiers, and where a Drop Zone or a unit comes down, and how.

Nothing here asks, rolls or changes anything: the chapter of drops and the previews use the same figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from beachhead.games.bradley.box import GERMAN
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Modifier, Ruling, rule
from beachhead.wargame import total

FLAK_RANGE = 3
TWO_DICE = range(2, 13)


class Fall(msgspec.Struct, frozen=True):
    """4.4 What becomes of a unit that jumps or glides down."""

    fate: Literal["lands", "aborted", "lost"]
    rule: str
    hex: int | None = None
    shocks: tuple[str, ...] = ()
    """4.4.8 The rules by which it is disrupted; two of them eliminate it."""


def zone_hexes(g: Bradley) -> set[int]:
    """4.2.2 The hexes where Drop Zones lie or are meant to land."""
    return {marker.hex for marker in g.drop_zones if marker.hex is not None}


# --- 4.3.2 modifiers ---------------------------------------------------------------------------------------------


@rule("4.3.2c", "4.3.3d")
def flak_in_range(g: Bradley, zone: int) -> tuple[tuple[int, int], ...]:
    """4.3.3d The committed German units that are within three hexes of a Drop Zone where it lies now."""
    marker, distance = g.drop_zones[zone], g.box.board.distance
    assert marker.hex is not None
    centre = marker.hex
    return tuple((u, sign) for u, sign in marker.flak if g.is_on_map(u) and distance(g.where(u), centre) <= FLAK_RANGE)


@rule("4.3.2b", "4.3.3c")
def zone_modifiers(g: Bradley, zone: int) -> list[Modifier]:
    """4.3.2 Wind and flak of a Drop Zone: for the marker itself, and for every unit that lands there this turn."""
    found = [Modifier("4.3.2b", "Wind", g.drop_zones[zone].wind or 0)]
    found += [Modifier("4.3.2c", f"Flak of {g.name(u)}", sign) for u, sign in flak_in_range(g, zone)]
    return found


@rule("4.3.3e", "4.5.2", "4.5.3")
def drop_modifiers(g: Bradley, unit: int, zone: int) -> list[Modifier]:
    """4.3.3e, 4.5.3 What is added to the scatter roll of a unit: wind, flak, and the table for the hex of its DZ."""
    centre, table = g.drop_zones[zone].hex, g.box.drop_modifiers
    assert centre is not None
    is_glider, germans = g.box.pieces[unit].is_glider, g.hexes(GERMAN)
    conditions = [g.box.terrain[centre]]
    if not germans.isdisjoint(g.box.board.adjacent[centre]):
        conditions.append("german adjacent")
    if g.is_night:
        conditions.append("night")
    rule_id = "4.5.2" if is_glider else "4.3.3e"
    found = zone_modifiers(g, zone)
    for condition in conditions:
        row = table[condition]
        value = row.glider if is_glider else row.parachute
        if value:
            found.append(Modifier(rule_id, condition.capitalize(), value))
    return found


# --- 4.3.3 the diagram -------------------------------------------------------------------------------------------


@rule("4.3.3", "4.3.3b", "4.2.3")
def scattered(g: Bradley, centre: int, roll: int) -> int | None:
    """4.3.3 The hex for a number of the diagram laid over a hex; None off the diagram or off the map."""
    way = g.box.scatter.way(roll)
    if way is None:
        return None
    place = _walk(g, centre, way)
    if place < 0:
        place = _walk(g, centre, way[::-1])  # the same hex, where the first way leads over the edge
    return place if place in g.row.area else None


def _walk(g: Bradley, place: int, way: Sequence[int]) -> int:
    for direction in way:
        place = g.box.board.neighbours[place][direction] if place >= 0 else -1
    return place


@rule("4.2.2")
def zone_landing(g: Bradley, zone: int, roll: int) -> int | None:
    """4.3.3a, 4.3.3i Where a Drop Zone comes down; None if the landing procedure is to be repeated.

    It cannot leave the diagram or the map, or join another Drop Zone. It may lie in the sea or on an enemy.
    """
    centre = g.drop_zones[zone].hex
    assert centre is not None
    place = scattered(g, centre, roll)
    taken = {marker.hex for other, marker in enumerate(g.drop_zones) if other != zone}
    return None if place in taken else place


def refuse_flak(g: Bradley, unit: int, zone: int, sign: int) -> Ruling | None:
    """4.3.2c, 4.3.2f Why a German unit cannot be committed against a Drop Zone."""
    piece, marker = g.box.pieces[unit], g.drop_zones[zone]
    if piece.side != GERMAN or not g.is_on_map(unit) or marker.hex is None:
        return Ruling("4.3.2c", f"{piece.id} is no German unit on the map", (unit,))
    if any(unit == other for marker in g.drop_zones for other, _ in marker.flak):
        return Ruling("4.3.2f", f"{piece.id} has been committed against a Drop Zone this turn", (unit,))
    if g.box.board.distance(g.where(unit), marker.hex) > FLAK_RANGE:
        return Ruling("4.3.2c", f"{piece.id} is more than three hexes away", (unit,), (marker.hex,))
    net = total(zone_modifiers(g, zone)) + sign
    if marker.place == "flight" and all(zone_landing(g, zone, dice + net) is None for dice in TWO_DICE):
        return Ruling("4.3.3i", "The Drop Zone itself cannot be kept from landing", (unit,), (marker.hex,))
    return None


# --- 4.4, 4.5 units ----------------------------------------------------------------------------------------------


def refuse_drop(g: Bradley, unit: int, zone: int) -> Ruling | None:
    """4.0, 4.5.1, 4.6 Why a unit cannot land at a Drop Zone now."""
    marker = g.drop_zones[zone]
    if not g.is_window:
        return Ruling("4.6", "Air landings are made on turns 1, 8 and 11 only", (unit,))
    if g.units[unit].box != g.box.drop_box[zone]:
        return Ruling("4.3.1c", f"{g.name(unit)} is not in the box of that Drop Zone", (unit,))
    if g.box.pieces[unit].is_glider and (marker.place != "ground" or marker.turn >= g.turn):
        return Ruling("4.5.1", "Gliders land only at a Drop Zone that lay there before this turn", (unit,))
    return None


def droppers(g: Bradley, zone: int) -> list[int]:
    """4.3.2e The units that will land at a Drop Zone this turn."""
    return [u for u in g.in_box(g.box.drop_box[zone]) if refuse_drop(g, u, zone) is None]


@rule("4.3.3g", "4.3.3h", "4.4.3", "4.4.4", "4.4.5", "4.5.4")
def fall(g: Bradley, unit: int, zone: int, roll: int) -> Fall:
    """4.3.3, 4.4 What a modified scatter roll makes of a unit."""
    centre, diagram = g.drop_zones[zone].hex, g.box.scatter
    assert centre is not None
    if roll < diagram.first:
        return Fall("lost", "4.3.3h")
    if roll > diagram.last:
        return Fall("aborted", "4.3.3g")
    place = scattered(g, centre, roll)
    if place is None or g.is_all_sea(place):
        return Fall("lost", "4.4.4", place)
    if not g.holds(GERMAN, place) and refuse_joining(g, (unit,), place) is not None:
        return Fall("aborted", "4.5.4" if g.box.pieces[unit].is_glider else "4.4.5", place)
    return Fall("lands", "4.4.3", place, _shocks(g, unit, place, roll))


@rule("4.3.3f", "4.4.6", "4.4.7", "4.5.5", "4.5.6")
def _shocks(g: Bradley, unit: int, place: int, roll: int) -> tuple[str, ...]:
    """4.4.8 Every rule by which a unit that lands in a hex is disrupted: the asterisk, the ground, and who is there."""
    is_glider, box = g.box.pieces[unit].is_glider, g.box
    friends = () if g.holds(GERMAN, place) else g.standing(place)
    found = ["4.3.3f"] if box.scatter.disrupts(roll) else []
    if is_glider and not (box.is_clear[place] or box.is_hill[place]):
        found.append("4.5.6")
    elif not is_glider and not box.is_clear[place]:
        found.append("4.4.6")
    if is_glider and friends and any(marker.hex == place for marker in g.drop_zones):
        found.append("4.5.5")
    elif any(subunit(g, u) != subunit(g, unit) for u in friends):
        found.append("4.4.7")
    return tuple(found)


@rule("4.2.8a")
def subunit(g: Bradley, unit: int) -> str:
    """4.1, 4.2.8 The regiment of a division to which a unit belongs; a unit of no regiment is by itself.

    The two battalions of the 401st belong to different divisions.
    """
    piece = g.box.pieces[unit]
    return f"{piece.division}/{piece.regiment}" if piece.regiment else piece.id
