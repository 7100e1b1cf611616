"""One CSV file as raw rows: the values of its cells with their lines, before they are checked as a whole."""

import csv
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from beachhead.datafiles.cells import Column, columns, refusals
from beachhead.datafiles.problems import Report, quoted, suggestion
from beachhead.datafiles.schema import key_names
from beachhead.datafiles.words import expected

R = TypeVar("R", bound=msgspec.Struct)
Key = tuple[Any, ...]

REMOVE = "remove"
"""The column of a corrected table that takes rows out."""


class _Removal(msgspec.Struct, frozen=True):
    remove: bool = False


class Raw(msgspec.Struct):
    """A row before it is checked as a whole: the values of its cells, and which cells are empty."""

    report: Report
    line: int
    values: dict[str, Any]
    emptied: tuple[str, ...] = ()
    is_sound: bool = True
    is_removed: bool = False


class TableFile(Generic[R]):
    """The reading of one file: its schema, its header once known, and the keys seen so far.

    A file that lies over another needs the columns of the key and those that it changes.
    """

    def __init__(self, row: type[R], report: Report, *, is_over: bool = False) -> None:
        self.report = report
        self.is_over = is_over
        self.known = dict(columns(row))
        self.remove = columns(_Removal)[REMOVE]
        if is_over:
            self.known[REMOVE] = self.remove
        self.key = [self.known[name] for name in key_names(row)]
        self.first_with: dict[Key, int] = {}
        self.header: list[Column | None] = []
        self.complete = False

    def read(self, lines: list[tuple[int, str]]) -> list[Raw]:
        """The rows; whatever is wrong with the lines is reported."""
        records = _records(lines, self.report)
        number, names = next(records, (1, []))
        self._read_header(number, names)
        if not names:
            return []
        return [row for line, cells in records if (row := self._read_row(line, cells)) is not None]

    def _read_header(self, line: int, names: list[str]) -> None:
        if not names:
            fix = f"write the column names in the first line: {','.join(self.known)}"
            self.report.add("there is no header", fix)
            return
        for name in names:
            column = self.known.get(name)
            if column is None:
                self.report.add(f"unknown column {quoted(name)}", self._column_fix(name), line)
            elif column in self.header:
                self.report.add("the column stands twice", "remove one", line, name)
                column = None
            self.header.append(column)
        wanted = self.key if self.is_over else list(self.known.values())
        missing = [c for c in wanted if not c.has_default and c not in self.header]
        for column in missing:
            fix = f"add it: {expected(column.type, in_cell=True)}"
            self.report.add("the column is missing", fix, line, column.header)
        self.complete = not missing

    def _column_fix(self, name: str) -> str:
        if ";" in name or "\t" in name:
            return "separate columns by commas"
        return suggestion(name, [known for known, column in self.known.items() if column not in self.header])

    def _read_row(self, line: int, cells: list[str]) -> Raw | None:
        if len(cells) != len(self.header):
            what = f"the row has {len(cells)} cells, the header {len(self.header)}"
            self.report.add(what, "add or remove commas; put quotes around text with a comma", line)
            return None
        raw = self._read_cells(line, cells)
        self._check_key(raw)
        if self.is_over:
            wish = raw.values.pop(REMOVE, False)
            raw.is_removed = wish is True
            for what, fix in refusals(wish, bool):
                self.report.add(what, fix, line, REMOVE)
        raw.is_sound = raw.is_sound and self.complete
        return raw if self.complete or not self.is_over else None

    def _read_cells(self, line: int, cells: list[str]) -> Raw:
        """The values of the cells that are not empty, and whether none that must be filled is empty."""
        values: dict[str, Any] = {}
        emptied, filled = [], True
        is_removed = "yes" in (cell for column, cell in zip(self.header, cells, strict=True) if column is self.remove)
        for column, cell in zip(self.header, cells, strict=True):
            if column is None:
                continue
            if not cell and column.has_default:
                emptied.append(column.header)
            elif cell or column.blank_is_value:
                values[column.header] = column.shape(cell)
            elif column.blank_is_none:
                values[column.header] = None
            elif not is_removed:
                self.report.add("the cell is empty", _fix(column), line, column.header)
                filled = False
        return Raw(self.report, line, values, tuple(emptied), filled)

    def _check_key(self, raw: Raw) -> None:
        if not self.key or any(c.header not in raw.values and not c.has_default for c in self.key):
            return
        found = [raw.values.get(column.header, column.default) for column in self.key]
        key = tuple(tuple(value) if isinstance(value, list) else value for value in found)
        first = self.first_with.setdefault(key, raw.line)
        if first != raw.line:
            shown = ", ".join(quoted(value) for value in key)
            name = " ".join(column.header for column in self.key)
            self.report.add(f"{shown} stands in line {first} already", "remove or rename one", raw.line, name)


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
