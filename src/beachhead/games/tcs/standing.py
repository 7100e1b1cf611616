"""S1.orders, S6.orders-hist The German op sheets that stand at the start."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.tcs.box import GERMAN, SHEETS
from beachhead.games.tcs.implementation import dig_in, drawn
from beachhead.games.tcs.schemas import OpSheetRow
from beachhead.games.tcs.state import OpSheet, Task, Tcs
from beachhead.games.tcs.writing import disc
from beachhead.kernel import rule

WIDE = 5
"""How far from the way the units of these sheets may go."""


def is_due(g: Tcs) -> bool:
    """S1.orders Whether the Germans begin with the historical sheets."""
    return g.command and g.standing_orders


@rule(
    "S1.orders", "S2.orders", "S3.orders", "S4.orders", "S6.orders-hist", "S7.ge-setup", "S9.rules", "3.1-10", "7.0d-2"
)  # fmt: skip
def write(g: Tcs) -> None:
    """S1.orders The sheets of the scenario are implemented; who waits on them is in reserve."""
    scenario = g.box.scenario_of_rows(g.scenario)
    rows = [row for row in g.box.op_sheets if row.scenario == scenario]
    for row in rows:
        number = SHEETS + int(row.sheet[1:]) - 1
        if number not in g.sheets:
            mine = [other for other in rows if other.sheet == row.sheet]
            sheet = _sheet(g, mine)
            if sheet.tasks:
                g.sheets[number] = sheet
    for sheet in g.sheets.values():
        for task in sheet.tasks:
            if task.mission == "prepared":
                dig_in(g, task.units)


def _sheet(g: Tcs, rows: Sequence[OpSheetRow]) -> OpSheet:
    tasks = []
    for number in sorted({row.task for row in rows}):
        mine = [row for row in rows if row.task == number]
        units = tuple(unit for row in mine for unit in _units(g, row))
        if units:
            tasks.append(_task(g, mine[0], units))
    return OpSheet(side=GERMAN, status="implemented", tasks=tuple(tasks), title=rows[0].title, nearest_turn=g.turn)


def _units(g: Tcs, row: OpSheetRow) -> list[int]:
    return [unit for unit in g.box.units_of(row.of) if g.units[unit].at >= 0]


def _task(g: Tcs, row: OpSheetRow, units: tuple[int, ...]) -> Task:
    word, _, name = row.objective.removeprefix("lost:").partition(":")
    if word == "village":
        objective: Sequence[int] = g.box.ground.villages[name]
    elif word == "area":
        area, _, letter = name.partition(" sheet ")
        objective = [h for h in g.box.sheet.areas[area] if letter in ("", g.box.ground.sheet_of(h))]
    else:
        objective = sorted({h for unit in units for h in disc(g, g.units[unit].at)})
    here = tuple(h for h in objective if g.box.in_play[g.scenario][h])
    width = 0 if row.route == "free" else WIDE
    return drawn(g, Task(mission=row.mission, units=units, objective=here, width=width, reserve=row.reserve))
