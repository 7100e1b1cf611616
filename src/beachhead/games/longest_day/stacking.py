"""I.F Stacking: six points in a hex, one corps, and what is too much at the end of a phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day import field_works
from beachhead.games.longest_day.command import parted
from beachhead.games.longest_day.forts import capacity
from beachhead.games.longest_day.invasion import are_comrades
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Ruling, Told, Verb, rule
from beachhead.wargame import presence
from beachhead.wargame.force import Asking, choose_unit

LIMIT = 6
"""I.F.1 Stacking points in a hex at the end of a phase."""
VERBS: Mapping[str, Verb] = {"remove": Verb("Remove", "unit")}
EVENTS: Mapping[str, Told] = {
    "removed": Told("{unit:unit} is removed: too many stand in {hex:hex}", "loss"),
}


@rule("I.F.2", "I.F.3", "I.F.5")
def points(g: LongestDay, units: Sequence[int]) -> int:
    """I.F.2 The stacking points of units; I.F.3 some count nothing."""
    return sum(g.stacking(unit) for unit in units)


def friends(g: LongestDay, unit: int, place: int) -> list[int]:
    """The other units of its side in a hex."""
    sides = g.box.sides
    return [other for other in g.standing(place) if sides[other] == sides[unit] and other != unit]


def refuse_stay(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.F Why a unit may not stay in a hex with those who are there."""
    there = friends(g, unit, place)
    return (
        refuse_points(g, unit, place, there)
        or _refuse_corps(g, unit, there)
        or refuse_headquarters(g, unit, place, there)
    )


@rule("I.F.1")
def refuse_points(g: LongestDay, unit: int, place: int, there: Sequence[int]) -> Ruling | None:
    """I.F.1 Why a unit may not stay in a hex: those who cannot leave it in this phase fill it."""
    units, most = g.units, limit(g, g.box.sides[unit], place)
    if there and points(g, there) + g.stacking(unit) <= most:
        return None  # even if nobody leaves
    staying = [other for other in there if units[other].moved or not can_leave(g, other)]
    if points(g, (*staying, unit)) <= most:
        return None
    number = "I.F.1" if most == LIMIT else "IV.B.6-01"
    return Ruling(number, f"More than {most} stacking points would stand in {g.hex_name(place)}", (unit,), (place,))


def limit(g: LongestDay, side: str, place: int) -> int:
    """I.F.1, IV.B.6 The stacking points that a side may have in a hex: six, or what a fortification holds."""
    found = capacity(g, side, place)
    return LIMIT if found is None else min(LIMIT, found)


def can_leave(g: LongestDay, unit: int) -> bool:
    """I.F.1 Whether a unit that has not moved could still make room in this phase."""
    if g.phase == "build-up" or g.stage == "follow-up landing":
        return False
    return bool(g.allowance(unit)) and (not g.is_mechanized or g.box.pieces[unit].mechanized)


def refuse_corps(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.F.6 Why a unit may not stack with those in a hex: they are of another corps, or one is out of command.

    I.F.6.e It is asked of those who come only: who stands together may stay so.
    """
    return _refuse_corps(g, unit, friends(g, unit, place))


@rule("I.F.6.a", "I.F.6.d", "I.F.6.e", "II.C.2-38", "II.C.2-41")
def _refuse_corps(g: LongestDay, unit: int, there: Sequence[int]) -> Ruling | None:
    is_bound = g.box.is_bound
    if not is_bound[unit]:
        return None
    for other in there:
        if is_bound[other]:
            ruling = refuse_pair(g, unit, other)
            if ruling is not None:
                return ruling
    return None


def refuse_pair(g: LongestDay, unit: int, other: int) -> Ruling | None:
    """I.F.6.a-I.F.6.c Why two combat units may not stack with each other."""
    if are_comrades(g, unit, other):
        return None
    if g.units[unit].corps is None or g.units[other].corps is None:
        alone = unit if g.units[unit].corps is None else other
        return Ruling("I.F-01", f"{g.name(alone)} is assigned to no corps and stacks with nobody", (unit, other))
    match parted(g, unit, other):
        case "":
            return None
        case "corps":
            return Ruling("I.F.6.a", f"{g.name(unit)} and {g.name(other)} are of different corps", (unit, other))
        case "corps disrupted" | "division disrupted":
            return Ruling("II.E.5.h", "A disrupted headquarters keeps them from stacking together", (unit, other))
        case "division":
            number = "I.F.6.b"
        case _:
            number = "I.F.6.c"
    return Ruling(number, "They are too far from their headquarters to stack with each other", (unit, other))


@rule("I.F.6.f", "II.D.1.a")
def refuse_headquarters(g: LongestDay, unit: int, place: int, there: Sequence[int]) -> Ruling | None:
    """I.F.6.f, II.D.1.a One headquarters in a hex, and supply units only with those of their corps."""
    box = g.box
    if not box.is_hq[unit] and not box.is_supply[unit]:
        return None
    hqs = [other for other in there if box.is_hq[other]]
    if box.is_hq[unit] and hqs:
        return Ruling("II.D.1.a", f"{g.name(hqs[0])} stands there: one headquarters in a hex", (unit,), (place,))
    pairs = [(unit, hq) for hq in hqs] if box.is_supply[unit] else []
    if box.is_hq[unit]:
        pairs = [(other, unit) for other in there if box.is_supply[other]]
    for store, hq in pairs:
        if g.units[store].corps not in (None, g.units[hq].corps):
            words = f"{g.name(store)} belongs to another corps than {g.name(hq)}"
            return Ruling("I.F.6.f", words, (unit,), (place,))
    return None


# --- the end of a phase ------------------------------------------------------------------------------------------


def overfull(g: LongestDay, side: str) -> list[int]:
    """I.F.1 The hexes in which too many units of a side stand."""
    sides = g.box.sides
    return sorted(
        place
        for place, units in presence(g).at.items()
        if points(g, [unit for unit in units if sides[unit] == side]) > limit(g, side, place)
    )


@rule("I.F.4")
def thin_out(g: LongestDay, side: str) -> Flow:
    """I.F.4 The owner takes units out of overfull hexes until six points are left."""
    for place in overfull(g, side):
        while points(g, there := _own(g, side, place)) > limit(g, side, place):
            counted = [unit for unit in there if g.stacking(unit)]
            how = Asking(
                f"Too many stand in {g.hex_name(place)}. Which unit is removed?",
                rule="I.F.4",
                about={"hex": place},
                others="Only a unit that counts for stacking in that hex can be removed",
            )
            unit = yield from choose_unit(side, counted, "remove", how)
            g.lose(unit)
            g.tell("removed", rule="I.F.4", unit=unit, hex=place)
            field_works.give_up(g, unit)


def _own(g: LongestDay, side: str, place: int) -> list[int]:
    return [unit for unit in g.standing(place) if g.box.sides[unit] == side]


def guard_overfull(g: LongestDay, _: None) -> Ruling | None:
    """I.F.4 What is lost if the phase ends now: units in hexes that are too full."""
    crowded = overfull(g, g.side)
    if not crowded:
        return None
    units = tuple(unit for place in crowded for unit in _own(g, g.side, place))
    return Ruling("I.F.4", "Units must be removed where more than six stacking points stand", units, tuple(crowded))
