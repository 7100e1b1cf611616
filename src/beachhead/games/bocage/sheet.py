"""S2.1 The printed map for a screen: brushes of the terrain, names of places, colours of counters."""

from __future__ import annotations

from beachhead.display import Brushes, Colour, Label, Layout, Plate, Tones, draw_layout, place_labels
from beachhead.games.bocage.box import CAMPAIGN, SCENARIO, Box
from beachhead.kernel import rule

BRUSHES: Brushes = {"clear": "field", "beach": "sand", "road": "primary", "trail": "trail"}
TONES: Tones = {
    "allied": {"face": "#8d9a5b", "edge": "#525c2e", "band": "#5c6835", "ink": "#15180b"},
    "german": {"face": "#b9bab0", "edge": "#4d5048", "band": "#5b5f56", "ink": "#16180f"},
    "hidden": {"face": "#757a70", "edge": "#3b3f38", "band": "#575c53", "ink": "#e9ebe2"},
}
COLOURS = {
    "objective": Colour(letter="V", value="#c8141c", dash=(12, 4), place=0),
    "city": Colour(letter="C", value="#452c20", dash=(5, 5), place=1),
    "beach": Colour(letter="B", value="#1f549e", dash=(7, 3, 2, 3), place=2),
}


@rule("S2.1")
def layout(box: Box, game: str, title: str) -> Layout:
    """S2.1 The sheet."""
    return draw_layout(
        box.sheet,
        game=game,
        title=title,
        brushes=BRUSHES,
        labels=[*place_labels(box.sheet), *_waters(box)],
        plates=_plates(box),
        colours=COLOURS,
        tones=TONES,
        first_look={SCENARIO: sorted(box.grounds[SCENARIO].playable), CAMPAIGN: sorted(box.land)},
    )


def _waters(box: Box) -> list[Label]:
    """Names of the sea and of the landing area."""
    x, y = box.board.centre(box.board.number("2422"))
    sea = Label(text="English Channel", x=x, y=y, style="sea")
    x, y = box.board.centre(box.board.number("2221"))
    return [sea, Label(text="Omaha Beach", x=x, y=y, style="beach")]


def _plates(box: Box) -> list[Plate]:
    """13.0, 14.2 Cities and landing hexes have a frame."""
    found = [
        Plate(hex=h, text="", colour="objective" if city.objective else "city", ref=city.id, is_strong=city.objective)
        for city in box.towns
        for h in city.hexes
    ]
    return [*found, *(Plate(hex=h, text="", colour="beach", ref=box.board.name(h)) for h in box.omaha)]
