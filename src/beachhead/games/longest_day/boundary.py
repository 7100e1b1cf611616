"""I.B.12 British and US units keep apart, but for one boundary between two corps."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Ruling, derived, rule

Pair = tuple[int | None, int | None]
"""A US and a British corps."""
FREE = ("CROC",)
"""I.B.12-01 Units that go with either army."""


@derived("units")
def allied_contacts(g: LongestDay) -> frozenset[Pair]:
    """I.B.12 The US and British corps of which units stand next to each other."""
    adjacent = g.box.board.adjacent
    found: set[Pair] = set()
    for unit in g.on_map(ALLIED):
        if g.box.army[unit] == "US" and is_kept_apart(g, unit):
            near = (other for h in adjacent[g.units[unit].at] for other in g.standing(h))
            found.update(_pair(g, unit, other) for other in _foreign(g, unit, near))
    return frozenset(found)


@rule("I.B.12-01")
def is_kept_apart(g: LongestDay, unit: int) -> bool:
    """I.B.12-01 Whether the boundary binds a unit: not the Crocodiles of the 141st."""
    return g.box.pieces[unit].special not in FREE


def refuse_nations(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.B.12 Why a unit may not stop next to those of the other army."""
    if g.box.sides[unit] != ALLIED or not is_kept_apart(g, unit):
        return None
    near = (other for h in (place, *g.box.board.adjacent[place]) for other in g.standing(h))
    met = {_pair(g, unit, other) for other in _foreign(g, unit, near)}
    if not met or len(met | allied_contacts(g)) == 1:
        return None
    words = "British and US units stand next to each other at one corps boundary only"
    return Ruling("I.B.12", words, (unit,), (place,))


def _foreign(g: LongestDay, unit: int, others: Iterable[int]) -> list[int]:
    army = g.box.army
    return [
        other
        for other in others
        if g.box.sides[other] == ALLIED and army[other] != army[unit] and is_kept_apart(g, other)
    ]


def _pair(g: LongestDay, unit: int, other: int) -> Pair:
    one, two = (unit, other) if g.box.army[unit] == "US" else (other, unit)
    return g.units[one].corps, g.units[two].corps
