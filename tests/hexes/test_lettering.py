"""Where the names on a map stand."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.hexes.lettering import LADDER, Box, Stand, Taken, Words, box_of, length, settle

PAPER = Box(-20.0, -20.0, 20.0, 20.0)
SIDES = ((0, -1), (0, 1), (1, 0), (-1, 0))


def beside(x, y, away=0.4):
    return [Stand(x + dx * away, y + dy * away, dx, dy) for dx, dy in SIDES]


def words(text, x, y, **more):
    return Words(text, [beside(x, y), beside(x, y, 1.2)], **{"size": 0.2, "least": 11.0, **more})


def test_a_lone_name_stands_at_its_best_place_from_the_first():
    (only,) = settle([words("Caen", 0, 0, since=22)], PAPER)
    assert only.stand == Stand(0, -0.4, 0, -1) and only.since == 22


def test_letters_are_never_smaller_than_can_be_read():
    name = words("Caen", 0, 0)
    stand = name.tiers[0][0]
    far, near = (box_of(name, stand, size) for size in (10, 100))
    assert far.bottom - far.top == pytest.approx(1.1 * 1.24) and near.bottom - near.top == pytest.approx(0.2 * 1.24)
    assert far.bottom == pytest.approx(near.bottom) == -0.4, "it leans at the same point"


def test_a_name_goes_to_another_side_rather_than_come_late():
    first, second = settle([words("Vierville", 0, 0, since=22), words("Colleville", 0, -0.8, since=22)], PAPER)
    assert first.since == second.since == 22
    assert second.stand != Stand(0, -1.2, 0, -1) or first.stand != Stand(0, -0.4, 0, -1)


def test_a_crowd_is_written_when_the_map_is_large_enough():
    placed = settle([words(f"Saint-{n}-sur-Mer", 0, n, since=8) for n in range(9)], PAPER)
    assert placed[0].since == 8 and max(each.since for each in placed) > 8
    assert all(each.since in LADDER for each in placed)


def test_words_without_room_are_never_written():
    wall = [Taken(PAPER)]
    assert [each.since for each in settle([words("Caen", 0, 0)], PAPER, wall)] == [float("inf")]


def test_ground_may_be_covered_until_it_is_of_use():
    late = [Taken(Box(-1, -1.5, 1, -0.8), 38.0)]
    one = Words("Caen", [[Stand(0, -0.3, 0, -1)]], 0.2, 11.0, since=10)
    (over,) = settle([one], PAPER, late)
    assert over.since == 10, "its letters are small enough when the ground counts"
    (later,) = settle([one], PAPER, [Taken(late[0].box)])
    assert later.since > 10


def test_a_turned_name_takes_the_ground_it_lies_on():
    flat, turned = (box_of(Words("Omaha", (), 0.3, angle=angle), Stand(0, 0), 64) for angle in (0, 90))
    assert flat.right == pytest.approx(turned.bottom) and flat.bottom == pytest.approx(turned.right)


def test_unknown_letters_have_room_too():
    assert length("Ж") >= length("n")


places = st.tuples(st.integers(-12, 12), st.integers(-12, 12), st.text("Saint-Lôéw", min_size=1, max_size=16))


@given(st.lists(places, max_size=14), st.lists(st.tuples(st.integers(-12, 12), st.integers(-12, 12)), max_size=4))
def test_names_never_cover_each_other_or_what_is_taken(towns, forts):
    taken = [Taken(Box(x - 0.4, y - 0.4, x + 0.4, y + 0.4)) for x, y in forts]
    names = [words(text, x, y, since=8) for x, y, text in towns]
    placed = settle(names, PAPER, taken)
    assert placed == settle(names, PAPER, taken)
    for size in (*LADDER, 41.5, 200):
        boxes = [box_of(name, at.stand, size) for name, at in zip(names, placed, strict=True) if at.since <= size]
        assert not any(one.meets(other) for one, other in combinations(boxes, 2))
        assert not any(box.meets(fort) for box in boxes for fort, _ in taken)
        assert all(PAPER.holds(box) for box in boxes)
