"""What counters are worth, and what an attack takes on average: one step of infantry is the measure of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from beachhead.games.tcs import fire, modifiers
from beachhead.games.tcs.box import Box
from beachhead.games.tcs.modifiers import Column
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.veteran.doctrine import Weights
from beachhead.games.tcs.victory import VEHICLES
from beachhead.games.tcs.weapons import (
    AREA,
    AT,
    GUN,
    GUN_AREA,
    KINDS,
    area_result,
    is_indirect,
    targets_in,
    unit_of,
    what_of,
)
from beachhead.wargame import rolls

STEP = 1.0
WORTHS = {
    "tank": 5.0, "spgun": 4.0, "pillbox": 5.0, "at": 3.0, "aa": 3.0, "ig": 3.0, "carrier": 0.7, "rocket": 1.5,
    "artillery": 2.5,
}  # fmt: skip
"""What a counter is worth that is lost as a whole; of artillery, a gun."""
HEAVY = {"kingtiger": 8.0, "jagdtiger": 8.0, "panther": 6.5, "at88": 5.0, "pb88": 7.0}
SHAKEN = 0.3
"""What a morale check is worth that an attack brings about, in parts of a unit's steps, at most two of them."""
SURE = 12
"""TCS 1.0 The most that two dice show."""


class Odds(NamedTuple):
    """What area fire does to one unit: steps on average, the chance of a check, and those of so many steps and more."""

    steps: float
    check: float
    least: tuple[float, ...]

    def kills(self, steps: int) -> float:
        """The chance that so many steps are lost."""
        return self.least[steps] if steps < len(self.least) else 0.0


NOTHING = Odds(0.0, 0.0, ())
STAKE = 8.0
"""What a level of victory is worth that hangs on losses, shared out over the losses that it takes."""


@lru_cache(maxsize=64)
def at_least(needed: int) -> float:
    """The chance that two dice show so much or more."""
    return float(rolls("2d6").chance(lambda dice: dice >= needed))


class Scales:
    """Remembers what the tables say; one for each player, with what he weighs."""

    def __init__(self, weights: Weights) -> None:
        self.w = weights
        self._odds: dict[tuple[int, int], Odds] = {}

    def odds(self, g: Tcs, power: int, added: int) -> Odds:
        """TCS 8.3 What an area attack of such firepower, with such modifiers, does to a unit."""
        key = min(power, 99), added
        found = self._odds.get(key)
        if found is None:
            found = self._odds[key] = self._worked_out(g, *key) if key[0] > 0 else NOTHING
        return found

    def _worked_out(self, g: Tcs, power: int, added: int) -> Odds:
        results = rolls("2d6").map(lambda dice: area_result(g, power, dice + added))
        steps = sum(float(part) * int(result) for result, part in results.items() if result.isdigit())
        parts = {int(result): float(part) for result, part in results.items() if result.isdigit()}
        least = tuple(sum(part for lost, part in parts.items() if lost >= many) for many in range(7))
        return Odds(steps, 1 - float(results.get(".", 0)), least)

    def area_loss(self, g: Tcs, target: int, power: int, added: int) -> float:
        """TCS 8.3 What an area attack takes from a unit, in worth."""
        odds, record, kind = self.odds(g, power, added), g.units[target], g.type_of(target)
        if kind.row.target == "both" and kind.row.kind != "artillery":
            soft = kind.row.defense <= fire.SOFT_DEFENSE
            return odds.kills(fire.HARD_HIT) * worth(g, target) if soft else 0.0
        nerves = 0.0 if record.nerve == "paralyzed" else SHAKEN * min(2, record.steps) * odds.check
        stake, by_step = stakes(g, target)
        fatal = odds.kills(record.steps) * stake
        return min(odds.steps, record.steps) * (STEP + by_step) + nerves + fatal


def worth(g: Tcs, unit: int) -> float:
    """What the loss of a whole counter costs."""
    row = g.type_of(unit).row
    stake, by_step = stakes(g, unit)
    if row.kind == "artillery":
        return WORTHS["artillery"] * g.units[unit].steps
    plain = HEAVY.get(row.id) or WORTHS.get(row.kind) or g.units[unit].steps * STEP + 0.5
    return plain + stake + by_step * g.units[unit].steps


def prize(g: Tcs, unit: int) -> float:
    """What one hit takes: a whole counter, 4.5b of a battalion one gun."""
    steps = g.units[unit].steps if g.box.kinds[unit] == "artillery" else 1
    return worth(g, unit) / max(1, steps)


def stakes(g: Tcs, unit: int) -> tuple[float, float]:
    """6.2 What victory adds to the loss of a counter as a whole, and to that of each of its steps."""
    return _stakes(g.box, g.scenario, g.box.sides[unit], g.box.kinds[unit])


