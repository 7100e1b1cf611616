"""What the five games say about their own numbering: who is beside whom, which way, how far."""

from itertools import pairwise
from math import sqrt

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.hexes.board import Board

S = sqrt(3) / 2


def chain_holds(board: Board, names: str) -> bool:
    return all(board.number(b) in board.adjacent[board.number(a)] for a, b in pairwise(names.split()))


def beside(board: Board, name: str) -> set[str]:
    return {board.name(n) for n in board.adjacent[board.number(name)]}


def stepped(board: Board, name: str, *ways: str) -> str:
    h = board.number(name)
    for way in ways:
        h = board.neighbours[h][board.directions.index(way)]
    return board.name(h)


@pytest.mark.parametrize(
    ("game", "chain"),
    [
        ("bradley", "1624 1724 1824"),
        ("bradley", "1528 1628"),
        ("bradley", "2128 2227"),
        ("omaha", "0513 0613 0714"),
        ("omaha", "0812 0912"),
        ("omaha", "0817 0918"),
        ("omaha", "0531 0631"),
        ("omaha", "1316 1416"),
        ("bocage", "2318 2319 2219 2120 2121 2122"),
        ("bocage", "0805 0705 0604 0504 0404 0304 0204 0104"),
        ("bocage", "0608 0609 0709 0608"),
        ("bocage", "2417 2318"),
        ("bocage", "1811 1911"),
        ("bocage-flat", "2318 2319 2219 2120 2121 2122"),
        ("bocage-flat", "0705 0604 0504 0404 0304 0204 0104"),
        ("bocage-flat", "0608 0609 0709 0608"),
        ("bocage-flat", "2417 2318"),
        ("bocage-flat", "1811 1911"),
        ("tcs", "A52.10 B1.10"),
        ("tcs", "A52.10 B1.11"),
        ("tcs", "A9.01 C8.35"),
        ("tcs", "C11.35 A11.01"),
        ("tcs", "C52.12 D01.13"),
    ],
)
def test_hexes_that_must_be_adjacent(board_of, game, chain):
    assert chain_holds(board_of(game), chain)


@pytest.mark.parametrize(
    ("game", "chain"),
    [
        ("bradley", "2128 2227"),
        ("bocage", "2318 2319 2219 2120 2121 2122"),
        ("bocage", "0805 0705 0604 0504 0404 0304 0204 0104"),
        ("bocage", "0608 0609 0709 0608"),
        ("bocage", "2417 2318"),
    ],
)
def test_the_other_stagger_would_break_them(grids, game, chain):
    other = Board.of(msgspec.structs.replace(grids[game], shifted="odd"))
    assert not chain_holds(other, chain)


def test_omaha_junctions(board_of):
    board = board_of("omaha")
    assert {"0710", "0712", "0810", "0811"} < beside(board, "0711")
    assert {"1322", "1320", "1220", "1421"} < beside(board, "1321")


def test_omaha_extent(board_of):
    board = board_of("omaha")
    assert len(board) == 10 * 36 + 9 * 35 + 31
    assert [board.find(name) is not None for name in ("0136", "0236", "2002", "2003", "2033", "2034")] == [
        True, False, False, True, True, False,
    ]  # fmt: skip


def test_omaha_runs_straight_inland(board_of):
    board = board_of("omaha")
    a, b, c = map(board.number, ("0513", "0613", "0714"))
    assert board.direction(a, b) == board.direction(b, c) == board.direction(a, c)
    assert board.directions[board.direction(a, c)] == "SW"
    assert board.grid.paper_directions[board.direction(a, c)] == "up-right"


def test_omaha_is_printed_with_the_sea_at_the_bottom(board_of):
    board = board_of("omaha")
    (left, low), (right, high) = board.centre(board.number("0101")), board.centre(board.number("1936"))
    assert left < right
    assert low > high


@pytest.mark.parametrize(("game", "first_is_line"), [("omaha", True), ("bocage", True), ("bocage-flat", False)])
def test_neighbours_by_row_and_column(board_of, game, first_is_line):
    board = board_of(game)
    for h, name in enumerate(board.names):
        r, c = int(name[:2]), int(name[2:])
        line, place = (r, c) if first_is_line else (c, r)
        low = place if line % 2 == 0 else place - 1
        wanted = [(line, place - 1), (line, place + 1)]
        wanted += [(line + up, low + by) for up in (-1, 1) for by in (0, 1)]
        pairs = wanted if first_is_line else [(p, n) for n, p in wanted]
        known = {f"{a:02d}{b:02d}" for a, b in pairs} & set(board.names)
        assert {board.name(n) for n in board.adjacent[h]} == known


