"""The rows of the data files, as a person with the boxed game proofreads them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced, covers, reads, refers

Side = Literal["allied", "german"]
Nation = Literal["US", "British", "Canadian", "Polish", "French", "Belgian", "German"]
Army = Literal["US", "British", "German"]
Function = Literal[
    "infantry", "armour", "recon", "artillery", "coastal", "HQ", "supply", "replacement", "rail repair", "fort",
]  # fmt: skip
Size = Literal["company", "battery", "battalion", "group", "HQ", "corps HQ", "supply", "replacement", "fort"]
Category = Literal["foot", "motorized", "tracked", "fixed", "rail"]
Strength = Literal["full", "half", "remnant"]
Chapter = Literal["I", "II", "III", "IV", "V", "IX", "X", "XI.A"]
Weather = Literal["FAIR", "OV-1", "OV-2", "ST"]
Mission = Literal["support", "bombardment", "carpet", "drop", "rail", "tactical", "strategic", "supply"]
"""III.C, IX.C.4.d What aircraft do: support of attacks, bombardment, carpet bombing, air drops, interdiction of
railways, roads and the strategic track, and air supply."""
Beach = Literal["Utah", "Omaha", "Gold", "Juno", "Sword"]
Turn = Annotated[int, Meta(ge=0, le=87)]
"""Turn 1 is 6 June, turn 87 is 31 August."""
Number = Annotated[int, Meta(ge=0, le=99)]
Hex = Annotated[str, refers("board.toml", "hexes")]
RuleId = Annotated[str, refers("rules.csv")]
ScenarioId = Annotated[str, refers("scenarios.csv")]
UnitId = Annotated[str, refers("units.csv")]
CODE = re.compile(r"(?:(E|L1|L2|LS)|-)?(?: ?R([1-3]))?/(?:(E|L1|L2|LS)|-)?(?: ?R([1-3]))?(?: ([AD])\+([1-3]))?")
"""A result: losses and retreat of the attacker, of the defender, and who may advance how far."""


class ScenarioRow(Sourced, frozen=True, kw_only=True):
    """A scenario: its turns, the columns and rows of the map that are in play, and the chapters that it uses."""

    id: str
    title: str
    first_turn: Turn
    last_turn: Turn
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    chapters: tuple[Chapter, ...]
    skips_first: bool
    """The Germans begin: the first Allied segment is left out."""
    summary: str
    minutes: int
    rule: RuleId


class UnitRow(Sourced, frozen=True, kw_only=True):
    """A counter: values of the front, attack and defence of the back, and how it comes in the campaign."""

    id: str
    name: str
    side: Side
    nation: Nation
    formation: str = ""
    parent: str
    type: Annotated[str, refers("unit_types.csv")]
    function: Function
    size: Size
    attack: Number
    defence: Number
    movement: Number
    reverse_attack: Number | None = None
    reverse_defence: Number | None = None
    category: Category
    mechanized: bool
    steps: Annotated[int, Meta(ge=1, le=3)]
    stacking: Annotated[int, Meta(ge=0, le=6)]
    nearest: Number
    range: Number
    special: str = ""
    corps: str = ""
    turn: Turn
    arrives: str

    @property
    def is_combat(self) -> bool:
        """II.D.1 A unit with neither an attack nor a defence strength is a non-combat unit."""
        return bool(self.attack or self.defence)

    @property
    def is_artillery(self) -> bool:
        """II.B.3 Its attack strength stands in brackets."""
        return self.function in ("artillery", "coastal")

    @property
    def is_flak(self) -> bool:
        """II.C.2-30 Whether it is a Flak unit."""
        return self.type.startswith("flak")

    @property
    def army(self) -> Army:
        """IX.H Which army it belongs to: Canadians, Poles and Belgians go with the British, the French with the US."""
        if self.nation in ("US", "French"):
            return "US"
        return "German" if self.nation == "German" else "British"


class SetupRow(Sourced, frozen=True, kw_only=True, dict=True):
    """Where a unit begins in a scenario, or when and by which hexes or boxes it comes."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "unit")
    scenario: ScenarioId
    unit: UnitId
    place: str
    turn: Turn
    state: Literal["full", "half", "remnant", "immobile"]
    corps: str = ""
    headquarters: Annotated[str, refers("units.csv", besides=("",))] = ""

    @cached_property
    def kind(self) -> str:
        """How it comes: `hex`, `beach`, `dropzone`, `raid`, `entry`, `start`, `track`, or a box in which it waits."""
        return "hex" if self.place[0].isdigit() else self.place.partition(":")[0]

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """I.J.1 The hex in which it begins, or those by which it enters."""
        return tuple(self.place.split()) if self.kind == "hex" else ()

    @cached_property
    def beaches(self) -> tuple[str, ...]:
        """V.C The beaches at which it may land; none for those who come otherwise."""
        return tuple(self._parts[0].split(" or ")) if self.kind == "beach" else ()

    @cached_property
    def landing(self) -> str:
        """V.C.2 The landing box of a unit of an assault wave; empty where any of its beach will do."""
        return "" if self.kind != "beach" or self._parts[1] == "any box" else self._parts[1]

    @cached_property
    def zone(self) -> str:
        """V.B.2 The drop zone of an airborne unit: `82 N`."""
        return self._parts[0] if self.kind == "dropzone" else ""

    @cached_property
    def wave(self) -> str:
        """V.A When it lands: `air drop`, `assault`, `follow-up`, `build-up`, `7 June` or `reinforcement`."""
        return self._parts[-1] if self.kind in ("beach", "dropzone") else ""

    @cached_property
    def box(self) -> str:
        """IX.E, IX.F The box off the map in which it begins, or into which it comes on its turn."""
        if self.kind in ("entry", "start", "track", "box", "map-box"):
            return f"entry {self._parts[0]}" if self.kind == "entry" else self._parts[0]
        if self.kind == "pool":
            return f"{self._parts[0]} pool"
        others = {"second-drop": "second drop", "variant": "Channel Islands", "to-mapboard": "German to mapboard"}
        return others.get(self.kind, "")

    @cached_property
    def _parts(self) -> list[str]:
        return self.place.partition(":")[2].split("/")


