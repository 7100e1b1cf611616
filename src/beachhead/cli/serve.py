"""`beachhead serve`: the table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from beachhead.cli.errors import UserError
from beachhead.cli.screen import Screen
from beachhead.server.run import DEFAULT_PORT, CannotServe, Plan, serve
from beachhead.server.settings import STATIC, Settings, home

app = typer.Typer()


@app.command("serve")
def serve_command(
    *,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, metavar="N", help=f"{DEFAULT_PORT} if left out; 0 for any free one.")
    ] = None,
    database: Annotated[
        str, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...; else a file in the data folder.")
    ] = "",
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="The folder for games and keys; else the user's own.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="Processes; needs PostgreSQL.")] = 1,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="An address under which browsers reach this server, such as a proxy's."),
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
        data=(data or home()).expanduser().resolve(),
        database=database,
        static=static,
        host=host,
        port=port or DEFAULT_PORT,
        origins=tuple(origin or ()),
        requests_per_second=rate,
        burst=rate * 10,
        new_tables_per_minute=rate,
    )
    plan = Plan(settings=settings, workers=workers, log_level=level, open_browser=open_browser)
    try:
        serve(plan, typer.echo, port=port)
    except CannotServe as error:
        raise UserError(str(error)) from None
