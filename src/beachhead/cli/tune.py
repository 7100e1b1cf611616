"""`beachhead tune`: numbers of a computer player, bettered by games and confirmed on held-out seeds."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from beachhead.cli.choosing import choose_game, find_overlay
from beachhead.cli.parameters import AsJson, OnCluster, Workers
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.stopping import progress_of, stopping
from beachhead.games import find_game
from beachhead.lab.playing import FindGame
from beachhead.lab.report import between, chance
from beachhead.lab.tuning import RESULT, Tuned, Tuner, read_tune

app = typer.Typer()


@app.command("tune")
def tune(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What is to be tuned (TOML).")],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="A folder for what is found.")],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")] = False,
    workers: Workers = None,
    on: OnCluster = "local",
    as_json: AsJson = False,
) -> int:
    """Search for better numbers of a player by CMA-ES, and confirm what was found on held-out seeds."""

    def get(name: str, own: Path | None) -> FindGame:
        choose_game(name)
        return partial(find_game, name, None if own is None else find_overlay(name, own))

    wanted = read_tune(file, output, get, resume=resume)
    with stopping() as stop:
        try:
            told: list[int] = []
            total = Tuner(wanted, get, output).total
            with progress_of(total, hidden=as_json) as progress:
                tuned = Tuner(wanted, get, output, workers=workers, on=on, progress=progress or told.append).run()
        except KeyboardInterrupt:
            Screen(stderr=True).warn("Stopped: `beachhead tune --resume` goes on.")
            return stop.code
    if as_json:
        write_json(msgspec.to_builtins(tuned))
    else:
        _show(Screen(), tuned, output)
    return 0


def _show(screen: Screen, tuned: Tuned, folder: Path) -> None:
    screen.print(Text(tuned.title, style="bold"))
    screen.facts({name: f"{tuned.start[name]:g} -> {value:g}" for name, value in tuned.values.items()})
    found = tuned.confirmation
    if found is not None:
        told = between(found.difference, signed=True)
        screen.line(Text(f"On {found.pairs} held-out seeds: {told} in {found.measure}, chance alone {chance(found.p)}"))
    verdict = "Confirmed: take it." if tuned.is_confirmed else "Not confirmed: keep what there was, or play more games."
    screen.line(Text(verdict, style="green" if tuned.is_confirmed else "yellow"))
    screen.line(Text(f"All of it is in {folder / RESULT}", style="dim"))
