"""Board files: what they may say, and what is answered when they say it wrongly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.hexes import BoardError, hex_list, load_board, read_board
from beachhead.hexes.layertext import (
    Passage,
    hexes_of,
    read_areas,
    read_levels,
    read_paths,
    read_sides,
    read_terrain,
    sides_of,
)

SAMPLE = """\
id = "sample"
title = "A sample"
source = "reconstructed"
assumptions = ["the south edge is ours"]

[grid]
shape = "flat"
first = "column"
columns = [1, 8]
rows = [1, 6]

[terrain]
kinds = ["clear", "woods", "town", "open high ground", "tidal+beach"]
default = "clear"
lines = '''
woods: 0203 0304-0306        # three in a row
woods town [seed 4.2]: 0405
open high ground + woods: 0501
tidal+beach: 0801?
'''

[hexsides]
source = "public a map"
kinds = { river = "", "sea wall" = { colour = "#556", width = 9, dash = [6, 3] } }
lines = '''
river Orne: 0101/0102 0102/0202
  0202/0203
sea wall: 0801/S,SW 0101/0102
'''

[paths]
kinds = ["road", "rail", "light rail"]
lines = '''
road N13: @west 0104 0203 0303 0402 0502 @north east
road: 0303 0304
light rail to the sea: 0701 0801
'''

[areas]
lines = '''
west: 0101-0106 0203
east [seed]: 0801-0806
'''

[places]
lines = "Bayeux: 0405 0505"