PATHS = ("primary", "secondary")
"""I.D Roads as the chart has them."""


class TerrainRow(Sourced, frozen=True, kw_only=True):
    """I.B.10 A line of the Terrain Effects Chart; empty costs forbid entry, or crossing."""

    KEY: ClassVar[tuple[str, ...]] = ("entry",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"entry": (*PATHS, "river", "rail bridge", "road bridge")}
    entry: Annotated[str, covers("board.toml", "terrain")]
    kind: Literal["hex", "feature", "hexside", "path"]
    foot: float | None = None
    motorized: float | None = None
    tracked: float | None = None
    defence: Annotated[int, Meta(ge=1, le=2)]
    attack: Annotated[float, Meta(gt=0, le=1)]
    die: Annotated[int, Meta(ge=-3, le=3)]


def _check_results(results: str) -> None:
    """I.I.9.d Every column has a result that can be read."""
    for code in results.split(" | "):
        if not CODE.fullmatch(code):
            raise ValueError(f"{code} is no result; write one like LS R1/L1 R2 A+2")


class ResultRow(Sourced, frozen=True):
    """I.I.9.d A row of the Combat Results Table."""

    KEY: ClassVar[tuple[str, ...]] = ("die",)
    die: Annotated[int, Meta(ge=-9, le=19)]
    results: Annotated[str, reads(_check_results)]


class RemnantRow(Sourced, frozen=True):
    """I.I.11 The remnant counters of an army: how many, and their values."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("army", "function")
    army: Army
    function: Literal["infantry", "armour"]
    count: Number
    attack: Number
    defence: Number
    stacking: Number


class EntryRow(Sourced, frozen=True, kw_only=True):
    """I.J, IX.F An edge hex: who comes or goes there in a scenario."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "id")
    scenario: ScenarioId
    id: str
    hex: Hex
    side: str = ""
    kind: str
    leads_to: str = ""
    tracks: str = ""
    allied_exit: str = ""


class FortTypeRow(Sourced, frozen=True):
    """IV.B.1 A line of the Fortifications Chart: what a kind of fortification does for those under it."""

    KEY: ClassVar[tuple[str, ...]] = ("kind",)
    kind: Literal["fortified area", "minor fort", "coastal strongpoint", "Landfronte", "field"]
    defence: Annotated[int, Meta(ge=1, le=2)]
    capacity: Number
    needs_supply: bool


class FortRow(Sourced, frozen=True, kw_only=True):
    """IV.B A printed fortification, with the sides into which it exerts a zone of control."""

    id: str
    kind: Annotated[
        Literal["fortified area", "minor fort", "coastal strongpoint", "Landfronte"], refers("fort_types.csv", "kind")
    ]
    hex: Hex
    attack: Number
    defence: Number
    capacity: Number
    zone: tuple[Literal["N", "NE", "SE", "S", "SW", "NW"], ...]
    scenarios: tuple[ScenarioId, ...]


class FormationRow(Sourced, frozen=True):
    """What players call the formation on the rows of `units.csv`."""

    KEY: ClassVar[tuple[str, ...]] = ("parent",)
    parent: str
    title: str


