"""10.2.7b Line of sight: from the centre of one hex to the centre of another.

A hex with a hill, a town, a city or a swamp blocks the line through it; the hexes at both ends never do. A line that
runs along a hexside is blocked only where the hexes on both sides block it. Touching a corner is not crossing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from beachhead.games.bradley.box import Box
from beachhead.hexes import Board
from beachhead.kernel import Ruling, rule


@rule("10.2.7b-LOS", "10.2.7b-L2")
def obstacles(board: Board, blocks: Sequence[bool], here: int, there: int) -> tuple[int, ...]:
    """10.2.7b The hexes of the first step of the line that is blocked; empty if the line is free.

    Two hexes mean that the line runs along the hexside between them. At the edge of the map, where only one of the
    two exists, that one alone decides.
    """
    for step in board.line(here, there):
        if all(blocks[h] for h in step) and here not in step and there not in step:
            return step
    return ()


@rule("10.2.7b-L3", "10.2.7b-L4", "10.2.7b-L6", "12.2.4")
def blocking(box: Box) -> tuple[bool, ...]:
    """10.2.7b For every hex whether its terrain blocks. Fortifications do not; ruins stand where a town blocks."""
    closed = {entry for entry, row in box.effects.items() if row.kind == "hex" and row.sight != "open"}
    return tuple(bool(kinds & closed) for kinds in box.kinds)


@lru_cache(maxsize=1 << 16)
def _obstacles(box: Box, here: int, there: int) -> tuple[int, ...]:
    return obstacles(box.board, _blocking(box), here, there)


_blocking = lru_cache(maxsize=8)(blocking)


def sees(box: Box, here: int, there: int) -> bool:
    """10.2.7b Whether a line of sight leads from one hex to another; the next hex needs none."""
    return box.board.distance(here, there) <= 1 or not _obstacles(box, here, there)


@rule("10.2.7b-LOS", "10.2.7b-L2", "10.2.7b-L6")
def refuse_line(box: Box, here: int, there: int, units: tuple[int, ...] = ()) -> Ruling | None:
    """10.2.7b Why one hex cannot be seen from another; `units` are those that look."""
    if box.board.distance(here, there) <= 1:
        return None
    step = _obstacles(box, here, there)
    if not step:
        return None
    if len(step) > 1:
        return Ruling("10.2.7b-L2", "Blocking terrain lies on both sides of the line of sight", units, step)
    if box.is_hill[step[0]]:
        return Ruling("10.2.7b-L4", "A hill lies in the line of sight", units, step)
    return Ruling("10.2.7b-L3", f"A {box.terrain[step[0]]} lies in the line of sight", units, step)
