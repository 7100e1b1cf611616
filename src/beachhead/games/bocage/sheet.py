"""S2.1 The printed map for a screen: brushes of the terrain, names of places, colours of counters."""

from __future__ import annotations

from beachhead.display import Colour, Layout, Plate, draw_layout, frames, labels_at, place_labels, usual_tones
from beachhead.games.bocage.box import Box
from beachhead.kernel import rule

BRUSHES = {"clear": "field", "beach": "sand", "road": "primary", "trail": "trail"}
NAMES = (("English Channel", "2422", "sea"), ("Omaha Beach", "2221", "beach"))
COLOURS = {
    "objective": Colour(letter="V", value="#c8141c", dash=(12, 4), place=0),
    "city": Colour(letter="C", value="#452c20", dash=(5, 5), place=1),
    "beach": Colour(letter="B", value="#1f549e", dash=(7, 3, 2, 3), place=2),
}


@rule("S2.1")
def sheet(box: Box, game: str, title: str) -> Layout:
    """S2.1 The sheet."""
    return draw_layout(
        box.sheet,
        game=game,
        title=title,
        brushes=BRUSHES,
        labels=[*place_labels(box.sheet), *labels_at(box.board, NAMES)],
        plates=_plates(box),
        colours=COLOURS,
        tones=usual_tones("german", "hidden", allied="american"),
        first_look={scenario: sorted(ground.playable) for scenario, ground in box.grounds.items()},
    )


def _plates(box: Box) -> list[Plate]:
    """13.0, 14.2 Cities and landing hexes have a frame."""
    found = [
        Plate(hex=h, text="", colour="objective" if city.objective else "city", ref=city.id, is_strong=city.objective)
        for city in box.towns
        for h in city.hexes
    ]
    return [*found, *frames(box.board, box.omaha, "beach")]
