"""`beachhead case`: rulings and worked examples that run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from beachhead.cases import CaseError, new_case, print_results, results_json, run_cases
from beachhead.cli.choosing import choose_game, choose_scenario, existing_overlay
from beachhead.cli.errors import FAILED, UserError
from beachhead.cli.parameters import AsJson, Overlay
from beachhead.cli.screen import Screen
from beachhead.games import find_game, game_ids, overlay_folder
from beachhead.kernel import Game
from beachhead.kernel.citing import TRACE_VARIABLE

app = typer.Typer()


@app.command("case")
def case(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH...", help="Case files, folders with cases, or patterns; with --new a scenario."),
    ] = None,
    new: Annotated[
        str | None, typer.Option("--new", metavar="GAME", help="Print the beginning of a case for a game.")
    ] = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Run case files: each says what it expected and what came instead. `--new GAME [SCENARIO]` begins one."""
    if new is not None:
        return _begin(choose_game(new, overlay), paths or [])
    os.environ.setdefault(TRACE_VARIABLE, "1")  # before a game is imported, so that a case answers for its rules
    results = run_cases(paths or [], _finder(overlay))
    try:
        if not as_json:
            return 0 if print_results(results, Screen().console) else FAILED
        done = list(results)
    except CaseError as error:
        raise UserError("; ".join(map(str, error.problems))) from None
    sys.stdout.write(results_json(done) + "\n")
    return 0 if all(result.ok for result in done) else FAILED


def _begin(game: Game[Any], scenarios: list[str]) -> int:
    """Print a case to go on with."""
    if len(scenarios) > 1:
        raise UserError(f"--new takes one scenario, not {len(scenarios)}")
    typer.echo(new_case(game, choose_scenario(game, scenarios[0] if scenarios else None)), nl=False)
    return 0


def _finder(overlay: Path | None) -> Callable[[str], Game[Any]]:
    """Games with the owner's corrections; those that the overlay has nothing for are as packaged."""
    if overlay is None:
        return find_game
    folder = existing_overlay(overlay)
    return lambda name: find_game(name, overlay_folder(name, folder) if name in game_ids() else None)
