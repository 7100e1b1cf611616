"""Derived values: what follows from a few fields of the state, worked out once and kept until one of them changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, TypeVar

from beachhead.kernel.state import State, copiers

S = TypeVar("S", bound=State)
T = TypeVar("T")

DERIVED: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = []
"""Every derived function with the function that works its value out, for tests to compare."""


def derived(*fields: str) -> Callable[[Callable[[S], T]], Callable[[S], T]]:
    """Mark a function that looks at these fields of the state (and at the box) alone, and whose value nobody changes.

    The value is kept with copies of the fields, and handed out again for as long as they are equal. However a field
    is changed, the change is seen; and records are frozen and shared, so that comparing two lists of them is mostly
    comparing identities, which takes a fraction of a microsecond. A clone begins with what its original has kept.
    """
    look = attrgetter(*fields)

    def mark(function: Callable[[S], T]) -> Callable[[S], T]:
        @wraps(function)
        def derive(g: S) -> T:
            found = g.kept.get(function)
            if found is not None and found[0] == look(g):
                return found[1]  # type: ignore[no-any-return]
            value = function(g)
            g.kept[function] = _copied(g, fields), value
            return value

        DERIVED.append((derive, function))
        return derive

    return mark


def _copied(g: State, fields: tuple[str, ...]) -> Any:
    """The fields as `attrgetter` gives them, so that they stay as they are when the state goes on."""
    copies = copiers(type(g))
    values = [copies[name](getattr(g, name)) if name in copies else getattr(g, name) for name in fields]
    return tuple(values) if len(values) > 1 else values[0]
