"""What studies ask of a state. No rule needs it."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.kernel import Lost, Measure
from beachhead.wargame.measures import by_side
from pegasus.rules import Pegasus, steps_of


def bridges(g: Pegasus) -> int:
    """5.2 Bridges in British hands."""
    return sum(holder == "british" for holder in g.holders.values())


def steps_left(g: Pegasus, side: str) -> int:
    """4.2 Steps on the map."""
    return steps_of(g, g.on_map(side))


def places_held(g: Pegasus) -> Mapping[int, str]:
    """5.2 The bridges."""
    return dict(g.holders)


MEASURES = {
    "turn": Measure("Turn", lambda g: g.turn, "1.1"),
    "bridges": Measure("Bridges in British hands", bridges, "5.2", "british"),
    **by_side(("british", "german"), "steps", "{} steps on the map", steps_left, "4.2", "steps"),
}
LOSSES = {"step_lost": Lost(steps="steps")}
