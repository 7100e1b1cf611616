"""What every box holds: the map, the counters, and data files that are known by the schema of their rows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Generic, TypeVar, cast

import msgspec

from beachhead.datafiles import DataDir, Manifest, Sourced, refers
from beachhead.datafiles.manifest import CrossCheck
from beachhead.display import Course, Look, Sample
from beachhead.hexes import BoardReader
from beachhead.hexes.search import distances
from beachhead.kernel import Places
from beachhead.kernel.places import Lot
from beachhead.rules import ChapterRow, Rule, TermRow

R = TypeVar("R", bound=msgspec.Struct)
P = TypeVar("P", bound=Any)


class OptionRow(Sourced, frozen=True):
    """An optional rule or a variant."""

    id: str
    title: str
    rule: Annotated[str, refers("rules.csv")]


USUAL_FILES: Mapping[str, type[msgspec.Struct]] = {"rules.csv": Rule, "look.toml": Look}
"""What is in every box besides map and counters, for its manifest."""
OTHER_FILES: Mapping[str, type[msgspec.Struct]] = {
    **USUAL_FILES,
    "chapters.csv": ChapterRow,
    "terms.csv": TermRow,
    "options.csv": OptionRow,
    "course.toml": Course,
    "sample.toml": Sample,
}


def manifest(
    data: Path,
    schemas: ModuleType,
    read_map: BoardReader,
    *checks: CrossCheck,
    doctrines: type[msgspec.Struct] | None = None,
) -> Manifest:
    """The files of a box: the map, what other boxes have too, and the rows of a module of schemas.

    Rows are called as their file: `WaveRow` has a line of `waves.csv`, `TurnTrackRow` one of `turn_track.csv`.
    `doctrines` is the schema of what computer players weigh, if they have such a file.
    """
    there = {path.name for path in data.iterdir()}
    rows = {name: row for name, row in vars(schemas).items() if _is_row(row) and row.__module__ == schemas.__name__}
    files = {_file_of(name, there): row for name, row in rows.items()}
    others = {name: schema for name, schema in OTHER_FILES.items() if name in there}
    if doctrines is not None:
        others["doctrines.toml"] = doctrines
    return Manifest({**others, "board.toml": read_map, **files}, checks)


def _is_row(thing: Any) -> bool:
    return isinstance(thing, type) and issubclass(thing, Sourced) and thing is not Sourced


def _file_of(row: str, there: Collection[str]) -> str:
    """The file whose name is that of a row, or its plural."""
    stem = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", row.removesuffix("Row")).lower()
    names = [f"{name}.csv" for name in (stem, f"{stem}s", f"{stem}es", f"{stem[:-1]}ies")]
    found = next((name for name in names if name in there), None)
    if found is None:
        raise ValueError(f"no file bears the name of {row}: there is no {' or '.join(names)}")
    return found


class MapBox(Generic[P]):
    """The contents of a box, read from its data folder and from the corrections of an owner over it.

    The map of `board.toml` is read at once; counters are there when the game has laid them out.
    """

    pieces: Sequence[P]
    """The counters as printed, each with `id` and `side`."""
    places: Places
    """Where a counter can be, on the map and off it."""
    options: Sequence[OptionRow] = ()

    def __init__(self, data: Path, manifest: Manifest, overlay: Path | None = None) -> None:
        self.files = DataDir(data, overlay)
        self._names = {schema: name for name, schema in manifest.files.items()}
        read_map = cast(BoardReader, manifest.files["board.toml"])
        self.sheet = read_map(*self.files.layers("board.toml"))
        self.board = self.sheet.board

    @cached_property
    def look(self) -> Look:
        """How map and counters are drawn."""
        return self.files.document("look.toml", Look)

    def rows(self, schema: type[R]) -> list[R]:
        """The rows of the file that has this schema."""
        return self.files.table(self._names[schema], schema)

    def by(self, schema: type[R], *fields: str) -> dict[Any, R]:
        """The rows of a file by one of their fields, or by several together; by their id, unless fields are given."""
        look = attrgetter(*(fields or ("id",)))
        return {look(row): row for row in self.rows(schema)}

    def grouped(self, schema: type[R], *fields: str) -> dict[Any, list[R]]:
        """The rows of a file that are alike in one of their fields, or in several."""
        look, found = attrgetter(*fields), dict[Any, list[R]]()
        for row in self.rows(schema):
            found.setdefault(look(row), []).append(row)
        return found

    def hexes(self, names: Iterable[str]) -> tuple[int, ...]:
        """Hexes by their printed names."""
        return tuple(self.board.number(name) for name in names)

    @cached_property
    def dry(self) -> frozenset[int]:
        """The hexes that are not sea."""
        return frozenset(h for h, kinds in enumerate(self.sheet.terrain.listed) if "sea" not in kinds)

    def name_places(
        self,
        off: Sequence[str],
        lots: Mapping[str, tuple[str, Lot]] | None = None,
        titles: Mapping[int, str] | None = None,
    ) -> None:
        """Name the places off the map, words and lots of boxes, and call hexes as people do."""
        if titles:
            self.board = self.board.titled(titles)
        self.places = Places(self.board, off, lots)
        self.track = self.places.at("track") if "track" in off else None

    def lay_out(self, pieces: Sequence[P]) -> None:
        """Take the counters as printed, with their numbers by name and by side."""
        self.pieces = pieces
        self.unit = numbered(pieces)
        self.sides: tuple[str, ...] = tuple(piece.side for piece in pieces)
        self.of_side = {side: self.such(side=side) for side in dict.fromkeys(self.sides)}

    @lru_cache(maxsize=1024)  # noqa: B019  a box is kept anyway
    def such(self, **facts: Any) -> tuple[int, ...]:
        """The counters that have these facts printed on them."""
        return such(self.pieces, **facts)

    @lru_cache(maxsize=1024)  # noqa: B019
    def distances(self, *hexes: int) -> bytes:
        """How many hexes every hex of the map is away from the nearest of these, at most 255."""
        return distances(self.board.adjacent, hexes)

    @lru_cache(maxsize=4096)  # noqa: B019
    def within(self, place: int, reach: int) -> frozenset[int]:
        """The hexes so near to one, itself included."""
        return frozenset([place, *self.board.within(place, reach)])


def numbered(things: Iterable[Any]) -> dict[str, int]:
    """The numbers of things by their ids."""
    return {thing.id: number for number, thing in enumerate(things)}


def such(things: Iterable[Any], **facts: Any) -> tuple[int, ...]:
    """The numbers of the things of which these facts are true."""
    return tuple(
        number
        for number, thing in enumerate(things)
        if all(getattr(thing, name) == value for name, value in facts.items())
    )
