"""IX.E.5.d Formations whose coming depends on Caen, on dates and on others: when they queue, and when they land."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.games.longest_day.box import ALLIED, GERMAN, TRACK
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Ruling, rule

GUARDS = "Guards Armoured Division"
CANADIAN_ARMOUR = "4 Canadian Armoured Division"
TANK_BRIGADE = "6 Gds Tk Brigade"
POLES = "1 Polish Armoured Division"
CANADIANS = ("2C Infantry Division", "2C Corps")
LATE_BRIGADE = "34 Tk Brigade"
"""IX.E.5.d.1 The brigade that comes later with the infantry divisions."""
GUARDS_FROM, GUARDS_BEHIND, LATER = 6, 5, 3
"""IX.E.5.d.1 From 11 June on, five turns behind any other British division; those then come three turns later."""
RELIEF_AFTER = 20
"""IX.E.5.d.2 After 25 June 4 Canadian Armoured may relieve a British armoured division."""
POLES_BEHIND = 5
CANADIANS_FROM = 31
"""IX.E.5.d.4 From 6 July on the Canadians land in any case."""


# --- Caen --------------------------------------------------------------------------------------------------------


def is_northwest_allied(g: LongestDay) -> bool:
    """IX.E.5.d.2 Whether the Allies hold, or were the last in, all of Caen north-west of the Orne."""
    return is_allied(g, g.box.areas["caen:northwest"])


def is_caen_allied(g: LongestDay) -> bool:
    """IX.E.5.d.1 The same for all of Caen, on both banks."""
    return is_northwest_allied(g) and is_allied(g, g.box.areas["caen:southeast"])


def is_allied(g: LongestDay, hexes: Iterable[int]) -> bool:
    """X.H Whether the Allies were the last in all of these."""
    return all(g.held.get(place, GERMAN) == ALLIED for place in hexes)


# --- coming to the track -----------------------------------------------------------------------------------------


@rule("IX.E.5.d.1", "IX.E.5.d.1-01")
def first_turn(g: LongestDay, unit: int) -> int:
    """IX.E.5.d The turn from which on a unit may come to box 10."""
    listed, parent = g.units[unit].turn, g.box.pieces[unit].parent
    if g.units[unit].came:
        return listed
    if parent == GUARDS and may_guards_hurry(g):
        return min(listed, GUARDS_FROM)
    if g.is_guards_early and parent != GUARDS and is_put_off(g, unit):
        return listed + LATER
    return listed


def is_put_off(g: LongestDay, unit: int) -> bool:
    """IX.E.5.d.1 British infantry divisions and the 34th Tank Brigade, if none of them has come to the track."""
    piece = g.box.pieces[unit]
    if piece.nation != "British" or piece.parent in g.queued:
        return False
    return piece.parent == LATE_BRIGADE or piece.parent.endswith("Infantry Division")


@rule("IX.E.5.d.1")
def may_guards_hurry(g: LongestDay) -> bool:
    """IX.E.5.d.1 The Guards may come early: Caen is Allied, and no British division came in the last five turns."""
    if GUARDS in g.queued:
        return True
    others = [turn for parent, turn in g.queued.items() if is_british_division(g, parent)]
    return is_caen_allied(g) and all(g.turn - turn >= GUARDS_BEHIND for turn in others)


def is_british_division(g: LongestDay, parent: str) -> bool:
    """IX.E.5.d.1 A division of the British, not of Canadians or Poles."""
    hq = g.box.divisions.get(parent)
    return hq is not None and g.box.pieces[hq].nation == "British"


def refuse_queue(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.5.d Why a formation may not come to box 10 yet."""
    match g.box.pieces[unit].parent:
        case "4 Canadian Armoured Division" | "6 Gds Tk Brigade" as parent:
            return refuse_armour_queue(g, unit, parent)
        case "1 Polish Armoured Division":
            return refuse_polish_queue(g, unit)
    return None


@rule("IX.E.5.d.2", "IX.E.5.d.2-02")
def refuse_armour_queue(g: LongestDay, unit: int, parent: str) -> Ruling | None:
    """IX.E.5.d.2 They wait for Caen north of the Orne; the Canadians may relieve a British armoured division."""
    if is_northwest_allied(g) or (
        parent == CANADIAN_ARMOUR and g.turn > RELIEF_AFTER and any(has_left(g, name) for name in armoured_divisions(g))
    ):
        return None
    words = "comes to the Entry Track when all of Caen north-west of the Orne is Allied"
    return Ruling("IX.E.5.d.2", f"{g.name(unit)} {words}", (unit,))


