"""What looking ahead asks of this game: when, between which ways to go on, and how good a state is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.measures import MEASURES
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Decision
from beachhead.players.judging import Counts, MeasureJudge
from beachhead.players.racing import Arm

WAYS: Sequence[Arm] = (
    Arm("Attack at worse odds", {"care": 0.5, "least": 0.0, "least_plan": -1.0, "committed": 0.1}),
    Arm("Spare the units", {"care": 1.4, "least": 1.5, "least_plan": 0.8}),
    Arm("Everybody forward", {"shove": 5.0, "ground": 6.0, "fear_attacking": 0.05, "fear_holding": 0.4}),
    Arm("Close the line", {"in_line": 4.0, "fear_attacking": 0.5, "fear_holding": 1.5}),
)
COUNTS = {
    "allied_hexes": Counts(0.35),
    "german_hexes": Counts(-0.2),
    "exit_points": Counts(-0.05),
    "allied_units_lost": Counts(-0.05),
    "german_units_lost": Counts(0.06),
}
"""What the Allies' chance hangs on, between veterans."""


def _moment(g: LongestDay, decision: Decision) -> Hashable | None:
    """Each regular movement phase of whoever decides."""
    return (g.turn, g.phase) if g.phase == f"{decision.side} movement" else None


JUDGE = MeasureJudge(
    ALLIED, _moment, {ALLIED: WAYS, GERMAN: WAYS}, MEASURES, COUNTS, Counts(0.38), worlds=10, horizon=1
)
