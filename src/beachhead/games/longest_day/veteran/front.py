"""The situation at one moment as a side sees it: what it wants, what it fears, and who could come where."""

from __future__ import annotations

from functools import cached_property

from beachhead.games.longest_day import movement
from beachhead.games.longest_day.battle import Battle, modifiers
from beachhead.games.longest_day.box import ASSAULT, ENEMY, POINT
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.veteran import aims
from beachhead.games.longest_day.veteran.doctrine import Weights
from beachhead.games.longest_day.veteran.ways import FAR, Field, cost_field
from beachhead.hexes import Reach
from beachhead.wargame import reach, total

NEAR = 4
"""Hexes from which enemies are feared."""
CROWD = 5
"""Hexes around a goal in which friends are counted."""
SATED, ENOUGH = 6.0, 40.0
"""How many times the enemy's strength is enough at a goal, and how much more."""
MASS = 40.0
"""More strength than that cannot come to bear on one hex."""
WALL = 2 * POINT
"""What a point of the defence of an enemy's hex counts on the way to a goal."""
WALL_MOST = 24 * POINT


class Front:
    """What a side knows and wants in one phase."""

    def __init__(self, g: LongestDay, side: str, weights: Weights) -> None:
        self.g, self.w = g, weights
        self.side = side
        self.foe = ENEMY[side]
        self.goals = dict(aims.goals(g, side))
        self.open_prizes = dict(aims.open_prizes(g, side))
        self.guarded = dict(aims.guarded(g, side))
        self.style = aims.style(g, side)
        self.is_attacker = self.style in ("attack", "escape")
        self._fields: dict[str, Field] = {}
        self._reach: dict[int, Reach] = {}

    def later(self, g: LongestDay) -> Front:
        """The same side later in the phase: units have moved, but the ways to its goals are much what they were."""
        front = Front(g, self.side, self.w)
        if front.goals == self.goals:
            front._fields = self._fields
        return front

    # --- the enemy -----------------------------------------------------------------------------------------------

    @cached_property
    def enemies(self) -> dict[int, tuple[int, ...]]:
        """The enemy's combat units by hex."""
        g, combat = self.g, self.g.box.combat
        found: dict[int, list[int]] = {}
        for unit in g.on_map(self.foe):
            if combat[unit]:
                found.setdefault(g.units[unit].at, []).append(unit)
        return {place: tuple(units) for place, units in sorted(found.items())}

    @cached_property
    def walls(self) -> dict[int, tuple[float, int]]:
        """What each enemy hex defends with, and what is added to the die there."""
        g, found = self.g, {}
        for place, units in self.enemies.items():
            battle = Battle(self.side, place, (), units)
            found[place] = float(battle.defence(g)), total(modifiers(g, battle))
        return found

    @cached_property
    def pressure(self) -> list[float]:
        """The strength with which the enemy could attack each hex."""
        g, box = self.g, self.g.box
        found = [0.0] * len(box.board)
        for place, units in self.enemies.items():
            power: float = sum(g.attack(unit) for unit in units if not box.is_gun[unit] and not g.units[unit].disrupted)
            power += sum(g.attack(unit) for unit in units if box.is_gun[unit]) * 0.5
            if power:
                for h in box.within(place, NEAR):
                    found[h] += power
        return found

    @cached_property
    def beside(self) -> bytearray:
        """Hexes next to enemy combat units."""
        return self.g.near(self.foe)

    @cached_property
    def line(self) -> bytearray:
        """Where the fronts meet: hexes as near to friends, next to hexes that are nearer to enemies."""
        box, found = self.g.box, bytearray(len(self.g.box.board))
        own = [h for h in self.g.hexes(self.side) if self.g.fighters(self.side)[h]]
        if not own or not self.enemies:
            return found
        ours, theirs = box.distances(*sorted(own)), box.distances(*self.enemies)
        for place in self.g.ground.playable:
            if ours[place] <= theirs[place] and any(theirs[n] < ours[n] for n in box.board.adjacent[place]):
                found[place] = 1
        return found

    @cached_property
    def wanting(self) -> dict[int, int]:
        """The goals at which there are not many more friends already than the enemy's strength there asks for."""
        g, box = self.g, self.g.box
        power = [0.0] * len(box.board)
        for unit in g.on_map(self.side):
            if is_fighter(g, unit):
                power[g.units[unit].at] += g.attack(unit)
        found = {}
        for place, dear in self.goals.items():
            walls = sum(self.walls[h][0] for h in box.within(place, 1) if h in self.walls)
            if sum(power[h] for h in box.within(place, CROWD)) <= SATED * walls + ENOUGH:
                found[place] = dear
        return found

    # --- the ground ----------------------------------------------------------------------------------------------

    def want(self, category: str) -> Field:
        """What it costs a unit to come from each hex to the nearest goal; enemies are slow to pass."""
        if category not in self._fields:
            goals = self.wanting or self.goals
            extra = {place: min(WALL_MOST, round(defence * WALL)) for place, (defence, _) in self.walls.items()}
            table = self.g.ground.ways[category]
            self._fields[category] = cost_field(table, goals, extra) if goals else ()
        return self._fields[category]

    def takes(self, place: int) -> None:
        """Somebody goes to a goal, so that it is none for the others."""
        if self.goals.pop(place, None) is not None:
            self._fields = {}

    def reach_of(self, unit: int) -> Reach:
        """Where a unit could go now."""
        if unit not in self._reach:
            self._reach[unit] = reach(movement.march(self.g, unit))
        return self._reach[unit]

    def cover(self, place: int) -> float:
        """How much better a unit defends in a hex than in the open."""
        box = self.g.box
        return box.defence[place] * (1 - 0.25 * box.die[place])

    def loss(self, place: int, strength: float) -> float:
        """The share of such a strength that is expected to be lost in a hex."""
        power = min(MASS, self.pressure[place])
        if not power:
            return 0.0
        ratio = power * 0.7 / max(0.5, strength * self.cover(place))
        return min(0.7, max(0.0, (ratio - 1.0) * 0.14))

    def risk(self, unit: int, place: int, friends: float) -> float:
        """What a unit would be expected to lose where friends of such a strength stand with it."""
        share, g = self.loss(place, self.g.defence(unit) + friends), self.g
        return share * (1.0 + (g.attack(unit) + g.defence(unit)) / 2) if share else 0.0

    def relief(self, unit: int, place: int, friends: float) -> float:
        """What friends of such a strength would lose less if a unit stood with them."""
        if not friends or not self.pressure[place]:
            return 0.0
        return (self.loss(place, friends) - self.loss(place, friends + self.g.defence(unit))) * friends

    def progress(self, unit: int, here: int, there: int) -> float:
        """How many turns nearer to its goals a unit would be."""
        if not self.goals:
            return 0.0
        field = self.want(movement.walks(self.g, unit))
        if field[there] >= FAR:
            return -9.0
        pace = max(self.g.box.pieces[unit].movement * POINT, POINT)
        return (min(field[here], FAR // 2) - field[there]) / pace


def fighters(g: LongestDay, side: str) -> list[int]:
    """I.I Battalions and companies that attack, without guns, headquarters and what never moves."""
    box = g.box
    return [unit for unit in g.on_map(side) if is_fighter(g, unit) and not box.is_hq[unit]]


def is_fighter(g: LongestDay, unit: int) -> bool:
    """Whether a unit fights in the line."""
    return g.box.pieces[unit].function in ASSAULT
