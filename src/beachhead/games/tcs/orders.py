"""TCS 6.2-6.5, 2.3, 3.1 What orders permit: one predicate for every deed of a unit.

An op sheet lies in the state as data. Where its units may go follows from it and from the map alone, is worked out once
and shared by all copies of the state.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from beachhead.games.tcs.box import AMERICAN, GERMAN, Box
from beachhead.games.tcs.state import OpSheet, Task, Tcs
from beachhead.hexes import BLOCKED, Rings, listed, marked, marks, reach_by
from beachhead.hexes.search import distances
from beachhead.kernel import Ruling, derived, rule
from beachhead.wargame import held

Deed = Literal["move", "assault", "fire"]
Word = Literal[
    "free", "led", "arriving", "unreleased", "halted", "reserve", "attack", "hasty", "prepared", "move", "beach",
    "landward", "unassigned",
]  # fmt: skip
"""Under which rule a unit stands: mostly a line of the table of missions."""
DEFENSES = ("hasty", "prepared")
FREE_TURNS = 2
"""3.1-9 For how many turns reinforcements move without a sheet."""


FIELDS = (
    "phase", "first", "turn", "command", "led", "unreleased", "sheets", "obeys", "arrived", "crossings",
)  # fmt: skip
"""What it depends on, besides its own record, what a unit may do."""


class Post(NamedTuple):
    """What a unit is under: a word, and its sheet and task if it is on one that is implemented."""

    word: Word
    number: int = -1
    task: Task | None = None


NOWHERE = Post("unassigned")


# --- who is on which sheet ---------------------------------------------------------------------------------------


@derived("sheets")
def assignments(g: Tcs) -> Mapping[int, tuple[int, Task]]:
    """TCS 6.3 By unit, the implemented sheet that it is on, and its task."""
    return _by_unit(g, lambda sheet: sheet.status == "implemented")


@derived("sheets")
def preparations(g: Tcs) -> Mapping[int, tuple[int, Task]]:
    """TCS 6.6 By unit, the sheet on which it is that is not implemented yet."""
    return _by_unit(g, lambda sheet: sheet.status != "implemented")


def _by_unit(g: Tcs, wanted: Collection[OpSheet] | object) -> Mapping[int, tuple[int, Task]]:
    assert callable(wanted)
    return {
        unit: (number, task)
        for number, sheet in g.sheets.items()
        if wanted(sheet)
        for task in sheet.tasks
        for unit in task.units
    }


def sector_of(g: Tcs, place: int) -> str:
    """1.16 The beach sector in which a hex lies, if any."""
    ground = g.box.ground
    if not ground.seaward[place]:
        return ""
    sheet, column = ground.column(place)[0], int(ground.column(place)[1:])
    for sector in ground.sectors:
        if sector.sheet == sheet and sector.first_column <= column <= sector.last_column:
            return sector.sector
    return ""


@rule("2.3a-6", "2.3e")
def reach_sectors(g: Tcs) -> None:
    """2.3a-6, 2.3e Units of landing sheets that stand on the sector that it names begin with its task."""
    for sheet in g.sheets.values():
        for unit in all_units(sheet) if sheet.sector else ():
            place = g.units[unit].at
            if unit not in g.obeys and place >= 0 and sector_of(g, place) == sheet.sector:
                g.obeys[unit] = g.turn


def all_units(sheet: OpSheet) -> tuple[int, ...]:
    """TCS 6.2 The units of a sheet, whatever their task."""
    return tuple(unit for task in sheet.tasks for unit in task.units)


# --- what a unit is under ----------------------------------------------------------------------------------------


@rule("2.3c", "2.3d-1", "2.3f-4", "3.1-9", "2.3g", "TCS 6.1")
def post_of(g: Tcs, unit: int) -> Post:
    """TCS 6.0, 2.3c, 3.1 What a unit is under now; the first that holds decides."""
    if not g.command:
        return Post("free")
    if unit in g.led:
        return Post("led")
    is_american = g.box.sides[unit] == AMERICAN
    if not is_american and g.box.company_of[unit] in g.unreleased:
        return Post("unreleased")
    found = assignments(g).get(unit)
    is_on_beach = is_american and g.units[unit].at >= 0 and g.box.ground.seaward[g.units[unit].at]
    if found is not None and _has_begun(g, unit, g.sheets[found[0]]):
        number, task = found
        word: Word = "reserve" if task.reserve else task.mission
        return Post("beach" if is_on_beach else word, number, task)
    if is_on_beach:
        return Post("beach")
    if is_american and g.frame.has_beach and _came_by_sea(g):
        return Post("landward")
    if unit in g.arrived:
        return Post("arriving" if g.turn < g.arrived[unit] + FREE_TURNS else "halted")
    return NOWHERE


def _has_begun(g: Tcs, unit: int, sheet: OpSheet) -> bool:
    """TCS 6.9, 2.3a-6 Whether a unit follows its sheet by now."""
    return _has_reached_sector(g, unit) if sheet.sector else g.obeys.get(unit, 0) <= g.turn


@rule("2.3", "2.3a-6", "2.3e")
def _has_reached_sector(g: Tcs, unit: int) -> bool:
    """2.3a-6, 2.3e Whether a unit of a landing sheet has stood on its sector, at once or after a march."""
    return unit in g.obeys


def _came_by_sea(g: Tcs) -> bool:
    """2.3d-2 The rule of units landward of the shingle is for 6 June."""
    return g.now.day == 6


# --- the predicate -----------------------------------------------------------------------------------------------


@rule("TCS 6.0", "TCS 6.4", "TCS 6.5", "TCS 6.7", "2.3d-2", "3.1-1", "7.0d", "7.0d-1")
def refuse_order(g: Tcs, unit: int, deed: Deed, place: int | None = None) -> Ruling | None:
    """TCS 6.4 Why its orders do not let a unit move, assault or fire; with a hex, why not there."""
    post = post_of(g, unit)
    if is_first_turn(g) and g.box.sides[unit] == GERMAN and g.command:
        return Ruling("7.0d-1", "On the turn of the landing the Germans do no more than answer", (unit,))
    if post.word in ("free", "led"):
        return None
    refused = _refuse_deed(g, unit, deed, post)
    if refused is not None or place is None or deed == "fire":
        return refused
    return _refuse_place(g, unit, deed, place, post)


def is_first_turn(g: Tcs) -> bool:
    """7.0d Whether it is the 0640 turn of 6 June, the first of all."""
    return g.turn == 1


def _refuse_deed(g: Tcs, unit: int, deed: Deed, post: Post) -> Ruling | None:
    """TCS 6.4, TCS 6.5, TCS 6.7 Why a unit does not do such a thing anywhere."""
    name = g.name(unit)
    match post.word:
        case "unreleased":
            return Ruling("3.1-1", f"{name} is not released yet", (unit,))
        case "arriving":
            return None if deed == "move" else Ruling("3.1-9", f"{name} has no op sheet and only moves", (unit,))
        case "halted":
            return Ruling("3.1-9", f"{name} came without an op sheet and must wait for one", (unit,))
        case "reserve":
            return Ruling("TCS 6.7", f"{name} is in reserve on {g.box.sheet_names.name(post.number)}", (unit,))
        case "landward" if deed == "move":
            return Ruling("2.3d-2", f"{name} has no op sheet that sends it inland, and does not move", (unit,))
    row = g.box.missions[post.word]
    cited = _cited(post.word)
    if deed == "fire" and row.fire != "yes":
        return Ruling(cited, f"{name} has no orders to fire and answers only", (unit,))
    if deed == "assault" and row.assault == "no":
        return Ruling(cited, f"{name} has no orders to attack", (unit,))
    if post.task is not None and post.word != "beach" and g.turn < post.task.start and deed != "fire":
        clock = g.box.track[post.task.start - 1].clock
        return Ruling("TCS 6.4", f"{name} begins its task at {clock}", (unit,))
    return None


def _cited(word: Word) -> str:
    return {"landward": "2.3d-2", "beach": "2.3d-1", "unassigned": "TCS 6.5"}.get(word, "TCS 6.4")


def _refuse_place(g: Tcs, unit: int, deed: Deed, place: int, post: Post) -> Ruling | None:
    """TCS 6.4, TCS 6.5, 2.3d-1 Why a unit does not go to a hex or into it."""
    name = g.name(unit)
    if post.task is not None and _is_inside_only(g, deed, post) and not _is_inside(post.task, place):
        return Ruling("TCS 6.4", f"{name} defends and attacks only inside its objective", (unit,), (place,))
    closed = closed_ground(g, unit)
    if closed is None or not closed[place]:
        return None
    if post.word == "unassigned":
        return Ruling("TCS 6.5", f"{name} has no op sheet and does not go nearer to the enemy", (unit,), (place,))
    if post.task is None:
        return Ruling("2.3d-1", f"{name} has no op sheet that sends it inland", (unit,), (place,))
    sheet = g.box.sheet_names.name(post.number)
    return Ruling("TCS 6.4", f"That is outside the corridor of {sheet}", (unit,), (place,))


def _is_inside(task: Task, place: int) -> bool:
    return not task.objective or place in task.objective


def _is_inside_only(g: Tcs, deed: Deed, post: Post) -> bool:
    return deed == "assault" and g.box.missions[post.word].assault == "only inside the objective"


# --- corridors ---------------------------------------------------------------------------------------------------


def closed_ground(g: Tcs, unit: int) -> bytes | None:
    """TCS 6.4, 2.3d-1 A mark for every hex to which its orders do not let a unit go; nothing if they do not say."""
    post = post_of(g, unit)
    if post.word == "beach":
        inland = _inland(g.box)
        if post.task is None or post.task.reserve or g.turn < post.task.start:
            return inland
        return both(inland, _closed_by(g, unit, post.task))
    if post.word == "unassigned":
        return _nearer_ground(g, unit)
    if post.task is None or post.word in ("free", "led"):
        return None
    return _closed_by(g, unit, post.task)


@rule("TCS 6.5")
def _nearer_ground(g: Tcs, unit: int) -> bytes | None:
    """TCS 6.5 A mark for every hex that is nearer to an enemy than a unit is."""
    if g.units[unit].at < 0:
        return None
    rings = _rings_around(g.box, held(g)[g.enemy(g.box.sides[unit])])
    return _closed_marks(rings.nearer(g.units[unit].at), len(g.box.board))


@lru_cache(maxsize=64)
def _rings_around(box: Box, hexes: int) -> Rings:
    """How near every hex is to the nearest of some."""
    return Rings(box.ground.landscape.planes, hexes)


_closed_marks = lru_cache(maxsize=256)(marks)


def both(one: bytes, other: bytes | None) -> bytes | None:
    """What two limits close together, where either is enough to go."""
    if other is None:
        return None
    return (int.from_bytes(one, "little") & int.from_bytes(other, "little")).to_bytes(len(one), "little")


def _closed_by(g: Tcs, unit: int, task: Task) -> bytes | None:
    """TCS 6.4 What a task closes to a unit: all but its corridor, its objective, and the way back to them."""
    here = g.units[unit].at
    if task.mission in DEFENSES and here in task.objective:
        return _all_but(len(g.box.board), task.objective)
    if not task.width or not task.objective or g.line_entry:
        return None
    away = away_from(g.box, task)[here] if here >= 0 else 0
    return _closed_at(g.box, task, away)


@lru_cache(maxsize=8)
def _inland(box: Box) -> bytes:
    """2.3d-1 A mark for every hex that is not seaward of the shingle."""
    return bytes(not wet for wet in box.ground.seaward)


@lru_cache(maxsize=256)
def _all_but(size: int, hexes: tuple[int, ...]) -> bytes:
    open_hexes = marked(size, hexes)
    return bytes(not mark for mark in open_hexes)


@lru_cache(maxsize=512)
def corridor(box: Box, task: Task) -> frozenset[int]:
    """TCS 6.4 The hexes within its width of the way of a task, and its objective."""
    near = box.ground.landscape.planes.around(task.trace, task.width)
    return frozenset((*listed(near), *task.objective))


@lru_cache(maxsize=512)
def away_from(box: Box, task: Task) -> bytes:
    """TCS 6.4 How far every hex is from the corridor of a task."""
    return distances(box.board.adjacent, corridor(box, task))


@lru_cache(maxsize=1024)
def _closed_at(box: Box, task: Task, away: int) -> bytes:
    """TCS 6.4 What is closed so many hexes away from the corridor: one may always come nearer to it."""
    closed = bytearray(away_from(box, task).translate(bytes(bool(far) and far >= away for far in range(256))))
    for h in listed(box.ground.landscape.planes.around(task.origins, task.width)):
        closed[h] = 0
    return bytes(closed)


def draw_way(g: Tcs, task: Task) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """TCS 6.2 The way of a task, hex by hex through its way points to the objective, and where its units stand."""
    standing = [unit for unit in task.units if g.units[unit].at >= 0]
    origins = tuple(sorted({g.units[unit].at for unit in standing}))
    if not standing or not task.objective:
        return (), origins
    movers = [unit for unit in standing if g.type_of(unit).points]
    if not movers:
        return (), origins
    lead = min(movers, key=lambda unit: (g.type_of(unit).row.mover != "foot", unit))
    mover, here = g.type_of(lead).row.mover, g.units[lead].at
    goal = min(task.objective, key=lambda h: (g.box.board.distance(here, h), h))
    trace: list[int] = [here]
    for point in (*task.axis, goal):
        trace += _way(g.box, mover, trace[-1], point)
    return tuple(trace), origins


def _way(box: Box, mover: str, here: int, there: int) -> tuple[int, ...]:
    """The hexes of a cheapest way without the first; over ground that nobody passes, straight to the end."""
    for how in (mover, "foot"):
        found = reach_by(box.ground.ways(how), here, BLOCKED - 1, until=(there,))
        if there in found:
            return found.path(there)[1:]
    return (there,)
