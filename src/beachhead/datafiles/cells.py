"""From the text of a CSV cell to a value that msgspec can check.

msgspec's lax mode is not used: it reads `1e3` as an int, `null` as None, and does not know yes and no.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from beachhead.datafiles.schema import (
    alternatives,
    choices,
    fields_of,
    fixed_items,
    is_collection,
    is_mapping,
    is_optional,
    is_struct,
    item_type,
    plain,
)
from beachhead.datafiles.words import expected, fault

Shape = Callable[[str], Any]

# Eighteen digits keep every number finite and within 64 bits.
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})")
_YES_NO = {"yes": True, "no": False}


class Column:
    """One column of a table: its header, how its cells are read, and what an empty cell means."""

    def __init__(self, field: msgspec.structs.FieldInfo) -> None:
        self.header = field.encode_name
        self.type = field.type
        self.shape = shape_of(field.type)
        self.has_default = not field.required
        self.default = None if field.default is msgspec.NODEFAULT else field.default
        self.blank_is_none = is_optional(field.type)
        self.blank_is_value = any(is_collection(member) for member in alternatives(field.type))


@cache
def columns(row: type[msgspec.Struct]) -> Mapping[str, Column]:
    """The columns of a table whose rows have a schema, by their headers."""
    return {field.encode_name: Column(field) for field in fields_of(row)}


def refusals(value: Any, annotation: Any) -> Iterator[tuple[str, str]]:
    """What is wrong with the value of a cell and how to write it right; each item of a list by itself."""
    if _accepts(annotation, value):
        return
    members = alternatives(annotation)
    if isinstance(value, list) and len(members) == 1:
        items = [(item, item_type(members[0], place)) for place, item in enumerate(value)]
        wrong = [(item, kind) for item, kind in items if not _accepts(kind, item)]
        if wrong:
            yield from ((fault(item, kind), f"write {expected(kind, in_cell=True)}") for item, kind in wrong)
            return
        yield f"the number of values, {len(value)}, does not fit", f"write {expected(annotation, in_cell=True)}"
        return
    yield fault(value, annotation), f"write {expected(annotation, in_cell=True)}"


def shape_of(annotation: Any) -> Shape:
    """The reader of one cell: numbers where the type takes numbers, lists where it takes lists, else text."""
    members = alternatives(annotation)
    if any(is_struct(member) or is_mapping(member) for member in members):
        raise TypeError(f"a cell of a table cannot hold {annotation}: use a document")
    lists = [member for member in members if is_collection(member)]
    if lists:
        return _list_shape(lists[0])
    kinds = {plain(member) for member in members} | {type(v) for member in members for v in choices(member)}
    return _scalar_shape(bool in kinds, int in kinds, float in kinds)


def _list_shape(collection: Any) -> Shape:
    fixed = fixed_items(collection)
    if fixed is None:
        item = shape_of(item_type(collection, 0))
        return lambda cell: [item(part) for part in cell.split()]
    shapes = [shape_of(kind) for kind in fixed]

    def shape(cell: str) -> list[Any]:
        parts = cell.split()
        read = [item(part) for item, part in zip(shapes, parts, strict=False)]
        return [*read, *parts[len(shapes) :]]

    return shape


def _scalar_shape(takes_bool: bool, takes_int: bool, takes_float: bool) -> Shape:
    def shape(cell: str) -> Any:
        if takes_int and _WHOLE.fullmatch(cell):
            return int(cell)
        if takes_float and _DECIMAL.fullmatch(cell):
            return float(cell)
        return _YES_NO.get(cell, cell) if takes_bool else cell

    return shape if takes_bool or takes_int or takes_float else str


def _accepts(annotation: Any, value: Any) -> bool:
    try:
        msgspec.convert(value, annotation)
    except msgspec.ValidationError:
        return False
    return True
