"""II.B Artillery: who may support an attack, and who may fire in defence.

Every gun answers to headquarters. Corps artillery follows its corps, divisional artillery its division, Flak goes with
any German; a disrupted headquarters leaves its guns what they see themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from beachhead.games.longest_day import rail
from beachhead.games.longest_day.box import ASSAULT
from beachhead.games.longest_day.command import (
    acting_corps,
    division_of,
    is_free_lance,
    is_near_hq,
    is_shaken,
    strangers,
)
from beachhead.games.longest_day.invasion import may_support
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.supply import refuse_unsupplied
from beachhead.kernel import Ruling, drawn_from, rule
from beachhead.wargame.pieces import of_each

AFTER_MOVING = "may not fire after moving"


def is_ranged(g: LongestDay, unit: int) -> bool:
    """II.B.3-01 Artillery that reaches farther than the next hex."""
    return g.box.is_gun[unit] and g.box.pieces[unit].range > 1


def is_assaulting(g: LongestDay, unit: int) -> bool:
    """II.B.4.b Whether a unit is of an infantry or armoured type."""
    return g.box.pieces[unit].function in ASSAULT


@rule("II.B.1", "II.B.2", "II.B.3", "II.B.3-01", "II.B.3-02", "II.B.7", "IX.J.12.c")
def refuse_shot(g: LongestDay, gun: int, target: int) -> Ruling | None:
    """II.B.1, II.B.2 Why a gun cannot fire at a hex at all: it has fired, cannot fire now, or does not reach it."""
    record, piece, name = g.units[gun], g.box.pieces[gun], g.name(gun)
    if not g.box.is_gun[gun]:
        return Ruling("II.B.3", f"{name} is not artillery", (gun,))
    if record.fired:
        return Ruling("II.B.7", f"{name} has fired and lies inverted", (gun,))
    if record.disrupted:
        return Ruling("II.E.5.a", f"{name} is disrupted", (gun,))
    if record.by_road:
        return Ruling("I.E.2.c", f"{name} has used strategic road movement in this segment", (gun,))
    if record.train or record.by_rail:
        return Ruling("IX.J.4", f"{name} has used railroad movement in this segment", (gun,))
    if piece.special == AFTER_MOVING and record.travelled:
        return Ruling("II.B.3.a", f"{name} has moved this turn and cannot fire", (gun,))
    ruling = rail.refuse_role(g, gun, "normal")
    if ruling is not None:
        return ruling
    away = g.box.board.distance(record.at, target)
    if not piece.nearest <= away <= max(piece.range, 1):
        return Ruling("II.B.2", f"{name} fires {piece.range} hexes far; the target is {away} away", (gun,), (target,))
    return refuse_unsupplied(g, gun)


# --- II.B.4 support fire -----------------------------------------------------------------------------------------


@rule("II.B.4", "II.B.4.a", "II.B.4.g")
def refuse_support(g: LongestDay, gun: int, target: int, force: Sequence[int]) -> Ruling | None:
    """II.B.4 Why a gun that can fire at a hex may not support these units against it, be there other guns or not."""
    if g.box.flak[gun]:
        return None
    assault = [unit for unit in force if is_assaulting(g, unit)]
    if not assault:
        return Ruling("II.B.4.b", "Infantry or armour must attack before guns support it", (gun,), (target,))
    if any(may_support(g, gun, unit) for unit in assault):
        return None
    if any(acting_corps(g, division_of(g, unit)) is not None for unit in assault):
        return _refuse_de_facto(g, gun, target, assault)
    refuse = _refuse_divisional if is_divisional(g, gun) else _refuse_corps
    return refuse(g, gun, target, assault)


@rule("II.C.2-48a", "II.C.2-48b")
def _refuse_de_facto(g: LongestDay, gun: int, target: int, assault: Sequence[int]) -> Ruling | None:
    """II.C.2-48a A de facto corps is supported by the guns of its attacking divisions, and by no others."""
    if is_divisional(g, gun) and any(division_of(g, unit) == division_of(g, gun) for unit in assault):
        return None
    return Ruling("II.C.2-48", "Only guns of the attacking divisions support them", (gun,), (target,))


@rule("II.C.1", "II.C.2-20", "II.C.3")
def is_divisional(g: LongestDay, gun: int) -> bool:
    """II.C.1 Whether a gun belongs to a division, and not to its corps; II.C.2-20 the 19C to the 3rd Canadian one.

    II.C.3 Nebelwerfer have a brigade headquarters, but fire as the guns of the corps do.
    """
    organization, hq = g.box.organization, division_of(g, gun)
    return hq in organization.divisions and hq in (organization.home[gun], organization.adopted.get(gun))


@rule("II.B.4.e", "II.B.4.e-01", "II.B.4.f")
def _refuse_divisional(g: LongestDay, gun: int, target: int, assault: Sequence[int]) -> Ruling | None:
    """II.B.4.e, II.B.4.f A divisional gun helps its corps where its division stands beside the target."""
    hq, corps = division_of(g, gun), g.corps_hq(g.units[gun].corps)
    if is_shaken(g, hq) or is_shaken(g, corps):
        if any(division_of(g, unit) == hq for unit in assault):
            return None
        words = "With a disrupted headquarters it supports its own division only"
        return Ruling("II.B.4.f", words, (gun,), (target,))
    own = [unit for unit in g.beside(target, g.box.sides[gun]) if division_of(g, unit) == hq]
    if any(target in g.exerts(unit, g.units[unit]) for unit in own):
        return None
    if own and is_backed(g, gun, assault):
        return None
    words = "It fires where its division is beside the target and its corps attacks"
    return _refuse_far(g, gun, assault if own else ()) or Ruling("II.B.4.e", words, (gun,), (target,))


@rule("II.B.4.c", "II.B.4.c-01", "II.B.4.d")
def _refuse_corps(g: LongestDay, gun: int, target: int, assault: Sequence[int]) -> Ruling | None:
    """II.B.4.c, II.B.4.d A corps gun helps divisions of its corps whose headquarters is not disrupted."""
    if is_shaken(g, g.corps_hq(g.units[gun].corps)) or is_shaken(g, g.units[gun].hq):
        if target in g.box.board.adjacent[g.units[gun].at]:
            return None
        return Ruling("II.B.4.d", "With a disrupted headquarters it fires at the next hexes only", (gun,), (target,))
    if is_backed(g, gun, assault):
        return None
    if any(is_watching(g, unit, gun, target) for unit in g.beside(target, g.box.sides[gun])):
        return None
    words = "It fires where its corps attacks, or holds the target in its zone"
    return _refuse_far(g, gun, assault) or Ruling("II.B.4.c", words, (gun,), (target,))


@rule("I.I.5.e-01")
def is_of_corps(g: LongestDay, unit: int, gun: int) -> bool:
    """II.B.4.c Whether a unit and a gun are of one corps; I.I.5.e the 987th is of that of the division that has it."""
    return g.units[unit].corps is not None and g.units[unit].corps == g.units[gun].corps


def is_backed(g: LongestDay, gun: int, assault: Sequence[int]) -> bool:
    """II.B.4.c, II.B.4.e Whether those of its corps attack with whom a gun acts together."""
    led = [unit for unit in assault if not is_free_lance(g, unit)] or assault
    return any(is_of_corps(g, unit, gun) and not strangers(g, unit, gun) for unit in led)


@rule("I.I.5.c")
def _refuse_far(g: LongestDay, gun: int, assault: Sequence[int]) -> Ruling | None:
    """I.I.5.c Why a gun does not support others of its corps: a headquarters is too far from that of the corps."""
    if not any(strangers(g, unit, gun) in ("division", "independent") for unit in assault):
        return None
    words = "They are too far from their headquarters for others of the corps to support them"
    return Ruling("I.I.5.c", words, (gun, *assault))


def is_watching(g: LongestDay, unit: int, gun: int, target: int) -> bool:
    """II.B.4.c-01 Whether the target is in the zone of control of a unit of the gun's corps that can tell of it."""
    is_told = is_of_corps(g, unit, gun) and not is_shaken(g, division_of(g, unit))
    return is_told and target in g.exerts(unit, g.units[unit])


