"""The box: the board, the counters and the results table, read from `data/`. None of it ever changes."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Literal

from beachhead.datafiles import DataDir, Manifest, Sourced
from beachhead.hexes import BLOCKED, load_board, ways
from beachhead.rules import Rule
from beachhead.wargame import OddsAxis, ResultsTable

DATA = Path(__file__).parent / "data"


class Piece(Sourced, frozen=True):
    """A counter as printed."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    side: Literal["british", "german"]
    steps: int


class Cell(Sourced, frozen=True):
    """A cell of the results table."""

    KEY: ClassVar[tuple[str, ...]] = ("die", "odds")

    die: int
    odds: str
    result: Literal["A1", "NE", "DR", "D1", "DE"]


MANIFEST = Manifest({"board.toml": load_board, "units.csv": Piece, "results.csv": Cell, "rules.csv": Rule})


class Box:
    """What the rules read as `g.box`."""

    def __init__(self, overlay: Path | None = None) -> None:
        files = DataDir(DATA, overlay)
        self.sheet = load_board(files.find("board.toml"))
        self.board = self.sheet.board
        self.pieces = files.table("units.csv", Piece)
        self.results = _results(files.table("results.csv", Cell))
        cost = {"open": 1, "trees": 2, "village": 1, "bridge": 1, "water": BLOCKED}
        self.ways = ways(self.board, self.sheet.terrain.costs(cost))
        self.water = frozenset(self.sheet.terrain.hexes("water"))
        self.bridges = self.sheet.terrain.hexes("bridge")
        self.posts, self.landing = self.sheet.areas["posts"], self.sheet.areas["landing"]
        self.sides = [piece.side for piece in self.pieces]


def _results(cells: list[Cell]) -> ResultsTable[OddsAxis]:
    odds = OddsAxis(list(dict.fromkeys(cell.odds for cell in cells)))
    rows = {row.die: [cell.result for cell in cells if cell.die == row.die] for row in cells}
    return ResultsTable(odds, "1d6", rows)
