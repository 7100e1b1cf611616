"""IV.A, V What comes in the box for the fleets and the invasion: ships, tables, drop zones."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from beachhead.games.longest_day import schemas_sea
from beachhead.kernel import NameList

if TYPE_CHECKING:
    from beachhead.games.longest_day.box import Box

FILES = {
    "gunfire.csv": schemas_sea.GunfireRow,
    "bombardment.csv": schemas_sea.BombardmentRow,
    "drop_zones.csv": schemas_sea.ZoneRow,
    "drop_groups.csv": schemas_sea.DropGroupRow,
    "drift.csv": schemas_sea.DriftRow,
    "dispersal.csv": schemas_sea.DispersalRow,
    "calamity.csv": schemas_sea.CalamityRow,
}
PORT_EN_BESSIN = "075-036"


class Sea:
    """What the rules of the fleets and the invasion read as `g.box.sea`."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.ships: list[schemas_sea.GunfireRow] = box.rows(schemas_sea.GunfireRow)
        self.ship_names = NameList("ship", [row.id for row in self.ships], [row.name for row in self.ships])
        self.bombardment: list[schemas_sea.BombardmentRow] = box.rows(schemas_sea.BombardmentRow)
        board = box.board
        beaches = [row for row in box.landings.values() if row.beach]
        self.landfall = {board.number(row.coast): row for row in beaches}
        """V.C.1 The coastal hexes to which the landing boxes of beaches lead."""
        self.box_of = {board.number(row.coast): box for box, row in box.landings.items() if row.beach}
        """V.C.1 The landing box of a beach that leads to a coastal hex."""
        zones = box.rows(schemas_sea.ZoneRow)
        self.zones: dict[tuple[str, str], int] = {(row.plan, row.id): board.number(row.hex) for row in zones}
        """V.B.2 The drop zones by plan and name."""
        drops = {box.unit[row.unit]: row for row in box.rows(schemas_sea.DropGroupRow)}
        self.drop_groups: dict[int, schemas_sea.DropGroup] = {unit: row.group for unit, row in drops.items()}
        """XI.A.4 The units of the second air drop, and their drop groups."""
        self.regiments = {unit: row.regiment for unit, row in drops.items() if row.regiment}
        """XI.A.7.c The infantry of the second air drop, and its regiments."""
        self.drift: list[schemas_sea.DriftRow] = box.rows(schemas_sea.DriftRow)
        self.dispersal: list[schemas_sea.DispersalRow] = box.rows(schemas_sea.DispersalRow)
        self.calamity: list[schemas_sea.CalamityRow] = box.rows(schemas_sea.CalamityRow)
        self._read_arms()
        self.divide = board.number(PORT_EN_BESSIN)
        self.columns = tuple(int(name.partition("-")[0]) for name in board.names)

    def _read_arms(self) -> None:
        """V.B, V.F, V.G Who is special: by what is said of him on his counter."""
        marks = [piece.special.replace(";", ",").split(",")[0] for piece in self.box.pieces]
        self.is_rmsr = tuple(mark == "RMSR" for mark in marks)
        self.is_dd = tuple(mark == "DD" for mark in marks)
        self.is_avre = tuple(mark == "AVRE" for mark in marks)
        self.is_crocodile = tuple(mark == "CROC" for mark in marks)
        self.is_crab = tuple(mark == "CRAB" for mark in marks)
        self.is_cdl = tuple(mark == "CDL" for mark in marks)
        self.is_raider = tuple(mark in ("commando", "ranger") for mark in marks)
        self.is_glider = tuple(mark == "glider" for mark in marks)
        self.is_air_supply = tuple(mark == "air supply" for mark in marks)

    @cached_property
    def open_water(self) -> dict[str, frozenset[int]]:
        """IV.A.4 The sea hexes with landing boxes, from which ranges are counted: all, and those of each beach."""
        number = self.box.board.number
        rows = list(self.box.landings.values())
        found: dict[str, frozenset[int]] = {
            row.beach: frozenset(number(r.sea) for r in rows if r.beach == row.beach) for row in rows if row.beach
        }
        found[""] = frozenset(number(row.sea) for row in rows)
        return found

    @cached_property
    def on_shore(self) -> frozenset[int]:
        """IV.A.2.a The land hexes next to a sea hex."""
        terrain = self.box.terrain
        return frozenset(h for h in self.box.land if any(terrain[n] == "sea" for n in self.box.board.adjacent[h]))

    @cached_property
    def ranges(self) -> dict[str, bytes]:
        """IV.A.4 How far every hex is from those sea hexes."""
        return {beach: self.box.distances(*sorted(hexes)) for beach, hexes in self.open_water.items()}

    def range_to(self, place: int, beach: str) -> int:
        """IV.A.4 How far a hex is from the nearest sea hex with a landing box."""
        return self.ranges[beach][place]
