"""II.B, II.D Headquarters, guns and supply follow those who fight: near enough to serve, out of the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from beachhead.games.longest_day import movement
from beachhead.games.longest_day.box import COMMAND_RANGE
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.veteran.front import Front, is_fighter

BEHIND = 3
"""Hexes behind those who fight where a headquarters likes to be."""
APART = 2.0
"""What each hex costs that a division is too far from its corps."""
SERVES = 2
"""From so many units on a headquarters has supply before others that lead nobody."""
SHY = 3
"""From so many hexes on guns are at ease."""
AT_EASE = 0.25
"""What a better place must bring for a gun to move."""


class Staff:
    """Where headquarters, guns and supply go when everybody else has his place."""

    def __init__(self, front: Front, places: Mapping[int, int], ready: Sequence[int]) -> None:
        self.front = front
        self.g: LongestDay = front.g
        self.places: dict[int, int] = {}
        self._others = places
        self._ready = set(ready)
        self._foes = self.g.box.distances(*front.enemies) if front.enemies else b""
        self._size = Counter(record.hq for record in self.g.units if record.at >= 0)
        self._taken = {self._where(unit) for unit in self.g.on_map(front.side) if self.g.box.is_hq[unit]}
        self._plan_headquarters()
        self._plan_stores()
        self._plan_guns()

    def _where(self, unit: int) -> int:
        """Where a unit is going to be."""
        return self.places.get(unit, self._others.get(unit, self.g.units[unit].at))

    # --- headquarters --------------------------------------------------------------------------------------------

    def _plan_headquarters(self) -> None:
        """II.C.2, II.D.2 Corps first, then divisions, each amid its own."""
        g, box = self.g, self.g.box
        every = [unit for unit in g.on_map(self.front.side) if box.is_hq[unit]]
        every = [unit for unit in every if unit in self._ready]
        for hq in sorted(every, key=lambda unit: (not box.is_corps_hq[unit], unit)):
            clients = [self._where(unit) for unit in self._clients(hq)]
            clients = [place for place in clients if place >= 0]
            if not clients:
                continue
            here = g.units[hq].at
            corps = None if box.is_corps_hq[hq] else g.corps_hq(g.units[hq].corps)
            above = self._where(corps) if corps is not None else -1
            worth = {h: self._seat(hq, h, clients, above) for h in self._spots(hq)}
            ways = sorted(worth, key=lambda h: (worth[h], h == here, -h), reverse=True)
            best = next((h for h in ways if h == here or movement.refuse_end(g, hq, h) is None), here)
            if best != here:
                self._taken.discard(here)
                self._taken.add(best)
                self.places[hq] = best
                for store in self._stores(hq):
                    self.places[store] = best

    def _clients(self, hq: int) -> list[int]:
        """Whom a headquarters has to serve: those who fight; a corps its divisions."""
        g, box = self.g, self.g.box
        if box.is_corps_hq[hq]:
            own = [u for u in g.on_map(self.front.side) if g.units[u].corps == g.units[hq].corps and u != hq]
            return [u for u in own if is_fighter(g, u)]
        return [u for u in g.on_map(self.front.side) if g.units[u].hq == hq and is_fighter(g, u)]

    def _stores(self, hq: int) -> list[int]:
        """II.D.1.b The supply units in its hex that can move."""
        g = self.g
        return [u for u in g.friends_at(self.front.side, g.units[hq].at) if g.box.is_supply[u] and u in self._ready]

    def _spots(self, hq: int) -> list[int]:
        """II.D.1.b Where a headquarters can go with its supply, one to a hex; where it is else."""
        g, front = self.g, self.front
        here = g.units[hq].at
        found = {h for h in front.reach_of(hq) if h >= 0 and h not in self._taken}
        if g.has("II"):
            stores = [u for u in g.friends_at(front.side, here) if g.box.is_supply[u]]
            if stores:
                movers = [front.reach_of(u) for u in stores if u in self._ready]
                found &= set().union(*(set(way) for way in movers)) if movers else set()
        return [*sorted(found - {here}), here]

    def _seat(self, hq: int, place: int, clients: Iterable[int], above: int) -> float:
        """What a hex is worth as the seat of a headquarters."""
        g = self.g
        distance = g.box.board.distance
        far = [distance(place, h) for h in clients]
        limit = COMMAND_RANGE - 1
        value = -0.15 * sum(max(0, d - BEHIND) for d in far) / len(far)
        value -= self.front.w.stray * sum(d > limit for d in far) * 8 / (len(far) + 4)
        if above >= 0:
            value -= APART * max(0, distance(place, above) - limit)
        if self._foes:
            near = self._foes[place]
            value -= self.front.w.exposed if near <= 1 else 2.0 if near == 2 else 0.0
        friends = sum(g.defence(u) for u in g.friends_at(self.front.side, place) if u != hq and g.box.combat[u])
        return value - 1.5 * self.front.risk(hq, place, friends)

    # --- supply --------------------------------------------------------------------------------------------------

    def _plan_stores(self) -> None:
        """II.D.1.b Supply units without a headquarters go to the one of their corps that has least."""
        g, box = self.g, self.g.box
        for store in sorted(self._ready):
            if not box.is_supply[store] or store in self.places or g.units[store].at < 0:
                continue
            here = g.units[store].at
            if any(self._where(hq) == here and serves(self.g, hq) for hq in self._customers(store)):
                continue
            place = self.depot(store, [h for h in self.front.reach_of(store) if h >= 0])
            if place is not None and place != here:
                self.places[store] = place

    def _customers(self, store: int) -> list[int]:
        """II.D.1.b The headquarters that a supply unit can serve."""
        g, box = self.g, self.g.box
        corps, army = g.units[store].corps, box.army[store]
        return [
            hq
            for hq in g.on_map(self.front.side)
            if box.is_hq[hq] and box.army[hq] == army and corps in (None, g.units[hq].corps)
        ]

    def depot(self, store: int, places: Sequence[int]) -> int | None:
        """II.D.1.b The hex of the neediest headquarters, or the nearest to it among these."""
        customers = self._customers(store)
        if not customers or not places:
            return None
        distance, here = self.g.box.board.distance, self.g.units[store].at
        start = here if here >= 0 else places[0]
        size = self._size

        def need(hq: int) -> tuple[int, float, int]:
            idle = 0 if size[hq] >= SERVES else 2
            return self._stock(hq) + idle, distance(start, self._where(hq)) / 4 - size[hq], hq

        hq = min(customers, key=need)
        goal = self._where(hq)
        return min(places, key=lambda h: (distance(h, goal), h))

    def _stock(self, hq: int) -> int:
        """II.D.5 How many halves of supply units a headquarters has, or are on their way to it."""
        g, place = self.g, self._where(hq)
        stores = [u for u in g.on_map(self.front.side) if g.box.is_supply[u] and self._where(u) == place]
        return min(3, sum(2 if g.units[u].step == "full" else 1 for u in stores))

    # --- guns ----------------------------------------------------------------------------------------------------

    def _plan_guns(self) -> None:
        """II.B.2 In range of the enemy, in range of supply, and not next to him."""
        g, box = self.g, self.g.box
        for gun in sorted(self._ready):
            if not box.is_gun[gun] or g.units[gun].at < 0:
                continue
            spots = [h for h in self.front.reach_of(gun) if h >= 0 and h not in self.front.enemies]
            here = g.units[gun].at
            best = max([*spots, here], key=lambda h: (self._battery(gun, h), h == here, -h))
            if best != here and self._battery(gun, best) > self._battery(gun, here) + AT_EASE:
                self.places[gun] = best

    def _battery(self, gun: int, place: int) -> float:
        """What a hex is worth to a gun."""
        g, piece = self.g, self.g.box.pieces[gun]
        if not self._foes:
            return 0.0
        near = self._foes[place]
        value = 0.0
        if near <= piece.range:
            value += 3.0 - 0.2 * abs(near - max(1, piece.range // 2)) if piece.range > 1 else 2.0
        else:
            value -= 0.3 * (near - piece.range)
        if near < SHY and piece.range > 1:
            value -= 1.5 * (SHY - near)
        hq = g.units[gun].hq
        if hq is not None and self._where(hq) >= 0:
            value -= 2.0 * max(0, g.box.board.distance(self._where(hq), place) - (COMMAND_RANGE - 1))
        return value - 0.3 * self.front.risk(gun, place, 0.0)


def serves(g: LongestDay, hq: int) -> bool:
    """II.D.4 Whether others live on the supply of a headquarters."""
    return sum(record.hq == hq and record.at >= 0 for record in g.units) >= SERVES
