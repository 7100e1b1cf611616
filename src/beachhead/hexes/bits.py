"""Sets of hexes as numbers with a bit for every hex: what many hexes have in common is one operation."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.hexes.board import Board

FEW = 12
"""Up to so many bits are found one by one."""


def bits(hexes: Iterable[int]) -> int:
    """The number in which the bits of these hexes are set; each may be named more than once."""
    found = bytearray()
    for h in hexes:
        at = h >> 3
        if at >= len(found):
            found.extend(bytes(at + 1 - len(found)))
        found[at] |= 1 << (h & 7)
    return int.from_bytes(found, "little")


def listed(number: int) -> list[int]:
    """The hexes whose bits are set, in their order."""
    if number.bit_count() <= FEW:
        found = []
        while number:
            lowest = number & -number
            found.append(lowest.bit_length() - 1)
            number ^= lowest
        return found
    first = (number & -number).bit_length() - 1 >> 3  # what is near lies near in numbers, so most bytes are left out
    packed = (number >> 8 * first).to_bytes(((number.bit_length() + 7) >> 3) - first, "little")
    return [8 * at + bit for at, byte in enumerate(packed, first) if byte for bit in _BITS[byte]]


_BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def marks(number: int, size: int) -> bytes:
    """A byte for each of so many hexes, 1 for those whose bits are set."""
    packed = number.to_bytes((size + 7) >> 3, "little")
    return b"".join([_MARKS[byte] for byte in packed])[:size]


_MARKS = tuple(bytes(byte >> bit & 1 for bit in range(8)) for byte in range(256))


class Shifts:
    """Links between hexes, so that one step along all links of many hexes is a few shifts of their bits."""

    def __init__(self, links: Iterable[Iterable[int]]) -> None:
        away: dict[int, list[int]] = {}
        for h, ends in enumerate(links):
            for end in ends:
                away.setdefault(end - h, []).append(h)
        self._moves = tuple((far, bits(hexes)) for far, hexes in away.items())
        """By how much the number of the end is higher, the hexes that have such a link."""

    def ends(self, hexes: int) -> int:
        """Where the links of these hexes lead."""
        found = 0
        for far, movers in self._moves:
            found |= (hexes & movers) << far if far > 0 else (hexes & movers) >> -far
        return found

    def flooded(self, starts: int, passable: int) -> int:
        """The starts, and all that links lead to from them through passable hexes."""
        found = edge = starts
        while edge:
            edge = self.ends(edge) & passable & ~found
            found |= edge
        return found


class Planes:
    """A board cut along its three axes: what lies near a hex, between two or behind one, as bits.

    A hex is on a shortest way between two others if each of its three measures is between theirs.
    """

    def __init__(self, board: Board) -> None:
        cubes = [board.cube(h) for h in range(len(board))]
        axes = [[q for q, _ in cubes], [r for _, r in cubes], [q + r for q, r in cubes]]
        self._q, self._r, self._s = (
            tuple(measure - least for measure in measures) for measures in axes for least in (min(measures),)
        )
        """The three measures of every hex, each counted from its lowest."""
        self._from = tuple(_planes(measures) for measures in (self._q, self._r, self._s))
        """By axis and measure, the hexes whose own is as high or higher."""
        whole = self._from[0][0]
        self._below = tuple(tuple(whole ^ plane for plane in planes) for planes in self._from)
        """By axis and measure, the hexes whose own is lower."""
        self._neighbours = Shifts(board.adjacent)

    def disc(self, here: int, most: int) -> int:
        """The hexes at most so many from a hex, and itself."""
        found = -1
        for measures, planes, below in zip((self._q, self._r, self._s), self._from, self._below, strict=True):
            measure = measures[here]
            if measure > most:
                found &= planes[measure - most]
            found &= below[measure + most + 1] if measure + most + 1 < len(below) else below[-1]
        return found

    def around(self, hexes: Iterable[int], most: int) -> int:
        """The hexes at most so many from one of these, and they themselves."""
        found = 0
        for here in hexes:
            found |= self.disc(here, most)
        return found

    def grown(self, hexes: int) -> int:
        """The hexes with these bits, and all that are next to one of them."""
        return hexes | self._neighbours.ends(hexes)

    def between(self, here: int, there: int) -> int:
        """The hexes through which a shortest way leads from one to another, both included."""
        (q, r, s), (lower_q, lower_r, lower_s) = self._from, self._below
        one, two = self._q[here], self._q[there]
        found = q[one] & lower_q[two + 1] if one < two else q[two] & lower_q[one + 1]
        one, two = self._r[here], self._r[there]
        found &= r[one] & lower_r[two + 1] if one < two else r[two] & lower_r[one + 1]
        one, two = self._s[here], self._s[there]
        return found & (s[one] & lower_s[two + 1] if one < two else s[two] & lower_s[one + 1])

    def behind(self, here: int, through: int) -> int:
        """The hexes to which a shortest way leads from here through another hex, and that one."""
        found = self._from[0][0]
        for measures, planes, below in zip((self._q, self._r, self._s), self._from, self._below, strict=True):
            one, other = measures[here], measures[through]
            if other > one:
                found &= planes[other]
            elif other < one:
                found &= below[other + 1]
        return found


class Rings:
    """How near hexes are to some others, worked out as far as anybody asks."""

    def __init__(self, planes: Planes, hexes: int) -> None:
        self._planes = planes
        self._within = [0, hexes]
        """By their number, the hexes that are less than so many steps away."""

    def nearer(self, h: int) -> int:
        """The bits of the hexes that are nearer to one of them than a hex is; of those that nobody reaches, all."""
        for number, within in enumerate(self._within):  # grows while it runs
            if within >> h & 1:
                return self._within[number - 1]
            if number + 1 == len(self._within):
                grown = self._planes.grown(within)
                if grown == within:
                    return within
                self._within.append(grown)
        return 0


def _planes(measures: tuple[int, ...]) -> tuple[int, ...]:
    """For every measure from 0 to one above the highest, the hexes whose own is as high or higher."""
    at: dict[int, list[int]] = {}
    for h, measure in enumerate(measures):
        at.setdefault(measure, []).append(h)
    found = [0]
    for measure in range(max(at), -1, -1):
        found.append(found[-1] | bits(at.get(measure, ())))
    return tuple(reversed(found))
