"""Where saves and secret seeds lie, and how they are written so that nothing is ever lost.

Everything is under one folder: the platform's folder for user data, or `BEACHHEAD_HOME`. `saves/` has a file for
each game. `seeds/` is the vault: the secret seed of each game under its public commitment. A save never holds the
seed of a running game, so nobody can read the dice to come from it; with the vault the same game goes on with them.
"""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from beachhead.cli.errors import UserError
from beachhead.kernel import Match, Step, commitment, save

HOME_VARIABLE = "BEACHHEAD_HOME"

_PRIVATE, _SHARED = 0o600, 0o666


def home() -> Path:
    """The folder of saves and seeds."""
    chosen = os.environ.get(HOME_VARIABLE)
    return Path(chosen).expanduser() if chosen else user_data_path("beachhead", appauthor=False)


def write_whole(path: Path, data: bytes, mode: int = _SHARED) -> None:
    """Write a file so that a crash at any moment leaves the old content or the new."""
    path = path.resolve()
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        advice = f"choose another place with --save, or for everything with {HOME_VARIABLE}"
        raise UserError(f"{path} cannot be written ({error.strerror}): {advice}") from None


def _sync_folder(folder: Path) -> None:
    """Make the new name last, where the platform can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# --- the vault ---------------------------------------------------------------------------------------------------


def keep_seed(match: Match[Any]) -> None:
    """Put the secret seed of a match into the vault."""
    if match.secret_seed is not None and match.commitment:
        vault = home() / "seeds"
        write_whole(vault / match.commitment, match.secret_seed.encode(), _PRIVATE)
        vault.chmod(0o700)


def find_seed(fingerprint: str) -> str | None:
    """The seed with this commitment, if the vault has it."""
    try:
        seed = (home() / "seeds" / Path(fingerprint).name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError):
        return None
    return seed if commitment(seed) == fingerprint else None


# --- saves -------------------------------------------------------------------------------------------------------


def new_save_path(game: str) -> Path:
    """A name for the save of a new game that no other game has."""
    moment = time.strftime("%Y-%m-%d-%H%M%S")
    folder = home() / "saves"
    path = folder / f"{game}-{moment}.json"
    while path.exists():
        path = folder / f"{game}-{moment}-{secrets.token_hex(2)}.json"
    return path


class Keeper:
    """Keeps the save file of a match up to date."""

    def __init__(self, match: Match[Any], path: Path, *, is_kept: bool = False) -> None:
        self._match = match
        self._kept = self._mark() if is_kept else None
        self.path = path

    def keep(self) -> None:
        """Write the save if anything has happened since the last time."""
        if self._kept != self._mark():
            write_whole(self.path, save(self._match))
            self._kept = self._mark()

    def _mark(self) -> tuple[int, Step | None]:
        record = self._match.record
        return len(record), record[-1] if record else None

    def copy_to(self, path: Path) -> None:
        """Write a second save that nothing will change any more."""
        refuse_to_overwrite(path)
        write_whole(path, save(self._match))


def refuse_to_overwrite(path: Path) -> None:
    """A save is never written over another one."""
    if path.exists():
        raise UserError(f"{path} exists already: choose another name, or go on with it by --load")


def existing_save(path: Path) -> Path:
    """The file, if there is one."""
    if not path.is_file():
        raise UserError(f"there is no save {path}: your own are in {home() / 'saves'}")
    return path
