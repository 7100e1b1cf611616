"""Places: one number inside, the keys of a position outside."""

import pytest

from beachhead.kernel import NameList, Places, UnknownName

HEXES = NameList("hex", ["0101", "0102", "0103"])
BOXES = NameList("box", ["Dog 1", "Dog 2"])
PLACES = Places(HEXES, ["gone", "track"], {"box": ("box", BOXES), "approach": ("hex", HEXES)})
GONE, TRACK = PLACES.at("gone"), PLACES.at("track")
EVERYWHERE = [
    0,
    1,
    2,
    GONE,
    TRACK,
    *(PLACES.at("box", n) for n in (0, 1)),
    *(PLACES.at("approach", n) for n in range(3)),
]


def test_every_place_has_a_number_of_its_own():
    assert sorted(EVERYWHERE) == list(range(-7, 3))
    with pytest.raises(IndexError):
        PLACES.word(-8)


@pytest.mark.parametrize("at", EVERYWHERE)
@pytest.mark.parametrize("now", EVERYWHERE)
def test_what_is_written_is_read(at, now):
    assert PLACES.read(PLACES.write(at), now) == at


@pytest.mark.parametrize(
    ("at", "keys"),
    [
        (1, {"place": "map", "hex": "0102", "box": None}),
        (GONE, {"place": "gone", "hex": None, "box": None}),
        (PLACES.at("box", 1), {"place": "box", "hex": None, "box": "Dog 2"}),
        (PLACES.at("approach", 2), {"place": "approach", "hex": "0103", "box": None}),
    ],
)
def test_the_keys(at, keys):
    assert PLACES.write(at) == keys
    assert PLACES.word(at) == keys["place"]


@pytest.mark.parametrize(
    ("keys", "now", "at"),
    [
        ({"hex": "0103"}, GONE, 2),  # who is in a hex is on the map
        ({"hex": "0103", "place": "track"}, GONE, 2),
        ({"hex": "0103"}, PLACES.at("approach", 0), PLACES.at("approach", 2)),
        ({"box": "Dog 1"}, 2, PLACES.at("box", 0)),
        ({"place": "gone", "hex": ""}, 2, GONE),
        ({"place": "track"}, 2, TRACK),
        ({"place": "map"}, 2, 2),
        ({}, TRACK, TRACK),
    ],
)
def test_what_is_left_unsaid(keys, now, at):
    assert PLACES.read(keys, now) == at


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"place": "moon"}, "there is no place 'moon'"),
        ({"place": "map"}, "place = 'map' needs a hex"),
        ({"place": "box"}, "place = 'box' needs a box"),
        ({"hex": "9999"}, "there is no hex '9999'"),
    ],
)
def test_what_cannot_be_read(keys, message):
    with pytest.raises((UnknownName, ValueError), match=message):
        PLACES.read(keys, TRACK)


def test_names():
    assert [PLACES.name(at) for at in (0, GONE, PLACES.at("box", 1))] == ["0101", "gone", "Dog 2"]
    assert [PLACES.number(name) for name in ("0101", "gone", "Dog 2")] == [0, GONE, PLACES.at("box", 1)]
    assert (PLACES.item(PLACES.at("box", 1), "box"), PLACES.item(GONE, "box"), PLACES.item(1, "box")) == (1, None, None)
