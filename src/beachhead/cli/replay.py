"""`beachhead replay`: a saved game from its beginning."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer
from rich.text import Text

from beachhead.cli.choosing import choose_game
from beachhead.cli.errors import UserError
from beachhead.cli.parameters import Overlay, Plain, SaveFile
from beachhead.cli.reader import Reader
from beachhead.cli.screen import Screen
from beachhead.cli.showing import show_outcome
from beachhead.cli.storage import existing_save
from beachhead.kernel import Match, Step, action_text, load, name_event
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
) -> None:
    """Tell a saved game turn by turn. Of a game that still runs only what everybody may know is told."""
    match = load(existing_save(save), partial(choose_game, overlay=overlay))
    sides = match.game.sides
    if side is not None and side not in sides:
        raise UserError(no_such(f"{match.game.id} side", side, sides))
    _Replay(match, Screen(plain=plain, sides=sides), side).run(to, step)


class _Replay:
    """Tells the record of a match."""

    def __init__(self, match: Match[Any], screen: Screen, side: str | None) -> None:
        self._match = match
        self._screen = screen
        self._side = side
        self._reader = Reader(screen)
        self._turns = {mark.after: mark.name for mark in match.landmarks}

    def run(self, to: int | None, step: bool) -> None:
        """Tell up to action `to`, waiting after each turn if `step`."""
        record, before = self._match.record, len(self._match.past)
        self._title()
        if before:
            self._screen.warn(f"Actions 1 to {before} were played under other rules: the game is told from there on.")
        self._events(0, record[0].events if record else len(self._match.events))
        for number, done in enumerate(record):
            if to is not None and before + number >= to:
                return
            if self._begins_turn(number) and number and step and not self._go_on():
                return
            self._heading(number)
            self._action(before + number + 1, done)
            self._events(done.events, record[number + 1].events if number + 1 < len(record) else None)
        self._end()

    def _title(self) -> None:
        game, scenario = self._match.game, self._match.game.scenarios[self._match.scenario]
        self._screen.print(Text.assemble((game.title, "bold"), f" {self._screen.dot} {scenario.title}"))
        if game.corrections:
            self._screen.facts({"corrected": "\n".join(game.corrections)})

    def _begins_turn(self, number: int) -> bool:
        return number in self._turns if self._turns else True

    def _heading(self, number: int) -> None:
        if number in self._turns:
            self._screen.blank()
            self._screen.heading(self._turns[number])

    def _go_on(self) -> bool:
        line = self._reader.read("Enter goes on, q stops ")
        return line is not None and not line.strip().lower().startswith("q")

    def _action(self, number: int, step: Step) -> None:
        """The action, unless it may be a secret."""
        if self._match.is_over or step.side == self._side:
            text = action_text(self._match.game, step.action)
            self._screen.line(Text.assemble((f"{number:>4} ", "dim"), self._screen.side(step.side), f" {text}"))

    def _events(self, start: int, end: int | None) -> None:
        events = self._match.events[start:end]
        seen = [event for event in events if self._match.is_over or event.is_seen_by(self._side)]
        if seen:
            self._screen.events([name_event(self._match.game, event) for event in seen], by=5)

    def _end(self) -> None:
        if self._match.outcome is not None:
            self._screen.blank()
            show_outcome(self._screen, self._match.outcome)
        else:
            self._screen.blank()
            self._screen.print(Text("The game goes on from here.", style="dim"))
