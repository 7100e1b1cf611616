"""The board against the grids of its four sheets, drawn by hand: terrain and levels of all 7,280 hexes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tcs.helpers import GAME

GROUND, BOARD = GAME.box.ground, GAME.box.board
CODES = {
    "~": "sea", "s": "beach", "o": "obstacle", ".": "clear", "w": "woods", "f": "forest", "b": "building",
    "V": "village",
}  # fmt: skip


def grid(sheet: str, name: str) -> dict[int, str]:
    """A character for each hex of a sheet."""
    text = (Path(__file__).parent / "maps" / f"{sheet}.txt").read_text()
    lines = text.split(f"[{name}]\n")[1].split("\n\n")[0].splitlines()
    return {
        BOARD.number(f"{sheet}{column}.{line[:2]}"): code for line in lines for column, code in enumerate(line[3:], 1)
    }


@pytest.mark.parametrize("sheet", ["A", "B", "C", "D"])
def test_terrain(sheet: str) -> None:
    found = grid(sheet, "terrain")
    assert len(found) == 52 * 35
    assert [BOARD.name(h) for h, code in found.items() if GROUND.terrain[h] != CODES[code]] == []


@pytest.mark.parametrize("sheet", ["A", "B", "C", "D"])
def test_levels(sheet: str) -> None:
    found = grid(sheet, "elevation")
    assert [BOARD.name(h) for h, code in found.items() if GROUND.levels[h] != int(code)] == []


def test_what_is_seen_from_the_sea() -> None:
    """2.6c-1 Some hexes of every column, looked at from ten metres at all points of the north edge."""
    top = GROUND.top_row
    edge = [h for h, (_, row) in enumerate(GROUND.spots) if row == top]
    heights = [10 if row == top else GROUND.landscape.ground[h] for h, (_, row) in enumerate(GROUND.spots)]
    view = type(GROUND.landscape)(BOARD, GROUND.landscape.tops, heights, GROUND.hedges, by_hexes=True)
    for h, (column, row) in enumerate(GROUND.spots):
        if row <= 35 or (row + 7 * column) % 97:
            continue
        near = sorted(edge, key=lambda point: abs(GROUND.spots[point][0] - column))
        assert any(view.obstacle(point, h) is None for point in near) == (h in GROUND.from_sea), BOARD.name(h)