def test_bradley_neighbours_by_direction(board_of):
    board = board_of("bradley")
    assert board.directions == ("N", "NE", "SE", "S", "SW", "NW")
    for h, name in enumerate(board.names):
        c, r = int(name[:2]), int(name[2:])
        up = r - 1 if c % 2 else r
        six = [(c, r - 1), (c + 1, up), (c + 1, up + 1), (c, r + 1), (c - 1, up + 1), (c - 1, up)]
        assert [board.find(f"{x:02d}{y:02d}") if x >= 0 and y >= 0 else None for x, y in six] == [
            n if n >= 0 else None for n in board.neighbours[h]
        ]


def test_bocage_neighbours_by_direction(board_of):
    board = board_of("bocage")
    assert stepped(board, "1011", "E") == "1012"
    assert stepped(board, "1011", "W") == "1010"
    assert [stepped(board, "1011", way) for way in ("NE", "NW", "SE", "SW")] == ["1112", "1111", "0912", "0911"]
    assert [stepped(board, "1111", way) for way in ("NE", "NW", "SE", "SW")] == ["1211", "1210", "1011", "1010"]


def test_tcs_neighbours_by_direction(board_of):
    board = board_of("tcs")
    assert [stepped(board, "A15.20", way) for way in board.directions] == [
        "A15.21", "A16.20", "A16.19", "A15.19", "A14.19", "A14.20",
    ]  # fmt: skip
    assert [stepped(board, "A16.20", way) for way in board.directions] == [
        "A16.21", "A17.21", "A17.20", "A16.19", "A15.20", "A15.21",
    ]  # fmt: skip
    assert stepped(board, "A15.01", "S") == "C15.35"
    assert board.grid.paper_directions == ("up", "up-right", "down-right", "down", "down-left", "up-left")


def test_tcs_shore_is_one_chain(board_of):
    board = board_of("tcs")
    shore = [f"A{c}.28" for c in range(1, 12)]
    shore += ["A12.27", "A13.27", "A13.26", "A14.25", "A14.24", "A15.24"]
    for sheet, first, last, row in (
        ("A", 16, 20, 24), ("A", 21, 23, 25), ("A", 24, 27, 24), ("A", 28, 33, 23), ("A", 34, 41, 22),
        ("A", 42, 47, 21), ("A", 48, 50, 20), ("A", 51, 52, 21), ("B", 1, 18, 22), ("B", 19, 52, 23),
    ):  # fmt: skip
        shore += [f"{sheet}{c}.{row}" for c in range(first, last + 1)]
    assert len(shore) == 106
    assert chain_holds(board, " ".join(shore))


def test_tcs_names_with_and_without_zeros(board_of):
    board = board_of("tcs")
    assert len(board) == 4 * 52 * 35
    assert board.number("C06.25") == board.number("C6.25") == board.names.index("C6.25")
    assert board.number("C29.4") == board.number("C29.04")


def test_bradley_drop_and_landing_directions(board_of):
    board = board_of("bradley")
    assert stepped(board, "0808", "NW", "NW") == "0607"
    assert board.directions[board.direction(board.number("0808"), board.number("0607"))] == "NW"
    for direction, seas, shores in (
        ("S", "3820 3920 4021 4122 4222 4323", "3821 3921 4022 4123 4223 4324"),
        ("SW", "1715 1815 1916 2016 2117 2118", "1615 1716 1816 1917 2017 2018"),
    ):
        assert " ".join(stepped(board, sea, direction) for sea in seas.split()) == shores
    assert stepped(board, "4923", "S") == "4924"


