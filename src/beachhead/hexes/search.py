"""Where a unit can go, and what a line of supply can reach.

Costs are small whole numbers, so hexes wait in one bucket per cost and nothing is ever sorted. The loops index flat
tables and hold plain integers only: a bot runs them thousands of times a second.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import itemgetter
from sys import byteorder

from beachhead.hexes.board import Board

BLOCKED = 1 << 20
"""A cost that nothing can pay: the hex cannot be entered, the hexside not crossed."""

_HIGHEST = 0xFFFF
"""The most that two bytes hold."""

Ways = Sequence[Sequence[tuple[int, int]]]
"""For every hex the hexes that a mover may step to, each with the whole cost of the step."""


class Steps(tuple[Sequence[tuple[int, int]], ...]):
    """Ways that are made once and know their cheapest step, so that a search does not look farther than it can pay."""

    @cached_property
    def least(self) -> int:
        """What the cheapest of all steps costs."""
        return min(map(itemgetter(1), chain.from_iterable(self)), default=0)


Links = Sequence[Sequence[int]] | Mapping[int, Sequence[int]]
"""The hexes to which one comes from each."""
Marks = bytes | bytearray
"""A byte for every hex of the board, true where it is not 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach(Mapping[int, int]):
    """The hexes that can be reached, each with the least cost of getting there; the start is one, at 0."""

    start: int
    spent: dict[int, int]
    came_from: dict[int, int]

    def __getitem__(self, h: int) -> int:
        return self.spent[h]

    def __iter__(self) -> Iterator[int]:
        return iter(self.spent)

    def __len__(self) -> int:
        return len(self.spent)

    def __contains__(self, h: object) -> bool:
        return h in self.spent

    def path(self, to: int) -> tuple[int, ...]:
        """The hexes of a cheapest way from the start to a hex that can be reached, both included."""
        if to not in self.spent:
            raise KeyError(to)
        hexes = [to]
        while hexes[-1] != self.start:
            hexes.append(self.came_from[hexes[-1]])
        return tuple(reversed(hexes))


def ways(
    board: Board,
    enter: Sequence[int],
    side: Sequence[int] | None = None,
    *,
    road: Mapping[int, int] | None = None,
    step: Mapping[tuple[int, int], int] | None = None,
    back: bool = False,
) -> Steps:
    """The cost of every step on the board, made once for a kind of mover, for `reach_by`.

    A step costs `enter` of the hex entered plus `side` of the hexside crossed; for a hexside in `road` it costs what
    stands there instead. `step` gives the whole cost of single steps from one hex to another, for what is not the same
    in both directions, uphill and down. No cost may be negative. Blocked steps are left out, so that a search need not
    look at them. With `back` the steps are turned about: from each hex to those from which one comes to it.
    """
    sides = side or bytes(board.side_count)
    roads = road or {}
    table = [
        tuple(
            [
                (n, cost)
                for n, s in links
                if (cost := roads[s] if s in roads else enter[h if back else n] + sides[s]) < BLOCKED
            ]
        )
        for h, links in enumerate(board.links)
    ]
    changed: dict[int, dict[int, int]] = {}
    for (h, n), cost in (step or {}).items():
        one, other = (n, h) if back else (h, n)
        changed.setdefault(one, {})[other] = cost
    for h, costs in changed.items():
        plain = dict(table[h])
        row = [(n, costs.get(n, plain.get(n, BLOCKED))) for n in board.adjacent[h]]
        table[h] = tuple((n, cost) for n, cost in row if cost < BLOCKED)
    return Steps(table)


def marked(size: int, hexes: Iterable[int]) -> bytearray:
    """A byte for every hex of a board of this size, 1 for these ones: what `reach_by` wants."""
    found = bytearray(size)
    for h in hexes:
        found[h] = 1
    return found


