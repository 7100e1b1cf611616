"""Reading what was chosen on the command line: games, options, seats and players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from beachhead.cli.errors import UserError
from beachhead.games import find_game, game_ids, overlay_folder
from beachhead.kernel import Game, Option, UnknownName
from beachhead.players import HUMAN, PlayerSpec, check_spec, no_such

AnyGame = Game[Any]

_WORDS: Mapping[str, bool] = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def choose_game(name: str, overlay: Path | None = None) -> AnyGame:
    """The installed game with this id, with the owner's corrected files over the packaged ones."""
    try:
        return find_game(name, find_overlay(name, overlay))
    except UnknownName:
        raise UserError(no_such("game", name, game_ids())) from None
    except ImportError as error:
        raise UserError(f"the game {name!r} cannot be loaded ({error}): install it again") from error


def find_overlay(name: str, overlay: Path | None) -> Path | None:
    """The folder with the corrected files of a game, if an overlay is given."""
    if overlay is None:
        return None
    found = overlay_folder(name, existing_overlay(overlay))
    if found is None:
        raise UserError(f"--overlay {overlay}: nothing in it is for {name}; put its files into a folder {name}")
    return found


def existing_overlay(overlay: Path) -> Path:
    """The folder that was named as an overlay."""
    if not overlay.is_dir():
        raise UserError(f"--overlay {overlay}: there is no such folder")
    return overlay.resolve()


def choose_scenario(game: AnyGame, name: str | None) -> str:
    """The scenario of this name; the first one when none is given."""
    if name is None:
        return next(iter(game.scenarios))
    if name not in game.scenarios:
        raise UserError(no_such(f"{game.id} scenario", name, game.scenarios))
    return name


def read_options(game: AnyGame, pairs: Sequence[str]) -> dict[str, Any]:
    """`name=value` pairs as options of the game."""
    chosen: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if name not in game.options:
            raise UserError(no_such(f"{game.id} option", name, game.options))
        option = game.options[name]
        chosen[name] = _option_value(option, text if equals else "yes")
    return chosen


def _option_value(option: Option, text: str) -> Any:
    for choice in option.choices:
        if text == str(choice) or (isinstance(choice, bool) and _WORDS.get(text.lower()) is choice):
            return choice
    allowed = ", ".join(show_choice(choice) for choice in option.choices)
    raise UserError(f"option {option.id!r} is one of {allowed}, not {text!r}")


def show_choice(choice: Any) -> str:
    """A value of an option as it is typed."""
    return ("yes" if choice else "no") if isinstance(choice, bool) else str(choice)


def read_seats(game: AnyGame, sides: Sequence[str], text: str) -> dict[str, PlayerSpec]:
    """`us=human,german=random`: the sides that were named, with their players."""
    seats: dict[str, PlayerSpec] = {}
    for part in text.split(","):
        side, equals, spec = part.strip().partition("=")
        if not equals:
            raise UserError(f"{part.strip()!r} is not a seat: write it as side=player, as in {sides[0]}={HUMAN}")
        if side not in sides:
            raise UserError(no_such(f"{game.id} side", side, sides))
        if side in seats:
            raise UserError(f"{side} has two players: leave one out")
        seats[side] = check_spec(spec, game, human=True, own=True)
    return seats


def read_players(game: AnyGame, sides: Sequence[str], text: str) -> dict[str, PlayerSpec]:
    """`random,veteran` in the order of the sides, one name for all, or `side=player` pairs."""
    parts = [part.strip() for part in text.split(",")]
    if "=" in parts[0].partition(":")[0]:
        seats = read_seats(game, sides, text)
        missing = [side for side in sides if side not in seats]
        if missing:
            raise UserError(f"no player sits for {', '.join(missing)}: add {missing[0]}=random")
        return {side: check_spec(seats[side], game) for side in sides}
    if len(parts) == 1:
        parts *= len(sides)
    if len(parts) != len(sides):
        order = ", ".join(sides)
        raise UserError(f"{len(parts)} players for {len(sides)} sides of {game.id}: name them in the order {order}")
    return {side: check_spec(spec, game, own=True) for side, spec in zip(sides, parts, strict=True)}
