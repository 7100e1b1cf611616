"""The recruit: knows the same drill as the veteran, but acts on impulse now and then, and looks no further than that.

On impulse he takes what looks best at once, by the chances that everybody can read off the table; nothing that others
do is in it, and sometimes he stops before everybody has done his part: sensible play with a beginner's mistakes.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from beachhead.kernel import Action, Game
from beachhead.players.doctrine import Doctrine
from beachhead.players.seat import Seat
from beachhead.players.weights import USUAL

IMPULSE = 0.4
"""How often he acts on impulse where he has a choice."""
STOPS = 0.1
"""How often he then thinks that he is done."""
LOOKS = 6
"""Actions whose chances he reads before he takes one."""


class Recruit:
    """A veteran's pupil."""

    def __init__(
        self,
        game: Game[Any],
        side: str,
        random: Random,
        *,
        veteran: Callable[..., Doctrine[Any]],
        doctrine: str = USUAL,
        impulse: float = IMPULSE,
    ) -> None:
        self._game, self._side, self._random, self._impulse = game, side, random, impulse
        self._drill = veteran(game, side, random, doctrine=doctrine)

    def choose(self, seat: Seat) -> Action:
        """As he was taught, or on impulse; what he was taught may not fit where his impulses have led him."""
        decision, action = seat.decision, self._drill.choose(seat)
        is_fit = decision.offers(action)
        if len(decision) == 1 or (is_fit and self._random.random() >= self._impulse):
            return action
        return self._impulsive(seat) or (action if is_fit else decision[0])

    def _impulsive(self, seat: Seat) -> Action | None:
        """What looks best at once among a few; nothing if all that is left is to stop or step back."""
        roles = {verb: self._game.verbs[verb].role for verb in seat.decision.options}
        able = [action for action in seat.decision.actions() if roles[action.verb] not in ("back", "done")]
        done = [action for action in seat.decision.actions() if roles[action.verb] == "done"]
        if done and self._random.random() < STOPS:
            return done[0]
        if not able:
            return None
        seen = self._random.sample(able, min(LOOKS, len(able)))
        return max(seen, key=lambda action: self._promise(seat, action))

    def _promise(self, seat: Seat, action: Action) -> float:
        """By how much the chances of an action are good."""
        found = seat.preview(action)
        return 0.0 if found is None else float(found.balance(self._side))
