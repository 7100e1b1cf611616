"""Drawn boards: complete, well-formed, and pictures that open."""

import os
import shutil
import struct
import subprocess
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from beachhead.hexes import BoardError, HexLayer, PathLayer, SideLayer, read_board
from beachhead.hexes.render import render_board, to_png, to_svg

BOARD = """
id = "drawn"
title = 'Tom & "Jerry" <at> Bénouville'
source = "reconstructed"
assumptions = ["a long assumption that has to be broken over more than one line of the legend to fit"]
[grid]
shape = "SHAPE"
first = "column"
columns = [1, 7]
rows = [1, 5]
north = "NORTH"
[terrain]
kinds = { clear = "", woods = "", marsh = "", night = "#123" }
default = "clear"
lines = '''
woods: 0203 0204
woods marsh: 0303
night: 0501-0503
'''
[hexsides]
kinds = ["river", "ditch"]
lines = '''
river: 0101/0102 0202/0203?
ditch: 0101/0102
'''
[paths]
kinds = ["road", "rail"]
lines = '''
road: @west 0103 0203 0303
rail: 0203 0303 0304
'''
[places]
lines = '''
St <b>Lô</b>: 0203
Other: 0203
Third: 0203
'''
[levels]
lines = "3: 0401-0405"
"""


def sheet_of(shape="flat", north="up"):
    return read_board(BOARD.replace("SHAPE", shape).replace("NORTH", north))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def png_size(data: bytes) -> tuple[int, int]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


@pytest.mark.parametrize("shape", ["flat", "pointy"])
@pytest.mark.parametrize("north", ["up", "right", "down", "left"])
def test_the_drawing_names_everything_once(shape, north):
    sheet = sheet_of(shape, north)
    words = texts(to_svg(sheet))
    for name in (*sheet.board.names, *sheet.places, sheet.title, "west", "N", "TERRAIN, hexes", "HEXSIDES"):
        assert words.count(name) == 1
    for kind in ("clear", "woods", "marsh", "river", "ditch", "road", "rail"):
        assert kind in words
    assert words.count("(3)") == 5
    assert words.count("?") == 1


def test_nothing_is_drawn_outside_the_picture():
    for shape in ("flat", "pointy"):
        svg = ElementTree.fromstring(to_svg(sheet_of(shape)))
        _, _, width, height = map(float, svg.attrib["viewBox"].split())
        for group in svg:
            if "transform" not in group.attrib:
                for text in group.iter("{http://www.w3.org/2000/svg}text"):
                    assert 0 < float(text.attrib["x"]) < width
                    assert 0 < float(text.attrib["y"]) < height


def test_every_numbering_can_be_drawn(board_of):
    bare = sheet_of()
    for game in ("omaha", "bocage", "bocage-flat", "tcs"):
        board = board_of(game)
        kinds = HexLayer(("clear",), (frozenset({"clear"}),) * len(board), (("clear",),) * len(board))
        none = (frozenset[str](),) * board.side_count
        sheet = replace(
            bare,
            board=board,
            terrain=kinds,
            hexsides=SideLayer(board, (), none, ()),
            paths=PathLayer(board, (), none, (), (), {}),
            places={},
            levels=(0,) * len(board),
            notes=(),
        )
        assert set(board.names) < set(texts(to_svg(sheet)))


def test_png_opens_at_the_width_asked_for():
    svg = to_svg(sheet_of())
    data = to_png(svg, 640)
    width, height = png_size(data)
    assert width == 640
    assert 200 < height < 1000


def test_letters_are_drawn_without_any_font_on_the_machine():
    blank = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"></svg>'
    for words in ("0535", "Bénouville"):
        written = blank.replace("></", f'><text y="15" font-family="sans-serif">{words}</text></')
        assert to_png(written, 60) != to_png(blank, 60)


def test_files_by_their_ending(tmp_path):
    sheet = sheet_of("pointy", "down")
    render_board(sheet, tmp_path / "board.svg")
    render_board(sheet, tmp_path / "board.png")
    render_board(sheet, tmp_path / "small.PNG", width=300)
    assert texts((tmp_path / "board.svg").read_text(encoding="utf-8"))
    assert png_size((tmp_path / "board.png").read_bytes())[0] > 1000
    assert png_size((tmp_path / "small.PNG").read_bytes())[0] == 300
    with pytest.raises(BoardError, match=r"\.svg or \.png"):
        render_board(sheet, tmp_path / "board.gif")


def test_bad_drawings_are_refused():
    with pytest.raises(BoardError):
        to_png("no picture", 100)


def test_characters_that_xml_forbids():
    sheet = read_board(BOARD.replace("SHAPE", "flat").replace("NORTH", "up").replace("Third", "Th\ufffeird\U0001f600"))
    assert any("ird\U0001f600" in text for text in texts(to_svg(sheet)))


@pytest.mark.browser
def test_a_browser_shows_the_drawing(tmp_path):
    names = (os.environ.get("BEACHHEAD_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    browser = next((found for name in names if name and (found := shutil.which(name))), None)
    if browser is None:
        pytest.skip("no Chromium on this machine")
    drawing, shot = tmp_path / "board.svg", tmp_path / "shot.png"
    render_board(sheet_of(), drawing)
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=900,600"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", f"--screenshot={shot}", drawing.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert png_size(shot.read_bytes()) == (900, 600)
