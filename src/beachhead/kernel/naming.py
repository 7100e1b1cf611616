"""Names at the edge: integers inside, what is printed on map and counters outside.

A *kind* is a family of things with names: `hex`, `unit`, `card`. A game gives a `Names` for each kind. Fields of
a state are annotated with their kind, so that positions, saves, actions and events can be read and written by
people: `hex: Annotated[int, kind("hex")]`, `units: Annotated[list[Unit], rows("unit")]`.
"""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import isfinite
from typing import Annotated, Any, Protocol, get_args, get_origin, get_type_hints

import msgspec

from beachhead.datafiles.problems import listed

MANY = 60
"""As many words as a message lists."""

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 80


def shown(value: Any) -> str:
    """A value out of a file as a message shows it, never too long and never too deep."""
    return _SHORT.repr(value)


class UnknownName(Exception):
    """A name that nothing bears, with the nearest that something does."""

    def __init__(self, what: str, name: str, valid: Iterable[str]) -> None:
        known = list(valid)
        near = difflib.get_close_matches(name[:80], known, n=3, cutoff=0.5)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"there is no {what} {shown(name)}{hint}")
        self.legal = "" if near or not known else f"one of {listed(known, MANY)}"
        """What there is, where nothing is near."""


class Names(Protocol):
    """The names of one kind of thing."""

    def name(self, number: int) -> str:
        """What is printed, and what stands in actions and positions."""

    def called(self, number: int) -> str:
        """What people call it in a sentence."""

    def number(self, name: str) -> int:
        """The thing that bears the name; raises `UnknownName`, or a LookupError or ValueError that says as much."""


class NameList:
    """Names of things numbered from 0, and how people call them where that is not what is printed."""

    def __init__(self, what: str, names: Sequence[str], called: Sequence[str] | None = None) -> None:
        self._what = what
        self._names = tuple(names)
        self._called = self._names if called is None else tuple(called)
        if len(self._called) != len(self._names):
            raise ValueError(f"there are {len(self._names)} {what}s, but {len(self._called)} are called something")
        self._numbers = {name: number for number, name in enumerate(self._names)}
        if len(self._numbers) != len(self._names):
            raise ValueError(f"two {what}s bear the same name")

    def __len__(self) -> int:
        return len(self._names)

    def name(self, number: int) -> str:
        """What is printed."""
        if number < 0:
            raise IndexError(f"there is no {self._what} {number}")
        return self._names[number]

    def called(self, number: int) -> str:
        """What people call it in a sentence."""
        self.name(number)
        return self._called[number]

    def number(self, name: str) -> int:
        """The thing that bears the name."""
        try:
            return self._numbers[name]
        except KeyError:
            raise UnknownName(self._what, name, self._numbers) from None


class _Kind(msgspec.Struct, frozen=True):
    kind: str


class _Rows(msgspec.Struct, frozen=True):
    kind: str


class _Where(msgspec.Struct, frozen=True):
    """Marks the one field of a record that says where it is: see `beachhead.kernel.places`."""


WHERE = _Where()


@cache
def kind(name: str) -> _Kind:
    """Annotate an integer that stands for a thing of this kind."""
    return _Kind(name)


@cache
def rows(name: str) -> _Rows:
    """Annotate a list indexed by things of this kind: one row per thing."""
    return _Rows(name)


AllNames = Mapping[str, Names]


def to_named(value: Any, hint: Any, names: AllNames) -> Any:
    """The readable form of a value of this type: plain lists and dicts with printed names."""
    origin, args, mark = _parts(hint)
    if value is None:
        return None
    if isinstance(mark, _Kind):
        return names[mark.kind].name(value)
    if isinstance(mark, _Rows):
        inner = get_args(args[0])[0]
        return [
            {"id": names[mark.kind].name(number), **_as_row(to_named(item, inner, names))}
            for number, item in enumerate(value)
        ]
    if origin in (list, tuple, set, frozenset):
        item_hints = _item_hints(origin, args, len(value))
        items = sorted(value) if origin in (set, frozenset) else value
        return [to_named(item, item_hint, names) for item, item_hint in zip(items, item_hints, strict=True)]
    if origin is dict:
        return {
            str(to_named(key, args[0], names)): to_named(item, args[1], names) for key, item in sorted(value.items())
        }
    if isinstance(value, msgspec.Struct):
        return _struct_to_named(value, names)
    return value


