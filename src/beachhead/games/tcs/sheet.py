"""1 The printed maps for a screen."""

from __future__ import annotations

from beachhead.display import Draw, Label, Layout, Plate
from beachhead.games.tcs.box import Box


def sheet(box: Box, draw: Draw) -> Layout:
    """1 The four sheets as one board."""
    return draw(
        labels=_beaches(box),
        plates=[
            *(Plate(hex=h, text="", colour="zone", ref=box.board.name(h)) for h in sorted(box.ground.zones)),
            *(Plate(hex=b.landward, text=b.id, colour="breach", ref=b.id) for b in box.ground.breaches),
        ],
        first_look=box.hexes_in_play,
    )


def _beaches(box: Box) -> list[Label]:
    """1.16 Names of the beach sectors, off the shore."""
    found = []
    for sector in box.ground.sectors:
        line = box.ground.tide_line(sector, max(box.ground.tides.values()))
        x, y = box.board.centre(line[len(line) // 2])
        found.append(Label(text=sector.sector, x=x, y=y, style="beach"))
    return found
