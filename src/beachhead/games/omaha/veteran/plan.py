"""Where infantry wants to go: towards Germans that it can attack, by the way that costs least.

Every hex gets a price: what it costs, in steps and in time, to get from there to where a German position can be
attacked, less what that is worth. Infantry moves downhill.
"""

from __future__ import annotations

from heapq import heappop, heappush

from beachhead.games.omaha.box import Box
from beachhead.games.omaha.veteran.fire import Fire
from beachhead.games.omaha.veteran.reading import Nest, Reading

FAR = 50.0
PATIENCE = 0.12
"""What a turn of walking costs, in steps."""
CAUTION = 1.3
"""What a lost step costs on the way."""
HOPE = 1.0
"""How much of the fire on the way is to be expected: guns can be silenced before we cross."""
STAY = 1.5
"""Turns that a unit will stand where it attacks from."""


def defence_factor(box: Box, front: int, target: int) -> float:
    """TEC How good a hex is to attack from: terrain and hexside double the defenders once."""
    sides = box.between(front, target)
    if box.is_building[target] or box.is_bocage[target] or sides & {"slope", "bluff"}:
        return 0.75
    if box.is_woods[target] or sides & {"shingle", "ditch", "wall"}:
        return 0.85
    return 1.0


class Plan:
    """The objectives of a turn."""

    def __init__(self, reading: Reading, fire: Fire) -> None:
        self.reading, self.fire = reading, fire
        self.turns_left = max(1, reading.last_turn - reading.turn + 1)
        self.value = {place: self.prize(nest) for place, nest in reading.nests.items()}
        self.price = self._spread(self._goals())

    def prize(self, nest: Nest) -> float:
        """What it is worth to defeat a German unit: the fire that it will not give, and ground that it frees."""
        site = self.reading.box.sites[nest.site]
        if nest.is_wn:
            reach = 0.55 if site.reaches_beach else 0.15
            return 1.5 + reach * min(self.turns_left, 10) * (0.5 if nest.has_depth else 0.35)
        return 1.0 + 0.1 * min(self.turns_left, 10)

    def _goals(self) -> dict[int, float]:
        reading, ground = self.reading, self.reading.ground
        goals: dict[int, float] = {}
        for place in reading.nests:
            strength = sum(
                c.strength for h in ground.fronts[place] for c in reading.at.get(h, ()) if c.piece.is_infantry
            )
            need = max(0.35, 1 - strength / 18)
            for front in ground.fronts[place]:
                if front in reading.german_hexes:
                    continue
                factor = defence_factor(reading.box, front, place)
                cost = STAY * CAUTION * self.fire.lasting[front] - self.value[place] * factor * need
                goals[front] = min(goals.get(front, FAR), cost)
        return goals

    def _spread(self, goals: dict[int, float]) -> list[float]:
        """The price of every hex: the cheapest way to a goal."""
        reading = self.reading
        lasting, closed, into = self.fire.lasting, reading.german_hexes, reading.ground.into
        quick = reading.is_extended
        price = [FAR] * reading.ground.size
        heap = [(cost, h) for h, cost in goals.items()]
        for cost, h in heap:
            price[h] = cost
        heap.sort()
        while heap:
            cost, h = heappop(heap)
            if cost > price[h]:
                continue
            for start, turns in into[h]:
                if start in closed:
                    continue
                spent = max(1, turns - 1) if quick else turns
                total = cost + spent * PATIENCE + HOPE * CAUTION * lasting[h] * (1 if turns == 1 or quick else 2)
                if total < price[start]:
                    price[start] = total
                    heappush(heap, (total, start))
        return price
