"""What infantry is to do this turn: Germans to defeat, and ground to hold.

At the start of a phase every unit gets a task. An *effort* masses enough units on a German position that is worth
it; a *hold* sends one unit to where it controls ground that counts, or keeps Germans out of an empty position; a
*lift* gets one off the beach, where nearly all losses are made, to high ground out of fire. Each task makes a field
of prices over the map: what it costs, in steps and time, to get from a hex to where the task is done, less what it is
worth. Infantry moves downhill.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import combinations

import msgspec

from beachhead.games.omaha.box import Box
from beachhead.games.omaha.veteran.doctrine import Weights
from beachhead.games.omaha.veteran.driving import Driving
from beachhead.games.omaha.veteran.fire import Fire, is_fragile
from beachhead.games.omaha.veteran.holding import Holding
from beachhead.games.omaha.veteran.odds import AttackOdds, defence_factor
from beachhead.games.omaha.veteran.paths import FAR, Paths
from beachhead.games.omaha.veteran.reading import Company, Nest, Reading
from beachhead.games.omaha.weapons import FLANKING, chart

SHELTERED = 0.1
"""The chance to lose a step in a turn that is as good as none."""
LEAVING = 8
"""Turns before the end when units begin to think of leaving the map."""
RANGERS_LEAVING = 13
"""20.3.rng The same for rangers, who need no communication behind them."""
RANGER_EXITS = "FG"
RANGER_HOPE = 0.4
"""How likely a step of the rangers leaves the map once the way is open."""
PULL = 0.1
"""How much farther for each step that it is worth."""
FARTHER = 1.5
STAKE = 5.0
"""What a unit has to gain by its task that makes its moves twice as urgent."""
ASTRAY = 0.5
"""8.22 What it costs a unit to attack from another hex than the one that outflanks the target."""
HOLD = "hold "
HORIZON = 8
"""Turns that anybody plans ahead."""


def point_worth(w: Weights, turns_left: int, *, is_last: bool, is_extended: bool) -> float:
    """What a victory point is worth, in steps: more as the end comes near."""
    if is_last:
        return 5.0
    early = w.inland_point if is_extended else w.early_point
    return early + (w.late_point - early) * max(0.0, w.ramp - turns_left) / (w.ramp - 1)


class Effort(msgspec.Struct):
    """Units that could defeat a German unit together, and what each of them earns."""

    score: float
    place: int
    force: list[Company]


class Hold(msgspec.Struct):
    """A unit that could hold ground from a hex, and what it earns."""

    score: float
    place: int
    company: Company


class Plan:
    """The tasks of a turn; they are worked out when somebody asks for them."""

    def __init__(self, reading: Reading, fire: Fire, habits: Mapping[int, str]) -> None:
        self.reading, self.fire, self.w = reading, fire, reading.w
        self.habits = habits
        """The tasks of the last plan: who changes his mind every turn gets nowhere."""
        self.deadline = 16 if reading.turn <= 16 else 32
        self.turns_left = self.deadline - reading.turn + 1
        self.is_last = reading.turn == reading.last_turn
        self.point = point_worth(self.w, self.turns_left, is_last=self.is_last, is_extended=reading.is_extended)
        self.holding = Holding(reading, self.turns_left)
        self._freed = self.holding.freed()
        self.value = {place: self.prize(nest) for place, nest in reading.nests.items()}
        self.paths = Paths(reading, fire)
        self.driving = Driving(reading, fire, self.point, self._open_exits()) if reading.is_extended else None
        self.fronts = {place: self._fronts(place) for place in reading.nests}
        self.turns = min(self.turns_left, HORIZON)
        self.turns_after = min(self.turns_left - 1, HORIZON)
        """Turns that are left when this one is over: who then needs more comes too late."""
        self.upward = self.paths.towards(self._heights(), self.turns)
        """The field of prices of units that only want to get off the beach."""
        self.goals: dict[int, int] = {}
        """Where each unit with ground to hold will stand, by unit."""
        self.tasks: dict[int, str] = {}
        self.stakes: dict[int, float] = {}
        """What each unit has to gain by its task, by unit."""
        self._fields: dict[int, list[float]] | None = None
        self._manned: set[int] = set()
        self.odds = AttackOdds(reading)

    @cached_property
    def general(self) -> list[float]:
        """The field of prices of units without a task."""
        fronts = self.paths.towards(self._all_fronts(), self.turns)
        return list(map(min, fronts, self.upward))

    @property
    def fields(self) -> dict[int, list[float]]:
        """The field of prices that each unit follows, by unit."""
        if self._fields is None:
            self._fields = {}
            self._assign(self._fields)
        return self._fields

    def refresh(self, reading: Reading) -> None:
        """Go on with the same tasks after units have moved."""
        self.reading = reading
        self.holding.refresh(reading)

    def price(self, company: Company, place: int) -> float:
        """What a hex costs a unit on its way to its task, or for the ground that it holds there."""
        field = self.fields.get(company.number) or self.general
        return min(field[place], -self.point * self.holding.gain(company, place))

    def urgency(self, company: Company) -> float:
        """How much more than others a unit should get on with its task."""
        if not (self.reading.is_extended and self.is_bound(company)):
            return 1.0
        return 1.0 + min(2.0, max(0.0, self.stakes.get(company.number, 0.0)) / STAKE)

    def is_bound(self, company: Company) -> bool:
        """Whether a unit still has something to do or to reach."""
        return self.goals.get(company.number) != company.hex

    def prize(self, nest: Nest) -> float:
        """What it is worth to defeat a German unit: the fire that it will not give, and the ground that it frees."""
        site = self.reading.box.sites[nest.site]
        turns = 0 if self.is_last else min(self.turns_left, 10)
        value = 0.5 + self.point * (1 + self.w.freed * self._freed[nest.hex])
        if self.reading.is_extended:
            value += self.point * self._ranger_exit(nest)
        if nest.is_wn:
            reach = self.w.fire_kept if site.reaches_beach else 0.15
            return value + reach * turns * (0.5 if nest.has_depth else 0.35)
        return value + 0.1 * turns

    # --- tasks -----------------------------------------------------------------------------------------------------

    def _assign(self, fields: dict[int, list[float]]) -> None:
        """The most profitable task first, until nobody is left or nothing is worth it."""
        left = {c.number: c for c in self.reading.fighters if c.piece.is_infantry}
        ways = {h: self.paths.outward(h, self.turns) for h in {c.hex for c in left.values()}}
        self.ways = {number: ways[c.hex] for number, c in left.items()}
        points = self.holding.points
        self._open_ground = [(h, points(h)) for h in self.reading.prizes if points(h)]
        self._grounds: dict[tuple[bool, int], dict[int, float]] = {}
        covered: set[int] = set()
        careful = self.reading.is_extended and not self.is_last
        for company in [c for c in left.values() if careful and is_fragile(self.reading, c)]:
            self._give_shelter(left.pop(company.number), covered, fields)
        targets = [] if self.is_last else list(self.reading.nests)
        efforts = [effort for place in targets if (effort := self._effort(place, left)) is not None]
        holds = [hold for c in left.values() if (hold := self._hold(c, covered)) is not None]
        lifts = [c for c in left.values() if self.upward[c.hex] < 0 and not self.reading.box.is_high[c.hex]]
        while left:
            effort, hold = self._best_effort(efforts, left), self._best_hold(holds, covered, left)
            lift = self._best_lift(lifts, left)
            score = max(0.0 if task is None else task.score for task in (effort, hold, lift))
            if effort is not None and effort.score >= score:
                efforts.remove(effort)
                self._give_effort(effort, left, fields)
            elif hold is not None and hold.score >= score:
                self._give_hold(hold, covered, fields)
                del left[hold.company.number]
            elif lift is not None:
                del left[lift.company.number]
                fields[lift.company.number] = self.upward
                self.tasks[lift.company.number] = "climb"
            else:
                return

    def _give_shelter(self, company: Company, covered: set[int], fields: dict[int, list[float]]) -> None:
        """13.1 A unit that must not be hit holds what it can hold in safety, or gets out of fire."""
        hold = self._hold(company, covered, most=SHELTERED)
        if hold is not None:
            self._give_hold(hold, covered, fields)
        else:
            fields[company.number] = self.upward
            self.tasks[company.number] = "shelter"

    def _give_effort(self, effort: Effort, left: dict[int, Company], fields: dict[int, list[float]]) -> None:
        wings = self._wings(effort)
        goals = {h: cost - self.value[effort.place] for h, cost in self.fronts[effort.place].items()}
        found: dict[int | None, list[float]] = {}
        for company in effort.force:
            wing = wings.get(company.number)
            if wing not in found:
                there = {h: price + (0.0 if wing in (None, h) else ASTRAY) for h, price in goals.items()}
                found[wing] = self.paths.towards(there, self.turns_after)
            del left[company.number]
            fields[company.number] = found[wing]
            self.stakes[company.number] = effort.score
            self.tasks[company.number] = self._to_attack(effort.place)

    def _wings(self, effort: Effort) -> dict[int, int]:
        """8.22 From where each unit should attack, so that a target which may ask for it is outflanked."""
        nest, fronts = self.reading.nests[effort.place], self.fronts[effort.place]
        if not self.reading.is_extended or len(effort.force) < 2:
            return {}
        if not self.odds.asks_for(nest, FLANKING):
            return {}
        distance = self.reading.box.board.distance
        best, found = FAR, dict[int, int]()
        for left, right in combinations(fronts, 2):
            if distance(left, right) > 1:
                cost, posts = self._share_out(effort.force, left, right)
                if cost < best:
                    best, found = cost, posts
        return found

    def _share_out(self, force: list[Company], left: int, right: int) -> tuple[float, dict[int, int]]:
        """Who goes to which of two hexes, at least one and at most two to each, and what it costs."""
        prices = {c.number: [self.ways[c.number].get(h, FAR) for h in (left, right)] for c in force}
        order = sorted(prices, key=lambda number: prices[number][0] - prices[number][1])
        half = min(2, max(1, sum(prices[number][0] <= prices[number][1] for number in order)))
        half = min(half, len(order) - 1)
        posts = dict.fromkeys(order[:half], left) | dict.fromkeys(order[half:][-2:], right)
        return sum(prices[number][place == right] for number, place in posts.items()), posts

    def _give_hold(self, hold: Hold, covered: set[int], fields: dict[int, list[float]]) -> None:
        number, place = hold.company.number, hold.place
        worth = self.point * self._new_points(hold.company, place, covered)
        self._manned.add(place)
        covered.update(self.holding.controls(hold.company, place))
        fields[number] = self.paths.towards({place: -worth}, self.turns_after)
        self.goals[number] = place
        self.stakes[number] = hold.score
        self.tasks[number] = self._to_hold(place)

    def _to_attack(self, place: int) -> str:
        return f"attack {self.reading.box.board.name(place)}"

    def _to_hold(self, place: int) -> str:
        return HOLD + self.reading.box.board.name(place)

    # --- lifts -----------------------------------------------------------------------------------------------------

    def _heights(self) -> dict[int, float]:
        """What it is worth to be on high ground out of fire, in steps: less when little time is left to use it."""
        box, lasting = self.reading.box, self.fire.lasting
        worth = self.w.lift * min(1.0, max(0, self.turns_left - 3) / 5)
        if not worth:
            return {}
        heights = (h for h in range(self.reading.ground.size) if box.is_high[h] and self.reading.ground.is_firm(h))
        return {h: -worth for h in heights if lasting[h] < SHELTERED and h not in self.reading.german_hexes}

    def _best_lift(self, lifts: list[Company], left: Mapping[int, Company]) -> Hold | None:
        """The unit that gets off the beach most cheaply."""
        low = [c for c in lifts if c.number in left]
        best = min(low, key=lambda c: self.upward[c.hex], default=None)
        return None if best is None else Hold(-self.upward[best.hex], best.hex, best)

    # --- efforts ---------------------------------------------------------------------------------------------------

    def _fronts(self, place: int) -> dict[int, float]:
        """What it costs to attack from each hex next to a target."""
        box, lasting = self.reading.box, self.fire.lasting
        return {
            front: self.w.stay * self.paths.caution * lasting[front] + 2 * (1 - defence_factor(box, front, place))
            for front in self.reading.ground.fronts[place]
            if front not in self.reading.german_hexes
        }

    def _all_fronts(self) -> dict[int, float]:
        goals: dict[int, float] = {}
        for place, value in self.value.items():
            for front, cost in self.fronts[place].items():
                goals[front] = min(goals.get(front, FAR), cost - self.w.attract * value)
        return goals

    def _best_effort(self, efforts: list[Effort], left: Mapping[int, Company]) -> Effort | None:
        """The best of the efforts, those made up anew that have lost a unit to another task."""
        for i, effort in reversed(list(enumerate(efforts))):
            if any(c.number not in left for c in effort.force):
                again = self._effort(effort.place, left)
                if again is None:
                    del efforts[i]
                else:
                    efforts[i] = again
        return max(efforts, key=lambda effort: effort.score, default=None)

    def _effort(self, place: int, left: Mapping[int, Company]) -> Effort | None:
        """The nearest units that are strong enough together."""
        fronts, task = self.fronts[place], self._to_attack(place)
        distance = self.reading.box.board.distance
        in_time = self.turns_left - (1 if self.reading.nests[place].has_depth else 0)
        value = self.value[place]
        reach = self.w.reach + (min(FARTHER, PULL * value) if self.reading.is_extended else 0.0)
        near = []
        for number, company in left.items():
            if distance(company.hex, place) > in_time:
                continue
            ways = self.ways[number]
            cost = min((ways[h] + extra for h, extra in fronts.items() if h in ways), default=FAR)
            if self.habits.get(number) == task:
                cost -= self.w.habit
            if cost < reach:
                near.append((cost, number, company))
        near.sort()
        force: list[Company] = []
        held: set[str] = set()
        chance = spent = 0.0
        strength = 0
        for cost, _, company in near[:8]:
            more = held | weapons_near(self.reading.box, company)
            better = self.odds.chance(self.reading.nests[place], strength + company.strength, more, len(force) + 1)
            if force and (better - chance) * value < self.w.spare + cost * 0.3:
                continue
            force.append(company)
            held, chance, strength, spent = more, better, strength + company.strength, spent + cost
            if chance > 0.9 or len(force) == 5:
                break
        return Effort((chance * value - spent) / len(force), place, force) if force else None

    # --- exits -----------------------------------------------------------------------------------------------------

    def _open_exits(self) -> dict[int, float]:
        """20.3.exit The exits that our communication reaches, late, with what each step is worth there."""
        if self.turns_left > LEAVING:
            return {}
        return {h: 1.0 for h in self.reading.box.exits.values() if self.holding.supplied[h]}

    def exits(self, company: Company) -> dict[int, float]:
        """20.3.exit, 20.3.rng The points of a unit that leaves the map, by exit hex: late, so that it fights first."""
        piece, exits = company.piece, self.reading.box.exits
        if not self.reading.is_extended:
            return {}
        if piece.type == "ranger":
            late = self.turns_left <= RANGERS_LEAVING
            return {exits[letter]: float(company.steps) for letter in RANGER_EXITS} if late else {}
        if not (piece.is_regular or piece.is_armored):
            return {}
        return {h: company.steps * worth for h, worth in self._open_exits().items()}

    def _ranger_exit(self, nest: Nest) -> float:
        """20.3.rng The points that Germans in an exit hex keep from the rangers."""
        if self.reading.box.exit_at.get(nest.hex, "-") not in RANGER_EXITS:
            return 0.0
        return RANGER_HOPE * sum(c.steps for c in self.reading.fighters if c.piece.type == "ranger")

    # --- holds -----------------------------------------------------------------------------------------------------

    def _new_points(self, company: Company, place: int, covered: set[int]) -> float:
        """What nobody else holds, and the guard of the hex itself."""
        points = sum(self.holding.points(h) for h in self.holding.controls(company, place) if h not in covered)
        points += self.exits(company).get(place, 0.0)
        return points if place in self._manned else points + self.holding.guard(place)

    def _best_hold(self, holds: list[Hold], covered: set[int], left: Mapping[int, Company]) -> Hold | None:
        """The best of the holds. What others cover counts no more, so that a score can only have become less."""
        while holds:
            best = max(holds, key=lambda hold: hold.score)
            holds.remove(best)
            if best.company.number not in left:
                continue
            again = self._hold(best.company, covered)
            if again is None:
                continue
            holds.append(again)
            if again.score >= best.score - 1e-9:
                return again
        return None

    def _worth_of_ground(self, covered: set[int], company: Company) -> Mapping[int, float]:
        """12.1 By hex the points of what a unit would control from there that nobody covers yet."""
        about = company.controls, len(covered)  # it only grows
        if about not in self._grounds:
            worth = self._grounds[about] = dict[int, float]()
            for h, points in self._open_ground:
                if h not in covered:
                    for n in self.reading.ground.controlled_by[h] if company.controls else (h,):
                        worth[n] = worth.get(n, 0.0) + points
        return self._grounds[about]

    def _hold(self, company: Company, covered: set[int], most: float = 1.0) -> Hold | None:
        """12.1 The hex from which a unit would hold most of what nobody covers yet; `most` limits the fire there."""
        ways = self.ways[company.number]
        habit = self.habits.get(company.number, "")
        kept = self.reading.box.board.find(habit.removeprefix(HOLD)) if habit.startswith(HOLD) else None
        worth = {h: points for h, points in self._worth_of_ground(covered, company).items() if h in ways}
        for place, points in self.holding.threats.items():
            if place in ways and place not in self._manned:
                worth[place] = worth.get(place, 0.0) + points
        for place, points in self.exits(company).items():
            if place in ways:
                worth[place] = worth.get(place, 0.0) + points
        best: Hold | None = None
        for place, points in worth.items():
            if self.fire.lasting[place] > most:
                continue
            score = self.point * points - ways[place] - self.w.stay * self.paths.caution * self.fire.lasting[place]
            if place == kept:
                score += self.w.habit
            if score > 0.1 and (best is None or score > best.score):
                best = Hold(score, place, company)
        return best


def weapons_near(box: Box, company: Company) -> frozenset[str]:
    """8.2 The weapons of infantry next to its target."""
    return chart(box, company.piece.type, 1) if company.weapons is None else company.weapons
