"""The ways of infantry: what it costs to get from one hex to another, in time and in steps."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from beachhead.games.omaha.box import STEADY
from beachhead.games.omaha.veteran.fire import Fire
from beachhead.games.omaha.veteran.reading import Reading

FAR = 50.0


class Paths:
    """The map with what it costs to enter each hex."""

    def __init__(self, reading: Reading, fire: Fire) -> None:
        self.ground, self.closed = reading.ground, reading.german_hexes
        self.pace = self._pace(reading, fire) if reading.is_extended else None
        """17.1 The turns that it takes to walk into each hex, if two hexes a turn are allowed."""
        full = {h for h, units in reading.at.items() if len(units) >= 2}
        self.caution = reading.w.caution * (reading.w.nerve if reading.is_extended else 1.0)
        self.patience = reading.w.patience
        self.toll = [self.caution * value for value in fire.lasting]
        self.jam = [reading.w.jam if h in full else 0.0 for h in range(reading.ground.size)]

    def _pace(self, reading: Reading, fire: Fire) -> list[float]:
        """17.1 Half a turn, but a whole one into bocage and fire."""
        swept = {h for firer in fire.firers.values() for h, dots in firer.field.items() if dots >= STEADY}
        slow = (reading.box.is_bocage[h] or h in swept for h in range(reading.ground.size))
        return [1.0 if is_slow else 0.5 for is_slow in slow]

    def towards(self, goals: Mapping[int, float], turns: int, limit: float = FAR) -> list[float]:
        """For every hex what it costs to get to the best goal within so many turns; FAR if it costs too much."""
        price = [FAR] * self.ground.size
        heap = [(cost, 0.0, h) for h, cost in goals.items()]
        for cost, _, h in heap:
            price[h] = cost
        heapify(heap)
        into, closed, pace = self.ground.into, self.closed, self.pace
        while heap:
            cost, hops, h = heappop(heap)
            if cost > price[h]:
                continue
            toll, jam = self.patience + self.toll[h], self.jam[h]
            for start, steps in into[h]:
                spent = steps if pace is None else max(pace[h], steps - 1)
                if hops + spent > turns:
                    continue
                total = cost + spent * toll + jam
                if total < price[start] and total < limit and start not in closed:
                    price[start] = total
                    heappush(heap, (total, hops + spent, start))
        return price

    def outward(self, start: int, turns: int) -> dict[int, float]:
        """What it costs to get from a hex to every other within so many turns."""
        found = {start: 0.0}
        heap = [(0.0, 0.0, start)]
        out, closed, toll, jam, pace = self.ground.out, self.closed, self.toll, self.jam, self.pace
        patience = self.patience
        while heap:
            cost, hops, h = heappop(heap)
            if cost > found[h]:
                continue
            for end, steps in out[h]:
                spent = steps if pace is None else max(pace[end], steps - 1)
                if hops + spent > turns:
                    continue
                total = cost + spent * (patience + toll[end]) + jam[end]
                if total < found.get(end, FAR) and end not in closed:
                    found[end] = total
                    heappush(heap, (total, hops + spent, end))
        return found