# --- II.B.5 defensive fire ---------------------------------------------------------------------------------------


@rule("II.B.1", "II.B.5", "II.B.5.a")
def refuse_fire(g: LongestDay, gun: int, target: int) -> Ruling | None:
    """II.B.5.a Why a gun may not fire at a hex in defence."""
    ruling = refuse_shot(g, gun, target)
    if ruling is not None:
        return ruling
    if g.units[gun].fought:
        return Ruling("II.B.1", f"{g.name(gun)} has fired in this phase", (gun,))
    side = g.box.sides[gun]
    spotters = [unit for unit in g.beside(target, side) if g.box.combat[unit] and not g.units[unit].disrupted]
    if not spotters:
        return Ruling("II.B.5.a", "No undisrupted unit stands beside the target", (gun,), (target,))
    return refuse_spotting(g, gun, target, spotters)


@rule("II.B.5.a-01", "II.B.5.a-02", "II.B.5.a.1", "II.B.5.a.2", "II.E.5.i")
def refuse_spotting(g: LongestDay, gun: int, target: int, spotters: Iterable[int]) -> Ruling | None:
    """II.B.5.a Why nobody beside the target can direct a gun: each kind listens to its own."""
    if g.box.flak[gun]:
        if any(g.box.flak[unit] for unit in spotters):
            return None
        return Ruling("II.B.5.a.2", "Only Flak units spot for Flak units", (gun,), (target,))
    own = [unit for unit in spotters if not g.box.flak[unit]]
    if any(may_support(g, gun, unit) for unit in own):
        return None
    if is_divisional(g, gun):
        if any(division_of(g, unit) == division_of(g, gun) for unit in own):
            return None
        return Ruling("II.B.5.a.1", "No unit of its division stands beside the target", (gun,), (target,))
    corps = g.corps_hq(g.units[gun].corps)
    if is_shaken(g, corps) or is_shaken(g, g.units[gun].hq):
        if target in g.box.board.adjacent[g.units[gun].at]:
            return None
        words = "With a disrupted headquarters it fires at the next hexes only"
        return Ruling("II.B.5.a-02", words, (gun,), (target,))
    if any(is_of_corps(g, unit, gun) and can_direct(g, unit, corps) for unit in own):
        return None
    return Ruling("II.B.5.a-01", "No unit of its corps can direct it", (gun,), (target,))


