"""Line of sight, compared with walking every way that a line can take."""

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.hexes import Board, Grid, listed
from beachhead.wargame.sight import OPAQUE, Landscape, Obstacle, hexes_between, met, sides_crossed

FLAT = Board.of(Grid(shape="flat", first="column", columns=(1, 9), rows=(1, 9)))
POINTY = Board.of(Grid(shape="pointy", first="column", columns=(1, 9), rows=(1, 8), shifted="odd"))
RAGGED = Board.of(Grid(shape="flat", first="column", columns=(1, 8), rows=(1, 8), spans={"2": (3, 8), "5": (1, 4)}))
BOARDS = {"flat": FLAT, "pointy": POINTY, "ragged": RAGGED}


def hexes(board, names):
    return tuple(board.number(name) for name in names.split())


# --- what a line meets -------------------------------------------------------------------------------------------


def test_a_line_through_centres_crosses_one_hexside_after_the_other():
    here, one, two, there = hexes(FLAT, "0502 0503 0504 0505")
    assert hexes_between(FLAT, here, there) == ((one,), (two,))
    assert sides_crossed(FLAT, here, there) == tuple((FLAT.side(a, b),) for a, b in pairwise((here, one, two, there)))


def test_a_line_along_a_hexside_goes_by_either_hex():
    here, there = hexes(FLAT, "0404 0604")
    beside = tuple(sorted(set(FLAT.adjacent[here]) & set(FLAT.adjacent[there])))
    assert len(beside) == 2 and hexes_between(FLAT, here, there) == (beside,)
    assert [set(step) for step in sides_crossed(FLAT, here, there)] == [
        {FLAT.side(here, h) for h in beside},
        {FLAT.side(there, h) for h in beside},
    ]


def test_what_hinders_does_so_whichever_way_the_line_goes():
    steps = ((1,), (2, 3), (4,), (5, 6))
    assert met(steps, {1, 2, 5, 6, 9}) == ((1,), (5, 6))
    assert met(steps, ()) == () == met((), {1})


def test_next_to_each_other():
    here, there = hexes(FLAT, "0404 0405")
    assert hexes_between(FLAT, here, there) == () == hexes_between(FLAT, here, here)
    assert sides_crossed(FLAT, here, there) == ((FLAT.side(here, there),),)
    assert sides_crossed(FLAT, here, here) == ()
    walled = Landscape(FLAT, [OPAQUE] * len(FLAT), hedges=range(FLAT.side_count))
    assert walled.sees(here, there) and walled.sees(here, here) and walled.obstacle(here, there) is None


# --- what blocks it ----------------------------------------------------------------------------------------------


def test_a_wood_in_between_hides_what_is_behind():
    here, wood, there = hexes(FLAT, "0502 0504 0506")
    tops = [0] * len(FLAT)
    tops[wood] = 10
    land = Landscape(FLAT, tops)
    assert land.obstacle(here, there) == Obstacle((wood,)) == land.obstacle(there, here)
    assert land.obstacle(here, wood) is None and not land.sees(here, there)


@pytest.mark.parametrize(
    ("start", "end", "top", "free"),
    [
        (20, 0, 10, True),  # exactly as high as the line
        (20, 0, 11, False),
        (0, 20, 10, True),
        (20, 20, 20, True),
        (20, 20, 21, False),
        (0, 0, 0, True),
        (-10, -10, -5, False),
        (OPAQUE - 1, OPAQUE - 1, OPAQUE, False),
    ],
)
def test_the_line_runs_straight_from_height_to_height(start, end, top, free):
    here, middle, there = hexes(FLAT, "0502 0504 0506")
    low = min(start, end, top)
    ground, tops = [low] * len(FLAT), [low] * len(FLAT)
    ground[here], ground[there], tops[middle] = start, end, top
    land = Landscape(FLAT, tops, ground)
    assert land.sees(here, there) is free is land.sees(there, here)
    assert (land.obstacle(here, there) is None) is free


def test_how_far_along_a_hex_lies_may_be_counted_in_hexes():
    here, there = hexes(FLAT, "0205 0703")
    (middle,) = hexes_between(FLAT, here, there)[2]
    whole = FLAT.distance(here, middle) + FLAT.distance(middle, there)
    ground, tops = [0] * len(FLAT), [0] * len(FLAT)
    ground[here], level = 100, 100 * FLAT.distance(middle, there) // whole
    for top, free in ((level, True), (level + 1, False)):
        tops[middle] = top
        land = Landscape(FLAT, tops, ground, by_hexes=True)
        assert land.sees(here, there) is free is land.sees(there, here)


