"""Parameters that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GameId = Annotated[str, typer.Argument(metavar="ID", help="The id of a game, as `beachhead games` lists it.")]
SaveFile = Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.")]
ScenarioId = Annotated[str | None, typer.Option("--scenario", metavar="S", help="The scenario; else the first one.")]
Overlay = Annotated[
    Path | None, typer.Option("--overlay", metavar="DIR", help="A folder of corrected data files to lay over ours.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colours and no special characters.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set an option of the game. Can be given several times."),
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, metavar="W", help="Processes; as many as processors if left out.")
]
OnCluster = Annotated[
    str,
    typer.Option(
        "--on", metavar="WHERE", help="local, ray (the cluster of this machine), or ray://HOST:PORT for one elsewhere."
    ),
]
