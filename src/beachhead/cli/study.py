"""`beachhead study`: a question to many games, written in a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from beachhead.cli.choosing import choose_game, find_overlay
from beachhead.cli.errors import FAILED, UserError
from beachhead.cli.parameters import AsJson, OnCluster, Overlay, Workers
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.stopping import progress_of, stopping
from beachhead.cli.storage import refuse_to_overwrite, write_whole
from beachhead.games import find_game
from beachhead.kernel import save
from beachhead.lab import ArmSummary, Chart, Figure, Study, StudyResult, can_draw, draw, read_study, run_study
from beachhead.lab.journal import FILES, STUDY, read_lock, read_records
from beachhead.lab.playing import FindGame, play_game
from beachhead.lab.report import HTML, write_report
from beachhead.lab.studyfile import lock_of
from beachhead.players import no_such

app = typer.Typer(name="study", help="Play the games of a study, and report what they show.")

Output = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="A folder for rows, summary and report.")]
StudyFile = Annotated[Path, typer.Argument(metavar="FILE", help="A study file (TOML).")]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")]
MostGames = Annotated[
    int | None, typer.Option("--games", min=1, metavar="N", help="At most so many games for each arm.")
]
WithCharts = Annotated[bool, typer.Option(help="Draw the charts of the study.")]


@app.callback()
def _study() -> None:
    pass


@app.command("run")
def run(
    file: StudyFile,
    *,
    output: Output,
    games: MostGames = None,
    workers: Workers = None,
    on: OnCluster = "local",
    charts: WithCharts = True,
    replace: Annotated[bool, typer.Option("--replace", help="Write over an earlier run in the folder.")] = False,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Run a study. The same file gives the same rows with any number of workers, here or on a cluster."""
    study, wanted = _read(file, None, overlay, games)
    drawn = _drawable(wanted, charts)
    _refuse_output(output, [*FILES, *(chart.file for chart in drawn)], replace)
    output.mkdir(parents=True, exist_ok=True)
    write_whole(output / STUDY, file.read_bytes())
    return _play(study, file.parent, output, drawn, workers, on, as_json=as_json, resume=False)


@app.command("resume")
def resume(
    file: StudyFile,
    *,
    output: Output,
    games: MostGames = None,
    workers: Workers = None,
    on: OnCluster = "local",
    charts: WithCharts = True,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Go on with a study that was stopped or killed, or play more games of it. What was played stays."""
    study, wanted = _read(file, None, overlay, games)
    return _play(study, file.parent, output, _drawable(wanted, charts), workers, on, as_json=as_json, resume=True)


@app.command("report")
def report(folder: Folder, *, charts: WithCharts = True, overlay: Overlay = None, as_json: AsJson = False) -> int:
    """Write the report of what was played until now: report.html, report.md, report.json and their pictures."""
    study, wanted = _kept(folder, overlay)
    result = StudyResult(study.title, read_records(folder))
    _report(study, result, folder, _drawable(wanted, charts), as_json=as_json)
    return 0


@app.command("game")
def game(
    folder: Folder,
    number: Annotated[int, typer.Argument(min=0, metavar="N", help="The number of the game, from 0.")],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="SAVE", help="Where its save is written.")],
    arm: Annotated[str, typer.Option("--arm", metavar="NAME", help="The arm; else the first one.")] = "",
    overlay: Overlay = None,
) -> None:
    """Play one game of a study again, exactly as it was, and save it for `beachhead replay` and the table."""
    refuse_to_overwrite(output)
    study, _ = _kept(folder, overlay)
    names = [each.name for each in study.arms]
    if arm and arm not in names:
        raise UserError(no_such("arm", arm, names))
    job = study.jobs()[names.index(arm) if arm else 0]
    match, _, _ = play_game(job.find_game(), job, f"{study.seed}/{number}", keeps_digests=True)
    write_whole(output, save(match))
    ended = "it is not over" if match.outcome is None else match.outcome.reason
    Screen().print(Text(f"Game {number} of {arm or names[0]} is in {output}: {ended}"))


# --- reading ------------------------------------------------------------------------------------------------------


def _read(file: Path, folder: Path | None, overlay: Path | None, games: int | None) -> tuple[Study, list[Chart]]:
    """A study file, whose games lie under the corrections given."""

    def get(name: str, own: Path | None) -> FindGame:
        place = find_overlay(name, own) if own is not None else choose_game(name, overlay).overlay
        choose_game(name)
        return partial(find_game, name, place)

    study, charts = read_study(file, get, folder)
    return (study if games is None else study.at_most(games)), charts


def _kept(folder: Path, overlay: Path | None) -> tuple[Study, list[Chart]]:
    """The study whose games a folder has, as it was when they were played."""
    lock = read_lock(folder)
    return _read(folder / STUDY, Path(lock.folder), overlay, None)


def _drawable(wanted: list[Chart], charts: bool) -> list[Chart]:
    drawn = [chart for chart in wanted if charts]
    if drawn and not can_draw():
        raise UserError("the charts need matplotlib, which is not installed: install it or add --no-charts")
    return drawn


def _refuse_output(folder: Path, names: list[str], replace: bool) -> None:
    """Nothing is written over unless the user says so."""
    there = [name for name in names if (folder / name).exists()]
    if there and not replace:
        raise UserError(
            f"{folder} has {there[0]} already: choose another folder, add --replace to write over it, or go on with it "
            "by `beachhead study resume`"
        )


# --- playing ------------------------------------------------------------------------------------------------------


def _play(
    study: Study,
    beside: Path,
    output: Path,
    charts: list[Chart],
    workers: int | None,
    on: str,
    *,
    as_json: bool,
    resume: bool,
) -> int:
    lock = lock_of(study, beside)
    with stopping() as stop, progress_of(sum(study.counts()), hidden=as_json) as told:
        result = run_study(study, output, workers=workers, on=on, progress=told, lock=lock, resume=resume)
    if result.is_stopped:
        charts = []
    _report(study, result, output, charts, as_json=as_json)
    if result.is_stopped:
        return stop.code
    return FAILED if result.failures() else 0


def _report(study: Study, result: StudyResult, folder: Path, charts: list[Chart], *, as_json: bool) -> None:
    if result.by_arm():
        write_report(study, result, folder, read_lock(folder))
        draw(charts, result.measured(), folder)
    if as_json:
        write_json(msgspec.to_builtins(result.summary(), str_keys=True))
    else:
        _show(Screen(), result, folder)


def _show(screen: Screen, result: StudyResult, folder: Path) -> None:
    if result.is_stopped:
        screen.warn(f"Stopped after {len(result.rows)} games: `beachhead study resume` goes on.")
    for failure in result.failures():
        screen.warn(failure)
    screen.print(Text(result.title, style="bold"))
    for arm, summary in result.summary().items():
        screen.blank()
        screen.heading(f"{arm}: {summary.finished} of {summary.games} games finished")
        screen.indented(_figures(summary))
    screen.blank()
    spent = f" in {result.cpu_seconds:.0f} CPU seconds" if result.cpu_seconds else ""
    screen.line(Text(f"{len(result.rows)} games{spent}; the rows are in {folder}, the report is {folder / HTML}"))


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
