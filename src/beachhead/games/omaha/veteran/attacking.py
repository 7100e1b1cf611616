"""8 Attacks and barrages: what they are likely to bring, and who should take part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import combinations

import msgspec

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
    compare,
    hexside_doubling,
)
from beachhead.games.omaha.box import GUNS, Box
from beachhead.games.omaha.schemas import DepthRow, GermanRow
from beachhead.games.omaha.veteran.reading import Company, Nest, Reading
from beachhead.games.omaha.weapons import BARRIERS, FLANKING, NAVAL_STRENGTH, RADIO, chart, is_flanking

SALVO = 0.8
"""8.5 What a naval fire marker is worth if it is kept."""


class Worth(msgspec.Struct):
    """What each result of an attack on a hex is worth, in steps."""

    kill: float
    depth: float
    disrupt: float
    stall: float = 0.3
    """What it costs for each attacker to be disrupted."""
    step: float = 1.0
    """What attrition costs."""


class Force(msgspec.Struct):
    """Attackers of a hex, summed up."""

    units: tuple[Company, ...]
    strength: int
    weapons: frozenset[str]
    fronts: tuple[int, ...]
    hero: bool


# --- who may attack ------------------------------------------------------------------------------------------------


def is_vanguard(reading: Reading, company: Company, target: int) -> bool:
    """8.1 Whether it is infantry next to the hex behind a hexside that any unit may attack through."""
    return company.piece.is_infantry and company.hex in reading.ground.fronts[target]


def weapons_of(box: Box, company: Company, target: int, *, radio: bool) -> frozenset[str]:
    """8.2 What a unit brings against a hex."""
    distance = max(1, box.board.distance(company.hex, target))
    if company.weapons is not None:
        held = company.weapons
    else:
        kind = company.piece.type
        next_to = distance == 1 and company.hex != target
        if kind == "heavy infantry" and next_to and box.between(company.hex, target) & BARRIERS:
            distance = 2
        held = chart(box, kind, distance)
    return held | {RADIO} if radio and distance == 1 else held


def muster(reading: Reading, units: Sequence[Company], target: int, radios: Set[int], *, naval: bool = False) -> Force:
    """8.31 The attackers as a whole."""
    near = reading.box.board.adjacent[target]
    held: set[str] = set()
    for company in units:
        held |= weapons_of(reading.box, company, target, radio=company.number in radios)
    if naval:
        held |= chart(reading.box, "naval", 1)
    return Force(
        units=tuple(units),
        strength=sum(c.strength for c in units) + (NAVAL_STRENGTH if naval else 0),
        weapons=frozenset(held),
        fronts=tuple(sorted({c.hex for c in units if c.hex in near})),
        hero=any(c.hero == "hero" and c.hex in near for c in units),
    )


# --- what an attack brings -----------------------------------------------------------------------------------------


def possible_units(reading: Reading, nest: Nest) -> list[GermanRow]:
    """AID.reveal The unit, or all with the same back that have not been seen."""
    if nest.unit is not None:
        return [nest.unit]
    if nest.is_wn:
        return [row for row in reading.hidden_units if row.pool == "WN" and row.kind == nest.back]
    return [row for row in reading.hidden_units if row.pool == nest.back]


def possible_depth(reading: Reading, nest: Nest) -> list[DepthRow]:
    """AID.reveal The marker, or all with the same back that have not been seen."""
    if nest.depth is not None:
        return [nest.depth]
    return [row for row in reading.hidden_depth if row.pool == nest.depth_back]


class Assessor:
    """Values attacks on one hex."""

    def __init__(self, reading: Reading, nest: Nest, worth: Worth) -> None:
        self.reading, self.nest, self.worth = reading, nest, worth
        self.units = possible_units(reading, nest)
        self.depths = possible_depth(reading, nest) if nest.has_depth else []

    def value(self, force: Force) -> float:
        """What an attack is worth on average."""
        if not self.units:
            return 0.0
        nest, total = self.nest, 0.0
        self._doubled, self._depth_doubled = self._doubling(force)
        for unit in self.units:
            if not nest.has_depth:
                total += self._best(force, unit, None, "alone")
            elif nest.depth is not None:
                total += self._best(force, unit, nest.depth, "revealed")
            else:
                total += self._best(force, unit, None, "unrevealed")
        return total / len(self.units)

    def _doubling(self, force: Force) -> tuple[bool, bool]:
        box, target = self.reading.box, self.nest.hex
        both = box.is_building[target] or box.is_bocage[target]
        one = both or box.is_woods[target]
        side = hexside_doubling(box, target, force.fronts)
        return one or side is not None, both or (side is not None and side.depth)

    def _best(self, force: Force, unit: GermanRow, depth: DepthRow | None, column: str) -> float:
        """8.23 The reading of the table, the best one if a hero can change it."""
        needs = {*unit.needs, *(depth.needs if depth is not None else ())}
        missing = needs - force.weapons - {FLANKING}
        lacks = bool(missing)
        if FLANKING in needs:
            double = depth is not None and FLANKING in unit.needs and FLANKING in depth.needs
            lacks = lacks or not is_flanking(self.reading.box, force.fronts, double=double)
        defence = unit.strength * (2 if self._doubled else 1)
        if depth is not None:
            defence += depth.strength * (2 if self._depth_doubled else 1)
        found = self._cell(force, unit, lacks, force.strength, defence, column)
        if force.hero:
            found = max(found, self._cell(force, unit, lacks, force.strength + 1, defence, column))
            if lacks and len(missing) == 1 and FLANKING not in needs - force.weapons:
                found = max(found, self._cell(force, unit, False, force.strength, defence, column))
        return found

    def _cell(self, force: Force, unit: GermanRow, lacks: bool, strength: int, defence: int, column: str) -> float:
        worth, total = self.worth, 0.0
        results = self.reading.box.attack_table[not lacks, compare(strength, defence)][column]
        for result in results:
            if result == REVEAL:
                return self._revealed(force, unit)
            if result == DEFEATED:
                total += worth.kill
            elif result == DEPTH_GONE:
                total += worth.depth
            elif result == BOTH:
                total += worth.kill if self.reading.is_extended else worth.disrupt
            elif result == DISRUPTED:
                total += worth.disrupt
            elif result == ATTRITION:
                total += max(0.0, worth.depth - worth.step)
            elif result == GAINS:
                total -= worth.depth
            elif result == US_DISRUPTED:
                total -= worth.stall * len(force.units)
            elif result == HIDDEN:
                total -= 0.1
            elif result != NONE:
                raise AssertionError(result)
        return total

    def _revealed(self, force: Force, unit: GermanRow) -> float:
        """9.4 The depth marker is turned up, and may turn out to be a reinforcement elsewhere."""
        total = 0.0
        for depth in self.depths:
            if depth.tactical:
                total += self._best(force, unit, None, "alone") - 0.4
            else:
                total += self._best(force, unit, depth, "revealed")
        return total / len(self.depths) if self.depths else 0.0


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
        if distance > company.range or is_vanguard(reading, company, target):
            continue
        if distance == 1 and company.range == 1:
            continue
        if reading.box.is_low[company.hex] and reading.box.is_high[target] and not overlooks(reading, target):
            continue
        found.append(company)
    return found


def overlooks(reading: Reading, target: int) -> bool:
    """8.12 Whether the German position in a hex has a fire dot on the beach."""
    return reading.box.sites[reading.nests[target].site].reaches_beach


class Muster(msgspec.Struct):
    """7.1, 8.24 Who acts for free, is in command or has a radio, and what else each unit could do with its action."""

    free: Set[int]
    commanded: Set[int]
    radios: Set[int]
    errands: Mapping[int, float]


class Gathering:
    """8.1 The search for the best force against one hex."""

    def __init__(self, reading: Reading, nest: Nest, worth: Worth, who: Muster) -> None:
        self.reading, self.target, self.who = reading, nest.hex, who
        self.assessor = Assessor(reading, nest, worth)

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
        free = self.who.free
        costless = [c for c in near if c.number in free]
        free_help = [c for c in support if c.number in free]
        choices = [group for units in (near, support) for group in _paying(c for c in units if c.number not in free)]
        best: Attack | None = None
        for count in range(min(self.reading.actions, most, len(choices)) + 1):
            for chosen in combinations(choices, count):
                units = [*costless, *(c for group in chosen for c in group)]
                if not any(is_vanguard(self.reading, c, self.target) for c in units):
                    continue
                units = self._coordinated([*units, *free_help])
                value = self._value(units) - action_worth * count
                if best is None or value > best.value + 0.01:
                    best = Attack(self.target, tuple(units), count, value)
        return None if best is None else self._with_ships(self._trimmed(best))

    def _with_ships(self, found: Attack) -> Attack:
        """8.51 With naval fire, if there is a marker, somebody with a radio, and enough to win by it."""
        if self.reading.naval and RADIO in muster(self.reading, found.units, self.target, self.who.radios).weapons:
            gain = self._value(found.units, naval=True) - self._value(found.units)
            if gain > SALVO:
                found.value, found.naval = found.value + gain - SALVO, True
        return found

    def _value(self, units: Sequence[Company], *, naval: bool = False) -> float:
        """What an attack brings, less what its units would have done instead."""
        force = muster(self.reading, units, self.target, self.who.radios, naval=naval)
        return self.assessor.value(force) - sum(self.who.errands.get(c.number, 0.0) for c in units)

    def _coordinated(self, units: list[Company]) -> list[Company]:
        """8.1 Without guns that are neither next to the infantry nor under command."""
        commanded, target = self.who.commanded, self.target
        infantry = [c for c in units if is_vanguard(self.reading, c, target)]
        led = any(c.number in commanded for c in infantry)
        distance = self.reading.box.board.distance
        return [
            c
            for c in units
            if c.piece.is_infantry
            or led
            or c.number in commanded
            or distance(c.hex, target) == 1
            or any(distance(c.hex, other.hex) <= 1 for other in infantry)
        ]

    def _trimmed(self, found: Attack) -> Attack:
        """Without those free units that change nothing: they have better things to do."""
        units = list(found.units)
        full = self._value(units)
        for company in sorted(units, key=lambda c: c.strength):
            if company.number not in self.who.free or len(units) == 1:
                continue
            rest = self._coordinated([c for c in units if c is not company])
            if len(rest) < len(units) - 1 or not any(is_vanguard(self.reading, c, self.target) for c in rest):
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
