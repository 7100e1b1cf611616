"""The board: hexes and hexsides as small integers, and what follows from where they lie.

A hex is a number 0 to n-1 in the order of the printed names, a hexside a number of its own, a direction a number
0 to 5, clockwise from north (from north-east where hexes have no north side). Nothing here changes after it is
built, so one board serves every clone of every match.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain
from math import sqrt

from beachhead.hexes.errors import BoardError, UnknownHexError, quoted
from beachhead.hexes.grid import STEPS, Grid, Spot

Cube = tuple[int, int]
Neighbours = tuple[tuple[int, ...], ...]

_ROOT3 = sqrt(3.0)
RAYS: dict[str, tuple[Cube, ...]] = {
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "pointy": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Board:
    """An immutable board; make one with `Board.of(grid)`."""

    grid: Grid
    names: tuple[str, ...]
    """The printed name of every hex."""
    neighbours: Neighbours
    """Six hexes per hex, by direction; -1 where the board ends."""
    adjacent: Neighbours
    """The neighbours that exist."""
    sides: Neighbours
    """Six hexsides per hex, by direction; -1 on the edge of the board."""
    links: tuple[tuple[tuple[int, int], ...], ...]
    """The neighbours that exist, each with the hexside between."""
    _numbers: dict[str, int]
    _ends: tuple[tuple[int, int], ...]
    _q: tuple[int, ...]
    _r: tuple[int, ...]
    _cubes: dict[Cube, int]
    _doubled: tuple[tuple[int, int], ...]
    _origin: tuple[float, float]
    _called: tuple[str, ...]

    @classmethod
    def of(cls, grid: Grid) -> "Board":
        """The board that a numbering describes."""
        spots = tuple(grid.hexes())
        if not spots:
            raise BoardError("the grid has no hexes")
        neighbours = _neighbours(grid, spots)
        ends, sides = _sides(neighbours)
        cubes = tuple(_cube(grid, spot) for spot in spots)
        doubled = tuple((spot.x, spot.y) for spot in spots)
        around = tuple(tuple(zip(*both, strict=True)) for both in zip(neighbours, sides, strict=True))
        return cls(
            grid=grid,
            names=tuple(spot.name for spot in spots),
            neighbours=neighbours,
            adjacent=tuple(tuple(n for n in six if n >= 0) for six in neighbours),
            sides=sides,
            links=tuple(tuple(link for link in six if link[0] >= 0) for six in around),
            _numbers={spot.name: h for h, spot in enumerate(spots)},
            _ends=ends,
            _q=tuple(q for q, _ in cubes),
            _r=tuple(r for _, r in cubes),
            _cubes={cube: h for h, cube in enumerate(cubes)},
            _doubled=doubled,
            _origin=_origin(grid, doubled),
            _called=tuple(spot.name for spot in spots),
        )

    def titled(self, titles: Mapping[int, str]) -> "Board":
        """The same board, on which these hexes are called by a name, with the number behind it."""
        called = list(self._called)
        for h, title in titles.items():
            called[h] = f"{title} ({self.names[h]})"
        return replace(self, _called=tuple(called))

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"Board({self.names[0]} to {self.names[-1]}, {len(self)} hexes)"

    @property
    def side_count(self) -> int:
        """How many hexsides lie between two hexes of the board."""
        return len(self._ends)

    @property
    def directions(self) -> tuple[str, ...]:
        """The compass names of the six directions."""
        return self.grid.directions

    def find(self, name: str) -> int | None:
        """The hex of a printed name, if there is one; leading zeros do not matter where a name has a separator."""
        found = self._numbers.get(name)
        if found is None:
            parsed = self.grid.parse(name)
            found = self._numbers.get(self.grid.label(*parsed)) if parsed else None
        return found

    def number(self, name: str) -> int:
        """The hex of a printed name."""
        found = self.find(name)
        if found is None:
            raise UnknownHexError(f"no hex {quoted(name)} on this board: {self._nearest(name)}")
        return found

    def name(self, h: int) -> str:
        """The printed name of a hex."""
        return self.names[h]

    def called(self, h: int) -> str:
        """What people call a hex: `Caumont (0421)` if a name is known, else what is printed."""
        return self._called[h]

    def _nearest(self, name: str) -> str:
        parsed = self.grid.parse(name)
        if parsed is None:
            near = get_close_matches(name[:80], self.names, n=3)
            return f"names look like {self.names[0]}" + (f"; the nearest are {', '.join(near)}" if near else "")
        sheet, first, second = parsed

        def apart(known: str) -> tuple[bool, int]:
            its_sheet, one, two = self.grid.parse(known) or ("", 0, 0)
            return its_sheet != sheet, abs(one - first) + abs(two - second)

        return f"the nearest are {', '.join(sorted(self.names, key=apart)[:3])}"

    def distance(self, a: int, b: int) -> int:
        """How many hexes b is from a."""
        dq = self._q[a] - self._q[b]
        dr = self._r[a] - self._r[b]
        return (abs(dq) + abs(dr) + abs(dq + dr)) >> 1

    def cube(self, h: int) -> Cube:
        """Where a hex lies, in the two measures of `RAYS`; the third is minus their sum."""
        return self._q[h], self._r[h]

    def at(self, cube: Cube) -> int:
        """The hex that lies there; -1 if there is none."""
        return self._cubes.get(cube, -1)

    def direction(self, a: int, b: int) -> int:
        """The direction from a to b if b lies straight along one of the six, near or far; else -1."""
        away = self.distance(a, b)
        dq, dr = self._q[b] - self._q[a], self._r[b] - self._r[a]
        if not away or dq % away or dr % away:
            return -1
        return RAYS[self.grid.shape].index((dq // away, dr // away))

    def side(self, a: int, b: int) -> int:
        """The hexside between two adjacent hexes."""
        for hex_, side in self.links[a]:
            if hex_ == b:
                return side
        raise BoardError(f"{self.names[a]} and {self.names[b]} are not adjacent")

    def ends(self, side: int) -> tuple[int, int]:
        """The two hexes of a hexside, the lower number first."""
        return self._ends[side]

    def touching(self, side: int) -> tuple[int, ...]:
        """The hexsides that meet a hexside at one of its two corners."""
        a, b = self._ends[side]
        shared = [c for c in self.adjacent[a] if c in self.adjacent[b]]
        return tuple(self.side(end, c) for c in shared for end in (a, b))

    def ring(self, h: int, n: int) -> tuple[int, ...]:
        """The hexes exactly n from h, clockwise from direction 0."""
        if n <= 0:
            return (h,) if n == 0 else ()
        rays = RAYS[self.grid.shape]
        q, r = self._q[h] + n * rays[0][0], self._r[h] + n * rays[0][1]
        found = []
        for d in range(6):
            dq, dr = rays[(d + 2) % 6]
            for _ in range(n):
                at = self._cubes.get((q, r), -1)
                if at >= 0:
                    found.append(at)
                q, r = q + dq, r + dr
        return tuple(found)

    def within(self, h: int, n: int) -> tuple[int, ...]:
        """The hexes at most n from h, nearest first; h itself is the first."""
        return tuple(chain.from_iterable(self.ring(h, away) for away in range(n + 1)))

    def line(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """The hexes that the straight line between two hex centres crosses, in steps, both ends included.

        A step is one hex, or two where the line runs exactly along the hexside between them; touching a corner is
        not crossing. `line(b, a)` is `line(a, b)` backwards. There can be more steps than the distance asks for,
        because a line may clip a hex. Where it leaves the board there is nothing to give: a step of two keeps the
        hex that exists, and a step with none is left out.
        """
        q0, r0 = self._q[a], self._r[a]
        steps: list[tuple[int, ...]] = []
        at = self._cubes.get
        for cubes in _crossed(self._q[b] - q0, self._r[b] - r0):
            if len(cubes) == 1:
                ((q, r),) = cubes
                h = at((q0 + q, r0 + r), -1)
                if h >= 0:
                    steps.append((h,))
            elif step := tuple(sorted(h for q, r in cubes if (h := at((q0 + q, r0 + r), -1)) >= 0)):
                steps.append(step)
        return tuple(steps)

    def runs_along_sides(self, a: int, b: int) -> bool:
        """Whether the straight line between two hex centres runs along hexsides, between two hexes at a time."""
        q, r = self._q[b] - self._q[a], self._r[b] - self._r[a]
        return a != b and not (q + 2 * r and q - r and 2 * q + r)

    def is_on_line(self, a: int, b: int, hexes: Collection[int]) -> bool:
        """Whether the straight line between two hex centres crosses one of these hexes, as `line` has it.

        It does if their centres are not farther from it than the corners of a hex on it: nearer, or as far where it
        runs along a hexside.
        """
        if a == b:
            return a in hexes
        q0, r0 = self._q[a], self._r[a]
        q, r = self._q[b] - q0, self._r[b] - r0
        corners = abs(q + 2 * r), abs(q - r), abs(2 * q + r)
        width, whole = max(corners) + (0 in corners), q * q + q * r + r * r
        for h in hexes:
            x, y = self._q[h] - q0, self._r[h] - r0
            if 3 * abs(q * y - r * x) < width and 0 <= 2 * (q * x + r * y) + q * y + r * x <= 2 * whole:
                return True
        return False

    def centre(self, h: int) -> tuple[float, float]:
        """The centre of a hex on the printed sheet: x to the right, y down, in hex widths. For drawing only."""
        x, y = _on_paper(self.grid, *self._doubled[h])
        return x - self._origin[0], y - self._origin[1]


def _neighbours(grid: Grid, spots: tuple[Spot, ...]) -> Neighbours:
    places: dict[tuple[int, int], int] = {}
    for h, spot in enumerate(spots):
        other = places.setdefault((spot.x, spot.y), h)
        if other != h:
            raise BoardError(f"sheets: {spots[other].name} and {spot.name} lie on the same place")
    steps = STEPS[grid.shape]
    return tuple(tuple(places.get((s.x + dx, s.y + dy), -1) for dx, dy in steps) for s in spots)


def _sides(neighbours: Neighbours) -> tuple[tuple[tuple[int, int], ...], Neighbours]:
    ends: list[tuple[int, int]] = []
    sides = [[-1] * 6 for _ in neighbours]
    for h, around in enumerate(neighbours):
        for d, n in enumerate(around):
            if n > h:
                sides[h][d] = sides[n][(d + 3) % 6] = len(ends)
                ends.append((h, n))
    return tuple(ends), tuple(map(tuple, sides))


def _cube(grid: Grid, spot: Spot) -> Cube:
    # x - y is odd on all hexes of a board or even on all, so rounding down moves them all alike.
    if grid.shape == "pointy":
        return (spot.x - spot.y) // 2, spot.y
    return spot.x, (spot.y - spot.x) // 2


@lru_cache(maxsize=1 << 14)
def _crossed(q: int, r: int) -> tuple[tuple[Cube, ...], ...]:
    """As `cubes_crossed`: the same wherever the line begins, so it is kept."""
    return tuple(cubes_crossed(q, r))


def cubes_crossed(q: int, r: int) -> Iterator[tuple[Cube, ...]]:
    """The cubes that the line from (0, 0) to (q, r) crosses, in steps, worked out in whole numbers.

    Measured across its three pairs of sides, a hex is everything within 1 of its centre, and neighbours are 2 apart
    in one measure and 1 in the others. The line leaves a hex at the moment when the first measure reaches 1; where
    two do so at the same moment it leaves by a corner.
    """
    goal = (q - r, q + 2 * r, -2 * q - r)
    signs = tuple((g > 0) - (g < 0) for g in goal)
    whole = max(1, abs(goal[0])) * max(1, abs(goal[1])) * max(1, abs(goal[2]))
    pace = tuple(whole // abs(g) if g else 0 for g in goal)
    moments = [p or 2 * whole for p in pace]  # when each measure is next crossed; the whole way takes `whole`
    ways = tuple((s * dq, s * dr) for s, (dq, dr) in zip(signs, ((1, -1), (0, 1), (-1, 0)), strict=True))
    after = [
        [(2 if m == k else -signs[m] * signs[k]) * pace[k] for k in range(3)]  # how crossing m puts off k
        for m in range(3)
    ]
    at = (0, 0)
    yield (at,)
    while at != (q, r):
        soonest = min(moments)
        m = moments.index(soonest)
        if moments.count(soonest) == 2:
            n = moments.index(soonest, m + 1)
            third = 3 - m - n
            if not signs[third]:
                one, two = ((at[0] + ways[k][0], at[1] + ways[k][1]) for k in (m, n))
                yield one, two
                moments = [t + after[m][k] for k, t in enumerate(moments)]
                at, m = one, n
            elif signs[m] == signs[third]:
                m = n  # a step in m would take the third measure back
        moments = [t + after[m][k] for k, t in enumerate(moments)]
        at = (at[0] + ways[m][0], at[1] + ways[m][1])
        yield (at,)


def _on_paper(grid: Grid, x: int, y: int) -> tuple[float, float]:
    across, down = (x / 2, y * _ROOT3 / 2) if grid.shape == "pointy" else (x * _ROOT3 / 2, y / 2)
    return {0: (across, down), 90: (-down, across), 180: (-across, -down), 270: (down, -across)}[grid.turn]


def _origin(grid: Grid, doubled: tuple[tuple[int, int], ...]) -> tuple[float, float]:
    pointed = (grid.shape == "pointy") == (grid.turn % 180 == 0)
    half_width, half_height = (0.5, 1 / _ROOT3) if pointed else (1 / _ROOT3, 0.5)
    points = [_on_paper(grid, x, y) for x, y in doubled]
    return min(x for x, _ in points) - half_width, min(y for _, y in points) - half_height
