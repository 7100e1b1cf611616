"""TCS 7.2, 1.3, 1.13b Lines over the map: what they show, and which bocage and shingle they cross."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from beachhead.hexes import Board
from beachhead.kernel import rule
from beachhead.wargame.sight import Landscape, met, sides_crossed


class Sightlines:
    """Lines of sight and fire from the centre of one hex to the centre of another."""

    def __init__(self, board: Board, landscape: Landscape, hedges: Iterable[int], shingle: Iterable[int]) -> None:
        self._board = board
        self._landscape = landscape
        self._hedges = frozenset(hedges)
        self._shingle = frozenset(shingle)
        self._at_shingle = frozenset(h for side in self._shingle for h in board.ends(side))

    def sees(self, here: int, there: int) -> bool:
        """TCS 7.2, 1.3a Whether the line is free: no height in between, and no bocage but that of either end."""
        return self._landscape.sees(here, there)

    @lru_cache(maxsize=1 << 12)  # noqa: B019
    def field(self, here: int, most: int) -> int:
        """TCS 7.0 The bits of the hexes in sight of a hex and at most so many hexes away, and of itself."""
        return self._landscape.field(here, most)

    @lru_cache(maxsize=1 << 16)  # noqa: B019  one map lives as long as its game
    def crossed(self, here: int, there: int) -> frozenset[int]:
        """The bocage and shingle hexsides that a line crosses; of two ways along a hexside, if both cross one."""
        steps = sides_crossed(self._board, here, there)
        found = (*met(steps, self._hedges), *met(steps, self._shingle))
        return frozenset(side for step in found for side in step)

    @rule("1.3x")
    @lru_cache(maxsize=1 << 16)  # noqa: B019
    def own_bocage(self, here: int, there: int) -> bool:
        """1.3d Whether a line crosses a bocage hexside of the hex where it ends."""
        return not self._hedges.isdisjoint(self.crossed(here, there).intersection(self._board.sides[there]))

    @rule("1.3x")
    @lru_cache(maxsize=1 << 16)  # noqa: B019
    def hides_movement(self, here: int, there: int) -> bool:
        """1.3b Whether bocage other than the looker's own lies on the line, which hides who moves behind it."""
        return not self._hedges.isdisjoint(self.crossed(here, there).difference(self._board.sides[here]))

    @rule("1.13c")
    def over_shingle(self, here: int, there: int) -> bool:
        """1.13b Whether fire crosses the shingle at a target next to it."""
        return there in self._at_shingle and not self.crossed(here, there).isdisjoint(self._shingle)
