"""What must hold on any board."""

import pickle
from collections import deque
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.hexes.board import Board
from beachhead.hexes.errors import BoardError, UnknownHexError
from beachhead.hexes.grid import Grid, Sheet


def draw_hexes(data, board: Board, count: int) -> list[int]:
    return [data.draw(st.integers(0, len(board) - 1)) for _ in range(count)]


def walk_distances(board: Board, start: int) -> dict[int, int]:
    steps, queue = {start: 0}, deque([start])
    while queue:
        h = queue.popleft()
        for n in board.adjacent[h]:
            if n not in steps:
                steps[n] = steps[h] + 1
                queue.append(n)
    return steps


def test_neighbours_are_mutual_and_opposite(any_board):
    board = any_board
    for h, around in enumerate(board.neighbours):
        assert board.adjacent[h] == tuple(n for n in around if n >= 0)
        for d, n in enumerate(around):
            if n >= 0:
                assert board.neighbours[n][(d + 3) % 6] == h
                assert board.direction(h, n) == d


def test_sides_are_shared_and_dense(any_board):
    board = any_board
    seen = set()
    for h, edges in enumerate(board.sides):
        for d, side in enumerate(edges):
            n = board.neighbours[h][d]
            assert (side < 0) == (n < 0)
            if side >= 0:
                seen.add(side)
                assert board.ends(side) == (min(h, n), max(h, n))
                assert board.side(h, n) == board.side(n, h) == side
                assert (n, side) in board.links[h]
    assert seen == set(range(board.side_count))


def test_names_and_numbers_agree(any_board):
    board = any_board
    assert len(set(board.names)) == len(board) == len(board.names)
    assert [board.number(name) for name in board.names] == list(range(len(board)))
    assert board.name(7) == board.names[7]


@given(data=st.data())
def test_distance_is_a_metric(any_board, data):
    board = any_board
    a, b, c = draw_hexes(data, board, 3)
    assert (board.distance(a, b) == 0) == (a == b)
    assert board.distance(a, b) == board.distance(b, a)
    assert board.distance(a, c) <= board.distance(a, b) + board.distance(b, c)


