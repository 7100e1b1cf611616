"""Facts are taken by name from whoever knows them."""

from types import SimpleNamespace

import msgspec
import pytest

from beachhead.wargame.facts import filled, marked


class Seen(msgspec.Struct, frozen=True):
    """What is wanted."""

    name: str
    steps: int
    hexes: frozenset[int]
    units: tuple[int, ...] = ()


def test_the_first_source_that_knows_a_name_gives_its_value():
    first, second = SimpleNamespace(name="A", hexes={3, 4}), SimpleNamespace(name="B", steps=2, units=[1, 2])
    assert filled(Seen, first, None, second) == Seen("A", 2, frozenset({3, 4}), (1, 2))
    assert filled(Seen, first, second, name="C", units=()) == Seen("C", 2, frozenset({3, 4}))


def test_what_nobody_knows_is_missed_unless_it_has_a_default():
    with pytest.raises(TypeError, match="steps"):
        filled(Seen, SimpleNamespace(name="A", hexes=set()))
    assert filled(Seen, SimpleNamespace(name="A", steps=1, hexes=set())).units == ()


def test_marks_say_in_which_sets_a_thing_is():
    assert marked(SimpleNamespace(moved={1, 2}, fired=set()), 2, "moved", "fired") == {"moved": True, "fired": False}
