"""What the files of a game demand of each other, as their schemas declare it in `marks`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise, product
from typing import Any, Protocol, runtime_checkable

import msgspec

from beachhead.datafiles.documents import Document
from beachhead.datafiles.marks import Covers, Mark, Reads, Refers, marked_values, marks_of
from beachhead.datafiles.merging import Places
from beachhead.datafiles.problems import Problem, listed, nearest, quoted
from beachhead.datafiles.schema import alternatives, values_of
from beachhead.datafiles.tables import Record
from beachhead.datafiles.toml_lines import Path

Contents = Mapping[str, Any]
"""What was read, by file: a list of records, a document, or whatever a reader returns."""


@runtime_checkable
class Wordy(Protocol):
    """Content of a file that is no table and yet names things, such as the hexes of a board."""

    def words(self, what: str) -> Collection[Any]:
        """The names of the things of one sort."""


def demands(contents: Contents) -> Iterator[Problem]:
    """Everything in which the files do not fit each other, or a table is not whole."""
    known = _Known(contents)
    for content in contents.values():
        if isinstance(content, Document):
            yield from _document_problems(content, known)
        elif isinstance(content, Table):
            yield from _row_problems(content, known)
            yield from _missing_rows(content)
            yield from _uncovered(content, known)


class Table(msgspec.Struct, frozen=True):
    """A table that has been read, with its schema and the name of the file that a whole is expected of."""

    file: str
    row: type[msgspec.Struct]
    records: list[Record[Any]]

    def column(self, name: str) -> list[Any]:
        """The values of a column."""
        return [getattr(record.content, name) for record in self.records]

    def words(self, what: str) -> Collection[Any]:
        """What a column holds; the key if none is named."""
        values = self.column(what or _only_key(self.row))
        return dict.fromkeys(value for value in values if value is not None)


def _only_key(row: type[msgspec.Struct]) -> str:
    key = _key(row)
    if len(key) != 1:
        raise TypeError(f"{row.__name__} has no single key: name the column that is referred to")
    return key[0]


# --- references ---------------------------------------------------------------------------------------------------


def _row_problems(table: Table, known: _Known) -> Iterator[Problem]:
    fields = msgspec.structs.fields(table.row)
    for content, file, line in table.records:
        for field in fields:
            marked = marked_values(getattr(content, field.name), field.type)
            for what, fix in _faults(marked, content, known):
                yield Problem(file, what, fix, line, field.encode_name)


def _document_problems(document: Document[Any], known: _Known) -> Iterator[Problem]:
    yield from _value_problems(document.content, (), document.places, known)


def _value_problems(record: msgspec.Struct, path: Path, places: Places, known: _Known) -> Iterator[Problem]:
    """The marked values of a record and of the records inside it."""
    for field in msgspec.structs.fields(type(record)):
        value, here = getattr(record, field.name), (*path, field.encode_name)
        for what, fix in _faults(marked_values(value, field.type), record, known):
            yield places.problem(here, what, fix)
        for place, inside in _records_inside(value, here):
            yield from _value_problems(inside, place, places, known)


def _records_inside(value: Any, path: Path) -> Iterator[tuple[Path, msgspec.Struct]]:
    if isinstance(value, msgspec.Struct):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _records_inside(item, (*path, str(key)))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _records_inside(item, (*path, index))


def _faults(marked: Iterable[tuple[Mark, Any]], record: msgspec.Struct, known: _Known) -> Iterator[tuple[str, str]]:
    """What is wrong with marked values, and what would be right. What cannot be read refers to nothing."""
    found = list(marked)
    unread = []
    for mark, value in found:
        if isinstance(mark, Reads):
            try:
                mark.function(value)
            except ValueError as error:
                unread.append(value)
                yield str(error), ""
    for mark, value in found:
        if isinstance(mark, Refers) and value not in unread and _holds(mark, record):
            yield from _unknown(mark, value, record, known)


def _holds(mark: Refers, record: msgspec.Struct) -> bool:
    return mark.when is None or getattr(record, mark.when[0]) == mark.when[1]


def _unknown(mark: Refers, value: Any, record: msgspec.Struct, known: _Known) -> Iterator[tuple[str, str]]:
    words = known.words(mark, record)
    if words is None:
        return
    for name in mark.within(value) if mark.within else (value,):
        if name not in words and name not in mark.besides:
            yield f"there is no {quoted(name)} {_whereof(mark)}", _allowed(name, [*mark.besides, *words])


class _Known:
    """What the files name, worked out once for each mark that asks."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.found: dict[tuple[Refers | Covers, tuple[Any, ...]], Collection[Any] | None] = {}

    def words(self, mark: Refers | Covers, record: msgspec.Struct | None = None) -> Collection[Any] | None:
        """The things that a mark speaks of; None when their file could not be read or is none of this game."""
        same = tuple(getattr(record, name) for name in mark.same) if isinstance(mark, Refers) else ()
        key = (mark, same)
        if key not in self.found:
            self.found[key] = _words(mark, self.contents, same)
        return self.found[key]


