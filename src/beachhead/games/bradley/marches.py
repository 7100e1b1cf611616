"""20.3, 20.4 How the automaton moves: by the objective of the sector, one unit after the other.

What the automaton does while its units move is asked of nobody, so the options of a player are not worked out for it;
every act is still one that `reach`, `engineers` and `facing` allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from beachhead.games.bradley import terrain
from beachhead.games.bradley.box import CM, ENEMY, GERMAN, MM, Box
from beachhead.games.bradley.combat import assault
from beachhead.games.bradley.engineers import tasks
from beachhead.games.bradley.facing import refuse_direction
from beachhead.games.bradley.headquarters import commands
from beachhead.games.bradley.movement import perform
from beachhead.games.bradley.reach import begin, reach, refuse_flip, refuse_mover
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.state import Bradley, Move
from beachhead.hexes import BLOCKED, Reach
from beachhead.hexes.search import distances
from beachhead.kernel import Action, rule

ASSAULT_COLUMN, COUNTER_COLUMN = 3, 2
"""20.3 The lowest columns for an assault, counted from 0: c4, and c3 under a counter-attack."""
NEAR, FAR = 3, 6
"""20.3 Combat mode within three hexes of an enemy, movement mode beyond six."""
ISIGNY = "2426"
WORKS = ("demine", "breach", "probe")
"""15.0 What engineers do where they can."""


Away = Sequence[int]
"""How far every hex is from the nearest of some hexes."""
NOWHERE = 255
"""How far it is where there are no such hexes, or no way to them."""


# --- places ------------------------------------------------------------------------------------------------------


@cache
def strong_places(box: Box) -> frozenset[int]:
    """20.2 Fortifications and towns."""
    return frozenset(box.forts) | {h for h, town in enumerate(box.is_town) if town}


@cache
def roads(box: Box) -> frozenset[int]:
    """20.2 The hexes with a road."""
    return frozenset(h for chain in box.sheet.paths.chains if chain.kind == "road" for h in chain.items)


def enemies(g: Bradley, unit: int) -> Away:
    """20.3 How far every hex is from the enemies of a unit; garrisons are no units."""
    return g.box.distances(*g.hexes(ENEMY[g.box.sides[unit]]))


@lru_cache(maxsize=512)
def steps_to(now: terrain.Ground, mover: str, hexes: frozenset[int]) -> Away:
    """20.3 How many steps a mover needs from every hex to the nearest of these, where terrain lets it march."""
    return distances(_links(now, mover), hexes)


@lru_cache(maxsize=64)
def _links(now: terrain.Ground, mover: str) -> Sequence[Sequence[int]]:
    return tuple(tuple(n for n, _ in row) for row in now.ways(mover, MM))


# --- 20.2 where the objectives lead ------------------------------------------------------------------------------


@rule("20.2", "20.3")
def goals(g: Bradley, unit: int, start: int) -> Away:
    """20.3 How far every hex is from what the objective of the sector asks of a unit that began there; 0: it stays."""
    box, side = g.box, g.box.sides[unit]
    foes = g.hexes(ENEMY[side])
    if box.pieces[unit].is_hq:
        own = [g.where(u) for u in g.on_map(side) if not box.pieces[u].is_hq and commands(g, unit, u)]
        return _for_staff(box, foes, tuple(own), box.pieces[unit].range)
    now, mover = terrain.ground(g), box.pieces[unit].mover
    objective = g.objectives.get(box.sector_of[start], "")
    match objective:
        case "hold" | "withdraw":
            return _to_strong_places(now, mover, foes, NEAR if objective == "withdraw" else 0)
        case "counter-attack" | "expand" if not box.pieces[unit].assaults:
            piece = box.pieces[unit]
            return _in_range(now, mover, foes, max(piece.range // 2 if piece.arm == "artillery" else piece.range, 1))
        case "counter-attack":
            return _next_to(now, mover, foes | frozenset(g.beachheads.values()))
        case "contain":
            return _on_roads(box, foes)
        case "expand":
            return _next_to(now, mover, foes.union(g.garrisons))
        case "link up":
            return steps_to(now, mover, _before_isigny(box, g.scenario))
        case "consolidate":
            return steps_to(now, mover, frozenset(g.beachheads.values()) or g.hexes(side))
    return (0,) * len(box.board)


@lru_cache(maxsize=64)
def _for_staff(box: Box, foes: frozenset[int], own: tuple[int, ...], radius: int) -> Away:
    """16.2, 20.5 Headquarters keep out of reach of the enemy, and most units of their command in their radius."""
    reached = [0] * len(box.board)
    for place, number in Counter(own).items():
        for h in box.board.within(place, radius):
            reached[h] += number
    away, near = box.distances(*foes), box.distances(*own)
    return [
        10 * max(NEAR + 1 - away[h], 0) + 2 * (len(own) - count) + max(near[h] - 1, 0) if own else 0
        for h, count in enumerate(reached)
    ]


@cache
def _before_isigny(box: Box, scenario: str) -> frozenset[int]:
    """20.2 Isigny, or the ground that is nearest to it where it is not in play."""
    goal, land = box.board.number(ISIGNY), box.ground & box.scenarios[scenario].area
    away = {h: box.board.distance(h, goal) for h in land}
    return frozenset(h for h in land if away[h] == min(away.values()))


@lru_cache(maxsize=256)
def _to_strong_places(now: terrain.Ground, mover: str, foes: frozenset[int], clear: int) -> Away:
    """20.2 Fortifications and towns; the enemy not within so many hexes comes first."""
    away = now.box.distances(*foes)
    to_go = steps_to(now, mover, strong_places(now.box) - foes)
    return [10 * max(clear - n, 0) + steps for n, steps in zip(away, to_go, strict=True)] if clear else to_go


@lru_cache(maxsize=256)
def _next_to(now: terrain.Ground, mover: str, hexes: frozenset[int]) -> Away:
    """20.2 Right before one of these hexes."""
    return [0 if steps == NOWHERE and not hexes else max(steps - 1, 0) for steps in steps_to(now, mover, hexes)]


@lru_cache(maxsize=256)
def _in_range(now: terrain.Ground, mover: str, foes: frozenset[int], best: int) -> Away:
    """20.2 Units that do not assault keep the enemy in range, where they do most, and far enough from themselves."""
    away, to_go = now.box.distances(*foes), steps_to(now, mover, foes)
    close = min(NEAR + 1, best)
    return [
        5 * max(close - n, 0) + max(steps - best, 0) if n < NOWHERE else 0 for n, steps in zip(away, to_go, strict=True)
    ]


@lru_cache(maxsize=64)
def _on_roads(box: Box, foes: frozenset[int]) -> Away:
    """20.2 The roads six hexes out."""
    away, good = box.distances(*foes), roads(box)
    return [2 * abs(n - FAR) + (h not in good) if n < NOWHERE else 0 for h, n in enumerate(away)]


# --- 20.4, 20.5 who does not move --------------------------------------------------------------------------------


@rule("20.4", "20.5")
def waits(g: Bradley, unit: int) -> bool:
    """20.5 Whether a unit is a reserve that has not been released."""
    return unit in g.reserves and unit not in g.released and g.automaton == GERMAN


@rule("20.4", "20.5")
def stays(g: Bradley, unit: int) -> bool:
    """20.4 Whether a unit is not touched: static, without command, a reserve that waits, or artillery with a target."""
    piece = g.box.pieces[unit]
    if piece.type == "static" or not piece.mm.ma or unit in g.idle or waits(g, unit):
        return True
    return piece.arm == "artillery" and g.units[unit].mode == CM and _has_target(g, unit)


def _has_target(g: Bradley, unit: int) -> bool:
    return enemies(g, unit)[g.where(unit)] <= g.box.pieces[unit].range


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
            able = {u: g.where(u) for u in g.beside(target, piece.side) if _can_storm(g, u, target)}
            column = assault(g, piece.side, able, target).column if unit in able else None
            if column is not None and column >= least_column(g, target):
                return True
    return False


def _can_storm(g: Bradley, unit: int, target: int) -> bool:
    """10.3 Whether a unit could assault the next hex when the segment comes."""
    if not g.box.pieces[unit].assaults or g.units[unit].disrupted or unit in g.idle:
        return False
    here = g.where(unit)
    found = refuse_direction(g, unit, target) or terrain.refuse_over_wall(g, unit, here, target)
    return (found or terrain.refuse_assault_uphill(g, unit, here, target)) is None


# --- 20.3 a unit on the move -------------------------------------------------------------------------------------


class Act(NamedTuple):
    """What a unit does next; where it can go, if that was looked at."""

    action: Action
    found: Reach | None = None


@rule("20.3")
def plan(g: Bradley, move: Move) -> Act | None:
    """20.3 The next act of a unit that moves; None if it has done what it can."""
    unit, here = move.unit, g.where(move.unit)
    piece, away = g.box.pieces[unit], enemies(g, unit)
    if piece.is_engineer:
        found = tasks(g, move)
        for verb in WORKS:
            if found.get(verb):
                return Act(Action(verb, found[verb][0]))
    flips = refuse_flip(g, move) is None
    if g.units[unit].mode == CM:
        return _on_foot(g, move, away, flips=flips and not move.flipped)
    if piece.arm == "artillery" and _has_target(g, unit):
        return Act(Action("deploy")) if flips else None
    step = _best_step(g, move, away)
    if step is not None:
        return step
    is_near = away[here] <= (NEAR if piece.assaults and not piece.is_hq else FAR)
    return Act(Action("deploy")) if flips and is_near else None


def _on_foot(g: Bradley, move: Move, away: Away, *, flips: bool) -> Act | None:
    """20.3 A unit in combat mode: it marches beyond six hexes, and nearer by where it gets no farther without."""
    here = g.where(move.unit)
    if away[here] > FAR and flips:
        return Act(Action("march", _toward(g, move)))
    step = _best_step(g, move, away)
    if step is not None or here != move.start or will_assault(g, move.unit):
        return step
    return Act(Action("march", _toward(g, move))) if flips and away[here] > NEAR and _needs_path(g, move) else None


def _needs_path(g: Bradley, move: Move) -> bool:
    """7.2.3 Whether the way goes on by a path that it does not follow in combat mode, or it moves only on the march."""
    unit, here, to_go = move.unit, g.where(move.unit), goals(g, move.unit, move.start)
    if not move.allowance:
        return to_go[here] > 0
    return _leads(terrain.ways(g, unit, MM)[here], to_go, to_go[here]) and not _leads(
        terrain.ways(g, unit)[here], to_go, to_go[here]
    )


def _leads(steps: Sequence[tuple[int, int]], to_go: Away, now: int) -> bool:
    return any(to_go[n] < now for n, _ in steps)


def _best_step(g: Bradley, move: Move, away: Away) -> Act | None:
    """20.3 Where the objective leads, with points left to go into combat mode if that is near an enemy.

    It goes there at once, so that a unit that has left its hex can come no nearer. Who will assault stays.
    """
    unit, here = move.unit, g.where(move.unit)
    if move.stopped or here != move.start:
        return None
    to_go = goals(g, unit, here)
    now = to_go[here]
    if not now or will_assault(g, unit):
        return None
    found, strong = reach(g, move), strong_places(g.box)
    points = move.left - terrain.MODE_COST if g.units[unit].mode == MM else BLOCKED
    better = [
        (to_go[h], h not in strong, cost, h)
        for h, cost in found.spent.items()
        if to_go[h] < now and (cost <= points or away[h] > NEAR)
    ]
    friends = g.hexes(g.box.sides[unit])
    for *_, place in sorted(better):
        if place not in friends or refuse_joining(g, (unit,), place) is None:
            return Act(Action("move", place), found)
    return None


def _toward(g: Bradley, move: Move) -> str:
    """7.1.2 The facing that looks where the unit wants to go. 14.1.1 The railway gun keeps its own."""
    facing, words = g.units[move.unit].facing, g.box.board.directions
    if facing >= 0:
        return words[facing]
    around, to_go = g.box.board.neighbours[g.where(move.unit)], goals(g, move.unit, move.start)
    return words[min((d for d, n in enumerate(around) if n >= 0), key=lambda d: (to_go[around[d]], d))]


# --- 20.3 the segment --------------------------------------------------------------------------------------------


@rule("20.3")
def march(g: Bradley) -> None:
    """20.3 All units of the automaton that can move, those nearest to the enemy first."""
    if g.move is not None:
        _lead(g)
    ready = [u for u in g.on_map(g.side) if refuse_mover(g, u) is None and not stays(g, u)]
    away = g.box.distances(*g.hexes(g.foe))
    for unit in sorted(ready, key=lambda u: (away[g.where(u)], u)):
        g.move = begin(g, unit)
        _lead(g)


def _lead(g: Bradley) -> None:
    """20.3 The unit that the automaton has its hand on does all that it wants to."""
    while g.move is not None:
        move = g.move
        act = plan(g, move) or Act(Action("back" if move == begin(g, move.unit) else "end"))
        perform(g, move, act.action, act.found)
