"""The rows of the data files, as a person with the boxed game proofreads them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced

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
Weapon = Literal["BZ", "BG", "BR", "DE", "MO", "RD", "MG", "AR", "NA", "FL"]
Hex = Annotated[str, Meta(pattern=r"^\d{4}$")]
Turn = Annotated[int, Meta(ge=0, le=32)]


class PositionRow(Sourced, frozen=True):
    """2.1 A hex that a German unit may occupy."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    hex: Hex
    sector: Sector
    colour: Colour
    vp: bool
    advance: tuple[str, ...] = ()


class FieldRow(Sourced, frozen=True):
    """2.1 The fire dots of a position."""

    KEY: ClassVar[tuple[str, ...]] = ("position",)
    position: str
    intense: tuple[Hex, ...] = ()
    steady: tuple[Hex, ...] = ()
    sporadic: tuple[Hex, ...] = ()


class BoxRow(Sourced, frozen=True):
    """2.1 A beach landing box and the hex it points to at each tide."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    sector: Sector
    lettered: bool
    low: Hex
    mid: Hex
    high: Hex | None = None


class ScenarioRow(Sourced, frozen=True):
    """13, 20, 21, EF A scenario. `points` win it; from turn 17 on they are those of the second of six levels."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
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

    @property
    def is_extended(self) -> bool:
        """14 Whether it goes on after turn 16."""
        return self.last_turn > 16

    @property
    def is_half(self) -> bool:
        """EF.1 Whether only the eastern half of the map is used."""
        return len(self.divisions) == 1


class TurnRow(Sourced, frozen=True):
    """2.1 A space of the turn track."""

    KEY: ClassVar[tuple[str, ...]] = ("turn",)
    turn: Turn
    time: Annotated[str, Meta(pattern=r"^\d{4}$")]
    tide: Tide
    shuffle: bool
    events: Annotated[int, Meta(ge=0, le=2)]


class CardRow(Sourced, frozen=True):
    """2.3 A card: landing letters, events by turn band, and the fire section."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    diamond: Letter
    triangle: Letter
    circle: Letter
    mine: bool
    turns_2_10: str
    turns_11_20: str
    turns_21_31: str
    fire1: str
    fire2: str
    fire3: str
    target: Literal["D", "T", "C"]
    artillery: str = ""


class UsUnitRow(Sourced, frozen=True):
    """2.21 A US unit. `turn` 0 starts in its landing box."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    division: Division
    type: UsType
    turn: Turn
    where: str
    symbol: Symbol | None = None


class UsSideRow(Sourced, frozen=True):
    """2.21 A printed side of a US counter."""

    KEY: ClassVar[tuple[str, ...]] = ("unit", "steps")
    unit: str
    steps: Annotated[int, Meta(ge=1, le=4)]
    strength: Annotated[int, Meta(ge=1)]
    controls: bool
    weapons: tuple[str, ...]
    range: Annotated[int, Meta(ge=1)] | None = None
    symbol: Symbol | None = None


class GermanRow(Sourced, frozen=True):
    """2.22 A German unit."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    pool: Literal["WN", "T", "D", "M", "A"]
    kind: Literal["75", "88", "rocket", "plain", "infantry", "armor"]
    strength: Annotated[int, Meta(ge=1)]
    needs: tuple[Weapon, ...]
    division: Literal["716", "352"] | None = None
    colour: Colour | None = None


class DepthRow(Sourced, frozen=True):
    """2.24 A depth marker."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    pool: Literal["wn", "building", "mobile", "kg", "armor"]
    strength: Annotated[int, Meta(ge=0)]
    tactical: bool
    needs: tuple[Weapon, ...] = ()


class LandingRow(Sourced, frozen=True):
    """5.1 A cell of the landing tables."""

    KEY: ClassVar[tuple[str, ...]] = ("first_turn", "type", "letter")
    first_turn: Turn
    last_turn: Turn
    type: UsType
    letter: Letter
    drift: int
    lose: int
    delay: int
    eliminated: bool


class AttackRow(Sourced, frozen=True):
    """8.3 A row of the attack table."""

    KEY: ClassVar[tuple[str, ...]] = ("weapons", "strength")
    weapons: bool
    strength: Literal["less", "equal", "equal or less", "greater", "double"]
    alone: str
    unrevealed_depth: str
    revealed_depth: str


class BarrageRow(Sourced, frozen=True):
    """8.4 A row of the barrage table."""

    KEY: ClassVar[tuple[str, ...]] = ("lowest",)
    lowest: int
    highest: int
    symbol_only: str
    colour_only: str
    both: str


class WeaponRow(Sourced, frozen=True):
    """8.2 A row of the weapons chart."""

    KEY: ClassVar[tuple[str, ...]] = ("type", "nearest")
    type: str
    nearest: int
    farthest: int
    weapons: tuple[Weapon, ...]


class ArtilleryRow(Sourced, frozen=True):
    """6.51 An off-map artillery unit and the positions that observe for it."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    sector: Sector
    calibre: Literal["88", "105"]
    observers: tuple[str, ...]


class HeroRow(Sourced, frozen=True):
    """11.1 A hero marker."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    division: Division


class BaseRow(Sourced, frozen=True):
    """19 An engineer base."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    division: Division


class AshoreRow(Sourced, frozen=True):
    """21.1 A US unit ashore at the start of Beyond the Beach."""

    KEY: ClassVar[tuple[str, ...]] = ("unit",)
    unit: str
    hex: Hex | None = None
    strength: int | None = None
    hero: str | None = None
    command: Division | None = None


class ActionRow(Sourced, frozen=True):
    """16 A row of the German action summary: WN and reinforcement positions (rp) by their state, and armor units."""

    KEY: ClassVar[tuple[str, ...]] = ("mark",)
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
