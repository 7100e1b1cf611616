"""TCS 6 Command: op sheets, missions and their implementation."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from beachhead.datafiles import Sourced, refers
from beachhead.games.tcs.schemas.common import Mission, Side, named_after


class OpSheetRow(Sourced, frozen=True, kw_only=True):
    """S1.orders A line of a German op sheet that stands at the start."""

    scenario: Annotated[str, refers("scenarios.csv")]
    side: Side
    sheet: str
    title: str
    kind: Mission
    task: Annotated[int, Meta(ge=1, le=6)]
    of: str
    pick: str = ""
    mission: Mission
    objective: Annotated[
        str,
        refers("board.toml", "places", within=named_after("village")),
        refers("board.toml", "areas", within=named_after("area")),
    ]
    route: Annotated[str, refers("board.toml", "lines", within=named_after("road"))] = ""
    reserve: bool
    implemented: bool


class MissionRow(Sourced, frozen=True, kw_only=True):
    """TCS 6.4 What units may do on a mission, or without one."""

    KEY: ClassVar[tuple[str, ...]] = ("mission",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("mission",)
    mission: Literal["attack", "hasty", "prepared", "move", "reserve", "unassigned", "landward", "beach", "led"]
    weighted_row: Literal["", "attack", "hasty", "prepared", "move"] = ""
    advance: Literal["yes", "no", "to the objective"]
    leave: bool
    dig: Literal["no", "after 3 turns", "on implementation"]
    fire: Literal["yes", "overwatch only"]
    assault: Literal["yes", "no", "only inside the objective"]
    ends: str


class ImplementationRow(Sourced, frozen=True):
    """TCS 6.6 A row of the Implementation Table."""

    KEY: ClassVar[tuple[str, ...]] = ("prep_size",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("prep_size",)
    prep_size: Annotated[int, Meta(ge=1, le=12)]
    needs: tuple[str, ...]


class ImplementationColumnRow(Sourced, frozen=True):
    """TCS 6.6 The weighted turns that reach each column."""

    KEY: ClassVar[tuple[str, ...]] = ("mission",)
    COMPLETE: ClassVar[tuple[str, ...]] = ("mission",)
    mission: Mission
    least: tuple[int, ...]


class WeightedTurnRow(Sourced, frozen=True):
    """TCS 6.6b Weighted turns that a sheet gains."""

    KEY: ClassVar[tuple[str, ...]] = ("condition",)
    condition: str
    points: Annotated[int, Meta(ge=1, le=3)]


class PrepRatingRow(Sourced, frozen=True, kw_only=True):
    """5.1, 5.2 A command prep rating and from when it holds."""

    side: Side
    division: str = ""
    since: str = field(name="from")
    rating: Annotated[int, Meta(ge=1, le=9)]
