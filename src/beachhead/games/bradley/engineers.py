"""15.1-15.3 Engineers at work in the movement segment: mines and obstacles, sea walls, ruins.

Where the mines lie is the German's secret. What is offered here follows from what has been said and shown alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from beachhead.games.bradley.box import AMERICAN, CM, GERMAN, POINT, Box
from beachhead.games.bradley.occupation import disrupt
from beachhead.games.bradley.state import Bradley, Move
from beachhead.kernel import Arg, Preview, Ruling, Told, Verb, rule
from beachhead.wargame.chances import rolls

VERBS = {
    "probe": Verb("Check for mines"),
    "demine": Verb("Clear the mines"),
    "breach": Verb("Breach the sea wall", "wall"),
    "restore": Verb("Clear the ruins"),
}
EVENTS = {
    "probed": Told("{unit:unit} checks {hex:hex}: {answer}", "engineer"),
    "mines_cleared": Told("{unit:unit} clears the mines of {hex:hex}", "engineer", by="unit", at="hex"),
    "beach_cleared": Told("No mines are left at {beach}", "engineer"),
    "wall_breached": Told("{unit:unit} breaches the sea wall {wall:wall}", "engineer", by="unit", at="wall"),
    "ruins_cleared": Told("{unit:unit} clears the ruins of {hex:hex}", "engineer"),
}
PROBE_COST = 1 * POINT
WORK_COST = 2 * POINT
MISHAP = 6
"""15.1.5, 15.2.4 The die that disrupts engineers."""


@rule("15.0")
def tasks(g: Bradley, move: Move) -> dict[str, list[Arg]]:
    """15.0 What the engineers of a move can do besides moving, by verb."""
    found: dict[str, list[Arg]] = {}
    for verb, task in TASKS.items():
        args: Sequence[Arg] = walls_at(g.box, g.where(move.unit)) if verb == "breach" else (None,)
        found[verb] = [arg for arg in args if task.refuse(g, move, arg) is None]
    return found


@rule("15.1.5", "15.2.4")
def risk(rule: str) -> Preview:
    """15.1.5, 15.2.4 The risk that engineers run."""
    odds = rolls("1d6").map(lambda die: "disrupted" if die == MISHAP else "no harm")
    favours = {"disrupted": GERMAN, "no harm": AMERICAN}
    return Preview(rule, {"movement points": WORK_COST // POINT}, results=odds, favours=favours)


class Task(NamedTuple):
    """15.0 What engineers do: why they cannot, and the move after they have done it."""

    refuse: Callable[[Bradley, Move, Any], Ruling | None]
    work: Callable[[Bradley, Move, Any], Move]


def _refuse_engineers(g: Bradley, move: Move, points: int, *, american: str = "") -> Ruling | None:
    """15.0, 6.2.4 Why a unit cannot do engineers' work for so many points; `american`: a rule for them alone."""
    unit, piece = move.unit, g.box.pieces[move.unit]
    if not piece.is_engineer:
        return Ruling("15.0", f"{piece.id} is not an engineer unit", (unit,))
    if american and piece.side != AMERICAN:
        return Ruling(american, "That is for American engineers", (unit,))
    if g.units[unit].disrupted:
        return Ruling("6.2.8", f"{piece.id} is disrupted", (unit,))
    if move.left < points:
        words = f"{piece.id} has not enough movement points left for that"
        return Ruling("6.2.4", words, (unit,), (g.where(unit),))
    return None


@rule("7.2.4")
def _refuse_mode(g: Bradley, unit: int) -> Ruling | None:
    """7.1.4, 7.2.4 Engineers clear and breach in combat mode only."""
    if g.units[unit].mode == CM:
        return None
    return Ruling("7.1.4", f"{g.name(unit)} is in movement mode: engineers clear and breach in combat mode", (unit,))


@rule("15.2.1", "15.3.1")
def _began_here(g: Bradley, move: Move) -> bool:
    """15.2.1, 15.3.1 Whether a unit stands where it began the segment; who has just landed began it elsewhere."""
    return g.where(move.unit) == move.start and move.unit not in g.ashore and move.unit not in g.dropped


# --- 15.1 mines and obstacles ------------------------------------------------------------------------------------


def refuse_probe(g: Bradley, move: Move, _: None = None) -> Ruling | None:
    """15.1.1 Why engineers cannot check the hex they are in for mines. They may be in either mode."""
    unit, place = move.unit, g.where(move.unit)
    if found := _refuse_engineers(g, move, PROBE_COST, american="15.1.1"):
        return found
    if beach_at(g, place) is None:
        return Ruling("5.4.3f", "Mines can lie only in the landing hexes of a Beach Area", (unit,), (place,))
    if place in g.probed or place in g.cleared:
        return Ruling("15.1.1", "It is known already whether that hex is mined", (unit,), (place,))
    if not move.fresh:
        return Ruling("15.1.1", f"{g.name(unit)} checks for mines only as it enters the hex", (unit,), (place,))
    return None


def _probe(g: Bradley, move: Move, _: None) -> Move:
    """15.1.1 For one more point on entering, the German must say whether the hex is mined."""
    unit, place = move.unit, g.where(move.unit)
    mined = place in g.mines
    g.probed[place] = mined
    g.reveal("probed", rule="15.1.1", unit=unit, hex=place, answer="it is mined" if mined else "no mines")
    return _spent(move, PROBE_COST)


