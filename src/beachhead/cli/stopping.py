"""Long runs: a bar while they go on, and a clean end when somebody stops them."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from beachhead.cli.errors import INTERRUPTED
from beachhead.cli.screen import Screen

_LINE_SECONDS = 60.0


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
    """A bar on standard error with the expected end, if a person looks at it; in a log, a line now and then."""
    console = Screen(stderr=True).console
    if hidden:
        yield None
        return
    if not console.is_terminal:
        yield _Lines(console, games)
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("games", total=games)
        yield lambda done: progress.update(task, completed=done)


class _Lines:
    """How far a run has come and when it will be done, in a line each minute."""

    def __init__(self, console: Console, games: int) -> None:
        self._console, self._games = console, games
        self._began = self._told = time.monotonic()
        self._first: int | None = None

    def __call__(self, done: int) -> None:
        """So many games are played."""
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = done, now
        if now - self._told < _LINE_SECONDS or done <= self._first:
            return
        self._told = now
        left = (self._games - done) * (now - self._began) / (done - self._first)
        end = time.strftime("%H:%M", time.localtime(time.time() + left))
        self._console.print(f"{done} of {self._games} games, the end is expected at {end}", highlight=False)
