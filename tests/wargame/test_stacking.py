"""Stacking: how much may stand in a hex."""

import pytest

from beachhead.kernel import Match, Ruling
from beachhead.wargame import Stacking
from pegasus import PegasusBridge

BRITISH, GERMAN = (0, 1, 2), (3, 4)


@pytest.fixture
def g():
    return Match.new(PegasusBridge(), seed="1").state


def stand(g, place, *units):
    for unit in units:
        g.change(unit, at=place)


@pytest.mark.parametrize(
    ("there", "more", "fits"), [((), 2, True), ((0,), 1, True), ((0, 1), 1, False), ((), 3, False)]
)
def test_the_limit_may_be_reached_and_not_passed(g, there, more, fits):
    stand(g, 7, *there)
    units = tuple(unit for unit in BRITISH if unit not in there)[:more]
    ruling = Stacking(2, rule="3.4").refuse(g, units, 7)
    assert ruling == (None if fits else Ruling("3.4", "No more than 2 may stack in a hex", units, (7,)))


def test_who_stands_there_is_not_counted_twice(g):
    stand(g, 7, 0, 1)
    assert Stacking(2, rule="3.4").refuse(g, (1,), 7) is None


def test_units_may_count_for_more(g):
    stand(g, 7, 0)
    weighty = Stacking(3, rule="3.4", points=lambda g, unit: 2)
    assert weighty.count(g, (0, 1)) == 4
    assert weighty.refuse(g, (0,), 7) is None and weighty.refuse(g, (1,), 7) is not None


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_room_is_where_nothing_refuses(g, limit):
    stand(g, 7, 0, 1)
    stand(g, 8, 2)
    stacking, units = Stacking(limit, rule="3.4"), (3,)
    assert stacking.room(g, units, [9, 8, 7]) == [h for h in (9, 8, 7) if stacking.refuse(g, units, h) is None]


def test_positions(g):
    stacking = Stacking(2, rule="3.4")
    stand(g, 7, 0, 1)
    assert stacking.refuse_position(g) is None
    stand(g, 7, 2)
    assert "Too many" in stacking.refuse_position(g).sentence
    stand(g, 9, 2)
    stand(g, 7, GERMAN[0])
    assert "Both sides" in stacking.refuse_position(g).sentence
