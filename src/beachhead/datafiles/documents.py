"""TOML documents: read by schema, every problem reported with its line."""

import math
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from beachhead.datafiles.merging import Merger, Places
from beachhead.datafiles.problems import Report, quoted, suggestion
from beachhead.datafiles.schema import (
    alternatives,
    is_collection,
    is_mapping,
    is_struct,
    item_type,
    key_names,
    plain,
)
from beachhead.datafiles.text import read_lines
from beachhead.datafiles.toml_lines import Path as ValuePath
from beachhead.datafiles.words import expected, fault

S = TypeVar("S", bound=msgspec.Struct)

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$| \(at end of document\)$")
_PATH = re.compile(r" - at `[^`]*`$")


class Document(NamedTuple, Generic[S]):
    """What a document holds, and where each value stands."""

    content: S
    places: Places


def read_document(path: Path, schema: type[S]) -> S:
    """Read a TOML file that has the schema, or raise a DataError with all its problems."""
    return read_layers([path], schema).content


def read_layers(layers: Sequence[Path], schema: type[S]) -> Document[S]:
    """Read a document and the corrections over it, which need only the keys that change."""
    places = Places()
    values: dict[str, Any] = {}
    report = Report(layers[-1])
    for number, path in enumerate(layers):
        report = Report(path)
        text = "\n".join(line for _, line in read_lines(path, report))
        report.raise_if_any()
        try:
            found = _parse(text, report)
            report.raise_if_any()
            places.add(str(path), text)
            values = Merger(places, report).merged(values, found, schema) if number else found
        except RecursionError:
            report.add("values are nested too deeply", "use tables with names")
        report.raise_if_any()
    try:
        _Checker(report, places).check(values, schema, ())
    except RecursionError:
        report.add("values are nested too deeply", "use tables with names")
    report.raise_if_any()
    return Document(msgspec.convert(values, schema, str_keys=True), places)


def _parse(text: str, report: Report) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found and found[1] else None
        report.add(f"this is not TOML: {_AT_LINE.sub('', str(error))}", "correct the line", line)
    return {}


class _Checker:
    """Walks a document along its schema, so that one problem does not hide the next."""

    def __init__(self, report: Report, places: Places) -> None:
        self.report = report
        self.places = places

    def check(self, value: Any, annotation: Any, path: ValuePath) -> None:
        before = len(self.report.problems)
        kind = _kind_for(value, annotation)
        if kind is not None:
            self.check_parts(value, kind, path)
        if len(self.report.problems) == before:
            self.check_whole(value, annotation, path, kind is not None)

    def check_parts(self, value: Any, kind: Any, path: ValuePath) -> None:
        if is_struct(kind):
            self.check_fields(value, plain(kind), path)
        elif is_mapping(kind):
            key_type, value_type = getattr(plain(kind), "__args__", (str, Any))
            for key, item in value.items():
                self.check_key(key, key_type, (*path, key))
                self.check(item, value_type, (*path, key))
        else:
            for index, item in enumerate(value):
                self.check(item, item_type(kind, index), (*path, index))
            self.check_keys(value, item_type(kind, 0), path)

    def check_key(self, key: str, annotation: Any, path: ValuePath) -> None:
        try:
            msgspec.convert({key: None}, dict[annotation, None], str_keys=True)
        except msgspec.ValidationError:
            self.add(path, f"the key {fault(key, annotation)}", f"write {expected(annotation, in_cell=True)}")

    def check_fields(self, value: dict[str, Any], schema: type[msgspec.Struct], path: ValuePath) -> None:
        fields = {field.encode_name: field for field in msgspec.structs.fields(schema)}
        absent = [name for name in fields if name not in value]
        for name, item in value.items():
            if name in fields:
                self.check(item, fields[name].type, (*path, name))
            else:
                self.add((*path, name), "unknown key", suggestion(name, absent))
        for name in absent:
            if fields[name].required:
                self.add((*path, name), "the key is missing", f"add {expected(fields[name].type, in_cell=False)}")

    def check_keys(self, items: list[Any], annotation: Any, path: ValuePath) -> None:
        """No two records of a list with the same key."""
        names = key_names(plain(annotation)) if is_struct(annotation) else ()
        first_with: dict[str, int] = {}
        for index, item in enumerate(items):
            if not names or not isinstance(item, dict) or any(name not in item for name in names):
                continue
            key = [item[name] for name in names]
            first = first_with.setdefault(repr(key), index)
            if first != index:
                shown = ", ".join(map(quoted, key))
                what = f"{shown} stands in line {self.places.find((*path, first)).line} already"
                self.add((*path, index, names[0]), what, "remove or rename one")

    def check_whole(self, value: Any, annotation: Any, path: ValuePath, parts_fit: bool) -> None:
        """What only the value as a whole can show: its type, its length, a check of the schema's own."""
        fix = f"write {expected(annotation, in_cell=False)}"
        if isinstance(value, float) and not math.isfinite(value):
            self.add(path, f"{value} is not a number", fix)
            return
        try:
            msgspec.convert(value, annotation, str_keys=True)
        except msgspec.ValidationError as error:
            if parts_fit:
                own_check = any(is_struct(member) for member in alternatives(annotation))
                self.add(path, _PATH.sub("", str(error)), "" if own_check else fix)
            else:
                self.add(path, fault(value, annotation), fix)

    def add(self, path: ValuePath, what: str, fix: str) -> None:
        self.report.problems.append(self.places.problem(path, what, fix))


def _kind_for(value: Any, annotation: Any) -> Any:
    """The table or list type along which to look into a value; None for a plain value or no clear choice."""
    members = alternatives(annotation)
    if isinstance(value, dict):
        fitting = [member for member in members if is_struct(member) or is_mapping(member)]
    elif isinstance(value, list):
        fitting = [member for member in members if is_collection(member)]
    else:
        return None
    return fitting[0] if len(fitting) == 1 else None
