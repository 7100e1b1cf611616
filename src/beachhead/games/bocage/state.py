"""The state of a game: everything that changes, and the questions that every chapter asks of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import field

from beachhead.games.bocage.box import ALLIED, GERMAN, POINT, Box, Ground
from beachhead.games.bocage.schemas import ScenarioRow
from beachhead.kernel import Where, cite, kind, rows, rule
from beachhead.wargame import Hex, Pieces, Piles, UnitNo
from beachhead.wargame.tracing import Leg, Lines, trace

MarkerNo = Annotated[int, kind("marker")]
Phase = Literal[
    "record", "beachheads", "assault landing", "ranger", "ranger move", "beach assaults",
    "weather", "markers", "replacements",
    "allied movement", "allied landing", "allied combat", "allied mobile movement", "allied mobile combat", "supply",
    "german movement", "german combat", "german mobile movement", "german mobile combat",
    "end",
]  # fmt: skip
"""The segments of the sequence of play."""
GERMAN_PHASES = frozenset(phase for phase in get_args(Phase) if phase.startswith("german") or phase == "record")
MARKERS = Piles(
    "marker",
    "german_cup", "german_aside", "german_used", "german_out", "german_gone",
    "artillery", "aircraft", "allied_used", "allied_out", "naval", "naval_gone", "drawn",
    rule="S8.1",
)  # fmt: skip
"""The piles of support fire markers."""


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A counter: where it is, and which side of it is up."""

    at: Where
    reduced: bool = False
    left: bool = False
    """11.2.1(2)b It has left its beach landing hex, or never stood in one, and may not stack."""
    turn: int = 0
    """When it is due, while it is on the track."""


class Bocage(Pieces, kw_only=True):
    """Everything that changes."""

    scenario: str
    units: Annotated[list[Unit], rows("unit")]
    recorded: dict[UnitNo, Hex] = field(default_factory=dict)
    """11.0d Where the German will set up: his secret until the reveal."""
    held: dict[Hex, str]
    """13.0d Which side last occupied each city hex."""
    german_cup: list[MarkerNo]
    german_aside: list[MarkerNo] = field(default_factory=list)
    """11.1.4a Mines that were drawn and put aside, face down."""
    german_used: list[MarkerNo] = field(default_factory=list)
    german_out: list[MarkerNo] = field(default_factory=list)
    """14.1c Not available this turn."""
    german_gone: list[MarkerNo] = field(default_factory=list)
    artillery: list[MarkerNo]
    aircraft: list[MarkerNo]
    allied_used: list[MarkerNo] = field(default_factory=list)
    allied_out: list[MarkerNo] = field(default_factory=list)
    naval: list[MarkerNo]
    naval_gone: list[MarkerNo] = field(default_factory=list)
    drawn: list[MarkerNo] = field(default_factory=list)
    """Markers of either side drawn for the combat under way, face down."""
    beachheads: set[Hex] = field(default_factory=set)
    assaulted: set[Hex] = field(default_factory=set)
    """11.2.3(2) Landing hexes whose beach assault is over."""
    moved: set[UnitNo] = field(default_factory=set)
    fought: set[UnitNo] = field(default_factory=set)
    """S7.1b Units that have attacked in this combat phase."""
    spent: set[UnitNo] = field(default_factory=set)
    """S4.1E Units that attacked in the Combat Phase of this player turn."""
    landed: set[UnitNo] = field(default_factory=set)
    """11.2.4 Units that have landed this turn."""
    attacked: set[Hex] = field(default_factory=set)
    bombarded: set[Hex] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    """11.1.4d Places whose first capture has been counted."""
    turn: int = 1
    last_turn: int = 17
    phase: Phase = "record"
    owed: int = 0
    """11.1.4d Markers that the German must give up at the beginning of the next turn."""
    leg_points: int = 0
    mobile_points: int = 0
    weather: bool = False
    """14.1 Whether the weather rule is used."""
    flak: bool = False
    """15.0 Whether the Flak rule is used."""
    storm: bool = False
    """14.1 Inclement weather this turn."""

    box: ClassVar[Box]

    # --- counters ----------------------------------------------------------------------------------------------

    @rule("S6.0")
    def exerts(self, unit: int, record: Unit) -> tuple[int, ...]:
        """S6.0 A unit controls the hexes that it could step to."""
        return self.ground.zones[self.box.mobile[unit]][record.at]

    def attack(self, unit: int) -> int:
        """S2.3a The attack strength of the side that is up."""
        piece = self.box.pieces[unit]
        return piece.reduced_attack if self.units[unit].reduced else piece.attack

    def defence(self, unit: int) -> int:
        """S2.3a The defence strength of the side that is up."""
        piece = self.box.pieces[unit]
        return piece.reduced_defence if self.units[unit].reduced else piece.defence

    def allowance(self, unit: int) -> int:
        """S5.0, 14.1a The movement allowance in half points; in a storm half of it, rounded up."""
        ma = self.box.pieces[unit].ma
        if self.storm:
            cite("14.1a")
            return (ma + 1) // 2 * POINT
        return ma * POINT

    def has_fought(self, unit: int) -> bool:
        """S7.1b, S4.1E Whether a unit has attacked in this player turn."""
        return unit in self.fought or unit in self.spent

    # --- the ground --------------------------------------------------------------------------------------------

    @property
    def ground(self) -> Ground:
        """10.1, 14.0a The part of the map in play."""
        return self.box.grounds[self.scenario]

    @property
    def facts(self) -> ScenarioRow:
        """10.2, 14.0 What the scenario is like."""
        return self.box.scenarios[self.scenario]

    @property
    def is_campaign(self) -> bool:
        """14.0 Whether this is a campaign."""
        return self.facts.campaign

    @property
    def side(self) -> str:
        """Whose phase it is."""
        return GERMAN if self.phase in GERMAN_PHASES else ALLIED

    @property
    def is_mobile_phase(self) -> bool:
        """S4.1D, S4.1E Whether only mobile units act."""
        return "mobile" in self.phase

    @property
    def is_set_up(self) -> bool:
        """Whether the German counters have been placed on the map."""
        return self.phase not in ("record", "beachheads", "assault landing")


def supply_net(g: Bocage) -> Lines:
    """12.0 The hexes in Allied supply."""
    return _supply_lines(g.box, g.scenario, tuple(sorted(g.beachheads)), g.occupied(GERMAN), g.zone(GERMAN))


@lru_cache(maxsize=16)
def _supply_lines(box: Box, scenario: str, beachheads: tuple[int, ...], germans: bytes, zone: bytes) -> Lines:
    """12.0a, 12.0b The paths that lead to a Beachhead: all land will do, rivers are no hindrance."""
    return trace(beachheads, [Leg(box.grounds[scenario].lines)], blocked=germans, zone=zone)
