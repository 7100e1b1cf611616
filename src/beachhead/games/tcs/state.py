"""The state of a game: everything that changes, and the questions that every chapter asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, get_args

import msgspec

from beachhead.games.tcs.box import AMERICAN, ENEMY, SIDES, UNUSED, Box, Type
from beachhead.games.tcs.schemas import ScenarioRow, TurnRow
from beachhead.kernel import Where, kind, rows, rule
from beachhead.wargame import Pieces

Hex = Annotated[int, kind("hex")]
UnitNo = Annotated[int, kind("unit")]
CompanyNo = Annotated[int, kind("company")]
BatteryNo = Annotated[int, kind("battery")]
SheetNo = Annotated[int, kind("sheet")]
Side = Literal["american", "german"]
Mode = Literal["move", "fire"]
Nerve = Literal["", "suppressed", "paralyzed"]
Weather = Literal["mist", "clear", "light rain", "heavy rain"]
Obstacle = Literal["mines", "wire", "clear", "breached"]
Policy = Literal["ask", "worth it", "all", "within 3", "within 6", "within 12", "vehicles", "hold"]
Mission = Literal["attack", "hasty", "prepared", "move"]
Status = Literal["draft", "preparing", "ready", "implemented"]
Phase = Literal[
    "american points", "german points", "american rockets",
    "american set-up", "german set-up", "american landing", "american loads", "american transports",
    "standing orders", "german plans", "american plans", "american promises", "leader draw", "american leaders",
    "american teams", "german later plans",
    "tide", "weather", "transports", "overdraft", "calm", "leaders leave", "additions", "arrivals", "german release",
    "review",
    "german orders", "american orders",
    "rocket ships", "artillery initiative", "aircraft", "air", "first artillery", "second artillery",
    "german modes", "american modes", "initiative",
    "first leaders", "first landing", "first movement", "first assault", "first fire", "first obstacles", "first end",
    "second leaders", "second landing", "second movement", "second assault", "second fire", "second obstacles",
    "second end",
    "clean-up",
]  # fmt: skip


_SIDES: Mapping[str, str] = {
    phase: word if word in SIDES else AMERICAN if word in ("air", "rocket", "transports") else ""
    for phase in get_args(Phase)
    for word in phase.split()[:1]
}
"""Whose phase it is; nothing where that depends on who goes first."""


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A counter in play."""

    at: Where = UNUSED
    steps: int = 1
    mode: Mode = "fire"
    nerve: Nerve = ""
    just_shaken: bool = False
    """TCS 9.1 It lost its nerve in its own side's Action Phase, which is not over."""
    spent: int = 0
    """TCS 12.0 Twelfths of movement points used in this Action Phase."""
    moved: bool = False
    """It has moved this turn."""
    by_road: bool = False
    """TCS 12.1f, 2.5b-2 The last step of this phase led along a road or through a breach."""
    fired: bool = False
    """TCS 7.1 It has fired this turn, and is seen from afar."""
    used: bool = False
    """TCS 8.0 It has fired, assaulted or overrun in this Action Phase."""
    gun_used: bool = False
    """3.3b The point weapon of a pill box has fired in this Action Phase."""
    marked: bool = False
    """TCS 8.9a It has an overwatch mark; of a pill box, its area weapon."""
    gun_marked: bool = False
    """3.3b The point weapon of a pill box has an overwatch mark."""
    dug_in: bool = False
    worked: bool = False
    """2.4a-2 It has tested or breached an obstacle this turn."""
    shielded: bool = False
    """3.3f-1 A squad out of a pill box that cannot be attacked in this phase."""
    changed: bool = False
    """TCS 4.2 Its mode has been set in this Mode Determination Phase."""
    aboard: UnitNo | None = None
    """TCS 3.5 The carrier or vehicle that carries it."""
    still: int = 0
    """TCS 8.6 Turns that it has stood in fire mode on a defense sheet, and digs in."""


