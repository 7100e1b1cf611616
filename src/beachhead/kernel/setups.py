"""Checking what somebody wants to play: scenario, options and seats, with the nearest valid names on a slip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from beachhead.kernel.game import Game, Settings
from beachhead.kernel.naming import UnknownName, shown
from beachhead.kernel.rulings import Refused


class BadSetup(Exception):
    """A scenario, option or seat that does not exist, or a value that an option does not have."""


class Setup(msgspec.Struct, frozen=True):
    """A checked choice, with every option set."""

    scenario: str
    settings: Settings
    seats: Mapping[str, str]


def check_setup(game: Game[Any], scenario: str | None, settings: Settings, seats: Mapping[str, str]) -> Setup:
    """Fill in the defaults and refuse what does not exist or does not go together."""
    scenario = next(iter(game.scenarios)) if scenario is None else scenario
    if scenario not in game.scenarios:
        raise BadSetup(str(UnknownName(f"{game.id} scenario", scenario, game.scenarios)))
    chosen = {option.id: option.default for option in game.options.values()}
    for name, value in settings.items():
        if name not in game.options:
            raise BadSetup(str(UnknownName(f"{game.id} option", name, game.options)))
        choices = game.options[name].choices
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            allowed = ", ".join(map(str, choices))
            raise BadSetup(f"option {name!r} of {game.id} is one of {allowed}, not {shown(value)}")
        chosen[name] = value
    ruling = game.refuse_settings(scenario, chosen)
    if ruling is not None:
        raise Refused(ruling)
    sides = game.seats(scenario, chosen)
    for side in seats:
        if side not in sides:
            raise BadSetup(str(UnknownName(f"{game.id} side", side, sides)))
    return Setup(scenario, chosen, dict(seats))
