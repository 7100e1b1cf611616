"""Stacking: how much may stand in a hex."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.kernel import Ruling
from beachhead.wargame import Stacking


@pytest.mark.parametrize(
    ("there", "points", "fits"),
    [
        ([], 3, True),
        ([], 4, False),
        ([1, 1], 1, True),
        ([1, 1], 2, False),
        ([3], 0, True),
        ([3], 1, False),
        ([9], 0, False),
    ],
)
def test_the_limit_may_be_reached_and_not_passed(there, points, fits):
    stacking = Stacking(3, rule="3.4")
    assert stacking.has_room(there, points) is fits
    ruling = stacking.refuse(there, points, (7, 8), 42)
    assert ruling == (None if fits else Ruling("3.4", "No more than 3 may stack in a hex", (7, 8), (42,)))


@settings(deadline=None)
@given(limit=st.integers(0, 20), there=st.lists(st.integers(0, 9), max_size=5), points=st.integers(0, 9))
def test_the_ruling_says_the_same_as_the_room(limit, there, points):
    stacking = Stacking(limit, rule="1")
    fits = sum(there) + points <= limit
    assert stacking.has_room(iter(there), points) == fits
    assert (stacking.refuse(iter(there), points, (), 0) is None) == fits
