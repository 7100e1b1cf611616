"""9.0 Zones of control: by mode and facing, and what they do to movement and retreat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from beachhead.games.bradley.box import AMERICAN, ENEMY, GERMAN, Box
from beachhead.games.bradley.facing import front
from beachhead.games.bradley.state import Bradley, stand
from beachhead.kernel import Ruling, derived, rule

NOWHERE: frozenset[int] = frozenset()


@rule("9.0", "9.1.4", "7.4.2", "7.4.3", "7.4.5", "14.1.4")
@cache
def zone_from(box: Box, place: int, facing: int) -> frozenset[int]:
    """9.0 The hexes that a unit controls from a hex: through its facing hexsides, but not across water (9.1.4)."""
    around, wet = box.board.neighbours[place], box.across_water[place]
    return frozenset(around[d] for d in front(facing) if around[d] >= 0 and around[d] not in wet)


@rule("9.1.6")
def zone_of(g: Bradley, unit: int) -> frozenset[int]:
    """9.0 The zone of one unit. 9.1.6 Disrupted units have none."""
    record = g.units[unit]
    if record.place != "map" or record.disrupted or record.hex is None:
        return NOWHERE
    return zone_from(g.box, record.hex, record.facing)


@rule("9.0", "9.1.6", "9.1.7")
def zones(g: Bradley) -> Mapping[str, frozenset[int]]:
    """9.0 The hexes that each side controls."""
    return {AMERICAN: _american_zone(g), GERMAN: _german_zone(g)}


@derived("units")
def _american_zone(g: Bradley) -> frozenset[int]:
    return _zone(g, AMERICAN)


@derived("units")
def _german_zone(g: Bradley) -> frozenset[int]:
    return _zone(g, GERMAN)


def _zone(g: Bradley, side: str) -> frozenset[int]:
    """9.0 The hexes that a side controls. 9.1.7 Garrisons control nothing."""
    box, units = g.box, g.units
    standing = {(r.hex, r.facing) for u in box.of_side[side] if (r := units[u]).place == "map" and not r.disrupted}
    return frozenset().union(*(zone_from(box, place, facing) for place, facing in standing if place is not None))


@rule("9.0", "9.1.3", "9.1.6", "9.1.7")
def enemy_zone(g: Bradley, side: str) -> frozenset[int]:
    """9.1.3 The hexes that the enemy of a side controls; its own zones do not matter."""
    return _american_zone(g) if side == GERMAN else _german_zone(g)


@rule("9.1.5", "10.5.3b")
def retreat_zone(g: Bradley, side: str) -> frozenset[int]:
    """9.1.5 The hexes closed to a retreat by enemy zones: those without a friendly unit."""
    return enemy_zone(g, side) - stand(g).hexes[side]


def must_stop(g: Bradley, side: str, place: int) -> bool:
    """9.1.1 Whether a unit that enters a hex ends its move there; friends in the hex do not help (9.1.5)."""
    return place in enemy_zone(g, side)


def refuse_zone(g: Bradley, unit: int, here: int, there: int) -> Ruling | None:
    """9.1.2 Why a unit cannot step from one hex to another because of enemy zones of control."""
    zone = enemy_zone(g, g.box.sides[unit])
    if here in zone and there in zone:
        return Ruling(
            "9.1.2",
            "Not from one enemy zone of control directly into another",
            (unit,),
            (here, there),
        )
    return None


def is_engaged(g: Bradley, unit: int) -> bool:
    """5.6.1c Whether a unit stands in an enemy zone of control."""
    return g.where(unit) in enemy_zone(g, g.box.sides[unit])


def is_surrounded(g: Bradley, side: str, place: int) -> bool:
    """10.3.6d Whether every hex next to a defender has an enemy or an enemy zone, where no friend stands.

    Enemies who have come down in the hex itself (4.4.9) surround nobody.
    """
    foe, here = ENEMY[side], stand(g)
    if any(g.box.sides[u] == foe for u in g.standing(place)):
        others = [u for u in g.on_map(foe) if g.where(u) != place]
        zone = frozenset(h for u in others for h in zone_of(g, u)) - here.hexes[side]
    else:
        zone = retreat_zone(g, side)
    return all(n in zone or n in here.hexes[foe] for n in g.box.board.adjacent[place])
