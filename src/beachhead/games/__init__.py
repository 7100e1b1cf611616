"""The games that are installed. Each one registers itself under the entry point group `beachhead.games`.

The entry point names a function `game(overlay: Path | None) -> Game`: the overlay is a directory of corrected data
files that stand before the packaged ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from beachhead.kernel import Game, UnknownName

GROUP = "beachhead.games"
FLAGSHIP = "omaha"
"""The game that a newcomer meets first."""


@cache
def _entries() -> dict[str, EntryPoint]:
    found = sorted(entry_points(group=GROUP), key=lambda entry: (entry.name != FLAGSHIP, entry.name))
    return {entry.name: entry for entry in found}


def game_ids() -> tuple[str, ...]:
    """The ids of all installed games, the flagship first."""
    return tuple(_entries())


@cache
def find_game(name: str, overlay: Path | None = None) -> Game[Any]:
    """The game with this id; raises `UnknownName` with the nearest ones."""
    return make_game(name, overlay)


def make_game(name: str, overlay: Path | None = None) -> Game[Any]:
    """The same, read from its files anew."""
    entries = _entries()
    if name not in entries:
        raise UnknownName("game", name, entries)
    make: Callable[[Path | None], Game[Any]] = entries[name].load()
    return make(overlay)
