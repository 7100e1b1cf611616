"""Line of sight: straight from the centre of one hex to the centre of another, over heights and hedges.

The hexes at both ends never block, nor do their hexsides. A line that runs along a hexside may go by either of the two
hexes beside it: it is free if one of these ways is. Touching a corner is not crossing. What one hex sees of another,
that sees of the one. What there is to say about an obstacle is for the game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from math import atan2, pi
from operator import or_
from typing import NamedTuple

from beachhead.hexes import Board, Marks
from beachhead.hexes.board import RAYS, Cube, cubes_crossed

OPAQUE = 1 << 30
"""The top of what hides everything behind it, from whatever height one looks."""

CORNER = 0.5 / 3**0.5
"""How far the corners of a hexside are from its middle, in distances between neighbours."""
EDGE = 1e-9
"""By how much a shadow is narrower than its hedge: touching a corner is not crossing."""
OFTEN = 200
"""How often lines of one length and direction are asked for before a table of all of them is worth its while."""

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
    line a hex lies is measured on the line itself; `by_hexes`, by counting the hexes to either end.
    """

    def __init__(
        self,
        board: Board,
        tops: Sequence[int],
        ground: Sequence[int] | None = None,
        hedges: Iterable[int] = (),
        *,
        by_hexes: bool = False,
    ) -> None:
        self.board = board
        self.tops = tuple(tops)
        self.ground = tuple(ground or bytes(len(board)))
        self.hedges = frozenset(hedges)
        self._by_hexes = by_hexes
        self._bits = _Bits(board, self.tops, self.ground, self.hedges, by_hexes)
        self._cubes = tuple(board.cube(h) for h in range(len(board)))
        self._open: dict[Cube, bytes] = {}
        self._asked: Counter[Cube] = Counter()

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
        """Whether nothing blocks the line, whatever its length; lines that are often asked for fill a table."""
        (q, r), (to_q, to_r) = self._cubes[here], self._cubes[there]
        way = to_q - q, to_r - r
        if way < (0, 0):
            way, q, r = (-way[0], -way[1]), to_q, to_r
        row = self._open.get(way)
        if row is None:
            self._asked[way] += 1
            if self._asked[way] < OFTEN:
                return self._is_free(here, there)
            row = self._open[way] = self._bits.open_along(way)
        bit = self._bits.index(q, r)
        return bool(row[bit >> 3] >> (bit & 7) & 1)

    def _is_free(self, here: int, there: int) -> bool:
        """The same, by going along the line until something blocks it."""
        (q, r), (to_q, to_r) = self._cubes[here], self._cubes[there]
        start, end, tops, at = self.ground[here], self.ground[there], self.tops, self.board.at
        for along, whole, ways in _stages(self.board.grid.shape, (to_q - q, to_r - r), self._by_hexes):
            low = (start * (whole - along) + end * along) // whole
            is_met = False
            for cube, sides in ways:
                place = at((q + cube[0], r + cube[1]))
                if place < 0:
                    continue
                is_met = True
                if tops[place] <= low and not (sides and self._is_hedged(place, sides)):
                    break
            else:
                if is_met:
                    return False
        return True

    def _is_hedged(self, place: int, directions: tuple[int, ...]) -> bool:
        six = self.board.sides[place]
        return any(six[direction] in self.hedges for direction in directions)

    def seen_from(self, here: int, most: int, among: Marks | None = None) -> Iterator[int]:
        """The hexes that can be seen from a hex and are at most so many hexes away, the nearest first; not itself.

        `among` are the hexes that are asked for at all. Lines into the shadow of a hedge need not be looked at.
        """
        shadows, ring, last = _Shadows(self.board, here), 0, list[int]()
        for there in self.board.within(here, most)[1:]:
            if among is not None and not among[there]:
                continue
            far = self.board.distance(here, there)
            if far > ring:
                self._cast(shadows, last, ring, here)
                ring, last = far, []
            if shadows.hide(there):
                continue
            last.append(there)
            if self.sees(here, there):
                yield there

    def _cast(self, shadows: _Shadows, hexes: Iterable[int], ring: int, here: int) -> None:
        """Add the shadows of the hedges of a ring of hexes, except those that lead to the next one."""
        if not self.hedges:
            return
        for h in hexes:
            for n, side in self.board.links[h]:
                if side in self.hedges and n != here and self.board.distance(here, n) <= ring:
                    shadows.add(h, n)


