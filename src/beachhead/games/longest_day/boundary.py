"""I.B.12 British and US units keep apart, but for one boundary between two corps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter

from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.state import LongestDay, army_nearness
from beachhead.kernel import Changes, Ruling, derived, drawn_from, rule

Pair = tuple[int | None, int | None]
"""A US and a British corps."""
Contacts = Mapping[tuple[int, int], Pair]
"""A US and a British unit, with their corps."""
PLACE = attrgetter("at", "corps", "hq", "came")
"""What of a unit the boundary looks at."""
OTHER = {"US": "British", "British": "US"}


@derived("units", "second_drop")
def contacts(g: LongestDay) -> Contacts:
    """I.B.12 The US and British units that stand next to each other, with their corps."""
    return _contacts(g, g.on_map(ALLIED))


@contacts.follow("units")
def _follow_contacts(value: Contacts, g: LongestDay, changes: Changes) -> Contacts:
    """Only those who have moved, or are of another corps, can have others beside them now."""
    moved = {unit for unit, old, new in changes if g.box.bounded[unit] and PLACE(old) != PLACE(new)}
    if not moved:
        return value
    kept = {units: pair for units, pair in value.items() if moved.isdisjoint(units)}
    return {**kept, **_contacts(g, [unit for unit in moved if g.units[unit].at >= 0])}


def _contacts(g: LongestDay, units: Iterable[int]) -> dict[tuple[int, int], Pair]:
    adjacent, found = g.box.board.adjacent, dict[tuple[int, int], Pair]()
    for unit in units:
        army = bound(g, unit)
        if army:
            near = (other for h in adjacent[g.units[unit].at] for other in g.standing(h))
            for other in _foreign(g, unit, near):
                found[(unit, other) if army == "US" else (other, unit)] = _pair(g, unit, other)
    return found


@drawn_from(contacts)
def allied_contacts(g: LongestDay) -> frozenset[Pair]:
    """I.B.12 The US and British corps of which units stand next to each other."""
    return frozenset(contacts(g).values())


@rule("I.B.12", "I.B.12-01", "I.B.12-03")
def refuse_nations(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.B.12 Why a unit may not stop next to those of the other army."""
    if not is_foreign_ground(g, unit)[place]:
        return None
    near = (other for h in (place, *g.box.board.adjacent[place]) for other in g.standing(h))
    met = {_pair(g, unit, other) for other in _foreign(g, unit, near)}
    if not met or len(met | allied_contacts(g)) == 1:
        return None
    words = "British and US units stand next to each other at one corps boundary only"
    return Ruling("I.B.12", words, (unit,), (place,))


@rule("I.B.12-01")
def is_foreign_ground(g: LongestDay, unit: int) -> bytearray:
    """I.B.12 The hexes in or next to which units of the other army stand, for whom the boundary matters."""
    army = bound(g, unit)
    return army_nearness(g)[OTHER[army]] if army else g.box.nowhere


def _foreign(g: LongestDay, unit: int, others: Iterable[int]) -> list[int]:
    foreign = OTHER.get(bound(g, unit))
    return [other for other in others if foreign is not None and bound(g, other) == foreign]


@rule("I.B.12-02", "I.B.12-03")
def bound(g: LongestDay, unit: int) -> str:
    """I.B.12 The army whose boundary binds a unit.

    I.B.12-02 None for the 987th Artillery while the British 50th Division has it, for only then a headquarters of the
    other army leads it; I.B.12-03 none for those who have come again by the second air drop.
    """
    hq = g.units[unit].hq
    is_lent = g.box.is_gun[unit] and hq is not None and g.box.army[hq] != g.box.army[unit]
    has_returned = g.second_drop and g.units[unit].came == g.second_drop and unit in g.box.sea.drop_groups
    return "" if is_lent or has_returned else g.box.bounded[unit]


def _pair(g: LongestDay, unit: int, other: int) -> Pair:
    one, two = (unit, other) if g.box.army[unit] == "US" else (other, unit)
    return g.units[one].corps, g.units[two].corps
