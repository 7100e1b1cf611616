"""10.3.6 Close assault advantages: columns to the right for the attacker, to the left for the defender."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.bradley.box import ENEMY, MM
from beachhead.games.bradley.cover import fort, level
from beachhead.games.bradley.facing import faces
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.terrain import is_across_water
from beachhead.games.bradley.zones import is_surrounded
from beachhead.kernel import Modifier, rule

Origins = Mapping[int, int]
"""Each attacking unit with the hex from which it assaults."""


@rule("10.3.6")
def advantages(
    g: Bradley, side: str, attackers: Origins, defenders: Sequence[int], target: int
) -> tuple[Modifier, ...]:
    """10.3.6 All advantages of a close assault; they add up."""
    found = (
        _morale(g, attackers, defenders, target),
        _armor(g, side, attackers, defenders, target),
        _outflanking(g, side, attackers, defenders, target),
        _surrounding(g, side, defenders, target),
        _hilltop(g, attackers, target),
        _engineers(g, side, attackers, target),
    )
    return tuple(modifier for modifier in found if modifier is not None)


@rule("10.3.6a", "13.3.3")
def _morale(g: Bradley, attackers: Origins, defenders: Sequence[int], target: int) -> Modifier | None:
    """10.3.6a One column for the side with the better best morale; 13.3.3 a garrison has that of its unit."""
    pieces = g.box.pieces
    held = [*defenders, *([g.garrisons[target]] if target in g.garrisons else [])]
    ours = max((pieces[u].morale for u in attackers), default=0)
    theirs = max((pieces[u].morale for u in held), default=0)
    if ours == theirs:
        return None
    return Modifier("10.3.6a", f"Morale {ours} against {theirs}", 1 if ours > theirs else -1)


@rule("10.3.6b", "10.3.6b-2", "10.3.6b-3", "13.0a")
def _armor(g: Bradley, side: str, attackers: Origins, defenders: Sequence[int], target: int) -> Modifier | None:
    """10.3.6b One column for armor that meets nothing to match it, on ground where it can be used.

    It cannot be used where every armor unit of the attack is hampered, each by water, height, town or fortification.
    """
    pieces, foe = g.box.pieces, ENEMY[side]
    ours = [u for u in attackers if pieces[u].arm == "armor"]
    if ours and not any(_stops_armor(g, u) for u in defenders):
        built_up = g.box.is_town[target] or bool(fort(g, foe, target))
        if not built_up and not all(_is_hampered(g, attackers[u], target) for u in ours):
            return Modifier("10.3.6b", "Armor superiority", 1)
    theirs = any(pieces[u].arm == "armor" for u in defenders)
    if theirs and not any(_stops_armor(g, u) for u in attackers):
        return Modifier("10.3.6b", "Armor superiority of the defender", -1)
    return None


def _stops_armor(g: Bradley, unit: int) -> bool:
    """10.3.6b Armor, reconnaissance, mechanised, anti-tank and flak units."""
    piece = g.box.pieces[unit]
    return piece.arm == "armor" or piece.type == "mechanised" or (piece.arm == "weapon" and piece.hunts)


def _is_hampered(g: Bradley, origin: int, target: int) -> bool:
    """10.3.6b-3 Whether armor attacks across a stream or canal, or against higher ground."""
    across_water = origin != target and is_across_water(g, origin, target)
    return across_water or level(g, origin) < level(g, target)


@rule("10.3.6c", "10.3.6c-2", "13.0a")
def _outflanking(g: Bradley, side: str, attackers: Origins, defenders: Sequence[int], target: int) -> Modifier | None:
    """10.3.6c One column where a unit in movement mode is assaulted from a hex that no defender faces."""
    if fort(g, ENEMY[side], target) or not any(g.units[u].mode == MM for u in defenders):
        return None
    for origin in set(attackers.values()) - {target}:
        if not any(faces(g, u, origin) for u in defenders):
            return Modifier("10.3.6c", "Outflanking attack", 1)
    return None


@rule("10.3.6d", "10.3.6d-2", "13.0a")
def _surrounding(g: Bradley, side: str, defenders: Sequence[int], target: int) -> Modifier | None:
    """10.3.6d One column against units with enemies or enemy zones all around."""
    if not defenders or fort(g, ENEMY[side], target) or not is_surrounded(g, ENEMY[side], target):
        return None
    return Modifier("10.3.6d", "Surrounded", 1)


@rule("10.3.6e")
def _hilltop(g: Bradley, attackers: Origins, target: int) -> Modifier | None:
    """10.3.6e One column for the side on higher ground; of several attackers the highest counts."""
    ours = max((level(g, origin) for origin in attackers.values()), default=0)
    theirs = level(g, target)
    if ours == theirs:
        return None
    return Modifier("10.3.6e", "Higher ground", 1 if ours > theirs else -1)


@rule("10.3.6f", "15.4", "15.4.1")
def _engineers(g: Bradley, side: str, attackers: Origins, target: int) -> Modifier | None:
    """10.3.6f, 15.4.1 One column for engineers against a fortification, once."""
    if fort(g, ENEMY[side], target) and any(g.box.pieces[u].is_engineer for u in attackers):
        return Modifier("10.3.6f", "Engineers against a fortification", 1)
    return None
