"""Lines of sight and fire: the hedgerow example of the rulebook, the shingle, and what heights hide."""

from __future__ import annotations

from random import Random

import pytest
from tests.tcs.helpers import GAME

from beachhead.games.tcs.maps import SIGHT
from beachhead.games.tcs.sightlines import Sightlines
from beachhead.hexes import Board, Grid, listed
from beachhead.wargame.sight import Landscape

FIELD = Board.of(
    Grid(shape="flat", first="column", columns=(1, 8), rows=(1, 8), rows_toward="north", shifted="even", separator=".")
)
BLACK = {"A": "07.06", "B": "08.05", "C": "05.04", "D": "07.05", "E": "08.07"}
GREY = {"1": "07.08", "2": "08.02", "3": "05.08", "4": "06.01", "5": "04.08"}
WHERE = {name: FIELD.number(h) for name, h in {**BLACK, **GREY, "D moved": "06.04"}.items()}
BOCAGE = "04.06/3 05.06/3 05.07/1 05.08/23 06.04/3 07.04/12 07.07/1 07.08/3 08.03/1"
"""Hexsides by number: 1 above, 2 above on the right, 3 below on the right."""
GROUND = GAME.box.ground


def hedges() -> set[int]:
    found = set()
    for item in BOCAGE.split():
        name, _, numbers = item.partition("/")
        found |= {FIELD.sides[FIELD.number(name)][int(number) - 1] for number in numbers}
    return found


FLAT = Landscape(FIELD, [0] * len(FIELD), hedges=hedges(), by_hexes=True)
LINES = Sightlines(FIELD, FLAT, hedges(), ())


def fires(firer: str, target: str) -> str:
    """How direct fire goes from one to the other: not at all, free, or as if into forest."""
    here, there = WHERE[firer], WHERE[target]
    how = "forest" if LINES.own_bocage(here, there) else "free"
    return how if LINES.sees(here, there) else "never"


# --- 1.3x The hedgerow example -----------------------------------------------------------------------------------


@pytest.mark.rule("tcs", "1.3x")
@pytest.mark.parametrize(
    ("firer", "target", "how"),
    [
        ("A", "1", "forest"), ("A", "3", "forest"),
        ("B", "1", "forest"), ("B", "4", "never"), ("B", "2", "never"),
        ("C", "1", "forest"), ("C", "4", "free"), ("C", "2", "free"),
        ("A", "4", "never"), ("A", "2", "never"),
        ("E", "1", "forest"), ("1", "E", "forest"),
    ],
)  # fmt: skip
def test_who_fires_at_whom(firer: str, target: str, how: str) -> None:
    """1.3a, 1.3d Statements 1, 2, 3, 8 and 10."""
    assert fires(firer, target) == how


@pytest.mark.rule("tcs", "1.3x")
def test_who_moves_behind_a_hedgerow_is_not_seen() -> None:
    """1.3b Statement 4: D, moving at C, gives no trigger to 2."""
    assert LINES.hides_movement(WHERE["2"], WHERE["D moved"])
    assert not LINES.hides_movement(WHERE["E"], WHERE["1"])


def test_who_could_spot_for_a_mortar() -> None:
    """1.3a Statement 5: C or D sees 2, at which A cannot fire itself."""
    assert any(LINES.sees(WHERE[name], WHERE["2"]) for name in ("C", "D"))


@pytest.mark.parametrize(("looker", "firer"), [("1", "B"), ("1", "C"), ("4", "C"), ("2", "C")])
def test_who_sees_fire(looker: str, firer: str) -> None:
    """1.3c Statements 6 and 7: fire is seen where it could be answered."""
    assert LINES.sees(WHERE[looker], WHERE[firer])


@pytest.mark.parametrize("looker", [*BLACK, "D moved"])
def test_five_is_never_seen(looker: str) -> None:
    """1.3a Statement 9."""
    assert not LINES.sees(WHERE[looker], WHERE["5"]) and not LINES.sees(WHERE["5"], WHERE[looker])


# --- 1.13 The shingle --------------------------------------------------------------------------------------------


def hexes(*names: str) -> list[int]:
    return [GAME.box.board.number(name) for name in names]


@pytest.mark.rule("tcs", "1.13c")
def test_the_shingle_protects_those_next_to_it() -> None:
    """1.13c From the bluff over the shingle: who hugs it is protected, who lies one hex further back is not."""
    bluff, inland, line, close, back = hexes("A35.20", "A35.21", "A35.22", "A35.23", "A35.24")
    for firer in (bluff, inland, line):
        assert GROUND.lines.over_shingle(firer, close)
        assert not GROUND.lines.over_shingle(firer, back)


