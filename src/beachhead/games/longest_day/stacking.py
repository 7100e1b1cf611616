"""I.F Stacking: six points in a hex, one corps, and what is too much at the end of a phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from beachhead.games.longest_day import field_works
from beachhead.games.longest_day.command import Net, division_of, is_in_command, is_roving, parted
from beachhead.games.longest_day.forts import capacity
from beachhead.games.longest_day.invasion import are_comrades
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Changes, Flow, Ruling, Told, Verb, derived, rule
from beachhead.wargame import presence
from beachhead.wargame.force import Asking, choose_unit

LIMIT = 6
"""I.F.1 Stacking points in a hex at the end of a phase."""
MATTERS = attrgetter("at", "step", "corps", "hq")
"""What of a unit those look at who would stay with it."""
VERBS = {"remove": Verb("Remove", "unit")}
EVENTS = {
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


class Crowd(NamedTuple):
    """What those who stand together in a hex have in common, for a look that need not ask each of them."""

    side: str
    """Empty where both sides stand."""
    points: int
    corps: frozenset[int | None]
    """I.F.6 The corps of those whose corps matters."""
    divisions: frozenset[int | None]
    has_rovers: bool
    """II.D.5.b Corps troops whom any division can have beside it."""
    has_hq: bool
    has_store: bool


@derived("units")
def crowds(g: LongestDay) -> Mapping[int, Crowd]:
    """I.F Everybody who stands on the map, hex by hex."""
    return {place: _crowd(g, units) for place, units in presence(g).at.items()}


@crowds.follow("units")
def _follow_crowds(value: Mapping[int, Crowd], g: LongestDay, changes: Changes) -> Mapping[int, Crowd]:
    """Only hexes that somebody has left or entered, or where somebody is smaller now or of another corps."""
    touched = {r.at for _, old, new in changes if MATTERS(old) != MATTERS(new) for r in (old, new) if r.at >= 0}
    if not touched:
        return value
    found, at = dict(value), presence(g).at
    for place in touched:
        if place in at:
            found[place] = _crowd(g, at[place])
        else:
            del found[place]
    return found


def _crowd(g: LongestDay, units: Sequence[int]) -> Crowd:
    sides, bound = g.box.sides, [unit for unit in units if g.box.is_bound[unit]]
    side = sides[units[0]]
    return Crowd(
        side if all(sides[unit] == side for unit in units) else "",
        points(g, units),
        frozenset(g.units[unit].corps for unit in bound),
        frozenset(division_of(g, unit) for unit in bound),
        any(is_roving(g, unit) for unit in bound),
        any(g.box.is_hq[unit] for unit in units),
        any(g.box.is_supply[unit] for unit in units),
    )


@rule("I.F.1", "I.F.6.a", "I.F.6.b", "I.F.6.c", "I.F.6.d")
def room_among(g: LongestDay, unit: int, places: Iterable[int]) -> tuple[list[int], list[int]]:
    """I.F Hexes where others stand: those in which a unit can plainly stay, and those of which that must be asked.

    Hexes in which it plainly cannot are left out: another corps stands there, or command does not reach.
    """
    box, found = g.box, crowds(g)
    side, most, sure, open_ones = box.sides[unit], LIMIT - g.stacking(unit), list[int](), list[int]()
    mixes = _mixing(g, unit) if box.is_bound[unit] else _always
    is_hq, is_store = box.is_hq[unit], box.is_supply[unit]
    for place in places:
        there = found[place]
        may_mix = mixes(there, place) if there.side == side else None
        is_open = (is_hq and (there.has_hq or there.has_store)) or (is_store and there.has_hq)
        if may_mix and not is_open and there.points <= most and place not in box.fort_hex:
            sure.append(place)
        elif may_mix is not False:
            open_ones.append(place)
    return sure, open_ones


Mixes = Callable[[Crowd, int], bool | None]
"""Whether a unit may stand with a crowd in a hex, as far as corps and command go; None if it takes a closer look."""


def _always(there: Crowd, place: int) -> bool:  # noqa: ARG001
    return True


def _mixing(g: LongestDay, unit: int) -> Mixes:
    """I.F.6 With whom a unit whose corps matters may stand."""
    corps, home = g.units[unit].corps, division_of(g, unit)
    own, is_plain = {corps}, not g.is_invasion and corps is not None
    if not is_plain or g.de_facto or is_roving(g, unit):
        return lambda there, _: False if is_plain and not there.corps <= own else None if there.corps else True
    net = Net(g, corps)
    is_able = is_in_command(g, unit) and not net.parts((home,))
    alone = frozenset[int | None]() if home is None else frozenset((home,))
    together: dict[frozenset[int | None], frozenset[int | None] | None] = {}

    def mixes(there: Crowd, place: int) -> bool | None:
        if not there.corps <= own:
            return False
        if there.has_rovers:
            return None
        divisions = there.divisions
        if divisions <= alone:
            return True
        if not is_able:
            return False
        if divisions not in together:  # the same divisions stand in many hexes
            others = divisions - alone
            together[divisions] = None if net.parts(others) else others
        led = together[divisions]
        return led is not None and all(net.leads(hq, place) for hq in led)

    return mixes


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
