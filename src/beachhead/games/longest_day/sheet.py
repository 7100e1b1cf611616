"""I.B.10 The printed map for a screen: brushes of the terrain, names of places, colours of counters."""

from __future__ import annotations

from beachhead.display import Draw, Layout, Plate, frames
from beachhead.games.longest_day.box import Box


def sheet(box: Box, draw: Draw) -> Layout:
    """I.B.10 The sheet: the seven boards as one."""
    return draw(
        plates=_plates(box),
        first_look={scenario: sorted(box.first_sight(scenario)) for scenario in box.scenarios},
    )


def _plates(box: Box) -> list[Plate]:
    """I.J, IV.B, V.C.1 Lettered edge hexes, fortifications and landing hexes have a frame."""
    lettered = {row.hex: row.id for row in box.entries["C"] if len(row.id) == 1}
    forts = {row.hex: row.id for row in box.forts}
    shores = sorted(box.coast[row] for row, landing in box.landings.items() if landing.kind == "beach")
    return [
        *frames(box.board, shores, "beach"),
        *(Plate(hex=box.board.number(h), text=name, colour="entry", ref=name) for h, name in lettered.items()),
        *(Plate(hex=box.board.number(h), text="", colour="fort", ref=name) for h, name in forts.items()),
    ]
