"""The rows of the data files, as a person with the boxed game proofreads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta

from beachhead.datafiles import Sourced, covers, refers

Side = Literal["american", "german"]
Arm = Literal["hq", "infantry", "weapon", "artillery", "armor"]
Mover = Literal["foot", "staff", "vehicle", "armor"]
Fire = Literal["", "bombardment", "direct gun", "small arms"]
Tide = Literal["low", "rising", "average", "high", "falling"]
How = Literal["hex", "zone", "available", "landing", "air", "entry"]
Mode = Literal["cm", "mm"]
Beach = Literal["omaha", "utah"]
Landing = Literal["omaha", "utah", "pointe-du-hoc", "port-en-bessin"]
Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I"]
Cell = Literal["-", "-!", "R", "R!", "D", "D!", "E", "E!"]
Shift = Annotated[str, Meta(pattern=r"^(In|[LR][1-4])$")]
Loss = Literal["-", "D", "E"]
Compass = Literal["N", "NE", "SE", "S", "SW", "NW"]
Hex = Annotated[str, refers("board.toml", "hexes")]
RuleId = Annotated[str, refers("rules.csv")]
Turn = Annotated[int, Meta(ge=0, le=16)]
Space = Annotated[int, Meta(ge=1, le=16)]
Die = Annotated[int, Meta(ge=1, le=6)]
Roll = Annotated[int, Meta(ge=2, le=12)]
Factor = Annotated[int, Meta(ge=0, le=99)]
Column = Annotated[int, Meta(ge=1, le=61)]
Row = Annotated[int, Meta(ge=1, le=36)]

BRUNO = "Bruno"
RANGERS = ("5 Ranger", "2(-) Ranger")
NAMED_UNITS = (BRUNO, *RANGERS)
"""14.0, 5.7.1 The units that the rules name."""
BOXES = 12
"""4.3, 5.1.5 The boxes of the displays."""


class UnitRow(Sourced, frozen=True, kw_only=True):
    """2.3 A counter: the combat mode face, and the movement mode face as `mm_...`."""

    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"id": NAMED_UNITS}
    id: str
    side: Side
    division: str = ""
    """Empty for independent units (16.2.1)."""
    regiment: str = ""
    type: Annotated[str, refers("unit_types.csv")]
    size: Literal["company", "battery", "battalion", "division"]
    bar: bool
    """8.2 Special stacking."""
    component: str = ""
    """8.2.3 The battalion of which it is a part."""
    motorised: bool
    starred: bool
    morale: Annotated[int, Meta(ge=1, le=5)]
    cf: Factor
    pf: Factor
    ma: Factor
    mm_cf: Factor
    mm_pf: Factor
    mm_ma: Factor
    range: Factor | None = None
    """2.3(7) Of the CM face in hexes; for headquarters the command radius."""


class UnitTypeRow(Sourced, frozen=True, kw_only=True):
    """2.3 A type of unit, and what the rules ask of it."""

    id: str
    arm: Arm
    mover: Mover
    fire: Fire = ""
    assaults: bool
    hunts: bool
    glyph: str
    words: str


class TerrainEffectRow(Sourced, frozen=True, kw_only=True):
    """6.3 An entry of the Terrain Effects Chart. An empty cost forbids."""

    KEY: ClassVar[tuple[str, ...]] = ("entry",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"entry": ("ruins", "strongpoint", "resistance nest")}
    entry: Annotated[
        str, covers("board.toml", "terrain"), covers("board.toml", "hexsides"), covers("board.toml", "paths")
    ]
    kind: Literal["hex", "hexside", "path", "work", "marker"]
    foot: float | None = None
    vehicle: float | None = None
    multiplier: Annotated[int, Meta(ge=1, le=9)]
    drm: Annotated[int, Meta(ge=-9, le=9)]
    sight: Literal["open", "into", "blocks"]


class CrtLineRow(Sourced, frozen=True, kw_only=True):
    """10.1.2 A line of the upper matrix: the lowest differential of each column."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("id",)
    id: Literal["close assault", "bombardment", "direct gun", "small arms", "mixed"]
    lowest: tuple[int, int, int, int, int, int, int]