@lru_cache(maxsize=256)
def _stakes(box: Box, scenario: str, side: str, kind: str) -> tuple[float, float]:
    frame, whole, by_step = box.scenarios[scenario], 0.0, 0.0
    rows = Counter((row.side, row.level) for row in box.victory if row.set == frame.victory)
    for row in box.victory:
        if row.set == frame.victory and row.condition == "lost" and row.what.startswith(f"{side} "):
            number = int(row.least) if row.least.isdigit() else (row.most or 0) + 1
            word = row.what.partition(" ")[2]
            if word == "step":
                by_step = max(by_step, STAKE / max(1, number) / rows[row.side, row.level])
            elif word in ("unit", kind) or (word == "vehicle" and kind in VEHICLES):
                whole = max(whole, STAKE / max(1, number) / rows[row.side, row.level])
    for shift in box.shifts:
        if shift.set == frame.shifts and shift.condition == f"{side} units eliminated":
            whole = max(whole, STAKE / max(1, shift.least or 1))
    return whole, by_step


def ground_cover(g: Tcs, place: int, column: Column) -> int:
    """TCS 8.4 What the ground of a hex, and shingle before it, adds to the dice of those who fire at it."""
    return _cover(g.box, place, column) + (modifiers_of_night(g, column) if g.is_night else 0)


@lru_cache(maxsize=1 << 15)
def _cover(box: Box, place: int, column: Column) -> int:
    ground, charts = box.ground, box.modifiers
    terrain = ground.terrain[place]
    total = (getattr(charts[terrain], column) or 0) if terrain in charts else 0
    if place in ground.zones:
        total += getattr(charts["defensive zone"], column) or 0
    if ground.seaward[place] and place in ground.at_shingle:
        total += getattr(charts["shingle crossed and next to the target"], column) or 0
    return int(total)


def modifiers_of_night(g: Tcs, column: Column) -> int:
    """TCS 8.4 What darkness adds."""
    return getattr(g.box.modifiers["night"], column) or 0


# --- attacks -----------------------------------------------------------------------------------------------------


def shot_chance(g: Tcs, number: int, target: int, place: int) -> float:
    """TCS 8.8, TCS 8.10 The chance that a gun or an AT roll destroys a target."""
    firer = unit_of(number)
    if what_of(number) == AT:
        distance = g.box.board.distance(g.units[firer].at, place)
        if g.box.kinds[target] == "pillbox" and distance:
            return 0.0
        found = [*modifiers.of_place(g, [g.units[firer].at], place, "at"), *modifiers.of_at_roll(g, firer, target)]
        return at_least(g.box.at_rolls[distance] - sum(modifier.value for modifier in found))
    added = sum(modifier.value for modifier in fire.shot_modifiers(g, number, target, place))
    return at_least(fire.kill_on(g, number, target) - added)


def best_aim(g: Tcs, number: int, targets: Sequence[int], place: int) -> tuple[int, float]:
    """The target at which a gun does most, and how much that is worth."""
    gains = {target: shot_chance(g, number, target, place) * prize(g, target) for target in targets}
    best = max(gains, key=lambda target: (gains[target], -target))
    return best, gains[best]


def attack_gain(g: Tcs, scales: Scales, side: str, place: int, weapons: Sequence[int]) -> float:
    """TCS 8.0 What an attack of these weapons on a hex is worth."""
    total = 0.0
    foes = g.friends_at(g.enemy(side), place)
    for number in weapons:
        if what_of(number) in (GUN, AT):
            targets = targets_in(g, number, place)
            if targets:
                total += best_aim(g, number, targets, place)[1]
    area = [number for number in weapons if what_of(number) in (AREA, GUN_AREA)]
    power = fire.total_firepower(g, area, place) if area else 0
    if not power:
        return min(total, sum(worth(g, foe) for foe in foes))
    for foe in foes:
        if g.type_of(foe).is_area_target and not g.units[foe].shielded:
            added = sum(modifier.value for modifier in fire.dice_modifiers(g, area, place, foe))
            total += scales.area_loss(g, foe, power, added)
    mortars = [fire.mortar_word(g, number) for number in area if is_indirect(g, number)]
    if mortars:
        total += sum(bombard_gain(g, foe, mortars) for foe in foes if not g.type_of(foe).is_area_target)
    return total


def bombard_gain(g: Tcs, target: int, rounds: Sequence[str]) -> float:
    """TCS 8.8e What rounds on a point target are worth."""
    chart = g.box.artillery_point_fire
    armour, is_box = g.type_of(target).row.defense, g.box.kinds[target] == "pillbox"
    able = [chart[word] for word in rounds if armour <= chart[word].max_defense and (chart[word].pillbox or not is_box)]
    if not able:
        return 0.0
    many = 2 if len(able) >= modifiers.MANY_ROUNDS else 1 if len(able) >= modifiers.SOME_ROUNDS else 0
    added = ground_cover(g, g.units[target].at, "indirect") + many - armour // fire.ARMOUR_STEP
    return at_least(min(row.needs for row in able) - added) * worth(g, target)


def units_of(weapons: Sequence[int]) -> set[int]:
    """Whose weapons they are."""
    return {number // KINDS for number in weapons}
