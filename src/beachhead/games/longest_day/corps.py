"""II.C.2 Corps: which divisions they may consist of.

An order is an assignment that takes effect in the next replacement phase (`g.orders`). All limits are judged on the
plan: what will be when the orders have taken effect. Nobody is asked to repair a corps that he has not touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day.box import ALLIED, EXITED, LOST, SPENT, TRACK, UNUSED
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Ruling, derived, rule

LEAST, USUAL, MOST = 2, 4, 5
"""II.C.2-13 Divisions of a corps: at least, as a rule, and ever."""
ARMOUR = 2
"""II.C.2-15 Armoured divisions of an Allied corps."""
BRIGADES = 2
"""II.C.2-35 Nebelwerfer brigades of a corps."""
MID_JULY = 40
"""II.C.2-24 The turn of 15 July."""


# --- the plan ----------------------------------------------------------------------------------------------------


def is_in_play(g: LongestDay, unit: int) -> bool:
    """II.C.2-04b Whether a unit is on the map or on its way there."""
    return g.units[unit].at not in (UNUSED, LOST, EXITED, SPENT)


@rule("II.C.2-06")
def planned_corps(g: LongestDay, unit: int) -> int | None:
    """II.C.2-31 The corps of a unit when all orders have taken effect: that of the headquarters over it."""
    over = g.orders.get(unit)
    if over is None:
        over = g.units[unit].hq
        if over is None or over not in g.orders:
            return g.units[unit].corps
    found = g.box.organization.corps_of_hq.get(over)
    return planned_corps(g, over) if found is None else found


def planned_hq(g: LongestDay, unit: int) -> int | None:
    """II.D.4 The headquarters to which an independent unit is assigned when all orders have taken effect."""
    return g.orders.get(unit, g.units[unit].hq)


@rule("II.C.1", "II.C.2-01")
def divisions_of(g: LongestDay, corps: int) -> list[int]:
    """II.C.2-01 The divisions of a corps, by their headquarters, on the map or on their way."""
    return planned_divisions(g).get(corps, [])


@derived("units", "orders")
def planned_divisions(g: LongestDay) -> Mapping[int | None, list[int]]:
    """II.C.2-01 The divisions of each corps."""
    found: dict[int | None, list[int]] = {}
    for hq in sorted(g.box.organization.divisions):
        if is_in_play(g, hq):
            found.setdefault(planned_corps(g, hq), []).append(hq)
    return found


# --- the limits --------------------------------------------------------------------------------------------------


@rule("II.C.2", "II.C.2-13", "II.C.2-13c")
def refuse_corps(g: LongestDay, corps: int) -> Ruling | None:
    """II.C.2 What is wrong with a corps as it is planned."""
    divisions, hq = divisions_of(g, corps), g.box.corps_hq[corps]
    name = g.box.corps_names.called(corps)
    if len(divisions) < LEAST and is_in_play(g, hq):
        return Ruling("II.C.2-13", f"{name} Corps must have two divisions at least", (hq,))
    if len(divisions) > MOST:
        return Ruling("II.C.2-13c", f"{name} Corps may never have more than five divisions", (hq,))
    if len(divisions) == MOST and not (has_airborne(g, divisions) or is_crowded(g, hq)):
        return Ruling("II.C.2-13", f"{name} Corps may not have more than four divisions", (hq,))
    return (_refuse_allied if g.box.sides[hq] == ALLIED else _refuse_german)(g, corps, divisions)


@rule("II.C.2-14")
def has_airborne(g: LongestDay, divisions: Sequence[int]) -> bool:
    """II.C.2-14 Whether an Allied corps has an airborne division and no armour: then it may have five."""
    kinds = [g.box.organization.kind[hq] for hq in divisions]
    return "airborne" in kinds and "armour" not in kinds


@rule("II.C.2-13a", "II.C.2-13b")
def is_crowded(g: LongestDay, hq: int) -> bool:
    """II.C.2-13a Whether an army has more divisions on the map than four for each of its corps.

    II.C.2-13b A corps keeps its fifth division unless another has fewer than two.
    """
    army, every = g.box.army[hq], g.box.organization
    leaders = [other for other in every.corps_of_hq if g.box.army[other] == army and is_ready(g, other)]
    ashore = [other for other in every.divisions if g.box.army[other] == army and g.units[other].at >= 0]
    if len(ashore) > USUAL * len(leaders):
        return True
    had = sum(g.units[other].corps == g.units[hq].corps for other in every.divisions if is_in_play(g, other))
    short = any(len(divisions_of(g, every.corps_of_hq[other])) < LEAST for other in leaders)
    return had >= MOST and not short


def is_ready(g: LongestDay, hq: int) -> bool:
    """II.C.2-13a Whether a corps headquarters is on the map, and not that of the Flak."""
    return g.units[hq].at >= 0 and g.box.organization.kind[hq] != "Flak corps"


@rule("II.C.2-15", "II.C.2-24")
def _refuse_allied(g: LongestDay, corps: int, divisions: Sequence[int]) -> Ruling | None:
    """II.C.2-15 One infantry division, two armoured ones at most; from 15 July an all-armoured British corps."""
    kinds, hq = [g.box.organization.kind[one] for one in divisions], g.box.corps_hq[corps]
    nations = {g.box.pieces[one].nation for one in divisions}
    if set(kinds) == {"armour"} and nations == {"British"} and g.turn >= MID_JULY:
        return None
    if kinds.count("armour") > ARMOUR:
        return Ruling("II.C.2-15", "An Allied corps has two armoured divisions at most", (hq,))
    if divisions and set(kinds) == {"armour"}:
        return Ruling("II.C.2-15", "An Allied corps has an infantry division at least", (hq,))
    return None


@rule("II.C.2-26", "II.C.2-27", "II.C.2-28")
def _refuse_german(g: LongestDay, corps: int, divisions: Sequence[int]) -> Ruling | None:
    """II.C.2-26 to II.C.2-28 What FS, SS and Panzer corps must have."""
    organization, hq = g.box.organization, g.box.corps_hq[corps]
    kinds = [organization.kind[one] for one in divisions]
    tanks = kinds.count("panzer") + kinds.count("SS panzer")
    match organization.kind[hq]:
        case "FS corps":
            if tanks > 1:
                return Ruling("II.C.2-26", "The FS corps has one Panzer division at most", (hq,))
            if "FS" not in kinds and not (lacks(g, "FS", "FS corps") and "LW" in kinds):
                return Ruling("II.C.2-26", "The FS corps must have an FS division", (hq,))
        case "SS corps":
            if "SS panzer" not in kinds and not (lacks(g, "SS panzer", "SS corps") and "panzer" in kinds):
                return Ruling("II.C.2-27", "An SS Panzer corps must have an SS Panzer division", (hq,))
        case "panzer corps":
            if not tanks:
                return Ruling("II.C.2-28", "A Panzer corps must have a Panzer division", (hq,))
    return _refuse_brigades(g, corps)


@rule("II.C.2-29")
def lacks(g: LongestDay, kind: str, corps_kind: str) -> bool:
    """II.C.2-29 Whether a kind of division is short, because of losses or delays: fewer on the map than corps of it."""
    kinds = g.box.organization.kind
    there = sum(found == kind and g.units[hq].at >= 0 for hq, found in kinds.items())
    wanted = sum(found == corps_kind and g.units[hq].at >= 0 for hq, found in kinds.items())
    return there < max(wanted, 1)


@rule("II.C.2-35", "II.C.3")
def _refuse_brigades(g: LongestDay, corps: int) -> Ruling | None:
    """II.C.2-35 Two Nebelwerfer brigades may be assigned to a corps."""
    kinds = g.box.organization.kind
    brigades = [hq for hq, kind in kinds.items() if kind == "Nebelwerfer" and planned_corps(g, hq) == corps]
    if len([hq for hq in brigades if is_in_play(g, hq)]) > BRIGADES:
        return Ruling("II.C.2-35", "A corps has two Nebelwerfer brigades at most", tuple(brigades))
    return None


# --- which corps a division may join -----------------------------------------------------------------------------


@rule("II.C.2-25", "II.C.2-36")
def refuse_joining(g: LongestDay, hq: int, corps_hq: int) -> Ruling | None:
    """II.C.2 Why a division, a Nebelwerfer brigade or the z.b.V. 752 may not be assigned to a corps."""
    kinds, box = g.box.organization.kind, g.box
    if box.sides[hq] != box.sides[corps_hq] or "corps" not in kinds.get(corps_hq, ""):
        return Ruling("II.C.2-01", f"{g.name(corps_hq)} leads no corps of its side", (hq, corps_hq))
    if "Flak" in kinds[hq] or kinds[corps_hq] == "Flak corps":
        return Ruling("II.C.2-30", "The Flak corps consists of all Flak units, and of nobody else", (hq, corps_hq))
    if planned_corps(g, hq) == box.organization.corps_of_hq[corps_hq]:
        return Ruling("II.C.2-04", f"{g.name(hq)} belongs to that corps", (hq, corps_hq))
    ruling = refuse_nation(g, hq, corps_hq) if box.sides[hq] == ALLIED else None
    if ruling is not None or is_in_play(g, corps_hq):
        return ruling
    return Ruling("II.C.2-01", f"{g.name(corps_hq)} is not in play", (hq, corps_hq))


@rule("II.C.2-16", "II.C.2-17", "II.C.2-21", "II.C.2-22", "II.C.2-23", "II.C.2-23a", "XI.A.4.e")
def refuse_nation(g: LongestDay, hq: int, corps_hq: int) -> Ruling | None:
    """II.C.2-16 to II.C.2-23 Why an Allied division may not join a corps of another nation."""
    box = g.box
    nation, other, kind = box.pieces[hq].nation, box.pieces[corps_hq].nation, box.organization.kind[hq]
    pair = (hq, corps_hq)
    if g.second_drop and g.units[hq].came == g.second_drop and box.army[hq] != box.army[corps_hq]:
        words = "After the second air drop a division is assigned anew to a corps of its own nationality only"
        return Ruling("XI.A.4.e", words, pair)
    if box.army[hq] == "US":
        if other == "US" or (kind == "airborne" and is_dropping(g, hq)):
            return None
        number = "II.C.2-16" if nation == "French" else "II.C.2-23" if kind == "airborne" else "II.C.2-13"
        return Ruling(number, f"{g.name(hq)} is assigned to US corps", pair)
    if other == "US":
        return Ruling("II.C.2-17" if nation == "Polish" else "II.C.2-13", "Its corps are British or Canadian", pair)
    if nation == "British" and kind == "armour" and other != "British":
        return Ruling("II.C.2-22", "British armoured divisions are assigned to British corps only", pair)
    if nation == "Canadian" and other != "Canadian" and is_canadian_corps_due(g):
        return Ruling("II.C.2-19", "All Canadians belong to the 2nd Canadian Corps", pair)
    return None


def is_dropping(g: LongestDay, hq: int) -> bool:
    """II.C.2-23 Whether an airborne division waits for the second air drop."""
    if g.units[hq].at == g.box.box_at("second drop"):
        return True
    return hq in g.lift or (g.units[hq].at == TRACK and g.box.pieces[hq].formation in g.drop_with)


@rule("II.C.2-19", "II.C.2-19a")
def is_canadian_corps_due(g: LongestDay) -> bool:
    """II.C.2-19 From the turn after the second Canadian divisional headquarters has come all belong to one corps."""
    every = g.box.organization.divisions
    ashore = [hq for hq in every if g.box.pieces[hq].nation == "Canadian" and g.units[hq].at >= 0]
    return sum(g.units[hq].came < g.turn for hq in ashore) >= LEAST
