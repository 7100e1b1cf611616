"""What every box holds: the map and the counters, and data files that are known by the schema of their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from beachhead.datafiles import DataDir, Manifest
from beachhead.hexes import BoardReader
from beachhead.hexes.boardfile import BoardSheet
from beachhead.kernel import Places

R = TypeVar("R", bound=msgspec.Struct)
T = TypeVar("T", bound=Any)


class Contents:
    """The contents of a box, read from its data folder and from the corrections of an owner over it."""

    def __init__(
        self, data: Path, manifest: Manifest, read_map: Callable[..., BoardSheet], overlay: Path | None = None
    ) -> None:
        self.files = DataDir(data, overlay)
        self._names = {schema: name for name, schema in manifest.files.items()}
        self.sheet = read_map(*self.files.layers("board.toml"))
        self.board = self.sheet.board

    def rows(self, schema: type[R]) -> list[R]:
        """The rows of the file that has this schema."""
        return self.files.table(self._names[schema], schema)

    def by(self, schema: type[R], *fields: str) -> dict[Any, R]:
        """The rows of a file by one of their fields, or by several together; by their id, unless fields are given."""
        names = fields or ("id",)
        if len(names) == 1:
            return {getattr(row, names[0]): row for row in self.rows(schema)}
        return {tuple(getattr(row, name) for name in names): row for row in self.rows(schema)}

    def hexes(self, names: Iterable[str]) -> tuple[int, ...]:
        """Hexes by their printed names."""
        return tuple(self.board.number(name) for name in names)

    def lay_out(self, pieces: Sequence[Any], sides: Iterable[str]) -> None:
        """Take the counters as printed, with their numbers by name and by side."""
        self.unit = {piece.id: number for number, piece in enumerate(pieces)}
        self.sides = tuple(piece.side for piece in pieces)
        self.of_side = {side: tuple(u for u, piece in enumerate(pieces) if piece.side == side) for side in sides}


class MapBox(Generic[T]):
    """The map of `board.toml`, the places off it, and the counters of `units.csv`, rows with `id` and `side`."""

    def __init__(self, files: DataDir, read_map: BoardReader, row: type[T], *, off: Sequence[str]) -> None:
        self.sheet = read_map(*files.layers("board.toml"))
        self.board = self.sheet.board
        self.places = Places(self.board, off)
        self.pieces: Sequence[T] = files.table("units.csv", row)
        self.sides: tuple[str, ...] = tuple(piece.side for piece in self.pieces)
