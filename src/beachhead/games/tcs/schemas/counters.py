"""2, 3, TCS 3 Counters: types, units, companies, formations, leaders, batteries."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from beachhead.datafiles import Sourced, refers
from beachhead.games.tcs.schemas.common import CompanyId, Mover, RuleId, Side, Small, Target, UnitKind


class TypeRow(Sourced, frozen=True, kw_only=True):
    """TCS 3.0 The values of a type of unit. `ma` is in movement points, `command` in half points of size."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    side: Side
    kind: UnitKind
    steps: Annotated[int, Meta(ge=1, le=5)]
    area: Small
    area_range: Small
    indirect: bool
    point: Small
    point_range: Small
    defense: Small
    morale: Small
    target: Target
    ma: Small
    mover: Mover
    load: Annotated[int, Meta(ge=0, le=6)]
    load_class: Annotated[int, Meta(ge=0, le=4)] = field(name="class")
    aa: Small
    aa_range: Small
    command: Annotated[int, Meta(ge=0, le=2)]
    at_roll: Literal["yes", "no", "poor"]
    words: str


class UnitRow(Sourced, frozen=True, kw_only=True):
    """OOB.US, OOB.GE A counter."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    side: Side
    company: Annotated[str, refers("companies.csv", same=("side",))]
    type: Annotated[str, refers("unit_types.csv", same=("side",))]
    platoon: Annotated[int, Meta(ge=1, le=4)] | None = None


class CompanyRow(Sourced, frozen=True, kw_only=True):
    """TCS 9.5, 3.1 A company: what has a morale, is released and set up together."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    side: Side
    division: str
    regiment: str = ""
    battalion: str = ""
    kind: Literal["line", "weapons", "recon", "at", "ig", "aa", "tank", "carrier", "artillery", "beach"]


class FormationRow(Sourced, frozen=True):
    """A name for several companies."""

    KEY: ClassVar[tuple[str, ...]] = ("formation", "company")
    formation: str
    company: CompanyId


class LeaderRow(Sourced, frozen=True, kw_only=True):
    """2.3f A leader and whose units put him into the cup."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    rank: Literal["BG", "COL", "LTC"]
    command: str
    regiment: str = ""
    battalion: str = ""


class BatteryRow(Sourced, frozen=True, kw_only=True):
    """2.8, 3.9 A battery of a battalion, on the map or off it."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    side: Side
    battalion: Annotated[str, refers("companies.csv", same=("side",), when=("place", "map"))]
    place: Literal["map", "off"]
    calibre: Literal["105", "150", "155"]
    guns: Small
    delay: Small
    transport: Literal["", "truck", "halftrack", "sp"] = ""
    carriers: Small
    only: str = ""
    rule: RuleId