@pytest.mark.parametrize("game", ["omaha", "bradley", "bocage", "bocage-flat", "tcs"])
def test_distance_is_the_number_of_steps(board_of, game):
    board = board_of(game)
    for start in (0, len(board) // 2, len(board) - 1):
        walked = walk_distances(board, start)
        assert [board.distance(start, h) for h in range(len(board))] == [walked[h] for h in range(len(board))]


def test_rings_in_the_open_have_six_times_their_radius(field):
    middle = field.number("0606")
    for n in range(1, 5):
        ring = field.ring(middle, n)
        assert len(ring) == len(set(ring)) == 6 * n
        assert all(field.distance(middle, h) == n for h in ring)
    assert field.ring(middle, 1) == field.neighbours[middle]
    assert field.ring(middle, 0) == (middle,)
    assert field.ring(middle, -1) == ()


@given(data=st.data())
def test_within_is_everything_near(any_board, data):
    board = any_board
    (h,) = draw_hexes(data, board, 1)
    n = data.draw(st.integers(0, 5))
    near = board.within(h, n)
    assert near[0] == h
    assert set(near) == {other for other in range(len(board)) if board.distance(h, other) <= n}
    assert [board.distance(h, other) for other in near] == sorted(board.distance(h, other) for other in near)


@given(data=st.data())
def test_direction_holds_along_a_whole_ray(field, data):
    (h,) = draw_hexes(data, field, 1)
    d = data.draw(st.integers(0, 5))
    at = field.neighbours[h][d]
    while at >= 0:
        assert field.direction(h, at) == d
        at = field.neighbours[at][d]
    assert field.direction(h, h) == -1


def test_direction_off_the_rays(field):
    middle = field.number("0606")
    rays = [h for h in field.ring(middle, 3) if field.direction(middle, h) >= 0]
    assert len(rays) == 6


def test_touching_sides_share_a_corner(field):
    a, b = field.number("0606"), field.number("0607")
    side = field.side(a, b)
    touching = field.touching(side)
    assert len(touching) == len(set(touching)) == 4
    for other in touching:
        assert side in field.touching(other)
        assert len({*field.ends(other), a, b}) == 3


# The line between two hexes


def crossed(board: Board, a: int, b: int) -> list[tuple[int, ...]]:
    """The slow truth: the stretch of the line inside every hex, in exact fractions."""

    def measures(h: int) -> tuple[int, int, int]:
        x, y = board._doubled[h]
        x0, y0 = board._doubled[a]
        x, y = x - x0, y - y0
        q, r = ((x - y) // 2, y) if board.grid.shape == "pointy" else (x, (y - x) // 2)
        return q - r, q + 2 * r, -2 * q - r

    stretches: dict[tuple[Fraction, Fraction], list[int]] = {}
    for h in range(len(board)):
        start, end = Fraction(0), Fraction(1)
        for goal, here in zip(measures(b), measures(h), strict=True):
            if goal:
                low, high = sorted((Fraction(here - 1, goal), Fraction(here + 1, goal)))
                start, end = max(start, low), min(end, high)
            elif abs(here) > 1:
                end = Fraction(-1)
        if start < end:
            stretches.setdefault((start, end), []).append(h)
    return [tuple(hexes) for _, hexes in sorted(stretches.items())]


@given(data=st.data())
def test_line_is_what_exact_geometry_says(field, data):
    a, b = draw_hexes(data, field, 2)
    assert a == b or list(field.line(a, b)) == crossed(field, a, b)


@given(data=st.data())
def test_what_is_on_a_line_is_known_without_going_along_it(any_board, data):
    a, b = draw_hexes(data, any_board, 2)
    line = any_board.line(a, b)
    passed = {h for step in line for h in step}
    for h in range(len(any_board)):
        assert any_board.is_on_line(a, b, (h,)) == (h in passed)
    assert any_board.runs_along_sides(a, b) or all(len(step) == 1 for step in line)


@given(data=st.data())
def test_line_properties(any_board, data):
    board = any_board
    a, b = draw_hexes(data, board, 2)
    line = board.line(a, b)
    assert line[0] == (a,)
    assert line[-1] == (b,)
    assert line == tuple(reversed(board.line(b, a)))
    hexes = [h for step in line for h in step]
    assert len(hexes) == len(set(hexes))
    for step in line:
        assert len(step) == 1 or (len(step) == 2 and step[1] in board.adjacent[step[0]])
        assert step == tuple(sorted(step))
    if not board.grid.spans:  # a board with notches may be left on the way
        assert len(hexes) > board.distance(a, b)
        for one, two in pairwise(line):
            assert all(y in board.adjacent[x] for x in one for y in two)


def test_a_straight_line_has_one_hex_a_step(field):
    middle = field.number("0606")
    for h in field.ring(middle, 4):
        if field.direction(middle, h) >= 0:
            line = field.line(middle, h)
            assert [len(step) for step in line] == [1] * 5
            assert [field.distance(middle, step[0]) for step in line] == [0, 1, 2, 3, 4]


def test_a_line_along_hexsides_has_both_hexes():
    board = Board.of(Grid(shape="flat", first="column", columns=(1, 61), rows=(1, 36)))
    names = [tuple(map(board.name, step)) for step in board.line(board.number("2020"), board.number("2420"))]
    assert names == [("2020",), ("2120", "2121"), ("2220",), ("2320", "2321"), ("2420",)]


def test_a_line_may_clip_more_hexes_than_the_distance():
    board = Board.of(Grid(shape="pointy", first="row", rows=(1, 9), columns=(1, 9), shifted="odd"))
    a, b = board.number("0402"), board.number("0305")
    assert board.distance(a, b) == 4
    assert [board.name(step[0]) for step in board.line(a, b)] == ["0402", "0403", "0303", "0404", "0304", "0305"]


def test_a_line_beyond_the_edge_keeps_what_is_there():
    board = Board.of(Grid(shape="pointy", first="row", rows=(1, 3), columns=(1, 3), shifted="even"))
    names = [tuple(map(board.name, step)) for step in board.line(board.number("0101"), board.number("0301"))]
    assert names == [("0101",), ("0201",), ("0301",)]


def test_line_to_itself(field):
    assert field.line(5, 5) == ((5,),)


# Names that are wrong, grids that are wrong


@pytest.mark.parametrize(
    ("name", "hint"),
    [("0537", "0536"), ("2001", "1901"), ("051", "names look like 0101"), ("hello", "names look like 0101")],
)
def test_an_unknown_name_is_answered_with_the_nearest(board_of, name, hint):
    with pytest.raises(UnknownHexError) as caught:
        board_of("omaha").number(name)
    assert name in str(caught.value)
    assert hint in str(caught.value)


@given(name=st.text(max_size=12))
def test_any_text_is_a_name_or_an_error(board_of, name):
    for game in ("omaha", "tcs"):
        board = board_of(game)
        try:
            h = board.number(name)
        except UnknownHexError:
            assert board.find(name) is None
        else:
            assert board.find(name) == h


def test_not_adjacent(field):
    with pytest.raises(BoardError, match="0101 and 0503 are not adjacent"):
        field.side(field.number("0101"), field.number("0503"))


PLAIN = {"shape": "flat", "first": "column", "columns": [1, 9], "rows": [1, 9]}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"columns": [9, 1]}, "must rise"),
        ({"rows": [-1, 5]}, "not be negative"),
        ({"columns": [1, 100]}, "does not fit the digits"),
        ({"digits": [0, 2]}, "digits"),
        ({"separator": ".", "columns": [1, 9999], "rows": [1, 9999]}, "more than 100000 hexes"),
        ({"spans": {"evn": [1, 3]}}, "spans: key 'evn'"),
        ({"spans": {"even": [1, 10]}}, "lie inside"),
        ({"sheets": [{"prefix": "A"}, {"prefix": "A"}]}, "prefix of its own"),
        ({"sheets": [{"prefix": "A1"}]}, "letters only"),
        ({"shape": "square"}, "square"),
        ({"colums": 3}, "colums"),
    ],
)
def test_a_wrong_grid_is_refused(change, complaint):
    with pytest.raises(msgspec.ValidationError, match=complaint):
        msgspec.convert(PLAIN | change, Grid)


