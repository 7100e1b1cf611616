"""Where a unit goes: nearer to its goal, next to enemies that can be beaten, never out of supply."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN
from beachhead.games.bocage.state import Bocage, supply_net
from beachhead.games.bocage.veteran.doctrine import Weights
from beachhead.games.bocage.veteran.worth import neighbours, outlook, strength

SHELTER = {"city": 0.9, "town": 0.6, "woods": 0.6, "bocage": 0.4, "marsh": 0.2}
"""How well a hex protects."""


def best_place(
    g: Bocage, w: Weights, side: str, unit: int, goal: int, places: Sequence[int], *, stay: bool = True
) -> int:
    """The best hex among these and, if it may stay, its own."""
    here = g.units[unit].at
    if not places and here >= 0:
        return here
    candidates = [*places, here] if stay and here >= 0 else list(places)
    score = _allied_score if side == ALLIED else _german_score
    return max(candidates, key=lambda place: (score(g, w, unit, goal, place), -place))


def _allied_score(g: Bocage, w: Weights, unit: int, goal: int, place: int) -> float:
    value = -1.0 * g.box.board.distance(place, goal)
    value += SHELTER.get(g.box.terrain[place], 0.0) * w.shelter
    if place not in supply_net(g) and unit != g.box.ranger:
        value -= 30.0
    if g.held.get(place) == GERMAN:
        value += w.city
    if g.units[unit].at >= 0 and place == goal and place in g.beachheads:
        value += 20.0
    if g.zone(GERMAN)[place]:
        value += _contact(g, w, ALLIED, unit, place)
    return value


def _german_score(g: Bocage, w: Weights, unit: int, goal: int, place: int) -> float:
    value = -1.0 * g.box.board.distance(place, goal)
    value += SHELTER.get(g.box.terrain[place], 0.0) * w.shelter
    if place in g.beachheads:
        value += 40.0
    if g.held.get(place) == ALLIED:  # on the last turn nobody can take it back
        value += 40.0 if g.turn >= g.last_turn else w.city
    if place == goal:
        value += 2.0
    if g.zone(ALLIED)[place]:
        value += _contact(g, w, GERMAN, unit, place) - 0.5
    return value


def _contact(g: Bocage, w: Weights, side: str, unit: int, place: int) -> float:
    """What it is worth to stand next to these enemies."""
    best, foes = -w.fear, g.occupied(ENEMY[side])
    for target in g.ground.zones[g.box.pieces[unit].is_mobile][place]:
        if not foes[target]:
            continue
        friends = [u for u in neighbours(g, side, target) if u != unit and g.units[u].at != place]
        together = strength(g, friends, target) + g.attack(unit)
        differential = together + w.hoped_support - max(map(g.defence, g.standing(target)))
        value = outlook(g, target, differential, attackers=len(friends) + 1, bombards=False)
        best = max(best, w.contact * value)
    return best
