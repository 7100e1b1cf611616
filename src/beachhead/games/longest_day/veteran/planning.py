"""Who goes where in a movement phase: attackers together to where odds are good, others onto the enemy's ways.

A plan names hexes; whether a unit may go there is for the rules, which offer its moves when its turn comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from beachhead.games.longest_day.box import COMMAND_RANGE, POINT
from beachhead.games.longest_day.stacking import LIMIT
from beachhead.games.longest_day.veteran.fighting import Purse
from beachhead.games.longest_day.veteran.front import Front, is_fighter
from beachhead.games.longest_day.veteran.ways import FAR, Slowed
from beachhead.games.longest_day.veteran.weighing import (
    column_for,
    is_trapped,
    odds,
    stake,
)
from beachhead.hexes import reach_by

LEAST = {"attack": 0.0, "trap": 0.0, "hold": 1.2, "escape": 1.0}
"""What an attack must promise to be planned, by how the side plays."""
HORIZON = {True: 16 * POINT, False: 40 * POINT}
"""As far as the enemy's ways to what is guarded are closed, by whether the side has to win ground."""
FLIGHT = 1
"""Turns before the last one in which whoever escapes takes guns and headquarters along as they are."""
SOON = 8 * POINT
"""As near as the enemy is, with nobody in his way, when what is guarded is not left alone."""
TOO_DEAR = 2.5
"""What is worth so much is not left alone either if somebody is in the way of an enemy who is twice as far."""
PRIZE = 3.0
"""What may be risked for each point that an open prize is worth."""
DEAR = 2 * POINT
"""How much nearer the enemy may be to what is worth a point less, to be as urgent."""
BESIDE = 3 * POINT
"""What it costs the enemy on his way to pass by a unit."""


class Strike(NamedTuple):
    """An attack that is planned: who would go where for it."""

    value: float
    target: int
    places: dict[int, int]


