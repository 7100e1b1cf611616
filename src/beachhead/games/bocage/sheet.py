"""S2.1 The printed map for a screen."""

from __future__ import annotations

from beachhead.display import Draw, Layout, Plate, frames
from beachhead.games.bocage.box import Box
from beachhead.kernel import rule


@rule("S2.1")
def sheet(box: Box, draw: Draw) -> Layout:
    """S2.1 The sheet."""
    return draw(
        plates=_plates(box),
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
