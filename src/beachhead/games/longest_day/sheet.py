"""I.B.10 The printed map for a screen: brushes of the terrain, names of places, colours of counters."""

from __future__ import annotations

from beachhead.display import Colour, Layout, Plate, draw_layout, place_labels, usual_tones
from beachhead.games.longest_day.box import Box

BRUSHES = {"clear": "field", "beach": "sand", "forest": "woods", "swamp": "marsh", "town": "town"}
COLOURS = {
    "entry": Colour(letter="E", value="#452c20", dash=(5, 5), place=0),
    "fort": Colour(letter="F", value="#5b5f56", dash=(7, 3, 2, 3), place=1),
}


def layout(box: Box, game: str, title: str) -> Layout:
    """I.B.10 The sheet: the seven boards as one."""
    return draw_layout(
        box.sheet,
        game=game,
        title=title,
        brushes=BRUSHES,
        labels=place_labels(box.sheet),
        plates=_plates(box),
        colours=COLOURS,
        tones=usual_tones("german", "hidden", allied="american"),
        first_look={scenario: sorted(box.first_sight(scenario)) for scenario in box.scenarios},
    )


def _plates(box: Box) -> list[Plate]:
    """I.J, IV.B Lettered edge hexes and fortifications have a frame."""
    lettered = {row.hex: row.id for row in box.entries["C"] if len(row.id) == 1}
    forts = {row.hex: row.id for row in box.forts}
    return [
        *(Plate(hex=box.board.number(h), text=name, colour="entry", ref=name) for h, name in lettered.items()),
        *(Plate(hex=box.board.number(h), text="", colour="fort", ref=name) for h, name in forts.items()),
    ]
