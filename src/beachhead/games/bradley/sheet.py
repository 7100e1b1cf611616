"""2.1 The printed map for a screen: brushes of the terrain, names, fortifications, and the displays in the sea."""

from __future__ import annotations

import msgspec

from beachhead.display import (
    Colour,
    Label,
    Layout,
    Plate,
    Spot,
    draw_layout,
    frames,
    labels_at,
    place_labels,
    usual_tones,
)
from beachhead.games.bradley.box import DRAWS, EXITS, OMAHA, PORT, UTAH, Box
from beachhead.kernel import rule

BRUSHES = {
    "tidal flat": "sand",
    "beach": "sand",
    "shale": "rough",
    "clear": "field",
    "swamp": "marsh",
    "sea wall": "seawall",
    "road": "primary",
    "railroad": "rail",
}
TONES = {
    **usual_tones("american", "german"),
    "airborne": {"face": "#a3a05a", "edge": "#5d5a2c", "band": "#69662f", "ink": "#17160a"},
    "british": {"face": "#c7a878", "edge": "#6d5632", "band": "#7d6339", "ink": "#1d1508"},
    "ss": {"face": "#6d6f6b", "edge": "#2c2e2b", "band": "#3c3e3b", "ink": "#f0f0ea"},
    "garrison": {"face": "#d3d3c6", "edge": "#6b6e62", "band": "#7d8073", "ink": "#22241c"},
    "marker": {"face": "#eae6d6", "edge": "#6b6657", "band": "#8a8370", "ink": "#1d1a12"},
}
COLOURS = {
    "strongpoint": Colour(letter="S", value="#8a1620", dash=(12, 4), place=0),
    "resistance nest": Colour(letter="R", value="#b4552d", dash=(5, 5), place=1),
    "approach": Colour(letter="L", value="#cfe6f2", dash=(7, 3, 2, 3), place=2),
}
SPOTS = {
    "82 Main Box": (17.0, 2.0, 2.6, 1.6),
    "82 Secondary Box": (20.0, 2.0, 2.6, 1.6),
    "101 Main Box": (24.0, 2.0, 2.6, 1.6),
    "101 Secondary Box": (27.0, 2.0, 2.6, 1.6),
    "Utah Available": (24.5, 9.0, 8.6, 2.4),
    "Utah Wave 1": (21.5, 12.4, 2.6, 1.8),
    "Utah Wave 2": (24.5, 12.4, 2.6, 1.8),
    "Utah Wave 3": (27.5, 12.4, 2.6, 1.8),
    "Omaha Available": (37.0, 12.8, 8.6, 2.4),
    "Omaha Wave 1": (34.0, 16.2, 2.6, 1.8),
    "Omaha Wave 2": (37.0, 16.2, 2.6, 1.8),
    "Omaha Wave 3": (40.0, 16.2, 2.6, 1.8),
}
"""4.3, 5.1.5 Where the boxes of the displays lie: the middle, width and height in hexes."""
PILES = {"american": (46.0, 4.0, 8.6, 2.4), "german": (46.0, 7.5, 8.6, 2.4)}
"""2.1 The Eliminated Units Boxes."""
NAMES = (
    ("English Channel", "3407", "sea"),
    ("Baie du Grand Vey", "2221", "sea"),
    ("Utah Beach", "2113", "beach"),
    ("Omaha Beach", "4419", "beach"),
)
LOW_NAMES = ("Vierville-sur-Mer", "Formigny", "Saint-Laurent-sur-Mer", "Colleville-sur-Mer", "Osmanville")
"""Places whose names are written below them, because other names are above."""


@rule("2.1", "2.2", "4.3", "5.1.5")
def sheet(box: Box, game: str, title: str) -> Layout:
    """2.1 The sheet."""
    return draw_layout(
        box.sheet,
        game=game,
        title=title,
        brushes=BRUSHES,
        labels=[*_places(box), *labels_at(box.board, NAMES), *_draws(box)],
        spots=_spots(box),
        plates=_plates(box),
        colours=COLOURS,
        tones=TONES,
        first_look=_first_look(box),
        levels=_levels(box),
        front=3,
    )


def _levels(box: Box) -> list[int]:
    """Sea, shore, land and hills, for slopes that are drawn."""
    return [
        0 if box.is_sea[h] else 3 if box.is_hill[h] else 1 if h not in box.ground else 2 for h in range(len(box.board))
    ]


def _places(box: Box) -> list[Label]:
    """The towns and cities."""
    return [
        msgspec.structs.replace(label, y=label.y + 1) if label.text in LOW_NAMES else label
        for label in place_labels(box.sheet)
    ]


def _draws(box: Box) -> list[Label]:
    """The draws of Omaha and the exits of Utah, each where its trail begins at the beach."""
    found = []
    for chain in box.sheet.paths.chains:
        if chain.name.startswith((DRAWS, EXITS)):
            beach = next(h for h in chain.items if box.is_beach[h])
            x, y = box.board.centre(beach)
            text = chain.name.removeprefix(DRAWS).removeprefix(EXITS)
            found.append(Label(text=text.capitalize() if "exit" in text else text, x=x, y=y + 0.3, style="draw"))
    return found


def _spots(box: Box) -> list[Spot]:
    found = []
    for row in box.displays:
        x, y, width, height = SPOTS[row.id]
        found.append(Spot(kind="box", id=row.id, x=x, y=y, width=width, height=height, label=row.id))
    for side, (x, y, width, height) in PILES.items():
        name = f"Eliminated {side.title()} units"
        found.append(Spot(kind="pile", id=side, x=x, y=y, width=width, height=height, label=name, is_plain=True))
    return found


@rule("13.1", "13.2")
def _plates(box: Box) -> list[Plate]:
    """13.0 Fortifications, and the light blue approach hexes of 5.3."""
    light = {h for beach in (OMAHA, UTAH, PORT) for h in box.beaches[beach].approach}
    return [
        *(
            frame
            for h, kind in sorted(box.forts.items())
            for frame in frames(box.board, [h], kind, strong=kind == "strongpoint")
        ),
        *frames(box.board, sorted(light), "approach"),
    ]


def _first_look(box: Box) -> dict[str, list[int]]:
    """What should be in sight at first: the beach of a sector, or both."""
    found = {}
    for name, scenario in box.scenarios.items():
        coast = [h for beach in scenario.beaches for h in box.beaches[beach].coast]
        found[name] = sorted({n for h in coast for n in box.board.within(h, 5)})
    return found
