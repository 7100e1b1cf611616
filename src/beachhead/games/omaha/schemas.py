"""The rows of the data files, as a person with the boxed game proofreads them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Annotated, ClassVar, Literal, cast, get_args

from msgspec import Meta

from beachhead.datafiles import Sourced, covers, reads, refers
from beachhead.games.omaha.cards import BANDS, named_by, read_artillery, read_events, read_fire

Sector = Literal["east", "west"]
Symbol = Literal["diamond", "triangle", "circle"]
Colour = Literal["orange", "red", "purple", "blue", "green", "brown"]
Letter = Literal["A", "B", "C", "D"]
Tide = Literal["low", "mid", "high"]
Division = Literal[1, 29]
UsType = Literal[
    "infantry", "heavy infantry", "ranger", "tank", "artillery", "SP artillery", "DUKW artillery", "anti-air",
    "SP anti-air", "anti-tank", "HQ", "general",
]  # fmt: skip
LEADERS = frozenset({"HQ", "general"})
Weapon = Literal["BZ", "BG", "BR", "DE", "MO", "RD", "MG", "AR", "NA", "FL"]
Hex = Annotated[str, refers("board.toml", "hexes")]
Turn = Annotated[int, Meta(ge=0, le=32)]
Result = Literal[
    "no effect", "US disrupted", "German disrupted", "German hidden", "German gains depth", "German defeated",
    "German disrupted or both", "reveal depth", "depth eliminated", "attrition",
]  # fmt: skip
Barrage = Literal["none", "disrupted if no depth", "disrupted", "disrupted and depth removed"]


def site_of(position: str) -> str:
    """2.1 The position of the rulebook that a hex belongs to: WN62 for WN62N and WN62S."""
    return position[:4] if position.startswith("WN") else position


def _has_steps(unit: UsUnitRow) -> bool:
    """12.1 Leaders have no strength of their own."""
    return unit.type not in LEADERS


def _sites(position: str) -> tuple[str]:
    return (site_of(position),)


def read_results(text: str, *barred: Result) -> tuple[Result, ...]:
    """8.3 The results of a cell of the attack table."""
    allowed = [word for word in get_args(Result) if word not in barred]
    unknown = [word for word in text.split("; ") if word not in allowed]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no result here; write one of {', '.join(allowed)}, parted by '; '")
    return tuple(cast(Result, word) for word in text.split("; "))


def _read_revealed(text: str) -> tuple[Result, ...]:
    """What is shown cannot be revealed."""
    return read_results(text, "reveal depth")


Events = Annotated[
    str,
    reads(read_events),
    refers("positions.csv", named=lambda name: re.findall(r"^WN(\d\d)", name), within=partial(named_by, "SM")),
    refers("positions.csv", within=partial(named_by, "NH")),
    refers("us_units.csv", named=lambda name: re.findall("(.+) HQ$", name), within=partial(named_by, "SN")),
]
Fire = Annotated[str, reads(read_fire)]


class PositionRow(Sourced, frozen=True):
    """2.1 A hex that a German unit may occupy."""

    ROWS: ClassVar[int] = 91
    id: Annotated[str, Meta(pattern=r"^(WN\d\d[NS]?|[A-G]\d{1,2}|blank_\d{4})$")]
    hex: Hex
    sector: Sector
    colour: Colour
    vp: bool
    advance: tuple[Annotated[str, refers("positions.csv")], ...] = ()


class FieldsOfFireRow(Sourced, frozen=True):
    """2.1 The fire dots of a position."""

    KEY: ClassVar[tuple[str, ...]] = ("position",)
    position: Annotated[str, refers("positions.csv", named=_sites), covers("positions.csv", named=_sites)]
    intense: tuple[Hex, ...] = ()
    steady: tuple[Hex, ...] = ()
    sporadic: tuple[Hex, ...] = ()


class LandingBoxRow(Sourced, frozen=True):
    """2.1 A beach landing box and the hex it points to at each tide."""

    ROWS: ClassVar[int] = 31
    id: str
    sector: Sector
    lettered: bool
    low: Hex
    mid: Hex
    high: Hex | None = None


class ScenarioRow(Sourced, frozen=True):
    """13, 20, 21, EF A scenario. `points` win it; from turn 17 on they are those of the second of six levels."""

    id: str
    title: str
    summary: str
    minutes: int
    first_turn: Turn
    last_turn: Turn
    divisions: tuple[int, ...]
    first_look: Literal["east", "beaches", "inland"]
    points: int
    points_rule: str
    loss_rule: str
    """The rule by which too many losses end it."""
    set_up: Annotated[str, refers("german_set_up.csv", "set_up")]
    unit_rule: str
    depth_rule: str
    depth_left: int
    """3.a WN depth markers that stay in their pool."""
    cleared: tuple[Hex, ...] = ()
    eliminated: Annotated[str, refers("us_units.csv")] = ""
    delayed: Annotated[str, refers("us_units.csv")] = ""
    delayed_to: Turn = 0

    @property
    def is_extended(self) -> bool:
        """14 Whether it goes on after turn 16."""
        return self.last_turn > 16

    @property
    def is_half(self) -> bool:
        """EF.1 Whether only the eastern half of the map is used."""
        return len(self.divisions) == 1


class GermanSetUpRow(Sourced, frozen=True):
    """3, 21.1, EF A position that holds a German unit when play begins: its kind, and whether it has depth."""

    KEY: ClassVar[tuple[str, ...]] = ("set_up", "position")
    set_up: Literal["all", "easy-fox", "beyond"]
    position: Annotated[str, refers("positions.csv")]
    kind: Literal["88", "75", "rocket", "plain", "inland"]
    depth: bool


class TurnTrackRow(Sourced, frozen=True):
    """2.1 A space of the turn track."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("turn",)
    turn: Annotated[int, Meta(ge=1, le=32)]
    time: Annotated[str, Meta(pattern=r"^\d{4}$")]
    tide: Tide
    shuffle: bool
    events: Annotated[int, Meta(ge=0, le=2)]

    @property
    def clock(self) -> str:
        """The hour as people write it."""
        return f"{self.time[:2]}:{self.time[2:]}"

    def __post_init__(self) -> None:
        if self.events and not BANDS[0][0] <= self.turn <= BANDS[-1][1]:
            raise ValueError(f"the cards have events for turns {BANDS[0][0]} to {BANDS[-1][1]} only; write 0")


