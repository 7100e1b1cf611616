"""S5-S8 The system rules whose wording is not known: what they say stands here and in the data, and nowhere else.

The rulebook of the system is not at hand. Every function of this module follows a row of the index graded `heading` or
`reconstructed`; whoever finds the true rules changes this module, the Terrain Key and the Combat Results Table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from beachhead.games.bocage.box import ENEMY
from beachhead.games.bocage.state import Bocage, field
from beachhead.hexes import Marks, marked
from beachhead.kernel import Ruling, derived, rule, used
from beachhead.wargame.force import ends_of_retreat
from beachhead.wargame.marching import March, Zone


class Effect(msgspec.Struct, frozen=True):
    """S7.6 What a code of the Combat Results Table does."""

    rule: str
    attackers: str = ""
    """`retreat`, `reduced` (all of them) or `one` (is reduced)."""
    defender: str = ""
    """`retreat`, `reduced` or `eliminated`."""
    hexes: int = 0


EFFECTS = {
    "NE": Effect(rule="S7.6a"),
    "A1": Effect(rule="S7.6b", attackers="retreat", hexes=1),
    "AE": Effect(rule="S7.6c", attackers="reduced"),
    "EX": Effect(rule="S7.6d", attackers="one", defender="reduced"),
    "D1": Effect(rule="S7.6e", defender="retreat", hexes=1),
    "D2": Effect(rule="S7.6e", defender="retreat", hexes=2),
    "D3": Effect(rule="S7.6e", defender="retreat", hexes=3),
    "DE": Effect(rule="S7.6f", defender="eliminated"),
}


def effect(code: str) -> Effect:
    """S7.6 What a result of ground combat does."""
    return used(EFFECTS[code])


@rule("S8.4a", "S8.4c")
def bombardment_effect(code: str) -> Effect:
    """S8.4a Retreats count, and DE is one step; S8.4c everything else is nothing."""
    found = EFFECTS[code]
    if found.defender == "eliminated":
        return Effect(rule="S8.4a", defender="reduced")
    return found if found.defender == "retreat" else EFFECTS["NE"]


# --- zones of control --------------------------------------------------------------------------------------------


@derived("units", "scenario")
def barriers(g: Bocage) -> Mapping[str, tuple[Zone, Marks]]:
    """S6.0 By side, the hexes that it controls and those that it occupies.

    S6.1 A unit that enters an EZOC stops, and S6.1a one that starts in an EZOC leaves it only to a hex that is free.
    """
    size, stand = len(g.box.board), field(g)
    return {
        side: (Zone(marked(size, stand.zone[side]), holds=True), marked(size, stand.hexes[side])) for side in stand.zone
    }


@rule("S6.0", "S6.1", "S6.1a", "S6.1b", "11.2.3(1)b")
def hostile_zone(g: Bocage, unit: int) -> Zone | None:
    """S6.0 The EZOC of a unit. S6.1b Friends do not help; 11.2.3(1)b rangers do not mind."""
    piece = g.box.pieces[unit]
    return None if piece.is_ranger else barriers(g)[ENEMY[piece.side]][0]


@rule("S5.2", "S5.2a", "S5.1a", "10.1a", "10.1b")
def march(g: Bocage, unit: int) -> March:
    """S5.2, S6.1 A unit moves with its allowance past enemies and their zones; S5.1a one hex can always be moved."""
    piece = g.box.pieces[unit]
    return March(
        g.ground.ways[piece.is_mobile],
        g.where(unit),
        g.allowance(unit),
        zone=hostile_zone(g, unit),
        blocked=barriers(g)[ENEMY[piece.side]][1],
        always_one=True,
    )


@rule("S2.1", "S7.2")
def can_enter(g: Bocage, unit: int, start: int, place: int) -> bool:
    """S7.2 Whether a unit of this class could step from one hex to the next."""
    return place in g.ground.zones[g.box.pieces[unit].is_mobile][start]


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
    start, friends = g.where(unit), field(g).hexes[g.box.sides[unit]]
    distance, around = g.box.board.distance, g.ground.zones[g.box.pieces[unit].is_mobile]

    def steps(here: int, gone: int) -> Iterator[int]:
        return (n for n in around[here] if distance(start, n) == gone and refuse_retreat(g, unit, n) is None)

    return ends_of_retreat(start, steps, hexes, lambda h: h not in friends, most=hexes + len(g.units))


def refuse_retreat(g: Bocage, unit: int, place: int) -> Ruling | None:
    """S7.7a, S6.2, 10.1 Why a unit may not retreat through a hex."""
    stand, side = field(g), g.box.sides[unit]
    if place in stand.hexes[ENEMY[side]]:
        return Ruling("S7.7a", "An enemy stands there", (unit,), (place,))
    if place not in g.ground.playable:
        return Ruling("S7.7a", "That is no ground in play: the sea, or beyond the boundary", (unit,), (place,))
    zone = hostile_zone(g, unit)
    if zone is not None and zone.hexes[place] and place not in stand.hexes[side]:
        return Ruling("S6.2", "The enemy controls that hex, and no friend stands there", (unit,), (place,))
    return None


@rule("S7.9", "S6.2a")
def refuse_advance(g: Bocage, unit: int, attackers: Sequence[int]) -> Ruling | None:
    """S7.9 Why a unit may not take the vacated hex; S6.2a whether it is in an EZOC does not matter."""
    if unit in attackers and g.units[unit].hex is not None:
        return None
    return Ruling("S7.9", "Only one of the surviving attackers may advance", (unit,))


@rule("S7.9a")
def follow_up(g: Bocage, unit: int) -> list[int]:
    """S7.9a Where a mobile unit may go on in its advance: any hex that it can enter and where nobody stands."""
    place = g.where(unit)
    return [n for n in g.ground.zones[g.box.pieces[unit].is_mobile][place] if n not in field(g).at]
