"""I.I, II.B.5 Whom the veteran attacks and fires at, and with whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from beachhead.games.longest_day import artillery, combat, defensive_fire, supply
from beachhead.games.longest_day.battle import Battle, defenders_of
from beachhead.games.longest_day.command import is_roving
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.veteran.doctrine import Weights
from beachhead.games.longest_day.veteran.weighing import battle_value


class Strike(NamedTuple):
    """An attack with those who make it."""

    value: float
    target: int
    units: tuple[int, ...]


class Fight:
    """The attacks of one combat phase: each is weighed once, and again when somebody in it has fought or fallen."""

    def __init__(self, ground: Callable[[int], float], weights: Weights) -> None:
        self._ground = ground
        self._least, self._care = weights.least, weights.care
        self._given_up: set[int] = set()
        self._weighed: dict[int, tuple[tuple[object, ...], Strike | None]] = {}

    def best(self, g: LongestDay, targets: Iterable[int]) -> Strike | None:
        """The attack that promises most; None if none is good enough."""
        found = [self._strike(g, target) for target in targets if target not in self._given_up]
        return max(
            (strike for strike in found if strike is not None and strike.value >= self._least),
            key=lambda strike: (strike.value, -strike.target),
            default=None,
        )

    def give_up(self, target: int) -> None:
        """An attack that could not be made is not tried again."""
        self._given_up.add(target)

    def _strike(self, g: LongestDay, target: int) -> Strike | None:
        force, defenders = thrifty(g, combat.best_force(g, target)), defenders_of(g, target)
        drawn = tuple(g.drawn.get(hq, 0) for unit in force if (hq := g.units[unit].hq) is not None)
        key = (force, defenders, drawn, tuple(g.units[unit].step for unit in (*force, *defenders)))
        known = self._weighed.get(target)
        if known is None or known[0] != key:
            self._weighed[target] = known = key, self._weigh(g, target, force, defenders)
        return known[1]

    def _weigh(self, g: LongestDay, target: int, force: Sequence[int], defenders: Sequence[int]) -> Strike | None:
        ground = self._ground(target)

        def value(units: Sequence[int]) -> float:
            battle = Battle(g.side, target, tuple(units), tuple(defenders))
            return battle_value(g, battle, care=self._care, ground=ground) - spent(g, units)

        if combat.refuse_odds(g, target, force) is not None:
            return None
        units = list(force)
        best = value(units)
        for unit in sorted(force, key=lambda unit: (g.attack(unit), unit)):
            rest = [other for other in units if other != unit]
            if not rest or combat.refuse_odds(g, target, rest) is not None:
                continue
            without = value(rest)
            if without >= best - 1e-9:
                units, best = rest, without
        return Strike(best, target, tuple(units))


# --- II.B.5 defensive fire ---------------------------------------------------------------------------------------


class Shot(NamedTuple):
    """Defensive fire at units in a hex."""

    value: float
    target: int
    victims: tuple[int, ...]
    guns: tuple[int, ...]


def best_shot(g: LongestDay, weights: Weights, targets: Iterable[int]) -> Shot | None:
    """II.B.5 The fire that promises most, at one unit or at all of a hex; it uses up supply."""
    found = [shot for target in targets for shot in _shots(g, target)]
    best = max(found, key=lambda shot: (shot.value, -shot.target), default=None)
    return best if best is not None and best.value >= weights.least_shot else None


def _shots(g: LongestDay, target: int) -> Iterable[Shot]:
    guns = [gun for gun in defensive_fire.candidates(g, target) if artillery.refuse_fire(g, gun, target) is None]
    guns = [gun for gun in guns if can_spend(g, gun)]
    victims = defensive_fire.victims(g, target)
    groups = [(unit,) for unit in victims] + ([tuple(victims)] if len(victims) > 1 else [])
    for group in groups:
        chosen: list[int] = []
        best: Shot | None = None
        for gun in sorted(guns, key=lambda gun: (-g.attack(gun), gun)):
            chosen.append(gun)
            battle = Battle(g.side, target, tuple(chosen), group, is_shelling=True)
            value = battle_value(g, battle, care=0.0) - GUN * len(chosen) - spent(g, chosen)
            if best is None or value > best.value:
                best = Shot(value, target, group, tuple(chosen))
        if best is not None:
            yield best


STORES, LAST = 1.0, 40.0
"""What half a supply unit is worth, and the last half of a headquarters: without it nobody there is in supply."""


def spent(g: LongestDay, units: Iterable[int]) -> float:
    """II.D.5 What an attack uses up of the supply of headquarters."""
    if not g.has("II") or g.is_invasion:
        return 0.0
    drawn: dict[int, int] = {}
    for unit in units:
        hq = supply.source_of(g, unit, attacking=True)
        if hq is not None and not supply.is_flak_hq(g, hq):
            drawn[hq] = drawn.get(hq, 0) + supply.weight(g, unit)
    found = 0.0
    for hq, weight in drawn.items():
        before = g.drawn.get(hq, 0)
        if before < supply.ENOUGH <= before + weight:
            found += STORES if halves(g, hq) > 1 else LAST
    return found


def thrifty(g: LongestDay, force: Sequence[int]) -> tuple[int, ...]:
    """II.D.5 The units that can attack without using up the last supply of a headquarters, in the order given."""
    purse, found = Purse(g), list[int]()
    for unit in force:
        if purse.can_pay(unit):
            purse.pay(unit)
            found.append(unit)
    return tuple(found)


class Purse:
    """II.D.5 What attacks may draw on headquarters in one phase: never what uses up the last half supply unit."""

    def __init__(self, g: LongestDay) -> None:
        self._g = g
        self._drawn = dict(g.drawn)
        self._halves: dict[int, int] = {}

    def can_pay(self, unit: int) -> bool:
        """Whether a unit can attack."""
        hq = self._source(unit)
        if hq is None:
            return True
        if hq not in self._halves:
            self._halves[hq] = halves(self._g, hq)
        drawn = self._drawn.get(hq, 0)
        if self._halves[hq] > LAST_STORES or drawn >= supply.ENOUGH:
            return True
        return self._halves[hq] > 0 and drawn + supply.weight(self._g, unit) < supply.ENOUGH

    def pay(self, unit: int) -> None:
        """A unit is going to attack."""
        hq = self._source(unit)
        if hq is not None:
            self._drawn[hq] = self._drawn.get(hq, 0) + supply.weight(self._g, unit)

    def _source(self, unit: int) -> int | None:
        """The headquarters to which a unit is assigned, where that feeds its attacks."""
        g, hq = self._g, self._g.units[unit].hq
        if not g.has("II") or g.is_invasion or hq is None or supply.is_flak_hq(g, hq) or is_roving(g, unit):
            return None
        return hq


def halves(g: LongestDay, hq: int) -> int:
    """II.D.5 How many halves of supply units a headquarters has."""
    return sum(1 if g.units[store].step == "half" else 2 for store in supply.stores_of(g, hq))


GUN = 0.25
"""What it costs to fire with a gun: it will not support an attack."""
LAST_STORES = 1
"""Halves of supply units with which a headquarters does not fire."""


def can_spend(g: LongestDay, unit: int) -> bool:
    """II.D.5 Whether the headquarters that supplies a unit can spare what its attack may use up."""
    if not g.has("II") or g.is_invasion:
        return True
    hq = supply.source_of(g, unit, attacking=True)
    if hq is None or supply.is_flak_hq(g, hq):
        return True
    return halves(g, hq) > LAST_STORES or g.drawn.get(hq, 0) >= supply.ENOUGH or not g.drawn.get(hq, 0)
