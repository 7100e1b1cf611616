"""Processes that tests start: with the handlers of a terminal, and none left behind."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

PATIENCE = 300
"""Seconds after which something that should have happened will not happen any more, on the slowest of machines."""

_started: list[subprocess.Popen[Any]] = []


def start(command: Sequence[str], *, before: Callable[[], object] | None = None, **options: Any) -> Any:
    """Start a process in a session of its own, as `subprocess.Popen` would; `before` runs in it first.

    Whoever runs the tests from a script may ignore signals, and children would inherit that: these listen to Ctrl-C and
    SIGTERM again. The process and all its children are ended when the test is over, however it ends.
    """

    def prepare() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        if before is not None:
            before()

    process = subprocess.Popen(command, preexec_fn=prepare, start_new_session=True, **options)  # noqa: PLW1509
    _started.append(process)
    return process


@contextmanager
def ended_afterwards() -> Iterator[None]:
    """What is started inside is ended at the end, if it still runs, with all its children."""
    before = len(_started)
    try:
        yield
    finally:
        while len(_started) > before:
            _end(_started.pop())


def _end(process: subprocess.Popen[Any]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # the leader of the group may be gone, and its children not
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
