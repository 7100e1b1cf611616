"""Pegasus Bridge, the sample game: what the kernel needs besides the rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

from beachhead.kernel import Ruling, Scenario, Settings
from beachhead.players.levels import levels
from beachhead.wargame import Wargame, deal_anew, face_down, leave_open
from beachhead.wargame.orders import MarchOrders
from pegasus import rules
from pegasus.box import DATA, MANIFEST, Box
from pegasus.players import JUDGE, Veteran
from pegasus.rules import OFF_MAP, STACKING, Pegasus, Unit


class PegasusBridge(Wargame[Pegasus]):
    """The coup de main of 6 June 1944."""

    id = "pegasus"
    title = "Pegasus Bridge"
    rules_version = "1"
    sides = ("british", "german")
    summary = "Three gliders, two bridges, ten minutes: a sample game to try the table with."
    tags = ("2 players", "sample")
    most_options = 64
    state_type = Pegasus
    data = DATA
    manifest = MANIFEST
    sequence = rules.SEQUENCE
    planner = MarchOrders[Pegasus]()
    players = levels(Veteran, JUDGE, learned=DATA.parent, green="green", impulse=0.05)
    scenarios = {  # noqa: RUF012
        "coup-de-main": Scenario(
            "coup-de-main",
            "Coup de main",
            "Sixteen minutes past midnight. Three gliders skid to a halt between two bridges; the garrison is asleep.",
            turns=rules.TURNS,
            minutes=10,
        )
    }

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        self.open_box(Box(overlay))

    def set_up(self, scenario: str, settings: Settings) -> Pegasus:  # noqa: ARG002
        """Nobody is on the map yet."""
        units = [Unit(piece.steps) for piece in self.box.pieces]
        return Pegasus(units=units, holders=dict.fromkeys(self.box.bridges, "german"))

    def known(self, g: Pegasus, side: str | None) -> Pegasus:
        """2.1, 2.2 Which counter lies face down is for the German to know, and where they lie until all of them do."""
        twin = g.clone()
        if side != "german" and g.part == "garrison":
            self.clear_board(twin)
        elif side != "german":
            leave_open(twin, face_down(g))
        return twin

    def imagine(self, g: Pegasus, side: str | None, random: Random) -> Pegasus:
        """2.2 Who does not own the face-down counters may think them in any order."""
        twin = g.clone()
        if side != "german":
            deal_anew(twin, face_down(g), random)
        return twin

    def refuse_position(self, g: Pegasus) -> Ruling | None:
        """3.4 Stacking holds everywhere; 3.2 nobody swims."""
        for place in self.box.water:
            if there := g.standing(place):
                return Ruling("3.2", f"{self.box.board.name(place)} is water", there, (place,))
        return STACKING.refuse_position(g)

    def clear_board(self, g: Pegasus) -> None:
        """Take every unit off the map."""
        g.reset(at=OFF_MAP, face_down=False)


game = PegasusBridge
"""Makes the game, with corrected data files if a directory of them is given."""
