"""What the kernel needs besides the rules: the chapters in their order, names, scenarios, options and views."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from beachhead.games.bradley import automaton
from beachhead.games.bradley.box import BEACHES, DATA, MANIFEST, SIDES, UNUSED, UTAH, Box
from beachhead.games.bradley.facing import Facings, spelled
from beachhead.games.bradley.sequence import PLAY
from beachhead.games.bradley.shores import TITLES
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.veteran.judge import JUDGE
from beachhead.games.bradley.veteran.player import Veteran
from beachhead.kernel import Flow, NameList, Ruling, Settings, rule
from beachhead.players.levels import levels
from beachhead.wargame import Wargame
from beachhead.wargame.orders import MarchOrders


class UnitOrders(MarchOrders[Bradley]):
    """6.0 Units march one after the other, each as far as it can, and the hand is taken off them."""

    ends = ("end",)


class BradleysDDay(Wargame[Bradley]):
    """Bradley's D-Day."""

    id = "bradley"
    title = "Bradley's D-Day"
    rules_version = "1"
    sides = SIDES
    summary = "Two players fight for the American beaches on 6 and 7 June 1944, battalion by battalion, hour by hour."
    tags = ("2 players", "800 m hexes")
    most_options = 4096
    state_type = Bradley
    data = DATA
    manifest = MANIFEST
    sequence = PLAY
    planner = UnitOrders()
    players = levels(Veteran, JUDGE, impulse=0.1)

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        box = Box(overlay)
        directions = {direction: spelled(direction) for direction in box.board.directions}
        self.words = {**TITLES, **BEACHES, "dz": "Drop Zone", **directions}
        self.open_box(
            box,
            dz=NameList("Drop Zone", [row.id for row in box.drop_zones]),
            box=box.box_names,
            wall=NameList("sea wall", box.wall_names),
            facing=Facings(box.board.directions),
        )

    def seats(self, scenario: str, settings: Settings) -> tuple[str, ...]:  # noqa: ARG002
        """20.1 The sides that people play: both, or the one that the automaton does not."""
        return tuple(side for side in SIDES if not settings.get(f"{side}-automaton"))

    def flow(self, g: Bradley) -> Flow:
        """3.0 The sequence of play; 20.1 the automaton answers for its side."""
        flow = super().flow(g)
        return automaton.answers(g, flow) if g.automaton else flow

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """19.3 The northern beaches of Utah need Utah; 20.1 the automaton plays one side."""
        if settings.get("northern-utah") and UTAH not in self.box.scenarios[scenario].beaches:
            return Ruling("19.3", "The northern Utah beaches are not in this scenario: leave the option out")
        if not self.seats(scenario, settings):
            return Ruling("20.1", "The automaton plays one of the two sides")
        return None

    @rule("2.0")
    def census(self, g: Bradley) -> Mapping[str, int]:
        """2.0 Units that take part, wherever they are, and Drop Zones."""
        playing = sum(record.at != UNUSED for record in g.units)
        return {"units": len(g.units), "playing": playing, "drop_zones": len(g.drop_zones)}


game = BradleysDDay
"""Makes the game, with corrected data files if a directory of them is given."""
