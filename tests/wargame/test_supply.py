"""Lines of supply on a strip and on a ring of hexes."""

import pytest

from beachhead.wargame import supplied

STRIP = ((1,), (0, 2), (1, 3), (2, 4), (3,))
RING = ((1, 4), (0, 2), (1, 3), (2, 4), (3, 0))


@pytest.mark.parametrize(
    ("blocked", "controlled", "found"),
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
def test_a_strip(blocked, controlled, found):
    assert supplied(STRIP, [0], blocked, controlled) == found


def test_a_way_round():
    assert supplied(RING, [0], (), {1}) == {0, 1, 2, 3, 4}
    assert supplied(RING, [0], {4}, {1}) == {0, 1}


def test_several_sources_help_each_other():
    assert supplied(STRIP, [0, 4], (), {1, 3}) == {0, 1, 3, 4}
    assert supplied(STRIP, [], (), ()) == set()
