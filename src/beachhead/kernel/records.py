"""Rows: a list of frozen records that remembers which of them have been replaced.

A list field of a state that is annotated with `rows(...)` is kept as `Rows`. Every replaced record is a `Change`, and
each change knows the one before it, so the latest stands for the whole list as it is: clones share it, and two lists
with the same latest change are the same. A value worked out earlier finds what is new since by walking back to the
change that it knows (`beachhead.kernel.derived`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

R = TypeVar("R")

LIMIT = 1000
"""Changes after which a list begins anew: they hold old records, and a long chain is taken apart by deep recursion."""

_new, _set, _extend = list.__new__, list.__setitem__, list.extend  # found once: a state is changed and cloned often


class Change(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A record was replaced: which one, what stood there, and the change before; the first of a chain has none."""

    number: int = -1
    old: Any = None
    before: Change | None = None
    depth: int = 0


class Rows(list[R]):
    """A list that keeps its changes. Replacing a record adds one; whatever else changes the list begins anew."""

    __slots__ = ("latest",)
    latest: Change

    def __init__(self, records: Iterable[R] = ()) -> None:
        super().__init__(records)
        self.latest = Change()

    def __setitem__(self, number: Any, record: Any) -> None:
        latest = self.latest
        if latest.depth < LIMIT and type(number) is int and number >= 0:
            self.latest = Change(number, self[number], latest, latest.depth + 1)
        else:
            self.latest = Change()
        _set(self, number, record)

    def copy(self) -> Rows[R]:
        """A list with the same records and the same changes behind it, which goes on by itself."""
        twin: Rows[R] = _new(Rows)
        _extend(twin, self)
        twin.latest = self.latest
        return twin

    def since(self, change: Change) -> list[tuple[int, R, R]] | None:
        """Every record that is another than after the change, once: its number, the record then and the record now.

        None if the list has begun anew since, or was never there.
        """
        at: Change | None = self.latest
        if self.latest.before is change:  # mostly one record has been replaced
            return [(self.latest.number, self.latest.old, self[self.latest.number])]
        then: dict[int, R] = {}
        while at is not None and at.depth > change.depth:
            then[at.number] = at.old
            at = at.before
        if at is not change:
            return None
        return [(number, old, self[number]) for number, old in then.items() if self[number] is not old]

    def __reduce__(self) -> tuple[Any, ...]:
        return Rows, (list(self),)


def _beginning_anew(name: str) -> Callable[..., Any]:
    method = getattr(list, name)

    def change(self: Rows[Any], *args: Any, **named: Any) -> Any:
        self.latest = Change()
        return method(self, *args, **named)

    return change


_OTHER_CHANGES = (
    "__delitem__", "__iadd__", "__imul__", "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort",
)  # fmt: skip
for _name in _OTHER_CHANGES:
    setattr(Rows, _name, _beginning_anew(_name))
