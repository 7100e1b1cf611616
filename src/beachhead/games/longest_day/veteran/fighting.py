"""I.I, II.B.5 Whom the veteran attacks and fires at, and with whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from beachhead.games.longest_day import combat
from beachhead.games.longest_day.battle import Battle, column_of, defenders_of
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.veteran.weighing import battle_value

LEAST = 0.5
"""What an attack must promise."""


class Strike(NamedTuple):
    """An attack with those who make it."""

    value: float
    target: int
    units: tuple[int, ...]


class Fight:
    """The attacks of one combat phase: each is weighed once, and again when somebody in it has fought or fallen."""

    def __init__(self, ground: Callable[[int], float], least: float = LEAST) -> None:
        self._ground = ground
        self._least = least
        self._weighed: dict[int, tuple[tuple[object, ...], Strike | None]] = {}

    def best(self, g: LongestDay, targets: Iterable[int]) -> Strike | None:
        """The attack that promises most; None if none is good enough."""
        found = [self._strike(g, target) for target in targets]
        return max(
            (strike for strike in found if strike is not None and strike.value >= self._least),
            key=lambda strike: (strike.value, -strike.target),
            default=None,
        )

    def _strike(self, g: LongestDay, target: int) -> Strike | None:
        force, defenders = combat.best_force(g, target), defenders_of(g, target)
        key = (force, defenders, tuple(g.units[unit].step for unit in (*force, *defenders)))
        known = self._weighed.get(target)
        if known is None or known[0] != key:
            self._weighed[target] = known = key, self._weigh(g, target, force, defenders)
        return known[1]

    def _weigh(self, g: LongestDay, target: int, force: Sequence[int], defenders: Sequence[int]) -> Strike | None:
        ground = self._ground(target)

        def value(units: Sequence[int]) -> float:
            return battle_value(g, Battle(g.side, target, tuple(units), tuple(defenders)), ground=ground)

        if not force or column_of(g, Battle(g.side, target, tuple(force), tuple(defenders))) is None:
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
