"""`beachhead autopsy`: what was lost, when, where, by whose doing, and whether anybody stood by."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from beachhead.cli.choosing import choose_game
from beachhead.cli.errors import UserError
from beachhead.cli.parameters import AsJson
from beachhead.cli.screen import Screen, write_json
from beachhead.lab.autopsy import Autopsy, Share, autopsy_of
from beachhead.lab.journal import read_lock, read_records
from beachhead.players import no_such

app = typer.Typer()
_QUESTIONS = ("when", "where", "who", "cause", "by", "rule")
_WORDS = {
    "when": "In which turn",
    "where": "In which hex",
    "who": "Which unit",
    "cause": "What happened before",
    "by": "Whose doing",
    "rule": "By which rule",
}


@app.command("autopsy")
def autopsy(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study or a tournament.")],
    *,
    side: Annotated[str, typer.Option("--side", metavar="SIDE", help="Whose losses; else everybody's.")] = "",
    arm: Annotated[str, typer.Option("--arm", metavar="NAME", help="The arm; else the first one.")] = "",
    won: Annotated[str, typer.Option("--won", metavar="SIDE", help="Only games that this side won.")] = "",
    as_json: AsJson = False,
) -> None:
    """Look into what the games of a study cost: when, where, whom, by whose doing, guarded or not."""
    lock = read_lock(folder)
    game = choose_game(lock.game)
    names = [each.name for each in lock.arms]
    for word, known, what in ((side, game.sides, "side"), (won, game.sides, "side"), (arm, names, "arm")):
        if word and word not in known:
            raise UserError(no_such(what, word, known))
    chosen = arm or names[0]
    records = [record for record in read_records(folder) if record.row.arm == chosen and not record.row.error]
    records = [record for record in records if not won or record.row.winner == won]
    if not records:
        raise UserError(f"{folder} has no such games of {chosen!r}: choose another arm or leave --won out")
    sides = [side] if side else sorted({loss.side for record in records for loss in record.losses})
    found = [autopsy_of(records, each) for each in sides]
    if as_json:
        write_json(msgspec.to_builtins(found))
        return
    screen = Screen()
    for each in found:
        screen.heading(f"{chosen}: what the {game.side_name(each.side)} lost in {each.games} games")
        _show(screen, each)


def _show(screen: Screen, found: Autopsy) -> None:
    screen.line(Text(f"{found.steps:.1f} steps in an average game, {found.alone:.0%} of them with no friend beside"))
    for name in _QUESTIONS:
        shares: Sequence[Share] = getattr(found, name)
        if shares and [share.name for share in shares] != ["not told"]:
            table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
            for share in shares:
                table.add_row(Text(share.name), Text(f"{share.steps:.2f}"), Text(f"{share.part:.0%}", style="dim"))
            screen.blank()
            screen.line(Text(_WORDS[name], style="bold"))
            screen.indented(table)
    if found.places:
        screen.blank()
        screen.line(Text("Places lost", style="bold"))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for head in ("place", "games", "turn", "nobody stood by"):
            table.add_column(head)
        for place in found.places:
            table.add_row(place.place, f"{place.games:.0%}", f"{place.turn:.1f}", f"{place.unguarded:.0%}")
        screen.indented(table)
    screen.blank()
