"""Schemas: msgspec Structs that say what a row or a document holds.

A schema may name the fields that identify a row: `KEY: ClassVar[tuple[str, ...]] = ("die", "odds")`. Otherwise a row is
known by its `id`, by the columns of which every value has a row, or by the first number of its band. What else it may
demand stands in `marks`.
"""

import types
import typing
from enum import Enum
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

import msgspec

Source = Literal["seed", "public", "reconstructed"]

_COLLECTIONS = (list, tuple, set, frozenset)


class Sourced(msgspec.Struct, frozen=True, kw_only=True):
    """A record that says where it comes from: the rule, the public source, or the reasoning."""

    KEY: ClassVar[tuple[str, ...]] = ()

    source: Source
    reference: Annotated[str, msgspec.Meta(min_length=1)]

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if "KEY" not in vars(cls):
            bands: tuple[str, ...] = vars(cls).get("BANDS", ())
            cls.KEY = ("id",) if "id" in cls.__annotations__ else vars(cls).get("COMPLETE", bands[:1]) or cls.KEY


@cache
def fields_of(schema: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a schema; to look through its annotations is dear."""
    return msgspec.structs.fields(schema)


def key_names(schema: type[msgspec.Struct]) -> tuple[str, ...]:
    """The columns or keys that identify a record, as the schema's KEY names their fields."""
    key: tuple[str, ...] = getattr(schema, "KEY", ())
    written_as = {field.name: field.encode_name for field in fields_of(schema)}
    unknown = [name for name in key if name not in written_as]
    if unknown:
        raise TypeError(f"KEY of {schema.__name__} names {', '.join(unknown)}, which is no field")
    return tuple(written_as[name] for name in key)


def plain(annotation: Any) -> Any:
    """The type without Annotated or NewType around it."""
    while True:
        if typing.get_origin(annotation) is Annotated:
            annotation = typing.get_args(annotation)[0]
        elif hasattr(annotation, "__supertype__"):
            annotation = annotation.__supertype__
        else:
            return annotation


def alternatives(annotation: Any) -> tuple[Any, ...]:
    """The members of a union without None, bounds kept; a type that is no union is its own only member."""
    bare = plain(annotation)
    if typing.get_origin(bare) not in (typing.Union, types.UnionType):
        return () if bare in (None, type(None)) else (annotation,)
    return tuple(found for member in typing.get_args(bare) for found in alternatives(member))


def is_optional(annotation: Any) -> bool:
    """Whether None is a value of the type."""
    bare = plain(annotation)
    if typing.get_origin(bare) in (typing.Union, types.UnionType):
        return any(is_optional(member) for member in typing.get_args(bare))
    return bare in (None, type(None))


def is_struct(annotation: Any) -> bool:
    """Whether the type is a msgspec Struct."""
    bare = plain(annotation)
    return isinstance(bare, type) and issubclass(bare, msgspec.Struct)


def is_collection(annotation: Any) -> bool:
    """Whether the type is a list, tuple or set."""
    bare = plain(annotation)
    return (typing.get_origin(bare) or bare) in _COLLECTIONS


def is_mapping(annotation: Any) -> bool:
    """Whether the type is a dict."""
    bare = plain(annotation)
    return (typing.get_origin(bare) or bare) is dict


def fixed_items(collection: Any) -> tuple[Any, ...] | None:
    """The types of the items of a tuple of fixed length; None for any other collection."""
    bare = plain(collection)
    args = typing.get_args(bare)
    if typing.get_origin(bare) is not tuple or (len(args) == 2 and args[1] is Ellipsis):
        return None
    return args


def item_type(collection: Any, index: int) -> Any:
    """The type of the item at a place of a list, set or tuple; Any beyond the end of a fixed tuple."""
    fixed = fixed_items(collection)
    if fixed is not None:
        return fixed[index] if index < len(fixed) else Any
    args = typing.get_args(plain(collection))
    return args[0] if args else Any


def choices(annotation: Any) -> tuple[Any, ...]:
    """The values of a Literal or an enum; empty for any other type."""
    bare = plain(annotation)
    if typing.get_origin(bare) is Literal:
        return typing.get_args(bare)
    if isinstance(bare, type) and issubclass(bare, Enum):
        return tuple(member.value for member in bare)
    return ()


def values_of(annotation: Any) -> tuple[Any, ...]:
    """Every value of a type that has few: a Literal, an enum, yes and no, or a whole number within bounds."""
    found = choices(annotation)
    if found:
        return found
    if plain(annotation) is bool:
        return (False, True)
    lower, upper = meta(annotation, "ge"), meta(annotation, "le")
    if plain(annotation) is not int or lower is None or upper is None:
        raise TypeError(f"the values of {annotation} cannot be counted")
    return tuple(range(lower, upper + 1))


def meta(annotation: Any, name: str) -> Any:
    """A limit that msgspec.Meta sets on the type, looked up through NewType; None when there is none."""
    while annotation is not plain(annotation):
        if typing.get_origin(annotation) is Annotated:
            base, *notes = typing.get_args(annotation)
            found = [getattr(note, name) for note in notes if isinstance(note, msgspec.Meta)]
            if any(value is not None for value in found):
                return next(value for value in found if value is not None)
            annotation = base
        else:
            annotation = annotation.__supertype__
    return None
