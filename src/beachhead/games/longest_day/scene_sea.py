"""IV, V The fleets and the beaches on the screen: beachheads, field works, targets of ships, and landing boxes."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.display import Counter, Mark, Panel, Tally
from beachhead.games.longest_day.state import LongestDay
from beachhead.wargame.pieces import elsewhere


def sea_marks(g: LongestDay) -> list[Mark]:
    """IV.A.2, IV.B.10, V.C.7 What lies on the map besides counters."""
    board = g.box.board
    shores = [g.box.coast[box] for box in sorted(g.beachheads)]
    marks = Mark.on(board, "pennant", shores, "A beachhead", "allied")
    marks += Mark.on(board, "wire", sorted(g.works), "A field fortification")
    marks += Mark.on(board, "note", sorted(g.digging), "A field fortification is being built")
    return marks + Mark.on(board, "burst", sorted(set(g.salvoes.values())), "Bombarded from the sea this turn")


def sea_panels(g: LongestDay, counter: Callable[[LongestDay, int], Counter]) -> list[Panel]:
    """V.C.1 The landing boxes that have units or beachheads."""
    if not g.has("V"):
        return []
    panels = [
        Panel(
            id=f"box-{box}",
            title=g.box.boxes[row.box].title,
            small="Beachhead" if box in g.beachheads else "",
            counters=[counter(g, unit) for unit in elsewhere(g).get(g.box.box_place(box), ())],
        )
        for box, row in g.box.landings.items()
        if box in g.beachheads or elsewhere(g).get(g.box.box_place(box))
    ]
    count = Tally(label="Beachheads", value=str(len(g.beachheads)))
    return [Panel(id="beachheads", title="Beaches", tallies=[count]), *panels]
