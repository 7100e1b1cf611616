"""The front as one side sees it at one moment: what it wants, what it fears, and how far it is to go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from beachhead.games.tcs import obstacles, orders
from beachhead.games.tcs.box import AMERICAN, GERMAN, Box
from beachhead.games.tcs.sighting import is_large
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.veteran.goals import (
    ALL,
    FOOT,
    HUNTS,
    OPENING,
    Goal,
    closed_breaches,
    goals,
    unguarded,
    without_tank,
)
from beachhead.games.tcs.veteran.threat import Threat, seen_hexes
from beachhead.games.tcs.veteran.weighing import Scales
from beachhead.hexes import BLOCKED, marked, reach_by
from beachhead.hexes.search import Steps, Ways
from beachhead.wargame import presence

FAR = 6000
"""Twelfths of a movement point beyond which nobody plans a way."""
WORK = 96
"""What an obstacle hex costs that must be worked on first."""
TASK, SHINGLE, SHELTER = 7.0, 5.0, 14.0
USUAL = 6.0
"""The worth of a goal that moves units at the usual pace."""
SLOW = {"mg": 0.7, "mortar": 0.5, "at": 0.5, "ig": 0.5, "carrier": 0.3, "artillery": 0.3}
"""How eagerly supporting weapons go forward."""
BEHIND = {"mg": 36, "mortar": 72, "at": 48, "ig": 60, "carrier": 96, "artillery": 120}
"""How far from their goals they stay, in twelfths of movement points."""
D_DAY = 6
"""The day on which the Germans hold beaches, not villages."""
AT_CALL = 216
"""From how far away somebody is sent to a security hex, in twelfths of a movement point with what is feared."""
TOO_NEAR = 2
"""TCS 8.10 How near infantry must not come to vehicles that hunt it."""


class Front:
    """What one side wants and fears; made anew for each segment."""

    def __init__(self, g: Tcs, side: str, scales: Scales) -> None:
        self.side = side
        self.scales, self.w = scales, scales.w
        self.goals = goals(g, side)
        self.threat = Threat(g, side, scales)
        self.turns_left = g.box.turn_at[g.frame.last_day, g.frame.last] - g.turn + 1
        self.garrisons = side == GERMAN and g.frame.first_day > D_DAY
        self._tables: dict[str, Ways] = {}
        self._fields: dict[tuple[str, frozenset[int]], Mapping[int, int]] = {}
        self._aims: dict[int, Goal | None] = {}
        self._beach: frozenset[int] | None = None
        self._shelters: Goal | None = None
        self._lees: dict[int, Goal] = {}
        self._posts: dict[int, Goal] | None = None
        self._positions: list[Goal] | None = None

    # --- ways ----------------------------------------------------------------------------------------------------

    def field(self, g: Tcs, mover: str, hexes: frozenset[int]) -> Mapping[int, int]:
        """How far it is from every hex to the nearest of these, in twelfths, ways under fire being longer."""
        key = mover, hexes
        found = self._fields.get(key)
        if found is None:
            enemies = set(g.hexes(g.enemy(self.side))) - hexes
            closed = marked(len(g.box.board), enemies)
            start = [(h, 0) for h in sorted(hexes)]
            found = self._fields[key] = reach_by(self._table(g, mover), -1, FAR, first=start, blocked=closed).spent
        return found

    def _table(self, g: Tcs, mover: str) -> Ways:
        """The steps of a mover, turned about, with what is feared on the way."""
        found = self._tables.get(mover)
        if found is None:
            found = self._tables[mover] = Steps(self._turned(g, mover))
        return found

    def _turned(self, g: Tcs, mover: str) -> list[Sequence[tuple[int, int]]]:
        turned = list(_ways_back(g.box, mover, frozenset(g.open_breaches), g.scenario, g.tide))
        for there, more in self._extra(g, mover).items():
            if more:
                turned[there] = [(here, cost + more) for here, cost in turned[there] if cost + more < BLOCKED]
        return turned

    def _extra(self, g: Tcs, mover: str) -> dict[int, int]:
        """What fear and obstacles add to the cost of entering hexes."""
        if mover in ("foot", "bicycle"):
            extra = {h: int(min(6.0, power / 8) * self.w.dread) for h, power in self.threat.area.items()}
        else:
            extra = {h: int(min(3.0, shots) * 2 * self.w.dread) for h, shots in self.threat.kills(g, 7).items()}
        if g.frame.has_beach or g.obstacles or g.scenario == "T5":
            for h in g.box.ground.obstacles:
                state = g.obstacles.get(h)
                if state in (None, "mines", "wire"):
                    extra[h] = extra.get(h, 0) + (WORK if mover == "foot" else BLOCKED)
        return extra

    # --- aims ----------------------------------------------------------------------------------------------------

    def aim(self, g: Tcs, unit: int) -> Goal | None:
        """Where a unit wants to be: as its orders say, or else the goal that promises most."""
        if unit not in self._aims:
            self._aims[unit] = self._find_aim(g, unit)
        goal = self._aims[unit]
        return self._share(g, unit, goal) if goal is not None and goal.word == "fill" else goal

    def _share(self, g: Tcs, unit: int, goal: Goal) -> Goal:
        """A place must be filled: one unit stays in each hex, the others go to those where nobody is."""
        here = g.units[unit].at
        if here in goal.hexes and min(u for u in g.friends_at(self.side, here) if g.type_of(u).points) == unit:
            return goal._replace(hexes=frozenset((here,)), holds=True)
        empty = frozenset(h for h in goal.hexes if not g.friends_at(self.side, h))
        return goal._replace(hexes=empty or goal.hexes, holds=False)

    def _find_aim(self, g: Tcs, unit: int) -> Goal | None:
        if unit in self._posted(g):
            return self._posted(g)[unit]
        post = orders.post_of(g, unit)
        if post.task is not None and post.task.objective and post.word != "reserve":
            here = g.units[unit].at
            holds = post.task.mission in orders.DEFENSES and here in post.task.objective
            foes = g.occupied(g.enemy(self.side)) if not holds else None
            held = frozenset(h for h in post.task.objective if foes is not None and foes[h])
            return Goal("task", held or frozenset(post.task.objective), TASK, ALL, holds)
        if post.word == "beach":
            if g.box.kinds[unit] == "tank":
                return self._shelter(g)
            return self._lee(g, unit) if g.type_of(unit).row.target == "both" else self._shingle(g)
        return self._best(g, unit) if post.word in ("free", "led", "arriving") else None

    def _shingle(self, g: Tcs) -> Goal:
        """1.13 On the beach there is cover only at the shingle."""
        if self._beach is None:
            ground, play = g.box.ground, g.box.in_play[g.scenario]
            self._beach = frozenset(h for h in ground.at_shingle if ground.seaward[h] and play[h])
        return Goal("shingle", self._beach, SHINGLE, ALL)

    def _posted(self, g: Tcs) -> Mapping[int, Goal]:
        """2.5a Who stays in the security hexes of breaches, and the tanks that go to breaches which wait for one."""
        if self._posts is None:
            self._posts = {}
            if self.side == AMERICAN and any(goal.word == "breach" for goal in self.goals):
                self._post_guards(g, self._posts)
            if self.garrisons:
                self._post_garrisons(g, self._posts)
        return self._posts

    def _post_garrisons(self, g: Tcs, posts: dict[int, Goal]) -> None:
        """6.4 One platoon stays in each place that counts and where Germans stand, and does not go to another."""
        for goal in self.goals:
            men = [u for h in goal.hexes for u in g.friends_at(GERMAN, h) if g.box.kinds[u] == "infantry"]
            if goal.word == "village" and men:
                posts[min(men)] = goal._replace(worth=TASK, holds=True)

    def _post_guards(self, g: Tcs, posts: dict[int, Goal]) -> None:
        for place in (h for breach in closed_breaches(g) for h in breach.security):
            men = [u for u in g.friends_at(AMERICAN, place) if g.type_of(u).row.kind in FOOT]
            if men:
                posts[min(men)] = Goal("breach", frozenset((place,)), TASK, FOOT, holds=True)
        self._send_guards(g, posts)
        tanks = [u for u in g.on_map(AMERICAN) if g.box.kinds[u] == "tank" and g.box.ground.seaward[g.units[u].at]]
        for goal in without_tank(g):
            away = self.field(g, "track", goal.hexes)
            near = [(away[g.units[u].at], u) for u in tanks if u not in posts and g.units[u].at in away]
            if near:
                posts[min(near)[1]] = goal

    def _send_guards(self, g: Tcs, posts: dict[int, Goal]) -> None:
        """2.5a-2 Where nobody stands in a security hex, the nearest goes there who may by his orders."""
        steady = [u for u in g.on_map(AMERICAN) if g.box.kinds[u] == "infantry" and not g.units[u].nerve]
        for breach in closed_breaches(g):
            for place in unguarded(g, breach):
                goal = Goal("breach", frozenset((place,)), OPENING, FOOT)
                away = self.field(g, "foot", goal.hexes)
                near = [(far, u) for u in steady if u not in posts and (far := away.get(g.units[u].at, FAR)) <= AT_CALL]
                free = (u for _, u in sorted(near) if orders.refuse_order(g, u, "move", place) is None)
                guard = next(free, None)
                if guard is not None:
                    posts[guard] = goal

    def _shelter(self, g: Tcs) -> Goal:
        """1.13 Vehicles fire from behind the shingle, where there are enemies to be seen from it."""
        if self._shelters is None:
            shingle = self._shingle(g)
            self._shelters = shingle._replace(
                hexes=shingle.hexes & self._firing_positions(g) or shingle.hexes, worth=SHELTER
            )
        return self._shelters

    def _lee(self, g: Tcs, unit: int) -> Goal:
        """1.13 Guns and soft vehicles keep out of sight on the beach until there is a way off it."""
        armour = g.type_of(unit).row.defense
        if armour not in self._lees:
            ground, shots, area = g.box.ground, self.threat.kills(g, armour), self.threat.area
            sea, hexes = ground.sea(g.tide), g.box.hexes_in_play[g.scenario]
            quiet = (h for h in hexes if ground.seaward[h] and not sea[h] and not shots.get(h) and not area.get(h))
            self._lees[armour] = Goal("shingle", frozenset(quiet), SHELTER, ALL)
        return self._lees[armour] if self._lees[armour].hexes else self._shingle(g)

    def _best(self, g: Tcs, unit: int) -> Goal | None:
        kind, here = g.type_of(unit), g.units[unit].at
        if not kind.points or here < 0:
            return None
        best: tuple[float, Goal] | None = None
        for goal in self._hunted(g) if kind.is_machine else self.goals:
            if kind.row.kind not in goal.kinds:
                continue
            away = self.field(g, kind.row.mover, goal.hexes).get(here)
            if away is not None:
                worth = goal.worth / (1 + away / kind.points)
                if best is None or worth > best[0]:
                    best = worth, goal
        return best[1] if best else None

    def _hunted(self, g: Tcs) -> list[Goal]:
        """The goals as vehicles see them: they hunt enemies from where these are seen, out of reach of their men."""
        if self._positions is None:
            self._positions = [
                goal._replace(hexes=self._firing_positions(g) or goal.hexes) if goal.word in HUNTS else goal
                for goal in self.goals
            ]
        return self._positions

    def _firing_positions(self, g: Tcs) -> frozenset[int]:
        """TCS 7.1 The hexes from which enemies are seen who keep still, and where their infantry cannot reach."""
        near, seen, foe = set[int](), set[int](), g.enemy(self.side)
        for place in g.hexes(foe):
            units, hidden = g.friends_at(foe, place), g.box.ground.cover[place]
            large = any(is_large(g, unit) for unit in units)
            seen.update(h for h, _ in seen_hexes(g.box, place, g.box.spotted_at(large, hidden)))
            if any(g.type_of(unit).row.at_roll != "no" for unit in units):
                near.update(g.box.board.within(place, TOO_NEAR))
        return frozenset(seen - near)

    def wants(self, place: int) -> float:
        """What it is worth to the side to have a hex."""
        return max((goal.worth for goal in self.goals if place in goal.hexes), default=0.0)

    # --- what a place is worth ----------------------------------------------------------------------------------

    def pull(self, g: Tcs, unit: int, place: int) -> float:
        """How good a hex is for what a unit wants; nothing if it wants nothing."""
        return self.pulls(g, unit)(place)

    def pulls(self, g: Tcs, unit: int) -> Callable[[int], float]:
        """The same for hex after hex: what a unit wants is looked up once."""
        goal, kind, here = self.aim(g, unit), g.type_of(unit), g.units[unit].at
        if goal is None:
            return lambda _: 0.0
        away, points = self.field(g, kind.row.mover, goal.hexes), max(kind.points, 1)
        slow, behind = SLOW.get(kind.row.kind, 1.0), BEHIND.get(kind.row.kind, 0)
        if goal.word == "shingle":
            slow, behind = 1.0, 0
        begun, arrival = away.get(here), self.w.arrival * goal.worth

        def pull(place: int) -> float:
            far = away.get(place)
            if far is None:
                return -40.0
            pace = slow * self._pace(goal, (far if begun is None else begun) / points)
            far = max(0, far - behind)
            return (arrival if not far else 0.0) - pace * far / points

        return pull

    def _pace(self, goal: Goal, turns: float) -> float:
        """What a turn of progress is worth: more when time is short, little when the goal cannot be reached."""
        pace = self.w.pace * goal.worth / USUAL
        if turns > self.turns_left + 2:
            return pace * self.w.too_late
        return pace * (self.w.haste if turns + 2 > self.turns_left else 1.0)

    def value(self, g: Tcs, unit: int, place: int, *, moves: bool) -> float:
        """What it is worth to a unit to stand in a hex in a mode."""
        return self.values(g, unit, moves=moves)(place)

    def values(self, g: Tcs, unit: int, *, moves: bool) -> Callable[[int], float]:
        """The same for hex after hex."""
        pull, risk, taken = self.pulls(g, unit), self.threat.risks(g, unit, moves=moves), presence(g).at
        return lambda place: pull(place) - risk(place) - (self._crowd(g, unit, place) if place in taken else 0.0)

    def _crowd(self, g: Tcs, unit: int, place: int) -> float:
        """TCS 5.1 Area fire hits everybody in a hex."""
        others = [u for u in g.friends_at(self.side, place) if u != unit]
        if not others:
            return 0.0
        power = self.threat.area.get(place, 0.0)
        return self.w.crowd * len(others) * (0.05 + min(0.4, power / 60))


@lru_cache(maxsize=64)
def _ways_back(
    box: Box, mover: str, open_breaches: frozenset[int], scenario: str, tide: int
) -> tuple[Sequence[tuple[int, int]], ...]:
    """The steps of a mover turned about, on the dry land that is in play."""
    sea, play, back = box.ground.sea(tide), box.in_play[scenario], box.ground.ways_back(mover, open_breaches)
    dry = [inside and not wet for inside, wet in zip(play, sea, strict=True)]
    return tuple(
        [(here, cost) for here, cost in back[there] if dry[here] and cost < BLOCKED] if is_dry else ()
        for there, is_dry in enumerate(dry)
    )


def can_be_worked(g: Tcs, place: int) -> bool:
    """2.4 Whether infantry can do something about an obstacle hex next to a place."""
    around = g.box.ground.obstacles_beside[place]
    return any(g.obstacles.get(h) in (None, "mines") or obstacles.refuse_breach(g, h) is None for h in around)