def _struct_to_named(value: msgspec.Struct, names: AllNames) -> dict[str, Any]:
    """Field by field, as JSON would call them. A Struct that omits its defaults elsewhere omits them here too."""
    cls = type(value)
    omitted = _defaults(cls)
    found: dict[str, Any] = {}
    for (name, hint), key in zip(struct_hints(cls).items(), cls.__struct_encode_fields__, strict=True):
        item = getattr(value, name)
        if is_where(hint):
            found.update(names["place"].write(item))  # type: ignore[attr-defined]
        elif item != omitted.get(name, msgspec.UNSET):
            found[key] = to_named(item, hint, names)
    return found


def is_where(hint: Any) -> bool:
    """Whether a field of this type says where something is, under several keys."""
    return WHERE in getattr(hint, "__metadata__", ())


@cache
def where_field(cls: type[msgspec.Struct]) -> str | None:
    """The field of a record that says where it is, if it has one."""
    return next((name for name, hint in struct_hints(cls).items() if is_where(hint)), None)


def from_named(value: Any, hint: Any, names: AllNames) -> Any:
    """The value that `to_named` printed, in builtin form, ready for `msgspec.convert`."""
    origin, args, mark = _parts(hint)
    if value is None or (value == "" and (isinstance(mark, _Kind) or _is_optional(hint))):
        return None  # TOML has no null
    if isinstance(mark, _Kind):
        return names[mark.kind].number(str(value))
    if isinstance(mark, _Rows):
        raise TypeError("rows are read by `beachhead.kernel.positions`")
    if origin in (list, tuple, set, frozenset) and isinstance(value, list | tuple):
        item_hints = _item_hints(origin, args, len(value))
        if len(item_hints) != len(value):
            raise ValueError(f"{len(item_hints)} values are wanted, not {len(value)}")
        return [from_named(item, item_hint, names) for item, item_hint in zip(value, item_hints, strict=True)]
    if origin is dict and isinstance(value, dict):
        return {from_named(k, args[0], names): from_named(v, args[1], names) for k, v in value.items()}
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct) and isinstance(value, dict):
        hints = struct_hints(origin)
        return {k: from_named(v, hints[k], names) if k in hints else v for k, v in value.items()}
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"a finite number is wanted, not {value}")  # TOML has inf and nan, JSON does not
    return value


def named_kind(hint: Any) -> str | None:
    """The kind of thing that a value of this type stands for, if it was annotated with `kind`."""
    mark = _parts(hint)[2]
    return mark.kind if isinstance(mark, _Kind) else None


def rows_kind(hint: Any) -> str | None:
    """The kind that indexes the rows of this type, if it was annotated with `rows`."""
    mark = _parts(hint)[2]
    return mark.kind if isinstance(mark, _Rows) else None


def kind_of(hint: Any) -> str | None:
    """The kind of thing that an integer of this type stands for, if it was annotated with `kind`."""
    mark = _parts(hint)[2]
    return mark.kind if isinstance(mark, _Kind) else None


@cache
def struct_hints(cls: type[msgspec.Struct]) -> dict[str, Any]:
    """The declared fields of a Struct with their annotated types."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: hints[name] for name in cls.__struct_fields__}


@cache
def _defaults(cls: type[msgspec.Struct]) -> Mapping[str, Any]:
    """The defaults that are left out when a Struct of this type is written."""
    if not cls.__struct_config__.omit_defaults:
        return {}
    return {
        field.name: field.default for field in msgspec.structs.fields(cls) if field.default is not msgspec.NODEFAULT
    }


def _as_row(item: Any) -> dict[str, Any]:
    return item if isinstance(item, dict) else {"value": item}


def _item_hints(origin: Any, args: tuple[Any, ...], length: int) -> Sequence[Any]:
    if origin is tuple and (len(args) != 2 or args[1] is not Ellipsis):
        return args
    return [args[0]] * length


@cache
def _is_optional(hint: Any) -> bool:
    """Whether the empty word can only stand for nothing: in `int | None`, but not in `str | None`."""
    args = get_args(hint)
    words = any(arg is str or str in get_args(arg) or "" in get_args(arg) for arg in args)
    return type(None) in args and not words


@cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...], _Kind | _Rows | None]:
    """The origin, arguments and naming mark of a type; `X | None` counts as X."""
    marks = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, _Kind | _Rows)]
    if marks:
        return get_origin(hint), get_args(hint), marks[0]
    args = get_args(hint)
    if get_origin(hint) is Annotated:
        return _parts(args[0])
    if type(None) in args:
        rest = [arg for arg in args if arg is not type(None)]
        if len(rest) == 1:
            return _parts(rest[0])
    return get_origin(hint) or hint, args, None
