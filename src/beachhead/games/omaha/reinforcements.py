"""9.2-9.5 Depth markers and reinforcements that events and reveals bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from beachhead.games.omaha import armor
from beachhead.games.omaha.box import SECTORS
from beachhead.games.omaha.control import german_communication
from beachhead.games.omaha.german_units import (
    Occupant,
    add_depth,
    depth_kind,
    place_unit,
    remove_depth,
    turn_up_depth,
)
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Told, rule

EVENTS = {
    "no_depth": Told("No German unit gains depth: {why}"),
    "no_reinforcement": Told("No reinforcement appears in zone {zone}: {why}"),
    "reinforced": Told("Zone {zone}: a reinforcement takes up position {position:position} ({why})", "move"),
    "tactical_reinforcement": Told("The WN calls a tactical reinforcement to {position:position}", "move"),
    "no_tactical": Told("The WN calls for a tactical reinforcement, but {why}"),
    "kg_meyer": Told("Kampfgruppe Meyer releases {units:#unit} and {depth:#depth marker}"),
    "no_kg_meyer": Told("Kampfgruppe Meyer has nothing left to release"),
}

DEPTH_REASONS = ("closest to US units", "", "lowest number", "lowest letter")
"""9.2 What puts a position before another; its kind is told by `KIND_REASONS`."""
KIND_REASONS = (
    "a Widerstandsnest of one hex comes before the others",
    "a Widerstandsnest comes before other positions",
)


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
        _one_depth(g, depth_candidates(g, SECTORS), rule=rule)
    elif len(sectors) > 1 and sum(len(g.depth_pool[kind]) for kind in ("wn", "building", "mobile")) == 1:
        suited = [p for p in depth_candidates(g, SECTORS) if g.depth_pool[depth_kind(g, g.box.positions[p].hex)]]
        _one_depth(g, suited, rule="9.24c")
    else:
        for sector in sectors:
            _one_depth(g, depth_candidates(g, (sector,)) or depth_candidates(g, SECTORS), rule=rule)


def _one_depth(g: Omaha, candidates: Sequence[int], *, rule: str) -> None:
    """9.2 A marker for the first of the candidates; 9.24 none if its kind has run out."""
    if not candidates:
        g.tell("no_depth", rule="9.2.none", why="no German unit that is in communication lacks it")
        return
    why = "the only one"
    if len(candidates) > 1:
        first, second = (depth_rank(g, position) for position in candidates[:2])
        pairs = zip(DEPTH_REASONS, first, second, strict=True)
        why = next(why for why, one, other in pairs if one != other) or KIND_REASONS[first[1]]
    if not add_depth(g, g.box.positions[candidates[0]].hex, rule=rule, why=why):
        g.tell("no_depth", rule="9.24b", why="no marker of the kind is left")


# --- 9.3 reinforcements by event ---------------------------------------------------------------------------------


@rule("9", "9.31", "9.34", "16.4c")
def draw_reinforcement(g: Omaha, *, rule: str) -> tuple[int, str] | None:
    """9.3, 9.31 A unit from the tactical pool, else from the division pool; None when both are empty."""
    for pool in ("T", "D"):
        if g.pool[pool]:
            return g.dice.draw(g.pool[pool], "reinforcement", rule=rule, kind="german", only=()), pool
    return None


@rule("9.3", "9.3a", "9.3b", "9.3c", "9.32", "9.33", "2.1.blank", "19.3.gar1")
def zone_position(g: Omaha, zone: str, communication: Set[int]) -> tuple[tuple[int, int], int] | None:
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
    waiting, first = list(zones), armor.entry_zone(g, zones) if armor.may_enter(g) else None
    if first is not None:
        waiting.remove(first)
        _reinforce_zone(g, first, rule=rule)
    if len(g.pool["T"]) + len(g.pool["D"]) < len(waiting):
        communication = german_communication(g)
        ranks = {zone: found[0] for zone in waiting if (found := zone_position(g, zone, communication))}
        waiting.sort(key=lambda zone: (ranks.get(zone, (9, 99)), zone))
    for zone in waiting:
        _reinforce_zone(g, zone, rule=rule)


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
        cited = "22.4a" if rule == "9.3" else rule  # by 9.3 alone there is none
        add_depth(g, g.box.positions[position].hex, rule=cited)


# --- 9.4 tactical reinforcements ---------------------------------------------------------------------------------


@rule("9.1", "9.4")
def reveal_depth(g: Omaha, place: int, *, rule: str, face_up: bool = False) -> bool:
    """9.1, 9.4 Turn up the depth marker of a hex; a tactical marker goes and calls its unit. True if one remains."""
    marker = turn_up_depth(g, place, rule=rule)
    if marker is None:
        return False
    if g.box.depth[marker].tactical:
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
    site = g.box.positions[g.box.position_at[place]].site  # counted from undisrupted units, else from all its hexes
    wn = [g.box.positions[p].hex for p in g.active(site) or g.box.sites[site].positions]
    ranked = [
        ((min(distance(h, there.hex) for h in wn), g.distance_to_us(there.hex), there.number, there.id), position)
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


def is_unrevealed(g: Omaha, there: Occupant) -> bool:
    """9.1 Whether it is an unrevealed reinforcement unit."""
    return not there.shown and not there.is_wn and g.box.german[there.unit].pool != "A"
