"""`beachhead study`: a question to many games, written in a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from beachhead.cli.choosing import choose_game
from beachhead.cli.errors import UserError
from beachhead.cli.parameters import AsJson, Overlay, Workers
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.stopping import progress_of, stopping
from beachhead.games import find_game
from beachhead.lab import ArmSummary, Figure, StudyResult, can_draw, draw, read_study, run_study
from beachhead.lab.playing import FindGame
from beachhead.lab.study import GAMES, SUMMARY

app = typer.Typer(name="study", help="Play the games of a study and write down what they show.")


@app.callback()
def _study() -> None:
    pass


@app.command("run")
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A study file (TOML).")],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="A folder for rows, summary, charts.")],
    games: Annotated[int | None, typer.Option(min=1, metavar="N", help="At most so many games for each arm.")] = None,
    workers: Workers = None,
    charts: Annotated[bool, typer.Option(help="Draw the charts of the study.")] = True,
    replace: Annotated[bool, typer.Option("--replace", help="Write over an earlier run in the folder.")] = False,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Run a study. The same file gives the same numbers with any number of workers."""

    def get(game: str) -> FindGame:
        return partial(find_game, game, choose_game(game, overlay).overlay)  # refused at once if there is none

    study, wanted = read_study(file, get)
    if games is not None:
        study = study.at_most(games)
    drawn = [chart for chart in wanted if charts]
    if drawn and not can_draw():
        raise UserError("the charts need matplotlib, which is not installed: install it or add --no-charts")
    _refuse_output(output, [GAMES, SUMMARY, *(chart.file for chart in drawn)], replace)
    with stopping() as stop, progress_of(sum(study.counts()), hidden=as_json) as told:
        result = run_study(study, output, workers=workers, progress=told)
    if not result.is_stopped:
        draw(drawn, {arm: [row.measures() for row in rows] for arm, rows in result.by_arm().items()}, output)
    if as_json:
        write_json(msgspec.to_builtins(result.summary(), str_keys=True))
    else:
        _show(Screen(), result, output)
    return stop.code if result.is_stopped else 0


def _refuse_output(folder: Path, names: list[str], replace: bool) -> None:
    """Nothing is written over unless the user says so."""
    there = [name for name in names if (folder / name).exists()]
    if there and not replace:
        raise UserError(f"{folder} has {there[0]} already: choose another folder, or add --replace to write over it")


def _show(screen: Screen, result: StudyResult, folder: Path) -> None:
    if result.is_stopped:
        screen.warn(f"Stopped after {len(result.rows)} games.")
    screen.print(Text(result.title, style="bold"))
    for arm, summary in result.summary().items():
        screen.blank()
        screen.heading(f"{arm}: {summary.finished} of {summary.games} games finished")
        screen.indented(_figures(summary))
    screen.blank()
    screen.line(Text(f"{len(result.rows)} games in {result.cpu_seconds:.0f} CPU seconds; the rows are in {folder}"))


def _figures(summary: ArmSummary) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for name, figure in summary.figures.items():
        if figure.counts or figure.mean is not None:  # those by turn are for the files
            table.add_row(Text(name, style="dim"), Text(_words(figure, summary.games)))
    return table


def _words(figure: Figure, games: int) -> str:
    missing = "" if figure.games == games else f" (in {figure.games} games)"
    if figure.counts:
        return ", ".join(f"{value} {count}" for value, count in figure.counts.items()) + missing
    return f"{figure.mean:.2f} on the average, median {figure.median}, {figure.least} to {figure.most}{missing}"
