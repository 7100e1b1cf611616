"""TCS 6.2 Op sheets as a screen shows them: a box for each, with its units, its chance and how long it may take."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from beachhead.display import Display, DisplayBox
from beachhead.games.tcs import implementation, orders
from beachhead.games.tcs.state import OpSheet, Tcs
from beachhead.kernel import rule
from beachhead.wargame.scenes import keys

MOST_TURNS = 60
"""Nobody plans further ahead: a sheet that takes longer is said to take more."""
STATUS = {"draft": "being written", "preparing": "in preparation", "ready": "for who comes", "implemented": "in force"}


def displays(g: Tcs, side: str | None) -> list[Display]:
    """TCS 6.2 The op sheets of the side that looks; others do not see them."""
    if side is None or not g.command:
        return []
    sheets = g.sheets_of(side)
    boxes = [_box(g, number, sheet) for number, sheet in sheets.items()]
    free = sum(1 for unit in g.on_map(side) if orders.assignments(g).get(unit) is None)
    boxes.append(DisplayBox(id="unassigned", title="Unassigned", small=_unassigned(free)))
    return [Display(id=f"{side}-orders", title="Op sheets", boxes=boxes)]


def _unassigned(free: int) -> str:
    return "One unit follows no sheet in force" if free == 1 else f"{free} units follow no sheet in force"


def number_of(g: Tcs, number: int) -> str:
    """The number of a sheet as a badge shows it."""
    return g.box.sheet_names.name(number).split()[-1]


def _box(g: Tcs, number: int, sheet: OpSheet) -> DisplayBox:
    units = [unit for unit in orders.all_units(sheet) if g.units[unit].at >= 0]
    return DisplayBox(
        id=g.box.sheet_names.name(number),
        kind="sheet",
        title=sheet.title or g.box.sheet_names.name(number),
        small=STATUS[sheet.status],
        lines=[implementation.words_of(g, sheet), *_outlook(g, sheet)],
        state={"draft": "now", "preparing": "todo", "ready": "todo", "implemented": "past"}[sheet.status],
        counters=keys(g, units),
        is_wide=True,
    )


def _outlook(g: Tcs, sheet: OpSheet) -> list[str]:
    if sheet.status != "preparing":
        return []
    now = implementation.chance(implementation.need(g, sheet))
    turns = expected_turns(g, sheet)
    wait = f"about {turns} turns" if turns < MOST_TURNS else f"more than {MOST_TURNS} turns"
    return [f"Chance this turn {float(now):.0%}, in force after {wait} if nothing changes"]


@rule("TCS 6.6", "TCS 6.6b")
def expected_turns(g: Tcs, sheet: OpSheet) -> int:
    """TCS 6.6 How many turns it takes on average, with a roll every turn and as much preparation as now."""
    gained, waiting, total = implementation.gain(g, sheet), Fraction(1), Fraction(0)
    for later in range(MOST_TURNS):
        weighted = replace(sheet, weighted=sheet.weighted + later * gained)
        total += waiting
        waiting *= 1 - implementation.chance(implementation.need(g, weighted))
        if not waiting:
            break
    return MOST_TURNS if waiting > Fraction(1, 2) else round(total)
