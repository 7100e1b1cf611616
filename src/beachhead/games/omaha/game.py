"""What the kernel needs besides the rules: names, views, and the words of verbs and events."""

from __future__ import annotations

from pathlib import Path

from beachhead.games.omaha import sequence, setup
from beachhead.games.omaha.box import DATA, MANIFEST, Box
from beachhead.games.omaha.names import names_of, words_of
from beachhead.games.omaha.state import CARDS, DEPTH, GERMANS, Omaha
from beachhead.games.omaha.veteran.judge import JUDGE
from beachhead.games.omaha.veteran.player import Veteran
from beachhead.kernel import Ruling, Settings
from beachhead.players.levels import levels
from beachhead.wargame import Wargame
from beachhead.wargame.orders import MarchOrders


class StackOrders(MarchOrders[Omaha]):
    """7.2 Who can goes for free, others as long as there are actions."""

    chooses = ("free", "paid")
    moves = ("preserve", "move", "climb")


class OmahaBeach(Wargame[Omaha]):
    """D-Day at Omaha Beach."""

    id = "omaha"
    title = "D-Day at Omaha Beach"
    rules_version = "1"
    sides = ("us", "german", "1st", "29th")
    summary = "One player, or two together, against a card-driven German defence, company by company."
    tags = ("1 player, or 2 together", "250 m hexes")
    most_options = 256
    state_type = Omaha
    data = DATA
    manifest = MANIFEST
    sequence = sequence.PLAY
    piles = {"cards": CARDS, "German units": GERMANS, "depth markers": DEPTH}  # noqa: RUF012
    planner = StackOrders()
    players = levels(Veteran, JUDGE, learned=DATA.parent, impulse=0.12)

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        box = Box(overlay)
        self.open_box(box, **names_of(box))
        self.words = words_of(box)

    def seats(self, scenario: str, settings: Settings) -> tuple[str, ...]:  # noqa: ARG002
        """1a One player for both divisions, or one for each."""
        return ("1st", "29th") if settings.get("coop") else ("us",)

    def opponent(self, side: str) -> str:  # noqa: ARG002
        """All who decide are American."""
        return "german"

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """22, 23.1 Variants that do not fit the scenario."""
        return setup.refuse_settings(self.box.scenarios[scenario], settings)


game = OmahaBeach
