"""20.3.veh From turn 17: vehicles and guns drive up the draws that engineers have opened, to the high ground.

Near the end armor drives on and leaves the map, where that counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from beachhead.games.omaha.box import INTENSE
from beachhead.games.omaha.terrain import refuse_ground
from beachhead.games.omaha.veteran.engineering import Engineers
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
        self.engineers = Engineers(reading)
        goals = self._goals(point)
        self.price = self._prices(goals)
        """What a hex costs a vehicle on its way to the high ground."""
        leaving = {h: goals[h] - point * steps for h, steps in exits.items() if h in goals}
        self.armor_price = self._prices({**goals, **leaving}) if leaving else self.price
        """20.3.both The same for armor, which counts twice if it leaves the map."""

    def price_of(self, company: Company, place: int) -> float:
        """What a hex costs a vehicle or gun on its way."""
        return (self.armor_price if company.piece.is_armored else self.price)[place]

    def steps(self, here: int) -> list[int]:
        """TEC, 19.3 The hexes next to one that a vehicle may enter now, Germans and the sea apart."""
        way = self.reading.ground.ways
        opened = [h for h in way.cleared[here] if self._is_cleared(here, h)] if self.engineers.cleared else []
        return [*way.drive[here], *opened]

    def tank_steps(self, here: int) -> list[int]:
        """17.2 Where a tank gets from a hex: along roads two hexes, along a primary road four."""
        on = self.reading.box.sheet.paths.on[here]
        found = dict.fromkeys(self.steps(here))
        if on & {"secondary", "mined"}:
            self._follow(here, 2, frozenset({"primary", "secondary", "mined"}), found)
        if "primary" in on:
            self._follow(here, 4, frozenset({"primary"}), found)
        found.pop(here, None)
        return list(found)

    def _follow(self, here: int, left: int, roads: frozenset[str], found: dict[int, None]) -> None:
        """17.2b On along the road until intense fire stops the tank; mines have to be swept."""
        box, cleared = self.reading.box, self.engineers.cleared
        for h in self.steps(here):
            kinds = box.roads(here, h) & roads
            mined = kinds <= {"mined"} and not all(n in cleared for n in (here, h) if n in box.mined)
            if not kinds or mined or h in self.reading.german_hexes:
                continue
            found[h] = None
            if left > 1 and not any(f.field.get(h, 0) == INTENSE for f in self.fire.firers.values()):
                self._follow(h, left - 1, roads, found)

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
                extra = BARRED if barred and not self._is_cleared(start, h) else 0.0
                total = cost + DELAY + DANGER * lasting[h] + extra
                if total < price[start]:
                    price[start] = total
                    heappush(heap, (total, start))
        return price
