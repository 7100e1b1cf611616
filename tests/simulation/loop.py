"""An event loop whose clock jumps to whatever is next, and processes that can be killed inside of it.

Nothing runs in threads: what the server gives to one is done in one go, a little later. A process is killed by leaving
everything undone that was begun in it, as `kill -9` would: no `finally`, no last words.
"""

from __future__ import annotations

import asyncio
import contextvars
import selectors
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

EPOCH = 1_900_000_000.0
"""What the clock on the wall shows at the beginning."""
_BUSY_SECONDS = 5.0
_HERE: contextvars.ContextVar[SimProcess | None] = contextvars.ContextVar("process", default=None)


class SimProcess:
    """Something that can be killed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_alive = True
        self.connections: list[sqlite3.Connection] = []
        self.tasks: list[asyncio.Task[Any]] = []
        """Held until the end: a coroutine that is thrown away would still run its last words."""

    @staticmethod
    def here() -> SimProcess | None:
        """The process in which this runs."""
        return _HERE.get()

    @property
    def context(self) -> contextvars.Context:
        """Where everything belongs to this process."""
        found = contextvars.copy_context()
        found.run(_HERE.set, self)
        return found

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Begin something in this process."""
        return asyncio.get_running_loop().create_task(work, context=self.context)


class Clock(selectors.SelectSelector):
    """Waiting takes no time."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        """Let the time pass."""
        if timeout is None:
            raise RuntimeError("everybody waits, and nothing will ever happen")
        self.now += max(0.0, timeout)
        return []


class Loop(asyncio.SelectorEventLoop):
    """The loop of the simulation."""

    def __init__(self, seed: str) -> None:
        self.clock = Clock()
        self.chance = Random(f"{seed}/loop")
        super().__init__(self.clock)
        self.set_task_factory(self._task)

    def time(self) -> float:
        """The time, from 0."""
        return self.clock.now

    def _task(self, _loop: Any, work: Any, **options: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=self, **options)
        context = options.get("context")
        process = _HERE.get() if context is None else context.get(_HERE)
        if process is not None:
            process.tasks.append(task)
            if len(process.tasks) > 500:
                process.tasks = [one for one in process.tasks if not one.done()]
        return task

    # --- only what belongs to the living is done --------------------------------------------------------------

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:
        """As ever, unless the process is dead by then."""
        return super().call_soon(_guarded(callback, context), *args, context=context)

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        """As ever, unless the process is dead by then."""
        return super().call_at(when, _guarded(callback, context), *args, context=context)

    # --- no threads ---------------------------------------------------------------------------------------------

    def run_in_executor(self, _executor: Any, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Do it in one go, a little later; what finds the file locked by somebody else, again a little later."""
        done, began = self.create_future(), self.time()

        def run() -> None:
            if done.cancelled():
                return
            try:
                result = work(*args)
            except Exception as error:
                if is_busy(error) and self.time() - began < _BUSY_SECONDS:
                    self.call_later(0.005, run)
                else:
                    done.set_exception(error)
            else:
                done.set_result(result)

        self.call_later(self.chance.expovariate(1 / 0.004), run)
        return done


def is_busy(error: BaseException) -> bool:
    """Whether somebody else has the lock of a file."""
    return "database is locked" in str(error)


def _guarded(callback: Callable[..., Any], context: contextvars.Context | None) -> Callable[..., Any]:
    process = _HERE.get() if context is None else context.get(_HERE)
    if process is None:
        return callback

    def run(*args: Any) -> Any:
        return callback(*args) if process.is_alive else None

    return run


@contextmanager
def virtual_time(loop: Loop) -> Iterator[None]:
    """All clocks show the time of the loop."""
    real = time.time, time.monotonic, time.perf_counter
    time.time = lambda: EPOCH + loop.time()
    time.monotonic = time.perf_counter = loop.time
    try:
        yield
    finally:
        time.time, time.monotonic, time.perf_counter = real
