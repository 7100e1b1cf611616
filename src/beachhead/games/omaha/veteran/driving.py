"""20.3.veh From turn 17: vehicles and guns drive up the draws that engineers have opened, to the high ground."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from beachhead.games.omaha.terrain import refuse_ground
from beachhead.games.omaha.veteran.engineering import Engineers
from beachhead.games.omaha.veteran.fire import Fire
from beachhead.games.omaha.veteran.reading import Reading

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

    def __init__(self, reading: Reading, fire: Fire, point: float) -> None:
        self.reading, self.fire = reading, fire
        self.engineers = Engineers(reading)
        self.price = self._prices(point)
        """What a hex costs a vehicle on its way to the high ground."""

    def steps(self, here: int) -> list[int]:
        """TEC, 19.3 The hexes next to one that a vehicle may enter now, Germans and the sea apart."""
        way = self.reading.ground.ways
        opened = [h for h in way.cleared[here] if self._is_cleared(here, h)] if self.engineers.cleared else []
        return [*way.drive[here], *opened]

    def _is_cleared(self, start: int, end: int) -> bool:
        """19.31 Whether engineers have cleared the way from a hex to the next."""
        box, cleared = self.reading.box, self.engineers.cleared
        swept = [h for h in (start, end) if h in box.mined and h in cleared]
        side_open = start in cleared or end in cleared
        return refuse_ground(box, "other", start, end, side_open=side_open, swept=swept) is None

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

    def _prices(self, point: float) -> list[float]:
        reading, lasting = self.reading, self.fire.lasting
        price = [UNREACHED] * reading.ground.size
        heap = [(cost, h) for h, cost in self._goals(point).items()]
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
                extra = BARRED if barred and not self._is_cleared(start, h) else 0.0
                total = cost + DELAY + DANGER * lasting[h] + extra
                if total < price[start]:
                    price[start] = total
                    heappush(heap, (total, start))
        return price
