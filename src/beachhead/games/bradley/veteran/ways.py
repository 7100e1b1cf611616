"""What it costs to come from anywhere to where a side wants to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.terrain import ground
from beachhead.hexes import reach_by

FAR = 1 << 20
"""A distance that nobody walks."""
Field = Sequence[int]
"""The cost in half points from every hex to the nearest goal."""


def cost_field(g: Bradley, mover: str, mode: str, goals: Mapping[int, int]) -> Field:
    """What it costs a unit of a kind to come from every hex to the nearest goal, each with what it costs by itself.

    Steps are counted backward as if they cost the same both ways; enemies do not matter.
    """
    table = ground(g).ways(mover, mode)
    found = reach_by(table, -1, FAR, first=tuple(goals.items())).spent  # from no hex, one step from every goal
    return [found.get(h, FAR) for h in range(len(table))]
