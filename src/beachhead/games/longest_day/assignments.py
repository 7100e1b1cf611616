"""II.C.2, II.D.4 Assignments: divisions to corps, independent units to headquarters, one replacement phase late.

An order names the headquarters over a unit: that of the corps for a division, that which supplies it for an independent
unit. Orders are given in the player's own segment, can be changed until they are issued, and take effect together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day import corps, de_facto
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.capacity import attached_to, is_independent, refuse_attached, refuse_under
from beachhead.games.longest_day.staff import plan_rest
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Arg, Flow, Offer, Ruling, Told, Verb, ask, derived, rule

VERBS = {
    "assignments": Verb("Change corps and supply assignments"),
    "reassign": Verb("Reassign", "unit"),
    "serve": Verb("Put under", "unit"),
    "staff": Verb("Let the staff assign all who have no headquarters"),
    "cancel-orders": Verb("Take back all new orders"),
    "issue": Verb("Issue these orders", role="confirm"),
}
EVENTS = {
    "ordered": Told("{unit:unit} is to come under {hq:unit}"),
    "reassigned": Told("{unit:unit} comes under {hq:unit}"),
    "staffed": Told("The staff assigns {units:#unit|units}"),
}
FIRST = {"allied": 2, "german": 1}
"""II.C.2-04 The turn from which on a side may change assignments."""
MARINES, MARINES_UNTIL = "BR-4_SS-47_RM", 14
"""II.C.2-34 The Commando that may stay with the 50th Division, until 19 June."""


# --- giving orders -----------------------------------------------------------------------------------------------


@rule("II.C.2-04", "II.D.4-01")
def refuse_orders(g: LongestDay) -> Ruling | None:
    """II.C.2-04 Why no orders can be given now."""
    if not g.has("II"):
        return Ruling("II.C.2", "This scenario does not use the rules of corps")
    if g.turn < FIRST[g.side]:
        return Ruling("II.C.2-04", "The Allies change their assignments from 7 June on")
    return None


def offer(g: LongestDay) -> Offer:
    """II.C.2-04 Orders can be given in any segment of one's own."""
    return Offer.of(g, lambda g, _: refuse_orders(g))


def give_orders(g: LongestDay, side: str) -> Flow:
    """II.C.2-04 Orders are given one by one; they stand when they are issued, or all new ones are dropped."""
    before, groups = dict(g.orders), {hq: list(others) for hq, others in g.de_facto.items()}
    while True:
        options: dict[str, Sequence[Arg]] = {
            "reassign": Offer(reassignable(g)[side], refuse=lambda g, unit: refuse_reassign(g, unit, side)),
            "staff": (None,),
            **de_facto.offers(g, side),
            "cancel-orders": (None,) if g.orders != before else (),
            "issue": Offer.of(g, lambda g, _: refuse_issue(g, before)),
            "back": (None,),
        }
        choice = yield ask(side, "Which assignments are changed?", options, rule="II.C.2-04")
        match choice.verb:
            case "reassign":
                yield from reassign(g, side, choice.arg)
            case "staff":
                plan_rest(g, side)
            case "cancel-orders":
                g.orders = dict(before)
            case "issue":
                return
            case "back":
                g.orders, g.de_facto = before, groups
                return
            case _:
                yield from de_facto.take(g, side, choice)


def candidates(g: LongestDay, side: str) -> list[int]:
    """II.C.2-04b The units to which orders can be given: on the map, and on their way to it."""
    return [unit for unit in range(len(g.units)) if g.box.sides[unit] == side and corps.is_in_play(g, unit)]


@derived("units")
def reassignable(g: LongestDay) -> Mapping[str, tuple[int, ...]]:
    """II.C.2-04b The units of each side to which orders can be given."""
    return {
        side: tuple(unit for unit in candidates(g, side) if refuse_reassign(g, unit, side) is None)
        for side in (ALLIED, GERMAN)
    }


@rule("II.C.2-04b", "II.C.2-38")
def refuse_reassign(g: LongestDay, unit: int, side: str) -> Ruling | None:
    """II.C.2 Why a unit is not reassigned: it belongs to its division for good, or is never assigned to anybody."""
    kind = g.box.organization.kind.get(unit, "")
    if g.box.sides[unit] != side or not corps.is_in_play(g, unit):
        return Ruling("II.C.2-04", f"{g.name(unit)} is not yours, or not in play", (unit,))
    if "corps" in kind or "Flak" in kind:
        return Ruling("II.C.2-30" if "Flak" in kind else "II.C.2-01", f"{g.name(unit)} is not reassigned", (unit,))
    if kind or is_independent(g, unit):
        if "RMSR" in g.box.pieces[unit].special:
            return Ruling("II.C.2-38", "Support squadrons of the Royal Marines are assigned to nobody", (unit,))
        return None
    if g.box.organization.home[unit] is not None:
        return Ruling("II.C.1", f"{g.name(unit)} belongs to its division for good", (unit,))
    return Ruling("II.C.2-38", f"{g.name(unit)} is assigned to nobody", (unit,))


