"""What units and battles are worth, in points of strength: the scale on which the veteran compares everything."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from beachhead.games.longest_day.battle import Battle, column_of, modifiers
from beachhead.games.longest_day.box import ENEMY, Box
from beachhead.games.longest_day.occupation import steps_left
from beachhead.games.longest_day.state import LongestDay
from beachhead.wargame import total

STAFF = 5.0
"""What a headquarters is worth: without it nobody is in supply."""
BASE = 1.0
"""What any step is worth besides its strength."""
DRIVEN = 0.12
"""The share of a unit that it costs to be driven back."""
HOPELESS = -99.0
RATIOS = (0.5, 1, 2, 3, 4, 5, 6, 7, 8)
"""I.I.9.b The lowest odds of each column."""


class Losses(NamedTuple):
    """The chances of each loss of one side, and of going back."""

    step: float
    each: float
    two: float
    all: float
    back: float


class Odds(NamedTuple):
    """What a column of the table brings to both sides, and how likely the hex is cleared."""

    ours: Losses
    theirs: Losses
    cleared: float


@lru_cache(maxsize=1 << 10)
def odds(box: Box, column: int, die: int) -> Odds:
    """I.I.9 The chances of a column with so much added to the die."""
    ours, theirs, cleared = [0.0] * 5, [0.0] * 5, 0.0
    for roll in range(1, 7):
        result = box.codes[box.results.lookup(column, roll + die)]
        for found, loss, back in (
            (ours, result.attacker, result.attacker_retreat),
            (theirs, result.defender, result.defender_retreat),
        ):
            if loss:
                found[("LS", "L1", "L2", "E").index(loss)] += 1 / 6
            if back:
                found[4] += 1 / 6
        if result.defender == "E" or result.defender_retreat:
            cleared += 1 / 6
    return Odds(Losses(*ours), Losses(*theirs), cleared)


def column_for(attack: float, defence: float) -> int | None:
    """I.I.9.b The column for strengths that are only thought of."""
    if defence <= 0:
        return len(RATIOS) - 1
    ratio = attack / defence
    found = [column for column, least in enumerate(RATIOS) if ratio >= least]
    return found[-1] if found else None


def worth(g: LongestDay, unit: int) -> float:
    """What it is worth to eliminate a unit."""
    if not g.box.combat[unit]:
        return STAFF / 2
    value = BASE + (g.attack(unit) + g.defence(unit)) / 2
    return value + STAFF if g.box.is_hq[unit] else value


def step_worth(g: LongestDay, unit: int) -> float:
    """What one of its steps is worth."""
    return worth(g, unit) / max(steps_left(g, unit), 1)


class Stake(NamedTuple):
    """What a side has in a battle: one step, one of each, two of each, everything, and what going back costs."""

    step: float
    each: float
    two: float
    all: float
    back: float

    def cost(self, losses: Losses) -> float:
        """What these losses are expected to cost."""
        return (
            losses.step * self.step
            + losses.each * self.each
            + losses.two * self.two
            + losses.all * self.all
            + losses.back * self.back
        )


def stake(g: LongestDay, units: Iterable[int], *, trapped: bool = False) -> Stake:
    """What units have to lose; I.I.12.c who is trapped and must retreat is eliminated."""
    steps = [(step_worth(g, unit), steps_left(g, unit), worth(g, unit)) for unit in units]
    every = sum(whole for _, _, whole in steps)
    return Stake(
        min((step for step, _, _ in steps), default=0.0),
        sum(step for step, _, _ in steps),
        sum(step * min(2, left) for step, left, _ in steps),
        every,
        every * (0.9 if trapped else DRIVEN),
    )


def is_trapped(g: LongestDay, side: str, place: int, closed: frozenset[int] = frozenset()) -> bool:
    """I.I.12.b Whether units of a side have no hex to which they could retreat."""
    enemy = ENEMY[side]
    taken, zone, own = g.fighters(enemy), g.zone(enemy), g.fighters(side)
    return not any(not taken[h] and h not in closed and (own[h] or not zone[h]) for h in g.ground.back["foot"][place])


def battle_value(g: LongestDay, battle: Battle, *, care: float, ground: float = 0.0) -> float:
    """What an attack is expected to bring."""
    column = column_of(g, battle)
    if column is None:
        return HOPELESS
    found = odds(g.box, column, total(modifiers(g, battle)))
    near = g.box.board.adjacent[battle.hex]
    exposed = [] if battle.is_shelling else [unit for unit in battle.attackers if g.units[unit].at in near]
    theirs = stake(g, battle.defenders, trapped=is_trapped(g, ENEMY[battle.side], battle.hex))
    return theirs.cost(found.theirs) + ground * found.cleared - care * stake(g, exposed).cost(found.ours)
