"""12 Control and communication."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from beachhead.games.omaha.box import CLIFFS, Box
from beachhead.games.omaha.fields import armor_field, fire_map
from beachhead.games.omaha.lines import lines
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import derived, rule

BARRIERS = CLIFFS | {"bluff"}


@rule("12", "12.1", "12.1a", "12.1b", "12.11", "12.11a", "2.21.sym")
@derived("units", "bases")
def us_control(g: Omaha) -> Set[int]:
    """12.1 The hexes that US units control: their own, and those around infantry of two or more steps and armor."""
    box, units = g.box, g.units
    controlled = {base.hex for base in g.bases if base.hex is not None}
    for u in g.ashore():
        here, piece, steps = units[u].at, box.us[u], units[u].steps
        if piece.type == "general":
            continue
        controlled.add(here)
        side = piece.sides[steps] if steps else None
        if side is not None and side.controls:
            controlled.update(box.controllable[here])
    return controlled


def us_occupied(g: Omaha) -> Set[int]:
    """12.2, 11.31 The hexes with US units; a general alone does not count."""
    return g.held_hexes()


@rule("12.2", "12.2a")
def german_network(g: Omaha, controlled: Set[int], occupied: Set[int]) -> Set[int]:
    """12.2 The hexes from which a path leads to an exit, each of them open to the path itself."""
    return _network(g.box, _closed_ground(g, controlled, occupied))


@rule("12.2a", "12.21")
def _closed_ground(g: Omaha, controlled: Set[int], occupied: Set[int]) -> frozenset[int]:
    """12.2, 12.21 The hexes that a path of German communication may not enter because of US units."""
    closed = (controlled - german_hexes(g)) | occupied | unused_half(g)
    return g.box.network_ground.intersection(closed)


@rule("EF.1")
def unused_half(g: Omaha) -> Set[int]:
    """EF.1 Easy Fox uses the east half of the map alone: nobody is there, and no path leads there."""
    return g.box.west_half if g.is_half else frozenset()


@lru_cache(maxsize=64)
def _network(box: Box, closed: frozenset[int]) -> frozenset[int]:
    """12.2 All hexes within reach of an exit, if some are closed. They seldom change, and the search is long."""
    seen = bytearray(len(box.board))
    for h in closed:
        seen[h] = 1
    reached = [h for h in box.exits.values() if not seen[h]]
    for h in reached:
        seen[h] = 1
    ways = box.german_ways
    for h in reached:  # grows while it runs
        for n in ways[h]:
            if not seen[n]:
                seen[n] = 1
                reached.append(n)
    return frozenset(reached)


def german_hexes(g: Omaha) -> Set[int]:
    """The hexes with German units."""
    return lines(g).hexes


@rule("12.2", "12.2b", "12.22", "12.23", "12.23a")
@derived("scenario", "units", "bases", "posts", "armor")
def german_communication(g: Omaha) -> Set[int]:
    """12.2 The positions in German communication at this moment."""
    box, occupied = g.box, us_occupied(g)
    closed = _closed_ground(g, us_control(g), occupied)
    gone = occupied | unused_half(g)
    lost = {position for h, position in box.position_at.items() if h in gone}
    beside = _beside_network(box, closed)
    apart = [p for p, post in enumerate(g.posts) if post.unit is not None and p not in beside and p not in lost]
    return (beside - lost).union(p for p in apart if _across_bocage(g, p, _network(box, closed), occupied))


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

    def is_open(h: int) -> bool:
        return box.is_land[h] and not box.is_rough[h] and not fire[h] and h not in closed

    reached = {h for h in box.beaches if is_open(h)}
    frontier = list(reached)
    links, side_kinds = box.board.links, box.side_kinds
    while frontier:
        for h, side in links[frontier.pop()]:
            if h not in reached and is_open(h) and not side_kinds[side] & BARRIERS:
                reached.add(h)
                frontier.append(h)
    return reached
