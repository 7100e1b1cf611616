"""`beachhead case`: rulings and worked examples that run."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from beachhead.cases import CaseError, print_results, results_json, run_cases
from beachhead.cli.errors import FAILED, UserError
from beachhead.cli.parameters import AsJson
from beachhead.cli.screen import Screen
from beachhead.games import find_game
from beachhead.kernel.citing import TRACE_VARIABLE

app = typer.Typer()


@app.command("case")
def case(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Case files, folders with cases, or patterns.")],
    as_json: AsJson = False,
) -> int:
    """Run case files: each says what it expected and what came instead."""
    os.environ.setdefault(TRACE_VARIABLE, "1")  # before a game is imported, so that a case answers for its rules
    results = run_cases(paths, find_game)
    try:
        if not as_json:
            return 0 if print_results(results, Screen().console) else FAILED
        done = list(results)
    except CaseError as error:
        raise UserError("; ".join(map(str, error.problems))) from None
    sys.stdout.write(results_json(done) + "\n")
    return 0 if all(result.ok for result in done) else FAILED
