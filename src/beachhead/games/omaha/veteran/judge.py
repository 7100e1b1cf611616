"""What looking ahead asks of this game: when, between which ways to go on, and how good a state is."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import exp

from beachhead.games.omaha.losses import losses_of
from beachhead.games.omaha.measures import MEASURES
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Decision, Outcome
from beachhead.players.judging import Counts, MeasureJudge
from beachhead.players.racing import Arm

WAYS: Sequence[Arm] = (
    Arm("Push off the beach through fire", {"caution": 0.7, "lift": 4.5, "reach": 2.8, "doom": 3.0}),
    Arm("Keep out of fire", {"caution": 2.2, "reach": 1.2, "doom": 10.0, "inland_doom": 70.0}),
    Arm("Attack before anything else, far and wide", {"reach": 3.2, "spare": 0.12, "attack_first": 8.0, "action": 0.1}),
    Arm("Take and hold ground that counts", {"early_point": 0.6, "late_point": 6.0, "freed": 1.6, "uncovered": 0.5}),
    Arm("Silence positions with guns and ships", {"silence": 1.2, "salvo": 0.4, "gun_move": 0.7}),
)
COUNTS = {
    "ground_vp": Counts(0.16),
    "on_high_ground": Counts(0.12),
    "german_units": Counts(-0.12),
}
"""What the chance of success hangs on beside losses."""
BEACH_LOSSES, INLAND_LOSSES = 8, 14
"""13.1, 20.1 Companies of a division whose loss is a catastrophe."""
ENOUGH = 17.0
"""Points of the first check that make a middling result."""


def _moment(g: Omaha, decision: Decision) -> Hashable | None:
    """7.1 Each action phase of a division."""
    return (g.turn, g.division) if g.phase == "action" and decision.side != "german" else None


class OmahaJudge(MeasureJudge):
    """Losses of a division near its limit weigh more than anything else."""

    def value(self, g: Omaha, side: str) -> float:  # noqa: ARG002
        """By what counts, less what is feared for the divisions; all who decide are American."""
        limit = INLAND_LOSSES if g.is_extended else BEACH_LOSSES
        alive = 1.0
        for division in (1, 29):
            alive *= 1 - (min(len(losses_of(g, division)), limit) / limit) ** 5
        return alive * super().value(g, self.side)

    def result(self, outcome: Outcome, g: Omaha, side: str) -> float:  # noqa: ARG002
        """By points: a division that is lost is the worst, and a victory is never less than half."""
        points = outcome.scores.get("us")
        if points is None:
            return float(outcome.winner != "german")
        near = 1 / (1 + exp((ENOUGH - points) / 4))
        return 0.5 + near / 2 if outcome.winner == "us" else min(near, 0.5)


_SIDES: Mapping[str, Sequence[Arm]] = dict.fromkeys(("us", "1st", "29th"), WAYS)

JUDGE = OmahaJudge("us", _moment, _SIDES, MEASURES, COUNTS, Counts(-0.12), worlds=24, horizon=3, late=14)
