"""8 Attacks and barrages: what they are likely to bring, and who should take part."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from itertools import combinations

import msgspec

from beachhead.games.omaha.attack import is_coordinated, is_vanguard, overlooks_beach, refuse_naval_fire
from beachhead.games.omaha.attack_preview import possible_depth, possible_units
from beachhead.games.omaha.attack_result import (
    ATTRITION,
    BOTH,
    DEFEATED,
    DEPTH_GONE,
    DISRUPTED,
    GAINS,
    HIDDEN,
    NONE,
    REVEAL,
    US_DISRUPTED,
    Column,
    Force,
    column_of,
    hero_readings,
    muster,
)
from beachhead.games.omaha.box import GUNS
from beachhead.games.omaha.german_units import occupant
from beachhead.games.omaha.schemas import DepthMarkerRow, GermanUnitRow
from beachhead.games.omaha.veteran.reading import Company, Reading


class Worth(msgspec.Struct):
    """What each result of an attack on a hex is worth, in steps."""

    kill: float
    depth: float
    disrupt: float
    stall: float = 0.3
    """What it costs for each attacker to be disrupted."""
    step: float = 1.0
    """What attrition costs."""


class Assessor:
    """Values attacks on one hex, over all that may lie face down there."""

    def __init__(self, reading: Reading, place: int, worth: Worth) -> None:
        self.g, self.worth = reading.g, worth
        there = occupant(reading.g, place)
        assert there is not None
        self.units = possible_units(reading.g, there)
        self.shown = there.depth is not None and there.depth_shown
        depths = possible_depth(reading.g, there) if there.depth is not None else []
        self.depths = [(depth, float(weight)) for depth, weight in depths]
        self._whole = float(sum(weight for _, weight in depths))
        self.column = column_of(there)
        self._gains = {
            DEFEATED: worth.kill,
            DEPTH_GONE: worth.depth,
            BOTH: worth.kill if self.g.is_extended else worth.disrupt,
            DISRUPTED: worth.disrupt,
            ATTRITION: max(0.0, worth.depth - worth.step),
            GAINS: -worth.depth,
            HIDDEN: -0.1,
            NONE: 0.0,
        }
        """What each result is worth, but for what it costs the attackers by their number."""

    def value(self, force: Force) -> float:
        """What an attack is worth on average."""
        depth = self.depths[0][0] if self.shown else None
        alike: dict[Hashable, float] = {}
        for unit in self.units:
            if _kind(unit) not in alike:
                alike[_kind(unit)] = self._best(force, unit, depth, self.column)
        found = [alike[_kind(unit)] for unit in self.units]
        return sum(found) / len(found) if found else 0.0

    def _best(self, force: Force, unit: GermanUnitRow, depth: DepthMarkerRow | None, column: Column) -> float:
        """8.23 The reading of the table, the best one if a hero can change it."""
        tries = hero_readings(self.g.box, force, unit, depth, column)
        return max(self._worth(force, unit, reading.results) for reading in tries)

    def _worth(self, force: Force, unit: GermanUnitRow, results: Sequence[str]) -> float:
        if REVEAL in results:
            return self._revealed(force, unit)
        stalled, gains = -self.worth.stall * len(force.units), self._gains
        return sum([stalled if result == US_DISRUPTED else gains[result] for result in results])

    def _revealed(self, force: Force, unit: GermanUnitRow) -> float:
        """9.4 The depth marker is turned up, and may turn out to be a reinforcement elsewhere."""
        total, alike = 0.0, dict[Hashable, float]()
        for depth, weight in self.depths:
            about = depth.tactical or _kind(depth)
            if about not in alike:
                tactical = depth.tactical
                best = self._best(force, unit, None if tactical else depth, "alone" if tactical else "revealed")
                alike[about] = best - 0.4 if tactical else best
            total += weight * alike[about]
        return total / self._whole if self.depths else 0.0


def _kind(counter: GermanUnitRow | DepthMarkerRow) -> Hashable:
    """8.3 What an attack on Germans depends on."""
    return counter.strength, counter.needs


# --- gathering a force ---------------------------------------------------------------------------------------------


class Attack(msgspec.Struct):
    """An attack worth making."""

    target: int
    units: tuple[Company, ...]
    price: int
    value: float
    naval: bool = False


def supporters(reading: Reading, target: int) -> list[Company]:
    """8.1 Heavy infantry and guns that could help from afar, adjacent ones behind a bluff included."""
    found = []
    for company in reading.fighters:
        if not company.can_fight or not reading.belongs(company, reading.division):
            continue
        if company.piece.type not in GUNS and company.piece.type != "heavy infantry":
            continue
        distance = reading.box.board.distance(company.hex, target)
        if distance > company.range or is_vanguard(reading.g, company.number, target):
            continue
        if distance == 1 and company.range == 1:
            continue
        if reading.box.is_low[company.hex] and reading.box.is_high[target] and not overlooks_beach(reading.g, target):
            continue
        found.append(company)
    return found


class Gathering:
    """8.1 The search for the best force against one hex."""

    def __init__(
        self, reading: Reading, place: int, worth: Worth, free: Set[int], errands: Mapping[int, float]
    ) -> None:
        self.reading, self.target, self.free = reading, place, free
        self.errands = errands
        """What each unit would gain elsewhere."""
        self.assessor = Assessor(reading, place, worth)
        self._values: dict[Hashable, float] = {}

    def best(self, action_worth: float, most: int = 3) -> Attack | None:
        """All who are free, and as many paid ones as pay."""
        near = [
            c
            for h in self.reading.ground.fronts[self.target]
            for c in self.reading.at.get(h, ())
            if c.piece.is_infantry and c.can_fight and self.reading.belongs(c, self.reading.division)
        ]
        if not near:
            return None
        support = supporters(self.reading, self.target)
        free = self.free
        costless = [c for c in near if c.number in free]
        free_help = [c for c in support if c.number in free]
        choices = [group for units in (near, support) for group in _paying(c for c in units if c.number not in free)]
        best: Attack | None = None
        for count in range(min(self.reading.actions, most, len(choices)) + 1):
            for chosen in combinations(choices, count):
                units = [*costless, *(c for group in chosen for c in group)]
                if not any(self._leads(c) for c in units):
                    continue
                units = self._coordinated([*units, *free_help])
                value = self._value(units) - action_worth * count
                if best is None or value > best.value + 0.01:
                    best = Attack(self.target, tuple(units), count, value)
        return None if best is None else self._with_ships(self._trimmed(best))

    def _with_ships(self, found: Attack) -> Attack:
        """8.51 With naval fire, if there is a marker, somebody with a radio, and enough to win by it."""
        if refuse_naval_fire(self.reading.g, [c.number for c in found.units]) is None:
            gain = self._value(found.units, naval=True) - self._value(found.units)
            if gain > self.reading.w.salvo:
                found.value, found.naval = found.value + gain - self.reading.w.salvo, True
        return found

    def _value(self, units: Sequence[Company], *, naval: bool = False) -> float:
        """What an attack brings, less what its units would have done instead."""
        about = naval, *(c.number for c in units)
        if about not in self._values:
            force = muster(self.reading.g, self.target, [c.number for c in units], naval=naval)
            self._values[about] = self.assessor.value(force) - sum(self.errands.get(c.number, 0.0) for c in units)
        return self._values[about]

    def _leads(self, company: Company) -> bool:
        return is_vanguard(self.reading.g, company.number, self.target)

    def _coordinated(self, units: list[Company]) -> list[Company]:
        """8.1 Without guns that are neither next to the target or the infantry nor under command."""
        g, infantry = self.reading.g, [c.number for c in units if c.piece.is_infantry]
        near = (self.target, *g.box.board.adjacent[self.target])
        return [c for c in units if c.piece.is_infantry or c.hex in near or is_coordinated(g, c.number, infantry)]

    def _trimmed(self, found: Attack) -> Attack:
        """Without those free units that change nothing: they have better things to do."""
        units = list(found.units)
        full = self._value(units)
        for company in sorted(units, key=lambda c: c.strength):
            if company.number not in self.free or len(units) == 1:
                continue
            rest = self._coordinated([c for c in units if c is not company])
            if len(rest) < len(units) - 1 or not any(self._leads(c) for c in rest):
                continue
            less = self._value(rest)
            if less >= full - 0.05:
                units, found.value = rest, found.value + less - full
                full = less
        found.units = tuple(units)
        return found


def _paying(units: Iterable[Company]) -> list[tuple[Company, ...]]:
    """7.21 Units that need an action, by hex: two of a stack share one."""
    stacks: dict[int, list[Company]] = {}
    for company in units:
        stacks.setdefault(company.hex, []).append(company)
    return [tuple(stack[i : i + 2]) for stack in stacks.values() for i in range(0, len(stack), 2)]
