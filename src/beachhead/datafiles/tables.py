"""CSV tables: a header, one row per line, blank lines and lines that start with `#` for the reader.

A row stands on one line, so a quote that is never closed spoils one row and not the rest of the file.
A column whose field has a default may be left out.
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from beachhead.datafiles.cells import Column, refusals
from beachhead.datafiles.problems import Report, quoted, suggestion
from beachhead.datafiles.schema import key_names
from beachhead.datafiles.text import read_lines
from beachhead.datafiles.words import expected

R = TypeVar("R", bound=msgspec.Struct)

_PATH = re.compile(r" - at `[^`]*`$")


def read_table(path: Path, row: type[R]) -> list[R]:
    """Read a CSV file whose rows have the schema `row`, or raise a DataError with all its problems."""
    report = Report(path)
    rows = _Table(row, report).read(read_lines(path, report))
    report.raise_if_any()
    return rows


class _Table(Generic[R]):
    """The reading of one table: its schema, its header once known, and the keys seen so far."""

    def __init__(self, row: type[R], report: Report) -> None:
        self.row = row
        self.report = report
        self.known = {f.encode_name: Column(f) for f in msgspec.structs.fields(row)}
        self.key = [self.known[name] for name in key_names(row)]
        self.first_with: dict[tuple[Any, ...], int] = {}
        self.header: list[Column | None] = []
        self.complete = False

    def read(self, lines: list[tuple[int, str]]) -> list[R]:
        records = _records(lines, self.report)
        number, names = next(records, (1, []))
        self.read_header(number, names)
        if not names:
            return []
        read = (self.read_row(number, cells) for number, cells in records)
        return [row for row in read if row is not None]

    def read_header(self, line: int, names: list[str]) -> None:
        if not names:
            fix = f"write the column names in the first line: {','.join(self.known)}"
            self.report.add("there is no header", fix)
            return
        for name in names:
            column = self.known.get(name)
            if column is None:
                self.report.add(f"unknown column {quoted(name)}", self.column_fix(name), line)
            elif column in self.header:
                self.report.add("the column stands twice", "remove one", line, name)
                column = None
            self.header.append(column)
        missing = [c for c in self.known.values() if not c.has_default and c not in self.header]
        for column in missing:
            fix = f"add it: {expected(column.type, in_cell=True)}"
            self.report.add("the column is missing", fix, line, column.header)
        self.complete = not missing

    def column_fix(self, name: str) -> str:
        if ";" in name or "\t" in name:
            return "separate columns by commas"
        return suggestion(name, [known for known, column in self.known.items() if column not in self.header])

    def read_row(self, line: int, cells: list[str]) -> R | None:
        if len(cells) != len(self.header):
            what = f"the row has {len(cells)} cells, the header {len(self.header)}"
            self.report.add(what, "add or remove commas; put quotes around text with a comma", line)
            return None
        values, filled = self.read_cells(line, cells)
        self.check_key(line, values)
        if not (filled and self.complete):
            self.explain(line, values)
            return None
        try:
            return msgspec.convert(values, self.row)
        except msgspec.ValidationError as error:
            if not self.explain(line, values):
                self.report.add(_PATH.sub("", str(error)), line=line)
            return None

    def read_cells(self, line: int, cells: list[str]) -> tuple[dict[str, Any], bool]:
        """The values of the cells that are not empty, and whether none that must be filled is empty."""
        values: dict[str, Any] = {}
        filled = True
        for column, cell in zip(self.header, cells, strict=True):
            if column is None or (not cell and column.has_default):
                continue
            if cell or column.blank_is_value:
                values[column.header] = column.shape(cell)
            elif column.blank_is_none:
                values[column.header] = None
            else:
                self.report.add("the cell is empty", _fix(column), line, column.header)
                filled = False
        return values, filled

    def explain(self, line: int, values: dict[str, Any]) -> bool:
        """Report every value that does not fit its column; whether there was one."""
        before = len(self.report.problems)
        for name, value in values.items():
            for what, fix in refusals(value, self.known[name].type):
                self.report.add(what, fix, line, name)
        return len(self.report.problems) > before

    def check_key(self, line: int, values: dict[str, Any]) -> None:
        if not self.key or any(c.header not in values and not c.has_default for c in self.key):
            return
        found = [values.get(column.header, column.default) for column in self.key]
        key = tuple(tuple(value) if isinstance(value, list) else value for value in found)
        first = self.first_with.setdefault(key, line)
        if first != line:
            shown = ", ".join(quoted(value) for value in key)
            name = " ".join(column.header for column in self.key)
            self.report.add(f"{shown} stands in line {first} already", "remove or rename one", line, name)


def _fix(column: Column) -> str:
    return f"write {expected(column.type, in_cell=True)}"


def _records(lines: list[tuple[int, str]], report: Report) -> Iterator[tuple[int, list[str]]]:
    for number, line in lines:
        if line.lstrip().startswith("#"):
            continue
        try:
            cells = [c.strip() for c in next(csv.reader([line], strict=True, skipinitialspace=True), [])]
        except csv.Error as error:
            report.add(*_csv_fault(str(error)), number)
            continue
        if any(cells):
            yield number, cells


def _csv_fault(message: str) -> tuple[str, str]:
    if "unexpected end of data" in message:
        return "a quote is opened and not closed", "close it; a row stands on one line"
    if "expected after" in message:
        return "text follows a closing quote", 'write "" for a quote inside quotes'
    return f"the line is no row of a table ({message})", "correct or remove it"
