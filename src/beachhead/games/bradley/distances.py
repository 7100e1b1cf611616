"""Distances over the board from many hexes at once, for everybody who weighs where to go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from beachhead.games.bradley.box import MM, Box
from beachhead.games.bradley.terrain import Ground
from beachhead.hexes.search import spread

NOWHERE = 99
Away = Sequence[int]
"""The distance from every hex to the nearest of some hexes."""


@lru_cache(maxsize=512)
def away_from(box: Box, hexes: frozenset[int]) -> Away:
    """How far every hex is from the nearest of these; `NOWHERE` if there is none."""
    return _spread(box.board.adjacent, hexes)


@lru_cache(maxsize=512)
def steps_to(now: Ground, mover: str, hexes: frozenset[int]) -> Away:
    """How many steps a mover needs from every hex to the nearest of these, where terrain lets it march."""
    return _spread(_links(now, mover), hexes)


@lru_cache(maxsize=64)
def _links(now: Ground, mover: str) -> Sequence[Sequence[int]]:
    return tuple(tuple(n for n, _ in row) for row in now.ways(mover, MM))


def _spread(links: Sequence[Sequence[int]], hexes: frozenset[int]) -> Away:
    found = spread(links, hexes)
    return [found.get(h, NOWHERE) for h in range(len(links))]
