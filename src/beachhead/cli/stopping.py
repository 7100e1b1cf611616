"""Long runs: a bar while they go on, and a clean end when somebody stops them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from beachhead.cli.errors import INTERRUPTED
from beachhead.cli.screen import Screen


class Stop:
    """How a run was stopped: the exit code that says it."""

    code = INTERRUPTED


@contextmanager
def stopping() -> Iterator[Stop]:
    """Inside, SIGTERM stops a run as Ctrl-C does, so that what was played until then is shown and not lost."""
    stop = Stop()

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        stop.code = 128 + number
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def progress_of(games: int, *, hidden: bool) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error, if a person looks at it."""
    console = Screen(stderr=True).console
    if hidden or not console.is_terminal:
        yield None
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("games", total=games)
        yield lambda done: progress.update(task, completed=done)
