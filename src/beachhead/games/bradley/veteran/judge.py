"""What looking ahead asks of this game: when, between which ways to go on, and how good a state is."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.measures import MEASURES
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Decision
from beachhead.players.judging import Counts, MeasureJudge
from beachhead.players.racing import Arm

WAYS: Mapping[str, Sequence[Arm]] = {
    AMERICAN: (
        Arm("Assault wherever it can be borne", {"keen": 2.0, "least_assault": 0.0, "danger": 0.25}),
        Arm("Fire first and spare the infantry", {"keen": 0.8, "least_assault": 0.3, "danger": 0.9, "kept": 0.1}),
        Arm("Send units after each German near the Beachhead", {"hunters": 3, "hunt": 28, "posted": 1.5}),
        Arm("Hold the roads by which Germans come", {"guards": 5, "posted": 1.5}),
    ),
    GERMAN: (
        Arm("Counterattack", {"keen": 1.6, "least_assault": 0.0, "danger": 0.35}),
        Arm("Stay out of sight of the guns", {"keen": 0.5, "danger": 1.2, "least_assault": 0.3}),
        Arm("Stay near the Beachhead at any price", {"held": 0.5, "dash": 10, "danger": 0.4}),
    ),
}
COUNTS = {
    "beachheads": Counts(1.99, 0.76),
    "germans_near": Counts(-0.05, -0.04),
    "american_units_lost": Counts(-0.29, -0.15),
    "german_units_lost": Counts(0.18),
}
BASE, TURNS = Counts(-0.83, -2.17), 14
"""What the Americans' chance hangs on, fitted to games of two veterans on Omaha."""


def _moment(g: Bradley, decision: Decision) -> Hashable | None:
    """Each movement segment of whoever decides."""
    own = "allied movement" if decision.side == AMERICAN else "german movement"
    return (g.turn, g.segment) if g.segment == own else None


JUDGE = MeasureJudge(AMERICAN, _moment, WAYS, MEASURES, COUNTS, BASE, turns=TURNS, worlds=20, horizon=3, late=12)
