"""What infantry is to do this turn: Germans to defeat, and ground to hold.

At the start of a phase every unit gets a task. An *effort* masses enough units on a German position that is worth
it; a *hold* sends one unit to where it controls ground that counts. Each task makes a field of prices over the map:
what it costs, in steps and time, to get from a hex to where the task is done, less what it is worth. Infantry moves
downhill.
"""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.games.omaha.box import Box
from beachhead.games.omaha.veteran.attacking import possible_depth, possible_units, weapons_of
from beachhead.games.omaha.veteran.fire import Fire
from beachhead.games.omaha.veteran.holding import Holding
from beachhead.games.omaha.veteran.paths import CAUTION, FAR, Paths
from beachhead.games.omaha.veteran.reading import Company, Nest, Reading
from beachhead.games.omaha.weapons import FLANKING

EARLY_POINT = 0.25
LATE_POINT = 4.0
RAMP = 10.0
STAY = 1.5
"""Turns that a unit will stand where it attacks from."""
REACH = 1.6
"""How far a target draws infantry, in steps."""
SPARE = 0.25
"""What a unit must add to an effort to take part."""
HORIZON = 8
"""Turns that anybody plans ahead."""


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
    return EARLY_POINT + (LATE_POINT - EARLY_POINT) * max(0.0, RAMP - turns_left) / (RAMP - 1)