class Leader(msgspec.Struct, frozen=True, gc=False):
    """2.3f A leader: where he is, or with whom he comes, and whether he lies in his grave."""

    at: Where = UNUSED
    rides: UnitNo | None = None
    """2.3f-2 The unit in whose boat he comes."""
    moved: bool = False
    dead: bool = False


class Task(msgspec.Struct, frozen=True, gc=False):
    """TCS 6.2 A line of an op sheet: who does what, where, and by which way."""

    mission: Mission
    units: tuple[UnitNo, ...]
    objective: tuple[Hex, ...] = ()
    """Where it is done; empty for anywhere."""
    axis: tuple[Hex, ...] = ()
    """The way points that the player has given."""
    width: int = 3
    """How far units may go from the way; 0 for anywhere."""
    reserve: bool = False
    """TCS 6.7 It waits for a commitment roll."""
    start: int = 0
    """The turn from which it may begin."""
    trace: tuple[Hex, ...] = ()
    """The way, hex by hex, once the sheet is implemented."""
    origins: tuple[Hex, ...] = ()
    """Where its units stood then."""


class OpSheet(msgspec.Struct, frozen=True, gc=False):
    """TCS 6.2 An op sheet of a side."""

    side: Side
    status: Status
    tasks: tuple[Task, ...]
    title: str = ""
    weighted: int = 0
    """TCS 6.6b Weighted turns that it has gathered."""
    rolled: int = 0
    """TCS 6.6 The turn of its last roll, for implementation or to commit its reserve."""
    fail: int = 0
    """TCS 6.8 It fails when so many of its units are lost; 0 for never."""
    fails_if_held: bool = False
    """S6.orders-fail It fails when an enemy is found in its objective."""
    sector: str = ""
    """2.3a-3 The beach sector to which a landing sheet is tied."""
    nearest: int = 0
    """TCS 6.8 How near its units have come to an objective, and in which turn."""
    nearest_turn: int = 0


class Boat(msgspec.Struct, frozen=True, gc=False):
    """2.1h-1 A boat with its load. `group` numbers those that land together; a shared load is the whole group's."""

    kind: str
    wave: int
    beach: str
    group: int
    units: tuple[UnitNo, ...] = ()
    points: int = 0
    guns: int = 0
    """4.5c Guns of an artillery battalion."""
    marker: int = -1
    """The battalion whose guns or carriers they are."""
    shared: bool = False
    """2.1j-1 Whether the units are the group's, and only its points are the boat's."""
    due: int = 0
    """2.1m-1, 4.8C The turn on which a transport or a boat that is late lands; 0 for others of the assault waves."""
    sector: str = ""
    """4.8C The sector to which a boat that is late has drifted."""
    cargo: tuple[tuple[UnitNo, int], ...] = ()
    """2.1j-2 The steps of each unit that have been declared to be in this boat of a group."""


class Called(msgspec.Struct, frozen=True, gc=False):
    """3.9-2 A mission that has been called for and comes with a delay."""

    target: Hex
    turn: int


class Crossing(msgspec.Struct, frozen=True, gc=False):
    """4.5e An artillery marker on its way through a breach."""

    breach: int
    turn: int
    """The turn at whose end it stands beyond."""


class Battery(msgspec.Struct, frozen=True, gc=False):
    """TCS 10.0 A battery: whether it may fire, and what it has fired this turn."""

    is_free: bool = False
    fires: int = 0
    designators: int = 0


class Pool(msgspec.Struct, frozen=True, gc=False):
    """TCS 10.7 Battery fires that are left, by kind."""

    he: int = 0
    smoke: int = 0
    illum: int = 0


