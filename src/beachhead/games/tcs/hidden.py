"""TCS 6.2, 8.9 What a side does not know: the other's op sheets, and what he answers in overwatch."""

from __future__ import annotations

from beachhead.games.tcs.state import Tcs


def known(g: Tcs, side: str | None) -> Tcs:
    """The state as a side knows it: the other has no sheets, and his men know no policy."""
    twin = g.clone()
    twin.watch = {other: policy for other, policy in g.watch.items() if other == side}
    twin.watches = {c: policy for c, policy in g.watches.items() if g.box.sides[g.box.members[c][0]] == side}
    twin.sheets = {number: sheet for number, sheet in g.sheets.items() if sheet.side == side}
    twin.obeys = {unit: turn for unit, turn in g.obeys.items() if g.box.sides[unit] == side}
    return twin
