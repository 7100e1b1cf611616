"""What it costs to come from anywhere to where a side wants to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.hexes import Ways, reach_by

FAR = 1 << 16
"""A distance that nobody walks."""
Field = Sequence[int]
"""The cost in quarters of a point from every hex to the nearest goal."""


class Slowed(Sequence[Sequence[tuple[int, int]]]):
    """Steps with what some hexes cost besides."""

    def __init__(self, table: Ways, extra: Mapping[int, int]) -> None:
        self._table = table
        self._extra = extra
        self.least = getattr(table, "least", 0)

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, h: Any) -> Any:
        row = self._table[h]
        extra = self._extra
        if any(n in extra for n, _ in row):
            return [(n, cost + extra.get(n, 0)) for n, cost in row]
        return row


def cost_field(table: Ways, goals: Mapping[int, int], extra: Mapping[int, int] | None = None) -> Field:
    """What it costs to come from every hex to the nearest goal, each with what it costs by itself.

    Steps are counted backward as if they cost the same both ways.
    """
    found = reach_by(Slowed(table, extra) if extra else table, -1, FAR, first=tuple(goals.items())).spent
    return [found.get(h, FAR) for h in range(len(table))]
