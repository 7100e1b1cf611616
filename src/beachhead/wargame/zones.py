"""Zones of control."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol


class Adjacency(Protocol):
    """What zones need of a board."""

    @property
    def adjacent(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each hex."""


def zone_of_control(
    board: Adjacency, hexes: Iterable[int], crosses: Callable[[int, int], bool] | None = None
) -> set[int]:
    """The hexes next to these ones. `crosses(from, to)` tells where a zone reaches over a hexside; else everywhere."""
    adjacent = board.adjacent
    if crosses is None:
        return {there for here in hexes for there in adjacent[here]}
    return {there for here in hexes for there in adjacent[here] if crosses(here, there)}
