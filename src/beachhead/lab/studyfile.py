"""Study files: a study written as TOML, with its observer in a Python file beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec

from beachhead.datafiles import read_document
from beachhead.kernel import Match
from beachhead.lab.charts import Chart
from beachhead.lab.playing import FindGame, Observer
from beachhead.lab.study import Arm, Count, Filled, Study, StudyError
from beachhead.players.ownfiles import OwnFileError, found_in


class StudyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a study file. `observer` is `file.py:Class`, the file being beside it."""

    title: Filled
    game: Filled
    games: Count
    arm: Annotated[list[Arm], msgspec.Meta(min_length=1)]
    seed: Filled = "1"
    observer: str = ""
    chart: list[Chart] = []

    def __post_init__(self) -> None:
        unknown = {arm for chart in self.chart for arm in chart.arms()} - {arm.name for arm in self.arm}
        if unknown:
            raise ValueError(f"a chart draws {', '.join(map(repr, sorted(unknown)))}, which is no arm of the study")


def read_study(path: Path, find_game: Callable[[str], FindGame]) -> tuple[Study, list[Chart]]:
    """The study in a file, and its charts; `find_game` says how processes get the game with an id."""
    file = read_document(path, StudyFile)
    observe = None
    if file.observer:
        module, colon, name = file.observer.partition(":")
        if not (colon and name):
            raise StudyError(f"{path}: the observer {file.observer!r} is not written as file.py:Class")
        observe = partial(observer_in, (path.parent / module).resolve(), name)
        _observers(*observe.args)  # what cannot be loaded is said at once
    study = Study(find_game(file.game), file.arm, file.games, file.seed, file.title, observe)
    return study, file.chart


def observer_in(path: Path, name: str, match: Match[Any]) -> Observer:
    """A new observer of the class with this name in a Python file."""
    return _observers(path, name)(match)


def _observers(path: Path, name: str) -> type[Observer]:
    try:
        found = found_in(path, name)
    except OwnFileError as error:
        raise StudyError(f"the observer {name!r}: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Observer)):
        raise StudyError(f"{path} has no observer {name!r}: write a class {name} that is a beachhead.lab.Observer")
    return found
