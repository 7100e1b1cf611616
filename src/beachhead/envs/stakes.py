"""What an environment pays: the result, and if it is wanted the change of a figure on the way to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from beachhead.kernel import Game, Match

Potential: TypeAlias = str | Mapping[str, float] | Callable[[Any, str], float]
"""A measure of the game by its name, several with what one of each is worth, or a function of the state that a side
knows and of the side."""


class Stakes:
    """Pays 1 for a win, -1 for a loss, 0 for a draw; beside it the gain of a potential, which changes no best policy.

    The potential counts as nothing once a game is over, so over a whole game what was paid for it is taken back. With
    `keeps` it is not: then it is part of what is played for, and who cannot win yet learns to do better.
    """

    def __init__(
        self,
        game: Game[Any],
        sides: tuple[str, ...],
        potential: Potential | None,
        scale: float,
        discount: float,
        keeps: bool = False,
    ) -> None:
        self._read = None if potential is None else _reader(game, potential)
        self._made_of = game, sides, potential, scale, discount, keeps
        self._scale, self._discount, self._keeps = scale, discount, keeps
        self._last = dict.fromkeys(sides, 0.0)

    def __reduce__(self) -> tuple[Any, ...]:
        return Stakes, self._made_of, {"_last": self._last}

    def begin(self, match: Match[Any]) -> None:
        """Remember where everybody stands."""
        self._last = {side: self._potential(match, side) for side in self._last}

    def pay(self, match: Match[Any]) -> dict[str, float]:
        """What each side has earned since the last time."""
        earned = dict.fromkeys(self._last, 0.0)
        if self._read is not None:
            for side, before in self._last.items():
                now = self._potential(match, side)
                earned[side] = self._discount * now - before
                self._last[side] = now
        if match.outcome is not None:
            for side in earned:
                earned[side] += result(match.outcome.winner, side)
        return earned

    def _potential(self, match: Match[Any], side: str) -> float:
        if self._read is None or (match.is_over and not self._keeps):
            return 0.0
        return self._scale * self._read(match.known(side), side)


def result(winner: str | None, side: str) -> float:
    """1 for a win, -1 for a loss, 0 for a draw."""
    return 0.0 if winner is None else 1.0 if winner == side else -1.0


def _reader(game: Game[Any], potential: Potential) -> Callable[[Any, str], float]:
    if callable(potential):
        return potential
    measures: Mapping[str, Any] = {name: m for name, m in game.measures.items() if m.favours and m.kind == "number"}
    wanted = {potential: 1.0} if isinstance(potential, str) else potential
    for name in wanted:
        if name not in measures:
            raise ValueError(f"{game.id} has no figure {name!r} that favours a side: take one of {', '.join(measures)}")
    counted = [(measures[name], worth) for name, worth in wanted.items()]

    def read(g: Any, side: str) -> float:
        return sum(worth * float(m.read(g)) * (1.0 if m.favours == side else -1.0) for m, worth in counted)

    return read
