"""What rules the tests exercised: one JSON file per test process in a folder, merged for the report."""

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

Exercised = dict[str, dict[str, list[str]]]
"""By game and rule, the ids of the tests."""


class ExerciseError(Exception):
    """A file of the store that cannot be read."""


def record_exercised(exercised: Exercised, game: str, rules: Iterable[str], test: str) -> None:
    """Note that a test exercised rules of a game."""
    by_rule = exercised.setdefault(game, {})
    for rule in rules:
        tests = by_rule.setdefault(rule, [])
        if test not in tests:
            tests.append(test)


def write_exercised(directory: Path, exercised: Mapping[str, Mapping[str, Iterable[str]]], process: str = "") -> Path:
    """Write the file of one process (named by its process id unless told), whole or not at all."""
    directory.mkdir(parents=True, exist_ok=True)
    content = {game: {rule: sorted(set(tests)) for rule, tests in by.items()} for game, by in exercised.items()}
    data = msgspec.json.format(msgspec.json.encode(content, order="deterministic"), indent=1)
    path = directory / f"{process or os.getpid()}.json"
    handle, name = tempfile.mkstemp(dir=directory, prefix=f"{path.stem}-", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def merge_exercised(directory: Path) -> Exercised:
    """Everything that any process noted; nothing when no test has run."""
    merged: dict[str, dict[str, set[str]]] = {}
    for path in sorted(directory.glob("*.json")):
        for game, by_rule in _read(path).items():
            for rule, tests in by_rule.items():
                merged.setdefault(game, {}).setdefault(rule, set()).update(tests)
    return {game: {rule: sorted(by[rule]) for rule in sorted(by)} for game, by in sorted(merged.items())}


def clear_exercised(directory: Path) -> None:
    """Forget earlier runs, so that a test that is gone no longer counts."""
    for pattern in ("*.json", "*.tmp"):
        for path in directory.glob(pattern):
            path.unlink(missing_ok=True)


def _read(path: Path) -> Exercised:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Exercised)
    except (OSError, ValueError, RecursionError, msgspec.DecodeError) as error:
        raise ExerciseError(f"{path} cannot be read ({error}); delete it and run the tests again") from error
