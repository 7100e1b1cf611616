"""1 The printed maps for a screen: brushes of the terrain, names of places, colours of counters."""

from __future__ import annotations

from beachhead.display import Colour, Label, Layout, Plate, draw_layout, place_labels
from beachhead.games.tcs.box import Box

BRUSHES = {
    "clear": "field", "beach": "sand", "obstacle": "sand", "forest": "woods", "building": "field", "village": "town",
    "secondary": "trail", "bocage": "hedge",
}  # fmt: skip
TONES = {
    "american": {"face": "#8d9a5b", "edge": "#525c2e", "band": "#5c6835", "ink": "#15180b", "line": "#1c4f8f"},
    "german": {"face": "#b9bab0", "edge": "#4d5048", "band": "#5b5f56", "ink": "#16180f", "line": "#8c2a22"},
}
COLOURS = {
    "zone": Colour(letter="Z", value="#5b5f56", dash=(5, 5), place=0),
    "breach": Colour(letter="B", value="#1f549e", dash=(7, 3, 2, 3), place=1),
}


def sheet(box: Box, game: str, title: str) -> Layout:
    """1 The four sheets as one board."""
    return draw_layout(
        box.sheet,
        game=game,
        title=title,
        brushes=BRUSHES,
        labels=[*place_labels(box.sheet), *_beaches(box)],
        plates=[
            *(Plate(hex=h, text="", colour="zone", ref=box.board.name(h)) for h in sorted(box.ground.zones)),
            *(Plate(hex=b.landward, text=b.id, colour="breach", ref=b.id) for b in box.ground.breaches),
        ],
        colours=COLOURS,
        tones=TONES,
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
