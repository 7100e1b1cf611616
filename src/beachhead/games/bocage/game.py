"""What the kernel needs besides the rules: names, views, and the words of verbs and events."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from beachhead.display import Card, Layout, Scene
from beachhead.games.bocage import (
    battle,
    beach_assault,
    bombardment,
    combat,
    hidden,
    landing,
    marker_phase,
    movement,
    occupation,
    positions,
    retreat,
    sequence,
    setup,
    supply,
    support,
    victory,
)
from beachhead.games.bocage.box import ALLIED, DATA, GERMAN, MANIFEST, Box
from beachhead.games.bocage.scene import event_picture, scene
from beachhead.games.bocage.sheet import layout
from beachhead.games.bocage.state import MARKERS, Bocage
from beachhead.games.bocage.veteran import Veteran
from beachhead.games.bocage.view import View, view
from beachhead.kernel import (
    NameList,
    Option,
    Ruling,
    Scenario,
    Settings,
)
from beachhead.wargame import Wargame

CHAPTERS: tuple[ModuleType, ...] = (
    setup,
    landing,
    beach_assault,
    marker_phase,
    movement,
    combat,
    bombardment,
    support,
    retreat,
    battle,
    occupation,
    supply,
    victory,
    sequence,
)

OPTIONS: Mapping[str, Option] = {
    option.id: option
    for option in (
        Option("weather", "Weather, as in the campaign", "14.1d"),
        Option("flak", "German Flak halves aircraft markers", "15.0a"),
    )
}


class BeachToBocage(Wargame[Bocage]):
    """D-Day: Beach to Bocage."""

    id = "bocage"
    title = "D-Day: Beach to Bocage"
    rules_version = "1"
    sides = (ALLIED, GERMAN)
    summary = "Two players fight from Omaha Beach to Saint-Lo, regiment by regiment, two days a turn."
    tags = ("2 players", "2.5-mile hexes")
    state_type = Bocage
    data = DATA
    manifest = MANIFEST
    options = OPTIONS
    chapters = CHAPTERS
    sequence = sequence.SEQUENCE
    players = {"veteran": Veteran}  # noqa: RUF012

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        self.box = box = Box(overlay)
        self.board_sheet = box.sheet
        self.scenarios = {
            row.id: Scenario(row.id, row.title, row.summary, row.longest, row.minutes) for row in box.scenarios.values()
        }
        self.names = {
            "hex": box.board,
            "unit": NameList("unit", [piece.id for piece in box.pieces]),
            "marker": NameList("support fire marker", [marker.id for marker in box.markers]),
            "place": box.places,
        }

    def set_up(self, scenario: str, settings: Settings) -> Bocage:
        """S3.0 Everything in its box."""
        return setup.new_state(self.box, scenario, settings)

    def known(self, g: Bocage, side: str | None) -> Bocage:
        """11.0d Everything but the record, face-down markers and Mines aside of others."""
        return hidden.known(g, side)

    def view(self, g: Bocage, side: str | None) -> View:
        """11.0d What lies open, and what is hidden of the side's own."""
        return view(g, side)

    def landmark(self, g: Bocage) -> str:
        """S4.0 The set-up, then turn by turn."""
        return self.sequence.landmark(g, "Game Turn {}")

    def layout(self) -> Layout:
        """S2.1 The printed map."""
        return layout(self.box, self.id, self.title)

    def scene(self, g: Bocage, side: str | None) -> Scene:
        """The table as a screen shows it."""
        return scene(g, side)

    def picture(self, event: Mapping[str, Any]) -> Card | None:
        """Dice and markers of a line of the log."""
        return event_picture(self.box, event) or super().picture(event)

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """14.1 The campaign always has weather."""
        if self.box.scenarios[scenario].campaign and settings.get("weather"):
            return Ruling("14.1", "The campaign has its weather anyway: leave the option out")
        return None

    def refuse_position(self, g: Bocage) -> Ruling | None:
        """Stacking, boundary, markers in two piles."""
        return positions.refuse_position(g)

    def clear_board(self, g: Bocage) -> None:
        """Take every unit out of the game."""
        positions.clear_board(g)

    def complete_position(self, g: Bocage) -> None:
        """A unit in a hex is on the map; a marker that lies anywhere is in no cup."""
        positions.complete_position(g)

    def imagine(self, g: Bocage, side: str | None, random: Random) -> Bocage:
        """11.0d Another record and other face-down markers."""
        return hidden.imagine(g, side, random)

    def census(self, g: Bocage) -> Mapping[str, int]:
        """Units and markers, wherever they are."""
        return {**super().census(g), "markers": MARKERS.census(g)}


def game(overlay: Path | None = None) -> BeachToBocage:
    """The game, with corrected data files if a directory of them is given."""
    return BeachToBocage(overlay)


__all__ = ["BeachToBocage", "game"]
