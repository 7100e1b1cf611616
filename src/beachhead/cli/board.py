"""`beachhead board`: a game's map as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from beachhead.cli.choosing import choose_game
from beachhead.cli.errors import UserError
from beachhead.cli.parameters import GameId, Overlay
from beachhead.cli.screen import Screen
from beachhead.hexes import BoardSheet
from beachhead.hexes.render import Printed, render_board
from beachhead.kernel import Game

app = typer.Typer(name="board", help="Draw the map of a game.")


@app.callback()
def _board() -> None:
    pass


@app.command("render")
def render(
    game: GameId,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="A file ending in .svg or .png.")],
    overlay: Overlay = None,
) -> None:
    """Draw the map for proofreading: every hex with its name, every layer, what the sheet names, and a legend."""
    found = choose_game(game, overlay)
    if found.board_sheet is None:
        raise UserError(f"{found.id} has no board to draw: it does not set board_sheet")
    try:
        render_board(found.board_sheet, output, printed=_printed(found, found.board_sheet))
    except OSError as error:
        raise UserError(f"{output} cannot be written ({error.strerror}): choose another place with -o") from None
    Screen().print(Text(f"The board of {found.title} is in {output}"))


def _printed(game: Game[Any], sheet: BoardSheet) -> list[Printed]:
    """What the sheet of a game names besides the places of its board: areas, positions, boxes."""
    layout = game.layout()
    if layout is None:
        return []
    labels = (label for label in layout.labels if label.style != "exit" and label.text not in sheet.places)
    areas = [Printed(label.text, label.x, label.y) for label in labels]
    boxes = [Printed(spot.label or spot.id, spot.x, spot.y, spot.width, spot.height) for spot in layout.spots]
    plates = [Printed(plate.ref or plate.text, *layout.centres[plate.hex]) for plate in layout.plates]
    return [*boxes, *areas, *plates]
