"""X.H, VI Where each side wants to be, and what it must not lose: drawn from what decides the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN, POINT, Box
from beachhead.games.longest_day.schemas import VictoryRow
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.victory import CITIES

RANKS = {"decisive": 3.0, "win": 3.0, "marginal": 2.0, "draw": 1.0}
"""What a hex is worth by which a side wins so much."""
AT_ONCE = 2.0
"""How much more it is worth if it wins as soon as it is so."""
DENIED = 1.0
"""What other hexes are worth that help: batteries, beaches, the roads of the breakout."""
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
    """X.H The hexes that decide a scenario, each with what it is worth to a side to come there, 3 at most.

    A hex is worth the more, the fewer of its kind are needed to win by them, or to keep the others from it. What it
    costs to lose it is what it is worth to the enemy.
    """
    found: dict[int, float] = {}
    for row in box.victory[scenario]:
        places = _places(box, row)
        for place in places:
            value = RANKS[row.level] * (AT_ONCE if row.when == "every turn" else 1.0)
            found[place] = found.get(place, 0.0) + value / _needed(row, side, len(places))
    best = max(found.values(), default=1.0)
    return {place: value * RANKS["win"] / best for place, value in found.items()}


def _places(box: Box, row: VictoryRow) -> tuple[int, ...]:
    """X.H.1.a The hexes of a condition; a breakout is none without the great cities."""
    cities = [h for city in CITIES for h in box.areas[city]] if row.kind == "corps_exit" and row.level == "win" else []
    return (*cities, *(box.board.number(name) for name in (*row.hexes, *row.by_hexes)))


def _needed(row: VictoryRow, side: str, many: int) -> int:
    """X.H How many of the hexes of a condition a side must enter before it, or the other side, has to give it up."""
    if row.need is None:
        return many
    every = row.need + len(row.by_hexes)
    return every if row.side == side else many - every + 1


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
    stakes = prizes(g.box, g.scenario, ENEMY[side])
    found = {place: value for place, value in stakes.items() if is_held(g, side, place)}
    if side == ALLIED:
        found.update((place, DENIED) for place in beaches(g) if place not in found)
    return found


def beaches(g: LongestDay) -> list[int]:
    """V.C.7 The coastal hexes of the beachheads that decide something."""
    if not any(row.kind == "bh_count" for row in g.box.victory[g.scenario]):
        return []
    return sorted({g.box.coast[box] for box in g.beachheads})


def open_prizes(g: LongestDay, side: str) -> Mapping[int, float]:
    """X.H, V.C.7 The hexes that a side has only to enter, each with what it is worth."""
    foe = g.fighters(ENEMY[side])
    found = {h: value for h, value in prizes(g.box, g.scenario, side).items() if not is_held(g, side, h)}
    if side == GERMAN:
        found.update((place, RANKS["marginal"]) for place in beaches(g))
    return {place: value for place, value in found.items() if not foe[place]}


def style(g: LongestDay, side: str) -> Style:
    """VI How a side has to play."""
    return STYLES[g.scenario][side == GERMAN]
