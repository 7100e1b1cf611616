"""TCS 6.2, 8.9 What a side does not know: the other's op sheets, and what he answers in overwatch."""

from __future__ import annotations

from random import Random
from typing import get_args

from beachhead.games.tcs.box import SHEETS
from beachhead.games.tcs.state import OpSheet, Policy, Side, Task, Tcs


def known(g: Tcs, side: str | None) -> Tcs:
    """The state as a side knows it: the other has no sheets, and his men know no policy."""
    twin = g.clone()
    twin.watch = {other: policy for other, policy in g.watch.items() if other == side}
    twin.watches = {c: policy for c, policy in g.watches.items() if g.box.sides[g.box.members[c][0]] == side}
    twin.sheets = {number: sheet for number, sheet in g.sheets.items() if sheet.side == side}
    twin.obeys = {unit: turn for unit, turn in g.obeys.items() if g.box.sides[unit] == side}
    return twin


def imagine(g: Tcs, side: str | None, random: Random) -> Tcs:
    """A state that fits what a side knows: of the other it takes that each company may attack wherever it likes.

    TCS 6.4 That is the most that orders can allow, and what one who knows nothing has to reckon with. What its men
    have been told about overwatch may be anything.
    """
    twin = g.clone()
    for place, other in enumerate(get_args(Side)):
        if other == side:
            continue
        men = tuple(unit for unit in g.on_map(other) if g.box.company_of[unit] not in g.unreleased)
        if g.command and men:
            everybody = Task("attack", men, width=0)
            twin.sheets[place * SHEETS] = OpSheet(other, "implemented", (everybody,))
        twin.watch[other] = random.choice(get_args(Policy))
    return twin
