"""Doctrine: the frame of a computer player that answers decisions verb by verb, from the state as its side knows it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from random import Random
from typing import Any, Generic, TypeVar

from beachhead.kernel import Action, Decision, Game, State
from beachhead.players.seat import Seat
from beachhead.players.weights import USUAL, weights_for

S = TypeVar("S", bound=State)

Answer = Callable[[S, Decision], Action | None]
"""How a verb is answered: an action of the decision, or None to leave it to the next verb."""


class Doctrine(Generic[S]):
    """A player with an answer for each verb.

    A game's player says with `answers` how it answers, the first verb that is offered and has something to say first;
    with `moment` when a new stretch of play begins, and with `begin` what it forgets and plans then. `script` holds
    actions that were planned together, to be taken one after the other. It asks the rules of the game about `g`, which
    holds what the side knows and nothing else. `weights` are what its side weighs in the style that it plays.
    """

    def __init__(self, game: Game[S], side: str, random: Random, *, doctrine: str = USUAL) -> None:
        self.game = game
        self.weights: Any = weights_for(game, side, doctrine)
        self.box: Any = game.box
        self.side = side
        self.random = random
        self.script: list[Action] = []
        self._moment: Hashable = None
        self._answers = self.answers()

    def answers(self) -> Mapping[str, Answer[S]]:
        """How each verb is answered, in the order in which they are looked at."""
        return {}

    def moment(self, g: S) -> Hashable:
        """What a plan lasts for: as long as this stays the same."""
        return self.game.landmark(g)

    def begin(self, g: S) -> None:
        """A new moment has come."""

    def otherwise(self, g: S, decision: Decision) -> Action:  # noqa: ARG002
        """What is done when no verb had an answer."""
        return decision[0]

    def adopt(self, weights: Any) -> None:
        """Weigh otherwise from now on; what was planned is planned anew."""
        if weights != self.weights:
            self.weights, self._moment = weights, None

    def choose(self, seat: Seat) -> Action:
        """One of the options."""
        decision = seat.decision
        if len(decision) == 1:
            return decision[0]
        g: S = seat.state
        moment = self.moment(g)
        if moment != self._moment:
            self._moment, self.script = moment, []
            self.begin(g)
        for verb, answer in self._answers.items():
            if decision.options.get(verb):
                found = answer(g, decision)
                if found is not None:
                    return found
        return self.otherwise(g, decision)

    def scripted(self, decision: Decision) -> Action | None:
        """The next action of the script that is offered; those that are not are dropped."""
        while self.script:
            action = self.script.pop(0)
            if decision.offers(action):
                return action
        return None
