"""III.B Combined arms: infantry and armour that fight from one hex are more than either alone.

Each hex of attackers is a group of its own, and the best of them counts. Reconnaissance counts as infantry, as it does
for remnants; artillery and headquarters count as infantry where they defend alone, and for nothing beside others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from beachhead.games.longest_day.hedgerows import cutters
from beachhead.games.longest_day.schemas_air import Arms
from beachhead.games.longest_day.special_armour import is_doubled, is_ignored, lone_engineers
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Modifier, rule

WORDS = {"I": "infantry", "A": "armour", "C": "infantry and armour"}


@rule("III.B", "III.B.2", "III.B.3")
def combined_arms(g: LongestDay, attackers: Sequence[int], defenders: Sequence[int]) -> list[Modifier]:
    """III.B.2 What the categories of both sides add to the die, with the best group of the attackers."""
    lone = lone_engineers(g, attackers, defenders)
    if lone:
        return lone
    ours, theirs = attacking_arms(g, attackers), defending_arms(g, defenders)
    if not g.has("III") or not ours:
        return []
    best = max(ours, key=lambda arms: g.box.air.arms[arms, theirs])
    value = g.box.air.arms[best, theirs] * (2 if is_doubled(g, attackers, defenders) else 1)
    cut = cutters(g, attackers, defenders) if best == "C" else []
    return [*([Modifier("III.B.2", f"{WORDS[best]} against {WORDS[theirs]}", value)] if value else []), *cut]


@rule("III.B.1")
def attacking_arms(g: LongestDay, attackers: Iterable[int]) -> list[Arms]:
    """III.B.1 The categories of the groups that attack, each from its hex; guns alone make none."""
    groups: dict[int, list[int]] = {}
    for unit in attackers:
        groups.setdefault(g.units[unit].at, []).append(unit)
    return [arms for units in groups.values() if (arms := arms_of(g, units)) is not None]


@rule("III.B.1-01", "IV.B.5")
def defending_arms(g: LongestDay, defenders: Sequence[int]) -> Arms:
    """III.B.1 The category of those who defend a hex; guns and headquarters alone are infantry, forts are armour."""
    walled = [unit for unit in defenders if g.box.is_fort[unit] or g.units[unit].under]
    open_ones = arms_of(g, [unit for unit in defenders if unit not in walled])
    if walled:
        return "C" if open_ones in ("I", "C") else "A"
    return open_ones or "I"


def arms_of(g: LongestDay, units: Iterable[int]) -> Arms | None:
    """III.B.2 Infantry, armour or both, whatever their strength; None without either."""
    counted = [unit for unit in units if not is_ignored(g, unit)]
    found = {g.box.pieces[unit].function for unit in counted}
    is_foot, is_armour = not found.isdisjoint(("infantry", "recon")), "armour" in found
    if is_foot:
        return "C" if is_armour else "I"
    return "A" if is_armour else None
