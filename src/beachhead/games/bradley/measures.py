"""What studies ask of a state: levels of victory, free ground around the Beachheads, losses. No rule needs it."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bradley.box import AMERICAN, GERMAN, SIDES
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import american_level, german_level, spoilers
from beachhead.kernel import Lost, Measure
from beachhead.wargame.measures import by_side, on_map

FARTHEST = 12
"""17.1.3 No condition looks farther than this."""


def free_radius(g: Bradley) -> int:
    """17.1.3 How many hexes around the Beachheads are free of Germans, all together."""
    beaches = [beach for beach in g.row.beaches if beach in g.beachheads]
    return sum(
        next((radius for radius in range(FARTHEST) if spoilers(g, beach, radius + 1)), FARTHEST) for beach in beaches
    )


def germans_near(g: Bradley) -> int:
    """17.1.3 German units within the radius of a Beachhead that a Lodgment must have free."""
    return sum(len(spoilers(g, beach, g.row.radius_strategic)) for beach in g.row.beaches)


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
    **by_side(SIDES, "units", "{} units on the map", on_map, "2.1", "units"),
    **by_side(SIDES, "units_lost", "{} units lost", lambda g, side: len(g.eliminated(side)), "2.1", "units", lost=True),
    "garrisons": Measure("German garrisons", lambda g: len(g.garrisons), "13.3.2", GERMAN),
    "mines": Measure("Mine points that are not cleared", lambda g: len(g.mines), "5.4.3a", GERMAN, "points"),
}
LOSSES = {"eliminated": Lost()}
