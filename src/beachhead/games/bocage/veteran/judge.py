"""What looking ahead asks of this game: when, between which ways to go on, and how good a state is."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from beachhead.games.bocage.box import ALLIED, GERMAN
from beachhead.games.bocage.measures import MEASURES
from beachhead.games.bocage.state import Bocage
from beachhead.kernel import Decision
from beachhead.players.judging import Counts, MeasureJudge
from beachhead.players.racing import Arm

WAYS: Mapping[str, Sequence[Arm]] = {
    ALLIED: (
        Arm("Press on and attack at worse odds", {"good": -0.1, "contact": 2.4, "fear": 0.7, "reserve": 4}),
        Arm("Wait for better odds and keep to cover", {"good": 0.45, "contact": 1.0, "fear": 2.5, "shelter": 0.6}),
        Arm("Go for the cities, whoever is in the way", {"city": 18.0, "fear": 0.7}),
        Arm("Guard beaches and captured cities strongly", {"guards": 2, "garrison": 7, "guard": 18}),
        Arm("Leave few behind, everybody to the front", {"guard": 9, "garrison": 2}),
    ),
    GERMAN: (
        Arm("Strike back wherever odds allow", {"good": -0.2, "contact": 3.0, "fear": 0.5}),
        Arm("Retake cities at any price", {"city": 24.0, "fear": 0.6, "taking": 2.4}),
        Arm("Keep away from strong enemies, in cover", {"good": 0.5, "contact": 1.0, "fear": 2.6, "shelter": 1.2}),
        Arm("Give up no city", {"stand": 1, "north": 14}),
        Arm("Trade ground for time", {"stand": 17, "north": 0, "fear": 2.0}),
    ),
}
COUNTS = {
    "objectives": Counts(0.19, 0.21),
    "near_saint_lo": Counts(0.15, -0.16),
    "beachheads": Counts(-0.23, 0.36),
    "allied_strength": Counts(0.018, -0.005),
    "german_strength": Counts(0.0, -0.057),
}
BASE, TURNS = Counts(0.71, -0.54), 17
"""What the Allies' chance hangs on, fitted to games of two veterans."""


def _moment(g: Bocage, decision: Decision) -> Hashable | None:
    """Each movement phase of whoever decides."""
    return (g.turn, g.phase) if g.phase == f"{decision.side} movement" else None


JUDGE = MeasureJudge(ALLIED, _moment, WAYS, MEASURES, COUNTS, BASE, turns=TURNS, worlds=36, horizon=3, late=13)
