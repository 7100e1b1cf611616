"""What people call the things of the game: hexes by town, draw, exit or beach, beaches and directions in words."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bradley.box import OMAHA, UTAH, Box
from beachhead.games.bradley.facing import spelled
from beachhead.games.bradley.shores import TITLES

DRAWS = "Omaha draw "
EXITS = "Utah "
BEACHES = {OMAHA: "Omaha Beach", UTAH: "Utah Beach"}
WORDS = {**TITLES, **BEACHES, "dz": "Drop Zone"}


def hex_titles(box: Box) -> Mapping[int, str]:
    """2.4 The names of hexes: towns come before draws and exits, and those before the beach."""
    found = {place: BEACHES[beach] for place, beach in box.beach_of.items() if beach in BEACHES}
    for chain in box.sheet.paths.chains:
        beach = next((place for place in chain.items if box.is_beach[place]), None)
        if beach is not None and chain.name.startswith(DRAWS):
            found[beach] = f"{chain.name.removeprefix(DRAWS)} draw"
        elif beach is not None and chain.name.startswith(EXITS):
            found[beach] = chain.name
    return found | {place: name for name, places in box.sheet.places.items() for place in places}


def words_of(box: Box) -> Mapping[str, str]:
    """Beaches, and the directions that units face."""
    return WORDS | {direction: spelled(direction) for direction in box.board.directions}
