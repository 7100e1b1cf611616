"""The ground as the veteran knows it from the map: worked out once, and the same for every game."""

from __future__ import annotations

from functools import cache, lru_cache

from beachhead.games.omaha.attack import is_open_side
from beachhead.games.omaha.box import Box
from beachhead.games.omaha.terrain import ways
from beachhead.games.omaha.weapons import BARRIERS
from beachhead.hexes import Shifts, bits

Steps = tuple[tuple[tuple[int, int], ...], ...]


class Ground:
    """Everything that follows from the box alone."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.ways = ways(box)
        board = box.board
        self.size = len(board)
        self.out = self._out()
        """For every hex, where infantry gets from there, and in how many turns before it is free again."""
        self.into = self._into()
        """The same the other way round."""
        self.driven = self._driven()
        """For every hex, from where vehicles get there, and whether engineers have to clear the way."""
        self.fronts = tuple(
            tuple(h for h in board.adjacent[place] if self.is_firm(h) and is_open_side(box, h, place))
            for place in range(self.size)
        )
        """For every hex, the hexes next to it from which infantry may attack it."""
        self.supply = tuple(
            tuple(n for n, side in board.links[h] if self.is_firm(n) and not box.side_kinds[side] & BARRIERS)
            if self.is_firm(h)
            else ()
            for h in range(self.size)
        )
        """12.3 Where a path of US communication may lead from a hex, fire and Germans apart."""
        self._lines = Shifts(self.supply)
        self._beaches = bits(box.beaches)
        self._fields = tuple(bits(site.field) for site in box.sites)
        """6.2 The fields of fire of the positions, as bits."""
        self.supplied = lru_cache(maxsize=1024)(self._supplied)
        self.left_by = lru_cache(maxsize=1024)(self._left_by)
        self.controlled = box.controllable
        """12.1, 12.11 What a strong unit controls from each hex."""
        self.controlled_by = tuple(
            tuple(n for n in (h, *board.adjacent[h]) if self.is_firm(n) and h in self.controlled[n])
            for h in range(self.size)
        )
        """12.1 The hexes from which a strong unit controls each hex."""
        self.prizes = self._prizes()
        self.inland_prizes = self._inland_prizes()

    def is_firm(self, place: int) -> bool:
        """Whether a hex is land that can be entered."""
        return self.box.is_land[place] and not self.box.is_rough[place]

    def _prizes(self) -> dict[int, float]:
        """13.2 The victory points that lie in hexes: one for a position, five for a draw, shared by its hexes."""
        found = dict.fromkeys((position.hex for position in self.box.positions), 1.0)
        for hexes in self.box.draws.values():
            for h in hexes:
                found[h] = found.get(h, 0.0) + 5 / len(hexes)
        return found

    def _inland_prizes(self) -> dict[int, float]:
        """20.3 The same after turn 16: VP positions, WN hexes, and four points for a draw, shared by its hexes."""
        found = {there.hex: 1.0 for there in self.box.positions if there.vp or there.is_wn}
        for hexes in self.box.draws.values():
            for h in hexes:
                found[h] = found.get(h, 0.0) + 4 / len(hexes)
        return found

    def _supplied(self, sites: frozenset[int], closed: frozenset[int]) -> int:
        """12.3 The hexes from which a path leads to the beach, as bits: outside the fire of these positions, and
        through none of the closed hexes. The Germans seldom change, so answers are kept.
        """
        fire = 0
        for site in sites:
            fire |= self._fields[site]
        return self._lines.flooded(self._beaches & ~fire, ~(fire | bits(closed)))

    def _left_by(self, site: int, reached: int) -> int:
        """12.3 What of these supplied hexes remains if Germans come to an empty position."""
        fire = self._fields[site]
        return self._lines.flooded(self._beaches & reached & ~fire, reached & ~fire) if fire & reached else reached

    def _out(self) -> Steps:
        way = self.ways
        kinds = ((way.walk, 1), (way.bluff, 2), (way.cliff, 3))
        return tuple(tuple((end, turns) for ends, turns in kinds for end in ends[h]) for h in range(self.size))

    def _into(self) -> Steps:
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for start, steps in enumerate(self.out):
            for end, turns in steps:
                found[end].append((start, turns))
        return tuple(map(tuple, found))

    def _driven(self) -> tuple[tuple[tuple[int, bool], ...], ...]:
        found: list[list[tuple[int, bool]]] = [[] for _ in range(self.size)]
        for ends, barred in ((self.ways.drive, False), (self.ways.cleared, True)):
            for start in range(self.size):
                for end in ends[start]:
                    found[end].append((start, barred))
        return tuple(map(tuple, found))


@cache
def ground_of(box: Box) -> Ground:
    """The ground of a box."""
    return Ground(box)
