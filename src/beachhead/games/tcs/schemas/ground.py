"""1 The map: terrain effects, tide, sectors, zones, breaches and spotting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced, covers, refers
from beachhead.games.tcs.schemas.common import HOURS, Clock, Die, Hex, Small


class TerrainRow(Sourced, frozen=True, kw_only=True):
    """TCS 12.1 An entry of the terrain chart: costs in twelfths of a movement point; empty forbids."""

    KEY: ClassVar[tuple[str, ...]] = ("entry",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"entry": ("primary road", "secondary road", "two levels")}
    entry: Annotated[
        str,
        covers("board.toml", "terrain"),
        covers("board.toml", "hexsides", named=lambda kind: () if kind == "breach" else (kind,)),
    ]
    kind: Literal["hex", "hexside", "path", "level"]
    foot: Small | None = None
    bicycle: Small | None = None
    wheel: Small | None = None
    track: Small | None = None
    height: Small
    open: bool | None = None


class TideRow(Sourced, frozen=True):
    """1.12 How many rows beyond the base row of a column are land in an hour."""

    KEY: ClassVar[tuple[str, ...]] = ("hour",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"hour": HOURS}
    hour: Clock
    rows: Annotated[int, Meta(ge=0, le=9)]


class SectorRow(Sourced, frozen=True):
    """1.16, 2.1l-3 A beach sector and which column each die leads to."""

    KEY: ClassVar[tuple[str, ...]] = ("sector",)
    sector: str
    beach: str
    sheet: Literal["A", "B"]
    first_column: Annotated[int, Meta(ge=1, le=52)]
    last_column: Annotated[int, Meta(ge=1, le=52)]
    die: tuple[Die, ...]


class ScatterRow(Sourced, frozen=True, kw_only=True):
    """1.17 A scatter line of a beach box; without a sector it leads off the map."""

    KEY: ClassVar[tuple[str, ...]] = ("box", "die")
    COMPLETE: ClassVar[tuple[str, ...]] = ("die",)
    box: str
    die: Die
    sector: Annotated[str, refers("sectors.csv", besides=("",))] = ""


class ZoneRow(Sourced, frozen=True):
    """1.6 A defensive zone hex."""

    KEY: ClassVar[tuple[str, ...]] = ("hex",)
    hex: Hex


class PillBoxRow(Sourced, frozen=True):
    """1.7 A historical pill box hex."""

    KEY: ClassVar[tuple[str, ...]] = ("hex",)
    hex: Annotated[str, refers("zones.csv")]
    type: Annotated[str, refers("unit_types.csv")]


class BreachRow(Sourced, frozen=True, kw_only=True):
    """2.5 A shingle breach and its security hexes."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    landward: Hex
    seaward: Hex
    security: tuple[Hex, ...]
    draw: str = ""


class SpottingRow(Sourced, frozen=True):
    """TCS 7.1 How far a unit in fire mode that has not fired is seen."""

    KEY: ClassVar[tuple[str, ...]] = ("target", "ground")
    COMPLETE: ClassVar[tuple[str, ...]] = ("target", "ground")
    target: Literal["area or gun", "vehicle or pill box"]
    ground: Literal["open", "cover"]
    hexes: Small