class Tcs(Pieces):
    """Everything that changes."""

    scenario: str
    units: Annotated[list[Unit], rows("unit")]
    batteries: Annotated[list[Battery], rows("battery")]
    fleet: list[Boat]
    """2.1h-1 The boats that have not landed yet."""
    ammunition: dict[str, Pool]
    """TCS 10.7 By side and calibre."""
    company_morale: dict[CompanyNo, int]
    """TCS 9.5 The companies whose morale is not 0."""
    under_fire: set[CompanyNo]
    """TCS 9.5 The companies that have been fired on in the last hour."""
    attacked: set[Hex]
    """TCS 8.0 Hexes that the side whose phase it is has attacked in this Direct Fire Segment."""
    smoke: dict[Hex, int]
    """TCS 11.0 The turn with which the smoke in a hex ends."""
    lit: set[Hex]
    """TCS 7.3 Hexes that are lit this turn."""
    obstacles: dict[Hex, Obstacle]
    """2.4 What the obstacle hexes hold that have been tested."""
    tested: dict[Hex, int]
    """2.4a When a hex was tested in play."""
    steps_lost: dict[str, int]
    """Steps that each side has lost in play."""
    guns_lost: dict[UnitNo, int]
    """6.2-3c Guns that artillery battalions have lost in play."""
    exited: dict[UnitNo, Hex]
    """1.8b Units that have left the map, and by which exit of the scenario."""
    open_breaches: set[int]
    """2.5a The breaches that are open."""
    passed: set[int]
    """2.5 The breaches that a vehicle or carrier has passed this turn."""
    last_in: dict[Hex, str]
    """6.4, 6.5 Who was the last in a hex of a village or breach."""
    reached: set[str]
    """S7, S8 Levels of victory with a date that were reached in time."""
    leaders: Annotated[list[Leader], rows("leader")]
    """2.3f The leaders, drawn or not."""
    sheets: dict[SheetNo, OpSheet]
    """TCS 6.2 The op sheets of both sides that have not ended."""
    obeys: dict[UnitNo, int]
    """TCS 6.9 The turn from which units follow a sheet to which they were added."""
    waited: dict[UnitNo, int]
    """TCS 6.5c The turns that unassigned units have defended in contact with the enemy."""
    led: set[UnitNo]
    """2.3f-4 The units that are led in this Action Phase."""
    unreleased: set[CompanyNo]
    """3.1-1 The German companies on the map that may not act yet."""
    arrived: dict[UnitNo, int]
    """3.1-9 The turn in which German reinforcements came."""
    fired_on: set[CompanyNo]
    """TCS 6.6b The companies that have been fired on this turn."""
    turn: int = 1
    """The number of the turn on the record track."""
    phase: Phase = "american points"
    first: Side = "american"
    """TCS 2.0e Who has the first Action Phase."""
    weather: Weather = "clear"
    sorties: int = 0
    """2.10 Aircraft that are still to attack this turn."""
    minor_differences: bool = False
    """ADD 8.8g is in force."""
    called: dict[BatteryNo, Called] = msgspec.field(default_factory=dict)
    """3.9-2 Missions that are called for and not fired yet."""
    american_points: set[Hex] = msgspec.field(default_factory=set)
    """TCS 10.6, 2.8-3 American target reference points."""
    german_points: set[Hex] = msgspec.field(default_factory=set)
    """TCS 10.6, 3.9-3 German target reference points."""
    rocket_ships: list[Hex] = msgspec.field(default_factory=list)
    """2.2a The targets of the LCT(R)s that have not fired yet."""
    naval_fired: bool = False
    """2.6a A destroyer has fired its mission this turn."""
    wary: set[CompanyNo] = msgspec.field(default_factory=set)
    """TCS 9.4 Companies whose units are asked at a morale call whether they would rather save themselves."""
    watch: dict[Side, Policy] = msgspec.field(default_factory=dict)
    """TCS 8.9 What the companies of a side do in overwatch, where it has said so."""
    watches: dict[CompanyNo, Policy] = msgspec.field(default_factory=dict)
    """TCS 8.9 The companies that have been told otherwise."""
    agreed: set[str] = msgspec.field(default_factory=set)
    """The options of the rules in play, by their ids, that the players have agreed on."""
    teams: dict[UnitNo, Literal["waiting", "works"]] = msgspec.field(default_factory=dict)
    """2.6d The units with a naval fire support team, ashore or not; whose radio is broken is forgotten."""
    own_plan: bool = False
    """2.1h-1 The American makes a landing plan of his own."""
    promised: set[CompanyNo] = msgspec.field(default_factory=set)
    """2.3f-1 Companies that come with the first transports, whose leaders are in the cup."""
    crossings: dict[UnitNo, Crossing] = msgspec.field(default_factory=dict)
    """4.5e Artillery markers that are passing a breach."""
    command: bool = True
    """TCS 6.1 Op sheets are in force."""
    line_entry: bool = False
    """LE.1 Sheets are a line each: units, size and mission, without a way."""
    landing_sheets: bool = False
    """2.3a-3 The Americans write op sheets before the landing."""
    standing_orders: bool = True
    """S1.orders The Germans have the historical op sheets."""
    historical_arrivals: bool = False
    """3.11 German reinforcements come as they did."""
    lehr: Literal["no", "may come", "comes"] = "no"
    """3.12 Whether 1/901 of Panzer Lehr may come, or has begun to."""

    box: ClassVar[Box]

    @property
    def side(self) -> str:
        """Whose phase it is."""
        side = _SIDES[self.phase]
        return side or (ENEMY[self.first] if self.phase.startswith("second") else self.first)

    def enemy(self, side: str) -> str:
        """The other side."""
        return ENEMY[side]

    @property
    def frame(self) -> ScenarioRow:
        """The scenario."""
        return self.box.scenarios[self.scenario]

    @property
    def now(self) -> TurnRow:
        """1.14 The turn on the record track."""
        return self.box.track[self.turn - 1]

    @property
    def tide(self) -> int:
        """1.12 How many rows of beach are land."""
        return self.box.ground.tides[self.now.tide]

    @property
    def is_night(self) -> bool:
        """TCS 7.3 Whether it is dark."""
        return self.now.light == "night"

    def type_of(self, unit: int) -> Type:
        """TCS 3.0 The values of a unit."""
        return self.box.types[unit]

    @rule("1.15")
    def hex_name(self, place: int) -> str:
        """1.15 The number of a hex, with the village in it."""
        name, village = self.box.board.name(place), self.box.ground.village_of.get(place, "")
        return f"{village} ({name})" if village else name

    def morale_of(self, unit: int) -> int:
        """TCS 9.5 The morale of a unit's company, or with the option of its battalion."""
        return self.company_morale.get(self.morale_holder(unit), 0)

    def morale_holder(self, unit: int) -> int:
        """TCS 9.5, TCS 3E.morale The company that has the morale of a unit: its own, or the first of its battalion."""
        company = self.box.company_of[unit]
        return self.box.first_of_battalion[company] if "battalion-morale" in self.agreed else company

    def friends_at(self, side: str, place: int) -> tuple[int, ...]:
        """The units of a side in a hex."""
        sides = self.box.sides
        return tuple(unit for unit in self.standing(place) if sides[unit] == side)

    @property
    def is_action_phase(self) -> bool:
        """TCS 2.0d Whether one of the two Action Phases is on."""
        return self.phase.startswith(("first ", "second ")) and not self.phase.endswith("artillery")

    def shake(self, unit: int, nerve: Nerve) -> None:
        """TCS 9.1, TCS 9.2 A unit is suppressed or paralyzed until the end of its side's next Action Phase."""
        is_own = self.is_action_phase and self.side == self.box.sides[unit]
        self.change(unit, nerve=nerve, just_shaken=is_own)

    def passengers(self, unit: int) -> tuple[int, ...]:
        """TCS 3.5 Whom a unit carries."""
        place = self.units[unit].at
        return tuple(other for other in self.standing(place) if self.units[other].aboard == unit) if place >= 0 else ()

    def exerts(self, unit: int, record: Unit) -> tuple[int, ...]:  # noqa: ARG002
        """Units have no zone of control."""
        return ()

    def sheets_of(self, side: str) -> dict[int, OpSheet]:
        """TCS 6.2 The op sheets of a side, by their numbers."""
        return {number: sheet for number, sheet in self.sheets.items() if sheet.side == side}

    def constant(self, name: str) -> int:
        """A single number of the rules."""
        return self.box.constants[name]