class CrtLetterRow(Sourced, frozen=True, kw_only=True):
    """10.1.4 The letters of a protection factor, column by column."""

    KEY: ClassVar[tuple[str, ...]] = ("pf",)
    ROWS: ClassVar[int] = 4
    pf: Factor
    letters: tuple[Letter, Letter, Letter, Letter, Letter, Letter, Letter]


class CrtResultRow(Sourced, frozen=True, kw_only=True):
    """10.1.4 A row of the lower matrix."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("roll",)
    roll: Roll
    results: tuple[Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell]


class SeaConditionRow(Sourced, frozen=True, kw_only=True):
    """5.4.2 A face of the Sea Condition die."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("die",)
    die: Die
    name: str
    value: Annotated[int, Meta(ge=0, le=4)]


class LandingShiftRow(Sourced, frozen=True, kw_only=True):
    """5.5.2 A band of the Assault Landing Shift table."""

    BANDS: ClassVar[tuple[str, str]] = ("first", "last")
    first: int
    last: int
    low: Shift
    rising: Shift
    average: Shift
    falling: Shift
    high: Shift


class LandingCasualtyRow(Sourced, frozen=True, kw_only=True):
    """5.6 A row of the Landing Casualties table."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("roll",)
    roll: Roll
    results: Annotated[tuple[Loss, ...], Meta(min_length=12, max_length=12)]


class WaveRow(Sourced, frozen=True, kw_only=True):
    """5.1 A wave box; cycle 0 stands for all after the first."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("beach", "cycle", "wave")
    beach: Beach
    cycle: Annotated[int, Meta(ge=0, le=1)]
    wave: Annotated[int, Meta(ge=1, le=3)]
    limit: Factor
    infantry: Factor
    engineer: Factor
    tank: Factor
    artillery: Factor


class BeachRow(Sourced, frozen=True, kw_only=True):
    """5.3 A landing hex with the sea hex where units wait for it."""

    KEY: ClassVar[tuple[str, ...]] = ("beach", "coast")
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"beach": get_args(Landing)}
    beach: Landing
    place: int
    coast: Hex
    approach: Hex
    northern: bool


class FortificationRow(Sourced, frozen=True, kw_only=True):
    """13.0 A fortification."""

    KEY: ClassVar[tuple[str, ...]] = ("hex",)
    hex: Hex
    type: Literal["strongpoint", "resistance nest"]
    beach: Beach | Literal[""] = ""


class ScatterRow(Sourced, frozen=True, kw_only=True):
    """4.3.3 A number of the scatter diagram."""

    KEY: ClassVar[tuple[str, ...]] = ("roll",)
    ROWS: ClassVar[int] = 16
    roll: int
    way: tuple[Compass, ...]
    disrupts: bool


class WindRow(Sourced, frozen=True, kw_only=True):
    """4.3.2b A face of the wind die."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("die",)
    die: Die
    modifier: int


class DropModifierRow(Sourced, frozen=True, kw_only=True):
    """4.3.3e, 4.5.2 A modifier of landing units."""

    KEY: ClassVar[tuple[str, ...]] = ("condition",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"condition": ("german adjacent", "night")}
    condition: Annotated[str, covers("board.toml", "terrain")]
    kind: Literal["terrain", "event"]
    parachute: int
    glider: int


class DropZoneRow(Sourced, frozen=True, kw_only=True):
    """4.2.2 A Drop Zone marker."""

    ROWS: ClassVar[int] = 4
    id: str
    division: str
    role: Literal["main", "secondary"]


class DisplayRow(Sourced, frozen=True, kw_only=True):
    """4.3, 5.1.5 A box of the displays."""

    ROWS: ClassVar[int] = BOXES
    id: str
    kind: Literal["available", "wave", "drop"]
    beach: Beach | Literal[""] = ""
    wave: Annotated[int, Meta(ge=0, le=3)]
    drop_zone: Annotated[str, refers("drop_zones.csv"), covers("drop_zones.csv")] = ""


class TurnTrackRow(Sourced, frozen=True, kw_only=True):
    """2.2 A space of the Turn Track."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("turn",)
    turn: Space
    date: str
    clock: str
    light: Literal["day", "night"]
    cycle: Annotated[int, Meta(ge=0, le=5)]
    wave: Annotated[int, Meta(ge=0, le=3)]
    window: bool


