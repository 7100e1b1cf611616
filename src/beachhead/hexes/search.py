"""Where a unit can go, and what a line of supply can reach.

Costs are small whole numbers, so hexes wait in one bucket per cost and nothing is ever sorted. The loops index flat
tables and hold plain integers only: a bot runs them thousands of times a second.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from beachhead.hexes.board import Board

BLOCKED = 1 << 20
"""A cost that nothing can pay: the hex cannot be entered, the hexside not crossed."""

Adjacency = Sequence[Sequence[int]]
Ways = Sequence[Sequence[tuple[int, int]]]
"""For every hex the hexes that a mover may step to, each with the whole cost of the step."""


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


def reach(
    board: Board,
    start: int,
    points: int,
    enter: Sequence[int],
    side: Sequence[int] | Mapping[int, int] | None = None,
    *,
    road: Mapping[int, int] | None = None,
    stop: Collection[int] = (),
    blocked: Collection[int] = (),
    goal: int = -1,
) -> Reach:
    """The hexes that a unit with so many movement points can reach.

    A step costs `enter` of the hex entered plus `side` of the hexside crossed; for a hexside in `road` it costs what
    stands there instead. A unit that enters a hex in `stop` goes no farther, and it never enters one in `blocked`; give
    these as sets. No cost may be negative. Once the cheapest way to `goal` is known the search ends, and the costs of
    other hexes need not be the least.
    """
    if side is None and not road:
        return _reach_plain(board.adjacent, start, points, enter, stop=stop, blocked=blocked, goal=goal)
    if side is None or isinstance(side, Mapping):
        sides = [0] * board.side_count
        for number, cost in (side or {}).items():
            sides[number] = cost
        side = sides
    roads = road or {}
    links = board.links
    spent, came_from, buckets, cost = {**dict.fromkeys(blocked, -1), start: 0}, dict[int, int](), [[start]], -1
    cheapest = spent.get
    for bucket in buckets:  # grows while it runs, as does each bucket for steps that cost nothing
        cost += 1
        for h in bucket:
            if spent[h] != cost or (h in stop and h != start):
                continue
            if h == goal:
                return _reached(start, spent, came_from, blocked)
            for n, s in links[h]:
                total = cost + (roads[s] if s in roads else enter[n] + side[s])
                if total <= points and total < cheapest(n, BLOCKED):
                    spent[n] = total
                    came_from[n] = h
                    while total >= len(buckets):
                        buckets.append([])
                    buckets[total].append(n)
    return _reached(start, spent, came_from, blocked)


def _reach_plain(
    adjacent: Adjacency,
    start: int,
    points: int,
    enter: Sequence[int],
    *,
    stop: Collection[int],
    blocked: Collection[int],
    goal: int,
) -> Reach:
    # The three searches differ only in the price of a step: looked up by a call it would take twice the time.
    spent, came_from, buckets, cost = {**dict.fromkeys(blocked, -1), start: 0}, dict[int, int](), [[start]], -1
    cheapest = spent.get
    for bucket in buckets:
        cost += 1
        for h in bucket:
            if spent[h] != cost or (h in stop and h != start):
                continue
            if h == goal:
                return _reached(start, spent, came_from, blocked)
            for n in adjacent[h]:
                total = cost + enter[n]
                if total <= points and total < cheapest(n, BLOCKED):
                    spent[n] = total
                    came_from[n] = h
                    while total >= len(buckets):
                        buckets.append([])
                    buckets[total].append(n)
    return _reached(start, spent, came_from, blocked)


def ways(
    board: Board,
    enter: Sequence[int],
    side: Sequence[int] | None = None,
    *,
    road: Mapping[int, int] | None = None,
    step: Mapping[tuple[int, int], int] | None = None,
) -> Ways:
    """The cost of every step on the board, made once for a kind of mover, for `reach_by`.

    As in `reach`; and `step` gives the whole cost of single steps from one hex to another, for what is not the same in
    both directions, uphill and down. Blocked steps are left out, so that a search need not look at them.
    """
    table = []
    for h, links in enumerate(board.links):
        row = []
        for n, s in links:
            cost = step.get((h, n)) if step else None
            if cost is None:
                cost = road.get(s) if road else None
            if cost is None:
                cost = enter[n] + (side[s] if side else 0)
            if cost < BLOCKED:
                row.append((n, cost))
        table.append(tuple(row))
    return tuple(table)


def reach_by(
    table: Ways,
    start: int,
    points: int,
    *,
    stop: Collection[int] = (),
    blocked: Collection[int] = (),
    goal: int = -1,
) -> Reach:
    """As `reach`, by a table that `ways` has made: the quickest, where the costs of a kind of mover do not change."""
    spent, came_from, buckets, cost = {**dict.fromkeys(blocked, -1), start: 0}, dict[int, int](), [[start]], -1
    cheapest = spent.get
    for bucket in buckets:
        cost += 1
        for h in bucket:
            if spent[h] != cost or (h in stop and h != start):
                continue
            if h == goal:
                return _reached(start, spent, came_from, blocked)
            for n, price in table[h]:
                total = cost + price
                if total <= points and total < cheapest(n, BLOCKED):
                    spent[n] = total
                    came_from[n] = h
                    while total >= len(buckets):
                        buckets.append([])
                    buckets[total].append(n)
    return _reached(start, spent, came_from, blocked)


def _reached(start: int, spent: dict[int, int], came_from: dict[int, int], blocked: Iterable[int]) -> Reach:
    for h in blocked:
        if spent.get(h) == -1:
            del spent[h]
    return Reach(start, spent, came_from)


def find_path(
    board: Board,
    start: int,
    goal: int,
    enter: Sequence[int],
    side: Sequence[int] | Mapping[int, int] | None = None,
    *,
    road: Mapping[int, int] | None = None,
    points: int = BLOCKED - 1,
    stop: Collection[int] = (),
    blocked: Collection[int] = (),
) -> tuple[int, ...] | None:
    """The hexes of a cheapest way from one hex to another, both included; None if there is none."""
    found = reach(board, start, points, enter, side, road=road, stop=stop, blocked=blocked, goal=goal)
    return found.path(goal) if goal in found else None


def flood(
    board: Board,
    starts: Iterable[int],
    passable: Sequence[object],
    *,
    closed: Collection[int] = (),
    along: Adjacency | None = None,
    limit: int = BLOCKED,
) -> dict[int, int]:
    """The hexes that can be reached from any of the starts through passable hexes, each with its number of steps.

    `passable` has a true or false value for every hex; the starts count whether passable or not. `closed` hexsides are
    not crossed, `along` restricts the steps (to roads, say: `paths.adjacent("road")`), `limit` their number.
    """
    return dict(_flood(board, starts, passable, closed=closed, along=along, limit=limit))


def connected(
    board: Board,
    starts: Iterable[int],
    goals: Collection[int],
    passable: Sequence[object],
    *,
    closed: Collection[int] = (),
    along: Adjacency | None = None,
    limit: int = BLOCKED,
) -> bool:
    """Whether any of the goals is reached by a flood from the starts."""
    return any(h in goals for h, _ in _flood(board, starts, passable, closed=closed, along=along, limit=limit))


def _flood(
    board: Board,
    starts: Iterable[int],
    passable: Sequence[object],
    *,
    closed: Collection[int],
    along: Adjacency | None,
    limit: int,
) -> Iterator[tuple[int, int]]:
    adjacent = board.adjacent if along is None else along
    edge = list(dict.fromkeys(starts))
    seen = set(edge)
    steps = 0
    while edge:
        for h in edge:
            yield h, steps
        if steps == limit:
            return
        steps += 1
        beyond = []
        for h in edge:
            for n in adjacent[h]:
                if n not in seen and passable[n] and not (closed and board.side(h, n) in closed):
                    seen.add(n)
                    beyond.append(n)
        edge = beyond
