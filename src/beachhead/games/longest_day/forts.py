"""IV.B Fortifications: who is in one, what it does for him, and when it falls.

A printed fortification is a counter of the Germans in its hex. Their units that stop there lie under it (`Unit.under`),
and one with a defence strength of its own defends alone as well: it counts as a combat unit.
"""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.games.longest_day.box import GERMAN
from beachhead.games.longest_day.state import LongestDay, Shelter
from beachhead.kernel import Told, rule

EVENTS = {
    "fort_fell": Told("{unit:unit} is lost", "loss"),
    "work_fell": Told("The field fortification in {hex:hex} is lost", "loss"),
    "stood": Told("{unit:unit} holds its fortification", "flag"),
}
SIEGE_GUNS = ("us 8how", "us 8g grp", "us 240 grp", "7.2", "628")
"""II.B.4.h Types of guns that drive units out of field fortifications."""


# --- who is in one -----------------------------------------------------------------------------------------------


@rule("IV.B.2")
def fort_in(g: LongestDay, place: int) -> int | None:
    """IV.B.2 The printed fortification that still stands in a hex."""
    fort = g.box.fort_hex.get(place)
    return fort if fort is not None and g.units[fort].at == place else None


@rule("IV.B", "IV.B.6", "IV.B.6-02")
def shelter(g: LongestDay, unit: int, place: int) -> Shelter:
    """IV.B.6 What a combat unit lies under that stops in a hex: IV.B any kind for Germans, field works for Allies."""
    if not g.box.combat[unit] or g.box.is_fort[unit]:
        return ""
    if g.works.get(place) == g.box.sides[unit]:
        return "field"
    fort = fort_in(g, place) if g.box.sides[unit] == GERMAN else None
    return "fort" if fort is not None and g.box.fort_rows[fort].capacity else ""


def garrison_all(g: LongestDay) -> None:
    """IV.B.6 At the start everybody who stands in the hex of a fortification lies under it."""
    for place in sorted(g.box.fort_hex):
        take_shelter(g, place)


def take_shelter(g: LongestDay, place: int) -> None:
    """IV.B.6 All units in a hex go under the fortification that is there."""
    for unit in g.standing(place):
        found = shelter(g, unit, place)
        if found != g.units[unit].under:
            g.change(unit, under=found)


def garrison(g: LongestDay, place: int) -> list[int]:
    """IV.B.6 The units that lie under a fortification."""
    return [unit for unit in g.standing(place) if g.units[unit].under]


def is_fortified(g: LongestDay, place: int) -> bool:
    """IV.B.5, V.G.2.a Whether those who defend a hex do so in a fortification of any kind."""
    fort = fort_in(g, place)
    return bool(garrison(g, place)) or (fort is not None and g.box.combat[fort])


@rule("IV.B.6-01", "IV.B.8")
def capacity(g: LongestDay, side: str, place: int) -> int | None:
    """IV.B.6 The points that a printed fortification holds, on top of it and under it; strongpoints set no limit."""
    fort = fort_in(g, place) if side == GERMAN else None
    return None if fort is None else g.box.fort_rows[fort].capacity or None


# --- what it does ------------------------------------------------------------------------------------------------


@rule("IV.B.1")
def walls(g: LongestDay, unit: int) -> int:
    """IV.B.1 By what a fortification multiplies the defence of a unit in it, or its own."""
    chart, record = g.box.fort_types, g.units[unit]
    if record.under == "field":
        return chart["field"].defence
    fort = unit if g.box.is_fort[unit] else g.box.fort_hex[record.at] if record.under else None
    return 1 if fort is None else chart[g.box.fort_rows[fort].kind].defence


@rule("II.D.3-03")
def needs_supply(g: LongestDay, unit: int) -> bool:
    """II.D.3-03 Whether a unit must be in supply to defend with all its strength: not in printed fortifications."""
    record = g.units[unit]
    if g.box.is_fort[unit]:
        return False
    if not record.under:
        return True
    kind = "field" if record.under == "field" else g.box.fort_rows[g.box.fort_hex[record.at]].kind
    return g.box.fort_types[kind].needs_supply


@rule("I.I.12.f", "I.I.12.f.1", "IV.B.4", "II.E.5.f", "II.B.4.h")
def stands(g: LongestDay, unit: int, attackers: Iterable[int]) -> bool:
    """IV.B.4 Units in fortifications are not driven out unless disrupted, or from field works by siege guns."""
    record = g.units[unit]
    if not record.under or record.disrupted:
        return False
    return record.under == "fort" or not any(g.box.pieces[gun].type in SIEGE_GUNS for gun in attackers)


# --- when it falls -----------------------------------------------------------------------------------------------


@rule("IV.B.9-01")
def is_exposed(g: LongestDay, unit: int) -> bool:
    """IV.B.9 Whether losses and retreats concern a fortification itself: when nobody lies under it."""
    return g.box.is_fort[unit] and not garrison(g, g.units[unit].at)


@rule("IV.B.9-02")
def overrun(g: LongestDay, side: str, place: int) -> None:
    """IV.B.9 An enemy enters a fortification that has neither strength nor anybody under it, and it is gone."""
    fort = fort_in(g, place)
    if fort is not None and side != GERMAN and not g.box.combat[fort] and not garrison(g, place):
        fall(g, fort, rule="IV.B.9-02")
    if g.works.get(place, side) != side:
        lose_work(g, place, rule="IV.B.9-02")


@rule("IV.B.7", "IV.B.10.d")
def bury(g: LongestDay, place: int) -> None:
    """IV.B.7, IV.B.10.d The last unit under a fortification has been destroyed, and it falls with it."""
    if garrison(g, place):
        return
    fort = fort_in(g, place)
    if fort is not None:
        fall(g, fort, rule="IV.B.7")
    if place in g.works:
        lose_work(g, place, rule="IV.B.10.d")


def fall(g: LongestDay, fort: int, *, rule: str) -> None:
    """IV.B.7 A printed fortification is removed from the map."""
    g.lose(fort)
    g.tell("fort_fell", rule=rule, unit=fort)


def lose_work(g: LongestDay, place: int, *, rule: str) -> None:
    """IV.B.10.d A field fortification is removed, and those under it stand in the open."""
    del g.works[place]
    g.tell("work_fell", rule=rule, hex=place)
    take_shelter(g, place)