def _words(mark: Refers | Covers, contents: Contents, same: tuple[Any, ...]) -> Collection[Any] | None:
    content = contents.get(mark.file)
    if not isinstance(content, (Table, Wordy)):
        return None
    if isinstance(content, Table):
        rows = [row for row in content.records if _counts(mark, row.content, same)]
        content = Table(content.file, content.row, rows)
    words = content.words(mark.what)
    return words if mark.named is None else dict.fromkeys(name for word in words for name in mark.named(word))


def _counts(mark: Refers | Covers, row: Any, same: tuple[Any, ...]) -> bool:
    """Whether a row of the other table is one that the mark speaks of."""
    if isinstance(mark, Covers):
        return mark.only is None or mark.only(row)
    return all(getattr(row, name) == value for name, value in zip(mark.same, same, strict=True))


def _whereof(mark: Refers | Covers) -> str:
    return f"among the {mark.what} of {mark.file}" if mark.what else f"in {mark.file}"


def _allowed(name: Any, known: list[Any]) -> str:
    words = list(map(str, known))
    near = nearest(str(name), words)
    meant = f"did you mean {near[0]}? " if near else ""
    return f"{meant}write one of {listed(words, 30)}" if words else "remove it"


def _uncovered(table: Table, known: _Known) -> Iterator[Problem]:
    for field in msgspec.structs.fields(table.row):
        for mark in _all_marks(field.type):
            if not isinstance(mark, Covers):
                continue
            here = set(table.column(field.name))
            missing = [word for word in known.words(mark) or () if word not in here]
            if missing:
                what = f"no row for {listed(map(quoted, missing), 8)} {_whereof(mark)}"
                yield Problem(table.file, what, "add it", column=field.encode_name)


def _all_marks(annotation: Any) -> Iterator[Mark]:
    yield from marks_of(annotation)
    yield from (mark for member in alternatives(annotation) if member is not annotation for mark in marks_of(member))


# --- whole tables -------------------------------------------------------------------------------------------------


def _missing_rows(table: Table) -> Iterator[Problem]:
    """The rows that a table lacks, as its schema counts them."""
    row, wanted = table.row, getattr(table.row, "ROWS", None)
    if wanted is not None and len(table.records) != wanted:
        fix = "add what is missing" if len(table.records) < wanted else "remove what is too much"
        yield Problem(table.file, f"there are {len(table.records)} rows, and {wanted} are wanted", fix)
    for name, values in getattr(row, "NEEDS", {}).items():
        for value in (value for value in values if value not in table.column(name)):
            what = f"no row has {quoted(value)} here, and the rules need it"
            yield Problem(table.file, what, "add one", column=_written(row, name))
    yield from _gaps(table, getattr(row, "COMPLETE", ()), getattr(row, "RUNS", ()))
    if hasattr(row, "BANDS"):
        yield from _broken_bands(table, *row.BANDS)


def _gaps(table: Table, complete: tuple[str, ...], runs: tuple[str, ...]) -> Iterator[Problem]:
    """Values of the key that have no row with some combination of the other columns of the key."""
    counted = (*complete, *runs)
    if not counted:
        return
    names, types = _key(table.row), {field.name: field.type for field in msgspec.structs.fields(table.row)}
    groups = _groups(table, [name for name in names if name not in counted])
    for group, records in groups.items():
        present = {tuple(getattr(record.content, name) for name in counted) for record in records}
        ranges: list[Collection[Any]] = [values_of(types[name]) for name in complete]
        highest = [max((row[place] for row in present), default=0) for place in range(len(complete), len(counted))]
        ranges += [range(1, 1 + number) for number in highest]
        missing = [" ".join(map(str, (*group, *row))) for row in product(*ranges) if row not in present]
        if missing:
            columns = " ".join(_written(table.row, name) for name in names)
            yield Problem(table.file, f"no row for {listed(missing, 8)}", "add it", column=columns)


def _broken_bands(table: Table, first: str, last: str) -> Iterator[Problem]:
    """Bands from one number to another that do not follow each other without a gap."""
    for records in _groups(table, [name for name in _key(table.row) if name != first]).values():
        ordered = sorted(records, key=lambda record: int(getattr(record.content, first)))
        for before, after in pairwise(ordered):
            wanted, found = getattr(before.content, last) + 1, getattr(after.content, first)
            if wanted != found:
                what = f"{found} does not follow {wanted - 1}, the last number of line {before.line}"
                yield Problem(after.file, what, f"write {wanted}", after.line, _written(table.row, first))
        if ordered and getattr(ordered[-1].content, last) < getattr(ordered[-1].content, first):
            what, line = "the last number is below the first", ordered[-1].line
            yield Problem(ordered[-1].file, what, "write a higher one", line, _written(table.row, last))


def _groups(table: Table, names: list[str]) -> dict[tuple[Any, ...], list[Record[Any]]]:
    """The rows by their values in some columns; of an empty table one group, if no column parts them."""
    found: dict[tuple[Any, ...], list[Record[Any]]] = {} if names else {(): []}
    for record in table.records:
        found.setdefault(tuple(getattr(record.content, name) for name in names), []).append(record)
    return found


def _key(row: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(getattr(row, "KEY", ()))


def _written(row: type[msgspec.Struct], name: str) -> str:
    return next(field.encode_name for field in msgspec.structs.fields(row) if field.name == name)
