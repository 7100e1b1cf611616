"""TCS 6.9 Units without orders are added to an op sheet that is in force."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from beachhead.games.tcs import orders
from beachhead.games.tcs.shaping import is_beside
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.writing import question
from beachhead.kernel import Arg, Flow, Offer, Ruling, Told, Verb, rule

VERBS = {
    "attach": Verb("Add to a sheet", "unit"),
    "attach-company": Verb("Add to a sheet all of", "company"),
    "to-sheet": Verb("Add it to", "sheet"),
}
EVENTS = {
    "attached": Told("{unit:unit} is added to {sheet:sheet}"),
}


@rule("TCS 6.9")
def refuse_attachment(g: Tcs, unit: int) -> Ruling | None:
    """TCS 6.9, TCS 6.3 Why a unit cannot be added to an implemented sheet."""
    if g.box.sides[unit] != g.side or g.units[unit].at < 0:
        return Ruling("TCS 6.9", f"{g.name(unit)} is not yours, or not on the map", (unit,))
    if unit in orders.assignments(g):
        return Ruling("TCS 6.3", f"{g.name(unit)} is on an implemented sheet", (unit,))
    if g.box.company_of[unit] in g.unreleased:
        return Ruling("3.1-1", f"{g.name(unit)} is not released yet", (unit,))
    if not any(refuse_host(g, number, unit) is None for number in g.sheets):
        return Ruling("TCS 6.9", f"No implemented sheet has units near {g.name(unit)}", (unit,))
    return None


def refuse_attachments(g: Tcs, _: None = None) -> Ruling | None:
    """TCS 6.9 Why no unit can be added to a sheet that is in force."""
    in_force = any(sheet.status == "implemented" for sheet in g.sheets_of(g.side).values())
    if in_force and any(refuse_attachment(g, unit) is None for unit in g.on_map(g.side)):
        return None
    return Ruling("TCS 6.9", "No unit without orders is near those of a sheet in force")


def refuse_host(g: Tcs, number: int, unit: int) -> Ruling | None:
    """TCS 6.9 Why a sheet does not take a unit: it must be in force, and have units near it."""
    sheet = g.sheets.get(number)
    name = g.box.sheet_names.name(number)
    if sheet is None or sheet.side != g.side or sheet.status != "implemented" or sheet.sector:
        return Ruling("TCS 6.9", f"{name} is not one to which units can be added")
    if not any(is_beside(g, unit, task) for task in sheet.tasks):
        return Ruling("TCS 6.9", f"No unit of {name} is near", (unit,))
    return None


@rule("TCS 6.9")
def attach(g: Tcs) -> Flow:
    """TCS 6.9 A unit is added to an implemented sheet, and obeys it from the next turn on."""
    free = Offer.of(g, refuse_attachment, g.on_map(g.side))
    companies = sorted({g.box.company_of[unit] for unit in free})
    options: dict[str, Sequence[Arg]] = {
        "attach": free,
        "attach-company": Offer.among(companies, _nobody_of),
        "back": (None,),
    }
    choice = yield question(g, "Who is added to a sheet?", options, rule="TCS 6.9")
    if choice.verb == "back":
        return
    units = [choice.arg]
    if choice.verb == "attach-company":
        units = [unit for unit in free if g.box.company_of[unit] == choice.arg]
    options = {"to-sheet": Offer.of(g, lambda g, n: refuse_hosts(g, n, units), sorted(g.sheets)), "back": (None,)}
    choice = yield question(g, "To which sheet are they added?", options, rule="TCS 6.9", unit=tuple(units))
    for unit in units if choice.verb == "to-sheet" else ():
        if refuse_host(g, choice.arg, unit) is None:
            _add_to(g, choice.arg, unit)


def _nobody_of(g: Tcs, company: int) -> Ruling:
    return Ruling("TCS 6.9", f"Nobody of {g.box.companies[company].id} can be added to a sheet in force")


def refuse_hosts(g: Tcs, number: int, units: Sequence[int]) -> Ruling | None:
    """TCS 6.9 Why a sheet takes none of some units."""
    reasons = [refuse_host(g, number, unit) for unit in units]
    return None if None in reasons else reasons[0]


def _add_to(g: Tcs, number: int, unit: int) -> None:
    """TCS 6.9 A unit is written on a sheet in force, and obeys it from the next turn on."""
    sheet = g.sheets[number]
    place = next(n for n, task in enumerate(sheet.tasks) if is_beside(g, unit, task))
    task = replace(sheet.tasks[place], units=(*sheet.tasks[place].units, unit))
    g.sheets[number] = replace(sheet, tasks=(*sheet.tasks[:place], task, *sheet.tasks[place + 1 :]))
    g.obeys[unit] = g.turn + g.constant("attachment_delay")
    g.tell("attached", rule="TCS 6.9", only=(sheet.side,), unit=unit, sheet=number)