def refuse_demine(g: Bradley, move: Move, _: None = None) -> Ruling | None:
    """15.1.2 Why engineers cannot clear the mines of the hex they are in. They clear what a check has found."""
    unit, place = move.unit, g.where(move.unit)
    if found := _refuse_engineers(g, move, WORK_COST, american="15.1.2"):
        return found
    if not g.probed.get(place) or place in g.cleared:
        return Ruling("15.1.2", "No mines are known to be in that hex", (unit,), (place,))
    return _refuse_mode(g, unit)


@rule("5.4.3d", "15.1.2", "15.1.3")
def _demine(g: Bradley, move: Move, _: None) -> Move:
    """15.1.2 The mines of the hex are cleared for two points; 15.1.3 the beach has one point less."""
    unit, place = move.unit, g.where(move.unit)
    g.mines.remove(place)
    g.cleared.add(place)
    g.tell("mines_cleared", rule="15.1.2", unit=unit, hex=place)
    beach = g.box.beach_of[place]
    if not g.mines_at(beach):
        g.announced.add(beach)
        g.reveal("beach_cleared", rule="15.1.4", beach=beach.title())
    if g.dice.roll(f"{g.name(unit)} after clearing mines", rule="15.1.5").total == MISHAP:
        disrupt(g, unit, rule="15.1.5")
    return _spent(move, WORK_COST)


def beach_at(g: Bradley, place: int) -> str | None:
    """5.4.3f The Beach Area in play whose mines could lie in a hex."""
    beach = g.box.beach_of.get(place)
    if beach is None or beach not in g.row.beaches:
        return None
    return beach if any(berth.coast == place for berth in g.shore(beach)) else None


# --- 15.2 sea walls ----------------------------------------------------------------------------------------------


@cache
def walls_at(box: Box, place: int) -> tuple[int, ...]:
    """15.2.1 The sea walls along a hex."""
    return tuple(wall for wall, side in enumerate(box.walls) if place in box.board.ends(side))


@rule("15.2", "15.2.2")
def refuse_breach(g: Bradley, move: Move, wall: int) -> Ruling | None:
    """15.2 Why engineers cannot breach a sea wall: they begin the segment at it and are in combat mode."""
    unit, place = move.unit, g.where(move.unit)
    if found := _refuse_engineers(g, move, WORK_COST, american="15.2"):
        return found
    if wall not in walls_at(g.box, place) or not _began_here(g, move):
        words = f"{g.name(unit)} must have begun the segment at the sea wall"
        return Ruling("15.2.1", words, (unit,), g.box.board.ends(g.box.walls[wall]))
    if wall in g.breached:
        return Ruling("15.2.3", "That sea wall is breached already", (unit,), g.box.board.ends(g.box.walls[wall]))
    return _refuse_mode(g, unit)


def _breach(g: Bradley, move: Move, wall: int) -> Move:
    """15.2.2 A sea wall is breached for two points; 15.2.3 its hexside is free from now on."""
    unit = move.unit
    g.breached.add(wall)
    g.tell("wall_breached", rule="15.2.3", unit=unit, wall=wall)
    if g.dice.roll(f"{g.name(unit)} after breaching a sea wall", rule="15.2.4").total == MISHAP:
        disrupt(g, unit, rule="15.2.4")
    return _spent(move, WORK_COST)


# --- 15.3 ruins --------------------------------------------------------------------------------------------------


@rule("15.3")
def refuse_restore(g: Bradley, move: Move, _: None = None) -> Ruling | None:
    """15.3 Why engineers of either side cannot clear the ruins they stand in."""
    unit, place = move.unit, g.where(move.unit)
    if place not in g.ruins:
        return Ruling("15.3.1", "There are no ruins in that hex", (unit,), (place,))
    if found := _refuse_engineers(g, move, WORK_COST) or _refuse_mode(g, unit):
        return found
    if not _began_here(g, move) or move.allowance != g.box.pieces[unit].cm.ma * POINT:
        words = f"{g.name(unit)} must have begun the segment in the ruins, in combat mode"
        return Ruling("15.3.1", words, (unit,), (place,))
    if g.box.is_city[place] and move.spent:
        return Ruling("15.3.3", "Clearing the ruins of a city takes all movement points", (unit,), (place,))
    return None


@rule("15.3.4", "12.2.5")
def _restore(g: Bradley, move: Move, _: None) -> Move:
    """15.3.2, 15.3.3 Ruins of a town go for two points, those of a city for all; 15.3.4 the hex is what it was."""
    unit, place = move.unit, g.where(move.unit)
    g.ruins.remove(place)
    is_city = g.box.is_city[place]
    g.tell("ruins_cleared", rule="15.3.3" if is_city else "15.3.2", unit=unit, hex=place)
    return _spent(move, move.allowance if is_city else WORK_COST)


def _spent(move: Move, points: int) -> Move:
    return replace(move, spent=move.spent + points, fresh=False)


TASKS: Mapping[str, Task] = {
    "probe": Task(refuse_probe, _probe),
    "demine": Task(refuse_demine, _demine),
    "breach": Task(refuse_breach, _breach),
    "restore": Task(refuse_restore, _restore),
}