def test_bocage_beaches_and_saint_lo(board_of):
    board = board_of("bocage")
    beach = {"2318", "2319", "2219", "2120", "2121", "2122"}
    land = {"2317", "2217", "2218", "2119", "2019", "2020", "2021", "2022", "2123", "2417"}
    sea = {"2418", "2419", "2320", "2220", "2221", "2222"}
    assert set().union(*(beside(board, name) for name in beach)) - beach == land | sea
    covers = {"2218": "2318 2319 2219", "2119": "2219 2120", "2020": "2120 2121", "2021": "2121 2122"}
    covers |= {"2317": "2318", "2217": "2318", "2019": "2120", "2022": "2122", "2123": "2122"}
    for name, covered in covers.items():
        assert beside(board, name) & beach == set(covered.split())
    town = {"0608", "0609", "0709"}
    around = set().union(*(beside(board, name) for name in town)) - town
    assert " ".join(sorted(around)) == "0508 0509 0510 0607 0610 0708 0710 0808 0809"


def test_stated_distances(board_of):
    board = board_of("bradley")
    for name, away in (("3721", 2), ("3822", 1), ("4124", 3)):
        assert board.distance(board.number("3922"), board.number(name)) == away
    omaha = board_of("omaha")
    assert omaha.distance(omaha.number("0513"), omaha.number("0714")) == 2


@given(data=st.data())
def test_distance_formulas_of_the_rule_sheets(board_of, data):
    omaha, bradley = board_of("omaha"), board_of("bradley")
    a, b = (data.draw(st.sampled_from(omaha.names)) for _ in range(2))
    (r1, x1), (r2, x2) = ((int(n[:2]), 2 * int(n[2:]) + (int(n[:2]) % 2 == 0)) for n in (a, b))
    dx, dy = abs(x1 - x2), abs(r1 - r2)
    assert omaha.distance(omaha.number(a), omaha.number(b)) == dy + max(0, (dx - dy) // 2)
    a, b = (data.draw(st.sampled_from(bradley.names)) for _ in range(2))
    (c1, y1), (c2, y2) = ((int(n[:2]), 2 * int(n[2:]) + (int(n[:2]) % 2 == 0)) for n in (a, b))
    dc, dy = abs(c1 - c2), abs(y1 - y2)
    assert bradley.distance(bradley.number(a), bradley.number(b)) == dc + max(0, (dy - dc) // 2)


@given(data=st.data())
def test_longest_day_axial_coordinates(board_of, data):
    board = board_of("longest_day")

    def axial(name: str) -> tuple[int, int]:
        column, row = map(int, name.split("-"))
        return column + 12, 162 - row - (column + 12) // 2

    a, b = (data.draw(st.sampled_from(board.names)) for _ in range(2))
    (ax, ay), (bx, by) = axial(a), axial(b)
    dx, dy = bx - ax, by - ay
    assert board.distance(board.number(a), board.number(b)) == max(abs(dx), abs(dy), abs(dx + dy))
    steps = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    for n, (sx, sy) in zip(board.neighbours[board.number(a)], steps, strict=True):
        assert n < 0 or axial(board.name(n)) == (ax + sx, ay + sy)


def test_longest_day_corner_outside_play(board_of):
    board = board_of("longest_day")
    assert board.find("017-079") is not None
    assert board.find("017-080") is None
    assert board.find("018-100") is not None
    assert len(board) == 130 * 100 - 17 * 21


PLACES = {
    "bradley": (lambda a, b: (S * a, -(b + (0.5 if a % 2 == 0 else 0)))),
    "omaha": (lambda a, b: (-(b + (0.5 if a % 2 == 0 else 0)), -S * a)),
    "bocage": (lambda a, b: (b + (0.5 if a % 2 == 0 else 0), S * a)),
    "bocage-flat": (lambda a, b: (S * b, a + (0.5 if b % 2 == 0 else 0))),
}


@pytest.mark.parametrize("game", PLACES)
def test_centres_lie_where_the_georeference_puts_them(board_of, game):
    """One hex is one unit; u counts east and v north, whatever way round the sheet is printed."""
    board = board_of(game)
    upright = {"up": 1, "down": -1}[board.grid.north]
    x0, y0 = board.centre(0)
    u0, v0 = PLACES[game](int(board.name(0)[:2]), int(board.name(0)[2:]))
    for h, name in enumerate(board.names):
        u, v = PLACES[game](int(name[:2]), int(name[2:]))
        x, y = board.centre(h)
        assert x - x0 == pytest.approx(upright * (u - u0))
        assert y - y0 == pytest.approx(upright * (v0 - v))
