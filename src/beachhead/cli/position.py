"""`beachhead position`: where a saved game stands, as text for a case or a bug report."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from beachhead.cli.choosing import choose_game
from beachhead.cli.parameters import Overlay, SaveFile
from beachhead.cli.storage import existing_save
from beachhead.datafiles.toml_text import toml_lines, toml_value
from beachhead.kernel import action_text, load
from beachhead.kernel.moments import moment

app = typer.Typer()


@app.command("position")
def position(
    save: SaveFile,
    *,
    to: Annotated[int | None, typer.Option(min=0, metavar="N", help="The position after action N.")] = None,
    whole: Annotated[bool, typer.Option("--whole", help="Also what is as the scenario sets it up.")] = False,
    overlay: Overlay = None,
) -> None:
    """Print the position of a saved game as TOML, with all its secrets, ready for a case file."""
    match = load(existing_save(save), partial(choose_game, overlay=overlay))
    found = moment(match, to, whole=whole)
    lines = [f"# {match.game.title}, after action {found.after} of {save.name}"]
    if found.since:
        lines.append("# A question inside a procedure is no position of its own; since then these actions were taken:")
        texts = [f"{step.side}: {action_text(match.game, step.action)}" for step in found.since]
        lines.append(f"# actions = {toml_value(texts)}")
    lines += [f"game = {toml_value(match.game.id)}", "", "[position]", *toml_lines(found.position)]
    typer.echo("\n".join(lines))
