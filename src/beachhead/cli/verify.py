"""`beachhead verify`: what the save of a finished game proves, and what it does not."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from beachhead.cli.choosing import choose_game
from beachhead.cli.parameters import AsJson, Overlay, SaveFile
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.storage import existing_save
from beachhead.kernel import Verdict, read_receipt, read_save
from beachhead.kernel import verify as check

app = typer.Typer()

Receipts = Annotated[
    list[Path] | None,
    typer.Option(
        "--receipt", metavar="FILE", help="What a player's browser has kept of the game; can be given several times."
    ),
]
_WORDS = {
    "false": ("False", "bold red"),
    "proven": ("Proven", "green"),
    "unproven": ("Not proven", "yellow"),
}


@app.command("verify")
def verify(
    save: SaveFile,
    receipt: Receipts = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Say what a finished game's save proves: its dice, that it replays, and that it is what the players saw.

    The exit status is 0 if everything is proven, 1 if something is false, and else the first of these that is not
    proven: 3 some draws, 4 the position it begins from, 5 that it replays by the rules here, 6 that it is the game that
    was played (which needs the record of a server and a receipt of a player).
    """
    receipts = [read_receipt(path) for path in receipt or ()]
    verdict = check(existing_save(save), partial(choose_game, overlay=overlay), receipts)
    if as_json:
        claims = [{"about": one.about, "standing": one.standing, "words": one.words} for one in verdict.claims]
        found = {"ok": not verdict.problems, "status": verdict.status, "claims": claims}
        write_json(found | {"draws": verdict.draws, "unchecked": verdict.unchecked, "problems": list(verdict.problems)})
    else:
        _show(Screen(), verdict, read_save(save).commitment)
    return verdict.status


def _show(screen: Screen, verdict: Verdict, commitment: str) -> None:
    for standing, (title, style) in _WORDS.items():
        claims = [claim for claim in verdict.claims if claim.standing == standing]
        if claims:
            screen.print(Text(f"{title}:", style=style))
        for claim in claims:
            screen.indented(Text(claim.words))
    screen.facts({"commitment": commitment})