def reach_by(
    table: Ways,
    start: int,
    points: int,
    *,
    first: Sequence[tuple[int, int]] | None = None,
    stop: Marks | None = None,
    blocked: Marks | None = None,
    until: Collection[int] = frozenset(),
) -> Reach:
    """The hexes that a unit with so many movement points can reach by a table that `ways` has made.

    A unit that enters a hex marked in `stop` goes no farther, and it never enters one marked in `blocked`. `first` are
    its first steps where they are not those of the table: out of a zone of control, or onto the map from a start
    that is no hex. A search `until` some hexes ends when nothing cheaper than the way to one of them is left to find.
    """
    ends = frozenset(until)
    best = _limits(len(table), points + 1, blocked)
    stops = bytes(len(table)) if stop is None else stop
    spent = {start: 0}
    came_from: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(min(points, 64) + 1)]
    if start >= 0:
        best[start] = 0
    for n, price in table[start] if first is None else first:
        if price < best[n]:
            best[n] = spent[n] = price
            came_from[n] = start
            _bucket(buckets, price).append(n)
    last = -1 if start in ends else points - getattr(table, "least", 0)  # whoever has paid more can pay no step
    for cost, bucket in enumerate(buckets):  # grows while it runs, as does each bucket for steps that cost nothing
        if cost > last or (ends and not ends.isdisjoint(bucket)):
            break
        for h in bucket:
            if best[h] == cost and not stops[h]:
                for n, price in table[h]:
                    total = cost + price
                    if total < best[n]:
                        best[n] = spent[n] = total
                        came_from[n] = h
                        try:
                            buckets[total].append(n)
                        except IndexError:
                            _bucket(buckets, total).append(n)
    return Reach(start, spent, came_from)


def _bucket(buckets: list[list[int]], cost: int) -> list[int]:
    """The bucket for a cost; there are some more than the dearest way so far has needed."""
    if cost >= len(buckets):
        buckets += [[] for _ in range(cost + 64 - len(buckets))]
    return buckets[cost]


def _limits(size: int, limit: int, blocked: Marks | None) -> "bytearray | array[int] | list[int]":
    """What the way to each hex must cost less than: all points and one, and nothing for those that are blocked."""
    if limit > _HIGHEST:
        return [0 if mark else limit for mark in blocked] if blocked else [limit] * size
    low, high = limit & 255, limit >> 8
    if blocked is None:
        limits = bytearray((low, high)) * size if high else bytearray((low,)) * size
    elif high:
        limits = bytearray(2 * size)
        limits[::2], limits[1::2] = (blocked.translate(bytes((part,)) + bytes(255)) for part in (low, high))
    else:
        limits = bytearray(blocked.translate(bytes((low,)) + bytes(255)))
    if not high:
        return limits
    wide = array("H", limits)
    if byteorder == "big":
        wide.byteswap()
    return wide


def spread(links: Links, starts: Iterable[int], closed: Collection[int] = ()) -> dict[int, int]:
    """The hexes to which links lead from any of the starts, each with its number of steps; none enters a closed one."""
    found = dict.fromkeys(starts, 0)
    for h in (edge := list(found)):  # grows while it runs
        for n in links[h]:
            if n not in found and n not in closed:
                found[n] = found[h] + 1
                edge.append(n)
    return found


def distances(links: Links, starts: Iterable[int]) -> bytes:
    """How many steps every hex is away from the nearest of the starts, at most 255."""
    far = bytearray(b"\xff") * len(links)
    for h, steps in spread(links, starts).items():
        if steps < 255:
            far[h] = steps
    return bytes(far)


def flood(
    board: Board, starts: Iterable[int], passable: Sequence[object], *, closed: Collection[int] = ()
) -> dict[int, int]:
    """The hexes that can be reached from any of the starts through passable hexes, each with its number of steps.

    `passable` has a true or false value for every hex; the starts count whether passable or not. `closed` hexsides are
    not crossed.
    """
    found = dict.fromkeys(starts, 0)
    for h in (edge := list(found)):  # grows while it runs
        for n, side in board.links[h]:
            if n not in found and passable[n] and side not in closed:
                found[n] = found[h] + 1
                edge.append(n)
    return found
