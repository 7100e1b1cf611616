"""What studies ask of a state: cities, the ring round Saint-Lo, beachheads, strengths. No rule needs it."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bocage.box import ALLIED, GERMAN, GONE, SIDES
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.victory import captured_cities, captured_hexes, is_city_captured, units_near_saint_lo
from beachhead.kernel import Lost, Measure
from beachhead.wargame.measures import by_side


def objectives(g: Bocage) -> int:
    """13.0c How many of the three places the Allies have captured."""
    return sum(city.objective and is_city_captured(g, city) for city in g.box.towns)


def units_lost(g: Bocage, side: str) -> int:
    """S2.3a Units out of the game."""
    return len(g.waiting(side, GONE))


def strength(g: Bocage, side: str) -> int:
    """S2.3 Attack strength on the map."""
    return sum(g.attack(unit) for unit in g.on_map(side))


def markers_left(g: Bocage) -> int:
    """11.1.4 Support fire markers that the German still has."""
    return len(g.german_cup) + len(g.german_aside) + len(g.german_used) + len(g.german_out)


def unit_steps(g: Bocage, unit: int) -> int:
    """S2.3a A full unit has two sides."""
    return 1 if g.units[unit].reduced else 2


def places_held(g: Bocage) -> Mapping[int, str]:
    """13.0d The city hexes with those who were last in them, and the beachheads."""
    return dict(g.held) | dict.fromkeys(g.beachheads, ALLIED)


MEASURES = {
    "turn": Measure("Turn", lambda g: g.turn, "10.2"),
    "objectives": Measure("Trevieres, Isigny and Caumont captured", objectives, "13.0c", ALLIED),
    "cities": Measure("Cities captured", captured_cities, "14.2b", ALLIED),
    "city_hexes": Measure("City hexes captured", captured_hexes, "14.3d", ALLIED, "hexes"),
    "near_saint_lo": Measure("Allied units next to Saint-Lo", units_near_saint_lo, "13.0e", ALLIED, "units"),
    "beachheads": Measure("Beachheads", lambda g: len(g.beachheads), "13.0a", ALLIED),
    **by_side(SIDES, "strength", "{} attack strength on the map", strength, "S2.3"),
    **by_side(SIDES, "units_lost", "{} units lost", units_lost, "S2.3a", "units", lost=True),
    "german_markers": Measure("German support fire markers left", markers_left, "11.1.4d", GERMAN, "markers"),
}
LOSSES = {"reduced": Lost(steps=1), "eliminated": Lost()}
