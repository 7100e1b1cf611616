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
A file that corrects another board file needs nothing but what changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from beachhead.hexes.board import Board
from beachhead.hexes.errors import BoardError, did_you_mean, quoted
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


class BoardCorrection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file that corrects a board: only what changes stands in it."""

    id: str = ""
    grid: dict[str, Any] = {}
    title: str = ""
    source: str = ""
    assumptions: tuple[str, ...] = ()
    terrain: Terrain = Terrain()
    hexsides: Section = Section()
    paths: Section = Section()
    areas: Lines = Lines()
    places: Lines = Lines()
    levels: Levels = Levels()


SECTIONS = ("terrain", "hexsides", "paths", "areas", "places", "levels")


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

    def words(self, what: str) -> Collection[str]:
        """The names of its hexes, areas, places, or kinds of terrain, hexsides and paths."""
        found: Mapping[str, Collection[str]] = {
            "hexes": self.board.names,
            "areas": self.areas,
            "places": self.places,
            "terrain": self.terrain.kinds,
            "hexsides": self.hexsides.kinds,
            "paths": self.paths.kinds,
            "lines": {chain.name for chain in (*self.hexsides.chains, *self.paths.chains)},
        }
        return found[what]

    def place(self, h: int) -> str:
        """The name of the place in a hex, if it has one."""
        return next((name for name, hexes in self.places.items() if h in hexes), "")

    @property
    def place_names(self) -> Mapping[int, str]:
        """The hexes that have a place, with its name."""
        return {h: name for name, hexes in reversed(list(self.places.items())) for h in hexes}

    def nearest(self, hexes: Iterable[int]) -> tuple[str, int]:
        """The name of the place that is nearest to these hexes, and how far it is; no name on a map without places."""
        found, names = dict.fromkeys(hexes, 0), self.place_names
        for h in (edge := list(found)):  # grows while it runs
            if h in names:
                return names[h], found[h]
            fresh = [n for n in self.board.adjacent[h] if n not in found]
            found.update(dict.fromkeys(fresh, found[h] + 1))
            edge += fresh
        return "", 0


@dataclass(frozen=True)
class BoardReader:
    """Reads the board of a game whose rules know certain things by name.

    It has these kinds of terrain, hexsides and paths and no others, and these areas, places and named lines at least.
    """

    terrain: tuple[str, ...] = ()
    hexsides: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()

    def __call__(self, path: Path, *over: Path) -> BoardSheet:
        """The board, or a `BoardError` that says what it lacks."""
        sheet, file = load_board(path, *over), str((path, *over)[-1])
        for what in ("terrain", "hexsides", "paths", "areas", "places", "lines", "hexes"):
            known, here = getattr(self, what), sheet.words(what)
            for word in (word for word in known if word not in here):
                raise BoardError(f"{word!r} is missing among the {what}, and the rules need it", file=file)
            for word in (word for word in here if what in ("terrain", "hexsides", "paths") and word not in known):
                raise BoardError(f"the rules know no {word!r} among the {what}: {did_you_mean(word, known)}", file=file)
        return sheet


def load_board(path: Path, *over: Path) -> BoardSheet:
    """The board in a file, with the corrections in another one over it."""
    texts = [(_text_of(each), str(each)) for each in (path, *over)]
    return read_board(*texts[0], *texts[1:])


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BoardError(f"cannot be read: {error}", file=str(path)) from error


@lru_cache(maxsize=8)
def read_board(text: str, file: str = "", *over: tuple[str, str]) -> BoardSheet:
    """The board in the text of a board file, and further texts with their files that correct it."""
    written = _Written(_decoded(text, file, BoardFile), text, file)
    for each, name in over:
        written = written.corrected(_decoded(each, name, BoardCorrection), each, name)
    raw = written.raw
    try:
        board = Board.of(raw.grid)
        styles = {
            "terrain": ground_styles(raw.terrain.kinds),
            "hexsides": line_styles(raw.hexsides.kinds, 7),
            "paths": line_styles(raw.paths.kinds, 6),
        }
    except BoardError as error:
        raise BoardError(error.message, file=written.file) from None
    passage = written.passage
    terrain, ground = read_terrain(board, styles["terrain"], passage("terrain"), raw.terrain.default)
    hexsides, edges = read_sides(board, styles["hexsides"], passage("hexsides"))
    paths, ways = read_paths(board, styles["paths"], passage("paths"))
    areas, sets = read_areas(board, passage("areas"))
    places, labels = read_areas(board, passage("places"))
    board = board.titled({h: name for name, hexes in places.items() for h in hexes})
    levels, heights = read_levels(board, passage("levels"), raw.levels.default)
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


F = TypeVar("F", bound=msgspec.Struct)


def _decoded(text: str, file: str, kind: type[F]) -> F:
    try:
        raw = msgspec.toml.decode(text, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BoardError(str(error), file=file, line=_line_of(text, str(error))) from None
    for section in (raw, *(getattr(raw, name) for name in SECTIONS)):
        if section.source and section.source.partition(" ")[0] not in SOURCES:
            line = _line_with(text, f'source = "{section.source}')
            raise BoardError(f"source must begin with {', '.join(SOURCES)}", file=file, line=line)
    return raw


@dataclass(frozen=True, slots=True)
class _Written:
    """A board file with its text, and the corrections that lie over it."""

    raw: BoardFile
    text: str
    file: str
    lines: Mapping[str, Lines] = field(default_factory=dict)
    over: _Written | None = None

    def corrected(self, change: BoardCorrection, text: str, file: str) -> _Written:
        """With another file over it: whatever that does not say stays as it is."""
        words = {name: value for name in ("id", "title", "source", "assumptions") if (value := getattr(change, name))}
        sections = {name: _section(getattr(self.raw, name), getattr(change, name)) for name in SECTIONS}
        try:
            grid = msgspec.convert(msgspec.to_builtins(self.raw.grid) | change.grid, Grid)
        except (msgspec.ValidationError, ValueError) as error:
            raise BoardError(str(error), file=file, line=_line_with(text, "grid]")) from None
        lines = {name: getattr(change, name) for name in SECTIONS}
        raw = msgspec.structs.replace(self.raw, grid=grid, **words, **sections)
        return _Written(raw, self.text, self.file, self.lines, _Written(raw, text, file, lines))

    def passage(self, name: str) -> Passage:
        """The lines of a section, and those over them."""
        section: Lines = self.lines.get(name, getattr(self.raw, name))
        line = _first_line(self.text, section.lines) or _line_with(self.text, f"{name}]") or 1
        over = self.over.passage(name) if self.over else None
        source = section.source or self.raw.source
        return Passage(section.lines, self.file, line, name, source, over if over and over.text else None)


def _section(base: Lines, change: Lines) -> Any:
    """A section with what the correction says of it; its lines are laid over each other later."""
    given = {name: value for name in change.__struct_fields__ if name != "lines" and (value := getattr(change, name))}
    return msgspec.structs.replace(base, **given)


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
