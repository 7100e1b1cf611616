"""`beachhead suite`: positions with a known best idea, and the share of them that each level finds."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from beachhead.cli.choosing import choose_game
from beachhead.cli.errors import UserError
from beachhead.cli.parameters import AsJson, GameId, Overlay
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.stopping import progress_of
from beachhead.players import PlayerError, check_spec
from beachhead.players.levels import LEVELS
from beachhead.players.suite import solved, suite_of

app = typer.Typer()


@app.command("suite")
def suite(
    game: GameId,
    *,
    players: Annotated[str, typer.Option(metavar="P,P", help="The players to be tried, own ones too.")] = ",".join(
        LEVELS
    ),
    repeats: Annotated[int, typer.Option(min=1, metavar="N", help="How often each position is tried.")] = 1,
    seed: Annotated[str, typer.Option(metavar="K", help="The chance of the tries.")] = "1",
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> None:
    """Let computer players look for the best idea of each position of a game's suite."""
    found = choose_game(game, overlay)
    known = suite_of(found)
    if known is None:
        raise UserError(f"{found.title} has no suite of positions")
    names = [name.strip() for name in players.split(",")]
    try:
        for name in names:
            check_spec(name, found, own=True)
    except PlayerError as error:
        raise UserError(str(error)) from None
    with progress_of(len(names) * len(known.ideas), hidden=as_json) as told:
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            if told is not None:
                told(done)

        counts = {name: solved(found, known, name, repeats=repeats, seed=seed, told=step) for name in names}
    shares = {name: sum(found) / (repeats * len(known.ideas)) for name, found in counts.items()}
    if as_json:
        titles = [idea.title for idea in known.ideas]
        write_json({"positions": titles, "repeats": repeats, "found": counts, "shares": shares})
        return
    table = Table("Position", "Side", *names)
    for number, idea in enumerate(known.ideas):
        table.add_row(idea.title, found.side_name(idea.side), *(f"{counts[name][number]}/{repeats}" for name in names))
    table.add_section()
    table.add_row("Found", "", *(f"{shares[name]:.0%}" for name in names))
    Screen(sides=found.sides).print(table)