def test_the_shingle_protects_on_both_sides() -> None:
    """1.13b Whichever side the target lies on; never from those on its own side."""
    beach, close, line, inland = hexes("A35.26", "A35.23", "A35.22", "A35.21")
    assert GROUND.lines.over_shingle(beach, line)
    assert not GROUND.lines.over_shingle(beach, close) and not GROUND.lines.over_shingle(inland, line)
    assert not GROUND.lines.over_shingle(beach, inland)


# --- TCS 7.2 Heights ---------------------------------------------------------------------------------------------


def lines_over(tops: dict[str, int], ground: dict[str, int]) -> Sightlines:
    high = [ground.get(name, 0) for name in FIELD.names]
    over = [tops.get(name, low) for name, low in zip(FIELD.names, high, strict=True)]
    return Sightlines(FIELD, Landscape(FIELD, over, high, by_hexes=True), (), ())


@pytest.mark.parametrize(
    ("tops", "ground", "free"),
    [
        ({}, {}, True),
        ({"05.04": 10}, {}, False),
        ({"05.04": 10}, {"05.02": 20}, True),  # as high as the line in the middle: equal does not block
        ({"05.05": 10}, {"05.02": 20}, False),  # higher than the line near its lower end
        ({"05.03": 10}, {"05.02": 20}, True),
        ({"05.03": 20}, {"05.02": 20}, False),
        ({"05.02": 30, "05.06": 30}, {}, True),  # the ends never block
        ({"05.04": 20}, {"05.02": 10, "05.06": 30}, True),  # evenly rising ground is open
    ],
)
def test_a_hex_blocks_what_is_below_its_top(tops: dict[str, int], ground: dict[str, int], free: bool) -> None:
    lines = lines_over(tops, ground)
    one, two = FIELD.number("05.02"), FIELD.number("05.06")
    assert lines.sees(one, two) is free is lines.sees(two, one)


def test_heights_are_measured_in_hexes() -> None:
    """TCS 7.2 (C73) A hex two steps from one end and three from the other is at two fifths of the way."""
    one, two = "02.02", "05.05"
    far = FIELD.distance(FIELD.number(one), FIELD.number(two))
    (middle,) = FIELD.line(FIELD.number(one), FIELD.number(two))[2]
    near = FIELD.distance(FIELD.number(one), middle)
    rest = FIELD.distance(middle, FIELD.number(two))
    level = 30 * rest // (near + rest)
    assert near + rest >= far
    for top, free in ((level, True), (level + 1, False)):
        lines = lines_over({FIELD.name(middle): top}, {one: 30})
        assert lines.sees(FIELD.number(one), FIELD.number(two)) is free


def test_a_line_along_a_hexside_is_blocked_by_both_sides_only() -> None:
    one, two = FIELD.number("03.04"), FIELD.number("05.04")
    beside = sorted(set(FIELD.adjacent[one]) & set(FIELD.adjacent[two]))
    assert len(beside) == 2
    assert lines_over({FIELD.name(beside[0]): 20}, {}).sees(one, two)
    assert not lines_over({FIELD.name(h): 20 for h in beside}, {}).sees(one, two)


def test_neighbours_see_each_other() -> None:
    lines = lines_over(dict.fromkeys(FIELD.names, 90), {"04.04": 60})
    here = FIELD.number("04.04")
    assert all(lines.sees(here, there) and lines.sees(there, here) for there in FIELD.adjacent[here])


def test_every_zone_hex_looks_over_the_beach() -> None:
    """1.6 At least twenty beach hexes within fourteen."""
    for zone in GROUND.zones:
        seen = [h for h in listed(GROUND.lines.field(zone, 14)) if GROUND.terrain[h] == "beach"]
        assert len(seen) >= 20, GAME.box.board.name(zone)


def test_the_table_of_lines_is_that_of_the_map() -> None:
    """TCS 7.2 What `make sight` has written is read, and says the same as lines that are worked out one by one."""
    landscape = GAME.box.ground.landscape
    assert landscape.is_mine(SIGHT.read_bytes()), "the map has changed: run `make sight`"
    fresh = Landscape(landscape.board, landscape.tops, landscape.ground, landscape.hedges, by_hexes=True)
    random = Random(7)
    for _ in range(60):
        here, there = random.sample(range(len(landscape.board)), 2)
        assert landscape.sees(here, there) == fresh.sees(here, there) == (landscape.obstacle(here, there) is None)
