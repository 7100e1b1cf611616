"""Where a unit goes: nearer to its goal, next to enemies that can be beaten, never out of supply."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN
from beachhead.games.bocage.veteran.picture import Picture

SHELTER = {"city": 0.9, "town": 0.6, "woods": 0.6, "bocage": 0.4, "marsh": 0.2}
"""How well a hex protects."""


def best_place(picture: Picture, side: str, unit: int, goal: int, places: Sequence[int], *, stay: bool = True) -> int:
    """The best hex among these and, if it may stay, its own."""
    seen = picture.units.get(unit)
    if not places and seen is not None:
        return seen.hex
    candidates = [*places, seen.hex] if stay and seen is not None else list(places)
    score = _allied_score if side == ALLIED else _german_score
    return max(candidates, key=lambda place: (score(picture, unit, goal, place), -place))


def _allied_score(picture: Picture, unit: int, goal: int, place: int) -> float:
    box = picture.box
    value = -1.0 * box.board.distance(place, goal)
    value += SHELTER.get(box.terrain[place], 0.0) * 0.3
    if place not in picture.net and not box.pieces[unit].is_ranger:
        value -= 30.0
    city = picture.cities.get(place)
    if city is not None and city["held"] == GERMAN:
        value += 6.0
    seen = picture.units.get(unit)
    if seen is not None and place == goal and place in picture.beachheads:
        value += 20.0
    if place in picture.zones[GERMAN]:
        value += _contact(picture, ALLIED, unit, place)
    return value


def _german_score(picture: Picture, unit: int, goal: int, place: int) -> float:
    box = picture.box
    value = -1.0 * box.board.distance(place, goal)
    value += SHELTER.get(box.terrain[place], 0.0) * 0.5
    if place in picture.beachheads:
        value += 40.0
    city = picture.cities.get(place)
    if city is not None and city["held"] == ALLIED:  # on the last turn nobody can take it back
        value += 40.0 if picture.turn >= picture.view["last_turn"] else 6.0
    if place == goal:
        value += 2.0
    if place in picture.zones[ALLIED]:
        value += _contact(picture, GERMAN, unit, place) - 0.5
    return value


def _contact(picture: Picture, side: str, unit: int, place: int) -> float:
    """What it is worth to stand next to these enemies."""
    box = picture.box
    piece = box.pieces[unit]
    seen = picture.units.get(unit)
    strength = seen.attack if seen is not None else piece.attack[0]
    best = -1.5
    for foe_hex in picture.ground.zones[piece.is_mobile][place]:
        there = picture.at.get(foe_hex)
        if not there or there[0].side != ENEMY[side]:
            continue
        friends = [other for other in picture.neighbours(side, foe_hex) if other.number != unit and other.hex != place]
        together = picture.strength(friends, foe_hex) + strength
        differential = together + (5.0 if side == ALLIED else 2.0) - max(other.defence for other in there)
        value = picture.outlook(foe_hex, differential, attackers=len(friends) + 1, bombards=False)
        best = max(best, 1.5 * value)
    return best
