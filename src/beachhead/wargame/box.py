"""The box of a game with counters on one map: what every such box has, read from the data folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from beachhead.datafiles import DataDir
from beachhead.hexes import BoardReader
from beachhead.kernel import Places

T = TypeVar("T", bound=Any)


class MapBox(Generic[T]):
    """The map of `board.toml`, the places off it, and the counters of `units.csv`, rows with `id` and `side`."""

    def __init__(self, files: DataDir, read_map: BoardReader, row: type[T], *, off: Sequence[str]) -> None:
        self.sheet = read_map(*files.layers("board.toml"))
        self.board = self.sheet.board
        self.places = Places(self.board, off)
        self.pieces: Sequence[T] = files.table("units.csv", row)
        self.sides: tuple[str, ...] = tuple(piece.side for piece in self.pieces)
