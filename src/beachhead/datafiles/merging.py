"""Corrections over a TOML document: only the keys that change, and where each value of the whole stands.

Tables are merged key by key, and lists of records that have a key record by record; a record with `remove = true` is
taken out. Any other list is replaced as a whole.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from beachhead.datafiles.problems import Problem, Report, suggestion
from beachhead.datafiles.rawtables import REMOVE
from beachhead.datafiles.schema import alternatives, is_collection, is_mapping, is_struct, item_type, key_names, plain
from beachhead.datafiles.toml_lines import Path, value_lines


class Place(NamedTuple):
    """A file and a line of it, if that is known."""

    file: str
    line: int | None


class _Layer:
    """One file of a document."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.moved: dict[Path, Path | None] = {}
        """Where the records of merged lists stand here, by their place in the whole; None for those of other files."""
        self._lines: dict[Path, int] | None = None

    def line(self, path: Path) -> int | None:
        if self._lines is None:
            self._lines = value_lines(self.text)
        for length in range(len(path), 0, -1):
            if path[:length] in self.moved:
                here = self.moved[path[:length]]
                return None if here is None else self._lines.get((*here, *path[length:]))
        return self._lines.get(path)


class Places:
    """Where the values of a document stand: in the last of its files that says something of them."""

    def __init__(self) -> None:
        self._layers: list[_Layer] = []

    def add(self, file: str, text: str) -> None:
        """A further file lies over the others."""
        self._layers.append(_Layer(file, text))

    def settle(self, path: Path, places: Sequence[tuple[int | None, int | None]]) -> None:
        """Where each item of a merged list stands: in the files so far, and in the one that was added last."""
        *earlier, last = self._layers
        for layer in earlier:
            known = dict(layer.moved)
            for now, (was, _) in enumerate(places):
                here = None if was is None else (*path, was)
                layer.moved[(*path, now)] = known.get(here, here) if here else None
        for now, (_, change) in enumerate(places):
            last.moved[(*path, now)] = None if change is None else (*path, change)

    def find(self, path: Path) -> Place:
        """Where a value stands, or the nearest thing around it that is written."""
        while path:
            for layer in reversed(self._layers):
                line = layer.line(path)
                if line is not None:
                    return Place(layer.file, line)
            path = path[:-1]
        return Place(self._layers[-1].file, None)

    def problem(self, path: Path, what: str, fix: str = "") -> Problem:
        """Something wrong with a value."""
        place = self.find(path)
        return Problem(place.file, what, fix, place.line, dotted(path))


def dotted(path: Path) -> str:
    """A path as an author writes it: `unit[3].steps`, counted from 1."""
    words = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(words).removeprefix(".")


class Merger:
    """Lays the corrections of one file over a document."""

    def __init__(self, places: Places, report: Report) -> None:
        self._places = places
        self._report = report

    def merged(self, base: Any, over: Any, annotation: Any, path: Path = ()) -> Any:
        """A value with the corrections of another of the same type."""
        if isinstance(base, dict) and isinstance(over, dict):
            types = _types(annotation)
            changed = {
                name: self.merged(base[name], value, types.get(name, types.get("*", Any)), (*path, name))
                for name, value in over.items()
                if name in base
            }
            return base | over | changed
        record = _record(annotation)
        if record is not None and _are_tables(base) and _are_tables(over):
            return self._merged_records(base, over, record, path)
        return over

    def _merged_records(self, base: list[Any], over: list[Any], record: Any, path: Path) -> list[Any]:
        """The records with the changed ones in their places, and the new ones at the end."""
        names = key_names(plain(record))
        rows: dict[str, int | None] = {_key(item, names): index for index, item in enumerate(base)}
        changes: dict[str, int] = {}
        for index, item in enumerate(over):
            key = _key(item, names)
            if item.get(REMOVE) is not True:
                rows.setdefault(key, None)
                changes[key] = index
            elif rows.pop(key, None) is None:
                fix = suggestion(key, [_key(row, names) for row in base])
                problem = self._places.problem((*path, index), f"there is no record {key} to remove", fix)
                self._report.problems.append(problem)
        self._places.settle(path, [(was, changes.get(key)) for key, was in rows.items()])
        found = []
        for now, (key, was) in enumerate(rows.items()):
            change = over[changes[key]] if key in changes else None
            if was is None or change is None:
                found.append(change if was is None else base[was])
            else:
                found.append(self.merged(base[was], change, record, (*path, now)))
        return found


def _record(annotation: Any) -> Any:
    """The type of the records of a list that have a key; None for any other type."""
    lists = [member for member in alternatives(annotation) if is_collection(member)]
    record = item_type(lists[0], 0) if lists else None
    return record if is_struct(record) and key_names(plain(record)) else None


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _key(item: dict[str, Any], names: tuple[str, ...]) -> str:
    return " ".join(str(item.get(name, "")) for name in names)


def _types(annotation: Any) -> dict[str, Any]:
    """The types of the values of a table by key; `*` for any key of a mapping."""
    for member in alternatives(annotation):
        if is_struct(member):
            return {field.encode_name: field.type for field in msgspec.structs.fields(plain(member))}
        if is_mapping(member):
            return {"*": getattr(plain(member), "__args__", (str, Any))[1]}
    return {}
