"""What data files a game has and how each is checked, and the count of where their content comes from."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from inspect import Parameter, signature
from typing import Any, cast

import msgspec

from beachhead.datafiles.datadir import DataDir
from beachhead.datafiles.demands import Table, demands
from beachhead.datafiles.documents import Document, read_layers
from beachhead.datafiles.problems import DataError, Problem, listed, suggestion
from beachhead.datafiles.schema import Sourced, is_struct, key_names
from beachhead.datafiles.tables import changed_keys, read_records

Reader = Callable[..., Any]
Schema = type[msgspec.Struct] | Reader
CrossCheck = Callable[[DataDir], Iterable[Problem]]


@dataclass(frozen=True)
class Manifest:
    """A schema for each file name (`units.csv`) or group of names (`scenarios/*.toml`).

    The schema is the Struct of a row for CSV, of the document for TOML, and for any other file a reader
    that returns the content or raises a DataError (or a ValueError); one that takes `*paths` is given the packaged file
    and the one over it, any other the one that counts. What rows and files demand of each other stands in the schemas
    (`marks`); `cross_checks` are for what cannot be said there and run when all else is in order.
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
    """All problems of all files of a game, and of what they demand of each other."""
    names = datadir.names()
    problems = list(_absent(datadir, manifest, names))
    contents: dict[str, Any] = {}
    for name in names:
        schema = manifest.schema(name)
        if schema is None:
            problems.append(_undeclared(datadir, manifest, name))
            continue
        try:
            contents[name] = _read(datadir, name, schema)
        except DataError as error:
            problems += error.problems
        except ValueError as error:
            problems.append(_reader_problem(str(datadir.find(name)), error))
    problems += demands(contents)
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
        content = _plain(_read(datadir, name, schema))
        opaque = not isinstance(content, (msgspec.Struct, Mapping, list, tuple, set, frozenset))
        found = ["none"] if opaque else _sources(content, covered=False)
        counts[name] = ProvenanceCount(**Counter(found))
    return counts


def corrections(datadir: DataDir, manifest: Manifest) -> list[str]:
    """What the overlay changes, a sentence for each file: `cards.csv: 03, 17 changed; 55 removed`."""
    found = []
    for name in datadir.corrected():
        schema, layers = manifest.schema(name), datadir.layers(name)
        if not (is_struct(schema) and name.endswith(".csv") and key_names(cast(Any, schema))):
            found.append(f"{name}: changed")
            continue
        words = zip(changed_keys(layers, cast(Any, schema)), ("changed", "added", "removed"), strict=True)
        parts = [f"{listed(keys, 8)} {word}" for keys, word in words if keys]
        found.append(f"{name}: {'; '.join(parts) or 'nothing is changed'}")
    return found


def _read(datadir: DataDir, name: str, schema: Schema) -> Any:
    layers = datadir.layers(name)
    if isinstance(schema, type) and issubclass(schema, msgspec.Struct):
        if name.endswith(".csv"):
            return Table(str(layers[-1]), schema, read_records(layers, schema))
        return read_layers(layers, schema)
    reader = cast(Reader, schema)
    return reader(*layers) if _takes_layers(reader) else reader(layers[-1])


def _reader_problem(file: str, error: ValueError) -> Problem:
    """What a reader complains of; one that knows file and line says them."""
    where: str = getattr(error, "file", "") or file
    return Problem(where, getattr(error, "message", str(error)), line=getattr(error, "line", 0) or None)


def _takes_layers(reader: Reader) -> bool:
    return any(parameter.kind is Parameter.VAR_POSITIONAL for parameter in signature(reader).parameters.values())


def _plain(content: Any) -> Any:
    """What was read, without where it stands."""
    if isinstance(content, Table):
        return [record.content for record in content.records]
    return content.content if isinstance(content, Document) else content


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
