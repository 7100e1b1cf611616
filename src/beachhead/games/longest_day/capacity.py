"""II.D.4 How many units a headquarters supplies besides its own: by nation, kind of headquarters and kind of unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day.box import ALLIED, LOST
from beachhead.games.longest_day.corps import divisions_of, is_in_play, planned_corps, planned_hq
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Ruling, cite, derived, rule

US_UNITS, US_ARMOUR = 3, 2
"""II.D.4.a.1, II.D.4.a.2"""
BRITISH_BRIGADES, BRITISH_ARMOUR, BRITISH_SPECIAL, BRITISH_UNITS = 2, 1, 4, 10
"""II.D.4.a.4"""
GERMAN_UNITS, GERMAN_CORPS_TROOPS = 3, 3
"""II.D.4.a.6, II.D.4.a.7"""
GUNS = {0: 6, 1: 6, 2: 6, 3: 8}
MOST_GUNS = 10
"""II.D.4.c Artillery of an Allied corps, by its divisions."""
GROUPS, US_RECON, REGIMENT = 4, 2, 3
"""II.D.4.c, II.D.4.c.1"""
GERMAN_GUNS = 6
FLAK = 6
"""II.D.4.b, II.D.8-02"""
ZBV = 3
"""II.C.2-37 Units of the z.b.V. 752."""
BOTH_UNTIL, ONE_UNTIL, LONG_TOM_UNTIL = 4, 14, 24
"""II.D.4.a.5 Until 9 June, 19 June and 29 June."""
FIFTIETH = "50 Division may supply"
LONG_TOM = "may join British 50 Division until 29 June"
ROCKETS = "independent non-ranged for supply"


def is_independent(g: LongestDay, unit: int) -> bool:
    """II.C.1 Whether a combat unit has no division of its own in the scenario, and is assigned to headquarters.

    It belongs to its division for good, though the headquarters may be lost.
    """
    box, home = g.box, g.box.organization.home[unit]
    if not box.combat[unit] or box.is_hq[unit] or box.pieces[unit].function in ("coastal", "fort"):
        return False
    return home is None or home not in g.setups


@rule("II.D.4.a.8")
def is_ranged_gun(g: LongestDay, unit: int) -> bool:
    """II.D.4.a Ranged artillery, which divisions do not supply; II.D.4.a.8 the 101 Nebelwerfer count as none."""
    piece = g.box.pieces[unit]
    return g.box.is_gun[unit] and piece.range > 1 and piece.special != ROCKETS


def attached_to(g: LongestDay, hq: int) -> Sequence[int]:
    """II.D.4 The independent units that a headquarters supplies, as planned."""
    return attachments(g).get(hq, ())


@derived("scenario", "variations")
def independents(g: LongestDay) -> tuple[int, ...]:
    """II.C.1 The units of the scenario that have no division of their own."""
    return tuple(unit for unit in range(len(g.units)) if is_independent(g, unit))


@derived("units", "orders", "scenario", "variations")
def attachments(g: LongestDay) -> Mapping[int, list[int]]:
    """II.D.4 The independent units that each headquarters supplies, as planned."""
    orders, sides, found = g.orders, g.box.sides, dict[int, list[int]]()
    for unit in independents(g):
        hq = orders.get(unit, g.units[unit].hq)
        if hq is not None and sides[hq] == sides[unit] and is_in_play(g, unit):
            found.setdefault(hq, []).append(unit)
    return found


@rule("II.C.2-30", "II.C.4", "II.D.8-03", "II.D.11", "II.C.2-38")
def refuse_under(g: LongestDay, unit: int, hq: int) -> Ruling | None:
    """II.D.4 Why an independent unit is never assigned to a headquarters, however few units that supplies."""
    box, kinds, pair = g.box, g.box.organization.kind, (unit, hq)
    if box.sides[hq] != box.sides[unit] or not box.is_hq[hq] or not is_in_play(g, hq):
        return Ruling("II.D.4", f"{g.name(hq)} is no headquarters of its side in play", pair)
    if planned_hq(g, unit) == hq:
        return Ruling("II.D.4", f"{g.name(unit)} is assigned to it", pair)
    if box.flak[unit] != ("Flak" in kinds[hq]):
        number = "II.C.2-30" if box.flak[unit] else "II.D.8-03"
        return Ruling(number, "Flak units and Flak headquarters belong together", pair)
    if box.army[unit] != box.army[hq] and not is_guest(g, unit, hq):
        return Ruling("II.D.11", "A headquarters does not supply units of another country", pair)
    mark, corps = box.organization.marked[unit], box.organization.corps_of_hq.get(hq, planned_corps(g, hq))
    if mark and (corps is None or mark != box.corps_names.name(corps)):
        return Ruling("II.D.4.b", f"{g.name(unit)} belongs to {mark} Corps", pair)
    if unit in box.organization.adopted and "corps" in kinds[hq] and box.pieces[hq].nation != "Canadian":
        return Ruling("II.C.2-20", f"{g.name(unit)} is never artillery of a British corps", pair)
    return None


@rule("II.D.4.a.1", "II.D.4.a.5-02", "II.C.2-18")
def is_guest(g: LongestDay, unit: int, hq: int) -> bool:
    """II.D.4.a.1, II.D.4.a.5 Crocodiles under US divisions, and the 987th under the 50th until 29 June.

    II.C.2-18 The Polish parachute brigade may be assigned to any Allied headquarters at first.
    """
    special = g.box.pieces[unit].special
    if special == "CROC":
        return g.box.army[hq] == "US"
    if g.box.pieces[unit].nation == "Polish":
        return g.units[unit].hq is None
    return special == LONG_TOM and is_fiftieth(g, hq) and g.turn <= LONG_TOM_UNTIL


def is_fiftieth(g: LongestDay, hq: int) -> bool:
    """II.D.4.a.5 Whether it is the headquarters of the British 50th Division."""
    piece = g.box.pieces[hq]
    return piece.nation == "British" and piece.formation == "50"


@rule("II.D.4", "II.D.4.a", "II.C.2-37")
def refuse_attached(g: LongestDay, hq: int, units: Sequence[int]) -> Ruling | None:
    """II.D.4 Why a headquarters cannot supply all of these independent units."""
    match g.box.organization.kind[hq]:
        case "Flak corps":
            return _too_many(g, hq, units, FLAK, "II.D.8-02", "six units")
        case "Flak":
            return None
        case "zbV":
            if any(not g.box.is_gun[unit] or is_ranged_gun(g, unit) for unit in units):
                return Ruling("II.C.2-37", "The z.b.V. 752 supplies artillery of range 1 only", (hq, *units))
            return _too_many(g, hq, units, ZBV, "II.C.2-37", "three units")
        case "corps" | "panzer corps" | "SS corps" | "FS corps":
            return (_refuse_allied_corps if g.box.sides[hq] == ALLIED else _refuse_german_corps)(g, hq, units)
    return _refuse_division(g, hq, units)


def _too_many(g: LongestDay, hq: int, units: Sequence[int], most: int, number: str, words: str) -> Ruling | None:
    if len(units) <= most:
        return None
    return Ruling(number, f"{g.name(hq)} supplies no more than {words} of that kind", (hq, *units))


# --- divisions ---------------------------------------------------------------------------------------------------


@rule("II.D.4.a-01", "II.D.4.a.5", "II.D.4.a.5-01")
def _refuse_division(g: LongestDay, hq: int, units: Sequence[int]) -> Ruling | None:
    """II.D.4.a A division supplies no ranged artillery, but for the exceptions of the 50th."""
    guns = [unit for unit in units if is_ranged_gun(g, unit) and g.box.organization.adopted.get(unit) != hq]
    if guns and is_fiftieth(g, hq):
        guns = outlived(g, guns)
    if guns:
        return Ruling("II.D.4.a", f"{g.name(hq)} does not supply ranged artillery", (hq, *guns))
    rest = [unit for unit in units if not is_ranged_gun(g, unit)]
    counted = without_substitutes(g, hq, rest)
    army = g.box.army[hq]
    refuse = {"US": _refuse_us, "British": _refuse_british, "German": _refuse_german}[army]
    return refuse(g, hq, counted)


@rule("II.D.4.a.5", "II.D.4.a.5-01", "II.D.4.a.5-02")
def outlived(g: LongestDay, guns: Sequence[int]) -> list[int]:
    """II.D.4.a.5 The guns that the 50th Division cannot supply now: the dates of the exceptions are past."""
    own = [gun for gun in guns if g.box.pieces[gun].special == FIFTIETH]
    most = 2 if g.turn <= BOTH_UNTIL else 1 if g.turn <= ONE_UNTIL else 0
    fine = {*own[:most], *(gun for gun in guns if is_long_tom(g, gun) and g.turn <= LONG_TOM_UNTIL)}
    return [gun for gun in guns if gun not in fine]


def is_long_tom(g: LongestDay, gun: int) -> bool:
    """II.D.4.a.5 The US 987th Artillery Battalion."""
    return g.box.pieces[gun].special == LONG_TOM


@rule("II.D.4.a.2-02")
def without_substitutes(g: LongestDay, hq: int, units: Sequence[int]) -> list[int]:
    """II.D.4.a.2 Units that stand in for lost ones of the division, of the same function and size, do not count."""
    own, pieces = g.box.organization.own.get(hq, ()), g.box.pieces
    lost = [(pieces[unit].function, pieces[unit].size) for unit in own if g.units[unit].at == LOST]
    counted = []
    for unit in units:
        key = (pieces[unit].function, pieces[unit].size)
        if key in lost:
            lost.remove(key)
        else:
            counted.append(unit)
    return counted


@rule("II.D.4.a.1", "II.D.4.a.2", "II.D.4.a.2-01")
def _refuse_us(g: LongestDay, hq: int, units: Sequence[int]) -> Ruling | None:
    """II.D.4.a.1 Three units, two of them armour, and armour with infantry divisions only."""
    tanks = [unit for unit in units if g.box.pieces[unit].function == "armour"]
    if tanks and g.box.organization.kind[hq] == "armour":
        return Ruling("II.D.4.a.2", "Independent armour is supplied by infantry divisions", (hq, *tanks))
    if len(tanks) > US_ARMOUR:
        return Ruling("II.D.4.a.2", f"{g.name(hq)} supplies two independent armoured units at most", (hq, *tanks))
    return _too_many(g, hq, units, US_UNITS, "II.D.4.a.1", "three units")


@rule("II.D.4.a.4", "II.D.4.a.4-02", "II.D.4.a.4-03")
def _refuse_british(g: LongestDay, hq: int, units: Sequence[int]) -> Ruling | None:
    """II.D.4.a.4 Two brigades, one of them armoured; corps troops; four of the 79th Division; ten in all."""
    box, organization = g.box, g.box.organization
    special = [unit for unit in units if box.pieces[unit].formation == "79"]
    if len(special) > BRITISH_SPECIAL:
        return Ruling("II.D.4.a.4-02", f"{g.name(hq)} supplies four units of the 79th Division", (hq, *special))
    brigades = {organization.brigade[unit] for unit in units if organization.brigade[unit]}
    if len(brigades) > BRITISH_BRIGADES:
        return Ruling("II.D.4.a.4", f"{g.name(hq)} supplies two independent brigades at most", (hq, *units))
    tanks = {organization.brigade[unit] for unit in units if box.pieces[unit].function == "armour"} - {""}
    if len(tanks) > BRITISH_ARMOUR:
        return Ruling("II.D.4.a.4", f"{g.name(hq)} supplies one armoured brigade at most", (hq, *units))
    strays = [u for u in units if u not in special and not organization.brigade[u] and not organization.marked[u]]
    if strays:
        return Ruling("II.D.4.a.4", f"{g.name(hq)} does not supply {g.name(strays[0])}", (hq, *strays))
    return _too_many(g, hq, units, BRITISH_UNITS, "II.D.4.a.4-03", "ten units")


@rule("II.D.4.a.6", "II.D.4.a.7")
def _refuse_german(g: LongestDay, hq: int, units: Sequence[int]) -> Ruling | None:
    """II.D.4.a.6, II.D.4.a.7 Three independent units, and three that bear the number of its corps."""
    troops = [unit for unit in units if g.box.organization.marked[unit]]
    others = [unit for unit in units if unit not in troops]
    return _too_many(g, hq, others, GERMAN_UNITS, "II.D.4.a.6", "three units") or _too_many(
        g, hq, troops, GERMAN_CORPS_TROOPS, "II.D.4.a.7", "three corps units"
    )


# --- corps -------------------------------------------------------------------------------------------------------


@rule("II.D.4.b")
def _refuse_german_corps(g: LongestDay, hq: int, units: Sequence[int]) -> Ruling | None:
    """II.D.4.b Six artillery units and all that bear its number; nobody else."""
    others = [unit for unit in units if not g.box.organization.marked[unit]]
    strays = [unit for unit in others if not g.box.is_gun[unit]]
    if strays:
        return Ruling("II.D.4.b", f"{g.name(hq)} supplies artillery and its own units only", (hq, *strays))
    return _too_many(g, hq, others, GERMAN_GUNS, "II.D.4.b", "six artillery units")


@rule("II.D.4.c", "II.D.4.c-01", "II.C.2-20")
def _refuse_allied_corps(g: LongestDay, hq: int, units: Sequence[int]) -> Ruling | None:
    """II.D.4.c Artillery by the number of its divisions, four groups at most, and some corps troops."""
    box = g.box
    extras = [unit for unit in units if box.organization.marked[unit] or not box.is_gun[unit]]
    guns = [unit for unit in units if unit not in extras]
    groups = [unit for unit in guns if box.pieces[unit].size == "group"]
    if len(groups) > GROUPS:
        return Ruling("II.D.4.c", f"{g.name(hq)} supplies four artillery groups at most", (hq, *groups))
    corps = box.organization.corps_of_hq[hq]
    most = GUNS.get(len(divisions_of(g, corps)), MOST_GUNS)
    ruling = _too_many(g, hq, guns, most, "II.D.4.c", f"{most} artillery units")
    if ruling is not None:
        return ruling
    return (_refuse_us_extras if box.army[hq] == "US" else _refuse_british_extras)(g, hq, extras)


@rule("II.D.4.c.1")
def _refuse_us_extras(g: LongestDay, hq: int, units: Sequence[int]) -> Ruling | None:
    """II.D.4.c.1 Two reconnaissance battalions, and one infantry regiment of three battalions or one battalion."""
    recon = [unit for unit in units if g.box.pieces[unit].function == "recon"]
    foot = [unit for unit in units if g.box.pieces[unit].special == "corps infantry"]
    strays = [unit for unit in units if unit not in recon and unit not in foot]
    if strays:
        return Ruling("II.D.4.c.1", f"{g.name(hq)} does not supply {g.name(strays[0])}", (hq, *strays))
    if len(recon) > US_RECON:
        return Ruling("II.D.4.c.1", f"{g.name(hq)} supplies two reconnaissance battalions at most", (hq, *recon))
    regiments = {g.box.organization.brigade[unit] for unit in foot}
    if len(foot) > 1 and (len(regiments) > 1 or "" in regiments or len(foot) > REGIMENT):
        return Ruling("II.D.4.c.1", f"{g.name(hq)} supplies one infantry regiment or one battalion", (hq, *foot))
    return None


@rule("II.D.4.c.2")
def _refuse_british_extras(g: LongestDay, hq: int, units: Sequence[int]) -> Ruling | None:
    """II.D.4.c.2 The companies of one reconnaissance battalion and the batteries of one anti-tank battalion."""
    strays = [unit for unit in units if not g.box.organization.marked[unit]]
    if strays:
        return Ruling("II.D.4.c.2", f"{g.name(hq)} does not supply {g.name(strays[0])}", (hq, *strays))
    cite("II.D.4.c.2")
    return None
