"""Lines of supply on a strip, on a ring and on a board: who is in supply, and by which line."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.hexes import Board, Grid, marked, ways
from beachhead.wargame.tracing import Leg, by_hexes, negated, trace

STRIP = by_hexes(((1,), (0, 2), (1, 3), (2, 4), (3,)))
RING = by_hexes(((1, 4), (0, 2), (1, 3), (2, 4), (3, 0)))
BOARD = Board.of(Grid(shape="flat", first="column", columns=(1, 7), rows=(1, 6)))
SIZE = len(BOARD)
LAND = by_hexes(BOARD.adjacent)


def found(sources, blocked=(), zone=(), table=STRIP, **limits):
    return trace(sources, [Leg(table)], blocked=marked(5, blocked), zone=marked(5, zone), **limits)


# --- who is in supply --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blocked", "zone", "hexes"),
    [
        ((), (), {0, 1, 2, 3, 4}),
        ({2}, (), {0, 1}),
        ((), {4}, {0, 1, 2, 3, 4}),  # a line may begin in a zone
        ((), {0}, {0, 1, 2, 3, 4}),  # and end in one
        ((), {0, 4}, {0, 1, 2, 3, 4}),  # and do both
        ((), {2}, {0, 1, 2}),  # but not pass through one
        ((), {0, 1}, {0, 1}),  # from one zone straight to the source in another
        ({0}, (), set()),  # a source that the enemy holds is none
    ],
)
def test_a_strip(blocked, zone, hexes):
    assert set(found([0], blocked, zone)) == hexes


@pytest.mark.parametrize(("zone", "hexes"), [({4}, {0, 1, 2, 3}), ({2}, {0, 1}), ({0}, set()), ((), {0, 1, 2, 3, 4})])
def test_a_strip_where_zones_are_closed(zone, hexes):
    assert set(found([0], (), zone, ends_in_zone=False)) == hexes
    assert set(trace([0], [Leg(STRIP)], zone=marked(5, zone), ends_in_zone=False)) == hexes


def test_friends_negate_zones():
    assert negated(b"\1\0\2\1", b"\0\1\3\0") == b"\1\0\0\1"
    zone = negated(marked(5, [1, 3]), marked(5, [1]))
    assert set(trace([0], [Leg(STRIP)], zone=zone)) == {0, 1, 2, 3}


def test_a_way_round():
    assert set(found([0], (), {1}, RING)) == {0, 1, 2, 3, 4}
    assert set(found([0], {4}, {1}, RING)) == {0, 1}


def test_several_sources_help_each_other():
    assert set(found([0, 4], (), {1, 3})) == {0, 1, 3, 4}
    assert not found([]) and len(found([])) == 0


def test_costs_and_limits():
    rough = (((1, 1),), ((0, 3), (2, 3)), ((1, 1), (3, 1)), ((2, 1), (4, 1)), ((3, 1),))
    assert dict(trace([0], [Leg(rough, 4)])) == {0: 0, 1: 1, 2: 4}
    assert dict(trace([0], [Leg(rough)], length=5)) == {0: 0, 1: 1, 2: 4, 3: 5}


# --- the line itself ---------------------------------------------------------------------------------------------


def test_the_line_leads_from_the_unit_to_its_source():
    lines = found([0, 4], {2})
    assert lines.line(1) == (1, 0) and lines.line(3) == (3, 4) and lines.line(0) == (0,)
    assert lines[1] == 1 and lines[0] == 0 and 2 not in lines
    for missing in (2, 5):
        with pytest.raises(KeyError):
            lines.line(missing)


def test_overland_to_a_road_and_by_road_as_far_as_it_goes():
    """A road from 0101 along the first column; overland two hexes at most."""
    road = [BOARD.number(f"01{row:02d}") for row in range(1, 7)]
    table = by_hexes([[n for n in BOARD.adjacent[h] if n in road] if h in road else [] for h in range(SIZE)])
    lines = trace([road[0]], [Leg(LAND, 2), Leg(table)])
    assert set(lines) == {h for h in range(SIZE) if min(BOARD.distance(h, r) for r in road) <= 2}
    start = BOARD.number("0306")
    overland, by_road = lines.legs(start)
    assert overland[0] == start and len(overland) == 3 == lines[start] + 1
    assert by_road[0] == overland[-1] and by_road[-1] == road[0] and set(by_road) <= set(road)
    assert lines.line(start) == (*overland, *by_road[1:])
    assert lines.legs(road[4]) == ((road[4],), tuple(reversed(road[:5])))


def test_a_leg_does_not_begin_anew_in_a_zone():
    """The road ends in a zone: a unit beyond it is cut off, one in it is not."""
    table = by_hexes(((1,), (0, 2), (1,), (), ()))
    assert set(trace([0], [Leg(STRIP, 2), Leg(table)], zone=marked(5, [2]))) == {0, 1, 2}
    assert set(trace([0], [Leg(STRIP, 1), Leg(table)])) == {0, 1, 2, 3}


def test_the_length_of_all_legs_together():
    table = by_hexes(((1,), (0, 2), (1,), (), ()))
    assert dict(trace([0], [Leg(STRIP), Leg(table)], length=3)) == {0: 0, 1: 1, 2: 2, 3: 3}
    with pytest.raises(ValueError, match="either each leg"):
        trace([0], [Leg(STRIP, 2), Leg(table)], length=3)


SOME = st.sets(st.integers(0, SIZE - 1), max_size=9)
COSTS = st.lists(st.integers(1, 3), min_size=SIZE, max_size=SIZE)


@settings(deadline=None, max_examples=60)
@given(
    costs=COSTS, roads=SOME, sources=SOME, foes=SOME, zone=SOME, limit=st.integers(0, 5), open_ends=st.booleans()
)  # fmt: skip
def test_every_line_keeps_the_rules(costs, roads, sources, foes, zone, limit, open_ends):
    road = by_hexes([[n for n in BOARD.adjacent[h] if n in roads] if h in roads else [] for h in range(SIZE)])
    legs = [Leg(ways(BOARD, costs), limit), Leg(road)]
    lines = trace(sources, legs, blocked=marked(SIZE, foes), zone=marked(SIZE, zone), ends_in_zone=open_ends)
    for h in lines:
        overland, by_road = lines.legs(h)
        line = lines.line(h)
        assert line[0] == h and line[-1] in sources and foes.isdisjoint(line)
        assert zone.isdisjoint(line[1:-1] if open_ends else line)
        assert lines[h] == sum(costs[place] for place in overland[:-1]) <= limit
        assert len(by_road) == 1 or roads.issuperset(by_road)
        assert all(b in BOARD.adjacent[a] for a, b in pairwise(line))
    assert lines.keys() >= {h for h in sources if h not in foes and (open_ends or h not in zone)}


@settings(deadline=None, max_examples=60)
@given(sources=SOME, foes=SOME, zone=SOME, limit=st.integers(0, 6))
def test_nobody_in_supply_is_missed(sources, foes, zone, limit):
    """By spreading out from the sources hex by hex."""
    edge = {h for h in sources if h not in foes}
    expected = dict.fromkeys(edge, 0)
    for steps in range(1, limit + 1):
        passing = [h for h in edge if h in sources or h not in zone]
        edge = {n for h in passing for n in BOARD.adjacent[h] if n not in foes and n not in expected}
        expected.update(dict.fromkeys(edge, steps))
    lines = trace(sources, [Leg(LAND, limit)], blocked=marked(SIZE, foes), zone=marked(SIZE, zone))
    assert dict(lines) == expected
