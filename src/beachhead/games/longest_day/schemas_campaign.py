"""The rows of the data files of the campaign game: tracks, railways and areas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced, covers, refers
from beachhead.games.longest_day.schemas import BoxRow, Hex, Number, RuleId, Turn
from beachhead.wargame.box import OptionRow

BoxId = Annotated[str, refers("boxes.csv")]


def _is_on_track(row: BoxRow) -> bool:
    """IX.F.2 Whether a box belongs to the Strategic Movement Track."""
    return row.kind in ("start", "track")


class TrackRow(Sourced, frozen=True, kw_only=True):
    """IX.F.2 A box of the German Strategic Movement Track, and where units go on from it."""

    KEY: ClassVar[tuple[str, ...]] = ("box",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"box": ("711", "Channel Islands")}
    box: Annotated[BoxId, covers("boxes.csv", only=_is_on_track)]
    interdiction: Annotated[int, Meta(ge=0, le=2)] | None = None
    """IX.F.2.c What is printed in a movement box; start boxes have nothing."""
    links: tuple[BoxId, ...] = ()
    far_bombers: bool
    """IX.G.4 Whether the heavy bombers 5 and 6 may be used in it."""
    maquis: bool
    """IX.G.6 Whether the Maquis may be used in it."""
    special: Annotated[int, Meta(ge=1, le=5)] | None = None
    """IX.F.5.d What a die must exceed to call a unit up from it."""


class SettingRow(OptionRow, frozen=True):
    """XI, XII A switch, or a choice of several values of which the first is the usual one."""

    values: tuple[str, ...] = ()
    is_on: bool = False

    @property
    def choices(self) -> tuple[bool | str, ...]:
        """What may be chosen."""
        return self.values or (False, True)

    @property
    def default(self) -> bool | str:
        """What is chosen if nobody says otherwise."""
        return self.values[0] if self.values else self.is_on


class VariantRow(Sourced, frozen=True, kw_only=True):
    """XI Where a formation or a unit begins in a variation, or where it is set up by its player."""

    KEY: ClassVar[tuple[str, ...]] = ("variant", "formation", "unit")
    variant: Literal["D", "E", "F"]
    formation: str = ""
    unit: Annotated[str, refers("units.csv", besides=("",))] = ""
    box: Annotated[str, refers("boxes.csv", besides=("",))] = ""
    turn: Turn
    area: Annotated[str, refers("areas.csv", besides=("",))] = ""
    hq: tuple[Hex, ...] = ()
    garrison: tuple[Hex, ...] = ()
    rule: RuleId


class AreaRow(Sourced, frozen=True):
    """A part of the map that a rule names."""

    id: str
    hexes: tuple[Hex, ...]


class MarkerRow(Sourced, frozen=True):
    """How many markers of a kind there are."""

    id: str
    count: Number


class RailTableRow(Sourced, frozen=True):
    """IX.J.8.b A line of the Railroad Interdiction Table: from so many points on, the CUTs for each die."""

    KEY: ClassVar[tuple[str, ...]] = ("points",)
    points: Number
    results: tuple[Number, ...]
