"""What the kernel needs besides the rules: names, views, and the words of verbs and events."""

from __future__ import annotations

from pathlib import Path

from beachhead.games.bocage import sequence
from beachhead.games.bocage.box import ALLIED, DATA, GERMAN, MANIFEST, Box
from beachhead.games.bocage.state import MARKERS, Bocage
from beachhead.games.bocage.veteran.judge import JUDGE
from beachhead.games.bocage.veteran.player import Veteran
from beachhead.kernel import NameList, Ruling, Scenario, Settings
from beachhead.players.levels import levels
from beachhead.wargame import Wargame
from beachhead.wargame.facts import filled
from beachhead.wargame.orders import MarchOrders


class BeachToBocage(Wargame[Bocage]):
    """D-Day: Beach to Bocage."""

    id = "bocage"
    title = "D-Day: Beach to Bocage"
    rules_version = "1"
    sides = (ALLIED, GERMAN)
    summary = "Two players fight from Omaha Beach to Saint-Lo, regiment by regiment, two days a turn."
    tags = ("2 players", "2.5-mile hexes")
    most_options = 1024
    state_type = Bocage
    data = DATA
    manifest = MANIFEST
    sequence = sequence.SEQUENCE
    piles = {"markers": MARKERS}  # noqa: RUF012
    planner = MarchOrders[Bocage]()
    players = levels(Veteran, JUDGE)

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        box = Box(overlay)
        self.open_box(box, marker=NameList("support fire marker", [marker.id for marker in box.markers]))
        self.scenarios = {row.id: filled(Scenario, row, turns=row.longest) for row in box.scenarios.values()}

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """14.1 The campaign always has weather."""
        if self.box.scenarios[scenario].campaign and settings.get("weather"):
            return Ruling("14.1", "The campaign has its weather anyway: leave the option out")
        return None


game = BeachToBocage
"""Makes the game, with corrected data files if a directory of them is given."""
