"""What studies ask of a state: levels of victory, free ground around the Beachheads, losses. No rule needs it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import american_level, german_level, spoilers
from beachhead.kernel import Lost, Measure

FARTHEST = 12
"""17.1.3 No condition looks farther than this."""


def free_radius(g: Bradley) -> int:
    """17.1.3 How many hexes around the Beachheads are free of Germans, all together."""
    return sum(_free_around(g, beach) for beach in g.row.beaches if beach in g.beachheads)


def _free_around(g: Bradley, beach: str) -> int:
    return next((radius for radius in range(FARTHEST) if spoilers(g, beach, radius + 1)), FARTHEST)


def germans_near(g: Bradley) -> int:
    """17.1.3 German units within the radius of a Beachhead that a Lodgment must have free."""
    return sum(len(spoilers(g, beach, g.row.radius_strategic)) for beach in g.row.beaches)


def units_lost(side: str, g: Bradley) -> int:
    """2.1 Units in the Eliminated Units Box."""
    return len(g.eliminated(side))


def units_left(side: str, g: Bradley) -> int:
    """Units on the map."""
    return len(g.on_map(side))


def places_held(g: Bradley) -> Mapping[int, str]:
    """5.10, 13.3 Beachheads, and the hexes with German garrisons."""
    return dict.fromkeys(g.garrisons, GERMAN) | dict.fromkeys(g.beachheads.values(), AMERICAN)


MEASURES = {
    "turn": Measure("Turn", lambda g: g.turn, "3.0"),
    "american_level": Measure("American level of victory", lambda g: american_level(g).level, "17.1.2", AMERICAN),
    "german_level": Measure("German level of victory", lambda g: german_level(g).level, "17.1.2a", GERMAN),
    "beachheads": Measure("Beachheads", lambda g: len(g.beachheads), "17.1.3", AMERICAN),
    "free_radius": Measure("Hexes around the Beachheads without Germans", free_radius, "17.1.3", AMERICAN, "hexes"),
    "germans_near": Measure("Germans that spoil a Lodgment", germans_near, "17.1.3", GERMAN, "units"),
    "american_units": Measure("American units on the map", partial(units_left, AMERICAN), "2.1", AMERICAN, "units"),
    "german_units": Measure("German units on the map", partial(units_left, GERMAN), "2.1", GERMAN, "units"),
    "american_units_lost": Measure("American units lost", partial(units_lost, AMERICAN), "2.1", GERMAN, "units"),
    "german_units_lost": Measure("German units lost", partial(units_lost, GERMAN), "2.1", AMERICAN, "units"),
    "garrisons": Measure("German garrisons", lambda g: len(g.garrisons), "13.3.2", GERMAN),
    "mines": Measure("Mine points that are not cleared", lambda g: len(g.mines), "5.4.3a", GERMAN, "points"),
}
LOSSES = {"eliminated": Lost()}
