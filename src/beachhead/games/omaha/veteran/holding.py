"""12, 13.2 The ground: what we hold of it, what counts for victory, and what the Germans keep from us."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from heapq import heappop, heappush
from itertools import compress

from beachhead.games.omaha.box import SECTORS
from beachhead.games.omaha.veteran.reading import Company, Nest, Reading
from beachhead.hexes import marks

THREAT_TURNS = 3
"""Turns for which one thinks about that."""
WIDE = 8.0
"""The points in an area that make it worth to open a way there."""
UNSUPPLIED = 0.3
"""What a point counts that our communication does not reach yet."""


class Holding:
    """Control and communication as they are."""

    def __init__(self, reading: Reading, turns_left: int) -> None:
        self.reading, self.turns_left = reading, turns_left
        self.blocked = [0] * reading.ground.size
        """12.31 How many German positions have each hex in their field of fire, disrupted or not."""
        for site in reading.sites:
            for h in reading.box.sites[site].field:
                self.blocked[h] += 1
        self._reached = self._supplied()
        self.supplied = marks(self._reached, reading.ground.size)
        """12.3 The hexes that our communication reaches, with a byte for each."""
        self.refresh(reading)
        self._worths = self._worth_of_prizes()

    def refresh(self, reading: Reading) -> None:
        """12.1 Count anew how many units control each hex."""
        self.reading = reading
        self.coverage: dict[int, int] = {}
        self._points: dict[int, float] = {}
        for company in reading.fighters:
            for h in self.controls(company, company.hex):
                self.coverage[h] = self.coverage.get(h, 0) + 1

    def controls(self, company: Company, place: int) -> Iterable[int]:
        """12.1 What a unit controls from a hex."""
        if not company.controls:
            return (place,)
        return self.reading.ground.controlled[place]

    def points(self, place: int) -> float:
        """13.22 What it is worth to control a hex: nothing under fire or garrisoned, less without communication."""
        found = self._points.get(place)
        if found is None:
            found = self._points[place] = self._points_of(place)
        return found

    def _points_of(self, place: int) -> float:
        found = self.reading.prizes.get(place, 0.0)
        if not found or self.blocked[place] or place in self.reading.german_hexes or place in self.reading.garrisons:
            return 0.0
        if self.supplied[place]:
            return found
        return UNSUPPLIED * found if self.turns_left > 2 else 0.0

    def gain(self, company: Company, place: int) -> float:
        """The points that only this unit would hold from a hex."""
        own, coverage = self.controls(company, company.hex), self.coverage
        points = sum([self.points(h) for h in self.controls(company, place) if coverage.get(h, 0) <= (h in own)])
        if all(c is company for c in self.reading.at.get(place, ())):
            points += self.guard(place)
        return points

    # --- what the Germans keep from us -----------------------------------------------------------------------------

    def _supplied(self, without: frozenset[int] = frozenset()) -> int:
        """12.3 The hexes that our communication reaches, as bits; `without` are positions that do not count."""
        reading = self.reading
        closed = reading.german_hexes.difference(nest.hex for site in without for nest in reading.sites[site])
        return reading.ground.supplied(frozenset(reading.sites.keys() - without), closed)

    def _worth_of_prizes(self) -> list[float]:
        """13.2 What each of the prizes counts that our communication reaches: less if nobody controls it."""
        uncovered = self.reading.w.uncovered * min(1.0, (self.turns_left - 1) / 4)
        return [prize if self.coverage.get(h, 0) else uncovered * prize for h, prize in self.reading.prizes.items()]

    def _potential(self, reached: int) -> float:
        """13.2 The points within reach of our communication, if these are the hexes that it reaches."""
        supplied = marks(reached, self.reading.ground.size)
        return sum(compress(self._worths, map(supplied.__getitem__, self.reading.prizes)), 0.0)

    def freed(self) -> dict[int, float]:
        """The points that the defeat of each German unit would open, by hex of the unit.

        Where only several of them bar the cheapest way off the beach, each has its share in what lies behind.
        """
        base = self._potential(self._reached)
        found = dict.fromkeys(self.reading.nests, 0.0)
        keys = [frozenset([site]) for site in self.reading.sites]
        keys += [sites for sector in SECTORS if len(sites := self._gateway(sector)) > 1]
        for sites in keys:
            nests = [nest.hex for site in sites for nest in self.reading.sites[site]]
            gain = (self._potential(self._supplied(sites)) - base) / len(nests)
            for place in nests:
                found[place] = max(found[place], gain)
        return found

    @cached_property
    def threats(self) -> dict[int, float]:
        """9.3, 9.32, 16.1, 16.4 The points that Germans in an empty position would cost, by hex, with their chance.

        None can come where one of ours stands.
        """
        reading, turns = self.reading, min(THREAT_TURNS, self.turns_left - 1)
        base = self._potential(self._reached)
        if turns <= 0 or base < (1.0 if reading.is_extended else WIDE):
            return {}
        chance = reading.w.inland_threat if reading.is_extended else reading.w.threat
        closed = reading.german_hexes | reading.garrisons
        costs: dict[int, float] = {}
        found: dict[int, float] = {}
        for position in reading.box.positions:
            if position.hex in closed or (not reading.is_extended and position.zone in ("", "WN")):
                continue
            site = position.site
            if site not in costs:
                costs[site] = base - self._potential(reading.ground.left_by(site, self._reached))
            if costs[site] > (0.5 if reading.is_extended else 1.0):
                found[position.hex] = chance * turns * costs[site]
        return found

    def guard(self, place: int) -> float:
        """What it is worth to man an empty position, in points."""
        return self.threats.get(place, 0.0)

    @cached_property
    def _inland(self) -> set[int]:
        """12.3 The wide areas of high ground outside all fields of fire: those with many points."""
        reading, box = self.reading, self.reading.box
        seen: set[int] = set()
        found: set[int] = set()
        for start in reading.prizes:
            if start in seen or self.blocked[start] or not box.is_high[start] or start in reading.german_hexes:
                continue
            area, frontier = {start}, [start]
            while frontier:
                for h in reading.ground.supply[frontier.pop()]:
                    if h not in area and not self.blocked[h] and h not in reading.german_hexes:
                        area.add(h)
                        frontier.append(h)
            seen |= area
            if sum(reading.prizes.get(h, 0.0) for h in area) >= WIDE:
                found |= area
        return found

    def _hardness(self, nest: Nest) -> float:
        """How hard it is to defeat a German unit: with depth harder, and so it is far from our infantry."""
        distance = self.reading.box.board.distance
        away = min((distance(c.hex, nest.hex) for c in self.reading.fighters if c.piece.is_infantry), default=6)
        return 1.0 + 0.5 * nest.has_depth + 0.2 * min(6, away)

    def _gateway(self, sector: str) -> frozenset[int]:
        """12.3 The positions that fire on the way inland that is easiest to clear."""
        reading, box, inland = self.reading, self.reading.box, self._inland
        size = {site: sum(map(self._hardness, nests)) for site, nests in reading.sites.items()}
        seen: set[int] = set()
        heap: list[tuple[float, int, frozenset[int]]] = []
        for h in box.beaches:
            if box.sector[h] == sector:
                sites = frozenset(site for site, _ in box.dots[h] if site in size)
                heappush(heap, (sum(map(size.__getitem__, sites)), h, sites))
        while heap:
            _, h, sites = heappop(heap)
            if h in seen:
                continue
            seen.add(h)
            if h in inland:
                return sites
            for n in reading.ground.supply[h]:
                if n not in seen:
                    more = [site for site, _ in box.dots[n] if site in size]
                    if n in reading.nests:
                        more.append(reading.nests[n].site)
                    wider = sites.union(more)
                    heappush(heap, (sum(map(size.__getitem__, wider)), n, wider))
        return frozenset()
