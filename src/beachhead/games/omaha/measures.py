"""What studies ask of a state: points for ground and handicaps apart, infantry lost, who is where. No rule needs it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from beachhead.games.omaha.box import DIVISIONS
from beachhead.games.omaha.losses import losses_of, ordinal
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.victory import adjustments, beach_points, controlled_for_victory, inland_points, points_now
from beachhead.kernel import Lost, Measure


def ground_vp(g: Omaha) -> int:
    """13.2, 20.3 What the next check would give, without what the variants add or take."""
    return sum(award.points for award in (beach_points(g) if g.turn <= 16 else inland_points(g)))


def handicap(g: Omaha) -> int:
    """22 What the variants add or take."""
    return sum(award.points for award in adjustments(g))


def _beach(place: int, worth: int, g: Omaha) -> int:
    """13.2 How many of the things that one line of the points counts are held."""
    return beach_points(g)[place].points // worth


def _inland(place: int, g: Omaha) -> int:
    return inland_points(g)[place].points


def on_high_ground(g: Omaha) -> int:
    """US units, leaders left out, on high ground."""
    return sum(g.box.is_high[g.units[unit].at] for unit in g.fighters())


def steps_on_map(g: Omaha) -> int:
    """Steps of US units on the map."""
    return sum(g.units[unit].steps for unit in g.fighters())


def lost_by(division: int) -> Measure:
    """13.1 What a division has in the loss box."""
    title = f"Infantry units of the {ordinal(division)} Division in the loss box"
    return Measure(title, lambda g: len(losses_of(g, division)), "13.1", "german", "units")


def germans_left(g: Omaha) -> int:
    """German units in positions and armor on the map."""
    return sum(post.unit is not None for post in g.posts) + sum(unit.hex is not None for unit in g.armor)


def places_held(g: Omaha) -> Mapping[int, str]:
    """13.22 The positions: whose each of them is at the next check."""
    held = controlled_for_victory(g)
    return {there.hex: "us" if there.hex in held else "german" for there in g.box.positions}


MEASURES = {
    "turn": Measure("Turn", lambda g: g.turn, "4.VI"),
    "points": Measure("Victory points at the next check", points_now, "13.2", "us", "VP"),
    "ground_vp": Measure("Victory points without the variants' own", ground_vp, "13.2", "us", "VP"),
    "handicap": Measure("Victory points that variants add or take", handicap, "22", "us", "VP", is_handicap=True),
    "wn_positions": Measure("WN positions held", partial(_beach, 0, 1), "13.2a", "us"),
    "reinforcement_positions": Measure("Reinforcement positions held", partial(_beach, 1, 1), "13.2b", "us"),
    "draws": Measure("Draws held", partial(_beach, 2, 5), "13.2c", "us"),
    "inland_positions_vp": Measure("Points for positions inland", partial(_inland, 0), "20.3.vp", "us", "VP"),
    "open_draws_vp": Measure("Points for open draws", partial(_inland, 1), "20.3.draw", "us", "VP"),
    "support_vp": Measure("Points for support units on the high ground", partial(_inland, 2), "20.3.veh", "us", "VP"),
    "exit_vp": Measure("Points for steps that left the map", partial(_inland, 3), "20.3.exit", "us", "VP"),
    "infantry_lost": Measure("Infantry units in the loss boxes", lambda g: len(g.loss_box), "13.1", "german", "units"),
    **{f"infantry_lost_{ordinal(division)}": lost_by(division) for division in DIVISIONS},
    "on_high_ground": Measure("US units on high ground", on_high_ground, "13.22", "us", "units"),
    "us_steps": Measure("Steps of US units on the map", steps_on_map, "2.21.steps", "us", "steps"),
    "german_units": Measure("German units on the map", germans_left, "2.24", "german", "units"),
}
LOSSES = {
    "step_lost": Lost(steps=1, side="us"),
    "eliminated": Lost(steps="steps", side="us"),
    "german_removed": Lost("german", 1, "german"),
}
