"""What the kernel needs besides the rules: names, views, and the words of verbs and events."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from beachhead.games.longest_day import drop_orders, sequence, setup, variants
from beachhead.games.longest_day.box import ALLIED, DATA, GERMAN, MANIFEST, UNUSED, Box
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.orders import DivisionOrders
from beachhead.games.longest_day.records import Mulberry, Port
from beachhead.games.longest_day.scene import scene
from beachhead.games.longest_day.state import AircraftNo, BoxNo, LongestDay, ShipNo, Sortie, Unit
from beachhead.games.longest_day.veteran.judge import JUDGE
from beachhead.games.longest_day.veteran.player import Veteran
from beachhead.kernel import Ruling, Scenario, Settings, rows, rule
from beachhead.players.levels import levels
from beachhead.wargame import Hex, Wargame
from beachhead.wargame.facts import filled
from beachhead.wargame.pieces import presence


class View(msgspec.Struct, frozen=True):
    """What everybody sees."""

    scenario: str
    turn: int
    day: str
    phase: str
    side: str
    units: Annotated[list[Unit], rows("unit")]
    held: dict[Hex, str]
    weather: str
    sorties: dict[AircraftNo, Sortie]
    interdiction: int
    craters: set[Hex]
    carpet: str
    carpet_aim: Hex | None
    salvoes: dict[ShipNo, Hex]
    beachheads: set[BoxNo]
    mulberries: dict[str, Mulberry]
    ports: dict[BoxNo, Port]
    cherbourg: int
    cuts: set[Hex]
    rail_damage: int


class TheLongestDay(Wargame[LongestDay]):
    """The Longest Day."""

    id = "longest_day"
    title = "The Longest Day"
    rules_version = "1"
    sides = (ALLIED, GERMAN)
    summary = "The Normandy campaign of 1944, battalion by battalion, a day a turn."
    tags = ("2 players", "1.4-km hexes")
    most_options = 16384
    state_type = LongestDay
    data = DATA
    manifest = MANIFEST
    sequence = sequence.SEQUENCE
    new_state = staticmethod(setup.new_state)
    scene = staticmethod(scene)
    planner = DivisionOrders()
    players = levels(Veteran, JUDGE)

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        box = Box(overlay)
        self.open_box(
            box,
            unit=box.unit_names,
            corps=box.corps_names,
            box=box.box_names,
            ship=box.sea.ship_names,
            aircraft=box.air.names,
        )
        self.scenarios = {
            row.id: filled(
                Scenario, row, turns=row.last_turn - row.first_turn + 1, leaves_out=variants.left_out(box, row.chapters)
            )
            for row in box.scenarios.values()
        }

    def known(self, g: LongestDay, side: str | None) -> LongestDay:
        """XI.A.3, XI.G.6-01 All lies open but the orders for the second air drop, and what Hitler has decided."""
        twin = drop_orders.known(g, side)
        variants.conceal(twin, side)
        return twin

    @rule("IX.B")
    def view(self, g: LongestDay, side: str | None) -> View:  # noqa: ARG002  `g` is what the side knows
        """Everything on the map lies open, and IX.B everything on the cards."""
        return filled(
            View, g, day=day(g.turn), units=list(g.units), held=dict(g.held), sorties=dict(g.sorties),
            craters=set(g.craters), salvoes=dict(g.salvoes), beachheads=set(g.beachheads),
            mulberries=dict(g.mulberries), ports=dict(g.ports), cuts=set(g.cuts),
        )  # fmt: skip

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """XI Which variations go together, and with which scenario."""
        return variants.refuse_settings(scenario, settings)

    def turn_name(self, turn: int) -> str:
        """I.A A turn is a day."""
        return day(turn)

    def landmark(self, g: LongestDay) -> str:
        """I.A Day by day."""
        return day(g.turn)

    def refuse_position(self, g: LongestDay) -> Ruling | None:
        """I.B.7, I.F.1 Both sides never share a hex, and no more than six points stand in one."""
        for place, units in sorted(presence(g).at.items()):
            fighters = [unit for unit in units if g.box.combat[unit]]
            if len({g.box.sides[unit] for unit in fighters}) > 1:
                return Ruling("I.B.7", f"Both sides stand in {g.hex_name(place)}", units, (place,))
            if place not in g.ground.playable:
                return Ruling("I.J.3", f"{g.hex_name(place)} is not in play", units, (place,))
        return None

    def clear_board(self, g: LongestDay) -> None:
        """Take every unit off the map."""
        g.reset(at=UNUSED, under="")
        g.works, g.digging = {}, {}


game = TheLongestDay
"""Makes the game, with corrected data files if a directory of them is given."""
