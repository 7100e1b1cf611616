"""3.1 German arrivals."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced, refers
from beachhead.games.tcs.schemas.common import Clock, RuleId, Small


class ReinforcementRow(Sourced, frozen=True, kw_only=True):
    """3.1-2 A line of a Variable Reinforcement Table."""

    KEY: ClassVar[tuple[str, ...]] = ("table", "roll", "first")
    table: str
    roll: Literal["main", "first", "second"]
    dice: Annotated[int, Meta(ge=1, le=2)]
    first: Small
    last: Small
    result: Literal[
        "none", "release", "first", "second", "enter", "battery", "company of", "battalion of", "rest of one"
    ]
    what: str = ""
    rule: RuleId


class ArrivalRow(Sourced, frozen=True, kw_only=True):
    """3.11-1 A historical German arrival."""

    day: Annotated[int, Meta(ge=6, le=8)]
    clock: Clock
    of: str
    pick: str = ""


class FreeBatteryRow(Sourced, frozen=True):
    """3.9, T5 A battery or battalion that may fire from the start."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "battery")
    scenario: Annotated[str, refers("scenarios.csv", besides=("T5 option",))]
    battery: str
