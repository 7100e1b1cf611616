"""One board in one TOML file that a person can check against the printed map.

    id = "sample"
    title = "A sample board"
    source = "reconstructed"                  # seed, public or reconstructed, and where exactly
    assumptions = ["the south edge is ours"]

    [grid]                                    # what the printed numbers mean: see `Grid`
    shape = "flat"
    first = "column"
    columns = [1, 12]
    rows = [1, 9]

    [terrain]                                 # one line for every kind; a hex stands in one line only
    kinds = { clear = "#f0ebd3", woods = "", town = "" }
    default = "clear"
    lines = '''
    woods: 0203 0304-0306
    woods town [seed 4.2]: 0405
    '''

    [hexsides]                                # kind and perhaps a name: pairs of hexes, or a hex and directions
    kinds = ["river", "bluff"]
    lines = '''
    river Orne: 0101/0102 0102/N,NE
    '''

    [paths]                                   # kind and perhaps a name: hexes in order, @ for an exit
    kinds = ["road"]
    lines = '''
    road N13: @west 0104 0203 0303
    '''

    [places]                                  # names that are drawn; [areas]: names that are not
    lines = "Bayeux: 0405 0505"

    [levels]                                  # a whole number for every hex
    lines = "2: 0304-0306"

Only `id` and `[grid]` are required. The lines are explained in `layertext`, the whole format in `docs/boards.md`.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from beachhead.hexes.board import Board
from beachhead.hexes.errors import BoardError, quoted
from beachhead.hexes.grid import Grid
from beachhead.hexes.layers import HexLayer, Note, PathLayer, SideLayer
from beachhead.hexes.layertext import (
    SOURCES,
    Passage,
    read_areas,
    read_levels,
    read_paths,
    read_sides,
    read_terrain,
)
from beachhead.hexes.styles import Kinds, Style, ground_styles, line_styles


class Lines(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of a board file that has lines only: areas and places."""

    lines: str = ""
    source: str = ""


class Levels(Lines, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section of a board file with a number for every hex."""

    default: int = 0


class Section(Lines, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of a board file that declares its kinds: hexsides and paths."""

    kinds: Kinds = []

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if not re.fullmatch(r"[^\s:#@?/\[\]]+( [^\s:#@?/\[\]]+)*", kind):
                raise BoardError(f"kind {quoted(kind)} must be words without : # @ ? / [ ]")


class Terrain(Section, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section of a board file with the terrain in hexes."""

    default: str = ""


class BoardFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board file as it is written."""

    id: str
    grid: Grid
    title: str = ""
    source: str = ""
    assumptions: tuple[str, ...] = ()
    terrain: Terrain = Terrain(kinds=["clear"], default="clear")
    hexsides: Section = Section()
    paths: Section = Section()
    areas: Lines = Lines()
    places: Lines = Lines()
    levels: Levels = Levels()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BoardSheet:
    """A board with everything that lies on it; immutable, and shared by all who play on it."""

    id: str
    title: str
    board: Board
    terrain: HexLayer
    hexsides: SideLayer
    paths: PathLayer
    areas: Mapping[str, tuple[int, ...]]
    places: Mapping[str, tuple[int, ...]]
    levels: tuple[int, ...]
    styles: Mapping[str, Mapping[str, Style]]
    """How every kind is drawn, by section: `terrain`, `hexsides`, `paths`."""
    notes: tuple[Note, ...]
    assumptions: tuple[str, ...]

    def provenance(self) -> Counter[str]:
        """How many facts there are from each source."""
        counts: Counter[str] = Counter()
        for note in self.notes:
            counts[note.source.partition(" ")[0] or "unstated"] += note.count
        return counts

    def place(self, h: int) -> str:
        """The name of the place in a hex, if it has one."""
        return next((name for name, hexes in self.places.items() if h in hexes), "")


def load_board(path: Path) -> BoardSheet:
    """The board in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(f"cannot be read: {error}", file=str(path)) from error
    return read_board(text, str(path))


def read_board(text: str, file: str = "") -> BoardSheet:
    """The board in the text of a board file."""
    try:
        raw = msgspec.toml.decode(text, type=BoardFile)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BoardError(str(error), file=file, line=_line_of(text, str(error))) from None
    for section in (raw, raw.terrain, raw.hexsides, raw.paths, raw.areas, raw.places, raw.levels):
        if section.source and section.source.partition(" ")[0] not in SOURCES:
            line = _line_with(text, f'source = "{section.source}')
            raise BoardError(f"source must begin with {', '.join(SOURCES)}", file=file, line=line)
    try:
        board = Board.of(raw.grid)
        styles = {
            "terrain": ground_styles(raw.terrain.kinds),
            "hexsides": line_styles(raw.hexsides.kinds, 7),
            "paths": line_styles(raw.paths.kinds, 6),
        }
    except BoardError as error:
        raise BoardError(error.message, file=file) from None

    def passage(name: str, section: Lines) -> Passage:
        line = _first_line(text, section.lines) or _line_with(text, f"{name}]") or 1
        return Passage(section.lines, file, line, name, section.source or raw.source)

    terrain, ground = read_terrain(board, styles["terrain"], passage("terrain", raw.terrain), raw.terrain.default)
    hexsides, edges = read_sides(board, styles["hexsides"], passage("hexsides", raw.hexsides))
    paths, ways = read_paths(board, styles["paths"], passage("paths", raw.paths))
    areas, sets = read_areas(board, passage("areas", raw.areas))
    places, labels = read_areas(board, passage("places", raw.places))
    levels, heights = read_levels(board, passage("levels", raw.levels), raw.levels.default)
    return BoardSheet(
        id=raw.id,
        title=raw.title or raw.id,
        board=board,
        terrain=terrain,
        hexsides=hexsides,
        paths=paths,
        areas=areas,
        places=places,
        levels=levels,
        styles=styles,
        notes=(*ground, *edges, *ways, *sets, *labels, *(heights if raw.levels.lines else ())),
        assumptions=raw.assumptions,
    )


def _first_line(text: str, lines: str) -> int:
    """The line of the file on which a string begins; 0 if it is written with escapes and not found."""
    for quote in ("'''", '"""', "'", '"'):
        for gap in ("\n", ""):
            at = text.find(quote + gap + lines + quote)
            if at >= 0 and lines:
                return text.count("\n", 0, at + len(quote + gap)) + 1
    return 0


def _line_of(text: str, complaint: str) -> int:
    """The line that a complaint of the TOML reader is about, as far as it can be told; 0 if it cannot."""
    said = re.search(r"at line ([0-9]+)", complaint)
    if said:
        return int(said[1])
    path = re.search(r"at `\$([^`]*)`", complaint)
    keys = re.findall(r"[A-Za-z_]+", path[1]) if path else []
    unknown = re.search(r"unknown field `([^`]*)`", complaint)
    value = re.search(r"'([^']+)'", complaint)
    at = 0
    for key in (*keys, unknown[1] if unknown else ""):
        at = max(at, _place_of(text, key, at))
    if value and not unknown:
        at = max(at, text.find(f'"{value[1]}"', at))
    return text.count("\n", 0, at) + 1 if at else 0


def _line_with(text: str, words: str) -> int:
    at = _place_of(text, words, 0)
    return text.count("\n", 0, at) + 1 if at else 0


def _place_of(text: str, words: str, after: int) -> int:
    found = re.compile(rf"^\s*\[*{re.escape(words)}", re.MULTILINE).search(text, after) if words else None
    return found.end() if found else 0
