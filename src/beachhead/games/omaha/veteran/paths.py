"""The ways of infantry: what it costs to get from one hex to another, in time and in steps."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from beachhead.games.omaha.veteran.fire import Fire
from beachhead.games.omaha.veteran.reading import Reading

FAR = 50.0
PATIENCE = 0.12
"""What a turn of walking costs, in steps."""
CAUTION = 1.3
"""What a lost step costs on the way."""
JAM = 0.1
"""What it costs to pass a hex that is full."""


class Paths:
    """The map with what it costs to enter each hex."""

    def __init__(self, reading: Reading, fire: Fire) -> None:
        self.ground, self.closed = reading.ground, reading.german_hexes
        self.quick = reading.is_extended
        full = {h for h, units in reading.at.items() if len(units) >= 2}
        self.toll = [CAUTION * value for value in fire.lasting]
        self.jam = [JAM if h in full else 0.0 for h in range(reading.ground.size)]

    def towards(self, goals: Mapping[int, float], turns: int, limit: float = FAR) -> list[float]:
        """For every hex what it costs to get to the best goal within so many turns; FAR if it costs too much."""
        price = [FAR] * self.ground.size
        heap = [(cost, 0, h) for h, cost in goals.items()]
        for cost, _, h in heap:
            price[h] = cost
        heapify(heap)
        into, closed, toll, jam, quick = self.ground.into, self.closed, self.toll, self.jam, self.quick
        while heap:
            cost, hops, h = heappop(heap)
            if cost > price[h]:
                continue
            for start, steps in into[h]:
                spent = steps if not quick else max(1, steps - 1)
                if hops + spent > turns or start in closed:
                    continue
                total = cost + spent * (PATIENCE + toll[h]) + jam[h]
                if total < price[start] and total < limit:
                    price[start] = total
                    heappush(heap, (total, hops + spent, start))
        return price

    def outward(self, start: int, turns: int) -> dict[int, float]:
        """What it costs to get from a hex to every other within so many turns."""
        found = {start: 0.0}
        heap = [(0.0, 0, start)]
        out, closed, toll, jam, quick = self.ground.out, self.closed, self.toll, self.jam, self.quick
        while heap:
            cost, hops, h = heappop(heap)
            if cost > found[h]:
                continue
            for end, steps in out[h]:
                spent = steps if not quick else max(1, steps - 1)
                if hops + spent > turns or end in closed:
                    continue
                total = cost + spent * (PATIENCE + toll[end]) + jam[end]
                if total < found.get(end, FAR):
                    found[end] = total
                    heappush(heap, (total, hops + spent, end))
        return found