class CardRow(Sourced, frozen=True):
    """2.3 A card: landing letters, events by turn band, and the fire section."""

    ROWS: ClassVar[int] = 54
    id: str
    diamond: Letter
    triangle: Letter
    circle: Letter
    mine: bool
    turns_2_10: Events
    turns_11_20: Events
    turns_21_31: Events
    fire1: Fire
    fire2: Fire
    fire3: Fire
    target: Literal["D", "T", "C"]
    artillery: Annotated[str, reads(read_artillery)] = ""


class UsUnitRow(Sourced, frozen=True):
    """2.21 A US unit. `turn` 0 starts in its landing box."""

    ROWS: ClassVar[int] = 90
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"id": ("C/2R",)}
    id: str
    division: Division
    type: UsType
    turn: Turn
    where: Annotated[
        str,
        refers("landing_boxes.csv", named=lambda box: (box, box[:2]), besides=("1st", "29th")),
        refers("landing_boxes.csv", when=("turn", 0)),
    ]
    symbol: Symbol | None = None


class UsStepRow(Sourced, frozen=True):
    """2.21 A printed side of a US counter."""

    KEY: ClassVar[tuple[str, ...]] = ("unit", "steps")
    RUNS: ClassVar[tuple[str, ...]] = ("steps",)
    unit: Annotated[str, refers("us_units.csv"), covers("us_units.csv", only=_has_steps)]
    steps: Annotated[int, Meta(ge=1, le=4)]
    strength: Annotated[int, Meta(ge=1)]
    controls: bool
    weapons: tuple[Weapon | Literal["chart"], ...]
    range: Annotated[int, Meta(ge=1)] | None = None
    symbol: Symbol | None = None


class GermanUnitRow(Sourced, frozen=True):
    """2.22 A German unit."""

    ROWS: ClassVar[int] = 50
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"pool": ("WN", "T", "D", "M", "A")}
    id: str
    pool: Literal["WN", "T", "D", "M", "A"]
    kind: Literal["75", "88", "rocket", "plain", "infantry", "armor"]
    strength: Annotated[int, Meta(ge=1)]
    needs: tuple[Weapon, ...]
    division: Literal["716", "352"] | None = None
    colour: Colour | None = None


