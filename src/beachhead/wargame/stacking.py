"""Stacking: how much may stand in a hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from beachhead.kernel import Ruling
from beachhead.wargame.pieces import Pieces, presence


def refuse_mixed(g: Pieces, *, rule: str) -> Ruling | None:
    """Why counters cannot lie as they do: both sides are in a hex."""
    for place, units in sorted(presence(g).at.items()):
        if len({g.box.sides[unit] for unit in units}) > 1:
            return Ruling(rule, f"Both sides stand in {g.hex_name(place)}", units, (place,))
    return None


class Stacking:
    """A limit in stacking points per hex, with the rule that sets it; without `points` every unit counts one."""

    def __init__(self, limit: int, rule: str, points: Callable[[Any, int], int] | None = None) -> None:
        self.limit = limit
        self.rule = rule
        self._points = points

    def count(self, g: Pieces, units: Iterable[int]) -> int:
        """The stacking points of units."""
        return sum([1 if self._points is None else self._points(g, unit) for unit in units])

    def refuse(self, g: Pieces, units: tuple[int, ...], place: int) -> Ruling | None:
        """The ruling against units stacking there, besides those who stand there, if that would break the limit."""
        if self.count(g, {*g.standing(place), *units}) <= self.limit:
            return None
        return Ruling(self.rule, f"No more than {self.limit} may stack in a hex", units, (place,))

    def room(self, g: Pieces, units: tuple[int, ...], places: Iterable[int]) -> list[int]:
        """The places where nothing refuses these units. Most are empty, and there the first answer goes for all."""
        standing, empty = presence(g).at, self.count(g, units) <= self.limit
        return [h for h in places if (self.refuse(g, units, h) is None if h in standing else empty)]

    def refuse_position(self, g: Pieces) -> Ruling | None:
        """Why counters cannot lie as they do: too many in a hex, or both sides."""
        for place, units in sorted(presence(g).at.items()):
            name = g.box.board.names[place]
            if len({g.box.sides[unit] for unit in units}) > 1:
                return Ruling(self.rule, f"Both sides stand in {name}", units, (place,))
            if self.count(g, units) > self.limit:
                return Ruling(self.rule, f"Too many stand in {name}", units, (place,))
        return None
