"""Where infantry wants to go: towards Germans that it can attack, by the way that costs least.

Every hex gets a price: what it costs, in steps and in time, to get from there to where a German position can be
attacked, less what that is worth. Infantry moves downhill.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from beachhead.games.omaha.box import SECTORS, Box
from beachhead.games.omaha.veteran.fire import Fire
from beachhead.games.omaha.veteran.reading import Company, Nest, Reading

FAR = 50.0
PATIENCE = 0.12
"""What a turn of walking costs, in steps."""
CAUTION = 1.3
"""What a lost step costs on the way."""
HOPE = 1.0
"""How much of the fire on the way is to be expected: guns can be silenced before we cross."""
EARLY_POINT = 0.25
LATE_POINT = 1.0
FIRST_EFFORT = 99
UNCOVERED = 0.3
UNSUPPLIED = 0.3
JAM = 0.0
FIELD = 2.2
"""How far a target draws infantry."""
MASS = 1.2
TRAVEL = 1.0
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


def point_worth(turns_left: int, *, is_last: bool) -> float:
    """What a victory point is worth, in steps: more as the end comes near."""
    if is_last:
        return 5.0
    return EARLY_POINT if turns_left > 8 else EARLY_POINT + (LATE_POINT - EARLY_POINT) * (8 - turns_left) / 7


class Plan:
    """The objectives of a turn."""

    def __init__(self, reading: Reading, fire: Fire) -> None:
        self.reading, self.fire = reading, fire
        self.deadline = 16 if reading.turn <= 16 else 32
        self.turns_left = self.deadline - reading.turn + 1
        self.is_last = reading.turn == reading.last_turn
        self.point = point_worth(self.turns_left, is_last=self.is_last)
        self.blocked = [0] * reading.ground.size
        """12.31 How many German positions have each hex in their field of fire."""
        for site in reading.sites:
            for h in reading.box.sites[site].field:
                self.blocked[h] += 1
        self.supplied = self._supplied()
        self.coverage = self._coverage()
        self.freed = self._freed()
        self.value = {place: self.prize(nest) for place, nest in reading.nests.items()}
        self.price = self._spread(self._goals())
        self.efforts: dict[int, list[float]] = {}
        """The field of prices that each unit follows, by unit."""
        self.assigned: dict[int, int] = {}
        self._assign()

    def price_for(self, company: Company, place: int) -> float:
        """What a hex costs a unit on its way to its objective."""
        return self.efforts.get(company.number, self.price)[place]

    # --- main efforts ----------------------------------------------------------------------------------------------

    def _assign(self) -> None:
        """Mass enough infantry on each target, the best target first."""
        reading = self.reading
        if self.is_last or reading.turn < FIRST_EFFORT:
            return
        left = {c.number: c for c in reading.fighters if c.piece.is_infantry and c.strength >= 2}
        fields = {place: self._spread(self._fronts(place), FIELD) for place in reading.nests}
        while left and fields:
            best: tuple[float, int, list[Company]] | None = None
            for place, field in fields.items():
                force = self._force(place, field, left)
                if not force:
                    continue
                strength = sum(c.strength for c in force)
                cost = sum(field[c.hex] for c in force) / len(force)
                score = self.value[place] * min(1.0, strength / self._needed(place)) - TRAVEL * cost
                if best is None or score > best[0]:
                    best = (score, place, force)
            if best is None:
                return
            _, place, force = best
            field = fields.pop(place)
            value = self.value[place]
            shifted = [cost - value if cost < FAR else FAR for cost in field]
            for company in force:
                del left[company.number]
                self.efforts[company.number] = shifted
                self.assigned[company.number] = place

    def _fronts(self, place: int) -> dict[int, float]:
        reading = self.reading
        return {
            front: STAY * CAUTION * self.fire.lasting[front] + (1 - defence_factor(reading.box, front, place)) * 2
            for front in reading.ground.fronts[place]
            if front not in reading.german_hexes
        }

    def _needed(self, place: int) -> int:
        nest = self.reading.nests[place]
        return 9 if nest.has_depth else 7

    def _force(self, place: int, field: list[float], left: dict[int, Company]) -> list[Company]:
        """The nearest units that are strong enough together."""
        near = sorted((c for c in left.values() if field[c.hex] < FIELD), key=lambda c: field[c.hex])
        force: list[Company] = []
        needed = self._needed(place) * MASS
        for company in near:
            force.append(company)
            if sum(c.strength for c in force) >= needed:
                break
        return force

    # --- ground to hold --------------------------------------------------------------------------------------------

    def _supplied(self, without: frozenset[int] = frozenset()) -> set[int]:
        """12.3 The hexes from which a path leads to the beach outside all fields of fire, but for these positions."""
        reading, box, supply = self.reading, self.reading.box, self.reading.ground.supply
        blocked = self.blocked
        closed = reading.german_hexes
        if without:
            blocked = blocked.copy()
            for site in without:
                for h in box.sites[site].field:
                    blocked[h] -= 1
            closed = closed - {nest.hex for site in without for nest in reading.sites[site]}
        reached = {h for h in box.beaches if not blocked[h]}
        frontier = list(reached)
        while frontier:
            for h in supply[frontier.pop()]:
                if h not in reached and not blocked[h] and h not in closed:
                    reached.add(h)
                    frontier.append(h)
        return reached

    def _potential(self, supplied: set[int]) -> float:
        """13.2 The points that lie within reach of our communication, those that nobody controls counting less."""
        total = 0.0
        for h, prize in self.reading.ground.prizes.items():
            if h in supplied:
                total += prize if self.coverage.get(h, 0) else UNCOVERED * prize
        return total

    def _coverage(self) -> dict[int, int]:
        """12.1 How many units control each hex."""
        found: dict[int, int] = {}
        for company in self.reading.fighters:
            for h in self.controls(company, company.hex):
                found[h] = found.get(h, 0) + 1
        return found

    def controls(self, company: Company, place: int) -> Iterable[int]:
        """12.1 What a unit controls from a hex."""
        if not company.controls:
            return (place,)
        box = self.reading.box
        around = box.board.adjacent[place]
        return (place, *(h for h in around if not box.is_high[h])) if box.is_low[place] else (place, *around)

    def points(self, place: int) -> float:
        """13.22 What it is worth to control a hex: nothing under fire, less without communication."""
        found = self.reading.ground.prizes.get(place, 0.0)
        if not found or self.fire.any[place] or place in self.reading.german_hexes:
            return 0.0
        return found if place in self.supplied else UNSUPPLIED * found if self.turns_left > 2 else 0.0

    def hold(self, company: Company, place: int) -> float:
        """The points that only this unit would hold from a hex."""
        own = set(self.controls(company, company.hex)) if company.hex >= 0 else set()
        total = 0.0
        for h in self.controls(company, place):
            if self.coverage.get(h, 0) - (h in own) <= 0:
                total += self.points(h)
        return total

    # --- a way off the beach ---------------------------------------------------------------------------------------

    def _freed(self) -> dict[int, float]:
        """The points that the defeat of each German unit would open, by hex of the unit.

        Where only several of them bar the cheapest way off the beach, each has its share in what lies behind.
        """
        base = self._potential(self.supplied)
        found = dict.fromkeys(self.reading.nests, 0.0)
        keys = [frozenset([site]) for site in self.reading.sites]
        keys += [sites for sector in SECTORS if len(sites := self._gateway(sector)) > 1]
        for sites in keys:
            nests = [nest.hex for site in sites for nest in self.reading.sites[site]]
            gain = (self._potential(self._supplied(sites)) - base) / len(nests)
            for place in nests:
                found[place] = max(found[place], gain)
        return found

    def _gateway(self, sector: str) -> frozenset[int]:
        """The positions that fire on the way with the fewest German units."""
        reading, box = self.reading, self.reading.box
        size = {site: len(nests) for site, nests in reading.sites.items()}
        seen: set[int] = set()
        heap: list[tuple[int, int, frozenset[int]]] = []
        for h in box.beaches:
            if box.sector[h] == sector:
                sites = frozenset(site for site, _ in box.dots[h] if site in size)
                heappush(heap, (sum(map(size.__getitem__, sites)), h, sites))
        while heap:
            _, h, sites = heappop(heap)
            if h in seen:
                continue
            seen.add(h)
            if box.is_high[h] and h not in reading.german_hexes:
                return sites
            for n in reading.ground.supply[h]:
                if n not in seen:
                    more = [site for site, _ in box.dots[n] if site in size]
                    if n in reading.nests:
                        more.append(reading.nests[n].site)
                    wider = sites.union(more)
                    heappush(heap, (sum(map(size.__getitem__, wider)), n, wider))
        return frozenset()

    # --- Germans to defeat -----------------------------------------------------------------------------------------

    def prize(self, nest: Nest) -> float:
        """What it is worth to defeat a German unit: the fire that it will not give, and ground that it frees."""
        site = self.reading.box.sites[nest.site]
        turns = 0 if self.is_last else min(self.turns_left, 10)
        value = 0.5 + self.point * (1 + self.freed[nest.hex])
        if nest.is_wn:
            reach = 0.55 if site.reaches_beach else 0.15
            return value + reach * turns * (0.5 if nest.has_depth else 0.35)
        return value + 0.1 * turns

    # --- the way there ---------------------------------------------------------------------------------------------

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
        for h, gain in self._open_ground().items():
            goals[h] = min(goals.get(h, FAR), STAY * CAUTION * self.fire.lasting[h] - self.point * gain)
        return goals

    def _open_ground(self) -> dict[int, float]:
        """The points that infantry could take from a hex and nobody holds yet."""
        found: dict[int, float] = {}
        box = self.reading.box
        for h in self.reading.ground.prizes:
            points = 0.0 if self.coverage.get(h, 0) else self.points(h)
            if not points:
                continue
            found[h] = found.get(h, 0.0) + points
            for n in box.board.adjacent[h]:
                if self.reading.ground.is_firm(n) and not (box.is_low[n] and box.is_high[h]):
                    found[n] = found.get(n, 0.0) + points
        return {h: gain for h, gain in found.items() if h not in self.reading.german_hexes}

    def _spread(self, goals: dict[int, float], limit: float = FAR) -> list[float]:
        """The price of every hex: the cheapest way to a goal."""
        reading = self.reading
        lasting, closed, into = self.fire.lasting, reading.german_hexes, reading.ground.into
        quick = reading.is_extended
        price = [FAR] * reading.ground.size
        full = {h for h, units in reading.at.items() if len(units) >= 2}
        left = self.turns_left
        heap = [(cost, 0, h) for h, cost in goals.items()]
        for cost, _, h in heap:
            price[h] = cost
        heap.sort()
        while heap:
            cost, hops, h = heappop(heap)
            if cost > price[h]:
                continue
            for start, turns in into[h]:
                if start in closed:
                    continue
                spent = max(1, turns - 1) if quick else turns
                if hops + spent > left:
                    continue
                total = cost + spent * PATIENCE + HOPE * CAUTION * lasting[h] * (1 if turns == 1 or quick else 2)
                if h in full:
                    total += JAM
                if total < price[start] and total < limit:
                    price[start] = total
                    heappush(heap, (total, hops + spent, start))
        return price
