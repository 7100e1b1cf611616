"""12 Control and communication."""

from __future__ import annotations

from collections.abc import Collection

from beachhead.games.omaha.box import CLIFFS
from beachhead.games.omaha.fields import fire_map
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import rule

BARRIERS = CLIFFS | {"bluff"}


@rule("12", "12.1", "12.1a", "12.1b", "12.11", "12.11a", "2.21.sym")
def us_control(g: Omaha) -> set[int]:
    """12.1 The hexes that US units control: their own, and those around infantry of two or more steps and armor."""
    box = g.box
    is_low, is_high, adjacent = box.is_low, box.is_high, box.board.adjacent
    controlled = {base.hex for base in g.bases if base.hex is not None}
    for u, unit in enumerate(g.units):
        here = unit.hex
        if here is None or box.us[u].type == "general":
            continue
        controlled.add(here)
        side = box.us[u].sides[unit.steps] if unit.steps else None
        if side is None or not side.controls:
            continue
        if is_low[here]:  # 12.11
            controlled.update(h for h in adjacent[here] if not is_high[h])
        else:
            controlled.update(adjacent[here])
    return controlled


@rule("11.31")
def us_occupied(g: Omaha) -> set[int]:
    """12.2, 11.31 The hexes with US units; a general alone does not count."""
    us = g.box.us
    return {unit.hex for u, unit in enumerate(g.units) if unit.hex is not None and us[u].type != "general"}


@rule("12.2", "12.2a", "12.21")
def german_network(g: Omaha, controlled: Collection[int], occupied: Collection[int]) -> set[int]:
    """12.2 The hexes from which a path leads to an exit, each of them open to the path itself."""
    box = g.box
    germans = german_hexes(g)
    seen = bytearray(len(box.board))  # flat, and marked before the search: this runs many times a turn
    for h in controlled:
        seen[h] = h not in germans  # 12.21
    for h in occupied:
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
    return set(reached)


def german_hexes(g: Omaha) -> set[int]:
    """The hexes with German units."""
    positions = g.box.positions
    germans = {positions[p].hex for p, post in enumerate(g.posts) if post.unit is not None}
    germans.update(armor.hex for armor in g.armor if armor.hex is not None)
    return germans


@rule("12.2", "12.2b", "12.22", "12.23", "12.23a")
def german_communication(g: Omaha) -> set[int]:
    """12.2 The positions in German communication at this moment."""
    controlled, occupied = us_control(g), us_occupied(g)
    network = german_network(g, controlled, occupied)
    return {p for p in range(len(g.posts)) if _in_communication(g, p, network, occupied)}


def _in_communication(g: Omaha, position: int, network: set[int], occupied: set[int]) -> bool:
    box = g.box
    here = box.positions[position].hex
    if here in occupied:
        return False
    if here in network or here in box.exit_at:
        return True
    around = box.board.adjacent[here]
    if any(h in network for h in around):  # 12.22 the hex itself may be controlled
        return True
    if g.posts[position].unit is None or box.positions[position].is_wn:
        return False
    beyond = [h for h in around if box.is_bocage[h] and h not in occupied]  # 12.23
    return any(h in box.exit_at or any(n in network for n in box.board.adjacent[h]) for h in beyond)


@rule("12.3", "12.31", "12.31a")
def us_communication(g: Omaha) -> set[int]:
    """12.3 The hexes from which a path leads to a beach hex outside all fields of fire."""
    box = g.box
    fire = fire_map(g, disrupted=True)
    germans = german_hexes(g)

    def is_open(h: int) -> bool:
        return box.is_land[h] and not box.is_rough[h] and not fire[h] and h not in germans

    reached = {h for h in box.beaches if is_open(h)}
    frontier = list(reached)
    links, side_kinds = box.board.links, box.side_kinds
    while frontier:
        for h, side in links[frontier.pop()]:
            if h not in reached and is_open(h) and not side_kinds[side] & BARRIERS:
                reached.add(h)
                frontier.append(h)
    return reached
