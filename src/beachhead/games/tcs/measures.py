"""What studies ask of a state: breaches, villages, pill boxes, losses. No rule needs it."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.tcs import breaches
from beachhead.games.tcs.box import AMERICAN, GERMAN, SIDES
from beachhead.games.tcs.control import controls
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.victory import eliminated
from beachhead.kernel import Lost, Measure
from beachhead.wargame.measures import by_side


def villages_held(g: Tcs, side: str) -> int:
    """6.4 The villages of the maps in play that a side controls."""
    return sum(controls(g, side, village) for village in _villages(g))


def _villages(g: Tcs) -> list[str]:
    in_play = g.box.in_play[g.scenario]
    return [village for village, hexes in g.box.ground.villages.items() if all(in_play[h] for h in hexes)]


def steps_left(g: Tcs, side: str) -> int:
    """TCS 8.5 Steps on the map."""
    return sum(g.units[unit].steps for unit in g.on_map(side))


def pill_boxes(g: Tcs) -> int:
    """3.3 Pill boxes on the map."""
    return sum(g.box.kinds[unit] == "pillbox" for unit in g.on_map(GERMAN))


def beyond_shingle(g: Tcs) -> int:
    """American units on dry land."""
    return sum(not g.box.ground.seaward[g.units[unit].at] for unit in g.on_map(AMERICAN))


def places_held(g: Tcs) -> Mapping[int, str]:
    """6.4 The hexes of the villages in play, with the side that controls them, if one does."""
    found: dict[int, str] = {}
    for village in _villages(g):
        side = next((side for side in (AMERICAN, GERMAN) if controls(g, side, village)), "")
        found |= dict.fromkeys(g.box.ground.villages[village], side)
    return found


MEASURES = {
    "turn": Measure("Turn", lambda g: g.turn, "1.14"),
    **by_side(SIDES, "villages", "Villages that the {}s control", villages_held, "6.4"),
    "breaches": Measure("Breaches that count", lambda g: len(breaches.possessed(g)), "6.5", AMERICAN),
    "pill_boxes": Measure("Pill boxes left", pill_boxes, "3.3", GERMAN),
    "american_ashore": Measure("American units on dry land", beyond_shingle, "6.2-1", AMERICAN, "units"),
    **by_side(SIDES, "steps", "{} steps on the map", steps_left, "TCS 8.5", "steps"),
    **by_side(SIDES, "units_lost", "{} units lost", eliminated, "6.2-3", "units", lost=True),
}
LOSSES = {"steps_lost": Lost(steps="steps"), "eliminated": Lost(), "destroyed": Lost()}