class SupportRow(Sourced, frozen=True, kw_only=True):
    """11.2 The Air/Naval Support Points of a turn."""

    KEY: ClassVar[tuple[str, ...]] = ("schedule", "turn")
    schedule: str
    turn: Space
    base: Annotated[int, Meta(ge=0)]
    per_pip: Annotated[int, Meta(ge=0)]
    rule: str


class ScenarioRow(Sourced, frozen=True, kw_only=True):
    """18.0 A scenario."""

    id: str
    title: str
    rule: RuleId
    first_turn: Turn
    last_turn: Turn
    first_column: Column
    last_column: Column
    tide: Tide
    beaches: tuple[Beach, ...]
    airborne: bool
    groups: tuple[Annotated[str, refers("deployment.csv", "group")], ...]
    support: Annotated[str, refers("support.csv", "schedule")]
    mines_low: Factor
    mines_high: Factor
    mine_cap: Factor
    garrisons: Factor
    shift: Factor
    german_tactical: Factor
    german_strategic: Factor
    german_rule: RuleId
    radius_tactical: Factor
    radius_strategic: Factor
    american_rule: RuleId | Literal[""] = ""
    higher_rule: RuleId
    equal_rule: RuleId
    minutes: Annotated[int, Meta(ge=0)]
    summary: str


class GarrisonRow(Sourced, frozen=True, kw_only=True):
    """13.3.1 The garrison piece."""

    ROWS: ClassVar[int] = 1
    id: str
    cf: Factor
    pf: Factor
    ma: Factor
    radius: Factor


class ObjectiveRow(Sourced, frozen=True, kw_only=True):
    """20.2 An objective of the automaton."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("side", "die")
    side: Side
    die: Die
    objective: str
    words: str


class SectorRow(Sourced, frozen=True, kw_only=True):
    """20.2 A sector of the automaton: a part of the map by its columns and rows."""

    id: str
    first_column: Column = 1
    last_column: Column = 61
    first_row: Row = 1
    last_row: Row = 36

    def spans(self, column: int, row: int) -> bool:
        """Whether a hex lies in it."""
        return self.first_column <= column <= self.last_column and self.first_row <= row <= self.last_row


class EntryRow(Sourced, frozen=True, kw_only=True):
    """18.1.2, 18.1.4 Hexes of the edge by which units enter."""

    id: str
    hexes: tuple[Hex, ...]


class ZoneRow(SectorRow, frozen=True, kw_only=True):
    """18.1.1 Where units without a hex of their own set up."""

    words: str
    terrain: tuple[Annotated[str, refers("board.toml", "terrain")], ...] = ()
    fortified: bool
    place: Annotated[str, refers("board.toml", "places")] = ""
    near: tuple[Hex, ...] = ()
    within: Factor = 0
    apart: tuple[Hex, ...] = ()
    single: bool
    rule: str


class DeploymentRow(Sourced, frozen=True, kw_only=True):
    """18.1-18.5 Where and when a unit comes."""

    KEY: ClassVar[tuple[str, ...]] = ("group", "unit")
    group: str
    unit: Annotated[str, refers("units.csv")]
    how: How
    where: Annotated[
        str,
        refers("board.toml", "hexes", when=("how", "hex")),
        refers("zones.csv", when=("how", "zone")),
        refers("entries.csv", when=("how", "entry")),
        refers("waves.csv", "beach", when=("how", "available")),
        refers("beaches.csv", "beach", when=("how", "landing")),
        refers("drop_zones.csv", "division", when=("how", "air")),
    ]
    turn: Turn
    mode: Mode | Literal[""] = ""
    rule: str
