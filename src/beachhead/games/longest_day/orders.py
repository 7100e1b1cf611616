"""Orders to divisions and corps: who goes together, who goes first, and where each would like to be.

Nothing here is a rule: what is planned is done by the single moves that chapter I allows.
"""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day.box import ENEMY, LOST
from beachhead.games.longest_day.command import division_of
from beachhead.games.longest_day.movement import walks
from beachhead.games.longest_day.state import LongestDay
from beachhead.hexes import reach_by
from beachhead.kernel import Formation
from beachhead.wargame.orders import MarchOrders, Wish

GUNS_BEHIND, STAFF_BEHIND = 2, 3
"""Hexes from where a division is sent at which its artillery and its headquarters stop."""
ANYWHERE = 100_000
"""More quarters of a point than any way on the map costs."""


class DivisionOrders(MarchOrders[LongestDay]):
    """Battalions go first and as far as they can, guns and headquarters stop behind them, supply goes with its HQ."""

    moves = ("move", "road")

    def formations(self, g: LongestDay) -> Sequence[Formation]:
        """II.C Divisions with everybody whom their headquarters supply, and corps with all their divisions."""
        divisions: dict[int, list[int]] = {}
        corps: dict[int, list[int]] = {}
        for side in ENEMY:
            for unit in g.on_map(side):
                hq, leader = division_of(g, unit), g.corps_hq(g.units[unit].corps)
                if hq is not None and g.units[hq].at >= 0:
                    divisions.setdefault(hq, []).append(unit)
                if leader is not None:
                    corps.setdefault(leader, []).append(unit)
        return [
            *(self._formation(g, hq, units, g.corps_hq(g.units[hq].corps)) for hq, units in divisions.items()),
            *(self._formation(g, hq, units, None) for hq, units in corps.items()),
        ]

    def _formation(self, g: LongestDay, hq: int, units: Sequence[int], above: int | None) -> Formation:
        pieces, parent = g.box.pieces, g.box.pieces[hq].parent
        fighting = [unit for unit in units if g.box.combat[unit]]
        return Formation(
            pieces[hq].id,
            g.box.formation_titles.get(parent, parent),
            units,
            hq,
            "" if above is None else pieces[above].id,
            strength=(sum(map(g.attack, fighting)), sum(map(g.defence, fighting))),
            lost=sum(g.units[unit].at == LOST for unit in g.box.formations.get(parent, ())),
            place=g.box.sheet.nearest([g.units[hq].at])[0],
        )

    def rank(self, g: LongestDay, unit: int) -> int:
        """Battalions, guns, headquarters, supply."""
        if g.box.is_supply[unit]:
            return 3
        return 2 if g.box.is_hq[unit] else 1 if g.box.is_gun[unit] else 0

    def wish(self, g: LongestDay, target: int) -> Wish:
        """As near as can be by the way that costs least, but not in front of those who fight."""
        away = g.box.distances(target)
        ways: dict[str, dict[int, int]] = {}

        def cost(g: LongestDay, unit: int, place: int) -> int:
            category = walks(g, unit)
            if category not in ways:
                ways[category] = reach_by(g.ground.ways[category], target, ANYWHERE).spent
            return ways[category].get(place, ANYWHERE + away[place])

        def wish(g: LongestDay, unit: int, place: int) -> tuple[int, ...]:
            hq = g.units[unit].hq
            if self.rank(g, unit) == 3 and hq is not None and g.units[hq].at >= 0:
                return (g.box.distances(g.units[hq].at)[place],)
            behind = (0, GUNS_BEHIND, STAFF_BEHIND, STAFF_BEHIND)[self.rank(g, unit)]
            return max(0, behind - away[place]), cost(g, unit, place)

        return wish
