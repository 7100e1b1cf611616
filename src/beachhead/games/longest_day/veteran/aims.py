"""X.H, VI Where each side wants to be, and what it must not lose: drawn from what decides the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN, POINT, Box
from beachhead.games.longest_day.state import LongestDay

RANKS = {"decisive": 3.0, "win": 3.0, "marginal": 2.0, "draw": 1.0}
"""What a hex is worth by which a side wins so much."""
DENIED = 1.0
"""What it is worth to keep the enemy from such a hex."""
LESS_WANTED = 15 * POINT
"""How much nearer a hex may be that is worth a point less, to be as welcome."""
Style = Literal["attack", "hold", "trap", "escape"]
STYLES: Mapping[str, tuple[Style, Style]] = {
    "1": ("hold", "attack"),
    "2": ("trap", "escape"),
    "3": ("attack", "hold"),
    "4": ("attack", "hold"),
    "5": ("attack", "hold"),
    "C": ("attack", "hold"),
}
"""VI How the Allied and the German side of a scenario play: who wins ground, who must not let the others through."""


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
    """The hexes that a side wants to take, each with points that make it less wanted.

    X.H.1 In the campaign the Allies also want the roads by which a corps breaks out.
    """
    if g.scenario in g.box.exits and g.scenario != "C":
        return dict.fromkeys(g.box.exits[g.scenario] if side == GERMAN else sorted(g.hexes(GERMAN)), 0)
    found = dict.fromkeys(batteries(g), round(DENIED * LESS_WANTED)) if side == ALLIED else {}
    if side == ALLIED and g.scenario == "C":
        found.update(dict.fromkeys(sorted(g.box.lettered - g.box.late_exits), round(DENIED * LESS_WANTED)))
    best = max(prizes(g.box, g.scenario, side).values(), default=0.0)
    for place, value in prizes(g.box, g.scenario, side).items():
        if not is_held(g, side, place):
            found[place] = round((best - value) * LESS_WANTED)
    return found


def batteries(g: LongestDay) -> list[int]:
    """V.E The hexes of the coastal batteries of the Germans, for as long as there are beaches at which to land."""
    if not g.has("V"):
        return []
    guns = (unit for unit in g.on_map(GERMAN) if g.box.pieces[unit].function == "coastal")
    return sorted({g.units[gun].at for gun in guns})


def guarded(g: LongestDay, side: str) -> Mapping[int, float]:
    """The hexes that a side must not lose, each with what it is worth."""
    if g.scenario in g.box.exits and g.scenario != "C":
        return {} if side == GERMAN else dict.fromkeys(g.box.exits[g.scenario], 1.0)
    return {place: value for place, value in prizes(g.box, g.scenario, side).items() if is_held(g, side, place)}


def style(g: LongestDay, side: str) -> Style:
    """VI How a side has to play."""
    return STYLES[g.scenario][side == GERMAN]
