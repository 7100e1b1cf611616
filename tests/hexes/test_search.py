"""Movement and supply against slow, plain versions of themselves."""

import heapq
import timeit
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.hexes.board import Board
from beachhead.hexes.grid import Grid
from beachhead.hexes.search import BLOCKED, flood, marked, reach_by, spread, ways


@st.composite
def situations(draw):
    shape = draw(st.sampled_from(["pointy", "flat"]))
    board = Board.of(
        Grid(
            shape=shape,
            first="column",
            columns=(1, draw(st.integers(1, 7))),
            rows=(1, draw(st.integers(1, 7))),
            shifted=draw(st.sampled_from(["odd", "even"])),
        )
    )
    hexes = st.integers(0, len(board) - 1)
    some = st.frozensets(hexes, max_size=8)
    sides = st.integers(0, max(0, board.side_count - 1))
    return {
        "board": board,
        "start": draw(hexes),
        "points": draw(st.integers(0, 9)),
        "enter": draw(st.lists(st.sampled_from([0, 1, 1, 2, 3, BLOCKED]), min_size=len(board), max_size=len(board))),
        "side": draw(
            st.lists(st.sampled_from([0, 0, 0, 1, 2, BLOCKED]), min_size=board.side_count, max_size=board.side_count)
        ),
        "road": draw(st.dictionaries(sides, st.integers(0, 2), max_size=12)),
        "stop": draw(some),
        "blocked": draw(some),
    }


def dijkstra(board, start, points, enter, side, *, road, stop, blocked):
    spent, heap = {}, [(0, start)]
    while heap:
        cost, h = heapq.heappop(heap)
        if h in spent:
            continue
        spent[h] = cost
        if h in stop and h != start:
            continue
        for n in board.adjacent[h]:
            s = board.side(h, n)
            total = cost + (road[s] if s in road else enter[n] + side[s])
            if n not in blocked and total <= points:
                heapq.heappush(heap, (total, n))
    return spent


def search(case, **more):
    table = ways(case["board"], case["enter"], case["side"], road=case["road"])
    size = len(case["board"])
    stop, blocked = marked(size, case["stop"]), bytes(marked(size, case["blocked"]))
    return reach_by(table, case["start"], case["points"], stop=stop, blocked=blocked, **more)


@given(case=situations())
def test_reach_equals_dijkstra(case):
    found = search(case)
    assert found == dijkstra(**case)
    assert found[case["start"]] == 0
    for h in found:
        path = found.path(h)
        assert (path[0], path[-1]) == (case["start"], h)
        assert not case["stop"].intersection(path[1:-1])
        cost = 0
        for a, b in pairwise(path):
            s = case["board"].side(a, b)
            cost += case["road"][s] if s in case["road"] else case["enter"][b] + case["side"][s]
        assert cost == found[h]


@given(case=situations())
def test_ways_without_hexsides_and_roads(case):
    bare = ways(case["board"], case["enter"])
    assert bare == ways(case["board"], case["enter"], [0] * len(case["side"]), road={})
    zeros = case | {"side": [0] * len(case["side"]), "road": {}, "stop": frozenset(), "blocked": frozenset()}
    assert reach_by(bare, case["start"], case["points"]) == dijkstra(**zeros)


@given(case=situations(), data=st.data())
def test_first_steps_of_their_own(case, data):
    """From outside the map, or out of a hex by some of its sides only, as if the board had one hex more."""
    board = case["board"]
    first = data.draw(st.lists(st.tuples(st.integers(0, len(board) - 1), st.integers(0, 3)), max_size=3))
    table = ways(board, case["enter"], case["side"], road=case["road"])
    marks = marked(len(board) + 1, case["stop"]), marked(len(board) + 1, case["blocked"])
    longer = reach_by((*table, first), len(board), case["points"], stop=marks[0], blocked=marks[1])
    case = case | {"start": -1}
    found = search(case, first=first)
    assert found.spent | {len(board): 0} == longer.spent | {-1: 0}
    assert all(found.path(h)[0] == -1 for h in found)


def test_steps_that_differ_by_direction(field):
    low, high = field.number("0606"), field.number("0607")
    table = ways(field, [1] * len(field), step={(low, high): 3, (high, low): BLOCKED})
    assert reach_by(table, low, 3)[high] == 2
    assert (high, 3) in table[low]
    assert low not in dict(table[high])


def test_a_unit_may_leave_the_stop_hex_it_starts_in(field):
    start = field.number("0606")
    stop = marked(len(field), [start, *field.adjacent[start]])
    found = reach_by(ways(field, [1] * len(field)), start, 2, stop=stop)
    assert set(found) == {start, *field.adjacent[start]}


def test_path_to_an_unreached_hex(field):
    with pytest.raises(KeyError):
        reach_by(ways(field, [1] * len(field)), 0, 1).path(len(field) - 1)


def slow_flood(board, starts, passable, closed):
    steps = dict.fromkeys(starts, 0)
    changed = True
    while changed:
        changed = False
        for h in list(steps):
            for n in board.adjacent[h]:
                through = passable[n] and board.side(h, n) not in closed
                if through and steps[h] + 1 < steps.get(n, len(board)):
                    steps[n] = steps[h] + 1
                    changed = True
    return steps


@given(case=situations())
def test_flood_equals_slow_flood(case):
    board = case["board"]
    passable = [cost < 3 for cost in case["enter"]]
    closed = {side for side, cost in enumerate(case["side"]) if cost}
    starts = sorted(case["stop"] or {case["start"]})
    assert flood(board, starts, passable, closed=closed) == slow_flood(board, starts, passable, closed)


def test_a_movement_search_is_quick():
    """An infantry move on a large board; some 60 microseconds, held here to 1.5 ms for busy machines."""
    board = Board.of(Grid(shape="flat", first="column", columns=(1, 60), rows=(1, 40)))
    enter = [1 + (h * 7919 % 11 > 6) + (h * 104729 % 13 > 10) for h in range(len(board))]
    start = board.number("3020")
    table = ways(board, enter)
    assert len(reach_by(table, start, 8)) > 100
    assert min(timeit.repeat(lambda: reach_by(table, start, 8), number=20, repeat=5)) / 20 < 0.0015


def test_steps_over_links_that_no_board_knows():
    links = {1: (2, 3), 2: (4,), 3: (4, 5), 4: (6,), 5: (), 6: (1,)}
    assert spread(links, [1]) == {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}
    assert spread(links, [2, 3], closed={4}) == {2: 0, 3: 0, 5: 1}
