"""What a schema may demand of a file beyond the types of its fields.

A field may be marked: `type: Annotated[str, refers("unit_types.csv")]` names a row of another file,
`covers("board.toml", "terrain")` says that every such thing has a row here, `reads(function)` gives the reader of a
word that has a grammar of its own. A schema may have class variables beside KEY:

- `COMPLETE = ("die",)`: every value that these columns of the key can take has a row, with each combination of
  the others;
- `RUNS = ("steps",)`: these columns of the key count from 1 without a gap, with each combination of the others;
- `BANDS = ("first", "last")`: the rows go from one number to another, one after the other without a gap;
- `ROWS = 54`: so many rows;
- `NEEDS = {"id": ("Bruno",)}`: values that the rules name, so that a row must have them.
"""

import typing
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from beachhead.datafiles.schema import alternatives, is_collection, item_type


@dataclass(frozen=True)
class Refers:
    """A value that names a thing of another file: of a column (the key if left out), or of the words of a board."""

    file: str
    what: str = ""
    when: tuple[str, Any] | None = None
    """Only in rows that have this value in this column."""
    named: Callable[[Any], Iterable[Any]] | None = None
    """What a thing of the other file may be called here."""
    within: Callable[[Any], Iterable[Any]] | None = None
    """The names inside a value that holds more."""
    besides: tuple[Any, ...] = ()
    """Words that are good as well."""
    same: tuple[str, ...] = ()
    """Only rows of the other table count that have the same values as this one in these columns."""


@dataclass(frozen=True)
class Covers:
    """A column in which every thing of another file occurs, or those of its rows that count."""

    file: str
    what: str = ""
    named: Callable[[Any], Iterable[Any]] | None = None
    only: Callable[[Any], bool] | None = None


@dataclass(frozen=True)
class Reads:
    """A value with a grammar of its own: the reader raises a ValueError that says what is wrong and what is right."""

    function: Callable[[Any], Any]


Mark = Refers | Covers | Reads


def refers(
    file: str,
    what: str = "",
    *,
    when: tuple[str, Any] | None = None,
    named: Callable[[Any], Iterable[Any]] | None = None,
    within: Callable[[Any], Iterable[Any]] | None = None,
    besides: tuple[Any, ...] = (),
    same: tuple[str, ...] = (),
) -> Refers:
    """Mark a field whose value names a thing of another file."""
    return Refers(file, what, when, named, within, besides, same)


def covers(
    file: str,
    what: str = "",
    *,
    named: Callable[[Any], Iterable[Any]] | None = None,
    only: Callable[[Any], bool] | None = None,
) -> Covers:
    """Mark a column in which every thing of another file must occur."""
    return Covers(file, what, named, only)


def reads(function: Callable[[Any], Any]) -> Reads:
    """Mark a field that is read further by a function; whatever ValueError it raises is reported."""
    return Reads(function)


def marks_of(annotation: Any) -> Iterator[Mark]:
    """The marks on a type itself."""
    while typing.get_origin(annotation) is Annotated or hasattr(annotation, "__supertype__"):
        if hasattr(annotation, "__supertype__"):
            annotation = annotation.__supertype__
            continue
        base, *notes = typing.get_args(annotation)
        yield from (note for note in notes if isinstance(note, Mark))
        annotation = base


def marked_values(value: Any, annotation: Any) -> Iterator[tuple[Mark, Any]]:
    """A value, or the items of a list, each with the marks of its type; what is empty names nothing."""
    if value is None or value == "":
        return
    yield from ((mark, value) for mark in marks_of(annotation))
    for member in alternatives(annotation):
        if member is not annotation:
            yield from marked_values(value, member)
        elif is_collection(member) and isinstance(value, (list, tuple, set, frozenset)):
            for index, item in enumerate(value):
                yield from marked_values(item, item_type(member, index))
