"""What may be written for a value of a state, in the words of a position: for messages, and to begin a case with."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from typing import Any, get_args

import msgspec

from beachhead.datafiles.schema import (
    alternatives,
    fixed_items,
    is_collection,
    is_mapping,
    is_optional,
    is_struct,
    item_type,
    plain,
)
from beachhead.datafiles.words import expected
from beachhead.kernel.naming import AllNames, Names, from_named, is_where, named_kind, struct_hints

FEW = 24
"""As many names as a message lists."""


class Illegal(ValueError):
    """A value that does not fit; `legal` says what would."""

    def __init__(self, message: str, legal: str = "") -> None:
        super().__init__(message)
        self.legal = legal


def legal_of(error: BaseException) -> str:
    """What would be legal instead, as the end of a message; empty where the error does not know."""
    legal = getattr(error, "legal", "")
    return f"; write {legal}" if legal else ""


def convert_named(value: Any, hint: Any, names: AllNames) -> Any:
    """The value of this type that is written so, or an error that says what could be written."""
    try:
        return msgspec.convert(from_named(value, hint, names), hint, str_keys=True)
    except msgspec.ValidationError as error:
        raise Illegal(str(error), described(hint, names)) from None


def described(hint: Any, names: AllNames) -> str:
    """What may be written: `one of "cm", "mm"`, `a list, each a unit such as "A/1/16"`, `a table: hex, steps`."""
    nothing = ' or "" for none' if is_optional(hint) else ""
    return " or ".join(_member(member, names) for member in alternatives(hint)) + nothing


def _member(hint: Any, names: AllNames) -> str:
    kind = named_kind(hint)
    if kind is not None:
        return _name_of(kind, names.get(kind))
    if is_collection(hint):
        fixed = fixed_items(hint)
        if fixed is not None:
            return f"a list of {', '.join(described(item, names) for item in fixed)}"
        return f"a list, each {described(item_type(hint, 0), names)}"
    if is_mapping(hint):
        key, value = get_args(plain(hint))
        return f"a table from {described(key, names)} to {described(value, names)}"
    if is_struct(hint):
        return f"a table: {', '.join(fields_of(plain(hint), names))}"
    return expected(hint, in_cell=False)


def _name_of(kind: str, names: Names | None) -> str:
    known = list(known_names(names))
    if names is None or not known:
        return f"a {kind}"
    if len(known) <= FEW:
        return f"one of {', '.join(map(_quoted, known))}"
    return f"a {kind} such as {_quoted(known[0])}"


def known_names(names: Names | None) -> Iterator[str]:
    """All names of a kind, where they can be counted."""
    if isinstance(names, Sized):
        yield from (names.name(number) for number in range(len(names)))


def fields_of(record: type[msgspec.Struct], names: AllNames) -> list[str]:
    """The keys of a record in a position."""
    found: list[str] = []
    for name, hint in struct_hints(record).items():
        found += names["place"].keys if is_where(hint) else [name]  # type: ignore[attr-defined]
    return found


def _quoted(name: str) -> str:
    return msgspec.json.encode(name).decode()
