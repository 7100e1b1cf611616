"""20.3.veh From turn 17: vehicles and guns drive up the draws that engineers have opened, to the high ground.

Near the end armor drives on and leaves the map, where that counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from beachhead.games.omaha.terrain import refuse_drive
from beachhead.games.omaha.veteran.fire import Fire
from beachhead.games.omaha.veteran.reading import Company, Reading

DELAY = 0.06
"""What a hex of driving costs, in steps."""
BARRED = 0.4
"""What it costs more to plan for a hexside that engineers have still to clear."""
DANGER = 0.5
"""What a lost step of a vehicle costs on the way."""
ROOM = 0.03
"""What it is worth to drive on and make room for others, by hex from the low ground."""
DEEPEST = 4
UNREACHED = 5.0


class Driving:
    """Where vehicles and guns may go, and what each hex is worth to them."""

    def __init__(self, reading: Reading, fire: Fire, point: float, exits: Mapping[int, float]) -> None:
        self.reading, self.fire = reading, fire
        goals = self._goals(point)
        self.price = self._prices(goals)
        """What a hex costs a vehicle on its way to the high ground."""
        leaving = {h: goals[h] - point * steps for h, steps in exits.items() if h in goals}
        self.armor_price = self._prices({**goals, **leaving}) if leaving else self.price
        """20.3.both The same for armor, which counts twice if it leaves the map."""

    def price_of(self, company: Company, place: int) -> float:
        """What a hex costs a vehicle or gun on its way."""
        return (self.armor_price if company.piece.is_armored else self.price)[place]

    def _goals(self, point: float) -> dict[int, float]:
        """20.3.veh A point for every vehicle on the high ground."""
        box = self.reading.box
        low = [h for hexes in box.draws.values() for h in hexes]
        away = box.distances(*low)
        return {
            h: -point - ROOM * min(DEEPEST, away[h]) + DANGER * self.fire.lasting[h]
            for h in range(self.reading.ground.size)
            if box.is_high[h] and self.reading.ground.is_firm(h) and h not in self.reading.german_hexes
        }

    def _prices(self, goals: Mapping[int, float]) -> list[float]:
        reading, lasting = self.reading, self.fire.lasting
        price = [UNREACHED] * reading.ground.size
        heap = [(cost, h) for h, cost in goals.items()]
        for cost, h in heap:
            price[h] = cost
        heapify(heap)
        while heap:
            cost, h = heappop(heap)
            if cost > price[h]:
                continue
            for start, barred in reading.ground.driven[h]:
                if start in reading.german_hexes:
                    continue
                extra = BARRED if barred and refuse_drive(reading.g, start, h) is not None else 0.0
                total = cost + DELAY + DANGER * lasting[h] + extra
                if total < price[start]:
                    price[start] = total
                    heappush(heap, (total, start))
        return price