[levels]
lines = '''
2: 0304-0306
-1: 0801
'''
""".replace("@north east", "@north-east")


@pytest.fixture(scope="module")
def sheet():
    return read_board(SAMPLE, "sample.toml")


def test_terrain(sheet):
    h = sheet.board.number
    assert sheet.terrain.at[h("0305")] == {"woods"}
    assert sheet.terrain.listed[h("0405")] == ("woods", "town")
    assert sheet.terrain.at[h("0501")] == {"open high ground", "woods"}
    assert sheet.terrain.at[h("0801")] == {"tidal+beach"}
    assert sheet.terrain.at[h("0806")] == {"clear"}
    assert sheet.terrain.hexes("town") == (h("0405"),)
    assert sum(sheet.terrain.mask("woods", "town")) == 6
    costs = sheet.terrain.costs({"clear": 1, "woods": 3, "town": 2, "open high ground": 1, "tidal+beach": 4})
    assert (costs[h("0101")], costs[h("0405")], costs[h("0801")]) == (1, 3, 4)


def test_hexsides(sheet):
    h, sides = sheet.board.number, sheet.hexsides
    assert sides.between(h("0101"), h("0102")) == {"river", "sea wall"}
    assert sides.on_side(sheet.board.side(h("0203"), h("0202"))) == {"river"}
    assert sides.between(h("0801"), h("0802")) == {"sea wall"}
    assert sides.between(h("0303"), h("0304")) == frozenset()
    assert [(chain.kind, chain.name, len(chain.items)) for chain in sides.chains] == [
        ("river", "Orne", 3),
        ("sea wall", "", 3),
    ]
    assert len(sides.sides("river")) == 3
    assert len(sides.sides()) == 5
    assert sum(sides.costs({"river": 2})) == 6


def test_paths(sheet):
    h, paths = sheet.board.number, sheet.paths
    assert paths.connects(h("0203"), h("0303"))
    assert paths.connects(h("0303"), h("0203"), "road")
    assert not paths.connects(h("0303"), h("0203"), "rail", "light rail")
    assert not paths.connects(h("0303"), h("0302"))
    assert paths.between(h("0701"), h("0801")) == {"light rail"}
    assert paths.on[h("0502")] == {"road"}
    assert paths.exits == {"west": h("0104"), "north-east": h("0502")}
    assert paths.adjacent("road")[h("0303")] == tuple(
        n for n in sheet.board.adjacent[h("0303")] if sheet.board.name(n) in {"0203", "0402", "0304"}
    )
    assert paths.adjacent("rail")[h("0303")] == ()
    assert len(paths.sides()) == 6
    assert paths.chains[2].name == "to the sea"


def test_areas_places_levels(sheet):
    h = sheet.board.number
    assert sheet.areas["west"][-1] == h("0203")
    assert len(sheet.areas["east"]) == 6
    assert sheet.place(h("0505")) == "Bayeux"
    assert sheet.place(h("0101")) == ""
    assert (sheet.levels[h("0305")], sheet.levels[h("0801")], sheet.levels[h("0101")]) == (2, -1, 0)


def test_every_fact_has_a_source(sheet):
    assert sheet.provenance() == {
        "seed": 1 + 6,
        "public": 6,
        "reconstructed": 48 - 1 + (5 + 2 + 2) + 7 + 2 + 48,
    }
    assert [note.doubtful for note in sheet.notes if note.doubtful] == [("0801",)]
    assert sheet.assumptions == ("the south edge is ours",)


def test_a_board_needs_no_more_than_a_grid(tmp_path):
    file = tmp_path / "bare.toml"
    file.write_text('id = "bare"\n[grid]\nshape = "pointy"\nfirst = "row"\ncolumns = [1, 3]\nrows = [1, 3]\n')
    sheet = load_board(file)
    assert sheet.title == "bare"
    assert set(sheet.terrain.at) == {frozenset({"clear"})}
    assert sheet.hexsides.chains == sheet.paths.chains == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ("woods: 0203", "wods: 0203", 16, "did you mean 'woods'"),
        ("0203 0304-0306", "0203 0304-0307", 16, "no hex '0307' on this board: the nearest are 0306"),
        ("0304-0306        #", "0306-0304 #", 16, "bad range '0306-0304'"),
        ("0304-0306        #", "0304-0406 #", 16, "bad range '0304-0406'"),
        ("[seed 4.2]: 0405", "[seed 4.2]: 0405 0304", 17, "0304 has terrain already, from line 16"),
        ("[seed 4.2]", "[guessed]", 17, "must begin with seed, public, reconstructed"),
        ("woods town [seed", "woods woods [seed", 17, "must name each kind once"),
        ("0801?\n", "08o1?\n", 19, "no hex '08o1'"),
        ('default = "clear"\n', "", 15, "no terrain for 41 hexes (0101 0102"),
        ('default = "clear"', 'default = "cler"', 16, "did you mean 'clear'"),
        ("0102/0202\n", "0102/0303\n", 26, "not adjacent; beside 0102 are 0101"),
        ("  0202/0203", "  0202/0203 0202-0203", 27, "'0202-0203' is not a hexside: write two adjacent hexes"),
        ("  0202/0203", "  0202/0203 0102/0101", 27, "0101/0102 is listed twice as river, first on line 26"),
        ("0801/S,SW", "0801/S,NE", 28, "the board ends to the NE of 0801"),
        ("sea wall: 0801", "seawall: 0801", 28, "did you mean 'sea wall'"),
        ("0303 0402 0502", "0303 0502", 34, "0303 and 0502 are not adjacent: add the hexes between"),
        ("0303 0304", "@x", 35, "has no hexes"),
        ("0203 0303 0402", "0203 @there 0303 0402", 34, "only at the beginning or the end"),
        ("road: 0303", "road N13: 0303", 35, "stands on line 34 too"),
        ("road: 0303 0304", "road: 0303 0304 @west", 35, "leaves from 0104 too"),
        ("east [seed]: ", "west [seed]: ", 42, "'west' is listed twice"),
        ("0101-0106 0203", "0101-0106 0103", 41, "'west' lists 0103 twice"),
        ("Bayeux: 0405 0505", "Bayeux:", 46, "'Bayeux' lists nothing"),
        ("Bayeux: 0405 0505", "0405 0505", 46, "has no colon"),
        ("Bayeux: 0405", ": 0405", 46, "nothing stands before the colon"),
        ("-1: 0801", "low: 0801", 51, "'low' is not a whole number"),
        ('shape = "flat"', 'shape = "round"', 7, "Invalid enum value 'round'"),
        ("columns = [1, 8]", "columns = [8, 1]", 6, "must rise"),
        ("columns = [1, 8]", "colums = [1, 8]", 9, "colums"),
        ("[areas]", "[aeras]", 39, "aeras"),
        ("[areas]", "[areas", 39, "at line 39"),
        ('source = "public', 'source = "rumour', 23, "source must begin with"),
        ('"#556"', '"blue"', 24, "must look like #a9cbe0"),
        ("width = 9", "width = 900", 24, "between 0 and 50"),
        ('"town", ', '"town:", ', 13, "must be words without"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old, new, line, complaint):
    assert old in SAMPLE
    with pytest.raises(BoardError) as caught:
        read_board(SAMPLE.replace(old, new), "sample.toml")
    assert complaint in str(caught.value)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"sample.toml:{line}: ")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BoardError, match=r"nowhere\.toml: cannot be read"):
        load_board(tmp_path / "nowhere.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BoardError, match="cannot be read"):
        load_board(tmp_path / "bytes.toml")


def test_questions_about_kinds_that_do_not_exist(sheet):
    for ask in (
        lambda: sheet.terrain.hexes("wood"),
        lambda: sheet.terrain.costs({"clear": 1}),
        lambda: sheet.hexsides.sides("rivr"),
        lambda: sheet.hexsides.costs({"rivr": 1}),
        lambda: sheet.paths.connects(0, 1, "raod"),
    ):
        with pytest.raises(BoardError):
            ask()


def test_ranges_in_every_numbering(board_of):
    for game, text, count in (
        ("omaha", "0907-0909 1013", 4),
        ("tcs", "A6.25-A6.30 B01.01", 7),
        ("longest_day", "018-080-018-100", 21),
        ("bocage-flat", "2120-2122", 3),
    ):
        hexes = hex_list(board_of(game), text)
        assert len(set(hexes)) == count
    with pytest.raises(BoardError, match="no hex '2034'"):
        hexes_of(board_of("omaha"), "2030-2034")


def test_hexsides_by_direction(board_of):
    board = board_of("tcs")
    assert sides_of(board, "A15.24/N,NE") == (*sides_of(board, "A15.24/A15.25"), *sides_of(board, "A15.24/A16.24"))


words = st.sampled_from(
    ["woods", "road", "sea wall", ":", "0101", "0102", "0203-0206", "0101/0102", "0101/S,SE", "@x", "?", "-", "/", ",",
     "[seed]", "[", "]", "#", "\n", " ", "+", "9" * 30, "0101-", "-0101", "²³", "\x00", "…"]
)  # fmt: skip
hostile = st.one_of(
    st.text(max_size=60), st.lists(words, max_size=25).map("".join), st.lists(words, max_size=25).map(" ".join)
)


@given(text=hostile)
def test_hostile_lines_give_a_layer_or_the_declared_error(sheet, text):
    passage = Passage(text, "x.toml", 5, "section", "public")
    for read in (
        lambda: read_terrain(sheet.board, ["clear", "woods"], passage, "clear"),
        lambda: read_sides(sheet.board, ["sea wall", "woods"], passage),
        lambda: read_paths(sheet.board, ["road"], passage),
        lambda: read_areas(sheet.board, passage),
        lambda: read_levels(sheet.board, passage),
        lambda: hex_list(sheet.board, text),
    ):
        try:
            read()
        except BoardError as error:
            assert error.file in ("x.toml", "")
            assert 5 <= error.line <= 5 + text.count("\n") or not error.file


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_hostile_files_give_a_board_or_the_declared_error(data):
    start = data.draw(st.integers(0, len(SAMPLE)))
    end = data.draw(st.integers(start, min(len(SAMPLE), start + 40)))
    text = SAMPLE[:start] + data.draw(hostile) + SAMPLE[end:]
    try:
        read_board(text, "x.toml")
    except BoardError as error:
        assert error.file == "x.toml"


@pytest.mark.parametrize("text", ["x = " + "[" * 5000, "x = " + "9" * 5000, "", "\x00", "id = 3", "a.b = 1\na = 2"])
def test_hostile_toml(text):
    with pytest.raises(BoardError):
        read_board(text)
