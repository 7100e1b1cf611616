"""`beachhead verify`: whether the dice of a finished game were honest."""

from __future__ import annotations

from functools import partial

import typer
from rich.text import Text

from beachhead.cli.choosing import choose_game
from beachhead.cli.errors import FAILED
from beachhead.cli.parameters import AsJson, Overlay, SaveFile
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.storage import existing_save
from beachhead.kernel import Verdict, read_save
from beachhead.kernel import verify as check

app = typer.Typer()


@app.command("verify")
def verify(
    save: SaveFile,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Check every roll and draw of a finished game against its seed, and that the game replays."""
    verdict = check(existing_save(save), partial(choose_game, overlay=overlay))
    if as_json:
        problems = list(verdict.problems)
        ok = {"ok": not problems, "draws": verdict.draws, "unchecked": verdict.unchecked, "problems": problems}
        write_json(ok)
    else:
        _show(Screen(), verdict, read_save(save).commitment)
    return FAILED if verdict.problems else 0


def _show(screen: Screen, verdict: Verdict, commitment: str) -> None:
    checked = verdict.draws - verdict.unchecked
    if verdict.problems:
        screen.print(Text(f"{len(verdict.problems)} problems:", style="bold red"))
        for problem in verdict.problems:
            screen.indented(Text(problem))
        return
    screen.print(Text(f"All is in order: {checked} draws come from the seed, and the game replays.", style="green"))
    screen.facts({"commitment": commitment})
    if verdict.unchecked:
        screen.warn(f"{verdict.unchecked} draws come from an earlier seed that is not known, and were not checked.")
