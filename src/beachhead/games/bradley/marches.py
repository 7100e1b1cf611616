"""20.3, 20.4 How the automaton moves: by the objective of the sector, one unit after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from beachhead.games.bradley.box import CM, ENEMY, GERMAN, MM, Box
from beachhead.games.bradley.combat import assault
from beachhead.games.bradley.facing import refuse_direction
from beachhead.games.bradley.movement import actions
from beachhead.games.bradley.reach import begin
from beachhead.games.bradley.state import Bradley, Move, stand
from beachhead.games.bradley.terrain import refuse_assault_uphill, refuse_over_wall
from beachhead.kernel import Action, Arg, rule

ASSAULT_COLUMN, COUNTER_COLUMN = 3, 2
NEAR, FAR = 3, 6
"""20.3 Combat mode within three hexes of an enemy, movement mode beyond six."""
RESERVE_ROW, RESERVE_HEX = 28, "0626"
"""20.4 German units that are set up south of this row, or in this hex, are reserves."""
NOWHERE = 99
ISIGNY = "2426"
WORKS = ("demine", "breach", "probe")
"""15.0 What engineers do where they can."""
Away = Sequence[int]
"""The distance from every hex to the nearest of some hexes."""


@lru_cache(maxsize=512)
def away_from(box: Box, hexes: frozenset[int]) -> Away:
    """How far every hex is from the nearest of these; `NOWHERE` if there is none."""
    found = [NOWHERE] * len(box.board)
    edge = sorted(hexes)
    for h in edge:
        found[h] = 0
    step = 0
    while edge:
        step += 1
        ahead: list[int] = []
        for h in edge:
            for n in box.board.adjacent[h]:
                if found[n] == NOWHERE:
                    found[n] = step
                    ahead.append(n)
        edge = ahead
    return found


@cache
def strong_places(box: Box) -> frozenset[int]:
    """20.2 Fortifications and towns."""
    return frozenset(box.forts) | {h for h, town in enumerate(box.is_town) if town}


@cache
def roads(box: Box) -> frozenset[int]:
    """20.2 The hexes with a road."""
    return frozenset(h for chain in box.sheet.paths.chains if chain.kind == "road" for h in chain.items)


@rule("20.2", "20.3")
def distance_to_go(g: Bradley, unit: int, place: int) -> int:
    """20.3 How far a hex is from what the objective of the unit's sector asks for; 0 where it would stay.

    Headquarters follow their units and keep out of reach of the enemy.
    """
    box, side = g.box, g.box.sides[unit]
    foes = stand(g).hexes[ENEMY[side]]
    away = away_from(box, foes)[place]
    if box.pieces[unit].is_hq:
        return 5 * max(NEAR + 1 - away, 0) + max(away - FAR, 0) if away < NOWHERE else 0
    match g.objectives.get(box.sector_of[g.where(unit)], ""):
        case "hold":
            return away_from(box, strong_places(box) - foes)[place]
        case "counter-attack":
            return max(away_from(box, foes | frozenset(g.beachheads.values()))[place] - 1, 0)
        case "contain":
            return 2 * abs(away - FAR) + (place not in roads(box)) if away < NOWHERE else 0
        case "withdraw":
            return 10 * max(NEAR - away, 0) + away_from(box, strong_places(box) - foes)[place]
        case "expand":
            return max(away - 1, 0) if away < NOWHERE else 0
        case "link up":
            return box.board.distance(place, box.board.number(ISIGNY))
        case "consolidate":
            return away_from(box, frozenset(g.beachheads.values()) or stand(g).hexes[side])[place]
    return 0


@rule("20.4")
def is_reserve(g: Bradley, unit: int) -> bool:
    """20.4 Whether a German unit is a reserve by where it is printed to set up, and can move at all."""
    row = g.row.deployment.get(unit)
    if row is None or row.how != "hex" or g.box.sides[unit] != GERMAN or not g.box.pieces[unit].mm.ma:
        return False
    return int(row.where[2:]) > RESERVE_ROW or row.where == RESERVE_HEX


@rule("20.4", "20.5")
def waits(g: Bradley, unit: int) -> bool:
    """20.5 Whether a unit is a reserve that has not been released."""
    return is_reserve(g, unit) and unit not in g.released


@rule("20.4", "20.5")
def stays(g: Bradley, unit: int) -> bool:
    """20.3, 20.4 Whether a unit does not move: it will assault, is static, without command or a reserve that waits,
    or is artillery with a target."""
    piece = g.box.pieces[unit]
    if piece.type == "static" or unit in g.idle or waits(g, unit) or will_assault(g, unit):
        return True
    return piece.arm == "artillery" and g.units[unit].mode == CM and _has_target(g, unit)


@rule("20.3")
def least_column(g: Bradley, place: int) -> int:
    """20.3 The lowest column, counted from 0, in which a hex is assaulted: c4, under a counter-attack c3."""
    return COUNTER_COLUMN if g.objectives.get(g.box.sector_of[place]) == "counter-attack" else ASSAULT_COLUMN


@rule("20.3")
def will_assault(g: Bradley, unit: int) -> bool:
    """20.3 Whether a unit stands next to an enemy whom it can assault in a good column, together with its friends."""
    piece, foe = g.box.pieces[unit], ENEMY[g.box.sides[unit]]
    if not piece.assaults or g.units[unit].disrupted or piece.is_hq:
        return False
    for target in g.box.board.adjacent[g.where(unit)]:
        if g.holds(foe, target):
            able = {u: g.where(u) for u in _around(g, target, piece.side) if _can_storm(g, u, target)}
            column = assault(g, piece.side, able, target).column if unit in able else None
            if column is not None and column >= least_column(g, target):
                return True
    return False


def _around(g: Bradley, target: int, side: str) -> list[int]:
    return [u for h in g.box.board.adjacent[target] for u in g.standing(h) if g.box.sides[u] == side]


def _can_storm(g: Bradley, unit: int, target: int) -> bool:
    """10.3 Whether a unit could assault the next hex when the segment comes."""
    if not g.box.pieces[unit].assaults or g.units[unit].disrupted or unit in g.idle:
        return False
    here = g.where(unit)
    found = refuse_direction(g, unit, target) or refuse_over_wall(g, unit, here, target)
    return (found or refuse_assault_uphill(g, unit, here, target)) is None


def _has_target(g: Bradley, unit: int) -> bool:
    piece = g.box.pieces[unit]
    return away_from(g.box, stand(g).hexes[ENEMY[piece.side]])[g.where(unit)] <= piece.range


@rule("20.3")
def plan(g: Bradley, move: Move, options: Mapping[str, Sequence[Arg]]) -> Action | None:
    """20.3 The next act of a unit that moves; None if it has done what it can."""
    unit, here = move.unit, g.where(move.unit)
    if stays(g, unit):
        return None
    for verb in WORKS:
        if verb in options:
            return Action(verb, options[verb][0])
    away = away_from(g.box, stand(g).hexes[ENEMY[g.box.sides[unit]]])[here]
    now, mode = distance_to_go(g, unit, here), g.units[unit].mode
    if mode == MM and g.box.pieces[unit].arm == "artillery" and _has_target(g, unit):
        return Action("deploy") if "deploy" in options and not move.flipped else None
    if mode == CM and away > FAR and now and "march" in options and not move.flipped:
        return Action("march", _toward(g, unit, here, options["march"]))
    goals = [(distance_to_go(g, unit, h), h) for h in options.get("move", ()) if isinstance(h, int)]
    if goals and min(goals)[0] < now:
        return Action("move", min(goals)[1])
    if mode == MM and "deploy" in options and not move.flipped and away <= NEAR:
        return Action("deploy")
    return None


def _toward(g: Bradley, unit: int, here: int, words: Sequence[Arg]) -> Arg:
    """7.1.2 The facing that looks where the unit wants to go."""
    around = g.box.board.neighbours[here]
    directions = g.box.board.directions
    known = [word for word in words if around[directions.index(str(word))] >= 0]
    return min(known or words, key=lambda word: distance_to_go(g, unit, around[directions.index(str(word))]))


def next_unit(g: Bradley, units: Sequence[int]) -> Action:
    """20.3 The unit nearest to the enemy that has something to do, or none."""
    away = away_from(g.box, stand(g).hexes[g.enemy])
    for unit in sorted(units, key=lambda u: (away[g.where(u)], u)):
        if not stays(g, unit):
            move = begin(g, unit)
            if plan(g, move, actions(g, move)) is not None:
                return Action("unit", unit)
    return Action("done")


def next_act(g: Bradley, move: Move, options: Mapping[str, Sequence[Arg]]) -> Action:
    """20.3 What the unit does that the automaton has its hand on."""
    return plan(g, move, options) or Action("end" if "end" in options else "back")
