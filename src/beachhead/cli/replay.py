"""`beachhead replay`: a saved game from its beginning."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer
from rich.text import Text

from beachhead.cli.choosing import choose_game
from beachhead.cli.errors import UserError
from beachhead.cli.parameters import AsJson, Overlay, Plain, SaveFile
from beachhead.cli.reader import Reader
from beachhead.cli.screen import Screen, write_json
from beachhead.cli.showing import show_outcome
from beachhead.cli.storage import existing_save
from beachhead.cli.telling import Turn, tell_turns
from beachhead.kernel import Match, load
from beachhead.players import no_such

app = typer.Typer()


@app.command("replay")
def replay(
    save: SaveFile,
    *,
    to: Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after action N.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each turn.")] = False,
    side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="Show what this side knows of a game that still runs.")
    ] = None,
    overlay: Overlay = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Tell a saved game turn by turn. Of a game that still runs only what everybody may know is told."""
    match = load(existing_save(save), partial(choose_game, overlay=overlay))
    sides = match.game.sides
    if side is not None and side not in sides:
        raise UserError(no_such(f"{match.game.id} side", side, sides))
    if as_json:
        write_json(_as_json(match, side, to))
    else:
        _Replay(match, Screen(plain=plain, sides=sides), side).run(to, step)


class _Replay:
    """Shows the turns of a match."""

    def __init__(self, match: Match[Any], screen: Screen, side: str | None) -> None:
        self._match = match
        self._screen = screen
        self._side = side
        self._reader = Reader(screen)

    def run(self, to: int | None, step: bool) -> None:
        """Show up to action `to`, waiting after each turn if `step`."""
        game, before = self._match.game, len(self._match.past)
        scenario = game.scenarios[self._match.scenario]
        self._screen.print(Text.assemble((game.title, "bold"), f" {self._screen.dot} {scenario.title}"))
        if game.corrections:
            self._screen.facts({"corrected": "\n".join(game.corrections)})
        if before:
            self._screen.warn(f"Actions 1 to {before} were played under other rules: the game is told from there on.")
        for number, turn in enumerate(tell_turns(self._match, self._side, to)):
            if number and step and not self._go_on():
                return
            self._turn(turn)
        if to is None or to >= before + len(self._match.record):
            self._end()

    def _turn(self, turn: Turn) -> None:
        if turn.name:
            self._screen.blank()
            self._screen.heading(turn.name)
        for told in turn.steps:
            if told.action is not None and told.side is not None:
                number = (f"{told.number:>4} ", "dim")
                self._screen.line(Text.assemble(number, self._screen.side(told.side), f" {told.action}"))
            if told.events:
                self._screen.events(told.events, by=5)

    def _go_on(self) -> bool:
        line = self._reader.read("Enter goes on, q stops ")
        return line is not None and not line.strip().lower().startswith("q")

    def _end(self) -> None:
        self._screen.blank()
        if self._match.outcome is not None:
            show_outcome(self._screen, self._match.outcome)
        else:
            self._screen.print(Text("The game goes on from here.", style="dim"))


def _as_json(match: Match[Any], side: str | None, to: int | None) -> dict[str, Any]:
    return {
        "game": match.game.id,
        "scenario": match.scenario,
        "options": match.settings,
        "actions": len(match.past) + len(match.record),
        "turns": list(tell_turns(match, side, to)),
        "outcome": match.outcome,
    }