class DepthMarkerRow(Sourced, frozen=True):
    """2.24 A depth marker."""

    ROWS: ClassVar[int] = 54
    id: str
    pool: Literal["wn", "building", "mobile", "kg", "armor"]
    strength: Annotated[int, Meta(ge=0)]
    tactical: bool
    needs: tuple[Weapon, ...] = ()


class LandingTableRow(Sourced, frozen=True):
    """5.1 A cell of the landing tables: what befalls a unit; drift counts boxes to the east."""

    KEY: ClassVar[tuple[str, ...]] = ("first_turn", "type", "letter")
    COMPLETE: ClassVar[tuple[str, ...]] = ("letter",)
    first_turn: Turn
    last_turn: Turn
    type: UsType
    letter: Letter
    drift: int
    lose: int
    delay: int
    eliminated: bool


class AttackTableRow(Sourced, frozen=True):
    """8.3 A row of the attack table."""

    KEY: ClassVar[tuple[str, ...]] = ("weapons", "strength")
    ROWS: ClassVar[int] = 7
    weapons: bool
    strength: Literal["less", "equal", "equal or less", "greater", "double"]
    alone: Annotated[str, reads(_read_revealed)]
    unrevealed_depth: Annotated[str, reads(read_results)]
    revealed_depth: Annotated[str, reads(_read_revealed)]


class BarrageTableRow(Sourced, frozen=True):
    """8.4 A row of the barrage table."""

    BANDS: ClassVar[tuple[str, str]] = ("lowest", "highest")
    ROWS: ClassVar[int] = 3
    lowest: int
    highest: int
    symbol_only: Barrage
    colour_only: Barrage
    both: Barrage


class WeaponRow(Sourced, frozen=True):
    """8.2 A row of the weapons chart."""

    KEY: ClassVar[tuple[str, ...]] = ("type", "nearest")
    type: UsType | Literal["naval"]
    nearest: int
    farthest: int
    weapons: tuple[Weapon, ...]


class ArtilleryRow(Sourced, frozen=True):
    """6.51 An off-map artillery unit and the positions that observe for it."""

    ROWS: ClassVar[int] = 4
    id: str
    sector: Sector
    calibre: Literal["88", "105"]
    observers: tuple[Annotated[str, refers("positions.csv", named=_sites)], ...]


class HeroRow(Sourced, frozen=True):
    """11.1 A hero marker."""

    ROWS: ClassVar[int] = 10
    id: str
    division: Division


class EngineerBaseRow(Sourced, frozen=True):
    """19 An engineer base."""

    ROWS: ClassVar[int] = 4
    id: str
    division: Division


class BeyondTheBeachRow(Sourced, frozen=True):
    """21.1 A US unit ashore at the start of Beyond the Beach."""

    KEY: ClassVar[tuple[str, ...]] = ("unit",)
    unit: Annotated[str, refers("us_units.csv")]
    hex: Hex | None = None
    strength: int | None = None
    hero: Annotated[str, refers("heroes.csv")] | None = None
    command: Division | None = None


class ActionSummaryRow(Sourced, frozen=True):
    """16 A row of the German action summary: WN and reinforcement positions (rp) by their state, and armor units."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("mark",)
    mark: Literal["F", "armor", "star", "R", "M", "P", "A"]
    wn_in_field: Literal["fire"]
    wn_quiet: Literal["-", "mortar", "artillery"]
    wn_empty: Literal["-", "re-occupy"]
    rp_in_field: Literal["fire", "re-supply", "patrol", "advance"]
    rp_quiet: Literal["-", "redeploy", "mortar", "patrol", "advance"]
    rp_empty: Literal["-", "reinforce", "ambush"]
    armor: Literal["fire or move", "move or fire", "overrun", "aimed fire", "position and fire"]


class ArmorOrderRow(Sourced, frozen=True):
    """23.5 Where an armor unit goes from a road hex, by the target symbol of the fire card."""

    KEY: ClassVar[tuple[str, ...]] = ("hex",)
    hex: Hex
    diamond: Hex
    triangle: Hex
    circle: Hex
