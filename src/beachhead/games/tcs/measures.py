"""What studies ask of a state: breaches, villages, pill boxes, losses. No rule needs it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from beachhead.games.tcs import breaches
from beachhead.games.tcs.box import AMERICAN, GERMAN
from beachhead.games.tcs.control import controls
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.victory import eliminated
from beachhead.kernel import Lost, Measure


def villages_held(side: str, g: Tcs) -> int:
    """6.4 The villages of the maps in play that a side controls."""
    return sum(controls(g, side, village) for village in _villages(g))


def _villages(g: Tcs) -> list[str]:
    in_play = g.box.in_play[g.scenario]
    return [village for village, hexes in g.box.ground.villages.items() if all(in_play[h] for h in hexes)]


def steps_left(side: str, g: Tcs) -> int:
    """TCS 8.5 Steps on the map."""
    return sum(g.units[unit].steps for unit in g.on_map(side))


def pill_boxes(g: Tcs) -> int:
    """3.3 Pill boxes on the map."""
    return sum(g.box.kinds[unit] == "pillbox" for unit in g.on_map(GERMAN))


def beyond_shingle(g: Tcs) -> int:
    """American units on dry land."""
    return sum(not g.box.ground.seaward[g.units[unit].at] for unit in g.on_map(AMERICAN))


def unit_steps(g: Tcs, unit: int) -> int:
    """TCS 8.5 The steps of a unit."""
    return g.units[unit].steps


def places_held(g: Tcs) -> Mapping[int, str]:
    """6.4 The hexes of the villages in play, with the side that controls them, if one does."""
    found: dict[int, str] = {}
    for village in _villages(g):
        side = next((side for side in (AMERICAN, GERMAN) if controls(g, side, village)), "")
        found |= dict.fromkeys(g.box.ground.villages[village], side)
    return found


MEASURES = {
    "turn": Measure("Turn", lambda g: g.turn, "1.14"),
    "american_villages": Measure(
        "Villages that the Americans control", partial(villages_held, AMERICAN), "6.4", AMERICAN
    ),
    "german_villages": Measure("Villages that the Germans control", partial(villages_held, GERMAN), "6.4", GERMAN),
    "breaches": Measure("Breaches that count", lambda g: len(breaches.possessed(g)), "6.5", AMERICAN),
    "pill_boxes": Measure("Pill boxes left", pill_boxes, "3.3", GERMAN),
    "american_ashore": Measure("American units on dry land", beyond_shingle, "6.2-1", AMERICAN, "units"),
    "american_steps": Measure("American steps on the map", partial(steps_left, AMERICAN), "TCS 8.5", AMERICAN, "steps"),
    "german_steps": Measure("German steps on the map", partial(steps_left, GERMAN), "TCS 8.5", GERMAN, "steps"),
    "american_units_lost": Measure("American units lost", partial(eliminated, side=AMERICAN), "6.2-3", GERMAN, "units"),
    "german_units_lost": Measure("German units lost", partial(eliminated, side=GERMAN), "6.2-3", AMERICAN, "units"),
}
LOSSES = {"steps_lost": Lost(steps="steps"), "eliminated": Lost(), "destroyed": Lost()}
