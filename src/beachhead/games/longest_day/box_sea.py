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
        self.divide = board.number(PORT_EN_BESSIN)
        self.columns = tuple(int(name.partition("-")[0]) for name in board.names)

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

    def range_to(self, place: int, beach: str) -> int:
        """IV.A.4 How far a hex is from the nearest sea hex with a landing box."""
        return self.box.distances(*sorted(self.open_water[beach]))[place]