class CorpsRow(Sourced, frozen=True):
    """II.C.2 A division with which a corps begins."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "corps", "nation", "formation")
    scenario: ScenarioId
    corps: str
    nation: Nation
    formation: str


class VictoryRow(Sourced, frozen=True, kw_only=True):
    """X.H A condition of victory: the first of its scenario that is true decides."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "rank")
    scenario: ScenarioId
    rank: int
    winner: Literal["allied", "german", "draw"]
    level: str
    when: Literal["every turn", "turn", "by"]
    turn: Turn | None = None
    kind: Literal["occupied", "not_occupied", "last_occupied", "exit_points", "bh_count", "corps_exit", "otherwise"]
    side: Side | Literal[""] = ""
    need: int | None = None
    hexes: tuple[Hex, ...] = ()
    below: int | None = None
    by_turn: Turn | None = None
    by_hexes: tuple[Hex, ...] = ()
    beachheads: int | None = None
    linked: tuple[str, ...] = ()
    entries: str = ""
    rule: RuleId


class SupportRow(Sourced, frozen=True, kw_only=True):
    """II.A.1.a, III.C, IV.A What a turn of a scenario brings: weather, supply units, aircraft and ships."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "turn")
    scenario: ScenarioId
    turn: Turn
    weather: Weather
    us_supply: Number
    br_supply: Number
    ge_supply: Number
    fighter_bomber: Number
    us_medium: Number
    us_light: Number
    br_medium: Number
    br_light: Number
    heavy: Number
    aim: Annotated[str, refers("board.toml", "hexes", besides=("",))] = ""
    """III.C.3.c.1 Where the heavy bombers of the scenario's first turn are to lay a carpet."""
    us_bb: Number
    us_ca: Number
    us_dd: Number
    br_bb: Number
    br_ca: Number
    br_dd: Number


class WeatherRow(Sourced, frozen=True):
    """IX.C.1 A line of the Weather Table: what a die means in each month."""

    KEY: ClassVar[tuple[str, ...]] = ("die",)
    die: Annotated[int, Meta(ge=0, le=7)]
    june: Weather
    july: Weather
    august: Weather


class WeatherEffectRow(Sourced, frozen=True, kw_only=True):
    """IX.C.2, IX.C.4 What a weather adds to the next die, which missions fly, and what landings and fleets suffer."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("weather",)
    weather: Weather
    after: int
    missions: tuple[Mission, ...]
    beach: Annotated[float, Meta(ge=0, le=1)]
    mulberry: Annotated[float, Meta(ge=0, le=1)]
    naval: int | None = None


class StoresRow(Sourced, frozen=True):
    """II.A.1.a Where the new supply units of an army enter in a scenario."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "army")
    scenario: ScenarioId
    army: Army
    hexes: tuple[Hex, ...]


class BoxRow(Sourced, frozen=True):
    """V.C, IX.E, IX.F A box off the map: of a beach, a port or a track, a pool, or one to wait in."""

    id: str
    title: str
    kind: Literal["landing", "port", "start", "track", "entry", "mapboard", "pool", "waiting"]


class LandingRow(Sourced, frozen=True, kw_only=True):
    """V.C, IX.E.2.a, IX.I A landing box: its beach, who lands there, and the coastal hex to which it leads."""

    KEY: ClassVar[tuple[str, ...]] = ("box",)
    box: Annotated[str, refers("boxes.csv")]
    beach: Beach | Literal[""] = ""
    kind: Literal["beach", "raid", "minor port", "major port"]
    """V.C.7 No beachhead is established at the box of a raid."""
    army: Literal["US", "British", "both"]
    coast: Hex
    sea: Hex
    capacity: Number | None = None
    """IX.I.2.c Stacking points that a minor port lands in a turn."""
    mulberry: Literal["", "A", "B"] = ""


class CapacityRow(Sourced, frozen=True):
    """IX.E.3.a Stacking points that each beachhead marker of a beach lands in a turn, from a turn on."""

    KEY: ClassVar[tuple[str, ...]] = ("beach", "turn")
    beach: Beach
    turn: Turn
    points: Number
    rule: RuleId


class LogisticsRow(Sourced, frozen=True):
    """IX.I.1.e, IX.I.3 What a die does to the status of Cherbourg, or to a Mulberry in a storm."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("table",)
    KEY: ClassVar[tuple[str, ...]] = ("table", "die")
    table: Literal["demolition", "repair", "storm A", "storm B"]
    die: Annotated[int, Meta(ge=1, le=6)]
    value: Annotated[int, Meta(ge=-3, le=3)]


class TypeRow(Sourced, frozen=True):
    """A type of counter: its symbol, and what it is."""

    id: str
    glyph: str
    words: str
