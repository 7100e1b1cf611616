"""The players that know no game: by chance, by the first option, by a list of actions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from beachhead.kernel import Action, BadAction, Game, parse_action
from beachhead.players.seat import PlayerError, Seat

AnyGame = Game[Any]


class RandomPlayer:
    """Takes any legal action, each with the same chance."""

    def __init__(self, game: AnyGame, side: str, random: Random) -> None:  # noqa: ARG002
        self._random = random.random

    def choose(self, seat: Seat) -> Action:
        """An option drawn from the player's own generator."""
        options = seat.decision.options
        index = int(self._random() * sum(map(len, options.values())))
        for verb, args in options.items():
            if index < len(args):
                return Action(verb, args[index])
            index -= len(args)
        raise PlayerError(f"there is nothing to choose: {seat.decision.prompt}")


class FirstPlayer:
    """Takes the first option, always."""

    def __init__(self, game: AnyGame, side: str, random: Random) -> None:
        pass

    def choose(self, seat: Seat) -> Action:
        """The first option as the game lists them."""
        return next(seat.decision.actions())


class ScriptPlayer:
    """Takes written actions one after another, then says that there are no more."""

    def __init__(self, game: AnyGame, side: str, random: Random, *, file: str = "") -> None:  # noqa: ARG002
        if not file:
            raise PlayerError("a script player needs a file with one action per line: write script:file=PATH")
        self._game = game
        self._side = side
        self._left = _lines(_read(Path(file)))

    @classmethod
    def of(cls, game: AnyGame, side: str, actions: Iterable[str]) -> ScriptPlayer:
        """A player with these actions, as text."""
        player = cls.__new__(cls)
        player._game, player._side, player._left = game, side, _lines(actions)
        return player

    def choose(self, seat: Seat) -> Action:
        """The next action of the script."""
        if not self._left:
            raise PlayerError(f"the script of {self._side} has run out at: {seat.decision.prompt}")
        text = self._left.pop()
        try:
            return parse_action(self._game, text)
        except BadAction as error:
            raise PlayerError(f"the script of {self._side} has {text!r}: {error}") from None


def _lines(lines: Iterable[str]) -> list[str]:
    """The actions, last first; empty lines and comments with `#` are left out."""
    stripped = [line.strip() for line in lines]
    return [line for line in stripped if line and not line.startswith("#")][::-1]


def _read(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PlayerError(f"the script {file} cannot be read: {error}") from None
