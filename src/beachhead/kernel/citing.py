"""Citing the rulebook: which rule a piece of code stands for, and which rules a run has executed.

Code cites a rule in a ruling, an event, a decision, a draw, or with the mark `@rule("5.2")` on a function. A rule that
is a row of data stands in the column `rule` of the row, and `used(row)` cites it where the row is applied. Reading the
data applies nothing, so functions that run while a game is built have no marks.
The static half (which code cites what) is read from the source by `beachhead.rules.citations`; this module is
the dynamic half. While a test runs inside `tracing()`, every executed citation is collected.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_executed: ContextVar[set[str] | None] = ContextVar("executed", default=None)

TRACE_VARIABLE = "BEACHHEAD_TRACE"
"""Set in the environment before a game is imported: marked functions then report their calls.
Without it a mark costs nothing, which matters because predicates are called millions of times."""


_watchers = 0
"""How many blocks collect citations at present, wherever they run: mostly none, and citing is over before it begins."""


def cite(rule: str) -> None:
    """Say that the rule is applied here. Costs next to nothing unless a test is tracing."""
    if _watchers:
        executed = _executed.get()
        if executed is not None:
            executed.add(rule)


class Row(Protocol):
    """A row of data that a rule stands behind: a set-up, a line of a schedule, a cell of a chart."""

    @property
    def rule(self) -> str:
        """The rule, as the index has it."""


D = TypeVar("D", bound=Row)


def used(row: D) -> D:
    """Say that a row of data is applied, and give it back. Rules that are rows of data are cited by their use alone."""
    cite(row.rule)
    return row


def rule(*ids: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function as the code of these rules."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        if TRACE_VARIABLE not in os.environ:
            return function

        @functools.wraps(function)
        def traced(*args: P.args, **kwargs: P.kwargs) -> R:
            executed = _executed.get()
            if executed is not None:
                executed.update(ids)
            return function(*args, **kwargs)

        return traced

    return mark


@contextmanager
def tracing() -> Iterator[set[str]]:
    """Collect the rules executed inside the block."""
    global _watchers  # noqa: PLW0603
    executed: set[str] = set()
    token = _executed.set(executed)
    _watchers += 1
    try:
        yield executed
    finally:
        _watchers -= 1
        _executed.reset(token)
