"""I.F.6, I.I.5.c, II.C.2 Command: how far headquarters reach."""

from __future__ import annotations

from typing import Literal

from beachhead.games.longest_day.box import ALLIED, COMMAND_RANGE, ENEMY, LOST
from beachhead.games.longest_day.invasion import are_comrades
from beachhead.games.longest_day.state import LongestDay, controlled_hexes
from beachhead.kernel import Changes, Ruling, remembered, rule

ROVING = ("corps recon", "corps anti-tank", "corps infantry")
"""II.D.5.b Corps troops that any headquarters of their corps supplies, besides US cavalry."""
Strange = Literal["", "corps", "corps disrupted", "division disrupted", "division", "independent"]
"""What keeps two units from acting together."""


@remembered("units")
def command_reach(g: LongestDay, hq: int) -> frozenset[int]:
    """II.D.2 The hexes within eight of a headquarters on the map, by routes that no enemy bars."""
    return reach_from(g, g.box.sides[hq], g.units[hq].at)


@command_reach.stands("units")
def _stands(g: LongestDay, hq: int, changes: Changes) -> bool:
    """What a headquarters reaches stays so unless it moves, or somebody near it does who bars a route or opens one.

    Enemies bar routes; friends open them in an enemy's zone.
    """
    sides, distance, here = g.box.sides, g.box.board.distance, g.units[hq].at
    zone = g.zone(ENEMY[sides[hq]])
    for unit, old, new in changes:
        if old.at == new.at and (old.at < 0 or g.exerts(unit, old) == g.exerts(unit, new)):
            continue
        if unit == hq:
            return False
        is_friend = sides[unit] == sides[hq]
        places = [place for place in (old.at, new.at) if place >= 0 and (zone[place] or not is_friend)]
        if any(distance(place, here) <= COMMAND_RANGE + 1 for place in places):
            return False
    return True


def is_friendly(g: LongestDay, side: str, place: int) -> bool:
    """I.H.1, I.H.2 Whether a hex is friendly: a unit or a fortification of the side is in it; trains do not count.

    I.H.3 Whose zones of control reach there does not matter.
    """
    return any(not g.units[unit].train for unit in g.friends_at(side, place))


@rule("II.D.2", "II.D.2-01", "I.H.1", "I.H.2", "I.H.3")
def reach_from(g: LongestDay, side: str, place: int, steps: int = COMMAND_RANGE) -> frozenset[int]:
    """II.D.2 The hexes within eight by a supply route: no enemies, and not their zones where no friends stand."""
    enemy, friends = ENEMY[side], g.occupied(side)
    closed = bytearray(g.fighters(enemy))
    for h in controlled_hexes(g)[enemy]:
        if not friends[h] or not is_friendly(g, side, h):
            closed[h] = 1
    near, found, edge = g.ground.near, {place}, set[int]() if closed[place] else {place}
    for _ in range(steps):
        edge = {n for h in edge for n in near[h] if not closed[n]} - found
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


@remembered("units")
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
    piece = g.box.pieces[unit]
    is_recon = piece.function == "recon" and piece.side == ALLIED and g.box.organization.home[unit] is None
    return is_recon or piece.special in ROVING


def is_shaken(g: LongestDay, hq: int | None) -> bool:
    """II.E.5.a Whether a headquarters is disrupted."""
    return hq is not None and bool(g.units[hq].disrupted)


@rule("I.I.5.e", "IX.H.6")
def is_free_lance(g: LongestDay, unit: int) -> bool:
    """I.I.5.e The Crocodiles of the 141st fight beside any British or US unit."""
    return g.box.is_free_lance[unit]
