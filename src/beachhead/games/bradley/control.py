"""7.4, 9.0 Which hexsides a facing looks through, and which hexes a unit controls through them."""

from __future__ import annotations

from functools import cache

from beachhead.games.bradley.box import Box
from beachhead.kernel import rule

ALL_ROUND = (0, 1, 2, 3, 4, 5)


@rule("7.4.2", "7.4.5")
def front(facing: int) -> tuple[int, ...]:
    """7.4.2 The facing hexsides: the one at the top and its two neighbours; 7.4.5 all six in combat mode."""
    return ALL_ROUND if facing < 0 else ((facing - 1) % 6, facing, (facing + 1) % 6)


@rule("7.4.3")
def flank(facing: int) -> tuple[int, ...]:
    """7.4.3 The other hexsides."""
    return () if facing < 0 else ((facing + 2) % 6, (facing + 3) % 6, (facing + 4) % 6)


@rule("9.0", "9.1.4", "7.4.2", "7.4.3", "7.4.5", "14.1.4")
@cache
def zone_from(box: Box, place: int, facing: int) -> frozenset[int]:
    """9.0 The hexes that a unit controls from a hex: through its facing hexsides, but not across water (9.1.4)."""
    around, wet = box.board.neighbours[place], box.across_water[place]
    return frozenset(around[d] for d in front(facing) if around[d] >= 0 and around[d] not in wet)