def test_a_line_between_two_hexes_needs_both_to_be_blocked():
    here, there = hexes(FLAT, "0404 0604")
    one, two = sorted(set(FLAT.adjacent[here]) & set(FLAT.adjacent[there]))
    tops = [0] * len(FLAT)
    tops[one] = OPAQUE
    assert Landscape(FLAT, tops).sees(here, there)
    tops[two] = 1
    assert Landscape(FLAT, tops).obstacle(here, there) == Obstacle((one, two))


def test_hedges_block_but_for_those_of_the_two_ends():
    first, second, third, fourth = hexes(FLAT, "0502 0503 0504 0505")
    hedge = FLAT.side(second, third)
    land = Landscape(FLAT, [0] * len(FLAT), hedges=[hedge])
    assert land.obstacle(first, fourth) == Obstacle((), (hedge,))
    for here, there in ((first, third), (second, fourth), (second, third)):
        assert land.sees(here, there) and land.obstacle(here, there) is None


def test_a_hedge_closes_one_of_two_ways():
    start, end = hexes(FLAT, "0204 0804")  # by the corners of 0404 and 0604
    here, there = hexes(FLAT, "0404 0604")
    one, two = sorted(set(FLAT.adjacent[here]) & set(FLAT.adjacent[there]))
    hedge, tops = FLAT.side(here, one), [0] * len(FLAT)
    assert Landscape(FLAT, tops, hedges=[hedge]).sees(start, end)
    tops[two] = OPAQUE
    assert Landscape(FLAT, tops, hedges=[hedge]).obstacle(start, end) == Obstacle((two,), (hedge,))
    assert Landscape(FLAT, tops).sees(start, end)


def test_at_the_edge_of_the_board_one_hex_decides():
    here, there = hexes(FLAT, "0101 0301")
    (beside,) = hexes_between(FLAT, here, there)[0]
    tops = [0] * len(FLAT)
    assert Landscape(FLAT, tops).sees(here, there)
    tops[beside] = 1
    assert Landscape(FLAT, tops).obstacle(here, there) == Obstacle((beside,))


def is_free(board, tops, ground, hedges, here, there, by_hexes):
    """Whether one of the ways passes: by looking at each, with heights measured on paper or by counting hexes."""

    def along(h):
        if by_hexes:
            return board.distance(here, h) / (board.distance(here, h) + board.distance(h, there))
        (x, y), (x0, y0), (x1, y1) = (board.centre(place) for place in (h, here, there))
        return ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2)

    def passes(walk):
        for h in walk[1:-1]:
            if tops[h] > ground[here] + (ground[there] - ground[here]) * along(h) + 1e-9:
                return False
        sides = [board.side(a, b) for a, b in pairwise(walk) if b in board.adjacent[a] and not {a, b} & {here, there}]
        return not any(side in hedges for side in sides)

    return any(map(passes, product(*board.line(here, there))))


@settings(deadline=None, max_examples=60)
@given(data=st.data(), shape=st.sampled_from(sorted(BOARDS)), by_hexes=st.booleans())
def test_the_table_the_obstacle_and_every_walk_agree(data, shape, by_hexes):
    board = BOARDS[shape]
    of_hexes = st.lists(st.sampled_from([0, 0, 0, 5, 10, 30]), min_size=len(board), max_size=len(board))
    ground, cover = data.draw(of_hexes), data.draw(of_hexes)
    tops = [low + more for low, more in zip(ground, cover, strict=True)]
    hedges = data.draw(st.sets(st.integers(0, board.side_count - 1), max_size=12))
    land = Landscape(board, tops, ground, hedges, by_hexes=by_hexes)
    here = data.draw(st.integers(0, len(board) - 1))
    seen = listed(land.field(here))
    for there in range(len(board)):
        free = here == there or is_free(board, tops, ground, hedges, here, there, by_hexes)
        assert land.sees(here, there) is free is land.sees(there, here)
        assert (land.obstacle(here, there) is None) is free
        assert (there in seen) is free


def test_a_field_may_end_so_many_hexes_away():
    here = FLAT.number("0505")
    assert listed(Landscape(FLAT, [0] * len(FLAT)).field(here, 3)) == sorted(FLAT.within(here, 3))


def test_a_table_says_what_is_worked_out_without_it(tmp_path):
    tops = [10 * (h % 7 == 3) for h in range(len(FLAT))]
    fresh, table = Landscape(FLAT, tops), tmp_path / "table"
    table.write_bytes(fresh.written())
    read, other = Landscape(FLAT, tops, table=table), Landscape(FLAT, [0] * len(FLAT), table=table)
    assert fresh.is_mine(table.read_bytes()) and not other.is_mine(table.read_bytes())
    for here in range(len(FLAT)):
        assert read.field(here) == fresh.field(here)
        assert all(read.sees(here, there) is fresh.sees(here, there) for there in range(len(FLAT)))
    assert listed(other.field(0)) == list(range(len(FLAT)))
