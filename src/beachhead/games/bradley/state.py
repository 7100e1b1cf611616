"""The state of a game: everything that changes, and the questions that every chapter asks of it.

Which field serves which rule:

| fields | rules |
|---|---|
| `scenario`, `variants`, `automaton`, `last_turn` | 18.0, 19.1-19.4, 20.1, 17.0 |
| `turn`, `segment`, `part`, `beach`, `queue`, `move` | 3.0, 3.1: where play stands, whatever the segment |
| `units` | 2.3, 7.0 mode, 7.4 facing, 10.6 disruption, 5.1 and 4.3 boxes, 3.1A and 3.1G schedule, 2.1 losses |
| `drop_zones`, `regiment_zone` | 4.2, 4.3 markers with wind and flak; 4.0a, 4.2.8 one DZ for a regiment |
| `dropped`, `ashore`, `entered` | 4.4.10, 4.5.7, 5.9.2, 6.1.4-6.1.8: what came this turn, and how |
| `cycles`, `sea`, `tide` | 5.1 cycles loaded, 5.4.2 sea condition of the turn, 5.4.1 tide |
| `bound` | 5.7.1 where Rangers at sea will land |
| `mines`, `mine_points` | 5.4.3, 2.5(2) the German's secret |
| `counted`, `probed`, `cleared`, `announced` | 5.4.3c, 15.1.1, 15.1.3, 15.1.4: what the American has been told of it |
| `beachheads` | 5.10 |
| `moved`, `fired`, `fired_on`, `assaulted`, `assaulted_hexes` | 6.2.6, 10.2.3, 10.2.4, 10.3: marks of a segment |
| `supported` | 16.1 headquarters that have helped in this player turn |
| `asp`, `strikes` | 11.0 support points left, 19.2 bomber strikes flown |
| `ruins`, `breached` | 12.0, 15.3; 6.3.6, 15.2 |
| `garrisons` | 13.3: the hex, and the unit from which its morale comes |
| `objectives`, `reserves`, `released`, `idle` | 20.2, 20.4, 20.5 of the automaton |

Fortifications, levels of victory and losses need no fields: the first never change, the others follow from `units`,
`beachheads` and `drop_zones`. Retreats, advances and the steps of one combat are questions inside a procedure.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from beachhead.games.bradley.box import (
    AMERICAN,
    CM,
    ELIMINATED,
    ENEMY,
    FIRST_BOX,
    FIRST_SEA,
    GERMAN,
    Berth,
    Box,
    Face,
    Scenario,
    boxed,
    zone_from,
)
from beachhead.games.bradley.schemas import Mode, Tide
from beachhead.kernel import Where, kind, rows, rule
from beachhead.wargame import Hex, Pieces, UnitNo

ZoneNo = Annotated[int, kind("dz")]
BoxNo = Annotated[int, kind("box")]
WallNo = Annotated[int, kind("wall")]
Disruption = Literal["", "green", "grey"]
Segment = Literal[
    "set-up", "mines", "tide", "bombing",
    "support", "bombing between turns",
    "invasion placement", "first recovery", "allied fire", "allied movement", "german defensive fire",
    "allied close assault",
    "second recovery", "german fire", "german movement", "allied defensive fire", "german close assault",
    "end of turn",
]  # fmt: skip
NOWHERE: frozenset[int] = frozenset()
NORTH, SOUTH = 0, 3
"""Facings count clockwise from the north, as directions of the board do."""


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A counter: where it is, which face is up and how it lies."""

    at: Where
    mode: Mode = "cm"
    facing: Annotated[int, kind("facing")] = -1
    """7.4 The direction of the facing hexside, -1 for a unit that faces everywhere (7.4.5)."""
    disrupted: Disruption = ""
    turn: int = 0
    """When it is due, while it is on the track."""

    @property
    def hex(self) -> int | None:
        """Its hex, on the map or at sea."""
        return self.at if self.at >= 0 else FIRST_SEA - self.at if self.at <= FIRST_SEA else None

    @property
    def box(self) -> int | None:
        """Its box of the displays, if it is in one."""
        return FIRST_BOX - self.at if FIRST_SEA < self.at <= FIRST_BOX else None


class DropZone(msgspec.Struct, frozen=True, gc=False):
    """4.2 A Drop Zone marker."""

    place: Literal["hand", "flight", "ground", "eliminated"] = "hand"
    """4.3.2a `flight` has been placed and not resolved."""
    hex: Hex | None = None
    turn: int = 0
    """When it landed: gliders need one that lay there before (4.5.1). In hand: when it was taken up (4.2.7)."""
    wind: int | None = None
    """4.3.2b The modifier of this turn, once it is rolled."""
    flak: tuple[tuple[UnitNo, int], ...] = ()
    """4.3.2c German units committed this turn, each with its +1 or -1."""
    ready: bool = False
    """4.3.2c The German has settled his flak of this turn."""
    done: bool = False
    """4.3.2e All its units of this turn have come down."""


