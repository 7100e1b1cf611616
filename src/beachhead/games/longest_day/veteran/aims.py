"""X.H, VI Where each side wants to be, and what it must not lose: drawn from what decides the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN, POINT, Box
from beachhead.games.longest_day.state import LongestDay

RANKS = {"decisive": 3.0, "win": 3.0, "marginal": 2.0, "draw": 1.0}
"""What a hex is worth by which a side wins so much."""
DENIED = 1.0
"""What it is worth to keep the enemy from such a hex."""
LESS_WANTED = 15 * POINT
"""How much nearer a hex may be that is worth a point less, to be as welcome."""
ATTACKERS = {"1": GERMAN, "2": ALLIED, "3": ALLIED, "4": ALLIED, "5": ALLIED, "C": ALLIED}
"""VI Who has to win ground."""


@lru_cache(maxsize=64)
def prizes(box: Box, scenario: str, side: str) -> Mapping[int, float]:
    """X.H The hexes that decide a scenario, each with what it is worth to a side."""
    found: dict[int, float] = {}
    for row in box.victory[scenario]:
        value = RANKS[row.level] if row.winner == side else DENIED
        for name in (*row.hexes, *row.by_hexes):
            place = box.board.number(name)
            found[place] = max(found.get(place, 0.0), value)
    return found


def is_held(g: LongestDay, side: str, place: int) -> bool:
    """X.H Whether a side holds a hex: it stands there, or was the last there."""
    if g.fighters(side)[place]:
        return True
    return g.held.get(place) == side and not g.fighters(ENEMY[side])[place]


def goals(g: LongestDay, side: str) -> Mapping[int, int]:
    """The hexes that a side wants to take, each with points that make it less wanted."""
    best = max(prizes(g.box, g.scenario, side).values(), default=0.0)
    return {
        place: round((best - value) * LESS_WANTED)
        for place, value in prizes(g.box, g.scenario, side).items()
        if not is_held(g, side, place)
    }


def guarded(g: LongestDay, side: str) -> Mapping[int, float]:
    """The hexes that a side must not lose, each with what it is worth."""
    return {place: value for place, value in prizes(g.box, g.scenario, side).items() if is_held(g, side, place)}


def is_attacker(g: LongestDay, side: str) -> bool:
    """VI Whether a side has to win ground."""
    return ATTACKERS[g.scenario] == side
