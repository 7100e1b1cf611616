"""Zones of control: the hexes next to units."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from beachhead.wargame import zone_of_control
from pegasus import PegasusBridge

LINE = SimpleNamespace(adjacent=((1,), (0, 2), (1, 3), (2, 4), (3,)))
BOARD = PegasusBridge().box.board


def test_a_zone_is_next_to_its_units():
    assert zone_of_control(LINE, []) == set()
    assert zone_of_control(LINE, [0]) == {1}
    assert zone_of_control(LINE, [2]) == {1, 3}
    assert zone_of_control(LINE, [2, 3]) == {1, 2, 3, 4}
    assert zone_of_control(LINE, iter({1})) == {0, 2}


def test_a_zone_reaches_only_where_it_crosses():
    assert zone_of_control(LINE, [1, 2], lambda here, there: there > here) == {2, 3}
    assert zone_of_control(LINE, [1, 2], lambda here, there: False) == set()
    asked = []
    zone_of_control(LINE, [3], lambda here, there: asked.append((here, there)))
    assert sorted(asked) == [(3, 2), (3, 4)]


@given(hexes=st.sets(st.integers(0, len(BOARD) - 1), max_size=6))
def test_zones_of_a_board_lie_one_hex_away(hexes):
    expected = {h for h in range(len(BOARD)) if any(BOARD.distance(h, unit) == 1 for unit in hexes)}
    assert zone_of_control(BOARD, hexes) == expected
    assert zone_of_control(BOARD, hexes, lambda here, there: True) == expected
