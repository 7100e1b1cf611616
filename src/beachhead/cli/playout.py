"""`beachhead playout`: many games between bots, and how they ended."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from beachhead.cli.choosing import choose_game, choose_scenario, read_options, read_players
from beachhead.cli.parameters import AsJson, GameId, Options, Overlay, ScenarioId, Workers
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.stopping import progress_of, stopping
from beachhead.games import find_game
from beachhead.kernel import check_setup
from beachhead.lab import PlayoutResult, PlayoutStopped
from beachhead.lab import playout as run_playout

app = typer.Typer()


@app.command("playout")
def playout(
    game: GameId,
    *,
    scenario: ScenarioId = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games to play.")] = 100,
    players: Annotated[
        str, typer.Option(metavar="P,P", help="A player for each side in order, one for all, or side=player pairs.")
    ] = "random",
    seed: Annotated[str, typer.Option(metavar="K", help="Game number i has the seed K/i.")] = "1",
    workers: Workers = None,
    option: Options = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Play many games between computer players. The same seed gives the same results with any number of workers."""
    found = choose_game(game, overlay)
    name = choose_scenario(found, scenario)
    setup = check_setup(found, name, read_options(found, option or []), {})
    seats = read_players(found, found.seats(name, setup.settings), players)
    get = partial(find_game, game, found.overlay)
    with stopping() as stop:
        try:
            with progress_of(games, hidden=as_json) as told:
                result = run_playout(
                    get, name, setup.settings, seats, games=games, seed=seed, workers=workers, progress=told
                )
        except PlayoutStopped as stopped:
            result = stopped.result
    if as_json:
        write_json(msgspec.to_builtins(result))
    else:
        _show(Screen(sides=found.sides), result, games)
    return 0 if result.games == games else stop.code


def _show(screen: Screen, result: PlayoutResult, wanted: int) -> None:
    if result.games < wanted:
        screen.warn(f"Stopped after {result.games} of {wanted} games.")
    unfinished = result.games - result.finished
    screen.facts(
        {
            "games": f"{result.games}" + (f" ({unfinished} unfinished)" if unfinished else ""),
            "decisions": f"{result.decisions:,}",
            "CPU time": f"{result.cpu_seconds:.2f} s",
            "speed": f"{result.decisions_per_cpu_second:,.0f} decisions per CPU second",
        }
    )
    if result.outcomes:
        screen.blank()
        screen.indented(_outcomes(screen, result))


def _outcomes(screen: Screen, result: PlayoutResult) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("games", "share"):
        table.add_column(column, justify="right")
    levels = any(outcome.level for outcome in result.outcomes)
    for column in ("winner", "level", "reason") if levels else ("winner", "reason"):
        table.add_column(column)
    for outcome in result.outcomes:
        winner = Text("draw") if outcome.winner is None else screen.side(outcome.winner)
        words = [winner, *([Text(outcome.level)] if levels else []), Text(outcome.reason)]
        table.add_row(str(outcome.games), f"{outcome.games / result.games:.1%}", *words)
    return table
