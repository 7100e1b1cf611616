"""10.5, 10.3.5 Retreat, and advance after combat.

A unit goes back step by step, as its owner likes, and every unit of a hex by its own way. Before the first step it is
clear that a legal end can be reached, and only steps that lead to one are offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from beachhead.games.bradley.box import CM, ENEMY
from beachhead.games.bradley.facing import set_mode
from beachhead.games.bradley.occupation import cross, disrupt, eliminate, enter
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.terrain import is_across_canal, refuse_step, ways
from beachhead.games.bradley.zones import enemy_zone
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, count_of, rule
from beachhead.wargame.force import Asking, Footsteps, Path, Units, along_a_path, one_by_one, paths_back, take_or_leave

VERBS = {
    "withdraw": Verb("Retreat with", "unit"),
    "halt": Verb("Halt here", role="done"),
    "hold": Verb("No further advance", role="done"),
}
EVENTS = {
    "deployed": Told("{unit:unit} goes into combat mode", "move"),
    "trapped": Told("{unit:unit} cannot retreat", "loss"),
}
ONE_OR_TWO = (1, 2)


# --- 10.5.3 where a retreat can go -------------------------------------------------------------------------------


@rule("9.1.5", "10.5.3b")
def is_closed(g: Bradley, side: str, start: int, there: int) -> bool:
    """10.5.3a Whether enemy zones of control close a hex to a retreat from another; friends in it open it.

    Enemies who share the hex itself, after a landing on top of them (4.4.9), do not pin the units that leave it.
    """
    if not enemy_zone(g, side)[there] or g.occupied(side)[there]:
        return False
    inside = (u for u in g.standing(start) if g.box.sides[u] != side)
    return enemy_zone(g, side)[there] > sum(there in g.exerts(u, g.units[u]) for u in inside)


def refuse_way(g: Bradley, unit: int, passed: Sequence[int], there: int) -> Ruling | None:
    """10.5.3 Why a retreating unit that has come along these hexes, its first one included, cannot step to a hex."""
    here, side = passed[-1], g.box.sides[unit]
    if there in passed:
        return Ruling("10.5.3g", "It has been in that hex already", (unit,), (there,))
    if there not in g.box.board.adjacent[here]:
        return Ruling("10.5.3", "A retreat goes from hex to hex", (unit,), (here, there))
    if g.holds(ENEMY[side], there):
        return Ruling("10.5.3a", "An enemy holds that hex", (unit,), (there,))
    if is_closed(g, side, passed[0], there):
        return Ruling("10.5.3a", "That hex is in an enemy zone of control and without a friend", (unit,), (there,))
    if is_across_canal(g, here, there):
        return Ruling("10.5.3f", "Nobody retreats across a canal except at a bridge", (unit,), (here, there))
    return refuse_step(g, unit, here, there)


@rule("10.5.3a", "10.5.3f", "10.5.3g")
def next_steps(g: Bradley, unit: int, passed: Sequence[int]) -> list[int]:
    """10.5.3 The hexes to which a retreating unit can step, wherever that leads."""
    steps = (place for place, _ in ways(g, unit)[passed[-1]])
    return [place for place in steps if refuse_way(g, unit, passed, place) is None]


def refuse_end(g: Bradley, unit: int, place: int) -> Ruling | None:
    """10.5.3c Why a retreat cannot end in a hex."""
    found = refuse_joining(g, (unit,), place)
    return found and Ruling("10.5.3c", f"A retreat must not end there: {found.sentence}", (unit,), (place,))


@rule("10.5.3d", "10.5.3e")
def ways_back(g: Bradley, unit: int, hexes: tuple[int, int]) -> Sequence[Path] | Ruling:
    """10.5.3 The ways of a unit that goes back so many hexes, at least and at most; or why it is lost.

    10.5.3d Only if every end within the usual distance is over-stacked does it go one hex farther.
    """
    (least, most), start, allowance = hexes, g.where(unit), g.face(unit).ma

    def paths(least: int, most: int) -> list[Path]:
        ends = (lambda passed: next_steps(g, unit, passed)), (least, most), lambda h: refuse_end(g, unit, h) is None
        return paths_back(start, *ends)

    if allowance < least:
        sentence = f"{g.name(unit)} shows a movement allowance of {allowance} and must go back {least}"
        return Ruling("10.5.3e", sentence, (unit,), (start,))
    farther = most + 1
    found = paths(least, min(most, allowance)) or paths(farther, farther)
    if not found:
        return Ruling("10.5.4", f"{g.name(unit)} has no legal retreat", (unit,), (start,))
    if allowance < min(map(len, found)) - 1:
        return Ruling("10.5.3e", f"{g.name(unit)} cannot go back {farther} hexes", (unit,), (start,))
    return found


# --- 10.5 retreat ------------------------------------------------------------------------------------------------


@rule("10.5.1", "10.5.3")
def retreat(g: Bradley, units: Sequence[int], *, hexes: tuple[int, int] = ONE_OR_TWO, assault: bool = False) -> Flow:
    """10.5 Units go back, one after another in the order that their owner likes; who cannot is eliminated.

    `hexes` are the least and the greatest distance; `assault` says that a close assault forces them (14.1.2).
    Returns the units that are still there.
    """
    waiting = [unit for unit in units if not _is_lost(g, unit, hexes, assault=assault)]
    if waiting:
        side, start = g.box.sides[waiting[0]], g.where(waiting[0])
        yield from one_by_one(
            g, side, waiting, "withdraw", partial(_go_back, hexes=hexes), partial(_who_next, g, start)
        )
    return tuple(unit for unit in units if g.is_on_map(unit))


def _who_next(g: Bradley, place: int, waiting: Units) -> Asking:
    """10.5.3 Who of those that must retreat from a hex goes next."""
    return Asking(
        f"{len(waiting)} units must retreat from {g.hex_name(place)}. Which is the next?",
        "10.5.3",
        {"hex": place, "unit": waiting},
        refuse=lambda _, unit: Ruling("10.5.3", "That unit does not have to retreat now", (unit,), (place,)),
    )


def _is_lost(g: Bradley, unit: int, hexes: tuple[int, int], *, assault: bool) -> bool:
    """10.5.3e, 14.1.2 Eliminate a unit that cannot go back so far, whatever way is open."""
    if unit == g.box.bruno and assault:
        g.tell("trapped", rule="14.1.2", unit=unit)
        eliminate(g, unit, rule="14.1.2")
    elif g.face(unit).ma < hexes[0]:
        g.tell("trapped", rule="10.5.3e", unit=unit)
        eliminate(g, unit, rule="10.5.3e")
    return not g.is_on_map(unit)


def _go_back(g: Bradley, unit: int, hexes: tuple[int, int]) -> Flow:
    """10.5.3 One unit retreats, step by step. 13.3.5 A garrison on the way stays; only where it ends is it relieved.

    10.5.2 A unit that retreats in movement mode is in combat mode afterwards.
    """
    paths = ways_back(g, unit, hexes)
    if isinstance(paths, Ruling):
        g.tell("trapped", rule=paths.rule, unit=unit)
        eliminate(g, unit, rule=paths.rule)
        return
    least, most = hexes[0], min(hexes[1], g.face(unit).ma)
    if all(len(path) > hexes[1] + 1 for path in paths):
        least = most = hexes[1] + 1

    def step(g: Bradley, place: int) -> None:
        g.change(unit, at=place)
        cross(g, unit, place)

    how = Footsteps(
        step,
        lambda g, passed, place: refuse_retreat(g, unit, passed, most, place),
        lambda g, passed: refuse_halt(g, unit, passed, least),
        lambda passed: _prompt(g, unit, len(passed) - 1, least, most),
        "10.5.3",
        {"unit": unit},
    )
    passed = yield from along_a_path(g, g.box.sides[unit], paths, how)
    g.tell("retreated", rule="10.5.3", unit=unit, start=passed[0], hex=passed[-1])
    enter(g, unit, passed[-1])
    if g.units[unit].mode != CM:
        set_mode(g, unit, "cm")
        g.tell("deployed", rule="10.5.2", unit=unit)
    if least > hexes[1]:
        disrupt(g, unit, rule="10.5.3d")


def _prompt(g: Bradley, unit: int, gone: int, least: int, most: int) -> str:
    if gone:
        where = g.hex_name(g.where(unit))
        more = "may" if gone >= least else "must"
        return f"{g.name(unit)} has gone back to {where} and {more} go one hex farther."
    distance = f"{least}" if least == most else f"{least} or {most}"
    return f"{g.name(unit)} must retreat {distance} hex{'es' if most > 1 else ''}. Where does it go?"


# --- 10.3.5 advance ----------------------------------------------------------------------------------------------


@rule("10.3.5", "10.6.3")
def refuse_advance(g: Bradley, unit: int, attackers: Sequence[int], target: int) -> Ruling | None:
    """10.3.5 Why a unit cannot advance into the hex that a close assault has emptied.

    What counts is whether it could enter the hex; zones of control do not stop an advance.
    """
    if unit not in attackers:
        return Ruling("10.3.5", f"{g.name(unit)} has not taken part in this assault", (unit,), (target,))
    if not g.is_on_map(unit):
        return Ruling("10.3.5", f"{g.name(unit)} has not survived", (unit,))
    if g.where(unit) == target:
        return Ruling("10.3.5", f"{g.name(unit)} is in the hex already", (unit,), (target,))
    if g.units[unit].disrupted:
        return Ruling("10.6.3", f"{g.name(unit)} is disrupted and cannot advance", (unit,))
    if not g.face(unit).ma:
        return Ruling("10.3.5", f"{g.name(unit)} shows no movement allowance", (unit,))
    return refuse_step(g, unit, g.where(unit), target) or refuse_joining(g, (unit,), target)


@rule("10.3.5")
def advance(g: Bradley, side: str, attackers: Sequence[int], target: int) -> Flow:
    """10.3.5 Attackers who are not disrupted may take the hex, as many as can stack there."""
    about = {"hex": target, "unit": tuple(attackers)}
    how = Asking(f"{g.hex_name(target)} is empty. Who advances?", "10.3.5", about)
    while True:
        able = Offer.of(g, lambda g, unit: refuse_advance(g, unit, attackers, target), attackers)
        unit = yield from take_or_leave(side, able, ("advance", "hold"), how)
        if unit is None:
            return
        enter(g, unit, target)
        g.tell("advanced", rule="10.3.5", unit=unit, hex=target)


# --- reasons -----------------------------------------------------------------------------------------------------


def refuse_retreat(g: Bradley, unit: int, passed: Sequence[int], most: int, place: int) -> Ruling | None:
    """10.5.3 Why the next step of a retreat is not offered."""
    found = refuse_way(g, unit, passed, place) or (refuse_end(g, unit, place) if len(passed) == most else None)
    return found or Ruling("10.5.3", "From there it could not end its retreat", (unit,), (place,))


def refuse_halt(g: Bradley, unit: int, passed: Sequence[int], least: int) -> Ruling | None:
    """10.5.3 Why a retreat cannot end where the unit is."""
    if len(passed) <= least:
        return Ruling("10.5.3", f"It must go back {count_of(least, 'hex', 'hexes')}", (unit,))
    return refuse_end(g, unit, passed[-1])