class Plan:
    """Where the units of a side go in one movement phase."""

    def __init__(self, front: Front, units: Sequence[int], *, attacks: bool, rest: bool = True) -> None:
        self.front = front
        self.g = front.g
        self.places: dict[int, int] = {}
        is_flight = front.style == "escape" and self.g.turn >= self.g.box.scenarios[self.g.scenario].last_turn - FLIGHT
        self._free = {unit for unit in units if is_flight or is_fighter(self.g, unit)}
        self._room: dict[int, int] = {}
        self._strength: dict[int, float] = {}
        self._corps: dict[int, int | None] = {}
        self._settle(unit for unit in self.g.on_map(front.side) if unit not in self._free)
        self.attackers: set[int] = set()
        self.strikes: list[int] = []
        self.posts: set[int] = set()
        for step in self._steps(attacks=attacks):
            if rest or step == self._plan_attacks:
                step()

    def _steps(self, *, attacks: bool) -> Sequence[Callable[[], None]]:
        """What is planned first gets the units."""
        if self.front.style == "escape":
            steps = [self._plan_attacks, self._plan_others]
        elif self.front.style == "attack":
            steps = [self._plan_prizes, self._plan_guards, self._plan_attacks, self._plan_posts, self._plan_others]
        else:
            steps = [self._plan_prizes, self._plan_guards, self._plan_posts, self._plan_attacks, self._plan_others]
        return [step for step in steps if attacks or step != self._plan_attacks]

    # --- room ----------------------------------------------------------------------------------------------------

    def _settle(self, units: Iterable[int]) -> None:
        """I.F Units that stay where they are take room there."""
        for unit in units:
            self._put(unit, self.g.units[unit].at)

    def _put(self, unit: int, place: int) -> None:
        self._room[place] = self._room.get(place, LIMIT) - self.g.stacking(unit)
        if is_fighter(self.g, unit):
            self._strength[place] = self._strength.get(place, 0.0) + self.g.defence(unit)
        if self.g.box.combat[unit] and not self.g.box.flak[unit]:
            self._corps.setdefault(place, self.g.units[unit].corps)

    def _fits(self, unit: int, place: int) -> bool:
        """I.F.1, I.F.6 Whether there would be room, for its corps."""
        if self._room.get(place, LIMIT) < self.g.stacking(unit):
            return False
        return place not in self._corps or self._corps[place] == self.g.units[unit].corps

    def _is_led(self, unit: int, place: int) -> bool:
        """II.D.2 Whether its headquarters can keep up with a unit."""
        g, hq = self.g, self.g.units[unit].hq
        if hq is None or g.units[hq].at < 0:
            return True
        here, seat = g.units[unit].at, g.units[hq].at
        near = g.box.within(seat, self.front.w.leash)
        if place in near or here in near:
            return place in near
        return g.box.board.distance(place, seat) <= g.box.board.distance(here, seat)

    def _assign(self, unit: int, place: int) -> None:
        self.places[unit] = place
        self._free.discard(unit)
        self._put(unit, place)

    # --- prizes --------------------------------------------------------------------------------------------------

    def _plan_prizes(self) -> None:
        """X.H Hexes that decide and that nobody defends are entered at once, the dearest first, by one unit each."""
        front, prizes = self.front, self.front.open_prizes
        if not prizes or not self._free:
            return
        reached = {unit: front.reach_of(unit) for unit in sorted(self._free)}
        for place in sorted(prizes, key=lambda h: (-prizes[h], h)):
            value = prizes[place]
            able = [unit for unit, ways in reached.items() if unit in self._free and place in ways]
            able = [unit for unit in able if self._fits(unit, place) and not self._guards(unit, value)]
            unit = min(able, key=lambda u: (front.risk(u, place, 0.0), reached[u][place], u), default=None)
            if unit is not None and front.risk(unit, place, 0.0) < PRIZE * value:
                self._assign(unit, place)
                front.takes(place)

    def _guards(self, unit: int, value: float) -> bool:
        """X.H Whether a unit is the last in a hex that is worth more than another."""
        g, here = self.g, self.g.units[unit].at
        if self.front.guarded.get(here, 0.0) < value:
            return False
        others = (u for u in g.friends_at(self.front.side, here) if u != unit and g.box.combat[u])
        return all(u in self.places and self.places[u] != here for u in others)

    def _plan_guards(self) -> None:
        """X.H One unit stays in each hex that must not be lost and that the enemy could enter soon.

        What is dearest is not left to whoever may be in the enemy's way, and somebody goes there if nobody is there.
        """
        front, g = self.front, self.g
        dear = {h for h, value in front.guarded.items() if value >= TOO_DEAR}
        standing: dict[int, list[int]] = {}
        for unit in sorted(self._free):
            if g.units[unit].at in front.guarded:
                standing.setdefault(g.units[unit].at, []).append(unit)
        if not front.enemies or not (standing or dear):
            return
        first, table = [(h, 0) for h in front.enemies], g.ground.ways["motorized"]
        barred = bytearray(g.fighters(front.side))
        for place in standing:
            barred[place] = 0
        comes = reach_by(table, -1, SOON, first=first, blocked=barred)
        might = reach_by(table, -1, 2 * SOON, first=first)
        for place in sorted({*standing, *dear}):
            if place in (might if place in dear else comes):
                self._guard(place, standing.get(place, ()))

    def _guard(self, place: int, there: Sequence[int]) -> None:
        """The strongest of those who are there stays; if nobody is there, the strongest who can come goes."""
        if not there and self._strength.get(place):
            return
        able = there or [u for u in sorted(self._free) if place in self.front.reach_of(u) and self._fits(u, place)]
        unit = max(able, key=lambda unit: (self.g.defence(unit), -unit), default=None)
        if unit is not None:
            self._assign(unit, place)

    # --- attacks -------------------------------------------------------------------------------------------------

    def _plan_attacks(self) -> None:
        """I.I The attacks that promise most, one after the other, each with units that no other has taken."""
        comers = self._comers()
        waiting = {target: self._best_strike(target, comers) for target in self.front.walls}
        while True:
            best = max(
                (strike for strike in waiting.values() if strike is not None),
                key=lambda strike: (strike.value, -strike.target),
                default=None,
            )
            if best is None or best.value < LEAST[self.front.style] + self.front.w.least_plan:
                return
            if any(unit not in self._free or not self._fits(unit, h) for unit, h in best.places.items()):
                waiting[best.target] = self._best_strike(best.target, comers)
                continue
            for unit, place in best.places.items():
                self._assign(unit, place)
                self.attackers.add(unit)
            self.strikes.append(best.target)
            del waiting[best.target]

    def _comers(self) -> dict[int, list[int]]:
        """Who can come to each hex next to an enemy."""
        beside, found = self.front.beside, dict[int, list[int]]()
        for unit in sorted(self._free):
            if not self.g.attack(unit):
                continue
            for place in self.front.reach_of(unit):
                if place >= 0 and beside[place] and self._is_led(unit, place):
                    found.setdefault(place, []).append(unit)
        return found

    def _best_strike(self, target: int, comers: dict[int, list[int]]) -> Strike | None:
        """I.I.5 The best that one corps could do against a hex."""
        box = self.g.box
        spots = [h for h in box.board.adjacent[target] if h in comers]
        by_corps: dict[int | None, set[int]] = {}
        for place in spots:
            for unit in comers[place]:
                if unit in self._free:
                    by_corps.setdefault(self.g.units[unit].corps, set()).add(unit)
        found = [self._strike(target, spots, units, comers) for units in by_corps.values()]
        return max((one for one in found if one is not None), key=lambda one: one.value, default=None)

    def _strike(
        self, target: int, spots: Sequence[int], units: Iterable[int], comers: dict[int, list[int]]
    ) -> Strike | None:
        """I.I.9 Attackers are added, the strongest first, for as long as that promises more."""
        g, box = self.g, self.g.box
        defence, die = self.front.walls[target]
        room = {h: self._room.get(h, LIMIT) for h in spots}
        corps = {h: self._corps[h] for h in spots if h in self._corps}
        purse = Purse(g)
        power, best = 0.0, None
        chosen: dict[int, int] = {}
        theirs = stake(g, self.front.enemies[target], trapped=is_trapped(g, self.front.foe, target))
        ground = self.ground(target)
        for unit in sorted(units, key=lambda unit: (-g.attack(unit), unit)):
            place = self._spot(unit, target, spots, comers, room, corps)
            if place is None or not purse.can_pay(unit):
                continue
            purse.pay(unit)
            chosen[unit] = place
            room[place] -= g.stacking(unit)
            corps[place] = g.units[unit].corps
            power += g.attack(unit) * (0.5 if place in box.across[target] else 1.0)
            column = column_for(power, defence)
            if column is None:
                continue
            chance = odds(box, column, die + self._arms(chosen))
            value = theirs.cost(chance.theirs) + ground * chance.cleared
            value -= self.front.w.care * stake(g, chosen).cost(chance.ours) + self.front.w.committed * len(chosen)
            if best is None or value > best.value:
                best = Strike(value, target, dict(chosen))
        return best

    def _arms(self, chosen: dict[int, int]) -> int:
        """III.B Infantry and armour in one hex are more than either alone."""
        if not self.g.has("III"):
            return 0
        kinds: dict[int, set[str]] = {}
        for unit, place in chosen.items():
            kinds.setdefault(place, set()).add("armour" if self.g.box.pieces[unit].function == "armour" else "foot")
        return 1 if any(len(found) == 2 for found in kinds.values()) else 0

    def _spot(
        self,
        unit: int,
        target: int,
        spots: Sequence[int],
        comers: dict[int, list[int]],
        room: dict[int, int],
        corps: dict[int, int | None],
    ) -> int | None:
        """The hex from which a unit would attack: not across a river, with good cover, where it stands if it can."""
        g, box = self.g, self.g.box
        own = g.units[unit].corps
        able = [h for h in spots if unit in comers[h] and room[h] >= g.stacking(unit) and corps.get(h, own) == own]
        if not able:
            return None
        here = g.units[unit].at
        return max(able, key=lambda h: (h not in box.across[target], h == here, h in corps, self.front.cover(h), -h))

    def ground(self, target: int) -> float:
        """What a hex is worth to whoever takes it: a goal, or the way to one."""
        front = self.front
        if target in front.goals:
            return 3 * front.w.ground
        if not front.goals or not front.is_attacker:
            return 0.3
        field = front.want("motorized")
        around = [field[h] for h in self.g.box.board.adjacent[target] if field[h] < FAR]
        if not around or field[target] >= FAR:
            return 0.3
        return 0.3 + front.w.ground * min(1.0, max(0.0, (max(around) - min(around)) / (16 * POINT)))

    # --- posts ---------------------------------------------------------------------------------------------------

    def _plan_posts(self) -> None:
        """The ways by which the enemy would come first to what is guarded are closed one after the other."""
        front, g = self.front, self.g
        goals = set(front.guarded)
        if not goals or not front.enemies or not self._free:
            return
        closed = bytearray(g.fighters(front.side))
        for unit in self._free:
            place = g.units[unit].at
            if place >= 0:
                closed[place] -= 1
        for place in self.places.values():
            closed[place] = 1
        table = Slowed(g.ground.ways["motorized"], {})
        for place in [h for h in range(len(closed)) if closed[h]]:
            self._shade(table, place)
        comers: dict[int, list[int]] = {}
        for unit in sorted(self._free):
            for place in front.reach_of(unit):
                if place >= 0 and self._is_led(unit, place):
                    comers.setdefault(place, []).append(unit)
        first = [(h, 0) for h in front.enemies]
        while self._free and goals:
            open_goals = [h for h in goals if not closed[h]]
            if not open_goals:
                return
            found = reach_by(table, -1, HORIZON[front.is_attacker], first=first, blocked=closed)
            reached = [h for h in open_goals if h in found]
            if not reached:
                return
            goal = min(reached, key=lambda h: (found[h] - DEAR * front.guarded[h], h))
            post = self._best_post([h for h in found.path(goal) if h >= 0], comers)
            if post is None:
                goals.discard(goal)
                continue
            unit, place = post
            self._assign(unit, place)
            self.posts.add(place)
            closed[place] = 1
            self._shade(table, place)

    def _shade(self, table: Slowed, place: int) -> None:
        for h in self.g.box.board.adjacent[place]:
            table.slow(h, BESIDE)

    def _best_post(self, path: Sequence[int], comers: dict[int, list[int]]) -> tuple[int, int] | None:
        """The unit that best closes a way, and where."""
        front, g = self.front, self.g
        best, found = -99.0, None
        for step, place in enumerate(path):
            if place in front.enemies:
                continue
            units = [unit for unit in comers.get(place, ()) if unit in self._free and self._fits(unit, place)]
            for unit in units:
                value = (front.cover(place) - 1) * 2 - 0.08 * step - front.risk(unit, place, 0.0) * 0.3
                value += front.w.in_line if front.line[place] else 0.0
                value += 0.5 if g.units[unit].at == place else 0.0
                value += 0.05 * g.defence(unit)
                if value > best:
                    best, found = value, (unit, place)
        return found

    # --- everybody else ------------------------------------------------------------------------------------------

    def _plan_others(self) -> None:
        """Those who are left go on toward the goals, or stand by where the line is weakest."""
        for unit in sorted(self._free, key=lambda unit: (-self.g.attack(unit), unit)):
            self._assign(unit, self.best_place(unit, [h for h in self.front.reach_of(unit) if h >= 0]))

    def best_place(self, unit: int, places: Iterable[int]) -> int:
        """The best of these hexes for a unit that has no task."""
        here = self.g.units[unit].at
        able = [h for h in places if h == here or (self._fits(unit, h) and self._is_led(unit, h))]
        return max(able or [here], key=lambda h: (self.worth(unit, h), h == here, -h))

    def worth(self, unit: int, place: int) -> float:
        """What it is worth to a unit without a task to stand in a hex."""
        front, g = self.front, self.g
        here = g.units[unit].at
        friends = self._strength.get(place, 0.0)
        fear = front.w.fear_attacking if front.is_attacker else front.w.fear_holding
        value = fear * (front.relief(unit, place, friends) - front.risk(unit, place, friends))
        if front.goals and here >= 0:
            value += front.w.shove * front.progress(unit, here, place) * (1.0 if front.is_attacker else 0.5)
        if place in front.goals or place in front.guarded:
            value += 2.0
        if place in self.posts:
            value += 0.8
        value += 0.2 * (front.cover(place) - 1)
        return value - self._stray(unit, place)

    def _stray(self, unit: int, place: int) -> float:
        """II.D.2 What it costs to be farther from its headquarters than supply comes."""
        g, hq = self.g, self.g.units[unit].hq
        if hq is None or g.units[hq].at < 0 or not g.has("II"):
            return 0.0
        return self.front.w.astray * max(0, g.box.board.distance(place, g.units[hq].at) - COMMAND_RANGE)
