"""TCS 8-11, TCS 17 Charts of fire, morale, artillery, aircraft and weather, and single numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced, covers, refers
from beachhead.games.tcs.schemas.common import Calibre, Clock, Die, RuleId, Side, Small, TwoDice


class AreaColumnRow(Sourced, frozen=True):
    """TCS 8.3 A column of the Area Fire Table."""

    KEY: ClassVar[tuple[str, ...]] = ("column",)
    column: Annotated[int, Meta(ge=1, le=11)]
    first: Small
    last: Small


class AreaFireRow(Sourced, frozen=True):
    """TCS 8.3 A row of the Area Fire Table."""

    KEY: ClassVar[tuple[str, ...]] = ("dice",)
    dice: TwoDice
    results: tuple[Literal[".", "M", "1", "2", "3", "4", "5"], ...]


class PointFireRow(Sourced, frozen=True):
    """TCS 8.8 A column of the Point Fire Table, by attack less defense."""

    KEY: ClassVar[tuple[str, ...]] = ("first",)
    first: int
    last: int
    kill_on: TwoDice


class MinorDifferenceRow(Sourced, frozen=True):
    """ADD 8.8g The modifier of each die for a small difference."""

    KEY: ClassVar[tuple[str, ...]] = ("difference",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("difference",)
    difference: Annotated[int, Meta(ge=-2, le=2)]
    modifiers: tuple[int, ...]


class AtRollRow(Sourced, frozen=True):
    """TCS 8.10 What an AT roll needs at a range."""

    KEY: ClassVar[tuple[str, ...]] = ("range",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("range",)
    range: Annotated[int, Meta(ge=0, le=2)]
    needs: TwoDice


class ArtilleryPointRow(Sourced, frozen=True):
    """TCS 8.8e What indirect rounds need against a point target."""

    KEY: ClassVar[tuple[str, ...]] = ("weapon",)
    weapon: Annotated[str, covers("ordnance.csv")]
    needs: TwoDice
    max_defense: Small
    pillbox: bool


class OrdnanceRow(Sourced, frozen=True):
    """TCS 10.4 The firepower of rounds in a hex."""

    KEY: ClassVar[tuple[str, ...]] = ("calibre",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("calibre",)
    calibre: Calibre
    first: Small
    further: Small
    most: Small


class FireModifierRow(Sourced, frozen=True, kw_only=True):
    """TCS 8.4, 8.8, 8.10 A modifier of the dice; an empty cell does not apply."""

    KEY: ClassVar[tuple[str, ...]] = ("condition",)
    condition: str
    kind: Literal["terrain", "position", "smoke", "target", "firer", "range"]
    area: int | None = None
    point: int | None = None
    indirect: int | None = None
    at: int | None = None


class MoraleRow(Sourced, frozen=True, kw_only=True):
    """TCS 9.0 A row of the Morale Table: from which roll each result comes."""

    KEY: ClassVar[tuple[str, ...]] = ("total",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("total",)
    total: Annotated[int, Meta(ge=1, le=14)]
    suppressed: Small
    paralyzed: Small | None = None
    syr: Small | None = None
    surrender: Small | None = None


class MoraleModifierRow(Sourced, frozen=True):
    """TCS 9.6 What is added to the morale total."""

    KEY: ClassVar[tuple[str, ...]] = ("condition",)
    condition: str
    modifier: Annotated[str, Meta(pattern=r"^(rating|value|-?\d)$")]


class CompanyMoraleRow(Sourced, frozen=True):
    """TCS 9.5 When company morale changes."""

    KEY: ClassVar[tuple[str, ...]] = ("event",)
    event: str
    change: Annotated[int, Meta(ge=-2, le=2)]


class MillerRow(Sourced, frozen=True):
    """TCS 10.4 A row of the Miller Table: the highest 11-66 roll that brings 0, 1, 2 ... rounds into a hex."""

    KEY: ClassVar[tuple[str, ...]] = ("area", "rounds")
    area: Literal["A", "B", "C"]
    radius: Small
    hexes: Annotated[int, Meta(ge=1, le=999)]
    rounds: Annotated[int, Meta(ge=1, le=1000)]
    highest: tuple[str, ...]


class AirRow(Sourced, frozen=True):
    """2.10a An attack of a loaded A-20."""

    KEY: ClassVar[tuple[str, ...]] = ("load", "attack")
    load: Literal["bomb laden", "gunship"]
    attack: Literal["strafe", "bomb"]
    number: Small
    firepower: Small
    point_kill: TwoDice


class WeatherRow(Sourced, frozen=True):
    """4.3a A cell of the weather table."""

    KEY: ClassVar[tuple[str, ...]] = ("first_hour", "weather")
    first_hour: Clock
    last_hour: Clock
    weather: Literal["mist", "clear", "light rain", "heavy rain"]
    first: TwoDice
    last: TwoDice
    visibility: Small


class DieTableRow(Sourced, frozen=True):
    """A line of a table of one die."""

    KEY: ClassVar[tuple[str, ...]] = ("table", "first")
    table: str
    first: Die
    last: Die
    result: str


class ConstantRow(Sourced, frozen=True):
    """A single number of the rules."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "id": (
            "stack_steps", "stack_machines", "marker_stack", "auto_permission", "night_visibility", "syr_hexes",
            "assault_rounds", "assault_modifier", "overrun_cost", "mine_firepower", "mine_vehicle",
        )
    }  # fmt: skip
    id: str
    value: int
    words: str


class AmmunitionRow(Sourced, frozen=True, kw_only=True):
    """2.9, 3.10 Battery fires that a side is given, and when."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "side", "calibre", "when", "which")
    scenario: Annotated[str, refers("scenarios.csv", besides=("any", "T5 option"))]
    side: Side
    calibre: Literal["0", "105", "150", "155"]
    when: Literal["start", "turn", "gun landed", "battery landed", "battery released"]
    which: str = ""
    he: Annotated[int, Meta(ge=0, le=999)]
    smoke: Small
    illum: Small
    rule: RuleId
