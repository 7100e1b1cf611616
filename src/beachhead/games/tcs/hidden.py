"""TCS 6.2, 8.9 What a side does not know: where the other's op sheets lead, and what he answers in overwatch.

That units are on a sheet in force, and whether they attack or defend, shows in what they do; the paper itself does not,
and nothing shows of what is only being written or prepared.
"""

from __future__ import annotations

from msgspec.structs import replace

from beachhead.games.tcs.state import Tcs


def known(g: Tcs, side: str | None) -> Tcs:
    """The state as a side knows it: the other prepares nothing, his sheets lead anywhere, his men know no policy."""
    twin = g.clone()
    twin.watch = {other: policy for other, policy in g.watch.items() if other == side}
    twin.watches = {c: policy for c, policy in g.watches.items() if g.box.sides[g.box.members[c][0]] == side}
    for number, sheet in g.sheets.items():
        if sheet.side != side and sheet.status != "implemented":
            del twin.sheets[number]
        elif sheet.side != side:
            tasks = tuple(
                replace(task, objective=(), axis=(), trace=(), origins=(), width=0, start=0) for task in sheet.tasks
            )
            twin.sheets[number] = replace(sheet, tasks=tasks, title="", fail=0, nearest=0, nearest_turn=0)
    return twin
