"""S5-S8 The system rules whose wording is not known: what they say stands here and in the data, and nowhere else.

The rulebook of the system is not at hand. Every function of this module follows a row of the index graded `heading` or
`reconstructed`; whoever finds the true rules changes this module, the Terrain Key and the Combat Results Table.
"""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bocage.box import ENEMY
from beachhead.games.bocage.state import Bocage
from beachhead.kernel import Ruling, rule
from beachhead.wargame.force import ends_of_retreat
from beachhead.wargame.marching import March, Zone

# --- zones of control --------------------------------------------------------------------------------------------


@rule("S6.1", "S6.1a")
def zone_of(g: Bocage, side: str) -> Zone:
    """S6.1 Who enters the zone of a side stops, and S6.1a who starts in it leaves it only to a hex that is free."""
    return Zone(g.zone(side), holds=True)


@rule("S6.0", "S6.1", "S6.1a", "S6.1b", "11.2.3(1)b")
def hostile_zone(g: Bocage, unit: int) -> Zone | None:
    """S6.0 The EZOC of a unit. S6.1b Friends do not help; 11.2.3(1)b rangers do not mind."""
    return None if unit == g.box.ranger else zone_of(g, ENEMY[g.box.sides[unit]])


def is_in_ezoc(g: Bocage, unit: int, place: int) -> bool:
    """S6.1a Whether a hex is in an EZOC that concerns a unit."""
    return bool(g.zone(ENEMY[g.box.sides[unit]])[place]) and unit != g.box.ranger


@rule("S5.2", "S5.2a", "S5.1a", "10.1a", "10.1b")
def march(g: Bocage, unit: int) -> March:
    """S5.2, S6.1 A unit moves with its allowance past enemies and their zones; S5.1a one hex can always be moved."""
    return March(
        g.ground.ways[g.box.mobile[unit]],
        g.units[unit].at,
        g.allowance(unit),
        zone=hostile_zone(g, unit),
        blocked=g.occupied(ENEMY[g.box.sides[unit]]),
        always_one=True,
    )


@rule("S2.1", "S7.2")
def can_enter(g: Bocage, unit: int, start: int, place: int) -> bool:
    """S7.2 Whether a unit of this class could step from one hex to the next."""
    return place in g.ground.zones[g.box.mobile[unit]][start]


# --- combat ------------------------------------------------------------------------------------------------------


@rule("S7.4b")
def halved(strength: int) -> int:
    """S7.4b Half a strength, rounded up."""
    return (strength + 1) // 2


@rule("S7.8")
def refuse_stand(g: Bocage, unit: int) -> Ruling | None:
    """S7.8, S7.6b Why a unit may not be reduced instead of retreating: only a full-strength one may."""
    return Ruling("S7.8", "A reduced unit cannot stand", (unit,)) if g.units[unit].reduced else None


@rule("S7.7", "S7.7a", "S6.2", "10.1", "10.1c", "10.1d")
def retreats(g: Bocage, unit: int, hexes: int) -> list[int]:
    """S7.7 Where a retreat of so many hexes can end: each hex farther from the start than the one before.

    A unit may pass through friends, in an EZOC as well, but not end with one: it passes on until it is alone.
    """
    start, friends = g.units[unit].at, g.occupied(g.box.sides[unit])
    away, around = g.box.distances(start), g.ground.zones[g.box.mobile[unit]]

    def steps(here: int, gone: int) -> list[int]:
        return [n for n in around[here] if away[n] == gone and refuse_retreat(g, unit, n) is None]

    return ends_of_retreat(start, steps, hexes, lambda h: not friends[h], most=hexes + len(g.units))


def refuse_retreat(g: Bocage, unit: int, place: int) -> Ruling | None:
    """S7.7a, S6.2, 10.1 Why a unit may not retreat through a hex."""
    side = g.box.sides[unit]
    if g.occupied(ENEMY[side])[place]:
        return Ruling("S7.7a", "An enemy stands there", (unit,), (place,))
    if place not in g.ground.playable:
        return Ruling("S7.7a", "That is no ground in play: the sea, or beyond the boundary", (unit,), (place,))
    if is_in_ezoc(g, unit, place) and not g.occupied(side)[place]:
        return Ruling("S6.2", "The enemy controls that hex, and no friend stands there", (unit,), (place,))
    return None


@rule("S7.9", "S6.2a")
def refuse_advance(g: Bocage, unit: int, attackers: Sequence[int]) -> Ruling | None:
    """S7.9 Why a unit may not take the vacated hex; S6.2a whether it is in an EZOC does not matter."""
    if unit in attackers and g.units[unit].at >= 0:
        return None
    return Ruling("S7.9", "Only one of the surviving attackers may advance", (unit,))


@rule("S7.9a")
def follow_up(g: Bocage, unit: int) -> list[int]:
    """S7.9a Where a mobile unit may go on in its advance: any hex that it can enter and where nobody stands."""
    return [n for n in g.exerts(unit, g.units[unit]) if not g.standing(n)]
