"""TCS 6.2 What a side does not know: where the other's op sheets lead, and by which way.

That units are on a sheet in force, and whether they attack or defend, shows in what they do; the paper itself does not,
and nothing shows of what is only being written or prepared.
"""

from __future__ import annotations

from msgspec.structs import replace

from beachhead.games.tcs.state import Tcs


def known(g: Tcs, side: str | None) -> Tcs:
    """The state as a side knows it: the other prepares nothing, and his sheets in force lead anywhere."""
    twin = g.clone()
    for number, sheet in g.sheets.items():
        if sheet.side != side and sheet.status != "implemented":
            del twin.sheets[number]
        elif sheet.side != side:
            tasks = tuple(
                replace(task, objective=(), axis=(), trace=(), origins=(), width=0, start=0) for task in sheet.tasks
            )
            twin.sheets[number] = replace(sheet, tasks=tasks, title="", fail=0, nearest=0, nearest_turn=0)
    return twin
