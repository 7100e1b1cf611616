"""8.2 Attack weapons: what each attacker brings, and what the German side still lacks an answer to."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from itertools import combinations

from beachhead.games.omaha import command
from beachhead.games.omaha.box import CLIFFS, Box
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import rule

NAMES = {
    "BZ": "bazooka",
    "BG": "bangalore torpedo",
    "BR": "automatic rifle",
    "DE": "demolitions",
    "MO": "mortar",
    "RD": "radio",
    "MG": "machine gun",
    "AR": "artillery",
    "NA": "naval fire",
    "FL": "flanking",
}
"""8.2 What the abbreviations on the counters mean."""
FLANKING = "FL"
RADIO = "RD"
NAVAL_STRENGTH = 9
BARRIERS = CLIFFS | {"bluff"}


@rule("WC", "2.21.weap")
@cache
def chart(box: Box, kind: str, distance: int) -> frozenset[str]:
    """WC The weapons chart: what a type of unit brings at a distance in hexes."""
    for row in box.weapons_chart:
        if row.type == kind and row.nearest <= distance <= row.farthest:
            return frozenset(row.weapons)
    return frozenset()


@rule("8.2", "8.21", "8.26", "8.26a", "8.26b", "8.27", "2.21.weap")
def unit_weapons(g: Omaha, unit: int, target: int) -> frozenset[str]:
    """8.2 The weapons of a unit against a hex: printed on reduced infantry, by the chart and the range otherwise."""
    printed = g.side(unit).weapons
    if printed is not None:
        return printed
    here = g.units[unit].at
    distance, kind = g.box.board.distance(here, target), g.piece(unit).type
    if kind == "heavy infantry" and distance == 1 and g.box.between(here, target) & BARRIERS:
        distance = 2  # 8.26 across a bluff or cliff it brings no more than from afar
    return chart(g.box, kind, distance)


@rule("8.24", "11.2a", "11.3b", "18.3")
def has_hq_radio(g: Omaha, unit: int) -> bool:
    """8.24 Whether an HQ lends the unit its radio; a general has none."""
    return bool(command.hq_commanding(g, unit))


@rule("8.1.nav", "8.51", "8.52")
def can_call_ships(g: Omaha, unit: int) -> bool:
    """8.1, 8.52 Whether an infantry unit has a radio or is in command of an HQ."""
    if not g.piece(unit).is_infantry:
        return False
    printed = g.side(unit).weapons
    own = chart(g.box, g.piece(unit).type, 1) if printed is None else printed
    return RADIO in own or has_hq_radio(g, unit)


@rule("8.2", "8.24", "8.25", "8.31", "8.51a")
def force_weapons(g: Omaha, units: Iterable[int], target: int, *, naval: bool) -> frozenset[str]:
    """8.31 All weapons of the attackers, with the radio of an HQ (8.24) and those of naval fire (8.51)."""
    held: set[str] = set()
    near = g.box.board.adjacent[target]
    for unit in units:
        held |= unit_weapons(g, unit, target)
        if RADIO not in held and g.units[unit].at in near and has_hq_radio(g, unit):
            held |= chart(g.box, "HQ", 1)
    if naval:
        held |= chart(g.box, "naval", 1)
    return frozenset(held)


@rule("8.22", "8.22.dbl")
def is_flanking(box: Box, fronts: Collection[int], *, double: bool) -> bool:
    """8.22 Attack hexes next to the target: two that are apart, or any three when unit and marker both ask."""
    if double:
        return len(fronts) >= 3
    return any(box.board.distance(a, b) > 1 for a, b in combinations(fronts, 2))


@rule("8.2", "8.22", "8.3.3")
def missing_weapons(
    box: Box, held: Collection[str], fronts: Collection[int], unit_needs: Collection[str], depth_needs: Collection[str]
) -> tuple[str, ...]:
    """8.3 Step 3: what the revealed unit and the revealed marker require and the attackers lack."""
    lacking = {need for need in (*unit_needs, *depth_needs) if need != FLANKING and need not in held}
    if FLANKING in unit_needs or FLANKING in depth_needs:
        double = FLANKING in unit_needs and FLANKING in depth_needs
        if not is_flanking(box, fronts, double=double):
            lacking.add(FLANKING)
    return tuple(sorted(lacking))
