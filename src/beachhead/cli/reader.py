"""Lines from a person at a terminal, or from a pipe."""

from __future__ import annotations

import sys

from beachhead.cli.screen import Screen


class Reader:
    """Reads what is typed. At a terminal lines can be edited and called back; from a pipe they are shown as read."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._live = sys.stdin.isatty() and sys.stdout.isatty()
        if self._live:
            _enable_editing()

    def read(self, prompt: str) -> str | None:
        """The next line, or None when there are no more."""
        if self._live:
            try:
                return input(prompt)
            except EOFError:
                self._screen.blank()
                return None
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        sys.stdout.write(f"{line.rstrip()}\n")
        return line.rstrip("\r\n") if line else None


def _enable_editing() -> None:
    """Importing readline is what makes `input` edit lines and remember them; not every platform has it."""
    try:
        import readline  # noqa: F401, PLC0415
    except ImportError:
        return
