"""I.F.6, I.I.5.c, II.C.2 Command: how far headquarters reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from beachhead.games.longest_day.box import COMMAND_RANGE, ENEMY, LOST
from beachhead.games.longest_day.invasion import are_comrades
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Changes, Ruling, remembered, rule

Strange = Literal["", "corps", "corps disrupted", "division disrupted", "division", "independent"]
"""What keeps two units from acting together."""


@remembered("units")
def command_reach(g: LongestDay, hq: int) -> frozenset[int]:
    """II.D.2 The hexes within eight of a headquarters on the map, by routes that no enemy bars."""
    return reach_from(g, g.box.sides[hq], g.units[hq].at)


@command_reach.falls("units")
def _fallen(g: LongestDay, known: Mapping[int, frozenset[int]], changes: Changes) -> set[int]:
    """What a headquarters reaches stays so unless it moves, or somebody near it does who bars a route or opens one.

    Enemies bar routes; friends open them in an enemy's zone.
    """
    sides, units, found = g.box.sides, g.units, set[int]()
    for unit, old, new in changes:
        if old.at == new.at and (old.at < 0 or g.exerts(unit, old) == g.exerts(unit, new)):
            continue
        found.add(unit)
        own, zone = sides[unit], g.zone(ENEMY[sides[unit]])
        for place in (old.at, new.at):
            if place >= 0:
                near, is_telling = g.box.within(place, COMMAND_RANGE + 1), zone[place]
                found.update(hq for hq in known if (is_telling or sides[hq] != own) and units[hq].at in near)
    return found


def is_friendly(g: LongestDay, side: str, place: int) -> bool:
    """I.H.1, I.H.2 Whether a hex is friendly: a unit or a fortification of the side is in it; trains do not count.

    I.H.3 Whose zones of control reach there does not matter.
    """
    return any(not g.units[unit].train for unit in g.friends_at(side, place))


@rule("II.D.2", "II.D.2-01", "I.H.1", "I.H.2", "I.H.3")
def reach_from(g: LongestDay, side: str, place: int, steps: int = COMMAND_RANGE) -> frozenset[int]:
    """II.D.2 The hexes within eight by a supply route: no enemies, and not their zones where no friends stand."""
    enemy, near = ENEMY[side], g.ground.near
    foes, zone, friends = g.fighters(enemy), g.zone(enemy), g.occupied(side)

    def passed(hexes: set[int]) -> set[int]:
        return {h for h in hexes if not foes[h] and (not zone[h] or (friends[h] and is_friendly(g, side, h)))}

    found, edge = {place}, passed({place})
    for _ in range(steps):
        edge = passed({n for h in edge for n in near[h]} - found)
        if not edge:
            break
        found |= edge
    return frozenset(found)


@rule("II.D.2")
def is_near_hq(g: LongestDay, place: int, hq: int | None) -> bool:
    """II.D.2 Whether a supply route of eight hexes leads from a headquarters to a hex."""
    if hq is None or place < 0 or g.units[hq].at < 0:
        return False
    if hq not in command_reach.known(g) and g.box.board.distance(place, g.units[hq].at) > COMMAND_RANGE:
        return False  # it takes no search to see that
    return place in command_reach(g, hq)


@rule("I.F.6.b", "I.F.6.c", "I.I.5.c")
def is_in_command(g: LongestDay, unit: int) -> bool:
    """I.F.6.b, I.F.6.c, I.I.5.c Whether a unit acts together with others of its corps.

    It does through its division, whose headquarters is within eight hexes of that of the corps; a unit that is far from
    its division, or has none, must be within eight hexes of the corps headquarters itself.
    """
    record = g.units[unit]
    corps = g.corps_hq(record.corps)
    hq = division_of(g, unit)
    if hq is not None and (hq == unit or is_near_hq(g, record.at, hq)):
        return is_near_hq(g, g.units[hq].at, corps)
    return unit == corps or is_near_hq(g, record.at, corps) or (corps is not None and is_roving(g, unit))


class Net:
    """I.F.6 How far the command of a corps reaches, worked out once for many hexes."""

    def __init__(self, g: LongestDay, corps: int | None) -> None:
        self._g = g
        self._hq = g.corps_hq(corps)
        self._ground = frozenset[int]() if self._hq is None else command_reach(g, self._hq)
        self._divisions: dict[int, tuple[frozenset[int], bool]] = {}

    def leads(self, division: int | None, place: int) -> bool:
        """I.F.6.b, I.F.6.c Whether units of a division, or independent ones, are in command in a hex."""
        if division is None:
            return place in self._ground
        found = self._divisions.get(division)
        if found is None:
            at = self._g.units[division].at
            ground = frozenset[int]() if at < 0 else command_reach(self._g, division)
            found = self._divisions[division] = ground, at in self._ground
        ground, is_tied = found
        return is_tied if place in ground else place in self._ground

    def parts(self, divisions: Iterable[int | None]) -> bool:
        """II.E.5.a Whether a disrupted headquarters keeps units of several divisions from acting together."""
        return is_shaken(self._g, self._hq) or any(is_shaken(self._g, hq) for hq in divisions)


def division_of(g: LongestDay, unit: int) -> int | None:
    """II.C.1 The divisional headquarters of a unit on the map, or the unit itself if it is one."""
    if g.box.is_corps_hq[unit]:
        return None
    hq = unit if g.box.is_hq[unit] else g.units[unit].hq
    return None if hq is None or g.box.is_corps_hq[hq] else hq


@rule("II.C.2-45")
def refuse_member(g: LongestDay, hq: int) -> Ruling | None:
    """II.C.2-45 Why a division does not need a de facto corps, or may not have one."""
    number = g.units[hq].corps
    leader = None if number is None else g.box.corps_hq.get(number)
    if number is None or leader is None:
        return Ruling("II.C.2-46", f"{g.name(hq)} is assigned to no corps", (hq,))
    if g.units[leader].at == LOST:
        return Ruling("II.C.2-45", f"{g.name(leader)} has been lost and is not back yet", (hq, leader))
    if is_near_hq(g, g.units[hq].at, g.corps_hq(number)):
        return Ruling("II.C.2-45", f"{g.name(hq)} is within reach of {g.name(leader)}", (hq, leader))
    return None


@rule("II.C.2-47", "II.C.2-48")
def acting_corps(g: LongestDay, hq: int | None) -> int | None:
    """II.C.2-47 The headquarters that acts for the corps of a division, for as long as all conditions hold."""
    for leader, others in g.de_facto.items():
        if hq is not None and hq in (leader, *others):
            record = g.units[leader]
            is_fit = record.at >= 0 and g.box.city[record.at] and not record.disrupted
            is_near = hq == leader or is_near_hq(g, g.units[hq].at, leader)
            return leader if is_fit and is_near and refuse_member(g, hq) is None else None
    return None


def strangers(g: LongestDay, unit: int, other: int) -> Strange:
    """I.I.5 What keeps two units from attacking together; the Crocodiles attack with anybody."""
    return "" if is_free_lance(g, unit) or is_free_lance(g, other) else parted(g, unit, other)


@rule("II.C.2-39", "II.C.2-40", "II.C.2-42", "II.C.2-43", "II.E.5.a.2", "II.E.5.a.3", "IX.H.1")
def parted(g: LongestDay, unit: int, other: int) -> Strange:
    """I.F.6, I.I.5 What keeps two units from stacking: another corps, or distance from it."""
    if are_comrades(g, unit, other):
        return ""
    if g.units[unit].corps != g.units[other].corps:
        return "corps"
    if is_one_division(g, unit, other):
        return ""
    one, two = division_of(g, unit), division_of(g, other)
    if g.de_facto and one is not None and two is not None and is_de_facto(g, one, two):
        return ""
    if is_shaken(g, g.corps_hq(g.units[unit].corps)):
        return "corps disrupted"
    if is_shaken(g, one) or is_shaken(g, two):
        return "division disrupted"
    far = unit if not is_in_command(g, unit) else other
    if far == other and is_in_command(g, other):
        return ""
    return "independent" if division_of(g, far) is None else "division"


@rule("I.I.5.a", "II.D.5.b")
def is_one_division(g: LongestDay, unit: int, other: int) -> bool:
    """I.I.5.a Whether one divisional headquarters supplies both: roving corps troops have any of their corps."""
    one, two = division_of(g, unit), division_of(g, other)
    if one is not None and one == two:
        return True
    if not (is_roving(g, unit) or is_roving(g, other)):
        return False
    return not divisions_for(g, unit).isdisjoint(divisions_for(g, other))


def divisions_for(g: LongestDay, unit: int) -> frozenset[int]:
    """II.D.5.b The divisional headquarters that can supply a unit: its own; for roving troops all that are near."""
    own = division_of(g, unit)
    found = set() if own is None else {own}
    if is_roving(g, unit):
        corps, place = g.units[unit].corps, g.units[unit].at
        every = (hq for hq in g.box.organization.divisions if g.units[hq].at >= 0 and g.units[hq].corps == corps)
        found.update(hq for hq in every if is_near_hq(g, place, hq))
    return frozenset(found)


def is_de_facto(g: LongestDay, one: int, two: int) -> bool:
    """II.C.2-45 Whether two divisions act together in a de facto corps."""
    leader = acting_corps(g, one)
    shaken = is_shaken(g, one) or is_shaken(g, two)
    return leader is not None and leader == acting_corps(g, two) and not shaken


@rule("II.C.2-40", "II.D.5.b")
def is_roving(g: LongestDay, unit: int) -> bool:
    """II.D.5.b Allied corps reconnaissance, British corps anti-tank and US corps infantry units."""
    return g.box.organization.roving[unit]


def is_shaken(g: LongestDay, hq: int | None) -> bool:
    """II.E.5.a Whether a headquarters is disrupted."""
    return hq is not None and bool(g.units[hq].disrupted)


@rule("I.I.5.e", "IX.H.6")
def is_free_lance(g: LongestDay, unit: int) -> bool:
    """I.I.5.e The Crocodiles of the 141st fight beside any British or US unit."""
    return g.box.is_free_lance[unit]
