"""`beachhead games`: what is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from beachhead.cli.choosing import choose_game, show_choice
from beachhead.cli.errors import complain
from beachhead.cli.parameters import AsJson
from beachhead.cli.screen import Screen, write_json
from beachhead.games import game_ids
from beachhead.kernel import Game, Option, Scenario
from beachhead.players import player_makers

app = typer.Typer()


@app.command("games")
def games(as_json: AsJson = False) -> None:
    """List the installed games with their scenarios, sides and options."""
    found = list(_installed())
    if as_json:
        write_json([describe_game(game) for game in found])
        return
    for number, game in enumerate(found):
        screen = Screen(sides=game.sides)
        if number:
            screen.blank()
        _show(screen, game)
    if not found:
        complain("no game is installed: install a package with the entry point group beachhead.games")


def _installed() -> Sequence[Game[Any]]:
    """Every game that can be loaded; a broken one is named and left out."""
    found = []
    for name in game_ids():
        try:
            found.append(choose_game(name))
        except Exception as error:  # whatever is wrong with one game, the others can be played
            complain(f"the game {name!r} cannot be loaded and is left out: {error}")
    return found


def describe_game(game: Game[Any]) -> dict[str, Any]:
    """A game as plain values."""
    defaults = {option.id: option.default for option in game.options.values()}
    return {
        "id": game.id,
        "title": game.title,
        "rules_version": game.rules_version,
        "sides": list(game.sides),
        "scenarios": [
            {**msgspec.to_builtins(scenario), "sides": list(game.seats(name, defaults))}
            for name, scenario in game.scenarios.items()
        ],
        "options": [msgspec.to_builtins(option) for option in game.options.values()],
        "players": list(player_makers(game)),
    }


def _show(screen: Screen, game: Game[Any]) -> None:
    screen.heading(Text.assemble((game.id, "bold cyan"), (f"  {game.title}", "bold")))
    sides = Text(", ").join(screen.side(side) for side in game.sides)
    screen.facts({"sides": sides, "players": ", ".join(["human", *player_makers(game)])})
    screen.indented(_scenarios(list(game.scenarios.values())))
    if game.options:
        screen.indented(_options(list(game.options.values())))


def _scenarios(scenarios: Sequence[Scenario]) -> Table:
    table = _table("scenario", "title", "turns", "minutes")
    for scenario in scenarios:
        turns, minutes = (str(number) if number else "" for number in (scenario.turns, scenario.minutes))
        table.add_row(Text(scenario.id, style="bold"), scenario.title, turns, minutes)
    return table


def _options(options: Sequence[Option]) -> Table:
    table = _table("option", "title", "values", "rule")
    for option in options:
        values = Text(", ").join(
            Text(show_choice(choice), style="bold" if choice == option.default else "") for choice in option.choices
        )
        table.add_row(Text(option.id, style="bold"), option.title, values, Text(f"[{option.rule}]", style="dim"))
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column, justify="right" if column in ("turns", "minutes") else "left")
    return table
