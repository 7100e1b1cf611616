"""What the kernel needs besides the rules: names, views, and the words of verbs and events."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from beachhead.display import Card
from beachhead.games.omaha import hidden, positions, sequence, setup
from beachhead.games.omaha.box import DATA, MANIFEST, Box
from beachhead.games.omaha.names import names_of, words_of
from beachhead.games.omaha.scene import event_picture, scene
from beachhead.games.omaha.sheet import layout
from beachhead.games.omaha.state import CARDS, DEPTH, GERMANS, Omaha
from beachhead.games.omaha.veteran import Veteran
from beachhead.games.omaha.view import view
from beachhead.kernel import Ruling, Scenario, Settings
from beachhead.wargame import Wargame
from beachhead.wargame.facts import filled


class OmahaBeach(Wargame[Omaha]):
    """D-Day at Omaha Beach."""

    id = "omaha"
    title = "D-Day at Omaha Beach"
    rules_version = "1"
    sides = ("us", "german", "1st", "29th")
    summary = "One player, or two together, against a card-driven German defence, company by company."
    tags = ("1 player, or 2 together", "250 m hexes")
    state_type = Omaha
    data = DATA
    manifest = MANIFEST
    sequence = sequence.PLAY
    piles = {"cards": CARDS, "German units": GERMANS, "depth markers": DEPTH}  # noqa: RUF012
    players = {"veteran": Veteran}  # noqa: RUF012

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        box = Box(overlay)
        self.open_box(box, **names_of(box))
        self.scenarios = {
            row.id: filled(Scenario, row, turns=row.last_turn + 1 - row.first_turn) for row in box.scenarios.values()
        }
        self.words = words_of(box)

    def seats(self, scenario: str, settings: Settings) -> tuple[str, ...]:  # noqa: ARG002
        """1a One player for both divisions, or one for each."""
        return ("1st", "29th") if settings.get("coop") else ("us",)

    def opponent(self, side: str) -> str:  # noqa: ARG002
        """All who decide are American."""
        return "german"

    new_state = staticmethod(setup.new_state)
    known = staticmethod(hidden.known)
    imagine = staticmethod(hidden.imagine)
    sheet = staticmethod(layout)
    view = staticmethod(view)
    scene = staticmethod(scene)
    refuse_position = staticmethod(positions.refuse_position)
    clear_board = staticmethod(positions.clear_board)
    complete_position = staticmethod(positions.complete_position)

    def picture(self, event: Mapping[str, Any]) -> Card | None:
        """2.3 The card of a line of the log."""
        return event_picture(self.box, event)

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """22, 23.1 Variants that do not fit the scenario."""
        return setup.refuse_settings(self.box.scenarios[scenario], settings)


game = OmahaBeach
