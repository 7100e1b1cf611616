"""S5-S8 The system rules whose wording is not known: what they say stands here and in the data, and nowhere else.

The rulebook of the system is not at hand. Every function of this module follows a row of the index graded `heading` or
`reconstructed`; whoever finds the true rules changes this module, the Terrain Key and the Combat Results Table.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from beachhead.games.bocage.box import ENEMY
from beachhead.games.bocage.state import Bocage, field
from beachhead.kernel import Ruling, rule, used


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


@rule("S6.0", "S6.1b", "11.2.3(1)b")
def hostile_zone(g: Bocage, unit: int) -> frozenset[int]:
    """S6.0 The hexes in EZOC for a unit. S6.1b Friends do not help; 11.2.3(1)b rangers do not mind."""
    piece = g.box.pieces[unit]
    return NOWHERE if piece.is_ranger else field(g).zone[ENEMY[piece.side]]


NOWHERE: frozenset[int] = frozenset()


@rule("S6.1a")
def first_steps(g: Bocage, unit: int) -> Sequence[tuple[int, int]] | None:
    """S6.1a A unit that starts in an EZOC leaves only to a hex free of it; None means that nothing holds it."""
    place, zone = g.where(unit), hostile_zone(g, unit)
    if place not in zone:
        return None
    steps = g.ground.ways[g.box.pieces[unit].is_mobile][place]
    return [(n, cost) for n, cost in steps if n not in zone]


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
def may_stand(g: Bocage, unit: int) -> bool:
    """S7.8, S7.6b A full-strength unit may be reduced instead of retreating."""
    return not g.units[unit].reduced


@rule("S7.7", "S7.7a", "S6.2", "10.1", "10.1c", "10.1d")
def retreats(g: Bocage, unit: int, hexes: int) -> list[int]:
    """S7.7 Where a retreat of so many hexes can end: each hex farther from the start than the one before.

    A unit may pass through friends, in an EZOC as well, but not end with one: it passes on until it is alone.
    """
    start, side = g.where(unit), g.box.sides[unit]
    distance = g.box.board.distance
    edge, ends = {start}, set[int]()
    for step in range(1, hexes + len(g.units)):
        edge = {
            n
            for here in edge
            for n in g.ground.zones[g.box.pieces[unit].is_mobile][here]
            if distance(start, n) == step and refuse_retreat(g, unit, n) is None
        }
        if step >= hexes:
            friends = field(g).hexes[side]
            ends |= {n for n in edge if n not in friends}
            edge = {n for n in edge if n in friends}
        if not edge:
            break
    return sorted(ends)


def refuse_retreat(g: Bocage, unit: int, place: int) -> Ruling | None:
    """S7.7a, S6.2, 10.1 Why a unit may not retreat through a hex."""
    stand, side = field(g), g.box.sides[unit]
    if place in stand.hexes[ENEMY[side]]:
        return Ruling("S7.7a", "An enemy stands there", (unit,), (place,))
    if place not in g.ground.playable:
        return Ruling("S7.7a", "That is no ground in play: the sea, or beyond the boundary", (unit,), (place,))
    if place in hostile_zone(g, unit) and place not in stand.hexes[side]:
        return Ruling("S6.2", "The enemy controls that hex, and no friend stands there", (unit,), (place,))
    return None


@rule("S7.9", "S6.2a")
def advancers(g: Bocage, attackers: Sequence[int]) -> list[int]:
    """S7.9 The attackers who may take the hex; S6.2a whether it is in an EZOC does not matter."""
    return [u for u in attackers if g.units[u].hex is not None]


@rule("S7.9a")
def follow_up(g: Bocage, unit: int) -> list[int]:
    """S7.9a Where a mobile unit may go on in its advance: any hex that it can enter and where nobody stands."""
    place = g.where(unit)
    return [n for n in g.ground.zones[g.box.pieces[unit].is_mobile][place] if n not in field(g).at]
