"""Where the names on a map stand: beside their places, so that at no size of the map one covers another.

Letters are as large as the map makes them, but never smaller than can be read: seen from far away they take more of the
map. So a name has a point at which it leans, and a size of the map from which on it is written. All lengths are in
hexes, sizes of the map in pixels of the screen from one side of a hex to the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin
from typing import NamedTuple

LADDER = (5, 6, 8, 10, 13, 17, 22, 29, 38, 50, 64)
"""Sizes of the map at which names are tried, from far to near; at the last all of them should be written."""

_WIDTHS = {
    0.31: " !',.-:;()ijl|IîïÎ·`",
    0.37: '"/[]frst?*{}',
    0.44: "cegyzçéèêëJ%",
    0.52: "0123456789abkpoqvxSàâäôö$_",
    0.58: "dhnuFEPùûüÉÈÊLBœ<>+=^~",
    0.72: "wTYZCRGXAKQVUÂ#",
    0.82: "DHNOmÔ&@",
    1.09: "MW",
}
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
LATE = 4
"""How much larger than where they are of use the map may be when words are written, rather than further off."""
_TOUCH = 1e-9
_RIM = 0.12
"""Around the letters, in their height."""


class Box(NamedTuple):
    """A rectangle of the map."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two have some ground in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > _TOUCH and min(self.bottom, other.bottom) - max(self.top, other.top) > _TOUCH

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


class Stand(NamedTuple):
    """A point, and on which side of it the words are: -1 is left of it or above, 0 over it, 1 right or below."""

    x: float
    y: float
    right: int = 0
    down: int = 0


class Words(NamedTuple):
    """Words for a map, and where they may stand: tier by tier, in each the best place first."""

    text: str
    tiers: Sequence[Sequence[Stand]]
    size: float
    """The height of the letters in hexes."""
    least: float = 0.0
    """And in pixels of the screen at least."""
    since: float = 0.0
    """From which size of the map on they are of use."""
    angle: float = 0.0


class Taken(NamedTuple):
    """Ground that words may not cover, from a size of the map on."""

    box: Box
    since: float = 0.0


class Placed(NamedTuple):
    """Where words stand, and from which size of the map on they are written."""

    stand: Stand
    since: float


def length(text: str) -> float:
    """How long words are, in the height of their letters; no shorter than in any face that maps are written in."""
    return sum(_WIDTH.get(letter, 0.72) for letter in text)


def box_of(words: Words, stand: Stand, hex_size: float) -> Box:
    """What words cover on a map whose hexes are so large."""
    height = max(words.size, words.least / hex_size)
    wide, high = (length(words.text) + 2 * _RIM) * height / 2, (1 + 2 * _RIM) * height / 2
    turn = radians(words.angle)
    half_x = abs(wide * cos(turn)) + abs(high * sin(turn))
    half_y = abs(wide * sin(turn)) + abs(high * cos(turn))
    x, y = stand.x + stand.right * half_x, stand.y + stand.down * half_y
    return Box(x - half_x, y - half_y, x + half_x, y + half_y)


def settle(
    names: Sequence[Words], paper: Box, taken: Iterable[Taken] = (), ladder: Sequence[float] = LADDER
) -> list[Placed]:
    """A place for all words, those that matter most first; words for which there is no room are never written."""
    taken, done = list(taken), list[_Done]()
    return [_settle(words, paper, taken, done, ladder) for words in names]


class _Done(NamedTuple):
    words: Words
    stand: Stand
    rung: int
    largest: Box


def _settle(words: Words, paper: Box, taken: list[Taken], done: list[_Done], ladder: Sequence[float]) -> Placed:
    """Near its place rather than early, if not too late."""
    rungs = [n for n, size in enumerate(ladder) if size >= words.since] or [len(ladder) - 1]
    soon = [rung for rung in rungs if ladder[rung] <= LATE * max(words.since, ladder[0])]
    tries = [*((tier, soon) for tier in words.tiers), *((tier, rungs[len(soon) :]) for tier in words.tiers)]
    for rung, stand in ((rung, stand) for tier, some in tries for rung in some for stand in tier):
        box = box_of(words, stand, ladder[rung])
        if not paper.holds(box) or not _is_free(words, stand, rung, taken, ladder):
            continue
        if all(_is_clear(words, stand, box, rung, other, ladder) for other in done):
            done.append(_Done(words, stand, rung, box))
            return Placed(stand, words.since if rung == rungs[0] else ladder[rung])
    return Placed(words.tiers[0][0], float("inf"))


def _is_free(words: Words, stand: Stand, rung: int, taken: list[Taken], ladder: Sequence[float]) -> bool:
    """Whether words never cover ground that must be seen."""
    size = ladder[rung]
    largest = box_of(words, stand, size)
    return not any(
        largest.meets(box) and (since <= size or box_of(words, stand, since).meets(box)) for box, since in taken
    )


def _is_clear(words: Words, stand: Stand, box: Box, rung: int, other: _Done, ladder: Sequence[float]) -> bool:
    """Whether words never cover others at a size of the map at which both are written; both shrink as it grows."""
    if not box.meets(other.largest):
        return True
    size = ladder[max(rung, other.rung)]
    return not box_of(words, stand, size).meets(box_of(other.words, other.stand, size))
