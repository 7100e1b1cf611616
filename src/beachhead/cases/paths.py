"""Finding case files: files, directories and globs."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from beachhead.cases.format import CaseError
from beachhead.datafiles import Problem
from beachhead.kernel import Game

FOLDER = "cases"
"""Case files live in folders of this name."""
BESIDE = "data"
"""The cases of a game lie beside its data, and come with it wherever it is installed."""


def packaged_cases(game: Game[Any]) -> list[Path]:
    """The case files that come with a game."""
    data: Path | None = getattr(game, "data", None)
    return sorted((data.parent / FOLDER).glob("*.toml")) if data else []


def is_packaged(path: Path) -> bool:
    """Whether a case file comes with a game."""
    return path.parent.name == FOLDER and (path.parent.parent / BESIDE / "rules.csv").is_file()


def expand_paths(paths: Iterable[str | Path]) -> list[Path]:
    """The case files that the paths stand for, each once.

    A directory stands for the TOML files in every folder named `cases` in it; if there is none, for its own.
    A path without any file is an error.
    """
    found: dict[Path, None] = {}
    problems: list[Problem] = []
    for path in paths:
        files = sorted(_expand(path))
        if not files:
            problems.append(Problem(str(path), "no case file is here", "name TOML files, folders or a pattern"))
        found.update(dict.fromkeys(files))
    if not found and not problems:
        problems.append(Problem("case", "no case file is named", "name TOML files, folders or a pattern"))
    if problems:
        raise CaseError(problems)
    return list(found)


def _expand(path: str | Path) -> Iterator[Path]:
    try:
        here = Path(path)
        if here.is_file():
            yield here
        elif here.is_dir():
            yield from _in_folder(here)
        else:
            matches = map(Path, glob.glob(str(path), recursive=True))  # noqa: PTH207, an absolute pattern is allowed
            yield from (match for match in matches if match.is_file())
    except (OSError, ValueError) as error:
        raise CaseError([Problem(str(path), f"cannot be read: {error}")]) from None


def _in_folder(folder: Path) -> list[Path]:
    inside = [path for path in folder.rglob("*.toml") if not _is_out_of_sight(path.relative_to(folder))]
    if FOLDER in folder.resolve().parts:
        return inside
    return [path for path in inside if path.parent.name == FOLDER] or list(folder.glob("*.toml"))


def _is_out_of_sight(path: Path) -> bool:
    return any(part.startswith(".") or part == "node_modules" for part in path.parts)
