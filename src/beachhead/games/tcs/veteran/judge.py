"""What looking ahead asks of this game: when, between which ways to go on, and how good a state is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from beachhead.games.tcs.box import AMERICAN, GERMAN
from beachhead.games.tcs.measures import MEASURES
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Decision
from beachhead.players.judging import Counts, MeasureJudge
from beachhead.players.racing import Arm

WAYS: Sequence[Arm] = (
    Arm("Press on through fire", {"exposure": 0.3, "shelled": 0.2, "pace": 2.0}),
    Arm("Stay under cover and fire", {"exposure": 0.9, "shelled": 0.7, "pace": 0.9, "watch": 1.0}),
    Arm("Assault early", {"least_assault": 0.1, "steady": 0.1}),
)
COUNTS = {
    "american_villages": Counts(0.4),
    "german_villages": Counts(-0.4),
    "breaches": Counts(0.6),
    "american_units_lost": Counts(-0.1),
    "german_units_lost": Counts(0.12),
}
"""What the Americans' chance hangs on, between veterans."""


def _moment(g: Tcs, decision: Decision) -> Hashable | None:
    """TCS 2.0c Each choice of modes by whoever decides."""
    return (g.turn, g.phase) if g.phase == f"{decision.side} modes" else None


JUDGE = MeasureJudge(
    AMERICAN, _moment, {AMERICAN: WAYS, GERMAN: WAYS}, MEASURES, COUNTS, Counts(-0.72), worlds=8, horizon=2
)
