"""Corrections over a board file: hex by hex in terrain and levels, line by line elsewhere."""

import pytest

from beachhead.hexes import BoardError, BoardReader, read_board

BOARD = """id = "b"
title = "Packaged"
source = "seed"
[grid]
shape = "flat"
first = "column"
columns = [1, 4]
rows = [1, 4]
[terrain]
kinds = ["clear", "woods", "town"]
default = "clear"
lines = '''
woods: 0101-0104
town: 0201
'''
[hexsides]
kinds = ["river"]
lines = '''
river Orne: 0101/0102 0102/0103
river Dives: 0301/0302
'''
[paths]
kinds = ["road"]
lines = "road N13: 0101 0102"
[areas]
lines = '''
east: 0401 0402
west: 0101
'''
[places]
lines = "Caen: 0201"
[levels]
lines = "2: 0101 0102"
"""


def corrected(text):
    return read_board(BOARD, "base.toml", (text, "over.toml"))


def names(sheet, hexes):
    return [sheet.board.name(h) for h in hexes]


def test_terrain_is_corrected_hex_by_hex():
    sheet = corrected("[terrain]\nlines = '''\ntown: 0102\nclear: 0201\n'''\n")
    assert names(sheet, sheet.terrain.hexes("woods")) == ["0101", "0103", "0104"]
    assert names(sheet, sheet.terrain.hexes("town")) == ["0102"]
    assert sheet.title == "Packaged" and sheet.places["Caen"] == (sheet.board.number("0201"),)


def test_levels_are_corrected_hex_by_hex():
    sheet = corrected("[levels]\nlines = '3: 0102'\n")
    assert [sheet.levels[sheet.board.number(name)] for name in ("0101", "0102", "0103")] == [2, 3, 0]


def test_lines_are_corrected_by_their_heads():
    sheet = corrected("[hexsides]\nlines = 'river Orne: 0201/0202'\n[areas]\nlines = 'west: 0102 0103'\n")
    assert [(chain.name, len(chain.items)) for chain in sheet.hexsides.chains] == [("Dives", 1), ("Orne", 1)]
    assert names(sheet, sheet.areas["west"]) == ["0102", "0103"]
    assert names(sheet, sheet.areas["east"]) == ["0401", "0402"]
    assert len(sheet.paths.chains) == 1


def test_words_and_numbers_are_corrected_by_their_keys():
    sheet = corrected('title = "Mine"\n[grid]\nrows = [1, 5]\n[terrain]\ndefault = "woods"\n')
    assert (sheet.title, len(sheet.board)) == ("Mine", 20)
    assert "woods" in sheet.terrain.at[sheet.board.number("0405")]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[terrain]\nlines = '''\ntown: 0102\njungle: 0103\n'''\n", 4, "jungle"),
        ("[terrain]\nlines = '''\ntown: 0102\nwoods: 0102\n'''\n", 4, "0102 has terrain already, from line 3"),
        ("[hexsides]\nlines = 'river Orne: 0101/0404'\n", 2, "not adjacent"),
        ("[levels]\nlines = 'high: 0101'\n", 2, "not a whole number"),
        ("[terain]\nlines = ''\n", 1, "terain"),
        ("[grid]\nshape = 'round'\n", 1, "round"),
        ("source = 'hearsay'\n", 0, "source must begin"),
    ],
)
def test_mistakes_are_at_their_place_in_the_corrections(text, line, words):
    with pytest.raises(BoardError, match=words) as caught:
        corrected(text)
    assert caught.value.file == "over.toml" and caught.value.line in (line, 0)
    assert not line or caught.value.line == line


def test_a_reader_knows_what_the_rules_need(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text(BOARD, encoding="utf-8")
    kinds = {"terrain": ("clear", "woods", "town"), "hexsides": ("river",), "paths": ("road",)}
    assert BoardReader(**kinds, areas=("east",), places=("Caen",), lines=("Orne",), hexes=("0404",))(path)
    with pytest.raises(BoardError, match="'north' is missing among the areas"):
        BoardReader(**kinds, areas=("north",))(path)
    with pytest.raises(BoardError, match="the rules know no 'town' among the terrain: known are clear, woods"):
        BoardReader(**{**kinds, "terrain": ("clear", "woods")})(path)
