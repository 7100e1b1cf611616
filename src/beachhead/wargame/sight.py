"""Line of sight: straight from the centre of one hex to the centre of another, over heights and hedges.

The hexes at both ends never block, nor do their hexsides. A line that runs along a hexside may go by either of the two
hexes beside it: it is free if one of these ways is. Touching a corner is not crossing. What one hex sees of another,
that sees of the one. What there is to say about an obstacle is for the game.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache, reduce
from hashlib import blake2b
from itertools import pairwise
from operator import or_
from pathlib import Path
from typing import NamedTuple

from beachhead.hexes import Board, Planes, bits, listed
from beachhead.hexes.board import RAYS, Cube, cubes_crossed

OPAQUE = 1 << 30
"""The top of what hides everything behind it, from whatever height one looks."""

Steps = tuple[tuple[int, ...], ...]


# --- what a line meets -------------------------------------------------------------------------------------------


def hexes_between(board: Board, here: int, there: int) -> Steps:
    """The hexes that a line passes between its ends, step by step; two where it runs along the hexside between them."""
    return tuple(step for step in board.line(here, there) if here not in step and there not in step)


def sides_crossed(board: Board, here: int, there: int) -> Steps:
    """The hexsides that a line crosses, step by step, those of both ends included.

    Two where it runs through the corner at which they meet, and so crosses the one or the other.
    """
    links = board.links
    found = (
        tuple(side for a in one for b, side in links[a] if b in two) for one, two in pairwise(board.line(here, there))
    )
    return tuple(filter(None, found))


def met(steps: Steps, things: Collection[int]) -> Steps:
    """The steps at which a line meets these things, whichever way it goes: what hinders it, if those things do."""
    return tuple(step for step in steps if all(thing in things for thing in step))


# --- what blocks it ----------------------------------------------------------------------------------------------


class Obstacle(NamedTuple):
    """What blocks a line: hexes, hexsides or both; two of them where it could go by either of two ways."""

    hexes: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()


class Landscape:
    """All that blocks sight on a board. It does not change: a game whose ground does makes another.

    `ground` is the height at which those in a hex look and are seen, `tops` the height up to which the hex hides what
    is behind it, ground included (OPAQUE from everywhere): what is higher than the straight line between the two ends
    blocks it. `hedges` are hexsides that block at any height, except those of the hexes at both ends. How far along the
    line a hex lies is measured on the line itself; `by_hexes`, by counting the hexes to either end. On a big map the
    `table` of all lines can be worked out before (`written`) and read from a file; one of another landscape is left
    aside.
    """

    def __init__(
        self,
        board: Board,
        tops: Sequence[int],
        ground: Sequence[int] | None = None,
        hedges: Iterable[int] = (),
        *,
        by_hexes: bool = False,
        table: Path | None = None,
    ) -> None:
        self.board = board
        self.tops = tuple(tops)
        self.ground = tuple(ground or bytes(len(board)))
        self.hedges = frozenset(hedges)
        self._by_hexes = by_hexes
        self._cubes = tuple(board.cube(h) for h in range(len(board)))
        self._open: dict[Cube, bytes] = {}
        self._table = table
        self._width = (len(board) + 7) >> 3

    def obstacle(self, here: int, there: int) -> Obstacle | None:
        """What blocks the line first, as seen from here; None if it is free."""
        (q, r), (to_q, to_r) = self._cubes[here], self._cubes[there]
        for stage in _stages(self.board.grid.shape, (to_q - q, to_r - r), self._by_hexes):
            low = _height(self.ground[here], self.ground[there], stage)
            ways = ((self.board.at((q + way.cube[0], r + way.cube[1])), way.sides) for way in stage.ways)
            bars = [self._bar(place, sides, low) for place, sides in ways if place >= 0]
            if bars and all(bar != _FREE for bar in bars):
                return Obstacle(
                    tuple(sorted(h for bar in bars for h in bar.hexes)),
                    tuple(dict.fromkeys(side for bar in bars for side in bar.sides)),
                )
        return None

    def _bar(self, place: int, directions: tuple[int, ...], low: int) -> Obstacle:
        """What closes the way through a hex to a line of such a height."""
        sides = (self.board.sides[place][direction] for direction in directions)
        return Obstacle((place,) if self.tops[place] > low else (), tuple(s for s in sides if s in self.hedges))

    def sees(self, here: int, there: int) -> bool:
        """Whether nothing blocks the line, whatever its length."""
        rows = self._rows
        if rows:
            return bool(rows[here * self._width + (there >> 3)] >> (there & 7) & 1)
        return self._is_open(here, there)

    def field(self, here: int, most: int | None = None) -> int:
        """The bits of all hexes that can be seen from a hex, at most so many hexes away, and of itself."""
        rows, start = self._rows, here * self._width
        if rows:
            seen = int.from_bytes(rows[start : start + self._width], "little")
        else:
            seen = bits(there for there in range(len(self.board)) if self._is_open(here, there))
        return seen if most is None else seen & self.planes.disc(here, most)

    @cached_property
    def planes(self) -> Planes:
        """What is near, between and behind."""
        return Planes(self.board)

    @cached_property
    def _rows(self) -> bytes:
        """For every hex a row with the bits of those that are seen from it, as the file has them; none without one."""
        packed = self._table.read_bytes() if self._table is not None else b""
        return zlib.decompress(packed[_MARK:]) if self.is_mine(packed) else b""

    @cached_property
    def _bits(self) -> _Bits:
        """What lines are worked out with."""
        return _Bits(self.board, self.tops, self.ground, self.hedges, self._by_hexes)

    def _is_open(self, here: int, there: int) -> bool:
        """Whether a line is free; looked up in a table that fills as it is asked."""
        (q, r), (to_q, to_r) = self._cubes[here], self._cubes[there]
        way = to_q - q, to_r - r
        if way < (0, 0):
            way, q, r = (-way[0], -way[1]), to_q, to_r
        row = self._open.get(way)
        if row is None:
            row = self._open[way] = self._bits.open_along(way)
        bit = self._bits.index(q, r)
        return bool(row[bit >> 3] >> (bit & 7) & 1)

    def is_mine(self, packed: bytes) -> bool:
        """Whether a table is of this landscape."""
        return bool(packed) and packed.startswith(self._mark())

    def written(self) -> bytes:
        """The table of all lines, with a mark of the landscape that it is for."""
        numbers = {self._bits.index(q, r): h for h, (q, r) in enumerate(self._cubes)}
        rows = [bytearray(self._width) for _ in self._cubes]
        for way in self._ways():
            for bit in listed(int.from_bytes(self._bits.open_along(way), "little")):
                here = numbers[bit]
                q, r = self._cubes[here]
                there = self.board.at((q + way[0], r + way[1]))
                if there >= 0:  # else the line does not exist, and the bit says nothing
                    rows[here][there >> 3] |= 1 << (there & 7)
                    rows[there][here >> 3] |= 1 << (here & 7)
        return self._mark() + zlib.compress(b"".join(rows), 9)

    def _ways(self) -> list[Cube]:
        """Every line that there is on the board, of two opposite ones the one that is looked up."""
        columns: dict[int, tuple[int, int]] = {}
        for q, r in self._cubes:
            low, high = columns.get(q, (r, r))
            columns[q] = min(low, r), max(high, r)
        spans: dict[int, tuple[int, int]] = {}
        for q, (low, high) in columns.items():
            for other, (bottom, top) in columns.items():
                if other >= q:
                    least, most = spans.get(other - q, (0, 0))
                    spans[other - q] = min(least, bottom - high), max(most, top - low)
        ways = ((q, r) for q, (least, most) in spans.items() for r in range(least, most + 1))
        return sorted(way for way in ways if way >= (0, 0))

    def _mark(self) -> bytes:
        """What stands for all that blocks sight here."""
        facts = repr(("by hexes", self._cubes, self.tops, self.ground, sorted(self.hedges), self._by_hexes))
        return blake2b(facts.encode(), digest_size=_MARK).digest()


_FREE = Obstacle()
_MARK = 16
"""Bytes of the mark of a landscape."""


class _Way(NamedTuple):
    """One way in which a line passes a hex: where that lies, and by which of its sides that belong to neither end."""

    cube: Cube
    sides: tuple[int, ...]


class _Stage(NamedTuple):
    """How far along the line, in parts of a whole, it passes a hex, or goes by one of two."""

    along: int
    whole: int
    ways: tuple[_Way, ...]


@lru_cache(maxsize=1 << 14)
def _stages(shape: str, end: Cube, by_hexes: bool) -> tuple[_Stage, ...]:
    """What a line meets between its ends, the same wherever it begins."""
    steps = tuple(cubes_crossed(*end))
    stages = []
    for number, step in enumerate(steps[1:-1], 1):
        # A hex accounts for the side by which the line comes in; one of two, also for the side by which it goes.
        around = steps[number - 1 : number + 2 : 2] if len(step) > 1 else steps[number - 1 : number]
        near = [cubes[0] for cubes in around if len(cubes) == 1 and cubes[0] not in ((0, 0), end)]
        ways = (_Way(cube, tuple(_direction(shape, cube, other) for other in near)) for cube in step)
        along, whole = _dot(step[0], end), _dot(end, end)
        if by_hexes:
            along, rest = _steps(step[0]), _steps((end[0] - step[0][0], end[1] - step[0][1]))
            whole = along + rest
        stages.append(_Stage(along, whole, tuple(ways)))
    return tuple(stages)


def _steps(way: Cube) -> int:
    """How many hexes lead so far."""
    return max(abs(way[0]), abs(way[1]), abs(way[0] + way[1]))


def _dot(one: Cube, two: Cube) -> int:
    """Twice the product of two ways on the grid, so that it is whole."""
    return 2 * (one[0] * two[0] + one[1] * two[1]) + one[0] * two[1] + one[1] * two[0]


def _direction(shape: str, cube: Cube, near: Cube) -> int:
    return RAYS[shape].index((near[0] - cube[0], near[1] - cube[1]))


def _height(start: int, end: int, stage: _Stage) -> int:
    """The height of the line at a place along it, rounded down: what has a greater height is above it."""
    return (start * (stage.whole - stage.along) + end * stage.along) // stage.whole


class _Bits:
    """The landscape as numbers with a bit for every hex, so that one operation looks from all hexes at once.

    A hex has the bit of its place in the box around the board. All that a line between two hexes meets lies in the box
    around those two; so whatever is shifted there from the far side of the board belongs to lines that do not exist.
    """

    def __init__(
        self, board: Board, tops: Sequence[int], ground: Sequence[int], hedges: Collection[int], by_hexes: bool
    ) -> None:
        cubes = [board.cube(h) for h in range(len(board))]
        self._q, self._r = min(q for q, _ in cubes), min(r for _, r in cubes)
        self._row = max(r for _, r in cubes) - self._r + 1
        self._size = (max(q for q, _ in cubes) - self._q + 1) * self._row
        bits = [1 << self.index(q, r) for q, r in cubes]
        self._shape, self._by_hexes = board.grid.shape, by_hexes
        self._off = (1 << self._size) - 1 - sum(bits)
        self._levels = {level: _sum(bits, (at == level for at in ground)) for level in sorted(set(ground))}
        self._tops = sorted(set(tops))
        self._above = [_sum(bits, (at >= top for at in tops)) for top in self._tops] + [0]
        self._hedged = [_sum(bits, (six[d] in hedges for six in board.sides)) for d in range(6)]

    def index(self, q: int, r: int) -> int:
        """The bit of a hex."""
        return (q - self._q) * self._row + r - self._r

    @property
    def row_size(self) -> int:
        """Bytes with a bit for every place."""
        return (self._size + 7) // 8

    def open_along(self, end: Cube) -> bytes:
        """A bit for every hex from which the line that leads so far in such a direction is free."""
        stages, far = _stages(self._shape, end, self._by_hexes), self._shift(end)
        closed: list[dict[int, int]] = [{} for _ in stages]
        found = 0
        for start, here in self._levels.items():
            for top, there in self._levels.items():
                lookers = here & _moved(there, far)
                for stage, known in zip(stages, closed, strict=True):
                    if not lookers:
                        break
                    above = bisect_right(self._tops, _height(start, top, stage))
                    if above not in known:
                        known[above] = self._closed(stage, self._above[above])
                    lookers &= ~known[above]
                found |= lookers
        return found.to_bytes(self.row_size, "little")

    def _shift(self, cube: Cube) -> int:
        return cube[0] * self._row + cube[1]

    def _closed(self, stage: _Stage, above: int) -> int:
        """The hexes from which a line cannot pass a stage, if these are the hexes that are higher."""
        bars, off = [], []
        for way in stage.ways:
            shift = self._shift(way.cube)
            bars.append(_moved(reduce(or_, (self._hedged[d] for d in way.sides), above), shift))
            off.append(_moved(self._off, shift))
        if len(bars) == 1:
            return bars[0]
        # Off the board there is no way; where there is none on either side, there is nothing to block the line.
        return (bars[0] | off[0]) & (bars[1] | off[1]) & ~(off[0] & off[1])


def _moved(bits: int, by: int) -> int:
    return bits >> by if by >= 0 else bits << -by


def _sum(bits: Sequence[int], chosen: Iterable[bool]) -> int:
    return sum(bit for bit, is_chosen in zip(bits, chosen, strict=True) if is_chosen)