class Plan:
    """The tasks of a turn."""

    def __init__(self, reading: Reading, fire: Fire) -> None:
        self.reading, self.fire = reading, fire
        self.deadline = 16 if reading.turn <= 16 else 32
        self.turns_left = self.deadline - reading.turn + 1
        self.is_last = reading.turn == reading.last_turn
        self.point = point_worth(self.turns_left, is_last=self.is_last)
        self.holding = Holding(reading, self.turns_left)
        self._freed = self.holding.freed()
        self.value = {place: self.prize(nest) for place, nest in reading.nests.items()}
        self.paths = Paths(reading, fire)
        self.fields: dict[int, list[float]] = {}
        """The field of prices that each unit follows, by unit."""
        self.tasks: dict[int, str] = {}
        self._need_cache: dict[int, list[tuple[set[str], float]]] = {}
        self._assign()

    def refresh(self, reading: Reading) -> None:
        """Go on with the same tasks after units have moved."""
        self.reading = reading
        self.holding.refresh(reading)

    def price(self, company: Company, place: int) -> float:
        """What a hex costs a unit on its way to its task, or for the ground that it holds there."""
        field = self.fields.get(company.number, self.general)
        return min(field[place], -self.point * self.holding.gain(company, place))

    def prize(self, nest: Nest) -> float:
        """What it is worth to defeat a German unit: the fire that it will not give, and the ground that it frees."""
        site = self.reading.box.sites[nest.site]
        turns = 0 if self.is_last else min(self.turns_left, 10)
        value = 0.5 + self.point * (1 + self._freed[nest.hex])
        if nest.is_wn:
            reach = 0.55 if site.reaches_beach else 0.15
            return value + reach * turns * (0.5 if nest.has_depth else 0.35)
        return value + 0.1 * turns

    # --- tasks -----------------------------------------------------------------------------------------------------

    def _assign(self) -> None:
        """The most profitable task first, until nobody is left or nothing is worth it."""
        reading = self.reading
        turns = min(self.turns_left, HORIZON)
        left = {c.number: c for c in reading.fighters if c.piece.is_infantry}
        self.ways = {number: self.paths.outward(c.hex, turns) for number, c in left.items()}
        self.general = self.paths.towards(self._all_fronts(), turns)
        targets = set(reading.nests) if not self.is_last else set()
        covered: set[int] = set()
        while left:
            effort = self._best_effort(targets, left)
            hold = self._best_hold(covered, left)
            if effort is None and hold is None:
                return
            if hold is None or (effort is not None and effort[0] >= hold[0]):
                assert effort is not None
                _, place, force = effort
                targets.discard(place)
                goals = {h: cost - self.value[place] for h, cost in self._fronts(place).items()}
                field = self.paths.towards(goals, turns)
                for company in force:
                    del left[company.number]
                    self.fields[company.number] = field
                    self.tasks[company.number] = f"attack {reading.box.board.name(place)}"
            else:
                _, place, company = hold
                del left[company.number]
                worth = self.point * self._new_points(company, place, covered)
                covered.update(self.holding.controls(company, place))
                self.fields[company.number] = self.paths.towards({place: -worth}, turns)
                self.tasks[company.number] = f"hold {reading.box.board.name(place)}"

    # --- efforts ---------------------------------------------------------------------------------------------------

    def _fronts(self, place: int) -> dict[int, float]:
        """What it costs to attack from each hex next to a target."""
        box, lasting = self.reading.box, self.fire.lasting
        return {
            front: STAY * CAUTION * lasting[front] + 2 * (1 - defence_factor(box, front, place))
            for front in self.reading.ground.fronts[place]
            if front not in self.reading.german_hexes
        }

    def _all_fronts(self) -> dict[int, float]:
        goals: dict[int, float] = {}
        for place, value in self.value.items():
            for front, cost in self._fronts(place).items():
                goals[front] = min(goals.get(front, FAR), cost - 0.5 * value)
        return goals

    def _best_effort(self, targets: Iterable[int], left: dict[int, Company]) -> tuple[float, int, list[Company]] | None:
        best: tuple[float, int, list[Company]] | None = None
        for place in targets:
            found = self._effort(place, left)
            if found is not None and (best is None or found[0] > best[0]):
                best = (found[0], place, found[1])
        return best

    def _effort(self, place: int, left: dict[int, Company]) -> tuple[float, list[Company]] | None:
        """The nearest units that are strong enough together, and what each of them earns."""
        fronts = self._fronts(place)
        near = []
        for number, company in left.items():
            ways = self.ways[number]
            cost = min((ways[h] + extra for h, extra in fronts.items() if h in ways), default=FAR)
            if cost < REACH:
                near.append((cost, number, company))
        near.sort()
        value = self.value[place]
        force: list[Company] = []
        held: set[str] = set()
        chance = spent = 0.0
        strength = 0
        for cost, _, company in near[:8]:
            more = held | weapons_near(self.reading.box, company)
            better = self._chance(place, strength + company.strength, more)
            if force and (better - chance) * value < SPARE + cost * 0.3:
                continue
            force.append(company)
            held, chance, strength, spent = more, better, strength + company.strength, spent + cost
            if chance > 0.9 or len(force) == 5:
                break
        if not force:
            return None
        return (chance * value - spent) / len(force), force

    def _chance(self, place: int, strength: int, held: set[str]) -> float:
        """8.3 How likely an attack by such a force succeeds, with the tanks that are near."""
        nest = self.reading.nests[place]
        needs = self._needs(nest)
        ok = sum(weight for need, weight in needs if need <= held | self._support(place))
        needed = 9.0 if nest.has_depth else 6.0
        return ok * min(1.0, strength / needed)

    def _needs(self, nest: Nest) -> list[tuple[set[str], float]]:
        """What the Germans in a hex may ask for, each with its chance; flanking left out."""
        if nest.hex not in self._need_cache:
            units = possible_units(self.reading, nest)
            depths = possible_depth(self.reading, nest) if nest.has_depth else []
            pairs = [(*u.needs, *d.needs) for u in units for d in depths] or [tuple(u.needs) for u in units]
            self._need_cache[nest.hex] = [(set[str](need) - {FLANKING}, 1 / len(pairs)) for need in pairs]
        return self._need_cache[nest.hex]

    def _support(self, place: int) -> set[str]:
        board = self.reading.box.board
        for company in self.reading.fighters:
            if company.piece.type == "tank" and board.distance(company.hex, place) <= 3:
                return {"AR", "BZ", "BR", "MG"}
        return set()

    # --- holds -----------------------------------------------------------------------------------------------------

    def _new_points(self, company: Company, place: int, covered: set[int]) -> float:
        return sum(self.holding.points(h) for h in self.holding.controls(company, place) if h not in covered)

    def _best_hold(self, covered: set[int], left: dict[int, Company]) -> tuple[float, int, Company] | None:
        best: tuple[float, int, Company] | None = None
        worth: dict[int, float] = {}
        for h in self.reading.ground.prizes:
            points = 0.0 if h in covered else self.holding.points(h)
            if points:
                for n in self.reading.ground.controlled_by[h]:
                    worth[n] = worth.get(n, 0.0) + points
        for number, company in left.items():
            ways = self.ways[number]
            strong = company.controls
            for place, points in worth.items():
                cost = ways.get(place)
                if cost is None:
                    continue
                held = points if strong else 0.0 if place in covered else self.holding.points(place)
                score = self.point * held - cost - STAY * CAUTION * self.fire.lasting[place]
                if score > 0.1 and (best is None or score > best[0]):
                    best = (score, place, company)
        return best


def weapons_near(box: Box, company: Company) -> set[str]:
    """8.2 The weapons of infantry next to its target."""
    return set(weapons_of(box, company, company.hex, radio=False))
