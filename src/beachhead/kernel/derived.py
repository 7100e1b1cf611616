"""Derived values: what follows from a few fields of the state, worked out once and kept until one of them changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
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
    view = _View.of(fields)
    look = view.look

    def mark(function: Callable[[S], T]) -> Callable[[S], T]:
        @wraps(function)
        def derive(g: S) -> T:
            kept = g.kept.get(view)
            if kept is None or kept[0] != look(g):
                kept = g.kept[view] = view.copy(g), {}
            values: dict[Callable[[S], T], T] = kept[1]
            if function in values:
                return values[function]
            value = values[function] = function(g)
            return value

        DERIVED.append((derive, function))
        return derive

    return mark


class _View:
    """Some fields of the state, looked at together. Functions of the same fields share what is kept of them."""

    def __init__(self, fields: tuple[str, ...]) -> None:
        self.fields = fields
        self.look = attrgetter(*fields)

    @staticmethod
    @cache
    def of(fields: tuple[str, ...]) -> _View:
        return _View(fields)

    def copy(self, g: State) -> Any:
        """The fields as `look` gives them, in a copy that stays as it is when the state goes on."""
        copies = copiers(type(g))
        found = [copies[name](getattr(g, name)) if name in copies else getattr(g, name) for name in self.fields]
        return tuple(found) if len(found) > 1 else found[0]
