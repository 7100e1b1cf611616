"""2.1 The landing: boats, plan, transports and leaders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from beachhead.datafiles import Sourced, refers
from beachhead.games.tcs.schemas.common import BeachBox, Clock, RuleId, Small, TwoDice


class LandingBoxRow(Sourced, frozen=True):
    """1.17 A beach box that a landing uses."""

    KEY: ClassVar[tuple[str, ...]] = ("landing", "box")
    landing: Literal["full", "east", "central", "transport"]
    box: BeachBox
    use: Literal["yes", "historical"]


class BoatRow(Sourced, frozen=True):
    """2.1d, 2.1i A kind of boat."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"id": ("LCA", "Rhino", "LCT", "LCI", "DUKW", "DD")}
    id: str
    load_class: Annotated[int, Meta(ge=1, le=4)] = field(name="class")
    points: Small
    group: Annotated[int, Meta(ge=1, le=3)]
    survives_to: Small
    class2_survives_to: Small
    modified: bool


class BoatNumberRow(Sourced, frozen=True):
    """2.1g Boats of an assault wave."""

    KEY: ClassVar[tuple[str, ...]] = ("landing", "wave", "boat")
    landing: Literal["full", "east", "central"]
    wave: Annotated[int, Meta(ge=1, le=3)]
    clock: Clock
    boat: Annotated[str, refers("boats.csv")]
    number: Small


class SurvivalRow(Sourced, frozen=True):
    """2.1i-2 The modifier of survival by pill boxes in play."""

    KEY: ClassVar[tuple[str, ...]] = ("first",)
    first: Small
    last: Small
    modifier: int


class PlanRow(Sourced, frozen=True, kw_only=True):
    """HLP.1-HLP.3 A boat of the historical plan; boats of a group land together."""

    wave: Annotated[int, Meta(ge=1, le=3)]
    beach: BeachBox
    boat: Annotated[str, refers("boats.csv")]
    group: str = ""
    load: str
    rule: RuleId


class TransportNumberRow(Sourced, frozen=True):
    """2.1m-2 Transport boats of an hour; 0000 stands for every hour that has no row."""

    KEY: ClassVar[tuple[str, ...]] = ("landing", "clock", "boat")
    landing: Literal["full", "east", "central", "transport"]
    clock: Clock
    boat: Annotated[str, refers("boats.csv")]
    number: Small
    rule: RuleId


class HistoricalTransportRow(Sourced, frozen=True, kw_only=True):
    """HLP.4 A historical transport landing; without a clock it may land in any hour of the day."""

    day: Annotated[int, Meta(ge=6, le=8)]
    clock: str = ""
    load: str


class LeaderDrawRow(Sourced, frozen=True):
    """2.3f-1 How many leaders are drawn."""

    KEY: ClassVar[tuple[str, ...]] = ("first",)
    first: TwoDice
    last: TwoDice
    leaders: Small
