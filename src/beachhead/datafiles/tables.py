"""CSV tables: a header, one row per line, blank lines and lines that start with `#` for the reader.

A row stands on one line, so a quote that is never closed spoils one row and not the rest of the file.
A column whose field has a default may be left out.

A table may come in layers: a corrected file over the packaged one. If its rows have a key, the corrected file needs
only the rows and the columns that change, and the columns of the key; a column `remove` takes rows out.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from beachhead.datafiles.cells import columns, refusals
from beachhead.datafiles.problems import DataError, Report, listed, suggestion
from beachhead.datafiles.rawtables import REMOVE, Key, Raw, TableFile
from beachhead.datafiles.schema import fields_of, key_names
from beachhead.datafiles.text import read_lines
from beachhead.datafiles.words import expected

R = TypeVar("R", bound=msgspec.Struct)

_PATH = re.compile(r" - at `[^`]*`$")


class Record(NamedTuple, Generic[R]):
    """A row, and where it stands."""

    content: R
    file: str
    line: int


def read_table(path: Path, row: type[R]) -> list[R]:
    """Read a CSV file whose rows have the schema `row`, or raise a DataError with all its problems."""
    return [record.content for record in read_records([path], row)]


def read_records(layers: Sequence[Path], row: type[R]) -> list[Record[R]]:
    """Read a table and the corrections over it. Without a key the last file stands for all."""
    table = _Rows(row)
    base, *over = layers if table.key else layers[-1:]
    report = Report(base)
    raws = TableFile(row, report).read(read_lines(base, report))
    reports = [report]
    for path in over:
        report = Report(path)
        reports.append(report)
        changes = TableFile(row, report, is_over=True).read(read_lines(path, report))
        raws = table.laid_over(raws, changes, report)
    records = [record for raw in raws if (record := table.record(raw)) is not None]
    problems = [problem for report in reports for problem in report.in_order()]
    if problems:
        raise DataError(problems)
    return records


def changed_keys(layers: Sequence[Path], row: type[R]) -> tuple[list[str], list[str], list[str]]:
    """What the last layer does to a table with a key: the rows that it changes, adds and removes."""
    before = {_Rows(row).key_of(record.content): record.content for record in read_records(layers[:-1], row)}
    after = {_Rows(row).key_of(record.content): record.content for record in read_records(layers, row)}
    changed = [_shown(key) for key, content in after.items() if key in before and before[key] != content]
    return (
        changed,
        [_shown(key) for key in after if key not in before],
        [_shown(key) for key in before if key not in after],
    )


def _shown(key: Key) -> str:
    return " ".join(str(part) for part in key)


class _Rows(Generic[R]):
    """The rows of all layers of a table."""

    def __init__(self, row: type[R]) -> None:
        self.row = row
        self.known = columns(row)
        self.names = {f.encode_name: f.name for f in fields_of(row)}
        self.key = [self.known[name] for name in key_names(row)]

    def key_of(self, content: R) -> Key:
        """The key of a row that has been read."""
        return tuple(getattr(content, self.names[column.header]) for column in self.key)

    def _raw_key(self, values: dict[str, Any]) -> Key:
        found = [values.get(column.header, column.default) for column in self.key]
        return tuple(tuple(value) if isinstance(value, list) else value for value in found)

    def laid_over(self, raws: list[Raw], changes: list[Raw], report: Report) -> list[Raw]:
        """The rows with the changed ones in their places, and the new ones at the end."""
        rows = {self._raw_key(raw.values): raw for raw in raws}
        packaged, seen, same = dict(rows), set(), 0
        for raw in changes:
            key = self._raw_key(raw.values)
            seen.add(key)
            old = rows.get(key)
            if raw.is_removed:
                if old is None:
                    near = suggestion(_shown(key), map(_shown, packaged))
                    report.add(f"there is no row {_shown(key)} to remove", near, raw.line, self.key[0].header)
                rows.pop(key, None)
            elif old is None:
                self._check_new(raw)
                rows[key] = raw
            else:
                values = {name: v for name, v in old.values.items() if name not in raw.emptied} | raw.values
                same += values == old.values
                rows[key] = Raw(report, raw.line, values, is_sound=raw.is_sound) if values != old.values else old
        if 2 * same > len(packaged):
            _check_copy(report, [_shown(key) for key in packaged if key not in seen])
        return list(rows.values())

    def _check_new(self, raw: Raw) -> None:
        """A row that the packaged file does not have must say everything."""
        for name, column in self.known.items():
            if not (column.has_default or name in raw.values) and raw.is_sound:
                what = f"the row {_shown(self._raw_key(raw.values))} is new, and the column is missing"
                raw.report.add(what, f"add it: {expected(column.type, in_cell=True)}", raw.line, name)
                raw.is_sound = False

    def record(self, raw: Raw) -> Record[R] | None:
        """The row as its schema has it; whatever does not fit is reported."""
        if not raw.is_sound:
            self._explain(raw)
            return None
        try:
            return Record(msgspec.convert(raw.values, self.row), raw.report.file, raw.line)
        except msgspec.ValidationError as error:
            if not self._explain(raw):
                raw.report.add(_PATH.sub("", str(error)), line=raw.line)
            return None

    def _explain(self, raw: Raw) -> bool:
        """Report every value that does not fit its column; whether there was one."""
        before = len(raw.report.problems)
        for name, value in raw.values.items():
            for what, fix in refusals(value, self.known[name].type):
                raw.report.add(what, fix, raw.line, name)
        return len(raw.report.problems) > before


def _check_copy(report: Report, missing: list[str]) -> None:
    """A corrected file that mostly repeats the packaged one is a copy of it, and what it lacks was deleted there."""
    if missing:
        fix = f"put it back, or keep only the rows that change; a column {REMOVE} with yes takes a row out"
        report.add(f"this is a copy of the packaged file without {listed(missing, 8)}", fix)
