"""The state of a game: everything that changes, and the questions that every chapter asks of it."""

from __future__ import annotations

from collections.abc import Set
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from beachhead.games.bocage.box import ALLIED, CAMPAIGN, GERMAN, POINT, Box, Ground, Piece
from beachhead.hexes import marked
from beachhead.kernel import State, derived, kind, rows, rule
from beachhead.wargame.tracing import Leg, Lines, trace

Hex = Annotated[int, kind("hex")]
UnitNo = Annotated[int, kind("unit")]
MarkerNo = Annotated[int, kind("marker")]
Place = Literal["recorded", "track", "map", "gone", "unused"]
Phase = Literal[
    "record", "beachheads", "assault landing", "ranger", "ranger move", "beach assaults",
    "weather", "markers", "replacements",
    "allied movement", "allied landing", "allied combat", "allied mobile movement", "allied mobile combat", "supply",
    "german movement", "german combat", "german mobile movement", "german mobile combat",
    "end",
]  # fmt: skip
PILES = (
    "german_cup", "german_aside", "german_used", "german_out", "german_gone",
    "artillery", "aircraft", "allied_used", "allied_out", "naval", "naval_gone", "drawn",
)  # fmt: skip
"""The piles of support fire markers."""


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A counter: where it is, and which side of it is up."""

    place: Place
    hex: Hex | None = None
    reduced: bool = False
    left: bool = False
    """11.2.1(2)b It has left its beach landing hex, or never stood in one, and may not stack."""
    turn: int = 0
    """When it is due, while it is on the track."""


class Field(msgspec.Struct, frozen=True):
    """Who stands where. Sets are of hexes, by side."""

    at: dict[int, tuple[int, ...]]
    hexes: dict[str, frozenset[int]]
    zone: dict[str, frozenset[int]]


class Bocage(State):
    """Everything that changes."""

    scenario: str
    units: Annotated[list[Unit], rows("unit")]
    recorded: dict[UnitNo, Hex]
    """11.0d Where the German will set up: his secret until the reveal."""
    held: dict[Hex, str]
    """13.0d Which side last occupied each city hex."""
    german_cup: list[MarkerNo]
    german_aside: list[MarkerNo]
    """11.1.4a Mines that were drawn and put aside, face down."""
    german_used: list[MarkerNo]
    german_out: list[MarkerNo]
    """14.1c Not available this turn."""
    german_gone: list[MarkerNo]
    artillery: list[MarkerNo]
    aircraft: list[MarkerNo]
    allied_used: list[MarkerNo]
    allied_out: list[MarkerNo]
    naval: list[MarkerNo]
    naval_gone: list[MarkerNo]
    drawn: list[MarkerNo]
    """Markers of either side drawn for the combat under way, face down."""
    beachheads: set[Hex]
    assaulted: set[Hex]
    """11.2.3(2) Landing hexes whose beach assault is over."""
    moved: set[UnitNo]
    fought: set[UnitNo]
    """S7.1b Units that have attacked in this combat phase."""
    spent: set[UnitNo]
    """S4.1E Units that attacked in the Combat Phase of this player turn."""
    landed: set[UnitNo]
    """11.2.4 Units that have landed this turn."""
    attacked: set[Hex]
    bombarded: set[Hex]
    taken: set[str]
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

    def change(self, unit: int, **fields: Any) -> None:
        """Replace the record of a unit."""
        self.units[unit] = replace(self.units[unit], **fields)

    def piece(self, unit: int) -> Piece:
        """The counter as printed."""
        return self.box.pieces[unit]

    def name(self, unit: int) -> str:
        """What is printed on a counter."""
        return self.box.pieces[unit].id

    def hex_name(self, place: int) -> str:
        """What is printed in a hex."""
        return self.box.board.names[place]

    def attack(self, unit: int) -> int:
        """S2.3a The attack strength of the side that is up."""
        return self.box.pieces[unit].attack[self.units[unit].reduced]

    def defence(self, unit: int) -> int:
        """S2.3a The defence strength of the side that is up."""
        return self.box.pieces[unit].defence[self.units[unit].reduced]

    def allowance(self, unit: int) -> int:
        """S5.0, 14.1a The movement allowance in half points."""
        ma = self.box.pieces[unit].ma
        return halved_allowance(ma) * POINT if self.storm else ma * POINT

    def where(self, unit: int) -> int:
        """The hex of a unit that is on the map."""
        place = self.units[unit].hex
        assert place is not None
        return place

    def on_map(self, side: str) -> list[int]:
        """The units of a side that are on the map."""
        units = self.units
        return [u for u in self.box.of_side[side] if units[u].hex is not None]

    def standing(self, place: int) -> tuple[int, ...]:
        """The units in a hex."""
        return field(self).at.get(place, ())

    # --- the ground --------------------------------------------------------------------------------------------

    @property
    def ground(self) -> Ground:
        """10.1, 14.0a The part of the map in play."""
        return self.box.grounds[self.scenario]

    @property
    def is_campaign(self) -> bool:
        """14.0 Whether this is a campaign."""
        return self.scenario == CAMPAIGN

    @property
    def side(self) -> str:
        """Whose phase it is."""
        return GERMAN if self.phase.startswith("german") or self.phase == "record" else ALLIED

    @property
    def is_mobile_phase(self) -> bool:
        """S4.1D, S4.1E Whether only mobile units act."""
        return "mobile" in self.phase

    @property
    def is_set_up(self) -> bool:
        """Whether the German counters have been placed on the map."""
        return self.phase not in ("record", "beachheads", "assault landing")


@rule("14.1a")
def halved_allowance(ma: int) -> int:
    """14.1a Half the allowance, rounded up."""
    return (ma + 1) // 2


@derived("units", "scenario")
def field(g: Bocage) -> Field:
    """S6.0 Who stands where, and which hexes each side controls: those that its units could step to."""
    box, (leg, mobile) = g.box, g.ground.zones
    at: dict[int, tuple[int, ...]] = {}
    zones: dict[str, set[int]] = {ALLIED: set(), GERMAN: set()}
    hexes: dict[str, list[int]] = {ALLIED: [], GERMAN: []}
    pieces = box.pieces
    for u, unit in enumerate(g.units):
        place = unit.hex
        if place is not None:
            piece = pieces[u]
            at[place] = (*at[place], u) if place in at else (u,)
            hexes[piece.side].append(place)
            zones[piece.side].update((mobile if piece.is_mobile else leg)[place])
    return Field(
        at,
        {side: frozenset(places) for side, places in hexes.items()},
        {side: frozenset(zone) for side, zone in zones.items()},
    )


@derived("units", "scenario", "beachheads")
def supply_net(g: Bocage) -> Lines:
    """12.0 The hexes in Allied supply."""
    stand = field(g)
    return supply_lines(g.ground, g.beachheads, stand.hexes[GERMAN], stand.zone[GERMAN])


def supply_lines(ground: Ground, beachheads: Set[int], germans: Set[int], zone: Set[int]) -> Lines:
    """12.0a, 12.0b The paths that lead to a Beachhead: all land will do, rivers are no hindrance."""
    land = ground.ways[0]
    return trace(sorted(beachheads), [Leg(land)], blocked=marked(len(land), germans), zone=marked(len(land), zone))
