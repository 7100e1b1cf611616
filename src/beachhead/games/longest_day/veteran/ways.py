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
    """Steps with what some hexes cost besides; whoever leaves a hex can come back to it."""

    def __init__(self, table: Ways, extra: Mapping[int, int]) -> None:
        self._table = table
        self._rows: dict[int, Sequence[tuple[int, int]]] = {}
        self._extra: dict[int, int] = {}
        self.least = getattr(table, "least", 0)
        for place, cost in extra.items():
            self.slow(place, cost)

    def slow(self, place: int, extra: int) -> None:
        """It costs so much besides to enter a hex; the dearest counts."""
        more = extra - self._extra.get(place, 0)
        if more <= 0:
            return
        self._extra[place] = extra
        for beside, _ in self._table[place]:
            self._rows[beside] = [(n, cost + more if n == place else cost) for n, cost in self[beside]]

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, h: Any) -> Any:
        return self._rows.get(h) or self._table[h]


def cost_field(table: Ways, goals: Mapping[int, int], extra: Mapping[int, int] | None = None) -> Field:
    """What it costs to come from every hex to the nearest goal, each with what it costs by itself.

    Steps are counted backward as if they cost the same both ways.
    """
    found = reach_by(Slowed(table, extra) if extra else table, -1, FAR, first=tuple(goals.items())).spent
    return [found.get(h, FAR) for h in range(len(table))]
