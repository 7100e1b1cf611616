"""III.B, III.C What comes in the box for the air: counters of aircraft, combined arms, levels of interdiction."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from beachhead.games.longest_day.schemas_air import AircraftRow, Arms, ArmsRow, CounterBatteryRow, InterdictionRow
from beachhead.kernel import NameList

if TYPE_CHECKING:
    from beachhead.games.longest_day.box import Box


class AirForces:
    """The Allied Aircraft Deployment Display, and the charts that go with it."""

    def __init__(self, box: Box) -> None:
        self.craft: list[AircraftRow] = box.rows(AircraftRow)
        self.names = NameList("aircraft", [row.id for row in self.craft], [row.name for row in self.craft])
        rows: list[ArmsRow] = box.rows(ArmsRow)
        self.arms: dict[tuple[Arms, Arms], int] = {(row.attacker, row.defender): row.die for row in rows}
        levels: list[InterdictionRow] = box.rows(InterdictionRow)
        shots: list[CounterBatteryRow] = box.rows(CounterBatteryRow)
        self.counter_battery = sorted(shots, key=lambda row: row.points)
        self.levels = sorted(levels, key=lambda row: row.level)

    @lru_cache(maxsize=64)  # noqa: B019  a box is kept anyway
    def of(self, *kinds: str) -> tuple[int, ...]:
        """The counters of some kinds, by number."""
        return tuple(number for number, row in enumerate(self.craft) if row.kind in kinds)
