"""Stacking: how much may stand in a hex."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.kernel import Ruling


class Stacking:
    """A limit in stacking points per hex, with the rule that sets it."""

    def __init__(self, limit: int, rule: str) -> None:
        self.limit = limit
        self.rule = rule

    def has_room(self, points_there: Iterable[int], points: int) -> bool:
        """Whether so many points fit beside those that are there."""
        return sum(points_there) + points <= self.limit

    def refuse(self, points_there: Iterable[int], points: int, units: tuple[int, ...], place: int) -> Ruling | None:
        """The ruling against stacking there, if it would break the limit."""
        if self.has_room(points_there, points):
            return None
        return Ruling(self.rule, f"No more than {self.limit} may stack in a hex", units, (place,))
