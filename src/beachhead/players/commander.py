"""The commander: a veteran who looks ahead at the moments that count, in worlds imagined from what his side knows.

At the moments that a game's judge names he races ways to go on (other weights, or an action) against his usual one
and goes on with the best until the next such moment; everything else is the veteran's. `Adviser` uses such worlds to
say what it would do at any decision, for people who ask.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from beachhead.kernel import Action, CannotImagine, Decision, Game, Match, Outcome, State, action_label
from beachhead.players.doctrine import Doctrine
from beachhead.players.racing import Arm, Clock, Reasons, TimeIsUp, race
from beachhead.players.seat import Seat
from beachhead.players.weights import USUAL, changed, weights_for

S = TypeVar("S", bound=State, contravariant=True)  # noqa: PLC0105
Veteran = Callable[..., Doctrine[Any]]
SECONDS = 2.0
"""The time of one core that a decision may take."""
_LONGEST = 20_000
"""Decisions after which a world is judged as it stands, wherever it is."""


class Judge(Protocol[S]):
    """What a game says about looking ahead."""

    worlds: int
    """How many worlds are played on at a moment, all arms together, so that games are reproducible."""

    def moment(self, g: S, decision: Decision) -> Hashable | None:
        """The moment to which a decision belongs; None where nothing is raced."""

    def arms(self, g: S, side: str) -> Sequence[Arm]:
        """The ways to go on beside the usual one."""

    def is_far(self, start: S, g: S) -> bool:
        """Whether a world has been played on long enough."""

    def value(self, g: S, side: str) -> float:
        """How good a state is for a side, from 0 to 1: about its chance to win."""

    def result(self, outcome: Outcome, g: S, side: str) -> float:
        """What the end of a game is worth to a side, from 0 to 1."""


class Worlds:
    """Imagined worlds of one decision: each is dealt once and played on by veterans for every arm."""

    def __init__(self, seat: Seat, veteran: Veteran, judge: Judge[Any], weights: Any, key: str, clock: Clock) -> None:
        self._seat, self._veteran, self._judge, self._weights, self._key = seat, veteran, judge, weights, key
        self._clock = clock
        self._dealt: list[Match[Any]] = []

    def sample(self, arm: Arm, number: int) -> float:
        """What an arm comes to in a world."""
        while len(self._dealt) <= number:
            self._dealt.append(self._seat.imagine(Random(f"{self._key}/{len(self._dealt)}")))
        world = self._dealt[number].clone(history=False)
        start, side, judge = self._dealt[number].state, self._seat.side, self._judge
        players = {
            each: self._veteran(world.game, each, Random(f"{self._key}/{number}/{each}"))
            for each in world.game.seats(world.scenario, world.settings)
        }
        players[side].weights = changed(self._weights, arm.changes)
        if arm.action is not None:
            world.apply(arm.action)
        left = _LONGEST
        while (decision := world.decision) is not None and left:
            if decision.is_turn_point and judge.is_far(start, world.state):
                break
            if self._clock.is_over:
                raise TimeIsUp
            world.apply(players[decision.side].choose(Seat(world, decision)), side=decision.side)
            left -= 1
        if world.outcome is not None:
            return judge.result(world.outcome, world.state, side)
        return judge.value(world.state, side)


class Commander:
    """Plays as the veteran, and at the moments that count as the best of several veterans would."""

    def __init__(
        self,
        game: Game[Any],
        side: str,
        random: Random,
        *,
        veteran: Veteran,
        judge: Judge[Any],
        doctrine: str = USUAL,
        worlds: int = 0,
        seconds: float = SECONDS,
    ) -> None:
        self.side, self.random = side, random
        self.reasons: Reasons | None = None
        """Why the last choice was made, if arms were raced for it."""
        self._base, self._veteran, self._judge = veteran(game, side, random, doctrine=doctrine), veteran, judge
        self._weights = weights_for(game, side, doctrine)
        self._worlds, self._seconds = worlds or judge.worlds, seconds
        self._moment: Hashable = None

    def choose(self, seat: Seat) -> Action:
        """The veteran's choice, with the weights or the action that did best."""
        self.reasons = None
        decision = seat.decision
        if len(decision) > 1:
            moment = self._judge.moment(seat.state, decision)
            if moment is not None and moment != self._moment:
                self._moment = moment
                action = self._look_ahead(seat)
                if action is not None:
                    return action
        return self._base.choose(seat)

    def _look_ahead(self, seat: Seat) -> Action | None:
        """Race the arms of this moment; the action of the best, if it has one."""
        arms = [Arm("As usual"), *self._judge.arms(seat.state, self.side)]
        if len(arms) == 1:
            return None
        clock, key = Clock(self._seconds), str(self.random.getrandbits(64))
        worlds = Worlds(seat, self._veteran, self._judge, self._weights, key, clock)
        try:
            best, self.reasons = race(seat.decision.prompt, arms, worlds.sample, self._worlds)
        except CannotImagine:
            return None
        self._base.adopt(changed(self._weights, best.changes))
        return best.action


class Adviser:
    """What it would do in somebody's place, and why: the veteran's choice raced against others."""

    MOST = 6
    """Actions that are tried."""

    def __init__(
        self,
        game: Game[Any],
        side: str,
        random: Random,
        *,
        veteran: Veteran,
        judge: Judge[Any],
        seconds: float = SECONDS,
    ) -> None:
        self.game, self.side, self.random = game, side, random
        self._veteran, self._judge, self._seconds = veteran, judge, seconds

    def advise(self, seat: Seat) -> tuple[Action, Reasons]:
        """The action that does best in imagined worlds, and what was tried."""
        decision = seat.decision
        usual = self._veteran(self.game, self.side, self.random).choose(seat)
        others = [action for action in decision.actions() if action != usual and not self._is_back(action)]
        if len(others) >= self.MOST:
            others = self.random.sample(others, self.MOST - 1)
        arms = [Arm(action_label(self.game, action), action=action) for action in (usual, *others)]
        clock, key = Clock(self._seconds), str(self.random.getrandbits(64))
        worlds = Worlds(seat, self._veteran, self._judge, weights_for(self.game, self.side), key, clock)
        try:
            best, reasons = race(decision.prompt, arms, worlds.sample, self._judge.worlds)
        except CannotImagine:
            return usual, Reasons(decision.prompt, ())
        assert best.action is not None
        return best.action, reasons

    def _is_back(self, action: Action) -> bool:
        return self.game.verbs[action.verb].role == "back"
