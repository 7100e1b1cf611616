"""6.0, 7.3, 7.5, 9.1 Where a unit can go with the points it has, and when it can change its mode and facing.

A `Move` says how far the move under way has come. Everything here answers for such a move without changing anything;
points are half points, as everywhere (`POINT` is one).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from beachhead.games.bradley.box import AMERICAN, CM, GERMAN, MM
from beachhead.games.bradley.engineers import PROBE_COST, WORK_COST, beach_at
from beachhead.games.bradley.facing import refuse_facing, refuse_mode
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.state import Bradley, Move
from beachhead.games.bradley.terrain import (
    MODE_COST,
    Ground,
    allowance,
    entry_cost,
    ground,
    landing_cost,
    refuse_step,
    ways,
)
from beachhead.games.bradley.zones import enemy_zone, must_stop, refuse_zone
from beachhead.hexes import Reach
from beachhead.kernel import Changes, Ruling, cite, derived, rule
from beachhead.wargame import marching
from beachhead.wargame.marching import March, Zone
from beachhead.wargame.pieces import of_each

SEGMENTS = ("allied movement", "german movement")


@rule("6.1.2", "6.1.3", "6.1.7", "6.1.8")
def begin(g: Bradley, unit: int) -> Move:
    """6.1.2 A move that has not gone anywhere yet; whoever has just landed or entered has paid for that hex.

    9.1.1 Coming to the map is a step like others: it ends where the enemy controls. 6.1.3 Nothing is left from before.
    """
    start, points = g.where(unit), allowance(g, unit)
    if unit in g.ashore:
        spent = landing_cost(g, unit, start)
    elif unit in g.entered:
        spent = entry_cost(g, unit, start)
    else:
        return Move(unit, start, points)
    return Move(unit, start, points, spent=spent, hexes=1, stopped=must_stop(g, g.box.sides[unit], start), fresh=True)


def _german_hexes(g: Bradley) -> bytes:
    """13.3.2 The hexes that Germans or their garrisons hold."""
    found = bytearray(g.occupied(GERMAN))
    for place in g.garrisons:
        found[place] = 1
    return bytes(found)


german_hexes = derived("units", "garrisons")(_german_hexes)


@german_hexes.follow("units")
def _follow_germans(value: bytes, g: Bradley, changes: Changes) -> bytes:
    """Most units that move are American, or turn."""
    sides = g.box.sides
    moved = any(old.at != new.at and sides[unit] == GERMAN for unit, old, new in changes)
    return _german_hexes(g) if moved else value


def blocked_hexes(g: Bradley, side: str) -> bytes:
    """6.2.2 The hexes that a side cannot enter are marked, because enemies hold them; garrisons hold theirs."""
    return german_hexes(g) if side == AMERICAN else g.occupied(AMERICAN)


class Terms(NamedTuple):
    """6.1 All on which it depends where a unit can go."""

    ground: Ground
    mover: str
    mode: str
    here: int
    points: int
    zone: bytes
    closed: bytes
    always_one: bool

    def march(self) -> March:
        """9.1.1 A unit stops where the enemy controls; 9.1.2 it does not step from one such hex into another."""
        ways, zone = self.ground.ways(self.mover, self.mode), Zone(self.zone, holds=True)
        return March(ways, self.here, self.points, zone, self.closed, always_one=self.always_one)


@rule("6.1", "6.1.1", "6.2.4", "6.2.7", "9.1.1", "6.2.5")
def terms(g: Bradley, move: Move) -> Terms:
    """6.1 How the unit of a move marches with the points that are left, in the mode that shows."""
    unit, side = move.unit, g.box.sides[move.unit]
    return Terms(
        ground(g),
        g.box.pieces[unit].mover,
        g.units[unit].mode,
        g.where(unit),
        move.left,
        enemy_zone(g, side),
        blocked_hexes(g, side),
        has_minimum(g, move),
    )


def reach(g: Bradley, move: Move) -> Reach:
    """6.1 The hexes that a unit can still come to, each with its least cost.

    Who shows no allowance in the mode that it has changed to goes nowhere, whatever points are left (2.3: static
    units).
    """
    if move.stopped or not g.face(move.unit).ma:
        here = g.where(move.unit)
        return Reach(here, {here: 0}, {})
    return _reach(terms(g, move))


@lru_cache(maxsize=1 << 10)
def _reach(found: Terms) -> Reach:
    """6.1 A unit that has only turned is asked again and again where it can go."""
    return marching.reach(found.march())


@rule("6.2.5")
def has_minimum(g: Bradley, move: Move) -> bool:
    """6.2.5 Whether a unit may still move one hex, whatever it costs: it has an allowance and has done nothing."""
    return not move.hexes and not move.flipped and not move.spent and g.face(move.unit).ma > 0 and move.allowance > 0


@rule("6.2.3")
def destinations(g: Bradley, move: Move, found: Reach | None = None) -> list[int]:
    """6.2.3 The hexes where a move can end: it may pass through friends, but not end where there is no room.

    `found` is where it can go, if that was looked at.
    """
    here, unit, friends = g.where(move.unit), move.unit, g.occupied(g.box.sides[move.unit])
    hexes = (found or reach(g, move)).spent
    return sorted([h for h in hexes if h != here and (not friends[h] or refuse_joining(g, (unit,), h) is None)])


@rule("9.1.1", "6.2.5")
def stepped(g: Bradley, move: Move, path: Sequence[int], spent: int) -> Move:
    """6.1 The move after the unit has gone along a path, the hex it left included, for so many points."""
    place = path[-1]
    used_up = spent > move.left or must_stop(g, g.box.sides[move.unit], place)
    hexes = move.hexes + len(path) - 1
    return replace(move, spent=move.spent + spent, hexes=hexes, stopped=move.stopped or used_up, fresh=True)


# --- who can move ------------------------------------------------------------------------------------------------


@of_each("segment", "part", "idle", "ashore", "dropped", "entered")
def ready(g: Bradley, unit: int) -> bool | None:
    """6.0 The units that may act if they have not yet, each with whether it can, wherever others stand."""
    if g.box.sides[unit] != g.side or _refuse_segment(g, unit) is not None or _refuse_part(g, unit) is not None:
        return None
    return _is_free(g, unit)


def _is_free(g: Bradley, unit: int) -> bool:
    """7.3, 7.5 Whether a unit can turn or change its mode before it does anything else."""
    if g.units[unit].mode == MM:
        return True
    if unit in g.entered or refuse_mode(g, unit) is not None:
        return False
    points = allowance(g, unit)
    return not points or points >= MODE_COST


# --- reasons -----------------------------------------------------------------------------------------------------


def refuse_mover(g: Bradley, unit: int) -> Ruling | None:
    """6.2, 10.6.1 Why a unit can do nothing at all in this movement segment."""
    found = _refuse_segment(g, unit)
    if found is None and unit in g.moved:
        return Ruling("6.2.6", f"{g.name(unit)} has finished its move", (unit,))
    return found or _refuse_part(g, unit)


def _refuse_segment(g: Bradley, unit: int) -> Ruling | None:
    """6.2.1, 6.2.8 Why a unit does not move in this segment, or as it is."""
    piece = g.box.pieces[unit]
    if piece.side != g.side or g.segment not in SEGMENTS:
        return Ruling("6.2.1", f"{piece.id} moves in the movement segment of its own player turn", (unit,))
    if not g.is_on_map(unit):
        return Ruling("6.2.1", f"{piece.id} is not on the map", (unit,))
    if g.units[unit].disrupted:
        cite("7.3.4")
        cite("10.6.1")
        return Ruling("6.2.8", f"{piece.id} is disrupted: it neither moves nor changes its mode", (unit,))
    return None


def _refuse_part(g: Bradley, unit: int) -> Ruling | None:
    """5.9.1, 20.5 Why a unit does not move in this part of the segment, or this turn."""
    if unit in g.idle:
        return Ruling("20.5", f"{g.name(unit)} is without command and does nothing this turn", (unit,))
    if g.part == "landed moves" and unit not in g.ashore:
        return Ruling("5.9.1", "Units that were ashore before the landings have finished their moves", (unit,))
    return None


def refuse_destination(g: Bradley, move: Move, place: int) -> Ruling | None:
    """6.2, 9.1, 8.1 Why a move cannot end in a hex."""
    unit, here, side = move.unit, g.where(move.unit), g.box.sides[move.unit]
    if place == here:
        return Ruling("6.1", f"{g.name(unit)} stands there", (unit,), (place,))
    if blocked_hexes(g, side)[place]:
        return Ruling("6.2.2", "An enemy holds that hex", (unit,), (place,))
    if place in reach(g, move):
        return refuse_joining(g, (unit,), place)
    if move.stopped:
        return _refuse_stopped(g, move, place)
    near = place in g.box.board.adjacent[here]
    if near and (found := refuse_step(g, unit, here, place) or refuse_zone(g, unit, here, place)):
        return found
    if g.face(unit).ma == 0:
        return Ruling("6.2.5", f"{g.name(unit)} shows no movement allowance", (unit,), (place,))
    if marching.why_unreached(terms(g, move).march(), place) == "zones":
        return Ruling("9.1.1", "The way leads through enemy zones of control", (unit,), (place,))
    return Ruling("6.2.4", "That is farther than its movement points allow", (unit,), (place,))


def _refuse_stopped(g: Bradley, move: Move, place: int) -> Ruling:
    """9.1.1, 6.2.5, 7.3.2 Why a unit that has stopped goes no farther."""
    unit = move.unit
    if must_stop(g, g.box.sides[unit], g.where(unit)):
        return Ruling("9.1.1", f"{g.name(unit)} has entered an enemy zone of control", (unit,), (place,))
    if move.flipped:
        return Ruling("7.3.2", f"{g.name(unit)} has changed its mode and can do nothing more", (unit,), (place,))
    return Ruling("6.2.5", f"{g.name(unit)} has gone the one hex that is always possible", (unit,), (place,))


def refuse_flip(g: Bradley, move: Move) -> Ruling | None:
    """7.3 Why a unit cannot change its mode now."""
    unit = move.unit
    if found := refuse_mode(g, unit):
        return found
    if not move.allowance and not g.face(unit).ma and not move.hexes and not move.flipped:
        if move.turned:
            return Ruling("7.3.2", "Without a movement allowance, changing mode is all that it could do", (unit,))
        return None
    if move.left < MODE_COST:
        return Ruling("7.3.1", "Changing mode costs two movement points", (unit,))
    return None


@rule("7.3.1", "7.3.2", "7.3.3")
def flipped(move: Move) -> Move:
    """7.3.1 The move after a change of mode; 7.3.2 for a unit without an allowance it was the only action."""
    stopped = move.stopped or not move.allowance
    return replace(move, spent=move.spent + MODE_COST, flipped=True, stopped=stopped, fresh=False)


def refuse_turn(g: Bradley, move: Move) -> Ruling | None:
    """7.5, 7.3.2 Why a unit cannot change its facing now."""
    found = refuse_facing(g, move.unit)
    if found is None and move.flipped and not move.allowance:
        return Ruling("7.3.2", "Without a movement allowance, changing mode is all that it could do", (move.unit,))
    return found


# --- 6.2.3 passing through full hexes ----------------------------------------------------------------------------


@rule("6.2.3")
def passable(g: Bradley, move: Move, found: Reach) -> list[int]:
    """6.2.3, 15.1 The landing hexes without room where engineers can stop to look for mines, and go on.

    For others it makes no difference where on their way through a full hex they change their mode.
    """
    if _refuse_stop(g, move) is not None:
        return []
    friends = g.occupied(AMERICAN)
    return sorted(h for h in found if friends[h] and refuse_pass(g, move, h, found) is None)


def _refuse_stop(g: Bradley, move: Move) -> Ruling | None:
    """6.2.3, 15.1 Why a unit has no business in a hex where there is no room."""
    if g.box.pieces[move.unit].is_engineer and g.box.sides[move.unit] == AMERICAN:
        return None
    return Ruling("6.2.3", "Only engineers stop where there is no room, to look for mines", (move.unit,))


def refuse_pass(g: Bradley, move: Move, place: int, found: Reach | None = None) -> Ruling | None:
    """6.2.3, 15.1 Why engineers cannot stop in a full hex on their way; `found` is where they can go."""
    unit, found = move.unit, found or reach(g, move)
    if ruling := _refuse_stop(g, move):
        return ruling
    if place not in found or place == g.where(unit):
        return refuse_destination(g, move, place)
    if beach_at(g, place) is None:
        return Ruling("15.1.1", "Mines are looked for in landing hexes", (unit,), (place,))
    if refuse_joining(g, (unit,), place) is None:
        return Ruling("6.2.3", "There is room in that hex: it can move there", (unit,), (place,))
    if must_stop(g, AMERICAN, place):
        return Ruling("9.1.1", "It could not go on from there", (unit,), (place,))
    if not _leaves(g, move, place, found[place] + PROBE_COST):
        return Ruling("6.2.4", "It would have too few points left to go on from there", (unit,), (place,))
    return None


def _leaves(g: Bradley, move: Move, place: int, spent: int, mode: str | None = None) -> bool:
    """6.2.3 Whether a unit that has spent so many points more can still step from a hex to one with room."""
    unit, closed = move.unit, blocked_hexes(g, g.box.sides[move.unit])
    return any(
        cost <= move.left - spent and not closed[n] and refuse_joining(g, (unit,), n) is None
        for n, cost in ways(g, unit, mode)[place]
    )


def is_crowded(g: Bradley, move: Move) -> bool:
    """6.2.3, 8.1 Whether a unit passes through a hex where it cannot stay."""
    place = g.where(move.unit)
    return place != move.start and refuse_joining(g, (move.unit,), place) is not None


def refuse_lingering(g: Bradley, move: Move, verb: str) -> Ruling | None:
    """6.2.3, 8.1 Why a unit cannot do something in a hex that is full: it must be able to go on after that."""
    unit, place = move.unit, g.where(move.unit)
    spent = {"march": MODE_COST, "deploy": MODE_COST, "probe": PROBE_COST, "demine": WORK_COST}.get(verb, 0)
    flips = {"march": MM, "deploy": CM}
    if verb != "end" and _leaves(g, move, place, spent, flips.get(verb)):
        return None
    return Ruling("6.2.3", f"{g.name(unit)} cannot stay there: the hex is full", (unit,), (place,))
