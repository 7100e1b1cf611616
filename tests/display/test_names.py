"""The names on the sheets of all games."""

from itertools import combinations

import pytest

from beachhead.display.names import LETTERS, SIGN
from beachhead.games import find_game, game_ids
from beachhead.hexes.lettering import LADDER, Box, Stand, Words, box_of

SIZES = (*LADDER, 5.5, 19, 43, 90)
READABLE = 64
"""Pixels of a hex on a table as it opens."""


@pytest.fixture(scope="module", params=game_ids())
def sheet(request):
    return find_game(request.param).layout()


def boxes(sheet, size):
    found = {}
    for n, label in enumerate(sheet.labels):
        if label.style != SIGN and 0 <= label.since <= size:
            text = label.text.upper() if label.style == "draw" else label.text
            words = Words(text, (), label.size, label.least, angle=label.angle)
            found[n] = box_of(words, Stand(label.x, label.y, *label.lean), size)
    return found


def around(at, half):
    return Box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)


def test_no_two_names_overlap_at_any_size_of_the_map(sheet):
    for size in SIZES:
        for (a, one), (b, other) in combinations(boxes(sheet, size).items(), 2):
            assert not one.meets(other), (size, sheet.labels[a].text, sheet.labels[b].text)


def test_no_name_covers_an_objective_a_box_or_a_plate_that_can_be_read(sheet):
    spots = [Box(s.x - s.width / 2, s.y - s.height / 2, s.x + s.width / 2, s.y + s.height / 2) for s in sheet.spots]
    for size in SIZES:
        plates = [around(sheet.centres[p.hex], 0.4) for p in sheet.plates if p.is_strong or size >= 17]
        for n, box in boxes(sheet, size).items():
            assert not any(box.meets(other) for other in (*plates, *spots)), (size, sheet.labels[n].text)


def test_every_name_is_written_where_it_can_be_read(sheet):
    late = [label.text for label in sheet.labels if not 0 <= label.since <= READABLE]
    assert not late


def test_a_name_stands_beside_its_place(sheet):
    for label in sheet.labels:
        if label.hex >= 0 and label.style in ("city", "town", "village"):
            x, y = sheet.centres[label.hex]
            assert abs(label.x - x) < 4 and abs(label.y - y) < 4, label.text


def test_cities_are_written_before_villages():
    labels = find_game("longest_day").layout().labels
    since = {label.text: label.since for label in labels}
    assert since["Caen"] < since["Tilly-sur-Seulles"]
    assert list(LETTERS).index("city") < list(LETTERS).index("village")
    assert all(label.since <= 13 for label in labels if label.style == "city")
