"""Words for schemas: what may be written, and what is wrong with what was written."""

from typing import Any

import msgspec

from beachhead.datafiles.problems import quoted
from beachhead.datafiles.schema import (
    alternatives,
    choices,
    fixed_items,
    is_collection,
    is_mapping,
    is_struct,
    item_type,
    meta,
    plain,
)

_BOUNDS = (
    ("ge", "of at least"),
    ("gt", "above"),
    ("le", "of at most"),
    ("lt", "below"),
    ("multiple_of", "divisible by"),
)


def fault(value: Any, annotation: Any) -> str:
    """Why a value that was refused does not fit its type."""
    kinds = {plain(member) for member in alternatives(annotation)}
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if number and kinds & {int, float}:
        fits = float in kinds or isinstance(value, int)
        return f"{quoted(value)} is {'out of bounds' if fits else 'not a whole number'}"
    if isinstance(value, str) and str not in kinds and kinds & {int, float}:
        return f"{quoted(value)} is not a {'number' if float in kinds else 'whole number'}"
    if any(choices(member) for member in alternatives(annotation)):
        return f"{quoted(value)} is not a value this takes"
    return f"{quoted(value)} does not fit"


def expected(annotation: Any, in_cell: bool) -> str:
    """What may be written, in words: `a whole number from 1 to 6`, `one of seed, public, reconstructed`.

    A CSV cell is described by what stands in it, a TOML value with its quotes and brackets.
    """
    members = alternatives(annotation)
    values = [value for member in members for value in choices(member)]
    words = [_described(member, in_cell) for member in members if not choices(member)]
    if values:
        shown = ", ".join(str(value) if in_cell else msgspec.json.encode(value).decode() for value in values)
        words.insert(0, f"one of {shown}")
    return " or ".join(words) or "nothing"


def _described(member: Any, in_cell: bool) -> str:
    bare = plain(member)
    if is_collection(bare):
        return _described_list(member, in_cell)
    if is_struct(bare) or is_mapping(bare):
        return "a table"
    if bare is bool:
        return "yes or no" if in_cell else "true or false"
    if bare is int:
        return "a whole number" + _bounds(member)
    if bare is float:
        return "a number" + _bounds(member)
    if bare is str:
        some = "some text" if meta(member, "min_length") else "text"
        return some + _limits(member, "characters") + _pattern(member)
    return f"a {getattr(bare, '__name__', str(bare))}"


def _described_list(member: Any, in_cell: bool) -> str:
    start = "values separated by spaces" if in_cell else "a list"
    fixed = fixed_items(member)
    if fixed is not None:
        return f"{start}: {', '.join(expected(item, in_cell) for item in fixed)}"
    if item_type(member, 0) is Any:
        return start + _limits(member, "values")
    return f"{start}, each {expected(item_type(member, 0), in_cell)}" + _limits(member, "values")


def _bounds(annotation: Any) -> str:
    lower, upper = meta(annotation, "ge"), meta(annotation, "le")
    if lower is not None and upper is not None:
        return f" from {lower} to {upper}"
    limits = [(words, meta(annotation, name)) for name, words in _BOUNDS]
    return " and".join(f" {words} {limit}" for words, limit in limits if limit is not None)


def _limits(annotation: Any, unit: str) -> str:
    lower, upper = meta(annotation, "min_length"), meta(annotation, "max_length")
    if lower is not None and upper is not None:
        return f" ({lower} to {upper} {unit})" if lower != upper else f" ({lower} {unit})"
    if lower is not None and lower > 1:
        return f" (at least {lower} {unit})"
    return "" if upper is None else f" (at most {upper} {unit})"


def _pattern(annotation: Any) -> str:
    pattern = meta(annotation, "pattern")
    return "" if pattern is None else f" matching {pattern}"
