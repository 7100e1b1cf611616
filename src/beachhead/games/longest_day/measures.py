"""What studies ask of a state: hexes that count, beachheads, strengths, losses. No rule needs it."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.longest_day.box import ALLIED, GERMAN, LOST
from beachhead.games.longest_day.occupation import steps_left
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.victory import CITIES, exit_points, footholds
from beachhead.kernel import Lost, Measure
from beachhead.wargame.measures import by_side


def hexes_held(g: LongestDay, side: str) -> int:
    """X.H The hexes that count in which a side was the last."""
    return sum(holder == side for holder in g.held.values())


def cities(g: LongestDay) -> int:
    """X.H.1.a The great cities in every hex of which the Allies were the last, where they are in play."""
    return sum(all(g.held.get(h) == ALLIED for h in g.box.areas[city]) for city in CITIES)


def steps_on_map(g: LongestDay, side: str) -> int:
    """I.I.10 Steps of combat units on the map."""
    return sum(steps_left(g, unit) for unit in g.on_map(side) if g.box.combat[unit])


def units_lost(g: LongestDay, side: str) -> int:
    """I.I.10 Combat units that are out of the game."""
    return sum(g.box.combat[unit] for unit in g.waiting(side, LOST))


def unit_steps(g: LongestDay, unit: int) -> int:
    """I.I.10 The steps that a unit can still lose."""
    return steps_left(g, unit)


def places_held(g: LongestDay) -> Mapping[int, str]:
    """X.H The hexes that count, with the side that was the last in each."""
    return dict(g.held)


MEASURES = {
    "turn": Measure("Turn", lambda g: g.turn, "I.A"),
    **by_side((ALLIED, GERMAN), "hexes", "Hexes that count in {} hands", hexes_held, "X.H", "hexes"),
    "beachheads": Measure("Beachheads", lambda g: len(g.beachheads), "V.C.7", ALLIED),
    "footholds": Measure("Beachheads and working ports", footholds, "X.H.2.a", ALLIED),
    "cities": Measure("Caen and Cherbourg taken", cities, "X.H.1.a", ALLIED),
    "exit_points": Measure("Points for units that left the pocket", exit_points, "VI", GERMAN, "points"),
    "rail_damage": Measure("Damage of the rail system", lambda g: g.rail_damage, "IX.J.11", ALLIED),
    **by_side((ALLIED, GERMAN), "steps", "{} steps on the map", steps_on_map, "I.I.10", "steps"),
    **by_side((ALLIED, GERMAN), "units_lost", "{} units lost", units_lost, "I.I.10", "units", lost=True),
}
LOSSES = {"inverted": Lost(steps=1), "remnant": Lost(steps=1), "eliminated": Lost()}
