"""How a game's states are judged by its measures, for players that look ahead."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import exp
from typing import Any, NamedTuple

from beachhead.kernel import Decision, Measure, Outcome
from beachhead.players.racing import Arm

Moment = Callable[[Any, Decision], Hashable | None]


class Counts(NamedTuple):
    """What one of a measure is worth to the first side as the game begins, and how much more at its end."""

    each: float
    later: float = 0.0


def won(outcome: Outcome, side: str) -> float:
    """The plain worth of a result: 1 for a victory, a half for a draw."""
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


class MeasureJudge:
    """Looks ahead at some moments between some ways to go on, and judges a state by what measures make of it.

    `side` is whose chance the counts add up to, from `base` on, on the scale of a logistic curve; `turns` is how long
    a game is. `horizon` says how many turns are played on, and from the turn `late` on all that are left.
    """

    def __init__(
        self,
        side: str,
        moment: Moment,
        ways: Mapping[str, Sequence[Arm]],
        measures: Mapping[str, Measure],
        counts: Mapping[str, Counts],
        base: Counts,
        *,
        turns: int = 1,
        worlds: int,
        horizon: int,
        late: int = 1 << 20,
    ) -> None:
        self.worlds = worlds
        self.side = side
        self._moment, self._ways, self._horizon, self._late = moment, ways, horizon, late
        self._counts = [(measures[name].read, count) for name, count in counts.items()]
        self._base, self._turns = base, turns

    def moment(self, g: Any, decision: Decision) -> Hashable | None:
        """The moment to which a decision belongs; None where nothing is raced."""
        return self._moment(g, decision) if decision.is_turn_point else None

    def arms(self, g: Any, side: str) -> Sequence[Arm]:  # noqa: ARG002
        """The ways to go on beside the usual one."""
        return self._ways.get(side, ())

    def is_far(self, start: Any, g: Any) -> bool:
        """Whether as many turns have passed as are played on."""
        return bool(start.turn < self._late and g.turn >= start.turn + self._horizon)

    def value(self, g: Any, side: str) -> float:
        """About the chance of a side to win, by what counts."""
        gone = min(g.turn / self._turns, 1.0)
        points = self._base.each + self._base.later * gone
        points += sum((count.each + count.later * gone) * float(read(g)) for read, count in self._counts)
        chance = 1 / (1 + exp(-max(-30.0, min(30.0, points))))
        return chance if side == self.side else 1 - chance

    def result(self, outcome: Outcome, g: Any, side: str) -> float:  # noqa: ARG002
        """Who has won."""
        return won(outcome, side)
