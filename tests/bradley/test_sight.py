"""10.2.7b Line of sight: the cases of the rulebook on an open board, and some on the map."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, names, the_box, unit

from beachhead.games.bradley.sight import landscape, obstacle, refuse_line
from beachhead.wargame.sight import OPAQUE, Landscape


def line(here, there, **terrain):
    """What blocks a line on a board that is clear but for these hexes: `town="2022", hill="2021 2122"`."""
    board = the_box().board
    listed = {hexnum(name) for text in terrain.values() for name in text.split()}
    ground = Landscape(board, [OPAQUE if h in listed else 0 for h in range(len(board))])
    return names(obstacle(ground, hexnum(here), hexnum(there)))


@pytest.mark.rule("bradley", "10.2.7b-LOS")
@pytest.mark.parametrize(
    ("target", "terrain", "blocked"),
    [
        ("2023", {}, ""),
        ("2023", {"town": "2022"}, "2022"),
        ("2022", {"town": "2022"}, ""),  # into a town
        ("2023", {"hill": "2021"}, "2021"),  # a hill before low ground
        ("2023", {"hill": "2021 2023"}, "2021"),  # and before another hill
        ("2023", {"swamp": "2021"}, "2021"),
        ("2023", {"town": "2020"}, ""),  # out of a town
        ("2023", {"town": "2121 1921"}, ""),  # beside the line
    ],
)
def test_straight_lines(target, terrain, blocked):
    assert line("2020", target, **terrain) == blocked


@pytest.mark.rule("bradley", "10.2.7b-L2")
@pytest.mark.parametrize(
    ("terrain", "blocked"),
    [
        ({}, ""),
        ({"town": "2120"}, ""),  # one side is open
        ({"town": "2121"}, ""),
        ({"town": "2120", "hill": "2121"}, "2120 2121"),  # different terrain on both sides
        ({"town": "2120 2121"}, "2120 2121"),  # the same on both
    ],
)
def test_along_a_hexside(terrain, blocked):
    """The line from 2020 due east to 2220 runs along the hexside between 2120 and 2121."""
    assert the_box().board.line(hexnum("2020"), hexnum("2220"))[1] == tuple(sorted((hexnum("2120"), hexnum("2121"))))
    assert line("2020", "2220", **terrain) == blocked
    assert line("2220", "2020", **terrain) == blocked


def test_slanting_lines():
    """From 2020 to 2122 the line crosses 2121 and 2021; either blocks it."""
    steps = the_box().board.line(hexnum("2020"), hexnum("2123"))
    assert all(len(step) == 1 for step in steps)
    for step in steps[1:-1]:
        assert line("2020", "2123", town=names(step)) == names(step)


@pytest.mark.rule("bradley", "10.2.7b-L3", "10.2.7b-L4", "10.2.7b-L6")
def test_what_blocks_on_the_map():
    box = the_box()
    closed = landscape(box).tops
    assert {box.terrain[h] for h in range(len(box.board)) if closed[h]} == {"hill", "town", "city", "swamp"}
    assert not closed[hexnum("3319")] and hexnum("3319") in box.forts  # a fortification on clear ground
    assert not closed[hexnum("3821")] and not closed[hexnum("2020")] and not closed[hexnum("3119")]


@pytest.mark.rule("bradley", "10.2.7b-L3", "10.2.7b-L4", "10.2.7b-LOS")
def test_the_ruling_names_what_is_in_the_way():
    g = at({"743 Tank": "3821", "1/1 Flak": "3824"})
    tank, flak = unit("743 Tank"), unit("1/1 Flak")
    assert refuse_line(g.box, g.where(tank), hexnum("3822")) is None  # the next hex
    ruling = refuse_line(g.box, g.where(tank), hexnum("3823"))
    assert ruling is not None and ruling.rule == "10.2.7b-L3" and names(ruling.hexes) == "3822"
    assert refuse_line(g.box, g.where(flak), hexnum("3822")) is None  # into the town
    ground = landscape(g.box)
    assert ground.sees(hexnum("3824"), hexnum("3822")) and not ground.sees(hexnum("3824"), hexnum("3821"))
    g.change(tank, at=hexnum("3921"))
    ruling = refuse_line(g.box, g.where(tank), hexnum("3923"))
    assert ruling is not None and ruling.rule == "10.2.7b-L4" and names(ruling.hexes) == "3922"


@pytest.mark.rule("bradley", "10.2.7b-L2")
def test_the_ruling_along_a_hexside():
    g = at({"743 Tank": "4022"})
    board = g.box.board
    here, there = next(
        (h, n)
        for h in range(len(board))
        for n in board.ring(h, 2)
        if len(board.line(h, n)) == 3 and len(board.line(h, n)[1]) == 2 and not landscape(g.box).sees(h, n)
    )
    g.change(unit("743 Tank"), at=here)
    ruling = refuse_line(g.box, g.where(unit("743 Tank")), there)
    assert ruling is not None and ruling.rule == "10.2.7b-L2" and len(ruling.hexes) == 2


def test_sight_is_mutual():
    box = the_box()
    for here in range(0, len(box.board), 37):
        for there in box.board.within(here, 3):
            assert landscape(box).sees(here, there) == landscape(box).sees(there, here)
