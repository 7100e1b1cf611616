"""The levels of a game's computer players: recruit, veteran and commander, all from what their side knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from beachhead.players.commander import Adviser, Commander, Judge, Veteran
from beachhead.players.recruit import Recruit

LEVELS: Mapping[str, str] = {
    "recruit": "Plays sensibly and makes a beginner's mistakes.",
    "veteran": "Plays by a doctrine that has proved itself.",
    "commander": "Looks ahead at the moments that count, some seconds each.",
}
"""What people are told of each, the easiest first."""


def levels(veteran: Veteran, judge: Judge[Any] | None = None) -> dict[str, Callable[..., Any]]:
    """The players of a game by name, the usual one first; a commander where there is somebody to judge states."""
    found: dict[str, Callable[..., Any]] = {"veteran": veteran, "recruit": partial(Recruit, veteran=veteran)}
    if judge is not None:
        found["commander"] = partial(Commander, veteran=veteran, judge=judge)
    return found


def adviser(players: Mapping[str, Callable[..., Any]]) -> Callable[..., Adviser] | None:
    """Who advises people in a game with these players; nobody where no commander plays it."""
    commander = players.get("commander")
    return partial(Adviser, **commander.keywords) if isinstance(commander, partial) else None
