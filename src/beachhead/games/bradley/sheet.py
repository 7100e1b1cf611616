"""2.1 The printed map for a screen: draws and fortifications; the displays lie in the sea."""

from __future__ import annotations

from beachhead.display import Draw, Label, Layout, Plate, frames
from beachhead.games.bradley.box import DRAWS, EXITS, OMAHA, PORT, UTAH, Box
from beachhead.kernel import rule


@rule("2.1", "2.2", "4.3", "5.1.5")
def sheet(box: Box, draw: Draw) -> Layout:
    """2.1 The sheet."""
    return draw(
        labels=_draws(box),
        plates=_plates(box),
        first_look=_first_look(box),
        levels=_levels(box),
        front=3,
    )


def _levels(box: Box) -> list[int]:
    """Sea, shore, land and hills, for slopes that are drawn."""
    return [
        0 if box.is_sea[h] else 3 if box.is_hill[h] else 1 if h not in box.ground else 2 for h in range(len(box.board))
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
