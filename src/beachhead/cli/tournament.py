"""`beachhead tournament` and what it shares with `beachhead ladder`: players against each other on the same seeds."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from beachhead.cli.choosing import choose_game, choose_scenario, read_options
from beachhead.cli.errors import FAILED, UserError
from beachhead.cli.parameters import AsJson, GameId, OnCluster, Options, Overlay, ScenarioId, Workers
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.stopping import progress_of, stopping
from beachhead.games import find_game
from beachhead.lab import run_study
from beachhead.lab.journal import LOCK
from beachhead.lab.playing import DiceKind
from beachhead.lab.report import between, chance
from beachhead.lab.studyfile import lock_of
from beachhead.lab.tournament import STANDINGS, Contest, Standings
from beachhead.players import no_such

app = typer.Typer()

Players = Annotated[str, typer.Option("--players", metavar="P,P,...", help="The players, each as in `beachhead play`.")]
Games = Annotated[int, typer.Option("--games", min=2, metavar="N", help="Seeds; on each a pair plays both sides.")]
Folder = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="A folder for rows; a run in it goes on.")]
Seed = Annotated[str, typer.Option("--seed", metavar="K", help="Which seeds.")]
HeldOut = Annotated[
    bool, typer.Option("--held-out", help="Seeds that no development has seen, to confirm what it found.")
]
MeasureName = Annotated[
    str, typer.Option("--measure", metavar="M", help="Where one seat decides: the figure compared.")
]
Purpose = Annotated[bool, typer.Option("--by-purpose", help="Dice by purpose: both games of a pair share their luck.")]


def contest(
    game: str,
    players: str,
    games: int,
    seed: str,
    scenario: str | None,
    option: list[str] | None,
    overlay: Path | None,
    held_out: bool,
    measure: str,
    by_purpose: bool,
) -> Contest:
    """What was asked for, checked."""
    found = choose_game(game, overlay)
    if measure and measure not in found.measures:
        raise UserError(no_such(f"measure of {game}", measure, found.measures))
    dice: DiceKind = "by-purpose" if by_purpose else "by-number"
    return Contest(
        partial(find_game, game, found.overlay),
        [name.strip() for name in players.split(",")],
        games,
        seed,
        choose_scenario(found, scenario),
        read_options(found, option or []),
        dice,
        held_out,
        measure,
    )


def play(
    wanted: Contest, folder: Path, workers: int | None, on: str, *, early: bool, as_json: bool
) -> tuple[Standings, int]:
    """Play it, or go on with it, and say who is how strong."""
    study = wanted.study()
    total = sum(study.counts())
    resume = (folder / LOCK).exists()
    enough = wanted.enough if early else None
    with stopping() as stop, progress_of(total, hidden=as_json) as told:
        result = run_study(
            study, folder, workers=workers, on=on, progress=told, lock=lock_of(study), resume=resume, enough=enough
        )
    standings = wanted.standings(result)
    standings.write(folder)
    for failure in result.failures():
        Screen(stderr=True).warn(failure)
    code = stop.code if result.is_stopped else FAILED if result.failures() else 0
    return standings, code


@app.command("tournament")
def tournament(
    game: GameId,
    *,
    players: Players,
    output: Folder,
    games: Games = 100,
    seed: Seed = "1",
    scenario: ScenarioId = None,
    option: Options = None,
    held_out: HeldOut = False,
    measure: MeasureName = "",
    by_purpose: Purpose = False,
    early: Annotated[bool, typer.Option("--early/--all", help="Stop when every pair is decided, or play all.")] = True,
    workers: Workers = None,
    on: OnCluster = "local",
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Let players meet on the same seeds, sides swapped. Where one seat decides, each plays them alone."""
    wanted = contest(game, players, games, seed, scenario, option, overlay, held_out, measure, by_purpose)
    standings, code = play(wanted, output, workers, on, early=early, as_json=as_json)
    if as_json:
        write_json(msgspec.to_builtins(standings))
    else:
        show_pairs(Screen(), wanted, standings, output)
    return code


def show_pairs(screen: Screen, wanted: Contest, standings: Standings, folder: Path) -> None:
    """Who beats whom."""
    game = wanted.find_game()
    seeds = "held-out seeds" if standings.held_out else "seeds of development"
    screen.print(Text(f"{game.title}, {game.scenarios[wanted.scenario].title}, on {seeds}", style="bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    if standings.duels:
        for head in (
            "player",
            "against",
            "points",
            *(f"as {game.side_name(side)}" for side in wanted.seats),
            "seeds",
            "",
        ):
            table.add_column(head)
        for duel in standings.duels:
            sides = [between(duel.by_side[side], share=True) if side in duel.by_side else "" for side in wanted.seats]
            sure = "decided" if duel.is_decided else "open"
            table.add_row(duel.first, duel.second, between(duel.score, share=True), *sides, str(duel.seeds), sure)
    else:
        title = game.measures[wanted.measure].title if wanted.measure else ""
        for head in ("player", "games", "won", *([title] if title else [])):
            table.add_column(head)
        for solo in standings.solos:
            shown = [between(solo.result)] if title else []
            table.add_row(solo.player, str(solo.games), between(solo.won, share=True), *shown)
    screen.indented(table)
    for name, found in standings.differences.items():
        first, second = name.split(" - ", 1)
        for each in found:
            told = between(each.difference, share=not wanted.measure, signed=True)
            screen.line(Text(f"{first} beside {second}: {told}, chance alone {chance(each.p)}"))
    screen.line(Text(f"The rows are in {folder}, the standings in {folder / STANDINGS}", style="dim"))
