"""A player that tries each of a few actions in imagined games, played on at random, and takes the one that did best.

beachhead playout pegasus --players examples/agents/lookahead.py:Lookahead,random --games 100
"""

from __future__ import annotations

from random import Random

from beachhead.kernel import Action, Game, Match
from beachhead.players import Seat


class Lookahead:
    """Tries at most `width` actions in `worlds` imagined games each."""

    def __init__(self, game: Game, side: str, random: Random, *, width: int = 6, worlds: int = 8) -> None:  # noqa: ARG002
        self.side, self.random = side, random
        self.width, self.worlds = width, worlds

    def choose(self, seat: Seat) -> Action:
        """The action after which most of the imagined games were won."""
        actions = list(seat.decision.actions())
        if len(actions) == 1:
            return actions[0]
        tried = self.random.sample(actions, min(self.width, len(actions)))
        worlds = [seat.imagine(self.random) for _ in range(self.worlds)]  # all actions meet the same ones
        return max(tried, key=lambda action: sum(self._value(world, action) for world in worlds))

    def _value(self, world: Match, action: Action) -> int:
        """Whether a game that goes on with this action is won, lost (-1) or neither."""
        game = world.clone(history=False)
        game.apply(action)
        while (decision := game.decision) is not None:
            game.apply(decision[self.random.randrange(len(decision))])
        winner = game.outcome.winner
        return 0 if winner is None else 1 if winner == self.side else -1
