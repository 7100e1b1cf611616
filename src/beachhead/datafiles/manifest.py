"""What data files a game has and how each is checked, and the count of where their content comes from."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, cast

import msgspec

from beachhead.datafiles.datadir import DataDir
from beachhead.datafiles.documents import read_document
from beachhead.datafiles.problems import DataError, Problem, suggestion
from beachhead.datafiles.schema import Sourced, is_struct
from beachhead.datafiles.tables import read_table

Reader = Callable[[Path], Any]
Schema = type[msgspec.Struct] | Reader
CrossCheck = Callable[[DataDir], Iterable[Problem]]


@dataclass(frozen=True)
class Manifest:
    """A schema for each file name (`units.csv`) or group of names (`scenarios/*.toml`).

    The schema is the Struct of a row for CSV, of the document for TOML, and for any other file a reader
    that returns the content or raises a DataError (or a ValueError). `cross_checks` compare files with each
    other; they run when every file by itself is in order.
    """

    files: Mapping[str, Schema]
    cross_checks: tuple[CrossCheck, ...] = ()

    def __post_init__(self) -> None:
        for name, schema in self.files.items():
            if is_struct(schema) and not name.endswith((".csv", ".toml")):
                raise TypeError(f"{name} is neither CSV nor TOML: declare a reader for it")

    def schema(self, name: str) -> Schema | None:
        """The schema of a file, None when nothing declares it."""
        if name in self.files:
            return self.files[name]
        return next((schema for group, schema in self.files.items() if fnmatchcase(name, group)), None)


class ProvenanceCount(msgspec.Struct, frozen=True):
    """How many records of a file come from where."""

    seed: int = 0
    public: int = 0
    reconstructed: int = 0
    none: int = 0


def check(datadir: DataDir, manifest: Manifest) -> list[Problem]:
    """All problems of all files of a game."""
    names = datadir.names()
    problems = list(_absent(datadir, manifest, names))
    for name in names:
        schema = manifest.schema(name)
        if schema is None:
            problems.append(_undeclared(datadir, manifest, name))
        else:
            problems += _file_problems(datadir.find(name), schema)
    if not problems:
        for cross_check in manifest.cross_checks:
            problems += cross_check(datadir)
    return problems


def provenance(datadir: DataDir, manifest: Manifest) -> dict[str, ProvenanceCount]:
    """By file, how many records are from the seed, public, reconstructed, or do not say.

    A record speaks for the records inside it that do not speak for themselves.
    """
    counts: dict[str, ProvenanceCount] = {}
    for name in datadir.names():
        schema = manifest.schema(name)
        if schema is None:
            raise DataError([_undeclared(datadir, manifest, name)])
        content = _read(datadir.find(name), schema)
        opaque = not isinstance(content, (msgspec.Struct, Mapping, list, tuple, set, frozenset))
        found = ["none"] if opaque else _sources(content, covered=False)
        counts[name] = ProvenanceCount(**Counter(found))
    return counts


def _read(path: Path, schema: Schema) -> Any:
    if isinstance(schema, type) and issubclass(schema, msgspec.Struct):
        return read_table(path, schema) if path.suffix == ".csv" else read_document(path, schema)
    return cast(Reader, schema)(path)


def _file_problems(path: Path, schema: Schema) -> list[Problem]:
    try:
        _read(path, schema)
    except DataError as error:
        return list(error.problems)
    except ValueError as error:
        return [Problem(str(path), str(error))]
    return []


def _absent(datadir: DataDir, manifest: Manifest, names: list[str]) -> Iterator[Problem]:
    for wanted in manifest.files:
        if not any(name == wanted or fnmatchcase(name, wanted) for name in names):
            yield Problem(str(datadir.base / wanted), "the file is missing", "add it")


def _undeclared(datadir: DataDir, manifest: Manifest, name: str) -> Problem:
    what = "nothing declares how to check this file"
    return Problem(str(datadir.find(name)), what, suggestion(name, manifest.files))


def _sources(content: Any, covered: bool) -> Iterator[str]:
    if isinstance(content, Sourced):
        yield content.source
        yield from _inside(content, covered=True)
    elif isinstance(content, msgspec.Struct):
        found = list(_inside(content, covered))
        yield from found
        if not found and not covered:
            yield "none"
    elif isinstance(content, Mapping):
        for value in content.values():
            yield from _sources(value, covered)
    elif isinstance(content, (list, tuple, set, frozenset)):
        for item in content:
            yield from _sources(item, covered)


def _inside(record: msgspec.Struct, covered: bool) -> Iterator[str]:
    for name in record.__struct_fields__:
        yield from _sources(getattr(record, name), covered)
