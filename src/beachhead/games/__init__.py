"""The games that are installed. Each one registers itself under the entry point group `beachhead.games`.

The entry point names a function `game(overlay: Path | None) -> Game`: the overlay is a directory of corrected data
files that stand before the packaged ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from beachhead.datafiles import DataDir, DataError, Problem, check
from beachhead.kernel import Game, UnknownName
from beachhead.kernel.guides import guide_problems
from beachhead.kernel.pickling import finder

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
    """The game with this id; raises `UnknownName` with the nearest ones.

    An overlay that does not fit the game is a `DataError` with all that is wrong with it.
    """
    return make_game(name, overlay)


def _found(name: str, overlay: Path | None) -> Game[Any] | None:
    if name not in _entries():
        return None
    return find_game(name) if overlay is None else find_game(name, overlay)


finder[:] = [_found]


def make_game(name: str, overlay: Path | None = None) -> Game[Any]:
    """The same, read from its files anew."""
    entries = _entries()
    if name not in entries:
        raise UnknownName("game", name, entries)
    make: Callable[[Path | None], Game[Any]] = entries[name].load()
    if overlay is None:
        return make(None)
    problems = overlay_problems(name, overlay)
    if problems:
        raise DataError(problems)
    game = make(overlay)
    game.overlay = overlay
    return game


def overlay_folder(name: str, folder: Path) -> Path | None:
    """Where an overlay has the files of a game: in a folder with the id of the game, or in its own.

    None if it has folders for other games only.
    """
    if (folder / name).is_dir():
        return folder / name
    return None if any((folder / other).is_dir() for other in game_ids()) else folder


def overlay_problems(name: str, overlay: Path) -> list[Problem]:
    """All that is wrong with an owner's corrections to a game."""
    packaged = find_game(name)
    if packaged.manifest is None:
        return [Problem(str(overlay), f"{name} has no data files to correct", "leave the overlay out")]
    try:
        problems = check(DataDir(packaged.data, overlay), packaged.manifest)
        return problems or list(_problems_in_use(name, overlay))
    except DataError as error:
        return list(error.problems)


def _problems_in_use(name: str, overlay: Path) -> Iterator[Problem]:
    """What comes to light only when the game is made of the files and set up."""
    try:
        game: Game[Any] = _entries()[name].load()(overlay)
        game.overlay = overlay
        defaults = {option.id: option.default for option in game.options.values()}
        for scenario in game.scenarios:
            game.start(scenario, defaults)
    except DataError:
        raise
    except Exception as error:  # a correction may break anything; its author is told what
        files = ", ".join(DataDir(find_game(name).data, overlay).corrected())
        said = " ".join(str(error).split())
        yield Problem(str(overlay), f"the game cannot be made with {files} ({type(error).__name__}: {said})")
        return
    yield from guide_problems(game)
