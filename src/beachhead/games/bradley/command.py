"""16.2 Command radius: which headquarters reach a unit. Terrain and zones of control do not matter (16.2.3)."""

from __future__ import annotations

from beachhead.games.bradley.box import AMERICAN
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Ruling, rule

NEED_COMMAND = ("armor", "anti-tank", "SP anti-tank")
"""16.2.2 The types of tank and anti-tank units; reconnaissance is neither."""


@rule("16.2", "16.2.3")
def reaches(g: Bradley, hq: int, place: int) -> bool:
    """16.2.3 Whether a hex lies within the command radius of a headquarters that is on the map."""
    if not g.is_on_map(hq):
        return False
    return g.box.board.distance(g.where(hq), place) <= g.box.pieces[hq].range


@rule("16.2.1")
def commands(g: Bradley, hq: int, unit: int) -> bool:
    """16.2.1 Whether a unit is of the command of a headquarters: of its division, or of any if it has none of its own.

    A unit whose division has no headquarters in the scenario is as independent as one without a division.
    """
    piece, chief = g.box.pieces[unit], g.box.pieces[hq]
    if piece.side != chief.side:
        return False
    return piece.division == chief.division or piece.division not in g.row.divisions


@rule("16.0")
def commanders(g: Bradley, unit: int) -> list[int]:
    """16.0 The headquarters whose command a unit is under where it stands."""
    place = g.where(unit)
    hqs = g.box.hqs[g.box.sides[unit]]
    return [hq for hq in hqs if commands(g, hq, unit) and reaches(g, hq, place)]


def refuse_command(g: Bradley, unit: int) -> Ruling | None:
    """16.2.1, 16.2.2 Why a unit cannot fire for want of command."""
    piece = g.box.pieces[unit]
    if piece.arm == "artillery":
        if commanders(g, unit):
            return None
        return Ruling("16.2.1", f"{piece.id} is under no headquarters' command and cannot bombard", (unit,))
    if piece.side == AMERICAN and piece.type in NEED_COMMAND:
        if commanders(g, unit):
            return None
        return Ruling("16.2.2", f"{piece.id} is under no headquarters' command and cannot use direct fire", (unit,))
    return None


def is_remote(g: Bradley, unit: int) -> bool:
    """20.5 Whether a unit stands outside the radius of every friendly headquarters."""
    place = g.where(unit)
    return not any(reaches(g, hq, place) for hq in g.box.hqs[g.box.sides[unit]])
