"""12 Control and communication."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from beachhead.games.omaha.box import Box
from beachhead.games.omaha.fields import armor_field, fire_map
from beachhead.games.omaha.lines import lines
from beachhead.games.omaha.state import Omaha
from beachhead.hexes import flood, marked
from beachhead.kernel import derived, heeds, rule


@rule("12", "12.1", "12.1a", "12.1b", "12.11", "12.11a", "2.21.sym")
@heeds("units", "at", "steps")
@derived("units", "bases")
def us_control(g: Omaha) -> Set[int]:
    """12.1 The hexes that US units, HQs and bases control; a general controls none."""
    found = {base.hex for base in g.bases if base.hex is not None}
    return found.union(*[g.exerts(u, g.units[u]) for u in (*g.on_map("units"), *g.on_map("HQ"))])


@rule("12.2", "12.2a")
def german_network(g: Omaha) -> Set[int]:
    """12.2 The hexes from which a path leads to an exit, each of them open to the path itself."""
    return _network(g.box, _closed_ground(g))


@rule("12.2a", "12.21")
def _closed_ground(g: Omaha) -> frozenset[int]:
    """12.2, 12.21 The hexes that a path of German communication may not enter because of US units."""
    ground = g.box.network_ground
    closed = ((ground & us_control(g)) - german_hexes(g)) | (ground & g.held_hexes())
    return closed | (ground & unused_half(g)) if g.is_half else closed


@rule("EF.1")
def unused_half(g: Omaha) -> Set[int]:
    """EF.1 Easy Fox uses the east half of the map alone: nobody is there, and no path leads there."""
    return g.box.west_half if g.is_half else frozenset()


@lru_cache(maxsize=64)
def _network(box: Box, closed: frozenset[int]) -> frozenset[int]:
    """12.2 All hexes within reach of an exit, if some are closed. They seldom change, and the search is long."""
    starts = [h for h in box.exits.values() if h not in closed]
    inland = [h for h in range(len(box.board)) if box.german_ground[h] and h not in closed]
    ground = marked(len(box.board), inland)
    return frozenset(flood(box.board, starts, ground)) if starts else frozenset()


def german_hexes(g: Omaha) -> Set[int]:
    """The hexes with German units."""
    return lines(g).hexes


@rule("12.2", "12.2b", "12.22", "12.23", "12.23a")
@heeds("units", "at", "steps")
@derived("scenario", "units", "bases", "posts", "armor")
def german_communication(g: Omaha) -> Set[int]:
    """12.2 The positions in German communication at this moment."""
    box, occupied = g.box, g.held_hexes()
    closed = _closed_ground(g)
    gone = occupied | unused_half(g)
    lost = {box.position_at[h] for h in box.position_at.keys() & gone}
    beside = _beside_network(box, closed) - lost
    apart = lines(g).manned - beside - lost
    return beside.union(p for p in apart if _across_bocage(g, p, _network(box, closed), occupied))


@lru_cache(maxsize=64)
def _beside_network(box: Box, closed: frozenset[int]) -> frozenset[int]:
    """12.2, 12.22 The positions at an exit, in the network or next to it: their own hex may be controlled."""
    network, adjacent = _network(box, closed), box.board.adjacent
    return frozenset(
        p
        for p, there in enumerate(box.positions)
        if there.hex in box.exit_at or not network.isdisjoint((there.hex, *adjacent[there.hex]))
    )


def _across_bocage(g: Omaha, position: int, network: Set[int], occupied: Set[int]) -> bool:
    """12.23 Whether a reinforcement has only a bocage hex between itself and the network, or an exit."""
    box, there = g.box, g.box.positions[position]
    if there.is_wn:
        return False
    beyond = [h for h in box.board.adjacent[there.hex] if box.is_bocage[h] and h not in occupied]
    return any(h in box.exit_at or not network.isdisjoint(box.board.adjacent[h]) for h in beyond)


@rule("18.1", "19.1")
def in_potential_fire(g: Omaha, place: int) -> bool:
    """18.1, 19.1 Whether an occupied position, or an empty one in German communication, has a dot in a hex."""
    posts, sites, communication = g.posts, g.box.sites, german_communication(g)
    near = [p for site in g.box.dotted[place] for p in sites[site].positions]
    if any(p in communication or posts[p].unit is not None for p in near):
        return True
    return any(armor_field(g, a).get(place) for a, armor in enumerate(g.armor) if armor.hex is not None)


@rule("12.3", "12.31", "12.31a")
@derived("scenario", "posts", "armor")
def us_communication(g: Omaha) -> Set[int]:
    """12.3 The hexes from which a path leads to a beach hex outside all fields of fire."""
    box = g.box
    fire = fire_map(g, disrupted=True)
    closed = german_hexes(g) | unused_half(g)

    ground = [
        land and not rough and not fire[h] and h not in closed
        for h, (land, rough) in enumerate(zip(box.is_land, box.is_rough, strict=True))
    ]
    return flood(box.board, [h for h in box.beaches if ground[h]], ground, closed=box.barred_sides).keys()
