"""`beachhead ladder`: the players of a game in the order of their strength."""

from __future__ import annotations

import msgspec
import typer
from rich.table import Table

from beachhead.cli.choosing import choose_game
from beachhead.cli.parameters import AsJson, GameId, OnCluster, Options, Overlay, ScenarioId, Workers
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.tournament import Folder, Games, HeldOut, MeasureName, Players, Seed, contest, play, show_pairs
from beachhead.lab.report import between

app = typer.Typer()


@app.command("ladder")
def ladder(
    game: GameId,
    *,
    output: Folder,
    players: Players = "",
    games: Games = 20,
    seed: Seed = "1",
    scenario: ScenarioId = None,
    option: Options = None,
    held_out: HeldOut = False,
    measure: MeasureName = "",
    workers: Workers = None,
    on: OnCluster = "local",
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Rate all players of a game by games between every two of them, with intervals; random is among them.

    Where one seat decides, players are ordered by how often they win.
    """
    names = players or ",".join(dict.fromkeys([*choose_game(game, overlay).players, "random"]))
    wanted = contest(game, names, games, seed, scenario, option, overlay, held_out, measure, by_purpose=False)
    standings, code = play(wanted, output, workers, on, early=False, as_json=as_json)
    if as_json:
        write_json(msgspec.to_builtins(standings))
        return code
    screen = Screen()
    show_pairs(screen, wanted, standings, output)
    if standings.ratings:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for head in ("", "player", "rating", "games"):
            table.add_column(head)
        for place, each in enumerate(standings.ratings, 1):
            table.add_row(f"{place}.", each.player, between(each.rating, signed=True), str(each.games))
        screen.blank()
        screen.indented(table)
    return code
