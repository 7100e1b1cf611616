"""The command line as real processes, with a home of its own and a small game installed beside the real ones."""

from __future__ import annotations

import fcntl
import importlib
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from functools import partial
from pathlib import Path

import pytest

from beachhead.testing.children import PATIENCE, start

INSTALLED = Path(__file__).parent / "installed"
COMMAND = [sys.executable, "-m", "beachhead.cli"]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A folder where Python finds the game under its entry point."""
    folder = tmp_path_factory.mktemp("site")
    info = folder / "skirmish-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[beachhead.games]\nskirmish = skirmish:game\n")
    return folder


class Talk:
    """A running command that one talks with line by line."""

    def __init__(self, process):
        self.process = process
        self.heard = ""

    def hear(self, *words):
        """Read until all words have been heard since the last time."""
        heard, deadline = "", time.monotonic() + PATIENCE
        while not all(word in heard for word in words):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            assert data, f"{words} not heard in: {self.heard}{heard}"
            heard += data.decode()
        self.heard += heard
        return heard

    def say(self, line):
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def end(self):
        """The rest of the output, and the exit code."""
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return rest.decode(), self.process.returncode


def _take(terminal):
    """Make it the terminal of this process, whose session has none yet."""
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for stream in range(3):
        os.dup2(terminal, stream)


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, cli, *args):
        self.ours, theirs = pty.openpty()
        env = {**cli.env, "TERM": "xterm-256color"}
        command = [*COMMAND, *map(str, args)]
        self.process = start(command, env=env, before=partial(_take, theirs))
        os.close(theirs)
        self.heard = ""

    def hear(self, pattern, *, pressing=""):
        """Read until the pattern has been heard since the last time, pressing a key again while nothing comes.

        The line editor can miss a signal that arrives just before it begins to wait; a person presses Ctrl-C again.
        """
        deadline = time.monotonic() + PATIENCE
        self.say(pressing)
        while not re.search(pattern, self.heard):
            left = max(0, deadline - time.monotonic())
            ready, _, _ = select.select([self.ours], [], [], min(left, 5) if pressing else left)
            assert ready or (pressing and left), f"{pattern!r} not heard in: {self.heard}"
            if not ready:
                self.say(pressing)
                continue
            self.heard += os.read(self.ours, 65536).decode()
        heard, self.heard = self.heard, ""
        return heard

    def say(self, text):
        os.write(self.ours, text.encode())

    def close(self):
        code = self.process.wait(timeout=PATIENCE)
        os.close(self.ours)
        return code


class Cli:
    def __init__(self, home, site):
        path = os.pathsep.join([str(INSTALLED), str(site)])
        self.home = home
        self.env = {**os.environ, "BEACHHEAD_HOME": str(home), "PYTHONPATH": path, "COLUMNS": "80"}
        self.env.pop("BEACHHEAD_TRACE", None)

    def run(self, *args, text="", code=0, env=None, cwd=None):
        """Run a command to its end; the exit code must be as expected."""
        done = subprocess.run(
            [*COMMAND, *map(str, args)],
            input=text,
            capture_output=True,
            text=True,
            env={**self.env, **(env or {})},
            cwd=cwd,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == code, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    def refused(self, *args, code=2, env=None):
        """The one line with which a command is refused."""
        done = self.run(*args, code=code, env=env)
        assert done.stderr.startswith("beachhead: ") and done.stderr.count("\n") == 1, done.stderr
        return done.stderr

    def start(self, *args, env=None):
        env = {**self.env, **(env or {})}
        return Talk(
            start(
                [*COMMAND, *map(str, args)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=env,
            )
        )

    def terminal(self, *args):
        return Terminal(self, *args)

    def saves(self):
        return sorted((self.home / "saves").glob("*.json"))


@pytest.fixture
def cli(tmp_path, site):
    return Cli(tmp_path / "home", site)


@pytest.fixture
def skirmish(monkeypatch):
    """The small game in this process."""
    monkeypatch.syspath_prepend(INSTALLED)
    return importlib.import_module("skirmish").Skirmish()
