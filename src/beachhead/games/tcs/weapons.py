"""TCS 3, TCS 8.2 Weapons: what a unit can fire with, how far, how strongly, and why not.

A weapon is a number: the unit times four and what it fires with, its area fire, its gun, the anti-tank weapons of
infantry, or its gun at the area (3.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

import msgspec

from beachhead.games.tcs.box import AMERICAN, SIDES, Box
from beachhead.games.tcs.schemas import TypeRow
from beachhead.games.tcs.sighting import Look, hides_trigger, lookers, refuse_sight
from beachhead.games.tcs.state import Tcs, Unit
from beachhead.hexes import bits, listed
from beachhead.kernel import Changes, Ruling, derived, rule
from beachhead.kernel.derived import Derived
from beachhead.wargame import presence, toggled

AREA, GUN, AT, GUN_AREA = range(4)
KINDS = 4
QUARTER = 4
"""Firepower is halved up to twice, so it is counted in quarters."""
MASSED = 3
"""4.2-2 The weapons companies of a regiment."""
BIG_GUNS = ("at88", "pb88")
"""3.5 Guns whose area fire has normal range effects."""


Fire: TypeAlias = tuple[int, bool]
"""What a weapon fires with, and whether over what lies between."""


class Reach(NamedTuple):
    """How far a weapon fires, and with what strength."""

    strength: int
    range: int


def weapon(unit: int, what: int) -> int:
    """The weapon of a unit."""
    return unit * KINDS + what


def unit_of(number: int) -> int:
    """Whose weapon it is."""
    return number // KINDS


def what_of(number: int) -> int:
    """What it fires with."""
    return number % KINDS


@rule("TCS 3.0", "3.3", "3.3a", "3.5", "3.6b", "3.7", "TCS 8.10", "4.5", "4.5b-2", "DN.1", "DN.2")
def reach_of(g: Tcs, number: int) -> Reach:
    """TCS 3.0 The strength and range of a weapon; 0 if the unit has none such. 4.5b-2 A marker fires all its guns."""
    found = _reaches(g.box)[number]
    if number % KINDS == AREA and g.box.kinds[number // KINDS] == "artillery":
        return Reach(found.strength * g.units[number // KINDS].steps, found.range)
    return found


@lru_cache(maxsize=8)
def _reaches(box: Box) -> tuple[Reach, ...]:
    """TCS 3.0 The strength and range of every weapon there could be; of a marker, with one gun."""
    rows = {kind.row.id: kind.row for kind in box.types}
    types = {name: tuple(_reach(box, row, what) for what in range(KINDS)) for name, row in rows.items()}
    return tuple(found for kind in box.types for found in types[kind.row.id])


def _reach(box: Box, row: TypeRow, what: int) -> Reach:
    if what == AREA:
        return Reach(row.area, row.area_range)
    if what == GUN:
        return Reach(row.point, row.point_range)
    if what == AT:
        return Reach(int(row.at_roll != "no"), max(box.at_rolls))
    if row.id == "pb88":
        return Reach(box.constants["pb88_gun_area"], box.constants["pb88_gun_range"])
    return Reach(0, 0)


def weapons_of(g: Tcs, unit: int) -> tuple[int, ...]:
    """The weapons that a unit has."""
    return _armament(g.box)[unit]


@lru_cache(maxsize=8)
def _armament(box: Box) -> tuple[tuple[int, ...], ...]:
    """The weapons of every unit."""
    numbers = [range(weapon(unit, AREA), weapon(unit, AREA) + KINDS) for unit in range(len(box.pieces))]
    return tuple(tuple(number for number in four if _reaches(box)[number].strength) for four in numbers)


@rule("3.3b")
def is_second(g: Tcs, number: int) -> bool:
    """3.3b Whether a weapon is the gun of a pill box, which fires and is marked as if it were another unit."""
    return what_of(number) in (GUN, GUN_AREA) and g.box.kinds[unit_of(number)] == "pillbox"


def is_indirect(g: Tcs, number: int) -> bool:
    """TCS 3.3 Whether a weapon fires over what lies between."""
    return what_of(number) == AREA and g.type_of(unit_of(number)).row.indirect


@rule("TCS 8.2", "TCS 3.1", "TCS 3.4", "3.5")
def firepower(g: Tcs, number: int, place: int) -> int:
    """TCS 8.2 The quarters of firepower that an area weapon brings to bear on a hex, with all its steps or with one."""
    unit = unit_of(number)
    strength, far = reach_of(g, number)
    power = strength * QUARTER
    row = g.type_of(unit).row
    if row.kind == "at" and row.id not in BIG_GUNS:
        power //= g.constant("at_half")
    elif not is_indirect(g, number) and g.box.board.distance(g.units[unit].at, place) > far // 2:
        power //= 2
    return power // 2 if g.units[unit].nerve == "suppressed" else power


# --- why not -----------------------------------------------------------------------------------------------------


def refuse_state(g: Tcs, unit: int) -> Ruling | None:
    """TCS 4.1, TCS 9.2 Why a unit cannot fire at all, neither in its phase nor in overwatch."""
    record = g.units[unit]
    if record.at < 0:
        return Ruling("TCS 8.0", f"{g.name(unit)} is not on the map", (unit,))
    if record.mode != "fire":
        return Ruling("TCS 4.1", f"{g.name(unit)} is in move mode", (unit,))
    if record.nerve == "paralyzed":
        return Ruling("TCS 9.2", f"{g.name(unit)} is paralyzed", (unit,))
    if record.aboard is not None:
        return Ruling("TCS 3.5", f"{g.name(unit)} is aboard a carrier", (unit,))
    if g.unreleased and g.box.company_of[unit] in g.unreleased:
        return Ruling("3.1-1", f"{g.name(unit)} is not released yet", (unit,))
    return None


HIDDEN = Ruling("TCS 7.2", "It cannot be seen")
"""What stands for the reason where nobody asks for it."""


def look_at(g: Tcs, side: str, place: int) -> Look:
    """What a side sees of its enemies in a hex."""
    return Look(g, g.enemy(side), place, lookers(g, place))


def refuse_aim(g: Tcs, number: int, place: int, look: Look | None = None) -> Ruling | None:
    """TCS 8.2, TCS 7, 1.3a Why a weapon cannot fire at a hex: range, sight, nothing there that it could hurt.

    Who asks for many weapons brings one `look` at the hex for all of them, and is not told what hides it.
    """
    unit = unit_of(number)
    strength, far = reach_of(g, number)
    if not strength:
        return Ruling("TCS 3.0", f"{g.name(unit)} has no such weapon", (unit,))
    here = g.units[unit].at
    if g.box.board.distance(here, place) > far:
        return Ruling("TCS 8.2", f"{g.name(unit)} fires no farther than {far} hexes", (unit,), (place,))
    seen = look or look_at(g, g.box.sides[unit], place)
    is_over = is_indirect(g, number)
    targets = _hurt(g, (what_of(number), is_over), seen)
    if not targets:
        return Ruling("TCS 3.2", "There is no enemy in that hex whom this weapon could hurt", (unit,), (place,))
    if is_over:
        return None if observer(g, unit, seen) is not None else _unobserved(g, unit, place)
    spotted = seen.spotted(g, here)
    for target in targets:
        if target in spotted:
            return None
    if look is not None:
        return HIDDEN
    nobody = Ruling("TCS 7.1", f"{g.name(unit)} sees nobody in that hex", (unit,), (place,))
    return refuse_sight(g, here, place) or nobody


# --- who could fire at a hex -------------------------------------------------------------------------------------


class Line(msgspec.Struct, frozen=True):
    """Those of a side who may fire."""

    units: tuple[int, ...] = ()
    direct: frozenset[int] = frozenset()
    """Those of them who fire over open sights."""
    hexes: int = 0
    """The bits of the hexes of these."""
    mortars: tuple[int, ...] = ()

    def look(self, g: Tcs, side: str, place: int) -> Look | None:
        """What a side sees of its enemies in a hex; nothing if nobody sees it who fires or could observe."""
        eyes = self.hexes
        if self.mortars:
            eyes |= observing(g, side).hexes
        seen = lookers(g, place) if eyes else 0
        return Look(g, g.enemy(side), place, seen) if eyes & seen else None

    def bears_on(self, g: Tcs, look: Look) -> list[int]:
        """The weapons of the line that reach a hex and may have it in their sights, and mortars with observers."""
        at, place, distance = presence(g).at, look.place, g.box.board.distance
        armament, reaches, direct = _armament(g.box), _reaches(g.box), self.direct
        found = []
        for here in listed(self.hexes & look.lookers):
            far = distance(here, place)
            for unit in at[here]:
                if unit in direct:
                    found += [number for number in armament[unit] if reaches[number].range >= far]
        for mortar in self.mortars:
            if observers_of(g, mortar) & look.lookers and distance(g.units[mortar].at, place) <= range_of(g, mortar):
                found += armament[mortar]
        return sorted(found)


def line_of(g: Tcs, units: tuple[int, ...]) -> Line:
    """A line of these units."""
    mortars = tuple(unit for unit in units if g.type_of(unit).row.indirect)
    direct = frozenset(units).difference(mortars)
    return Line(units, direct, bits(g.units[unit].at for unit in direct), mortars)


def range_of(g: Tcs, unit: int) -> int:
    """TCS 8.2 How far the weapons of a unit carry."""
    return _ranges(g.box)[unit]


@lru_cache(maxsize=8)
def _ranges(box: Box) -> tuple[int, ...]:
    return tuple(max((_reaches(box)[number].range for number in numbers), default=0) for numbers in _armament(box))


def in_sights(g: Tcs, unit: int) -> int:
    """TCS 8.2 The bits of the hexes that the weapons of a unit reach, and that it sees if they are no mortars."""
    here, far = g.units[unit].at, range_of(g, unit)
    if g.type_of(unit).row.indirect:
        return g.box.ground.landscape.planes.disc(here, far)
    return g.box.ground.lines.field(here, far)


@derived("units", "unreleased")
def watchers(g: Tcs) -> Mapping[str, Line]:
    """TCS 8.9 By side, those who may answer."""
    return {side: line_of(g, tuple(unit for unit in g.on_map(side) if refuse_state(g, unit) is None)) for side in SIDES}


@watchers.follow("units")
def _follow_watchers(value: Mapping[str, Line], g: Tcs, changes: Changes) -> Mapping[str, Line]:
    """A line is drawn anew if somebody joins it or leaves it, or goes to another hex."""
    crossed: dict[str, list[int]] = {}
    for unit, old, new in changes:
        side = g.box.sides[unit]
        was, is_now = unit in value[side].units, refuse_state(g, unit) is None
        if was != is_now:
            crossed.setdefault(side, []).append(unit)
        elif was and old.at != new.at:
            crossed.setdefault(side, [])
    if not crossed:
        return value
    return {**value, **{side: line_of(g, toggled(value[side].units, units)) for side, units in crossed.items()}}


def targets_in(g: Tcs, number: int, place: int) -> list[int]:
    """TCS 3.2 The enemies in a hex whom a weapon could hurt: area fire area targets, guns point targets.

    Mortars may also find point targets (TCS 8.8e); 3.4c guns never a rocket pit. 3.3d-3 A pill box is one target,
    3.7a an infantry gun one of both kinds.
    """
    fire = what_of(number), is_indirect(g, number)
    units = g.friends_at(g.enemy(g.box.sides[unit_of(number)]), place)
    return [unit for unit in units if hurts(g, fire, unit)]


def _hurt(g: Tcs, fire: Fire, look: Look) -> list[int]:
    """TCS 3.2 Those in a hex that is looked at whom a weapon could hurt that fires so."""
    found = look.hurt.get(fire)
    if found is None:
        found = look.hurt[fire] = [unit for unit in look.units if hurts(g, fire, unit)]
    return found


@rule("TCS 3.2", "TCS 3.6", "3.3d-3", "3.4c", "3.7a")
def hurts(g: Tcs, fire: Fire, unit: int) -> bool:
    """TCS 3.2 Whether a weapon that fires with this, or over what lies between, could hurt a unit."""
    what, is_over = fire
    if g.units[unit].shielded:
        return False
    kind = g.box.types[unit]
    if what in (AREA, GUN_AREA):
        return kind.is_area_target or is_over
    if what == GUN:
        return kind.is_point_target and kind.row.kind != "rocket"
    return kind.is_point_target and (kind.is_machine or kind.row.kind in ("pillbox", "rocket"))


class Observing(NamedTuple):
    """The bits of the hexes of those who observe for the mortars of a side: for each on the map, and for all."""

    of: Mapping[int, int]
    hexes: int


def _kept(side: str) -> Derived[Tcs, Observing]:
    """TCS 3.3 Who observes for the mortars of a side, kept by itself: mostly the other side goes elsewhere."""

    @derived("units", "leaders")
    def observers(g: Tcs) -> Observing:
        return _observing(g, {}, _served(g.box)[side, None])

    @observers.follow("units")
    def follow(value: Observing, g: Tcs, changes: Changes) -> Observing:
        """Only for those mortars it is asked anew for whom somebody observes who goes elsewhere or is shaken."""
        company_of, served = g.box.company_of, _served(g.box)
        companies = {company_of[unit] for unit, old, new in changes if _looks_elsewhere(old, new)}
        mortars = {mortar for company in companies for mortar in served.get((side, company), ())}
        return _observing(g, value.of, mortars) if mortars else value

    return observers


_OBSERVERS = {side: _kept(side) for side in SIDES}


def observing(g: Tcs, side: str) -> Observing:
    """TCS 3.3 Who observes for the mortars of a side."""
    return _OBSERVERS[side](g)


def _observing(g: Tcs, known: Mapping[int, int], mortars: Iterable[int]) -> Observing:
    """TCS 3.3 What is known of the mortars of a side, and these asked anew."""
    of = dict(known)
    for mortar in mortars:
        of[mortar] = _observers(g, mortar) if g.units[mortar].at >= 0 else 0
    return Observing(of, reduce(or_, of.values(), 0))


@lru_cache(maxsize=8)
def _served(box: Box) -> Mapping[tuple[str, int | None], Sequence[int]]:
    """TCS 3.3 By side and company, the mortars for which its units might observe; for no company, all of them."""
    found: dict[tuple[str, int | None], list[int]] = {(side, None): [] for side in SIDES}
    for unit, kind in enumerate(box.types):
        if kind.row.indirect:
            for company in (None, *_fellows(box, box.company_of[unit], True)):
                found.setdefault((box.sides[unit], company), []).append(unit)
    return found


def _looks_elsewhere(old: Unit, new: Unit) -> bool:
    return old.at != new.at or (old.nerve == "paralyzed") != (new.nerve == "paralyzed")


def observers_of(g: Tcs, mortar: int) -> int:
    """TCS 3.3 The bits of the hexes of those who observe for a mortar."""
    return observing(g, g.box.sides[mortar]).of[mortar]


@rule("TCS 3.3", "4.2-1", "2.3f-5")
def _observers(g: Tcs, mortar: int) -> int:
    """TCS 3.3, 4.2-1 The bits of the hexes of those who observe for a mortar: its company, battalion or regiment.

    2.3f-5 Leaders observe for any American mortar.
    """
    box, found = g.box, lookouts(g)
    company = box.company_of[mortar]
    kind, is_american = box.companies[company].kind, box.sides[mortar] == AMERICAN
    by_regiment = kind == "beach" or (kind == "weapons" and is_american and mortar in massed(g))
    hexes = reduce(or_, [found.get(other, 0) for other in _fellows(box, company, by_regiment)])
    return hexes | led_hexes(g) if is_american else hexes


@derived("leaders")
def led_hexes(g: Tcs) -> int:
    """2.3f-5 The bits of the hexes of living leaders."""
    return bits(leader.at for leader in g.leaders if leader.at >= 0 and not leader.dead)


@lru_cache(maxsize=1 << 10)
def _fellows(box: Box, number: int, by_regiment: bool) -> tuple[int, ...]:
    """TCS 3.3, 4.2-1 The companies whose units observe for the mortars of a company, its own among them."""
    company = box.companies[number]
    by_battalion = company.kind == "weapons"
    return tuple(
        n
        for n, other in enumerate(box.companies)
        if n == number
        or (by_regiment and other.regiment == company.regiment != "")
        or (by_battalion and other.battalion == company.battalion != "")
    )


@derived("units")
def lookouts(g: Tcs) -> Mapping[int, int]:
    """TCS 3.3 By company, the bits of the hexes where somebody of it is who is not paralyzed."""
    return {number: found for number in range(len(g.box.companies)) if (found := _lookout(g, number))}


@lookouts.follow("units")
def _follow_lookouts(value: Mapping[int, int], g: Tcs, changes: Changes) -> Mapping[int, int]:
    """Only companies are looked at anew of which somebody has moved or is shaken."""
    companies = {g.box.company_of[unit] for unit, old, new in changes if _looks_elsewhere(old, new)}
    if not companies:
        return value
    found = {**value, **{number: _lookout(g, number) for number in companies}}
    return {number: hexes for number, hexes in found.items() if hexes}


def _lookout(g: Tcs, company: int) -> int:
    records = [g.units[unit] for unit in g.box.members[company]]
    return bits(record.at for record in records if record.at >= 0 and record.nerve != "paralyzed")


@derived("units")
def massed(g: Tcs) -> frozenset[int]:
    """4.2-2 The American mortars that are of a massed battery."""
    return _massed(g)


def _massed(g: Tcs) -> frozenset[int]:
    mortars = [unit for units in g.box.mortars_of.values() for unit in units]
    return frozenset(unit for unit in mortars if g.units[unit].at >= 0 and is_massed(g, unit))


@massed.follow("units")
def _follow_massed(value: frozenset[int], g: Tcs, changes: Changes) -> frozenset[int]:
    """It changes when a mortar of a weapons company moves."""
    mortars = {unit for units in g.box.mortars_of.values() for unit in units}
    is_another = any(old.at != new.at and unit in mortars for unit, old, new in changes)
    return _massed(g) if is_another else value


@rule("4.2-2")
def is_massed(g: Tcs, mortar: int) -> bool:
    """4.2-2 Whether an American mortar is of a massed battery: all weapons companies of its regiment, side by side."""
    box = g.box
    company = box.companies[box.company_of[mortar]]
    if company.kind != "weapons" or box.sides[mortar] != "american":
        return False
    beside = [unit for unit in box.mortars_of[company.regiment] if g.units[unit].at >= 0]
    found = [mortar]
    for one in found:  # grows while it runs
        here = g.units[one].at
        found += [u for u in beside if u not in found and box.board.distance(here, g.units[u].at) <= 1]
    return len({box.company_of[unit] for unit in found}) == MASSED


def observer(g: Tcs, mortar: int, look: Look, *, moved: bool = False) -> int | None:
    """TCS 3.3 Where somebody stands who observes for a mortar and sees an enemy in a hex; 1.3b or sees him move."""
    for here in listed(observers_of(g, mortar) & look.lookers):
        if look.spotted(g, here) and not hides_trigger(g, here, look.place, moved=moved):
            return here
    return None


def _unobserved(g: Tcs, mortar: int, place: int) -> Ruling:
    kind = g.box.companies[g.box.company_of[mortar]].kind
    whom = "battalion" if kind == "weapons" else "company"
    return Ruling("TCS 3.3", f"Nobody of its {whom} sees an enemy there", (mortar,), (place,))


def area_result(g: Tcs, power: int, dice: int) -> str:
    """TCS 8.3 The cell of the Area Fire Table; beyond its ends the last row or column serves."""
    return cell(g.box, power, dice)


@lru_cache(maxsize=1 << 12)
def cell(box: Box, power: int, dice: int) -> str:
    """TCS 8.3 The same, for any game."""
    columns = box.area_columns
    column = next((row.column for row in columns if row.first <= power <= row.last), len(columns))
    rows = box.area_fire
    return rows[min(max(dice, min(rows)), max(rows))][column - 1]