def reassign(g: LongestDay, side: str, unit: int) -> Flow:
    """II.C.2, II.D.4 The headquarters under which a unit, or its whole brigade, is to come."""
    every = [hq for hq in sorted(g.box.organization.kind) if g.box.sides[hq] == side and corps.is_in_play(g, hq)]
    options: dict[str, Sequence[Arg]] = {
        "serve": Offer.of(g, lambda g, hq: refuse_order(g, unit, hq), every),
        "back": (None,),
    }
    choice = yield ask(side, f"Under whom does {g.name(unit)} come?", options, rule="II.C.2", about={"unit": unit})
    if choice.verb == "back":
        return
    for each in concerned(g, unit, choice.arg):
        g.orders[each] = choice.arg
        g.tell("ordered", rule="II.C.2-04", unit=each, hq=choice.arg)


@rule("II.C.2-18")
def refuse_order(g: LongestDay, unit: int, hq: int) -> Ruling | None:
    """II.C.2, II.D.4 Why a unit may not be assigned to a headquarters."""
    if unit in g.box.organization.kind:
        return corps.refuse_joining(g, unit, hq)
    if g.box.pieces[unit].nation == "Polish" and g.units[unit].hq is not None and g.box.army[hq] == "US":
        return Ruling("II.C.2-18", "The Polish brigade is reassigned to British or Canadian headquarters", (unit, hq))
    units = concerned(g, unit, hq)
    for each in units:
        ruling = refuse_under(g, each, hq)
        if ruling is not None:
            return ruling
    there = [other for other in attached_to(g, hq) if other not in units]
    return refuse_attached(g, hq, (*there, *units))


@rule("II.C.2-07", "II.C.2-32", "II.C.2-33", "II.C.2-34")
def concerned(g: LongestDay, unit: int, hq: int) -> list[int]:
    """II.C.2-07 The units that an order concerns: a brigade goes to another corps as a whole.

    II.C.2-32 Within its corps each unit may be under another headquarters; II.C.2-34 47 RM Commando may stay alone with
    the 50th Division until 19 June.
    """
    brigade = g.box.organization.brigade[unit]
    target = g.box.organization.corps_of_hq.get(hq)
    target = corps.planned_corps(g, hq) if target is None else target
    if not brigade or target == corps.planned_corps(g, unit):
        return [unit]
    mates = [
        other
        for other in g.box.organization.mates[brigade]
        if corps.is_in_play(g, other) and corps.planned_corps(g, other) != target
    ]
    if g.turn <= MARINES_UNTIL and g.box.pieces[unit].id != MARINES:
        mates = [other for other in mates if g.box.pieces[other].id != MARINES]
    return [unit] if g.box.pieces[unit].id == MARINES and g.turn <= MARINES_UNTIL else mates


@rule("II.C.2-05")
def refuse_issue(g: LongestDay, before: Mapping[int, int]) -> Ruling | None:
    """II.C.2 Why orders cannot stand: a corps that they change would not be as it must be."""
    for corps_no in changed_corps(g, before):
        ruling = corps.refuse_corps(g, corps_no)
        if ruling is not None:
            return ruling
    return None


def changed_corps(g: LongestDay, before: Mapping[int, int]) -> list[int]:
    """II.C.2 The corps that new orders to divisions and brigades take from, or give to."""
    leaders = g.box.organization
    changed: set[int] = set()
    for unit, hq in g.orders.items():
        if before.get(unit) != hq and unit in leaders.kind:
            old = g.units[unit].corps
            changed.update(corps_no for corps_no in (old, leaders.corps_of_hq.get(hq)) if corps_no is not None)
    return sorted(corps_no for corps_no in changed if leaders.kind[g.box.corps_hq[corps_no]] != "Flak corps")


# --- orders take effect ------------------------------------------------------------------------------------------