class Move(msgspec.Struct, frozen=True, gc=False):
    """6.1 A move under way, for as long as the owner keeps his hand on the counter (6.2.6)."""

    unit: UnitNo
    start: Hex
    """15.2.1, 15.3.1 Where it began the segment."""
    allowance: int
    """6.1.2 Of the mode that showed at the beginning, in half points."""
    spent: int = 0
    hexes: int = 0
    """6.2.5 Hexes entered."""
    flipped: bool = False
    """6.2.5, 7.3.2 It has changed mode."""
    stopped: bool = False
    """9.1.1 It has entered an enemy zone of control, or used its one hex of 6.2.5."""
    turned: bool = False
    """7.5, 7.3.2 It has changed its facing."""
    fresh: bool = False
    """15.1.1 It has just entered its hex and done nothing there yet."""

    @property
    def left(self) -> int:
        """6.1.3 The points that are left."""
        return max(self.allowance - self.spent, 0)


class Bradley(Pieces, kw_only=True):
    """Everything that changes."""

    scenario: str
    variants: tuple[str, ...] = ()
    """19.1-19.4 The optional rules in force."""
    automaton: Literal["", "american", "german"] = ""
    turn: int = 1
    last_turn: int = 14
    segment: Segment = "set-up"
    part: str = ""
    """Where play stands inside a segment; each chapter gives it its own values, empty at the beginning."""
    beach: Literal["", "omaha", "utah"] = ""
    """5.5 The beach whose landing is being planned or resolved."""
    queue: list[UnitNo] = msgspec.field(default_factory=list)
    """Units that a procedure has still to deal with, in order; empty between procedures."""
    move: Move | None = None
    units: Annotated[list[Unit], rows("unit")]
    drop_zones: Annotated[list[DropZone], rows("dz")]
    regiment_zone: dict[str, ZoneNo] = msgspec.field(default_factory=dict)
    """4.2.8 The DZ of each `division/regiment` that has been allotted."""
    dropped: set[UnitNo] = msgspec.field(default_factory=set)
    """4.4 Landed by air this turn."""
    ashore: set[UnitNo] = msgspec.field(default_factory=set)
    """5.9 Landed by sea this turn."""
    entered: set[UnitNo] = msgspec.field(default_factory=set)
    """6.1.8 Placed at the edge this turn, with the cost of that hex still to pay."""
    cycles: dict[str, int] = msgspec.field(default_factory=dict)
    """5.1 The cycle last loaded, by beach."""
    sea: dict[str, int] = msgspec.field(default_factory=dict)
    """5.4.2 The die of the sea condition of this turn, by landing area."""
    tide: Tide = "low"
    bound: dict[UnitNo, Hex] = msgspec.field(default_factory=dict)
    """5.7.1 The coast hex for which a Ranger unit at sea is bound."""
    mines: set[Hex] = msgspec.field(default_factory=set)
    mine_points: int = 0
    """5.4.3a Mine points that the German has still to place."""
    counted: set[str] = msgspec.field(default_factory=set)
    """5.4.3c Beaches whose number of mine points a landing has shown."""
    probed: dict[Hex, bool] = msgspec.field(default_factory=dict)
    """15.1.1 What the German has answered: whether the hex was mined."""
    cleared: set[Hex] = msgspec.field(default_factory=set)
    announced: set[str] = msgspec.field(default_factory=set)
    beachheads: dict[str, Hex] = msgspec.field(default_factory=dict)
    moved: set[UnitNo] = msgspec.field(default_factory=set)
    fired: set[UnitNo] = msgspec.field(default_factory=set)
    fired_on: set[Hex] = msgspec.field(default_factory=set)
    assaulted: set[UnitNo] = msgspec.field(default_factory=set)
    assaulted_hexes: set[Hex] = msgspec.field(default_factory=set)
    supported: set[UnitNo] = msgspec.field(default_factory=set)
    asp: int = 0
    strikes: int = 0
    ruins: set[Hex] = msgspec.field(default_factory=set)
    breached: set[WallNo] = msgspec.field(default_factory=set)
    garrisons: dict[Hex, UnitNo] = msgspec.field(default_factory=dict)
    objectives: dict[str, str] = msgspec.field(default_factory=dict)
    """20.2 By sector."""
    reserves: set[UnitNo] = msgspec.field(default_factory=set)
    """20.4 German units that are set up far behind the front."""
    released: set[UnitNo] = msgspec.field(default_factory=set)
    idle: set[UnitNo] = msgspec.field(default_factory=set)
    """20.5 Units without command that do nothing this turn."""

    box: ClassVar[Box]

    # --- counters ----------------------------------------------------------------------------------------------

    @rule("9.0", "9.1.6")
    def exerts(self, unit: int, record: Unit) -> frozenset[int]:  # noqa: ARG002
        """9.0 The hexes that a unit controls. 9.1.6 Disrupted units control none."""
        return NOWHERE if record.disrupted else zone_from(self.box, record.at, record.facing)

    def change_zone(self, zone: int, **fields: Any) -> None:
        """Replace the record of a Drop Zone marker."""
        self.drop_zones[zone] = replace(self.drop_zones[zone], **fields)

    @rule("2.3(3)", "2.3(4)", "2.3(5)", "7.0", "7.1", "7.2.1")
    def face(self, unit: int) -> Face:
        """2.3 The figures of the face that shows."""
        piece = self.box.pieces[unit]
        return piece.cm if self.units[unit].mode == CM else piece.mm

    @rule("2.3a")
    def reach(self, unit: int) -> int:
        """2.3(7) How far it fires: the range of the CM face, else the next hex.

        Headquarters do not fire, and neither does artillery in movement mode.
        """
        piece = self.box.pieces[unit]
        if self.units[unit].mode == CM:
            return (piece.range or 1) if piece.fire else 0
        return 0 if piece.arm in ("artillery", "hq") else 1

    def where(self, unit: int) -> int:
        """The hex of a unit that has one."""
        at: int = self.units[unit].at
        assert at >= 0 or at <= FIRST_SEA
        return at if at >= 0 else FIRST_SEA - at

    def is_on_map(self, unit: int) -> bool:
        """Whether it stands on the map; units at sea do not."""
        return self.units[unit].at >= 0

    def in_box(self, box: int) -> list[int]:
        """4.3, 5.1.5 The units in a box of the displays."""
        return self.waiting(AMERICAN, boxed(box))

    def eliminated(self, side: str) -> list[int]:
        """2.1 The units in the Eliminated Units Box of a side."""
        return self.waiting(side, ELIMINATED)

    def coming(self, side: str, how: str, where: str = "") -> list[int]:
        """3.1A, 3.1G The units of a side that are due in a way, at one place of it if that is named."""
        rows = self.row.deployment
        return [u for u in self.overdue(side) if rows[u].how == how and where in ("", rows[u].where)]

    def holds(self, side: str, place: int) -> bool:
        """6.2.2 Whether a hex is occupied by a side, garrisons included."""
        return bool(self.occupied(side)[place]) or (side == GERMAN and place in self.garrisons)

    def held(self, side: str) -> frozenset[int]:
        """6.2.2 The hexes that a side occupies, garrisons included."""
        return self.hexes(side) | self.garrisons.keys() if side == GERMAN else self.hexes(side)

    # --- where play stands -------------------------------------------------------------------------------------

    @property
    def row(self) -> Scenario:
        """18.0 The scenario."""
        return self.box.scenarios[self.scenario]

    @property
    def side(self) -> str:
        """3.1 Who acts in the segment."""
        return GERMAN if self.segment in _GERMAN_ACTS else AMERICAN

    @property
    def player(self) -> str:
        """3.0 Whose player turn it is: that decides the colour of Disruption markers (10.4) and the use of HQs.

        19.2 Bombers strike at the end of a turn, so that their markers are still there in the landing.
        """
        return GERMAN if self.segment in _GERMAN_TURN else AMERICAN

    @property
    def foe(self) -> str:
        """The side that does not act."""
        return ENEMY[self.side]

    @property
    def is_night(self) -> bool:
        """5.0a, 11.2.2 Whether it is a night turn."""
        return self.box.turns[self.turn].light == "night"

    @property
    def is_window(self) -> bool:
        """4.6 Whether air landings are possible this turn."""
        return self.row.airborne and self.box.turns[self.turn].window

    @rule("6.3.4", "5.4.1b")
    def is_all_sea(self, place: int) -> bool:
        """4.4.4, 6.3.4 Whether a hex is sea now: at High tide tidal flats are."""
        return self.box.is_sea[place] or (self.tide == "high" and self.box.is_flat[place])

    @rule("5.1.1")
    def shore(self, beach: str) -> list[Berth]:
        """5.3, 19.3 The landing hexes of a beach that are in use, in the order in which landings shift."""
        northern = () if "northern-utah" in self.variants else self.box.northern
        return [berth for berth in self.box.beaches[beach].berths if berth.coast not in northern]

    def mines_at(self, beach: str) -> int:
        """5.4.3 The mine points of a beach that are not cleared."""
        return sum(self.box.beach_of[h] == beach for h in self.mines)


_GERMAN_TURN = frozenset({
    "bombing", "bombing between turns",
    "second recovery", "german fire", "german movement", "allied defensive fire", "german close assault",
})  # fmt: skip
_GERMAN_ACTS = frozenset({
    "set-up", "mines", "german defensive fire", "second recovery", "german fire", "german movement",
    "german close assault",
})  # fmt: skip
