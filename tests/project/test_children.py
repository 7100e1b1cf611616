"""Processes that tests start: they listen to signals whoever runs the tests, and end with their test."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beachhead.testing.children import PATIENCE, ended_afterwards, start

READY = "import time; print('ready', flush=True); time.sleep(600)"
NESTED = f"""
import subprocess, sys
inner = subprocess.Popen([sys.executable, "-c", {READY!r}])
print(inner.pid, flush=True)
inner.wait()
"""


@pytest.fixture
def ignored_signals():
    """As a script does that starts the tests in the background."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("ignored_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_children_listen_though_their_parent_ignores(number):
    child = start([sys.executable, "-c", READY], stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)
    assert child.stdout.readline() == "ready\n"
    child.send_signal(number)
    assert child.wait(PATIENCE) in (-number, 1)  # Python answers Ctrl-C with a traceback first


def test_nothing_is_left_behind():
    with ended_afterwards():
        child = start([sys.executable, "-c", NESTED], stdout=subprocess.PIPE, text=True)
        inner = int(child.stdout.readline())
    assert child.returncode == -signal.SIGKILL
    deadline = time.monotonic() + PATIENCE
    while not is_gone(inner):
        assert time.monotonic() < deadline, "a process of the test runs on"
        time.sleep(0.05)


def is_gone(process):
    """Whether it has ended; nobody but init can bury it."""
    try:
        return "State:\tZ" in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
