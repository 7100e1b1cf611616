"""9.2-9.5 Depth markers and reinforcements that events and reveals bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from beachhead.games.omaha import armor
from beachhead.games.omaha.box import SECTORS
from beachhead.games.omaha.control import german_communication
from beachhead.games.omaha.german_units import (
    add_depth,
    depth_piece,
    german_piece,
    occupant,
    place_unit,
    remove_depth,
    turn_up_depth,
)
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Verb, rule

VERBS: Mapping[str, Verb] = {}
EVENTS: Mapping[str, str] = {
    "no_depth": "No German unit {where} can gain depth",
    "no_reinforcement": "No reinforcement appears in zone {zone}: {why}",
    "reinforced": "Zone {zone}: a reinforcement takes up position {position:position} ({why})",
    "tactical_reinforcement": "The WN calls a tactical reinforcement to {position:position}",
    "no_tactical": "The WN calls for a tactical reinforcement, but {why}",
    "kg_meyer": "Kampfgruppe Meyer releases {units} units and {depth} depth markers",
    "no_kg_meyer": "Kampfgruppe Meyer has nothing left to release",
}

PLACE_KINDS = ("single-hex WN", "two-hex WN", "reinforcement position")


# --- 9.2 depth ---------------------------------------------------------------------------------------------------


@rule("9.2", "9.2a", "9.2b", "9.2c")
def depth_rank(g: Omaha, position: int) -> tuple[int, int, int, str]:
    """9.2 Nearest to a US unit, then single-hex WN before two-hex WN before the rest, then number and letter."""
    there = g.box.positions[position]
    kind = (1 if len(g.box.sites[there.site].positions) > 1 else 0) if there.is_wn else 2
    return g.distance_to_us(there.hex), kind, there.number, there.zone + there.id


@rule("9.2", "9.24")
def depth_candidates(g: Omaha, sectors: Iterable[str]) -> list[int]:
    """9.2 Units without a depth marker, in communication; 9.24 no WN when the WN markers are gone."""
    communication = german_communication(g)
    found = []
    for position, post in enumerate(g.posts):
        there = g.box.positions[position]
        if post.unit is None or post.depth is not None or there.sector not in sectors:
            continue
        if position in communication and (not there.is_wn or g.depth_pool["wn"]):
            found.append(position)
    return sorted(found, key=lambda position: depth_rank(g, position))


@rule("9.2", "9.2.sector", "9.2.none", "9.22", "9.24c")
def depth_event(g: Omaha, sectors: Sequence[str] | None, *, rule: str) -> None:
    """9.2 One marker anywhere (None), or one in each sector named; an empty sector passes its marker to the other."""
    if sectors is None:
        _one_depth(g, SECTORS, SECTORS, rule=rule)
        return
    if len(sectors) > 1 and sum(map(len, _depth_supply(g))) == 1:  # 9.24
        _one_depth(g, SECTORS, SECTORS, rule="9.24c")
        return
    for sector in sectors:
        _one_depth(g, (sector,), SECTORS, rule=rule)


def _depth_supply(g: Omaha) -> list[list[int]]:
    return [g.depth_pool[kind] for kind in ("wn", "building", "mobile")]


def _one_depth(g: Omaha, first: Sequence[str], then: Sequence[str], *, rule: str) -> None:
    for sectors in (first, then):
        for position in depth_candidates(g, sectors):
            if add_depth(g, g.box.positions[position].hex, rule=rule):
                return
    where = "on the map" if len(first) > 1 else f"in the {first[0]}"
    g.tell("no_depth", rule="9.2.none", where=where)


# --- 9.3 reinforcements by event ---------------------------------------------------------------------------------


@rule("9", "9.31", "9.34", "16.4c")
def draw_reinforcement(g: Omaha, *, rule: str) -> tuple[int, str] | None:
    """9.3, 9.31 A unit from the tactical pool, else from the division pool; None when both are empty."""
    for pool in ("T", "D"):
        if g.pool[pool]:
            return g.dice.draw(g.pool[pool], "reinforcement", rule=rule, kind="german", only=()), pool
    return None


@rule("9.3", "9.3a", "9.3b", "9.3c", "9.32", "9.33", "2.1.blank", "19.3.gar1")
def zone_position(g: Omaha, zone: str, communication: set[int]) -> tuple[tuple[int, int], int] | None:
    """9.3 The position of a zone that is reinforced first, with its rank: adjacent to US units, within two, lowest."""
    ranked = []
    for position, there in enumerate(g.box.positions):
        if there.zone != zone or position not in communication or not is_empty(g, position):
            continue
        distance = g.distance_to_us(there.hex)
        ranked.append(((0 if distance <= 1 else 1 if distance <= 2 else 2, there.number), position))
    return min(ranked, default=None)


@rule("9.32", "19.3.gar1")
def is_empty(g: Omaha, position: int) -> bool:
    """9.32, 19.3 Whether a German unit may appear in a position: nobody is there but perhaps a general (11.31)."""
    post, place = g.posts[position], g.box.positions[position].hex
    if post.unit is not None or post.garrison or g.armor_at(place) is not None:
        return False
    return all(g.piece(u).type == "general" for u in g.standing(place))


@rule("9.3", "9.33a", "9.34", "9.34a", "EV.reinf", "EV.crisis")
def reinforce_zones(g: Omaha, zones: Sequence[str], *, rule: str) -> None:
    """9.3 One reinforcement for each zone; 9.34 too few units go where the priorities of the whole map say."""
    supply = len(g.pool["T"]) + len(g.pool["D"]) + (len(g.pool["A"]) if armor.may_enter(g) else 0)
    if supply < len(zones):
        zones = _served_first(g, zones)
    elif armor.may_enter(g):
        zones = armor.entry_first(g, zones)
    for zone in zones:
        _reinforce_zone(g, zone, rule=rule)


def _served_first(g: Omaha, zones: Sequence[str]) -> list[str]:
    communication = german_communication(g)
    ranks = {zone: found[0] for zone in zones if (found := zone_position(g, zone, communication))}
    return sorted(zones, key=lambda zone: (ranks.get(zone, (9, 99)), zone))


def _reinforce_zone(g: Omaha, zone: str, *, rule: str) -> None:
    found = zone_position(g, zone, german_communication(g))
    if found is None:
        g.tell("no_reinforcement", rule="9.33a", zone=zone, why="no empty position is in communication")
        return
    (near, _), position = found
    if armor.armor_enters(g, position):
        return
    drawn = draw_reinforcement(g, rule="9.3")
    if drawn is None:
        g.tell("no_reinforcement", rule="9.34", zone=zone, why="the pools are empty")
        return
    unit, pool = drawn
    why = ("next to US units", "within two hexes of US units", "lowest number")[near]
    g.tell("reinforced", rule=rule, zone=zone, position=position, why=why)
    bring_in(g, position, unit, with_depth=pool == "D" or g.has("reaction"), rule="9.31" if pool == "D" else "9.3")


@rule("9.31", "22.4a")
def bring_in(g: Omaha, position: int, unit: int, *, with_depth: bool, rule: str, acted: bool = False) -> None:
    """9.3, 9.31 The unit appears face down; division units, and all with 22.4, bring a depth marker."""
    place_unit(g, position, unit, rule=rule, acted=acted)
    if with_depth:
        add_depth(g, g.box.positions[position].hex, rule="9.31")


# --- 9.4 tactical reinforcements ---------------------------------------------------------------------------------


@rule("9.1", "9.4")
def reveal_depth(g: Omaha, place: int, *, rule: str, face_up: bool = False) -> bool:
    """9.1, 9.4 Turn up the depth marker of a hex; a tactical marker goes and calls its unit. True if one remains."""
    marker = turn_up_depth(g, place, rule=rule)
    if marker is None:
        return False
    if depth_piece(g, marker).tactical:
        remove_depth(g, place, rule="9.4")
        tactical_reinforcement(g, place, shown=face_up)
        return False
    return True


@rule("9.4", "9.4a", "9.41", "9.41a", "9.42", "22.4a")
def tactical_reinforcement(g: Omaha, place: int, *, shown: bool = False) -> None:
    """9.4 A tactical unit takes the nearest empty reinforcement position, blank ones included, in communication."""
    if not g.pool["T"]:
        g.tell("no_tactical", rule="9.42", why="no tactical unit is left")
        return
    communication, distance = german_communication(g), g.box.board.distance
    ranked = [
        ((distance(place, there.hex), g.distance_to_us(there.hex), there.number, there.id), position)
        for position, there in enumerate(g.box.positions)
        if not there.is_wn and position in communication and is_empty(g, position)
    ]
    if not ranked:
        g.tell("no_tactical", rule="9.41a", why="no empty position is in communication")
        return
    position = min(ranked)[1]
    unit = g.dice.draw(g.pool["T"], "tactical reinforcement", rule="9.42", kind="german", only=())
    g.tell("tactical_reinforcement", rule="9.4", position=position)
    place_unit(g, position, unit, rule="9.4", shown=shown)
    if g.has("reaction"):
        add_depth(g, g.box.positions[position].hex, rule="22.4a")


# --- 9.5 Kampfgruppe Meyer ---------------------------------------------------------------------------------------


@rule("9.5", "9.5a", "EV.kgmeyer", "22.4")
def release_kg_meyer(g: Omaha) -> None:
    """9.5 Four units go to the division pool and two markers to the mobile pool; 9.5a later events do nothing."""
    if not g.pool["M"]:
        g.tell("no_kg_meyer", rule="22.4" if g.has("reaction") else "9.5a")
        return
    units = _release(g, g.pool["M"], g.pool["D"], 4, "german")
    depth = _release(g, g.depth_pool["kg"], g.depth_pool["mobile"], 2, "depth")
    g.tell("kg_meyer", rule="9.5", units=units, depth=depth)


def _release(g: Omaha, pile: list[int], to: list[int], count: int, kind: str) -> int:
    released = [g.dice.draw(pile, "KG Meyer", rule="9.5", kind=kind, only=()) for _ in range(min(count, len(pile)))]
    to += released
    return len(released)


def is_unrevealed_reinforcement(g: Omaha, place: int) -> bool:
    """9.1 Whether an unrevealed reinforcement unit is in a hex."""
    there = occupant(g, place)
    return there is not None and not there.shown and not there.is_wn and german_piece(g, there.unit).pool != "A"
