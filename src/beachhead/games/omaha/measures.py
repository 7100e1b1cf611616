"""What studies ask of a state: points for ground and handicaps apart, infantry lost, who is where. No rule needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from beachhead.games.omaha.losses import losses_of
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.victory import (
    Award,
    adjustments,
    beach_points,
    controlled_for_victory,
    inland_points,
    points_now,
)
from beachhead.kernel import Lost, Measure


def _sum(awards: list[Award]) -> int:
    return sum(award.points for award in awards)


def ground_vp(g: Omaha) -> int:
    """13.2, 20.3 What the next check would give, without what the variants add or take."""
    return _sum(beach_points(g) if g.turn <= 16 else inland_points(g))


def _beach(place: int, worth: int, g: Omaha) -> int:
    """13.2 How many of the things that one line of the points counts are held."""
    return beach_points(g)[place].points // worth


def _inland(place: int) -> Callable[[Omaha], int]:
    return lambda g: inland_points(g)[place].points


def on_high_ground(g: Omaha) -> int:
    """US units, leaders left out, on high ground."""
    return sum(g.box.is_high[g.units[unit].at] for unit in g.fighters())


def steps_on_map(g: Omaha) -> int:
    """Steps of US units on the map."""
    return sum(g.units[unit].steps for unit in g.fighters())


def germans_left(g: Omaha) -> int:
    """German units in positions and armor on the map."""
    return sum(post.unit is not None for post in g.posts) + sum(unit.hex is not None for unit in g.armor)


def _infantry_lost(division: int, g: Omaha) -> int:
    return len(losses_of(g, division))


def unit_steps(g: Omaha, unit: int) -> int:
    """2.21 The steps of a US unit; leaders have none."""
    return g.units[unit].steps


def places_held(g: Omaha) -> Mapping[int, str]:
    """13.22 The positions: whose each of them is at the next check."""
    held = controlled_for_victory(g)
    return {there.hex: "us" if there.hex in held else "german" for there in g.box.positions}


MEASURES = {
    "turn": Measure("Turn", lambda g: g.turn, "4.VI"),
    "points": Measure("Victory points at the next check", points_now, "13.2", "us", "VP"),
    "ground_vp": Measure("Victory points without the variants' own", ground_vp, "13.2", "us", "VP"),
    "handicap": Measure(
        "Victory points that variants add or take", lambda g: _sum(adjustments(g)), "22", "us", "VP", is_handicap=True
    ),
    "wn_positions": Measure("WN positions held", partial(_beach, 0, 1), "13.2a", "us"),
    "reinforcement_positions": Measure("Reinforcement positions held", partial(_beach, 1, 1), "13.2b", "us"),
    "draws": Measure("Draws held", partial(_beach, 2, 5), "13.2c", "us"),
    "inland_positions_vp": Measure("Points for positions inland", _inland(0), "20.3.vp", "us", "VP"),
    "open_draws_vp": Measure("Points for open draws", _inland(1), "20.3.draw", "us", "VP"),
    "support_vp": Measure("Points for support units on the high ground", _inland(2), "20.3.veh", "us", "VP"),
    "exit_vp": Measure("Points for steps that left the map", _inland(3), "20.3.exit", "us", "VP"),
    "infantry_lost": Measure("Infantry units in the loss boxes", lambda g: len(g.loss_box), "13.1", "german", "units"),
    "infantry_lost_1st": Measure(
        "Infantry units of the 1st Division in the loss box", partial(_infantry_lost, 1), "13.1", "german", "units"
    ),
    "infantry_lost_29th": Measure(
        "Infantry units of the 29th Division in the loss box", partial(_infantry_lost, 29), "13.1", "german", "units"
    ),
    "on_high_ground": Measure("US units on high ground", on_high_ground, "13.22", "us", "units"),
    "us_steps": Measure("Steps of US units on the map", steps_on_map, "2.21.steps", "us", "steps"),
    "german_units": Measure("German units on the map", germans_left, "2.24", "german", "units"),
}
LOSSES = {
    "step_lost": Lost(steps=1, side="us"),
    "eliminated": Lost(steps="steps", side="us"),
    "german_removed": Lost("german", 1, "german"),
}
