"""The field of fire: what a side can bring to bear on every hex, from the table of lines of sight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import exp

from beachhead.games.tcs import artillery
from beachhead.games.tcs.box import Box
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.veteran.weighing import Scales, at_least, ground_cover, prize
from beachhead.games.tcs.weapons import (
    AREA,
    AT,
    GUN,
    GUN_AREA,
    QUARTER,
    firepower,
    is_indirect,
    reach_of,
    unit_of,
    weapons_of,
    what_of,
)
from beachhead.hexes import Reach, listed

MOVERS = 0.35
"""How much of the fire of those is feared who are in move mode: they fire in later turns."""
PERMITTED = 0.8
"""TCS 8.9b How often those who lie in wait may fire."""
MORTARS = 0.4
OBSERVED = 16
"""How far away observers are feared."""


@lru_cache(maxsize=1 << 14)
def seen_hexes(box: Box, here: int, most: int) -> tuple[tuple[int, int], ...]:
    """The hexes that are seen from a hex within a range, each with its distance; itself too."""
    board = box.board
    return tuple((h, board.distance(here, h)) for h in listed(box.ground.lines.field(here, most)))


class Threat:
    """What one side fears of the other, hex by hex."""

    def __init__(self, g: Tcs, side: str, scales: Scales) -> None:
        self._scales, w = scales, scales.w
        self._exposure, self._shelled = w.exposure, w.shelled
        self._foe = g.enemy(side)
        self._armour: dict[int, dict[int, float]] = {}
        self._lanes: dict[int, dict[int, list[tuple[int, float]]]] = {}
        self.area: dict[int, float] = {}
        self._guns: list[tuple[int, float]] = []
        self._observed: set[int] | None = None
        mortars = 0.0
        for unit in g.on_map(self._foe):
            part = _readiness(g, unit)
            if not part:
                continue
            for number in weapons_of(g, unit):
                if is_indirect(g, number):
                    mortars += reach_of(g, number).strength * part
                elif what_of(number) in (AREA, GUN_AREA):
                    self._spread(g, number, part)
                else:
                    self._guns.append((number, part))
        if mortars:
            for place in self.area:
                self.area[place] += mortars * MORTARS

    def _spread(self, g: Tcs, number: int, part: float) -> None:
        far = reach_of(g, number).range
        here, area = g.units[unit_of(number)].at, self.area
        near = firepower(g, number, here) / QUARTER * part
        beyond = near / 2
        for place, distance in seen_hexes(g.box, here, min(far, _sight(g))):
            area[place] = area.get(place, 0.0) + (near if distance * 2 <= far else beyond)

    def kills(self, g: Tcs, defense: int) -> dict[int, float]:
        """How many shots would destroy a vehicle of such a defense, on average, by hex."""
        found = self._armour.get(defense)
        if found is None:
            found = self._armour[defense] = {}
            for number, part in self._guns:
                _add_shots(g, number, part, defense, found)
        return found

    def passing(self, g: Tcs, unit: int, ways: Reach, many: int = 1) -> Callable[[int], float]:
        """TCS 8.9 The chance of a vehicle to pass those who lie in wait on its way to a hex in reach.

        Each fires once, at one of those who pass.
        """
        lanes = self._lanes_at(g, g.type_of(unit).row.defense)
        known: dict[int, tuple[dict[int, float], float]] = {ways.start: ({}, 1.0)}

        def on_the_way(place: int) -> tuple[dict[int, float], float]:
            """The worst that each gun may do on the way to a hex, and the chance to pass them all."""
            if place not in known:
                before = on_the_way(ways.came_from[place])
                known[place] = _with_shots(before, lanes[place], many) if place in lanes else before
            return known[place]

        return lambda place: on_the_way(place)[1]

    def _lanes_at(self, g: Tcs, defense: int) -> Mapping[int, Sequence[tuple[int, float]]]:
        """TCS 8.9 By hex, who lies in wait and sees it, each with the chance to destroy a vehicle of such a defense."""
        found = self._lanes.get(defense)
        if found is None:
            found = self._lanes[defense] = {}
            for gun, (number, part) in enumerate(self._guns):
                if not g.units[unit_of(number)].marked and part == 1.0:
                    lane: dict[int, float] = {}
                    _add_shots(g, number, PERMITTED, defense, lane)
                    for place, chance in lane.items():
                        found.setdefault(place, []).append((gun, chance))
        return found

    def observed(self, g: Tcs) -> set[int]:
        """TCS 10.0 The hexes that observers see who have guns to call for."""
        if self._observed is None:
            self._observed = set()
            if _has_shells(g, self._foe):
                for here in artillery.observers(g, self._foe):
                    self._observed.update(place for place, _ in seen_hexes(g.box, here, min(OBSERVED, _sight(g))))
        return self._observed

    def risk(self, g: Tcs, unit: int, place: int, *, moves: bool) -> float:
        """What a unit would lose in a hex in a turn, in worth."""
        return self.risks(g, unit, moves=moves)(place)

    def risks(self, g: Tcs, unit: int, *, moves: bool) -> Callable[[int], float]:
        """The same for hex after hex: what is said of a unit is looked up once."""
        kind, record, area, exposure = g.type_of(unit), g.units[unit], self.area, self._exposure
        kills = self.kills(g, kind.row.defense) if kind.is_point_target else {}
        hit, observed = prize(g, unit), self.observed(g)
        shelled = self._shelled * (record.steps if kind.is_foot else 1)

        def risk(place: int) -> float:
            found = 0.0
            if kind.is_area_target and (power := int(area.get(place, 0.0) * exposure)):
                dug = record.dug_in and not moves and place == record.at
                found = self._scales.area_loss(g, unit, power, ground_cover(g, place, "area") + int(moves) - int(dug))
            if place in kills:
                found += (1 - exp(-kills[place] * exposure)) * hit
            return found + shelled if place in observed else found

        return risk


def _with_shots(
    before: tuple[dict[int, float], float], shots: Sequence[tuple[int, float]], many: int
) -> tuple[dict[int, float], float]:
    worst, survives = before[0].copy(), 1.0
    for gun, chance in shots:
        if chance > worst.get(gun, 0.0):
            worst[gun] = chance
    for gun in sorted(worst):
        survives *= 1 - worst[gun] / many
    return worst, survives


def _readiness(g: Tcs, unit: int) -> float:
    record = g.units[unit]
    if record.nerve == "paralyzed" or g.box.company_of[unit] in g.unreleased:
        return 0.0
    return 1.0 if record.mode == "fire" else MOVERS


def _sight(g: Tcs) -> int:
    """TCS 7.0, TCS 7.3 How far one sees."""
    far = g.box.visibility[g.weather]
    return min(far, g.constant("night_visibility")) if g.is_night else far


def _has_shells(g: Tcs, side: str) -> bool:
    """TCS 10.0 Whether a side has a battery that may fire, and ammunition for it."""
    for number, battery in enumerate(g.batteries):
        if battery.is_free and g.box.batteries[number].side == side:
            supply = g.ammunition.get(artillery.pool(g, number))
            if supply is not None and supply.he:
                return True
    return False


def _add_shots(g: Tcs, number: int, part: float, defense: int, found: dict[int, float]) -> None:
    """TCS 8.8, TCS 8.10 The chance of one gun or one AT roll to destroy a vehicle, added to each hex."""
    strength, far = reach_of(g, number)
    here = g.units[unit_of(number)].at
    if what_of(number) == AT:
        for place, distance in seen_hexes(g.box, here, min(far, _sight(g))):
            found[place] = found.get(place, 0.0) + at_least(g.box.at_rolls[distance]) * part
        return
    assert what_of(number) == GUN
    needs = next(row.kill_on for row in g.box.point_fire if row.first <= strength - defense <= row.last)
    for place, distance in seen_hexes(g.box, here, min(far, _sight(g))):
        better = 1 if distance * 3 <= far else -1 if distance * 3 > far * 2 else 0
        chance = at_least(needs - better - ground_cover(g, place, "point"))
        found[place] = found.get(place, 0.0) + chance * part
