"""Errors as a user reads them: one line that says what is wrong and what to do."""

from __future__ import annotations

import sys
from typing import NamedTuple

import typer

from beachhead.datafiles import DataError
from beachhead.hexes import BoardError
from beachhead.kernel import (
    BadAction,
    BadPosition,
    BadSetup,
    FlowError,
    OtherData,
    Refused,
    SaveDrift,
    SaveError,
    UnknownName,
)
from beachhead.lab import JournalError, PlayoutError, StudyError
from beachhead.players import PlayerError
from beachhead.rules import ExerciseError, UnknownRuleError

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


class UserError(Exception):
    """Something that was typed cannot be done; the message says what to do instead."""


class Told(NamedTuple):
    """What the user is told, and the exit code."""

    message: str
    code: int


_BAD_INPUT = (
    UserError,
    UnknownName,
    BadAction,
    BadPosition,
    BadSetup,
    Refused,
    SaveError,
    PlayerError,
    StudyError,
    JournalError,
    BoardError,
    UnknownRuleError,
)
_FAILED = (FlowError, PlayoutError, ExerciseError)


def complain(message: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"beachhead: {' '.join(message.split())}\n")


def explain(error: Exception) -> Told | None:
    """The line for an error that a user can understand; None for a fault that only a traceback explains."""
    if isinstance(error, typer.TyperException):
        return Told(_usage(error), BAD_INPUT)
    if isinstance(error, DataError):
        first, *more = map(str, error.problems)
        return Told(f"{first} (and {len(more)} more)" if more else first, BAD_INPUT)
    if isinstance(error, OtherData):
        return Told(f"{error} (corrections are given with --overlay DIR)", BAD_INPUT)
    if isinstance(error, SaveDrift):
        return Told(f"{error}: add --from-landmark to `beachhead play --load`", BAD_INPUT)
    if isinstance(error, _BAD_INPUT):
        return Told(str(error), BAD_INPUT)
    if isinstance(error, _FAILED):
        return Told(str(error), FAILED)
    return None


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    where = f" (see `{context.command_path} --help`)" if context is not None else ""
    return error.format_message().rstrip(".") + where
