"""The rows of the data files, as a person with the boxed game proofreads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced, covers, reads, refers

Side = Literal["allied", "german"]
UnitClass = Literal["leg", "mobile"]
UnitType = Literal[
    "infantry", "parachute", "glider", "ranger", "mechanised", "SP anti-tank", "anti-aircraft", "tank",
]  # fmt: skip
Arrives = Literal["recorded", "assault", "pointe-du-hoc", "beach", "entry"]
MarkerKind = Literal["plain", "mines", "aircraft", "naval"]
Table = Literal["combat", "beach assault"]
Code = Literal["AE", "A1", "NE", "EX", "D1", "D2", "D3", "DE"]
TURNS = 25
"""S2.2 Spaces of the turn track."""
Hex = Annotated[str, refers("board.toml", "hexes")]
RuleId = Annotated[str, refers("rules.csv")]
Scenario = Literal["beach-to-bocage", "us-campaign"]
Turn = Annotated[int, Meta(ge=0, le=99)]
Strength = Annotated[int, Meta(ge=0, le=20)]


class ScenarioRow(Sourced, frozen=True, kw_only=True):
    """10.2, 14.0 A scenario: its turns, and how many there are at most; the area in play, all land if there is none."""

    id: str
    title: str
    turns: Turn
    longest: Turn
    minutes: int
    area: str = ""
    campaign: bool
    rule: RuleId
    summary: str


def _check_ascending(limits: tuple[int, ...]) -> None:
    """S7.4 Columns stand from the worst to the best for the attacker."""
    if list(limits) != sorted(set(limits)):
        raise ValueError(f"{' '.join(map(str, limits))} does not go up; write the numbers in order, each once")


class UnitRow(Sourced, frozen=True):
    """S2.3, S2.3a A counter: values of the front, and attack and defence of the reduced back."""

    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"arrives": ("recorded", "assault", "pointe-du-hoc")}
    id: str
    side: Side
    type: Annotated[UnitType, refers("unit_types.csv")]
    formation: str
    size: Literal["battalion", "regiment"]
    unit_class: UnitClass
    attack: Strength
    defence: Strength
    ma: Annotated[int, Meta(ge=1, le=20)]
    reduced_attack: Strength
    reduced_defence: Strength
    turn: Turn
    arrives: Arrives
    campaign: bool
    rule: str

    @property
    def is_mobile(self) -> bool:
        """S4.1D Whether it takes part in the mobile phases."""
        return self.unit_class == "mobile"


class MarkerRow(Sourced, frozen=True):
    """S8.1 A support fire marker."""

    id: str
    side: Side
    kind: MarkerKind
    value: Annotated[int, Meta(ge=1, le=10)]

    @property
    def is_aircraft(self) -> bool:
        """11.2.6a Whether it shows an aircraft."""
        return self.kind == "aircraft"


class TerrainKeyRow(Sourced, frozen=True):
    """S5.2a An entry of the Terrain Key. Empty costs forbid entry; `line` is the line of the table for defenders."""

    KEY: ClassVar[tuple[str, ...]] = ("entry",)
    entry: Annotated[
        str, covers("board.toml", "terrain"), covers("board.toml", "hexsides"), covers("board.toml", "paths")
    ]
    kind: Literal["hex", "hexside", "path"]
    halves: bool
    bridge: bool
    leg: float | None = None
    mobile: float | None = None
    line: Annotated[str, refers("crt_lines.csv")] = ""


class CrtLineRow(Sourced, frozen=True):
    """S7.4 A header line of the Combat Results Table."""

    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"id": ("clear", "beach assault", "beach assault in EZOC")}
    id: str
    title: str
    table: Table
    highest: Annotated[tuple[int, ...], reads(_check_ascending)]


class CrtResultRow(Sourced, frozen=True):
    """S7.4a A row of the Combat Results Table."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("table", "die")
    table: Table
    die: Annotated[int, Meta(ge=1, le=6)]
    results: tuple[Annotated[Code, refers("crt_codes.csv", "code")], ...]


class CrtCodeRow(Sourced, frozen=True, kw_only=True):
    """S7.6, S8.4, 11.2.3(2) What a code of the table does in a kind of combat, to attackers and defender."""

    KEY: ClassVar[tuple[str, ...]] = ("combat", "code")
    combat: Literal["attack", "bombardment", "beach assault"]
    code: Code
    rule: RuleId
    attackers: Literal["", "retreat", "one", "reduced", "eliminated"] = ""
    """`one` of them is reduced, or all of them suffer the same."""
    defender: Literal["", "retreat", "reduced", "eliminated"] = ""
    hexes: Annotated[int, Meta(ge=0, le=3)] = 0
    words: str


class PointeDuHocRow(Sourced, frozen=True):
    """11.2.3 What befalls the rangers at Pointe du Hoc."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("die",)
    die: Annotated[int, Meta(ge=1, le=6)]
    rule: RuleId
    fate: Literal["eliminated", "reduced", "unharmed"]
    moves: bool
    marker: bool


class EntryRow(Sourced, frozen=True, kw_only=True):
    """11.1.2 A hex by which reinforcements enter: `unit` is `any` or the one unit that enters there."""

    KEY: ClassVar[tuple[str, ...]] = ("hex",)
    hex: Hex
    unit: Annotated[str, refers("units.csv", besides=("any",))]
    hexside: Annotated[str, refers("board.toml", "hexsides")] = ""
    rule: RuleId


class ReplacementRow(Sourced, frozen=True):
    """11.2.5 Replacement points of the Allied player."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "unit_class", "first")
    scenario: Scenario
    unit_class: UnitClass
    first: Turn
    last: Turn
    when: Literal["every turn", "odd turns"]
    points: Annotated[int, Meta(ge=0, le=9)]
    rule: RuleId


class TurnTrackRow(Sourced, frozen=True):
    """S2.2 A space of the turn track."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("turn",)
    turn: Annotated[int, Meta(ge=1, le=TURNS)]
    dates: str


class UnitTypeRow(Sourced, frozen=True):
    """10.3 A type of unit."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("id",)
    id: UnitType
    glyph: str
    words: str


class AbbreviationRow(Sourced, frozen=True):
    """10.4 An abbreviation on counters."""

    id: str
    words: str


class CityRow(Sourced, frozen=True):
    """13.0, 14.2 A named city; its hexes are those of the board's place of that name."""

    id: Annotated[str, refers("board.toml", "places")]
    objective: bool
