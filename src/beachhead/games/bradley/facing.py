"""7.0, 14.1.3 Modes and facing: which hexsides a unit faces, and the arc of the railway gun.

A facing is a direction of the board, 0 for north and so on clockwise; -1 is a unit that faces everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from beachhead.games.bradley.box import CM, MM, Box, front
from beachhead.games.bradley.schemas import Mode
from beachhead.games.bradley.state import NORTH, Bradley
from beachhead.kernel import NameList, Ruling, rule

EVERYWHERE = "all"
_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The six directions where x counts columns to the east and y half hexes to the south."""

_COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}


class Facings(NameList):
    """What facings are called in positions and actions: the directions of the board, and a word for all of them."""

    def __init__(self, directions: Sequence[str]) -> None:
        super().__init__("facing", directions, [spelled(direction) for direction in directions])
        self._numbers[EVERYWHERE] = -1

    def name(self, number: int) -> str:
        """The direction; `all` for a unit that faces everywhere."""
        return super().name(number) if 0 <= number < len(self) else EVERYWHERE if number == -1 else str(number)

    def called(self, number: int) -> str:
        """The direction in words."""
        return "everywhere" if number == -1 else super().called(number)

    def number(self, name: str) -> int:
        """The direction of this name; a number counts them from the north."""
        return int(name) if re.fullmatch(r"-?[0-9]{1,3}", name) else super().number(name)


def spelled(direction: str) -> str:
    """A direction of the compass in words: `NE` is `north-east`."""
    return "-".join(_COMPASS[letter] for letter in direction)


@rule("2.3(2)", "7.1.2", "14.1.3")
def has_facing(g: Bradley, unit: int) -> bool:
    """2.3(2) Whether a unit lies in a direction: in movement mode, and the railway gun always (14.1.3)."""
    return g.units[unit].mode == MM or unit == g.box.bruno


@rule("14.1.3")
def in_arc(box: Box, here: int, facing: int, there: int) -> bool:
    """14.1.3 Whether a hex lies in the 120 degrees before a facing, near or far, the edges of the arc included."""
    if facing < 0:
        return True
    if here == there:
        return False
    around = box.board.neighbours[here]
    if there in around:
        return around.index(there) in front(facing)
    return there in arc(box, here, facing)


@cache
def arc(box: Box, here: int, facing: int) -> frozenset[int]:
    """14.1.3 The hexes of the arc before a facing: those between the lines through its two outer hexsides."""
    (left_x, left_y), (right_x, right_y) = _STEPS[(facing - 1) % 6], _STEPS[(facing + 1) % 6]
    x0, y0 = _doubled(box, here)
    found = []
    for there in range(len(box.board)):
        x, y = _doubled(box, there)
        x, y = x - x0, y - y0
        if left_x * y - left_y * x >= 0 and x * right_y - y * right_x >= 0 and there != here:
            found.append(there)
    return frozenset(found)


def _doubled(box: Box, place: int) -> tuple[int, int]:
    column, row = box.numbers(place)
    return column, 2 * row + (column % 2 == 0)


@rule("7.4.3", "7.4.4")
def faces(g: Bradley, unit: int, place: int) -> bool:
    """7.4.4 Whether a unit faces a hex."""
    return in_arc(g.box, g.where(unit), g.units[unit].facing, place)


def refuse_direction(g: Bradley, unit: int, target: int) -> Ruling | None:
    """7.4.4, 10.1.7, 14.1.3 Why a unit cannot attack a hex because of how it lies."""
    if faces(g, unit, target):
        return None
    if unit == g.box.bruno:
        return Ruling("14.1.3", "The railway gun fires only into the arc before it", (unit,), (target,))
    return Ruling("10.1.7", f"{g.name(unit)} is in movement mode and does not face that hex", (unit,), (target,))


def refuse_facing(g: Bradley, unit: int) -> Ruling | None:
    """7.5, 10.6.1, 14.1.1 Why a unit cannot change its facing."""
    if g.units[unit].disrupted:
        return Ruling("10.6.1", f"{g.name(unit)} is disrupted", (unit,))
    if g.units[unit].mode != MM:
        words = f"{g.name(unit)} is in combat mode: only movement mode can be turned"
        return Ruling("14.1.1" if unit == g.box.bruno else "7.4.5", words, (unit,))
    return None


@rule("7.1.2", "7.4.5")
def set_mode(g: Bradley, unit: int, mode: Mode, facing: int = NORTH) -> None:
    """7.3 Turn a counter over. 7.4.5 In combat mode it faces everywhere, but the railway gun keeps how it lies."""
    if unit == g.box.bruno:
        g.change(unit, mode=mode)
    else:
        g.change(unit, mode=mode, facing=facing if mode == MM else -1)


def refuse_mode(g: Bradley, unit: int) -> Ruling | None:
    """7.3.4, 7.2.2 Why a unit cannot change its mode, whatever points it has."""
    record = g.units[unit]
    if record.disrupted:
        return Ruling("7.3.4", f"{g.name(unit)} is disrupted", (unit,))
    if record.mode == CM and (unit in g.dropped or unit in g.ashore):
        return Ruling("7.2.2", f"{g.name(unit)} has just landed and stays in combat mode this turn", (unit,))
    return None
