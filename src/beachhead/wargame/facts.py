"""Facts by name: printed counters made of the rows of several files, and views made of the state."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


def filled(schema: type[S], *sources: Any, **values: Any) -> S:
    """A struct whose fields are these values, or else what the first of the sources has that knows the name.

    Sets and lists are frozen. What no source knows keeps its default.
    """
    for name in schema.__struct_fields__:
        if name not in values:
            source = next((source for source in sources if hasattr(source, name)), None)
            if source is not None:
                values[name] = _frozen(getattr(source, name))
    return schema(**values)


def marked(g: Any, thing: int, *fields: str) -> dict[str, Any]:
    """Whether a thing is in each of these sets of the state."""
    return {name: thing in getattr(g, name) for name in fields}


def _frozen(value: Any) -> Any:
    if isinstance(value, set):
        return frozenset(value)
    return tuple(value) if isinstance(value, list) else value
