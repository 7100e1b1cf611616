"""Movement and supply against slow, plain versions of themselves."""

import heapq
import timeit
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.hexes.board import Board
from beachhead.hexes.grid import Grid
from beachhead.hexes.search import BLOCKED, connected, find_path, flood, reach, reach_by, ways


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


@settings(deadline=None)
@given(case=situations())
def test_reach_equals_dijkstra(case):
    found = reach(**case)
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


@settings(deadline=None)
@given(case=situations())
def test_a_table_of_ways_gives_the_same_reach(case):
    table = ways(case["board"], case["enter"], case["side"], road=case["road"])
    found = reach_by(table, case["start"], case["points"], stop=case["stop"], blocked=case["blocked"])
    assert found == reach(**case)


@settings(deadline=None)
@given(case=situations())
def test_reach_without_hexsides_and_roads(case):
    bare = case | {"side": None, "road": None}
    zeros = case | {"side": [0] * len(case["side"]), "road": {}}
    assert reach(**bare) == reach(**zeros) == dijkstra(**zeros)


@settings(deadline=None)
@given(case=situations())
def test_side_costs_as_a_mapping(case):
    as_mapping = {number: cost for number, cost in enumerate(case["side"]) if cost}
    assert reach(**case | {"side": as_mapping}) == reach(**case)


@settings(deadline=None)
@given(case=situations(), data=st.data())
def test_find_path_is_a_cheapest_one(case, data):
    goal = data.draw(st.integers(0, len(case["board"]) - 1))
    case = case | {"points": BLOCKED - 1}
    truth = dijkstra(**case)
    path = find_path(goal=goal, **case)
    assert (path is None) == (goal not in truth)
    if path is not None:
        assert (path[0], path[-1]) == (case["start"], goal)


def test_steps_that_differ_by_direction(field):
    low, high = field.number("0606"), field.number("0607")
    table = ways(field, [1] * len(field), step={(low, high): 3, (high, low): BLOCKED})
    assert reach_by(table, low, 3)[high] == 2
    assert (high, 3) in table[low]
    assert low not in dict(table[high])


def test_a_unit_may_leave_the_stop_hex_it_starts_in(field):
    start = field.number("0606")
    found = reach(field, start, 2, [1] * len(field), stop=set(field.adjacent[start]) | {start})
    assert set(found) == {start, *field.adjacent[start]}


def test_path_to_an_unreached_hex(field):
    with pytest.raises(KeyError):
        reach(field, 0, 1, [1] * len(field)).path(len(field) - 1)


def slow_flood(board, starts, passable, closed, limit):
    steps = dict.fromkeys(starts, 0)
    changed = True
    while changed:
        changed = False
        for h in list(steps):
            for n in board.adjacent[h]:
                through = passable[n] and board.side(h, n) not in closed and steps[h] < limit
                if through and steps[h] + 1 < steps.get(n, limit + 1):
                    steps[n] = steps[h] + 1
                    changed = True
    return steps


@settings(deadline=None)
@given(case=situations(), data=st.data())
def test_flood_equals_slow_flood(case, data):
    board = case["board"]
    passable = [cost < 3 for cost in case["enter"]]
    closed = {side for side, cost in enumerate(case["side"]) if cost}
    limit = data.draw(st.integers(0, 12))
    starts = sorted(case["stop"] or {case["start"]})
    found = flood(board, starts, passable, closed=closed, limit=limit)
    assert found == slow_flood(board, starts, passable, closed, limit)
    goals = case["blocked"]
    assert connected(board, starts, goals, passable, closed=closed, limit=limit) == bool(goals & found.keys())


def test_flood_along_roads_only(field):
    road = [field.number(name) for name in ("0101", "0102", "0103", "0104")]
    along = [[] for _ in field.names]
    for a, b in pairwise(road):
        along[a].append(b)
        along[b].append(a)
    assert flood(field, [road[0]], [True] * len(field), along=along) == {h: n for n, h in enumerate(road)}


def test_a_movement_search_is_quick():
    """An infantry move on a large board; some 60 microseconds, held here to 1.5 ms for busy machines."""
    board = Board.of(Grid(shape="flat", first="column", columns=(1, 60), rows=(1, 40)))
    enter = [1 + (h * 7919 % 11 > 6) + (h * 104729 % 13 > 10) for h in range(len(board))]
    start = board.number("3020")
    assert len(reach(board, start, 8, enter)) > 100
    assert min(timeit.repeat(lambda: reach(board, start, 8, enter), number=20, repeat=5)) / 20 < 0.0015
