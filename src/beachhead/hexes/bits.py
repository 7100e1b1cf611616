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
    packed = number.to_bytes((number.bit_length() + 7) >> 3, "little")
    return [8 * at + bit for at, byte in enumerate(packed) if byte for bit in _BITS[byte]]


_BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


class Planes:
    """A board cut along its three axes: what lies near a hex, between two or behind one, as bits.

    A hex is on a shortest way between two others if each of its three measures is between theirs.
    """

    def __init__(self, board: Board) -> None:
        cubes = [board.cube(h) for h in range(len(board))]
        self._axes = tuple(q for q, _ in cubes), tuple(r for _, r in cubes), tuple(q + r for q, r in cubes)
        self._low = tuple(min(measures) for measures in self._axes)
        self._from = tuple(_planes(measures) for measures in self._axes)
        whole = self._from[0][0]
        self._below = tuple(tuple(whole ^ plane for plane in planes) for planes in self._from)

    def _strip(self, axis: int, low: int, high: int) -> int:
        """The hexes whose measure along an axis is at least and at most so much."""
        planes, least = self._from[axis], self._low[axis]
        last = len(planes) - 1
        return planes[min(max(low - least, 0), last)] & self._below[axis][min(max(high + 1 - least, 0), last)]

    def disc(self, here: int, most: int) -> int:
        """The hexes at most so many from a hex, and itself."""
        found = -1
        for axis, measures in enumerate(self._axes):
            found &= self._strip(axis, measures[here] - most, measures[here] + most)
        return found

    def between(self, here: int, there: int) -> int:
        """The hexes through which a shortest way leads from one to another, both included."""
        found = -1
        for axis, measures in enumerate(self._axes):
            one, other = measures[here], measures[there]
            found &= self._strip(axis, one, other) if one < other else self._strip(axis, other, one)
        return found

    def behind(self, here: int, through: int) -> int:
        """The hexes to which a shortest way leads from here through another hex, and that one."""
        found = self._from[0][0]
        for axis, measures in enumerate(self._axes):
            one, other = measures[here], measures[through]
            at = other - self._low[axis]
            if other > one:
                found &= self._from[axis][at]
            elif other < one:
                found &= self._below[axis][at + 1]
        return found


def _planes(measures: tuple[int, ...]) -> tuple[int, ...]:
    """For every measure from the lowest to one above the highest, the hexes whose own is as high or higher."""
    at: dict[int, list[int]] = {}
    for h, measure in enumerate(measures):
        at.setdefault(measure, []).append(h)
    found = [0]
    for measure in range(max(at), min(at) - 1, -1):
        found.append(found[-1] | bits(at.get(measure, ())))
    return tuple(reversed(found))