class _Shadows:
    """The directions in which hedges hide, from a hex, all that lies behind them."""

    def __init__(self, board: Board, here: int) -> None:
        self._board = board
        self._x, self._y = board.centre(here)
        self._from: list[float] = []
        self._to: list[float] = []

    def hide(self, place: int) -> bool:
        """Whether the line to a hex surely crosses a hedge: strictly between its corners."""
        if not self._from:
            return False
        x, y = self._board.centre(place)
        way = atan2(y - self._y, x - self._x)
        number = bisect_right(self._from, way) - 1
        return number >= 0 and way < self._to[number]

    def add(self, one: int, two: int) -> None:
        """The hexside between two hexes hides what is behind it."""
        (ax, ay), (bx, by) = self._board.centre(one), self._board.centre(two)
        mx, my, dx, dy = (ax + bx) / 2 - self._x, (ay + by) / 2 - self._y, (by - ay) * CORNER, (ax - bx) * CORNER
        low, high = sorted((atan2(my + dy, mx + dx), atan2(my - dy, mx - dx)))
        if high - low > pi:  # it lies across the direction where angles begin
            self._lay(high + EDGE, pi)
            self._lay(-pi, low - EDGE)
        else:
            self._lay(low + EDGE, high - EDGE)

    def _lay(self, low: float, high: float) -> None:
        """Join an interval with those that it meets."""
        first = bisect_right(self._from, low) - 1
        if first >= 0 and self._to[first] >= low:
            low, high = self._from[first], max(high, self._to[first])
        else:
            first += 1
        last = first
        while last < len(self._from) and self._from[last] <= high:
            high = max(high, self._to[last])
            last += 1
        self._from[first:last], self._to[first:last] = [low], [high]


_FREE = Obstacle()


class _Way(NamedTuple):
    """One way in which a line passes a hex: where that lies, and by which of its sides that belong to neither end."""

    cube: Cube
    sides: tuple[int, ...]


class _Stage(NamedTuple):
    """How far along the line, in parts of a whole, it passes a hex, or goes by one of two."""

    along: int
    whole: int
    ways: tuple[_Way, ...]


class _Stages(Iterable[_Stage]):
    """What a line meets between its ends, the same wherever it begins; worked out as far as somebody has gone."""

    def __init__(self, shape: str, end: Cube, by_hexes: bool) -> None:
        self._found: list[_Stage] = []
        self._rest = _along(shape, end, by_hexes)

    def __iter__(self) -> Iterator[_Stage]:
        yield from self._found
        number = len(self._found)
        while True:
            if number == len(self._found):
                stage = next(self._rest, None)
                if stage is None:
                    return
                self._found.append(stage)
            yield self._found[number]
            number += 1


_stages = lru_cache(maxsize=1 << 15)(_Stages)


def _along(shape: str, end: Cube, by_hexes: bool) -> Iterator[_Stage]:
    """The stages of a line, one after the other."""
    steps = cubes_crossed(*end)
    before, step = next(steps), next(steps, ())
    for after in steps:
        # A hex accounts for the side by which the line comes in; one of two, also for the side by which it goes.
        around = (before, after) if len(step) > 1 else (before,)
        near = [cubes[0] for cubes in around if len(cubes) == 1 and cubes[0] not in ((0, 0), end)]
        ways = tuple(_Way(cube, tuple(_direction(shape, cube, other) for other in near)) for cube in step)
        along, whole = _dot(step[0], end), _dot(end, end)
        if by_hexes:
            along, rest = _steps(step[0]), _steps((end[0] - step[0][0], end[1] - step[0][1]))
            whole = along + rest
        yield _Stage(along, whole, ways)
        before, step = step, after


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

    def open_along(self, end: Cube) -> bytes:
        """A bit for every hex from which the line that leads so far in such a direction is free."""
        stages, far = tuple(_stages(self._shape, end, self._by_hexes)), self._shift(end)
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
        return found.to_bytes((self._size + 7) // 8, "little")

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
