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
    forecast,
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
from beachhead.games.bocage.box import ALLIED, CAMPAIGN, DATA, GERMAN, MANIFEST, SCENARIO, Box
from beachhead.games.bocage.scene import event_picture, scene
from beachhead.games.bocage.sheet import layout
from beachhead.games.bocage.state import PILES, Bocage
from beachhead.games.bocage.veteran import Veteran
from beachhead.games.bocage.view import view
from beachhead.kernel import (
    Action,
    ChapterGame,
    Decision,
    Flow,
    NameList,
    Option,
    Preview,
    Ruling,
    Scenario,
    Settings,
)

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

SCENARIOS: Mapping[str, Scenario] = {
    SCENARIO: Scenario(
        SCENARIO,
        "Beach to Bocage",
        "6 June to 9 July 1944. From the sand of Omaha through Trevieres, Isigny and Caumont to the gates of Saint-Lo; "
        "the German records in secret where he waits.",
        turns=17,
        minutes=180,
    ),
    CAMPAIGN: Scenario(
        CAMPAIGN,
        "The campaign on the US map",
        "The same landing without boundaries, with weather and more replacements: seven city hexes win, and the game "
        "may last until late July.",
        turns=25,
        minutes=260,
    ),
}
OPTIONS: Mapping[str, Option] = {
    option.id: option
    for option in (
        Option("weather", "Weather, as in the campaign", "14.1d"),
        Option("flak", "German Flak halves aircraft markers", "15.0a"),
    )
}


class BeachToBocage(ChapterGame[Bocage]):
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
    scenarios = SCENARIOS
    options = OPTIONS
    chapters = CHAPTERS
    players = {"veteran": Veteran}  # noqa: RUF012

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        self.box = box = Box(overlay)
        self.board_sheet = box.sheet
        self.names = {
            "hex": box.board,
            "unit": NameList("unit", [piece.id for piece in box.pieces]),
            "marker": NameList("support fire marker", [marker.id for marker in box.markers]),
        }

    def set_up(self, scenario: str, settings: Settings) -> Bocage:
        """S3.0 Everything in its box."""
        return setup.new_state(self.box, scenario, settings)

    def flow(self, g: Bocage) -> Flow:
        """S4.0 The sequence of play."""
        return sequence.play(g)

    def view(self, g: Bocage, side: str | None) -> Any:
        """11.0d What lies open, and what is hidden of the side's own."""
        return view(g, side)

    def landmark(self, g: Bocage) -> str:
        """S4.0 The set-up, then turn by turn."""
        return f"Game Turn {g.turn}" if g.phase in sequence.TURN else "Set-up"

    def layout(self) -> Layout:
        """S2.1 The printed map."""
        return layout(self.box, self.id, self.title)

    def scene(self, g: Bocage, side: str | None) -> Scene:
        """The table as a screen shows it."""
        return scene(self.box, view(g, side))

    def picture(self, event: Mapping[str, Any]) -> Card | None:
        """Dice and markers of a line of the log."""
        return event_picture(self.box, event)

    def preview(self, g: Bocage, decision: Decision, action: Action) -> Preview | None:
        """S7.4 The odds of a combat."""
        return forecast.preview(g, decision, action)

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """14.1 The campaign always has weather."""
        if scenario == CAMPAIGN and settings.get("weather"):
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
        return positions.imagine(g, side, random)

    def census(self, g: Bocage) -> Mapping[str, int]:
        """Units and markers, wherever they are."""
        return {"units": len(g.units), "markers": sum(len(getattr(g, name)) for name in PILES)}


def game(overlay: Path | None = None) -> BeachToBocage:
    """The game, with corrected data files if a directory of them is given."""
    return BeachToBocage(overlay)


__all__ = ["BeachToBocage", "game"]
