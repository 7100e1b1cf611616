"""Worker processes that are handed one task after another, and end with the process that hired them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_GRACE_SECONDS = 2.0


class WorkerError(Exception):
    """A task failed in a worker process, or the process died."""


class _Failure:
    """What went wrong with a task, as text: an exception of a game need not survive the way between processes."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Done:
    """Sent after the last result of a task."""


def run_tasks(work: Callable[[T], Iterable[R]], tasks: Sequence[T], workers: int) -> Generator[R, None, None]:
    """What `work` gives for every task, one result after another, in the order in which they are ready.

    `work`, tasks and results travel between processes, so all of them can be pickled. When the generator is closed,
    or an error or Ctrl-C ends it, the workers end at once; what they had ready before Ctrl-C is still given.
    """
    waiting = list(reversed(tasks))
    crew = _hire(work, min(workers, len(tasks)))
    try:
        for connection in crew:
            connection.send(waiting.pop())
        busy = len(crew)
        while busy:
            try:
                heard = wait(list(crew))
            except KeyboardInterrupt:
                yield from _left_by(crew)
                raise
            for ready in heard:
                assert isinstance(ready, Connection)
                result: R | _Done = _receive(ready, crew[ready])
                if not isinstance(result, _Done):
                    yield result
                elif waiting:
                    ready.send(waiting.pop())
                else:
                    busy -= 1
    finally:
        _dismiss(crew)


def _hire(work: Callable[[T], Iterable[R]], workers: int) -> dict[Connection, SpawnProcess]:
    """Started processes, each with our end of the pipe to it."""
    context = get_context("spawn")  # the same on every platform, and safe beside threads
    crew: dict[Connection, SpawnProcess] = {}
    with _interrupts_held_back():
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, work), daemon=True)
            process.start()
            theirs.close()  # so that the end of either process is seen by the other
            crew[ours] = process
    return crew


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
            task = connection.recv()
            try:
                for result in work(task):
                    connection.send(result)
            except BrokenPipeError:
                raise
            except Exception as error:
                connection.send(_Failure(str(error) or type(error).__name__))
            connection.send(_Done())
    except (EOFError, BrokenPipeError):
        return


def _receive(connection: Connection, process: SpawnProcess) -> Any:
    try:
        result = connection.recv()
    except (EOFError, ConnectionResetError):
        process.join(_GRACE_SECONDS)
        message = f"a worker process ended by itself (exit code {process.exitcode}): try fewer workers"
        raise WorkerError(message) from None
    if isinstance(result, _Failure):
        raise WorkerError(result.text)
    return result


def _left_by(crew: dict[Connection, SpawnProcess]) -> Iterator[Any]:
    """End the workers, and give what they had sent until then."""
    _kill(crew)
    for connection in crew:
        try:
            while not isinstance(result := connection.recv(), _Failure):
                if not isinstance(result, _Done):
                    yield result
        except (EOFError, ConnectionResetError):
            continue


def _kill(crew: dict[Connection, SpawnProcess]) -> None:
    for process in crew.values():
        process.kill()  # it holds SIGTERM back, and has nothing to put in order


def _dismiss(crew: dict[Connection, SpawnProcess]) -> None:
    _kill(crew)
    for connection, process in crew.items():
        connection.close()
        process.join(_GRACE_SECONDS)
