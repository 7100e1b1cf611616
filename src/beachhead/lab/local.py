"""The games of a job on this machine: worker processes that are handed one task after another.

They end with the process that hired them. One that dies is replaced, and its task is begun again by another; since a
task gives the same results whoever works at it, those that had come already are passed over.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_GRACE_SECONDS = 2.0
TRIES = 3
"""How often a task is begun whose workers die before it is given up."""


class Broken(Generic[T]):
    """A task that cannot be brought to its end: what it had given by then, and why."""

    def __init__(self, task: T, given: int, why: str) -> None:
        self.task = task
        self.given = given
        self.why = why


class _Failure:
    """What went wrong with a task, as text: an exception of a game need not survive the way between processes."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Done:
    """Sent after the last result of a task."""


class _Task(Generic[T]):
    """A task with the results that have come, and the workers that died over the next one."""

    def __init__(self, what: T) -> None:
        self.what = what
        self.given = 0
        self.deaths = 0


def run_tasks(
    work: Callable[[T], Iterable[R]], tasks: Sequence[T], workers: int
) -> Generator[R | Broken[T], None, None]:
    """What `work` gives for every task, one result after another, in the order in which they are ready.

    `work`, tasks and results travel between processes, so all of them can be pickled. When the generator is closed,
    or an error or Ctrl-C ends it, the workers end at once; what they had ready before Ctrl-C is still given.
    """
    crew = _Crew(work, tasks)
    try:
        crew.hire(min(workers, len(tasks)))
        while crew.at_work:
            try:
                heard = wait(list(crew.at_work))
            except KeyboardInterrupt:
                yield from crew.left()
                raise
            for ready in heard:
                assert isinstance(ready, Connection)
                yield from crew.hear(ready)
    finally:
        crew.dismiss()


class _Crew(Generic[T, R]):
    """The workers, each with our end of the pipe to it and the task that it is at."""

    def __init__(self, work: Callable[[T], Iterable[R]], tasks: Sequence[T]) -> None:
        self._work = work
        self._waiting = [_Task(task) for task in reversed(tasks)]
        self._processes: dict[Connection, SpawnProcess] = {}
        self.at_work: dict[Connection, _Task[T]] = {}

    def hire(self, count: int) -> None:
        """Start processes, and give each a task."""
        context = get_context("spawn")  # the same on every platform, and safe beside threads
        with _interrupts_held_back():
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, self._work), daemon=True)
                process.start()
                theirs.close()  # so that the end of either process is seen by the other
                self._processes[ours] = process
        for connection in list(self._processes):
            if connection not in self.at_work:
                self._hand(connection)

    def _hand(self, connection: Connection) -> None:
        """Give a worker the next task; if it has died meanwhile, that is heard of when its answer is read."""
        if self._waiting:
            task = self.at_work[connection] = self._waiting.pop()
            try:
                connection.send((task.what, task.given))
            except OSError:
                return

    def hear(self, connection: Connection) -> Iterator[R | Broken[T]]:
        """What a worker has to say: a result, the end of its task, or nothing ever again."""
        task = self.at_work[connection]
        try:
            said = connection.recv()
        except (EOFError, OSError):
            yield from self._replace(connection, task)
            return
        if isinstance(said, _Done):
            del self.at_work[connection]
            self._hand(connection)
        elif isinstance(said, _Failure):
            yield Broken(task.what, task.given, said.text)
        else:
            task.given, task.deaths = task.given + 1, 0
            yield said

    def _replace(self, connection: Connection, task: _Task[T]) -> Iterator[Broken[T]]:
        """Hire another for one that has died, who goes on where it left off."""
        process = self._processes.pop(connection)
        del self.at_work[connection]
        connection.close()
        process.join(_GRACE_SECONDS)
        task.deaths += 1
        if task.deaths < TRIES:
            self._waiting.append(task)
        else:
            yield Broken(task.what, task.given, f"a worker process ended by itself (exit code {process.exitcode})")
        if self._waiting:
            self.hire(1)

    def left(self) -> Iterator[R]:
        """End the workers, and give what they had sent until then."""
        self._kill()
        for connection in self.at_work:
            try:
                while not isinstance(said := connection.recv(), _Failure):
                    if not isinstance(said, _Done):
                        yield said
            except (EOFError, OSError):
                continue

    def _kill(self) -> None:
        for process in self._processes.values():
            process.kill()  # it holds SIGTERM back, and has nothing to put in order

    def dismiss(self) -> None:
        """End all of them."""
        self._kill()
        for connection, process in self._processes.items():
            connection.close()
            process.join(_GRACE_SECONDS)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes started here never see Ctrl-C or SIGTERM, which may be sent to all: the first process handles them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would let interrupts through again if it started inside
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, work: Callable[[Any], Iterable[Any]]) -> None:
    """The life of a worker: it ends when nobody is left to send tasks or to take results."""
    try:
        while True:
            task, given = connection.recv()
            try:
                for result in islice(work(task), given, None):
                    connection.send(result)
            except BrokenPipeError:
                raise
            except Exception as error:
                connection.send(_Failure(str(error) or type(error).__name__))
            connection.send(_Done())
    except (EOFError, BrokenPipeError):
        return
