"""The games of a server: each as it is in the box, and with the owner's corrections that the server was started with.

An *overlay* has a name, that of its folder. A table is played with one of them or without; which one stands in its row
and in what everybody at the table is shown. Who does not say otherwise gets the first overlay of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from beachhead.games import find_game, game_ids
from beachhead.kernel import Game
from beachhead.kernel.saves import SaveFile
from beachhead.players import no_such
from beachhead.server import wire
from beachhead.server.errors import Conflict, NotFound, Unprocessable
from beachhead.server.rows import TableRow

NONE = ""
"""In the place of an overlay's name: the data as packaged."""


def game_of(row: TableRow) -> Game[Any]:
    """The game of a table, with its overlay."""
    return find_game(row.game, Path(row.folder) if row.folder else None)


def overlay_of(row: TableRow) -> wire.Overlay | None:
    """With which corrections a table is played."""
    return wire.Overlay(row.overlay, list(game_of(row).corrections)) if row.overlay else None


class Shelf:
    """What can be played here: `overlays` are folders by game and name."""

    def __init__(self, overlays: Mapping[str, Mapping[str, Path]]) -> None:
        self._overlays = overlays

    def game(self, name: str, overlay: str | None = None) -> Game[Any]:
        """An installed game, with an overlay of this name; None is the first one that there is."""
        if name not in game_ids():
            raise NotFound(no_such("game", name, game_ids()), error="unknown_game")
        return find_game(name, self.folder(name, self.name(name, overlay)))

    def name(self, game: str, overlay: str | None) -> str:
        """The name of the overlay that is meant."""
        return next(iter(self._overlays.get(game, ())), NONE) if overlay is None else overlay

    def folder(self, game: str, overlay: str) -> Path | None:
        """Where an overlay lies; None for the data as packaged."""
        known = self._overlays.get(game, {})
        if overlay != NONE and overlay not in known:
            raise NotFound(no_such("overlay", overlay, list(known)), error="unknown_overlay")
        return known.get(overlay)

    def overlays(self, game: str) -> list[wire.Overlay]:
        """The overlays of a game with what they change, the usual one first."""
        names = self._overlays.get(game, {})
        return [wire.Overlay(name, list(self.game(game, name).corrections)) for name in names]

    def lay(self, row: TableRow) -> TableRow:
        """A row out of the database with the folder of its overlay, if this server has it."""
        self.game(row.game, NONE)
        try:
            folder = self.folder(row.game, row.overlay)
        except NotFound:
            raise Conflict(
                f"This table is played with other data: the overlay {row.overlay!r}, which this server does not have. "
                "Its record is kept, and it can be played again when the server is started with that overlay "
                "(beachhead serve --overlay DIR).",
                error="other_data",
            ) from None
        return row if folder is None else replace(row, folder=str(folder))

    def played_with(self, file: SaveFile) -> str:
        """The overlay with which a save was played. One that this server does not have is refused."""
        names = (NONE, *self._overlays.get(file.game, ()))
        found = next((name for name in names if self.game(file.game, name).data_digest == file.data), None)
        if found is None and file.corrections:
            corrected = "; ".join(file.corrections)[:300]
            raise Unprocessable(
                f"This save was played with other data, which this server does not have ({corrected}). Start the "
                "server with these corrections (beachhead serve --overlay DIR) and open it again.",
                error="other_data",
            )
        return found or NONE