@rule("II.C.2-04a", "II.C.2-31", "II.C.2-31a", "II.D.4-01")
def take_effect(g: LongestDay, side: str) -> None:
    """II.C.2-04a In its replacement phase the orders of a side take effect: divisions first, with all under them."""
    mine = {unit: hq for unit, hq in g.orders.items() if g.box.sides[unit] == side}
    for unit, hq in sorted(mine.items(), key=lambda order: (order[0] not in g.box.organization.kind, order[0])):
        obey(g, unit, hq)
    if side == ALLIED and corps.is_canadian_corps_due(g):
        gather_canadians(g)
    fill_corps(g, side)


def obey(g: LongestDay, unit: int, hq: int) -> None:
    """II.C.2-31 A unit comes under a headquarters, and into its corps; with a division all that it supplies."""
    g.orders.pop(unit, None)
    number = g.box.organization.corps_of_hq.get(hq, g.units[hq].corps)
    if unit in g.box.organization.kind:
        g.change(unit, corps=number)
        for other, record in enumerate(g.units):
            if record.hq == unit:
                g.change(other, corps=number)
    else:
        g.change(unit, hq=hq, corps=number)
    g.tell("reassigned", rule="II.C.2-04a", unit=unit, hq=hq)


@rule("II.C.2-19")
def gather_canadians(g: LongestDay) -> None:
    """II.C.2-19 All Canadians come under their own corps: divisions, the armoured brigade, and other units."""
    number = g.box.corps_names.number("2C")
    hq = g.box.corps_hq[number]
    for unit in g.box.organization.divisions:
        if g.box.pieces[unit].nation == "Canadian" and corps.is_in_play(g, unit) and g.units[unit].corps != number:
            obey(g, unit, hq)
    for unit, piece in enumerate(g.box.pieces):
        is_other = piece.nation == "Canadian" and g.units[unit].corps != number
        if is_other and corps.is_in_play(g, unit) and is_independent(g, unit):
            g.change(unit, corps=number, hq=None)
    plan_rest(g, ALLIED, only="Canadian")
    for unit, target in sorted(g.orders.items()):
        if g.box.pieces[unit].nation == "Canadian":
            obey(g, unit, target)


@rule("II.C.2-05")
def fill_corps(g: LongestDay, side: str) -> None:
    """II.C.2-05 A corps that came the turn before, or earlier, gets its two divisions if the player has named none."""
    leaders = g.box.organization
    for hq, number in sorted(leaders.corps_of_hq.items()):
        is_due = g.box.sides[hq] == side and g.units[hq].at >= 0 and 0 < g.units[hq].came < g.turn
        while is_due and leaders.kind[hq] != "Flak corps" and len(corps.divisions_of(g, number)) < corps.LEAST:
            found = next((unit for unit in spare_divisions(g, hq) if corps.refuse_joining(g, unit, hq) is None), None)
            if found is None:
                break
            obey(g, found, hq)


def spare_divisions(g: LongestDay, hq: int) -> list[int]:
    """II.C.2-05 The divisions of an army of no corps, or of one with more than enough; those ashore first."""
    army = g.box.army[hq]
    every = [u for u in sorted(g.box.organization.divisions) if g.box.army[u] == army and corps.is_in_play(g, u)]

    def surplus(unit: int) -> int:
        number = g.units[unit].corps
        return corps.MOST if number is None else len(corps.divisions_of(g, number)) - corps.LEAST

    spare = [unit for unit in every if surplus(unit) > 0]
    return sorted(spare, key=lambda unit: (g.units[unit].corps is not None, g.units[unit].at < 0, -surplus(unit)))


# --- 7 June ------------------------------------------------------------------------------------------------------


def is_first_day(g: LongestDay) -> bool:
    """II.D.4 Whether it is the Allied replacement phase of 7 June, when independent units are first assigned."""
    return g.has("V") and g.turn == FIRST[ALLIED] and g.side == ALLIED


def begin(g: LongestDay) -> Flow:
    """II.C.2-04a, II.D.4 The replacement phase begins: orders take effect; on 7 June independent units are assigned."""
    take_effect(g, g.side)
    if is_first_day(g):
        yield from first_assignments(g, ALLIED)
        yield from first_assignments(g, GERMAN)


@rule("II.D.4", "II.D.4-02")
def first_assignments(g: LongestDay, side: str) -> Flow:
    """II.D.4 On 7 June the staff proposes headquarters for independent units; those of their corps count at once."""
    plan_rest(g, side)
    yield from give_orders(g, side)
    for unit, hq in sorted(g.orders.items()):
        is_own = unit not in g.box.organization.kind and g.box.sides[unit] == side
        if is_own and g.units[unit].corps in (None, g.units[hq].corps):
            obey(g, unit, hq)
