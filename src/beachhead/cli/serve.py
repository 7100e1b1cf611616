"""`beachhead serve`: the table in the browser."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from beachhead.cli.choosing import existing_overlay
from beachhead.cli.errors import UserError
from beachhead.cli.screen import Screen
from beachhead.datafiles import DataDir, DataError
from beachhead.games import find_game, game_ids, overlay_problems
from beachhead.server.run import DEFAULT_PORT, CannotServe, Plan, serve
from beachhead.server.settings import MAIL_VARIABLE, STATIC, Settings, home

app = typer.Typer()


@app.command("serve")
def serve_command(
    *,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, metavar="N", help=f"{DEFAULT_PORT} if left out; 0 for any free one.")
    ] = None,
    database: Annotated[
        str, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...; else a file in the store.")
    ] = "",
    store: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder where games and keys are kept; else the user's own.")
    ] = None,
    overlay: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="A folder of corrected data files to lay over ours; several are possible."),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="Processes; needs PostgreSQL.")] = 1,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="An address under which browsers reach this server, such as a proxy's."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy whose X-Forwarded-For is believed; can be given several times."),
    ] = None,
    notify: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SERVICE[@HOST]",
            help="A service by which people are called when it is their move, such as discord; several are possible.",
        ),
    ] = None,
    rate: Annotated[
        float, typer.Option(min=0.1, metavar="N", help="Requests a second that one client may make on average.")
    ] = 40.0,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    log_level: Annotated[str, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")] = "",
    static: Annotated[Path, typer.Option(hidden=True)] = STATIC,
) -> None:
    """Serve games to browsers, on this computer or to others by link. Every action is kept at once; Ctrl-C stops."""
    screen = Screen()
    level = log_level or ("warning" if screen.is_live else "info")
    if level not in ("debug", "info", "warning", "error"):
        raise UserError(f"{level!r} is no level of logs: choose debug, info, warning or error")
    settings = Settings(
        store=(store or home()).expanduser().resolve(),
        database=database,
        overlays=_overlays(overlay or ()),
        static=static,
        host=host,
        port=port or DEFAULT_PORT,
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        requests_per_second=rate,
        burst=rate * 10,
        services=_services(notify or ()),
        mail=os.environ.get(MAIL_VARIABLE, ""),
        new_tables_per_minute=rate,
    )
    plan = Plan(settings=settings, workers=workers, log_level=level, open_browser=open_browser)
    try:
        serve(plan, typer.echo, port=port)
    except CannotServe as error:
        raise UserError(str(error)) from None


def _services(wanted: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The services that the owner allows, each with hosts of his own that it may reach."""
    found = dict[str, tuple[str, ...]]()
    for each in wanted:
        name, at, host = each.partition("@")
        if not name.isalnum() or (at and not host):
            raise UserError(f"{each!r} is no service: write its name, or NAME@HOST for a host of your own network")
        found[name.lower()] = (*found.get(name.lower(), ()), *filter(None, [host]))
    return found


def _overlays(folders: Iterable[Path]) -> dict[str, dict[str, Path]]:
    """The overlays by game and by the name of their folder. Nothing is served with one that is not in order."""
    found: dict[str, dict[str, Path]] = {}
    for folder in map(existing_overlay, folders):
        named = {name: folder / name for name in game_ids() if (folder / name).is_dir()}
        for game, place in (named or {_only_game(folder): folder}).items():
            if folder.name in found.setdefault(game, {}):
                raise UserError(f"two overlays for {game} are called {folder.name!r}: give one folder another name")
            find_game(game, place)
            found[game][folder.name] = place
    return found


def _only_game(folder: Path) -> str:
    """The game whose files an overlay without folders for games corrects."""
    known = [name for name in game_ids() if _has_files(name, folder)]
    fitting = known if len(known) == 1 else [name for name in known if not overlay_problems(name, folder)]
    if len(fitting) == 1:
        return fitting[0]
    why = f"fits {' and '.join(fitting)}" if fitting else "fits no game"
    raise UserError(
        f"--overlay {folder} {why}: put its files into a folder in it with the id of the game that is meant"
    )


def _has_files(name: str, folder: Path) -> bool:
    """Whether a game has all the files that an overlay corrects."""
    game = find_game(name)
    try:
        return game.manifest is not None and bool(DataDir(game.data, folder).corrected())
    except DataError:
        return False
