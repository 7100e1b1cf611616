"""2.1b-2.1h, HLP The fleet: which boat carries whom, in which wave and to which beach."""

from __future__ import annotations

from beachhead.games.tcs.box import Box
from beachhead.games.tcs.schemas import PlanRow
from beachhead.games.tcs.state import Boat

GUN_POINTS = 5
"""2.1b Load points of a towed field gun and of a carrier."""


class _Loading:
    """The historical plan, loaded boat by boat; every unit is taken aboard once."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.boats: list[Boat] = []
        self._aboard: set[int] = set()
        self._shared: dict[str, tuple[int, ...]] = {}
        self._groups: dict[tuple[int, str], int] = {}
        self._next = 0

    def load(self, row: PlanRow, boats: int) -> None:
        """A row of the plan; `boats` of the group carry the same load and share it."""
        if row.boat == "DD":
            for tank in self.box.units_of(row.load):
                self._add(row, (tank,), self.box.types[tank].row.load)
            return
        if row.boat == "LCA":
            units = self._shared.get(row.load) or self._taken(row.load)[0]
            first = row.load not in self._shared
            self._shared[row.load] = units
            whole = sum(self.box.types[u].row.load * self.box.full[u] for u in units)
            points = min(self.box.boats["LCA"].points, whole) if first or boats == 1 else self._rest(row, whole)
            self._add(row, units, points, shared=boats > 1)
            return
        units, guns, marker, points = self._parts(row.load)
        self._add(row, units, points, guns=guns, marker=marker)

    def _rest(self, row: PlanRow, whole: int) -> int:
        """2.1j-1 What is left of a shared load for the next boat of its group."""
        loaded = sum(boat.points for boat in self.boats if boat.group == self._group(row))
        return min(self.box.boats["LCA"].points, whole - loaded)

    def _parts(self, load: str) -> tuple[tuple[int, ...], int, int, int]:
        found: list[int] = []
        guns, marker, points = 0, -1, 0
        for part in load.split(";"):
            of, _, pick = part.strip().partition(":")
            if pick == "carriers" or pick.startswith("gun*"):
                marker = self.box.units_of(of)[0]
                guns += int(pick.removeprefix("gun*")) if pick != "carriers" else 0
                points += GUN_POINTS * (self.box.carriers[of] if pick == "carriers" else int(pick[4:]))
                continue
            units, weight = self._taken(part.strip())
            found += units
            points += weight
        return tuple(found), guns, marker, points

    def _taken(self, part: str) -> tuple[tuple[int, ...], int]:
        """The units of a part of a load that are in no boat yet, and what they weigh."""
        of, _, pick = part.partition(":")
        units = self.box.picked(of, pick, without=self._aboard)
        self._aboard.update(units)
        return units, sum(self.box.types[u].row.load * self.box.full[u] for u in units)

    def _group(self, row: PlanRow) -> int:
        return self._groups.setdefault((row.wave, row.group), len(self._groups) + 1000 * (row.boat == "DD"))

    def _add(
        self,
        row: PlanRow,
        units: tuple[int, ...],
        points: int,
        *,
        guns: int = 0,
        marker: int = -1,
        shared: bool = False,
    ) -> None:
        if row.boat == "DD":
            self._next += 1
            group = -self._next
        else:
            group = self._group(row)
        self.boats.append(Boat(row.boat, row.wave, row.beach, group, units, points, guns, marker, shared))


def historical_fleet(box: Box, beaches: frozenset[str]) -> list[Boat]:
    """HLP.5 The boats of the historical plan for these beaches; LCAs of one company are a group."""
    loading = _Loading(box)
    rows = [row for row in box.plan if row.beach in beaches]
    for row in rows:
        same = sum(other.load == row.load and other.group == row.group and other.boat == "LCA" for other in rows)
        loading.load(row, same)
    return loading.boats
