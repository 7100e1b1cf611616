"""Tracing: lines of supply and communication.

One search from the sources finds all hexes from which a line leads to one of them, and the lines themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from beachhead.hexes import BLOCKED, Marks, Reach, Steps, Ways, marked, reach_by
from beachhead.wargame.marching import OFF_MAP

NO_LIMIT = BLOCKED - 1
"""The length of a leg, or of a line, that may be as long as one likes."""


class Leg(msgspec.Struct, frozen=True, eq=False):
    """A part of a line: along which steps it runs, and how much they may cost in all.

    The steps are those of a search that comes from the source: where a step costs more in one direction than in the
    other, that direction counts.
    """

    ways: Ways
    limit: int = NO_LIMIT


def by_hexes(adjacent: Sequence[Iterable[int]]) -> Steps:
    """Steps that are counted in hexes, each to one of those that are named."""
    return Steps(tuple((n, 1) for n in near) for near in adjacent)


class Lines(Mapping[int, int]):
    """The hexes from which a line leads to a source, each with what its first leg costs.

    Where the line as a whole is limited, with what all of it costs.
    """

    def __init__(self, legs: Sequence[Reach]) -> None:
        self._legs = legs
        self._spent = dict(legs[-1].spent)
        del self._spent[OFF_MAP]

    def __getitem__(self, h: int) -> int:
        return self._spent[h]

    def __iter__(self) -> Iterator[int]:
        return iter(self._spent)

    def __len__(self) -> int:
        return len(self._spent)

    def __contains__(self, h: object) -> bool:
        return h in self._spent

    def legs(self, h: int) -> tuple[tuple[int, ...], ...]:
        """The line from a hex to its source, leg by leg; each begins where the one before ends."""
        if h not in self._spent:
            raise KeyError(h)
        found = []
        for leg in reversed(self._legs):
            part = leg.path(h)[:0:-1]
            found.append(part)
            h = part[-1]
        return tuple(found)

    def line(self, h: int) -> tuple[int, ...]:
        """The hexes of the line from a hex to its source, both included."""
        legs = self.legs(h)
        return (*legs[0], *(place for leg in legs[1:] for place in leg[1:]))


def trace(
    sources: Iterable[int],
    legs: Sequence[Leg],
    *,
    blocked: Marks | None = None,
    zone: Marks | None = None,
    ends_in_zone: bool = True,
    length: int = NO_LIMIT,
) -> Lines:
    """The hexes from which a line leads to any of the sources, by these legs in this order, any of them empty.

    A line never enters a hex in `blocked`, such as one with an enemy. It does not pass through a hex in `zone`, which
    the enemy controls; it may begin or end there, unless `ends_in_zone` says that it may not. Where friends negate a
    zone, give it without those hexes (`negated`). `length` limits what all legs cost together, if they have no limits
    of their own.
    """
    if length < NO_LIMIT and any(leg.limit < NO_LIMIT for leg in legs):
        raise ValueError("either each leg has its limit, or the line as a whole")
    if zone is not None and not ends_in_zone:
        blocked, zone = _either(blocked, zone), None
    first = [(source, 0) for source in sources]
    stop = None if zone is None else bytearray(zone)
    if stop is not None:
        for source, _ in first:
            stop[source] = 0  # a line ends there, whoever controls it
    found: list[Reach] = []
    for leg in reversed(legs):
        if found:  # this leg begins wherever the one after it leads
            spent = found[-1].spent.items()
            first = [(h, cost if length < NO_LIMIT else 0) for h, cost in spent if h != OFF_MAP]
        found.append(reach_by(leg.ways, OFF_MAP, min(leg.limit, length), first=first, stop=stop, blocked=blocked))
    return Lines(found)


def negated(zone: Marks, friends: Marks) -> bytes:
    """A zone without the hexes where friends stand."""
    return bytes(0 if friend else mark for mark, friend in zip(zone, friends, strict=True))


def _either(one: Marks | None, two: Marks) -> Marks:
    return two if one is None else marked(len(two), (h for h, mark in enumerate(two) if mark or one[h]))
