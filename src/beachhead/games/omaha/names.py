"""What people call the things of the game: hexes by WN, village, draw or beach, counters by what they are."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.omaha.box import Box, LandingBox, Position
from beachhead.games.omaha.state import OFF_MAP
from beachhead.kernel import NameList

BEACHES = {
    "FG": "Fox Green",
    "ER": "Easy Red",
    "EG": "Easy Green",
    "DR": "Dog Red",
    "DW": "Dog White",
    "DG": "Dog Green",
    "CH": "Charlie",
}
GUNS = {"75": "a 75 mm gun", "88": "an 88 mm gun", "rocket": "the rocket battery", "plain": "a Widerstandsnest unit"}
POOLS = {"wn": "WN", "building": "building", "mobile": "mobile", "kg": "Kampfgruppe Meyer", "armor": "armor"}
SIDES = {"us": "US", "1st": "1st Division", "29th": "29th Division"}


def hex_titles(box: Box) -> Mapping[int, str]:
    """2.1 The names of hexes: a WN comes before its village, and that before a draw and a beach."""
    found: dict[int, str] = {}
    for landing in box.boxes:
        if landing.lettered:
            found |= {h: BEACHES[landing.beach] for h in landing.hexes.values() if h is not None}
    for area, hexes in box.sheet.areas.items():
        if area.startswith("draw-"):
            found |= dict.fromkeys(hexes, f"{area.removeprefix('draw-')} draw")
    for place, hexes in box.sheet.places.items():
        found |= dict.fromkeys(hexes, place)
    return found | {position.hex: plate_text(position.id) for position in box.positions if position.is_wn}


def plate_text(position: str) -> str:
    """What is printed on a position: `WN 62N`, `A1`, nothing for a blank one."""
    return spaced(position) if position[0].isupper() else ""


def spaced(name: str) -> str:
    """What people call a position or an armor unit: `WN 62`, `C5`, `1/1/352PzJ`."""
    return f"WN {name[2:]}" if name.startswith("WN") else name


def _position(box: Box, position: Position) -> str:
    called = box.board.called(position.hex)
    if position.is_wn or not plate_text(position.id):
        return called
    return f"{position.id} ({called})" if called == box.board.name(position.hex) else f"{position.id}, {called}"


def _landing_box(landing: LandingBox) -> str:
    if not landing.lettered:
        return f"landing {landing.id}"
    return f"{BEACHES[landing.beach]} {landing.id.removeprefix(landing.beach)} ({landing.id})"


def names_of(box: Box) -> dict[str, NameList]:
    """The names of every kind of thing, as printed and as people call them."""
    boxes = NameList("landing box", [each.id for each in box.boxes], [_landing_box(each) for each in box.boxes])
    box.name_places(OFF_MAP, {"box": ("box", boxes)}, hex_titles(box))
    places = [_position(box, each) for each in box.positions]
    germans = [GUNS.get(each.kind, each.id) for each in box.german]
    backs = [f"{POOLS[each.pool]} depth marker" for each in box.depth]
    return {
        "position": NameList("position", [each.id for each in box.positions], places),
        "german": NameList("German unit", [each.id for each in box.german], germans),
        "depth": NameList("depth marker", [each.id for each in box.depth], backs),
        "card": NameList("card", [card.id for card in box.cards]),
        "box": boxes,
        "base": NameList("engineer base", [base.id for base in box.bases]),
    }


def words_of(box: Box) -> Mapping[str, str]:
    """The sides, and the positions that fire."""
    return SIDES | {site.id: spaced(site.id) for site in box.sites if site.is_wn}
