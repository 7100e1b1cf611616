"""The box: the board, the counters and the results table, read from `data/`. None of it ever changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import DataDir, Manifest, Problem, Sourced
from beachhead.display import Course
from beachhead.hexes import BLOCKED, BoardReader, ways
from beachhead.rules import ChapterRow, TermRow
from beachhead.wargame import USUAL_FILES, MapBox, OddsAxis, ResultsTable
from pegasus.doctrine import Doctrines

DATA = Path(__file__).parent / "data"


class Piece(Sourced, frozen=True):
    """A counter as printed."""

    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"side": ("british", "german")}
    id: str
    side: Literal["british", "german"]
    steps: Annotated[int, Meta(ge=0, le=9)]


class Cell(Sourced, frozen=True):
    """A cell of the results table."""

    KEY: ClassVar[tuple[str, ...]] = ("die", "odds")
    COMPLETE: ClassVar[tuple[str, ...]] = ("die",)
    die: Annotated[int, Meta(ge=0, le=7)]
    odds: str
    result: Literal["A1", "NE", "DR", "D1", "DE"]


COST = {"open": 1, "trees": 2, "village": 1, "bridge": 1, "water": BLOCKED}
read_map = BoardReader(terrain=tuple(COST), paths=("road",), areas=("posts", "landing"))


def _unguarded(files: DataDir) -> Iterator[Problem]:
    """2.1 There is a German counter for each post."""
    posts = len(read_map(*files.layers("board.toml")).areas["posts"])
    counters = sum(piece.side == "german" for piece in files.table("units.csv", Piece))
    if counters != posts:
        what = f"{counters} German counters for {posts} posts"
        yield Problem(str(files.find("units.csv")), what, f"write {posts} rows with german", column="side")


MANIFEST = Manifest(
    {
        **USUAL_FILES,
        "board.toml": read_map,
        "units.csv": Piece,
        "results.csv": Cell,
        "chapters.csv": ChapterRow,
        "terms.csv": TermRow,
        "course.toml": Course,
        "doctrines.toml": Doctrines,
    },
    (_unguarded,),
)


class Box(MapBox[Piece]):
    """What the rules read as `g.box`."""

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(DATA, MANIFEST, overlay)
        self.name_places(["off"])
        self.lay_out(self.rows(Piece))
        self.results = _results(self.rows(Cell))
        self.ways = ways(self.board, self.sheet.terrain.costs(COST))
        self.water = frozenset(self.sheet.terrain.hexes("water"))
        self.bridges = self.sheet.terrain.hexes("bridge")
        self.posts, self.landing = self.sheet.areas["posts"], self.sheet.areas["landing"]


def _results(cells: list[Cell]) -> ResultsTable[OddsAxis]:
    odds = list(dict.fromkeys(cell.odds for cell in cells))
    rows = {row.die: [cell.result for cell in cells if cell.die == row.die] for row in cells}
    return ResultsTable(OddsAxis(odds), "1d6", rows)
