"""What the kernel needs besides the rules: names, views, and the words of verbs and events."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from beachhead.games.tcs import sequence, stacking
from beachhead.games.tcs.box import AMERICAN, GERMAN, UNUSED, Box
from beachhead.games.tcs.hidden import known
from beachhead.games.tcs.manifest import MANIFEST
from beachhead.games.tcs.maps import DATA
from beachhead.games.tcs.schemas import ScenarioRow
from beachhead.games.tcs.state import (
    CompanyNo,
    Leader,
    OpSheet,
    Phase,
    Policy,
    SheetNo,
    Side,
    Tcs,
    Unit,
    Weather,
)
from beachhead.games.tcs.veteran.judge import JUDGE
from beachhead.games.tcs.veteran.player import Veteran
from beachhead.kernel import Option, Ruling, Scenario, first_refusal, rows, rule
from beachhead.players.levels import levels
from beachhead.wargame import Wargame, presence
from beachhead.wargame.orders import MarchOrders
from beachhead.wargame.stacking import refuse_mixed


class View(msgspec.Struct, frozen=True):
    """What everybody sees."""

    scenario: str
    day: int
    clock: str
    phase: Phase
    weather: Weather
    first: str
    units: Annotated[list[Unit], rows("unit")]
    leaders: Annotated[list[Leader], rows("leader")]
    sheets: dict[SheetNo, OpSheet]
    watch: dict[Side, Policy]
    watches: dict[CompanyNo, Policy]


class TacticalOmaha(Wargame[Tcs]):
    """Omaha, of the Tactical Combat Series."""

    id = "tcs"
    title = "Omaha, Tactical Combat Series"
    rules_version = "1"
    sides = (AMERICAN, GERMAN)
    summary = "Platoons, tanks and orders behind Omaha Beach, twenty minutes a turn."
    tags = ("2 players", "125-yard hexes")
    most_options = 16384
    state_type = Tcs
    data = DATA
    manifest = MANIFEST
    sequence = sequence.SEQUENCE
    planner = MarchOrders[Tcs]()
    players = levels(Veteran, JUDGE)

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        box = Box(overlay)
        self.open_box(
            box,
            weapon=box.weapon_names,
            battery=box.battery_names,
            company=box.company_names,
            leader=box.leader_names,
            formation=box.formation_names,
            village=box.village_names,
            sheet=box.sheet_names,
        )
        self.scenarios = {row.id: _scenario(box, row) for row in box.scenarios.values()}
        self.options: Mapping[str, Option] = {
            row.id: Option(row.id, row.title, row.rule, row.default) for row in box.options
        }

    @rule("0.3")
    def view(self, g: Tcs, side: str | None) -> View:
        """0.3 What a side knows: day, turn, weather, and every counter with its markers."""
        now, shown = g.now, known(g, side)
        told = shown.units, shown.leaders, shown.sheets, shown.watch, shown.watches
        return View(g.scenario, now.day, now.clock, g.phase, g.weather, g.first, *told)

    def landmark(self, g: Tcs) -> str:
        """1.14 Turn by turn."""
        return self.sequence.landmark(g) if self.sequence.is_before(g) else g.now.clock

    def refuse_position(self, g: Tcs) -> Ruling | None:
        """TCS 5.0 Stacking holds except where boats have landed (C67), and both sides never share a hex."""
        dry = (place for place in presence(g).at if not g.box.ground.seaward[place])
        refused = refuse_mixed(g, rule="TCS 12.0")
        return refused or first_refusal(stacking.refuse(g, (), place) for place in dry)

    def clear_board(self, g: Tcs) -> None:
        """Take every unit off the map."""
        g.reset(at=UNUSED)


def _scenario(box: Box, row: ScenarioRow) -> Scenario:
    """A scenario as people choose it, without the options that mean nothing in it."""
    idle = tuple(option.id for option in box.options if not row.fits(option.needs))
    return Scenario(row.id, row.title, row.summary, row.turns, row.turns * 6, leaves_out=idle)


def game(overlay: Path | None = None) -> TacticalOmaha:
    """The game, with corrected data files if a directory of them is given."""
    return TacticalOmaha(overlay)