def can_direct(g: LongestDay, unit: int, corps: int | None) -> bool:
    """II.B.5.a-01 Its division is undisrupted, within eight hexes of the spotter and of the corps headquarters."""
    hq = division_of(g, unit)
    if hq is None or is_shaken(g, hq) or g.units[hq].at < 0:
        return False
    return is_near_hq(g, g.units[unit].at, hq) and is_near_hq(g, g.units[hq].at, corps)


def guns_of(g: LongestDay, side: str) -> list[int]:
    """II.B.3 The artillery of a side on the map."""
    return [unit for unit in g.on_map(side) if g.box.is_gun[unit]]


def guns_reaching(g: LongestDay, side: str, target: int) -> list[int]:
    """II.B.2 The ranged artillery of a side that reaches a hex from farther than the next one."""
    around, guns = g.box.around[target], batteries(g).get(side, ())
    reaching = [gun for gun, hexes in guns if target in hexes]
    return sorted(gun for gun in reaching if g.units[gun].at not in around)


@of_each()
def areas_of_fire(g: LongestDay, unit: int) -> frozenset[int] | None:
    """II.B.2 The hexes in range of each gun that has not fired."""
    record = g.units[unit]
    return g.box.within(record.at, g.box.pieces[unit].range) if g.box.is_gun[unit] and not record.fired else None


@drawn_from(areas_of_fire)
def batteries(g: LongestDay) -> Mapping[str, list[tuple[int, frozenset[int]]]]:
    """II.B.2 The guns of each side that have not fired, with the hexes in range."""
    found: dict[str, list[tuple[int, frozenset[int]]]] = {}
    for gun, hexes in areas_of_fire(g).items():
        found.setdefault(g.box.sides[gun], []).append((gun, hexes))
    return found


@rule("II.B.7-01", "II.A.1.f", "II.A.2.f")
def turn_up(g: LongestDay, side: str) -> None:
    """II.B.7 At the end of the enemy's segment the guns of a side are turned up again."""
    for gun in guns_of(g, side):
        if g.units[gun].fired:
            g.change(gun, fired=False)


@rule("II.B.7-02", "II.B.8")
def mark_fired(g: LongestDay, guns: Iterable[int]) -> None:
    """II.B.1, II.B.7 A gun fires once in a phase; ranged artillery is inverted, II.B.7-02 that of range 1 never is."""
    for gun in guns:
        g.change(gun, fought=True)
        if is_ranged(g, gun):
            g.change(gun, fired=True)
            rail.note_role(g, gun, "normal")
