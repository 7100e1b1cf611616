"""7, 8 Scenarios: frames, set-ups, victory, options, exits and the turn record."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced, refers
from beachhead.games.tcs.schemas.common import Clock, Hex, RuleId, Side, Small

Needs = Literal["", "command", "assault", "naval", "sheets", "releases", "T5"]
"""What an option needs to mean something: a part of the rules that a scenario has, or that scenario."""


class ScenarioRow(Sourced, frozen=True, kw_only=True):
    """A16 The frame of a scenario; `area` are opposite corners, `naval` the first turn and every how many."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    title: str
    rule: RuleId
    first_day: Annotated[int, Meta(ge=6, le=8)]
    first: Clock
    last_day: Annotated[int, Meta(ge=6, le=8)]
    last: Clock
    turns: Annotated[int, Meta(ge=1, le=144)]
    sheets: tuple[Literal["A", "B", "C", "D"], ...]
    area: tuple[Hex, ...] = ()
    balance: int | None = None
    command: bool
    us_sheets: Literal["none", "optional"]
    german_sheets: Literal["none", "yes"]
    prepared: bool
    leaders: Literal["", "1200", "1300", "end"] = ""
    weather: Literal["clear", "roll"]
    landing: Annotated[
        Literal["none", "full", "east", "central", "transport"],
        refers("landing_boxes.csv", "landing", besides=("none",)),
    ]
    lct_r: Small
    naval: str = ""
    vrt: Annotated[str, refers("reinforcements.csv", "table")] = ""
    victory: Annotated[str, refers("victory.csv", "set")]
    shifts: Annotated[str, refers("shifts.csv", "set")] = ""
    lost: Annotated[int, Meta(ge=0, le=999)]
    summary: str

    def fits(self, needs: Needs) -> bool:
        """Whether the scenario has what an option needs."""
        match needs:
            case "command":
                return self.command
            case "assault":
                return self.landing in ("full", "east", "central")
            case "naval":
                return bool(self.naval)
            case "sheets":
                return self.german_sheets == "yes"
            case "releases":
                return bool(self.vrt)
        return needs in ("", self.id)

    @property
    def naval_from(self) -> str:
        """2.6a The first turn on which a destroyer may fire."""
        return self.naval.partition("/")[0]

    @property
    def naval_every(self) -> int:
        """2.6a On every how many turns from then on; 0 for never."""
        return int(self.naval.partition("/")[2] or 0)

    @property
    def has_beach(self) -> bool:
        """Whether the obstacle line is in play."""
        return "A" in self.sheets or "B" in self.sheets


class SetUpRow(Sourced, frozen=True, kw_only=True):
    """7.0-1 A line of a set-up: who stands where, within how many hexes, after which losses."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "of", "pick", "where")
    scenario: Annotated[str, refers("scenarios.csv")]
    side: Side
    of: str
    pick: str = ""
    how: Literal[
        "within", "area", "hex", "seaward", "landward", "zone", "pillbox", "sheet", "each", "among", "with", "off",
        "landing", "transport", "shore",
    ]  # fmt: skip
    where: str = ""
    radius: Small | None = None
    limit: str = ""
    losses: str = ""
    cm: Small | None = None
    released: bool | None = None
    dug: bool
    rule: RuleId


class GapRow(Sourced, frozen=True):
    """S5.gaps, T5.setup Obstacle hexes whose content is known at the start, from one end to the other."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "first")
    scenario: Annotated[str, refers("scenarios.csv")]
    first: Hex
    last: Hex
    state: Literal["clear", "mines"]
    rule: RuleId


class VictoryRow(Sourced, frozen=True, kw_only=True):
    """6.2 A condition of a level of victory; all of a level must hold, of those marked `either` one."""

    set: str
    side: Side
    level: Literal["massive", "major", "minor", "win"]
    condition: str
    what: str = ""
    least: str = ""
    most: Small | None = None
    radius: Small | None = None
    limit: str = ""
    by: str = ""
    either: bool = False
    rule: RuleId


class ShiftRow(Sourced, frozen=True, kw_only=True):
    """6.2-2 What shifts the level of victory."""

    set: str
    side: Side
    shifts: Annotated[int, Meta(ge=1, le=2)]
    condition: str
    least: Annotated[int, Meta(ge=0, le=999)] | None = None
    most: Annotated[int, Meta(ge=0, le=999)] | None = None
    rule: RuleId


class OptionRow(Sourced, frozen=True):
    """An option that players agree on before play."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    title: str
    rule: RuleId
    default: bool
    needs: Needs = ""


class ExitRow(Sourced, frozen=True):
    """1.8b, 6.3 A hex by which units leave for victory."""

    KEY: ClassVar[tuple[str, ...]] = ("set", "hex")
    set: Annotated[str, refers("victory.csv", "set")]
    who: Literal["tank", "infantry or mortar"]
    hex: Hex
    road: Annotated[str, refers("board.toml", "lines")]
    edge: Literal["east", "south"]


class TurnRow(Sourced, frozen=True):
    """1.14 A turn of the record track."""

    KEY: ClassVar[tuple[str, ...]] = ("turn",)
    RUNS: ClassVar[tuple[str, ...]] = ("turn",)
    turn: Annotated[int, Meta(ge=1, le=144)]
    day: Annotated[int, Meta(ge=6, le=8)]
    clock: Clock
    light: Literal["day", "night"]
    minutes: Literal[20, 60]
    hour: bool
    tide: Annotated[str, refers("tide.csv")]


class SpotterRow(Sourced, frozen=True):
    """T4.setup An observer without a counter."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario", "hex")
    scenario: Annotated[str, refers("scenarios.csv")]
    side: Side
    hex: Hex