def test_sheets_that_overlap_are_refused():
    grid = Grid(
        shape="flat",
        first="column",
        columns=(1, 4),
        rows=(1, 4),
        sheets=(Sheet(prefix="A"), Sheet(prefix="B", columns_before=2)),
    )
    with pytest.raises(BoardError, match="A0301 and B0101 lie on the same place"):
        Board.of(grid)


@given(
    choices=st.fixed_dictionaries(
        {
            "shape": st.sampled_from(["pointy", "flat"]),
            "first": st.sampled_from(["column", "row"]),
            "shifted": st.sampled_from(["odd", "even"]),
            "columns_toward": st.sampled_from(["east", "west"]),
            "rows_toward": st.sampled_from(["north", "south"]),
            "north": st.sampled_from(["up", "right", "down", "left"]),
        }
    )
)
def test_every_way_of_numbering_makes_a_sound_board(choices):
    board = Board.of(Grid(columns=(1, 7), rows=(1, 6), **choices))
    walked = walk_distances(board, 0)
    assert all(board.distance(0, h) == walked[h] for h in range(42))
    quarter = {"up": 0, "right": 1, "down": 2, "left": 3}[choices["north"]]
    for h in range(42):
        x, y = board.centre(h)
        assert x >= 0.5 - 1e-9
        assert y >= 0.5 - 1e-9
        for d, n in enumerate(board.neighbours[h]):
            if n >= 0:
                # The compass name of a direction is where the neighbour is drawn, once the sheet is turned upright.
                dx, dy = board.centre(n)[0] - x, board.centre(n)[1] - y
                for _ in range(quarter):
                    dx, dy = dy, -dx
                assert dx * dx + dy * dy == pytest.approx(1)
                assert ("N" in board.directions[d]) == (dy < -0.1)
                assert ("S" in board.directions[d]) == (dy > 0.1)
                assert ("E" in board.directions[d]) == (dx > 0.1)
                assert ("W" in board.directions[d]) == (dx < -0.1)


def test_a_board_survives_pickling(board_of):
    board = board_of("omaha")
    copy = pickle.loads(pickle.dumps(board))
    assert copy.names == board.names
    assert copy.distance(3, 400) == board.distance(3, 400)
    with pytest.raises(AttributeError):
        board.names = ()
