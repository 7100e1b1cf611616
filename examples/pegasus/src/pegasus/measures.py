"""What studies ask of a state. No rule needs it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from beachhead.kernel import Lost, Measure
from pegasus.rules import Pegasus, steps_of


def bridges(g: Pegasus) -> int:
    """5.2 Bridges in British hands."""
    return sum(holder == "british" for holder in g.holders.values())


def steps_left(side: str, g: Pegasus) -> int:
    """4.2 Steps on the map."""
    return steps_of(g, g.on_map(side))


def unit_steps(g: Pegasus, unit: int) -> int:
    """4.3 The steps of a unit."""
    return g.units[unit].steps


def places_held(g: Pegasus) -> Mapping[int, str]:
    """5.2 The bridges."""
    return dict(g.holders)


MEASURES = {
    "turn": Measure("Turn", lambda g: g.turn, "1.1"),
    "bridges": Measure("Bridges in British hands", bridges, "5.2", "british"),
    "british_steps": Measure("British steps on the map", partial(steps_left, "british"), "4.2", "british", "steps"),
    "german_steps": Measure("German steps on the map", partial(steps_left, "german"), "4.2", "german", "steps"),
}
LOSSES = {"step_lost": Lost(steps="steps")}