@rule("IX.E.5.d.3")
def refuse_polish_queue(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.5.d.3 The Poles come five turns after the Canadian armour."""
    first = g.queued.get(CANADIAN_ARMOUR)
    if first is not None and g.turn >= first + POLES_BEHIND:
        return None
    words = "comes to the Entry Track five turns after the Canadian 4th Armoured Division"
    return Ruling("IX.E.5.d.3", f"{g.name(unit)} {words}", (unit,))


def note_queue(g: LongestDay, unit: int) -> None:
    """IX.E.5.d A unit comes to box 10: the first of its formation is remembered, and whether the Guards hurried."""
    parent = g.box.pieces[unit].parent
    if parent == GUARDS and GUARDS not in g.queued and g.turn < g.units[unit].turn:
        g.is_guards_early = True
    g.queued.setdefault(parent, g.turn)


# --- landing -----------------------------------------------------------------------------------------------------


def refuse_landing(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.5.d Why a formation may not land yet."""
    match g.box.pieces[unit].parent:
        case "4 Canadian Armoured Division" | "6 Gds Tk Brigade" as parent:
            return refuse_armour_landing(g, unit, parent)
        case "1 Polish Armoured Division":
            return refuse_polish_landing(g, unit)
        case "2C Infantry Division" | "2C Corps":
            return refuse_canadian_landing(g, unit)
    return None


@rule("IX.E.5.d.2-01", "IX.E.5.d.2-02")
def refuse_armour_landing(g: LongestDay, unit: int, parent: str) -> Ruling | None:
    """IX.E.5.d.2 They land when all of Caen is Allied; the Canadians also when a British armoured division is gone."""
    relieves = parent == CANADIAN_ARMOUR and any(is_gone(g, name) for name in armoured_divisions(g))
    if is_caen_allied(g) or relieves:
        return None
    return Ruling("IX.E.5.d.2-01", f"{g.name(unit)} lands when Caen on both banks of the Orne is Allied", (unit,))


@rule("IX.E.5.d.3")
def refuse_polish_landing(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.5.d.3 The Poles land the turn after the last of the Canadian armour, with all of Caen Allied."""
    canadians = [g.units[other] for other in members(g, CANADIAN_ARMOUR)]
    if any(record.at < 0 and not record.came for record in canadians) or g.turn <= max(r.came for r in canadians):
        words = "lands the turn after all of the Canadian 4th Armoured Division has landed"
        return Ruling("IX.E.5.d.3", f"{g.name(unit)} {words}", (unit,))
    if is_caen_allied(g):
        return None
    return Ruling("IX.E.5.d.3", f"{g.name(unit)} lands only while all of Caen is Allied", (unit,))


@rule("IX.E.5.d.4")
def refuse_canadian_landing(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.5.d.4 The Canadians land from 6 July on, or for Caen, or when another division has been withdrawn."""
    others = (name for name in commonwealth_divisions(g) if name not in CANADIANS)
    if g.turn >= CANADIANS_FROM or is_northwest_allied(g) or any(is_gone(g, name) for name in others):
        return None
    words = f"lands from {day(CANADIANS_FROM)} on, or when all of Caen north-west of the Orne is Allied"
    return Ruling("IX.E.5.d.4", f"{g.name(unit)} {words}", (unit,))


# --- divisions that have been withdrawn --------------------------------------------------------------------------


def armoured_divisions(g: LongestDay) -> list[str]:
    """IX.E.5.d.2 The British armoured divisions."""
    return [name for name in g.box.divisions if is_british_division(g, name) and name.endswith("Armoured Division")]


def commonwealth_divisions(g: LongestDay) -> list[str]:
    """IX.E.5.d.4 The British and Canadian divisions."""
    pieces = g.box.pieces
    return [name for name, hq in g.box.divisions.items() if pieces[hq].nation in ("British", "Canadian")]


def members(g: LongestDay, parent: str) -> list[int]:
    """II.C.1 The combat units of a formation."""
    return g.box.formations.get(parent, [])


def has_left(g: LongestDay, parent: str) -> bool:
    """IX.M Whether units of a formation have been withdrawn."""
    return any(is_withdrawn(g, unit) for unit in members(g, parent))


def is_gone(g: LongestDay, parent: str) -> bool:
    """IX.M Whether a formation has been withdrawn, and none of it is left on the map."""
    return has_left(g, parent) and all(g.units[unit].at < 0 for unit in members(g, parent))


def is_withdrawn(g: LongestDay, unit: int) -> bool:
    """IX.M.1 Whether a unit was on the map, and waits on the card again."""
    record = g.units[unit]
    return bool(record.came) and record.at == TRACK
