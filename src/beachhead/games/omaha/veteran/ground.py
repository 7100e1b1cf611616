"""The ground as the veteran knows it from the map: worked out once, and the same for every game."""

from __future__ import annotations

from functools import cache

from beachhead.games.omaha.box import Box
from beachhead.games.omaha.terrain import ways
from beachhead.games.omaha.weapons import BARRIERS


class Step:
    """One way from a hex into the next: `turns` it takes to get there and be free to act."""

    __slots__ = ("end", "start", "turns")

    def __init__(self, start: int, end: int, turns: int) -> None:
        self.start, self.end, self.turns = start, end, turns


class Ground:
    """Everything that follows from the box alone."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.ways = ways(box)
        board = box.board
        self.size = len(board)
        self.box_number = {landing_box.id: number for number, landing_box in enumerate(box.boxes)}
        self.german = {row.id: row for row in box.german}
        self.depth = {row.id: row for row in box.depth}
        self.into: tuple[tuple[tuple[int, int], ...], ...] = self._into()
        self.fronts = tuple(
            tuple(h for h in board.adjacent[place] if self._can_attack(h, place)) for place in range(self.size)
        )
        """For every hex, the hexes next to it from which infantry may attack it."""
        self.supply = tuple(
            tuple(n for n, side in board.links[h] if self.is_firm(n) and not box.side_kinds[side] & BARRIERS)
            if self.is_firm(h)
            else ()
            for h in range(self.size)
        )
        """12.3 Where a path of US communication may lead from a hex, fire and Germans apart."""
        self.prizes = self._prizes()
        self.in_draws = frozenset(h for hexes in box.draws.values() for h in hexes)

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

    def _into(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For every hex, from where infantry gets there, and in how many turns before it is free again."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for way, turns in ((self.ways.walk, 1), (self.ways.bluff, 2), (self.ways.cliff, 3)):
            for start, ends in enumerate(way):
                for end in ends:
                    found[end].append((start, turns))
        return tuple(map(tuple, found))

    def _can_attack(self, here: int, target: int) -> bool:
        """8.15 Whether infantry without range may attack through the hexside."""
        box = self.box
        if not box.is_land[here] or box.is_rough[here]:
            return False
        kinds = box.between(here, target) & BARRIERS
        return not kinds or (kinds == {"bluff"} and not box.is_low[here])


@cache
def ground_of(box: Box) -> Ground:
    """The ground of a box."""
    return Ground(box)
