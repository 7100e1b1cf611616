"""The levels of a game's computer players: recruit, veteran and commander, all from what their side knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from beachhead.kernel import Game
from beachhead.players.commander import Adviser, Commander, Judge, Veteran
from beachhead.players.recruit import IMPULSE, Recruit
from beachhead.players.seat import Player
from beachhead.players.weights import USUAL

LEVELS: Mapping[str, str] = {
    "recruit": "Plays sensibly and makes a beginner's mistakes.",
    "veteran": "Plays by a doctrine that has proved itself.",
    "commander": "Looks ahead at the moments that count, some seconds each.",
    "learned": "Learned by playing many thousand games.",
}
"""What people are told of each, the easiest first."""


WEIGHTS = "learned.npz"
"""The file beside a game's modules that has what was learned."""


def levels(
    veteran: Veteran,
    judge: Judge[Any] | None = None,
    learned: Path | None = None,
    *,
    green: str = USUAL,
    impulse: float = IMPULSE,
) -> dict[str, Callable[..., Any]]:
    """The players of a game by name, the usual one first; a commander where there is somebody to judge states.

    `learned` is the folder with the weights of a player that was trained; `green` is the style that a recruit has been
    taught, and `impulse` how often he forgets it.
    """
    recruit = partial(Recruit, veteran=veteran, doctrine=green, impulse=impulse)
    found: dict[str, Callable[..., Any]] = {"veteran": veteran, "recruit": recruit}
    if judge is not None:
        found["commander"] = partial(Commander, veteran=veteran, judge=judge)
    if learned is not None:
        found["learned"] = partial(_learned, folder=learned)
    return found


def _learned(game: Game[Any], side: str, random: Random, *, temperature: float = 0.2, folder: Path) -> Player:
    from beachhead.players.learned import Learned  # noqa: PLC0415  its arrays are not needed before somebody wants it

    return Learned(game, side, random, folder / WEIGHTS, temperature=temperature)


def adviser(players: Mapping[str, Callable[..., Any]]) -> Callable[..., Adviser] | None:
    """Who advises people in a game with these players; nobody where no commander plays it."""
    commander = players.get("commander")
    return partial(Adviser, **commander.keywords) if isinstance(commander, partial) else None
