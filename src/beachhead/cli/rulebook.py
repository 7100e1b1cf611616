"""`beachhead rules`: the rulebook as a list of rules, and how much of it is code and is tested."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from beachhead.cli.choosing import choose_game
from beachhead.cli.coverage import project_root, show_coverage, survey
from beachhead.cli.parameters import AsJson, GameId, Overlay
from beachhead.cli.rulelist import find_rules, show_rule, show_rules
from beachhead.cli.screen import Screen
from beachhead.games import find_game
from beachhead.kernel.citing import TRACE_VARIABLE
from beachhead.kernel.guides import read_rules

app = typer.Typer(name="rules", help="Read and search the rulebook of a game, and see how much of it is enforced.")


@app.command("show")
def show(game: GameId, rule: Annotated[str, typer.Argument(metavar="RULE")], overlay: Overlay = None) -> None:
    """Show a rule by its number, and the rules below it."""
    show_rule(Screen(), read_rules(choose_game(game, overlay)), rule)


@app.command("search")
def search(game: GameId, words: Annotated[list[str], typer.Argument(metavar="WORDS")], overlay: Overlay = None) -> None:
    """Find the rules in which all words occur."""
    show_rules(Screen(), find_rules(read_rules(choose_game(game, overlay)), " ".join(words)))


@app.command("coverage")
def coverage(
    game: GameId,
    as_json: AsJson = False,
    details: Annotated[bool, typer.Option("--details", help="Every rule with the code and the tests.")] = False,
) -> None:
    """Count the rules that code cites and that cases and tests exercise, and list the others."""
    os.environ.setdefault(TRACE_VARIABLE, "1")  # before the game is imported
    found = choose_game(game)
    report = survey(found, project_root(Path.cwd()), find_game)
    if as_json:
        sys.stdout.write(report.coverage.to_json(details) + "\n")
    else:
        show_coverage(Screen(), found, report, details)
