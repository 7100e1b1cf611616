"""TCS 6 Op sheets: who is ordered, to do what, and where; units near a sheet in force are added to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from beachhead.games.tcs import implementation, orders
from beachhead.games.tcs.box import AMERICAN, Box
from beachhead.games.tcs.state import OpSheet, Task, Tcs
from beachhead.games.tcs.veteran.front import Front
from beachhead.games.tcs.veteran.goals import FOOT, HUNTS, Goal

LATE = 3
"""Turns before the end in which nothing new is written."""
SHARED, SHARED_HUNT = 0.6, 0.42
"""How much less a goal is worth to another company for each that goes there: enemies who are hunted need fewer."""
WIDE = 5
TOGETHER = 8
"""How near to each other enemies are who are hunted by the same order."""
NEAR_SHINGLE = 12
MEN = frozenset({"infantry"})


class Order(NamedTuple):
    """An op sheet to be written: for whom, which mission, and where."""

    formation: int
    units: tuple[int, ...]
    mission: str
    goal: Goal | None


def next_order(g: Tcs, front: Front, offered: Sequence[int]) -> Order | None:
    """TCS 6.2 The next company that needs orders, and what they are."""
    if front.turns_left <= LATE:
        return None
    crowd = _crowd(g, front)
    best: tuple[float, Order] | None = None
    for formation in offered:
        units = _idle(g, front, formation)
        if not units:
            continue
        goal, worth = _goal_for(g, front, units, crowd)
        if goal is None and front.side == AMERICAN:
            continue
        order = Order(formation, units, _mission(g, front, units, goal), goal)
        if best is None or worth > best[0]:
            best = worth, order
    return best[1] if best else None


def companies(g: Tcs) -> range:
    """The formations that are single companies; they come first."""
    return range(len(g.box.companies))


def _idle(g: Tcs, front: Front, company: int) -> tuple[int, ...]:
    """The units of a company that wait for orders: those on no sheet, or whose task is done."""
    busy, assigned = orders.preparations(g), orders.assignments(g)
    found = []
    for unit in g.box.members[company]:
        if g.units[unit].at < 0 or unit in busy or company in g.unreleased or g.box.sides[unit] != front.side:
            continue
        if unit in assigned and not _is_finished(g, front, unit):
            continue
        found.append(unit)
    fighters = [unit for unit in found if g.box.kinds[unit] in (*FOOT, "tank") and g.type_of(unit).points]
    return tuple(found) if fighters else ()


def _is_finished(g: Tcs, front: Front, unit: int) -> bool:
    """Whether an American has nothing left to do where he is sent; Germans stay where they are."""
    _, task = orders.assignments(g)[unit]
    return front.side == AMERICAN and not task.reserve and is_done(g, AMERICAN, task)


def is_done(g: Tcs, side: str, task: Task) -> bool:
    """Whether friends and no enemies stand in the objective of a task."""
    foes, friends = g.occupied(g.enemy(side)), g.occupied(side)
    if not task.objective or any(foes[h] for h in task.objective):
        return False
    return any(friends[h] for h in task.objective)


def _crowd(g: Tcs, front: Front) -> dict[int, int]:
    """How many tasks lead to each hex."""
    found: dict[int, int] = {}
    for sheet in g.sheets_of(front.side).values():
        for task in sheet.tasks:
            for h in task.objective:
                found[h] = found.get(h, 0) + 1
    return found


def _goal_for(g: Tcs, front: Front, units: Sequence[int], crowd: dict[int, int]) -> tuple[Goal | None, float]:
    """The goal that promises most to a company, by what it is worth and how far it is to go."""
    lead = min(units, key=lambda unit: (g.box.kinds[unit] not in MEN, unit))
    kind, here = g.type_of(lead), g.units[lead].at
    found: tuple[Goal | None, float] = (None, 0.0)
    if not kind.points:
        return found
    for goal in _single(front.goals):
        if goal.holds or kind.row.kind not in goal.kinds or goal.word == "exit":
            continue
        away = front.field(g, kind.row.mover, goal.hexes).get(here)
        if away is None or away / kind.points > front.turns_left:
            continue
        others = max((crowd.get(h, 0) for h in goal.hexes), default=0)
        worth = goal.worth * (SHARED_HUNT if goal.word in HUNTS else SHARED) ** others / (2 + away / kind.points)
        if worth > found[1]:
            found = goal, worth
    return found


def _single(goals: Sequence[Goal]) -> Iterable[Goal]:
    """The goals of a side, with enemies who are hunted one by one: a company is sent against each."""
    hunted: dict[int, Goal] = {}
    for goal in goals:
        if goal.word not in HUNTS:
            yield goal
            continue
        for place in goal.hexes:
            if place not in hunted or hunted[place].worth < goal.worth:
                hunted[place] = goal._replace(hexes=frozenset((place,)))
    yield from (hunted[place] for place in sorted(hunted))


def hunted_together(g: Tcs, front: Front, goal: Goal | None) -> list[int]:
    """TCS 6.2 Enemies who are to be driven off and stand near each other are one objective."""
    if goal is None or goal.word not in HUNTS:
        return []
    first, distance = min(goal.hexes), g.box.board.distance
    places = {h for other in front.goals if other.word in HUNTS for h in other.hexes}
    return sorted((h for h in places if distance(first, h) <= TOGETHER), key=lambda h: (distance(first, h), h))


def _mission(g: Tcs, front: Front, units: Sequence[int], goal: Goal | None) -> str:
    """TCS 6.4 An attack if there is time for it, else a hasty defense of the objective, which is ordered faster."""
    if goal is None:
        return "hasty"
    row = implementation.rating(g, front.side, units) + implementation.size(g, units)
    pace = 2 if g.is_night else 1 if front.threat.area.get(g.units[units[0]].at) else 3
    if all(g.type_of(unit).is_machine for unit in units):
        pace *= g.constant("vehicle_sheet_factor")
    wait = waiting(g.box, min(row, max(g.box.implementation)), "attack", pace)
    return "attack" if wait <= front.w.patient * front.turns_left else "hasty"


@lru_cache(maxsize=256)
def waiting(box: Box, row: int, mission: str, pace: int) -> float:
    """TCS 6.6 How many turns pass on average until a sheet is implemented, if it gains so many points a turn."""
    axis, needs = box.implementation_columns[mission], box.implementation[row]
    left, total = 1.0, 0.0
    for turn in range(1, 60):
        column = axis.column(turn * pace)
        word = "-" if column is None else needs[column]
        total += left
        left *= 1 - float(implementation.chance(None if word == "-" else int(word)))
    return total


def place_of(g: Tcs, front: Front, units: Sequence[int], goal: Goal, offered: Sequence[int]) -> int:
    """TCS 6.2 The hex to name as the objective: one of the goal, or the nearest to it that can be named."""
    mover, here = _mover(g, units), g.units[units[0]].at
    inside = [h for h in offered if h in goal.hexes]
    if inside:
        return min(inside, key=lambda h: (g.box.board.distance(here, h), h))
    away = front.field(g, mover, goal.hexes)
    known = [h for h in offered if h in away]
    return min(known, key=lambda h: (away[h], h)) if known else min(offered)


def _mover(g: Tcs, units: Sequence[int]) -> str:
    movers = [g.type_of(unit).row.mover for unit in units if g.type_of(unit).points]
    return "foot" if "foot" in movers else movers[0]


def village_of(g: Tcs, goal: Goal) -> int | None:
    """The number of the village that is a goal."""
    for number, name in enumerate(g.box.villages):
        if goal.hexes == frozenset(g.box.ground.villages[name]):
            return number
    return None


# --- sheets in force ---------------------------------------------------------------------------------------------


def wants_commitment(g: Tcs, number: int) -> bool:
    """TCS 6.7 Whether the reserve of a sheet is needed: an enemy is in its objective."""
    sheet = g.sheets[number]
    foes = g.occupied(g.enemy(sheet.side))
    return any(foes[h] for task in sheet.tasks if task.reserve for h in task.objective)


def host(g: Tcs, unit: int, offered: Sequence[int]) -> int | None:
    """TCS 6.9 The sheet to which a unit is added: the one that lets it do most, for the goal that is nearest.

    Americans are added to none on which nothing is left to do.
    """
    rank = {"attack": 0, "hasty": 1, "prepared": 2, "move": 3}
    side = g.box.sides[unit]

    def key(number: int) -> tuple[bool, bool, int, int, int]:
        sheet: OpSheet = g.sheets[number]
        task = min(sheet.tasks, key=lambda task: rank[task.mission])
        away = min((g.box.board.distance(g.units[unit].at, h) for h in task.objective), default=0)
        return side == AMERICAN and is_done(g, side, task), task.reserve, rank[task.mission], away, number

    best = min(offered, key=key)
    return None if key(best)[0] else best


def to_attach(g: Tcs, offered: Sequence[int]) -> int | None:
    """TCS 6.9 The next unit to be added to a sheet in force: those who move or fire, men first."""
    fit = [unit for unit in offered if g.box.kinds[unit] not in ("carrier", "artillery", "leader")]
    return min(fit, key=lambda unit: (g.box.kinds[unit] not in MEN, unit)) if fit else None
