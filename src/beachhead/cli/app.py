"""The commands by name. The module of a command is imported when the command is called, so that each starts fast."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import typer
from typer.core import TyperGroup

from beachhead.cli.errors import INTERRUPTED, UserError, complain, explain
from beachhead.players import no_such

COMMANDS: Mapping[str, str] = {
    "games": "listing",
    "play": "play",
    "serve": "serve",
    "replay": "replay",
    "verify": "verify",
    "position": "position",
    "playout": "playout",
    "suite": "suite",
    "study": "study",
    "tournament": "tournament",
    "ladder": "ladder",
    "tune": "tune",
    "autopsy": "autopsy",
    "rules": "rulebook",
    "board": "board",
    "data": "data",
    "case": "case",
}
"""The commands with their modules in `beachhead.cli`, in the order of the help."""


class _Commands(TyperGroup):
    """A group that imports its commands when they are asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            raise UserError(no_such("command", cmd_name, COMMANDS))
        return typer.main.get_command(import_module(f"beachhead.cli.{COMMANDS[cmd_name]}").app)


app = typer.Typer(
    name="beachhead",
    cls=_Commands,
    help="Play Normandy board wargames with every rule enforced, or play them by the thousand.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _beachhead() -> None:
    pass


def run(args: Sequence[str]) -> int:
    """Run a command and return its exit code: 0, 1 for a failed check, 2 for bad input, 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows a question mark, and the game goes on
    try:
        result = app(list(args) or ["--help"], prog_name="beachhead", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads any more: nothing to flush
        return 0
    except Exception as error:
        told = explain(error)
        if told is None:
            raise
        complain(told.message)
        return told.code
