"""6.0, 7.0 Where units go, in which mode and which way they face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from beachhead.games.bradley.box import AMERICAN, CM, ENEMY, GERMAN, MM, POINT
from beachhead.games.bradley.combat import ASSAULT, MIXED, assault, combat_factor, fire_factor
from beachhead.games.bradley.cover import modifiers, multiplier
from beachhead.games.bradley.fire import fields
from beachhead.games.bradley.reach import begin, destinations, reach
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.terrain import MODE_COST
from beachhead.games.bradley.veteran.doctrine import Weights
from beachhead.games.bradley.veteran.fighting import hex_worth
from beachhead.games.bradley.veteran.ways import FAR, Field, cost_field
from beachhead.games.bradley.veteran.weighing import battle_value, expected_loss, is_careful, worth
from beachhead.kernel import Action
from beachhead.wargame import total

CLOSE = 2
"""From so many hexes away an enemy can assault soon."""
NEAR = 3
"""Within so many hexes of an enemy a unit wants to be in combat mode."""
LONG = 9
"""A goal that is farther than so many points is worth a change to movement mode."""
SLOW = 0.07
"""What combat mode costs for each point beyond that."""
FIRST_LANDING = 2
"""5.0 The turn of the first landing."""
OUT_OF_REACH = 60.0
"""What counts as the distance where no way leads to a goal, in points."""
LAZY = 0.02
"""What doing something must bring at least."""
TRIES = 24
"""How many hexes are looked at in full: the nearest to the goal, and those next to an enemy."""


class Front:
    """What does not change while a side moves: where it wants to go, and what the enemy can do to it."""

    def __init__(
        self,
        g: Bradley,
        weights: Weights,
        side: str,
        goals: Mapping[int, int],
        errands: Mapping[int, int] | None = None,
    ) -> None:
        self.g, self.w, self.side, self.goals, self.errands = g, weights, side, goals, errands or {}
        self._fields: dict[tuple[str, int], Field] = {}
        self._threat: dict[int, int] = {}
        self._storm: dict[int, int] = {}
        self.care = weights.care if side == AMERICAN and is_careful(g) else 1.0
        foe = ENEMY[side]
        landing = g.turn <= FIRST_LANDING  # on that turn even disrupted guns find somebody on the beach
        self._guns = [(u, fields(g)[u]) for u in g.on_map(foe) if g.reach(u) and (landing or not g.units[u].disrupted)]
        self._stormers = [
            (g.where(u), g.box.pieces[u].cm.cf) for u in g.on_map(foe) if g.box.pieces[u].assaults and g.face(u).ma
        ]

    @cached_property
    def foes(self) -> frozenset[int]:
        """The hexes of the enemy, garrisons included."""
        found = self.g.hexes(ENEMY[self.side])
        return found | self.g.garrisons.keys() if self.side == AMERICAN else found

    def field(self, unit: int) -> Field:
        """What it costs a unit to come to the nearest goal, or to the hex to which it is sent."""
        mover, errand = self.g.box.pieces[unit].mover, self.errands.get(unit, -1)
        if (mover, errand) not in self._fields:
            goals = self.goals if errand < 0 else {errand: 0}
            self._fields[mover, errand] = cost_field(self.g, mover, MM, goals)
        return self._fields[mover, errand]

    def threat(self, place: int) -> int:
        """The combat factors that can fire at a hex."""
        if place not in self._threat:
            found = sum(fire_factor(self.g, u, place) for u, hexes in self._guns if place in hexes)
            if not self.g.is_night:
                found += self.w.air
            self._threat[place] = found
        return self._threat[place]

    def storm(self, place: int) -> int:
        """The combat factors that can assault a hex soon."""
        if place not in self._storm:
            distance = self.g.box.board.distance
            self._storm[place] = sum(cf for h, cf in self._stormers if distance(h, place) <= CLOSE)
        return self._storm[place]

    def away(self, place: int) -> int:
        """How far the nearest enemy is."""
        distance = self.g.box.board.distance
        return min((distance(place, h) for h in self.foes), default=99)


class Plan:
    """What a unit will do in this segment: acts in order, and what it promises."""

    def __init__(self, acts: Sequence[Action], value: float) -> None:
        self.acts, self.value = list(acts), value

    def or_better(self, acts: Sequence[Action], value: float) -> Plan:
        """The better one of this and another."""
        return Plan(acts, value) if value > self.value else self


def plan(g: Bradley, front: Front, unit: int) -> Plan:
    """6.0 The best that a unit can do with its move; no acts if it stays as it is."""
    mode, here, move = g.units[unit].mode, g.where(unit), begin(g, unit)
    best = Plan((), value(g, front, unit, here, mode) + LAZY)
    if g.box.pieces[unit].arm == "artillery":
        return _artillery(g, front, unit, best)
    if not move.allowance:
        return best
    spent = reach(g, move)
    for place in _shortlist(g, front, unit, destinations(g, move)):
        best = best.or_better(
            [Action("move", place), *_turned(g, front, unit, place)], value(g, front, unit, place, mode)
        )
        if mode == MM and move.left - spent[place] >= MODE_COST:
            best = best.or_better([Action("move", place), Action("deploy")], value(g, front, unit, place, CM))
    if move.left >= MODE_COST and unit not in g.ashore | g.dropped:
        other = CM if mode == MM else MM
        best = best.or_better([_flip(g, front, unit, here, other)], value(g, front, unit, here, other) - LAZY)
    return best


def _shortlist(g: Bradley, front: Front, unit: int, places: Sequence[int]) -> list[int]:
    """The hexes worth a closer look."""
    field, adjacent = front.field(unit), g.box.board.adjacent
    near = [h for h in places if not front.foes.isdisjoint(adjacent[h])]
    nearest = sorted(places, key=lambda h: (field[h], h))[:TRIES]
    return list(dict.fromkeys([*near, *nearest]))


def _flip(g: Bradley, front: Front, unit: int, place: int, mode: str) -> Action:
    return Action("deploy") if mode == CM else Action("march", _facing(g, front, unit, place))


def _turned(g: Bradley, front: Front, unit: int, place: int) -> list[Action]:
    if g.units[unit].mode != MM or front.away(place) > NEAR:
        return []
    return [Action("face", _facing(g, front, unit, place))]


def _facing(g: Bradley, front: Front, unit: int, place: int) -> str:
    """7.4 Toward the nearest enemy if he is near, else toward the goal."""
    board, field = g.box.board, front.field(unit)
    distance = board.distance
    foe = min(front.foes, key=lambda h: (distance(h, place), h), default=None)
    ways = [(d, n) for d, n in enumerate(board.neighbours[place]) if n >= 0]
    if foe is not None and distance(foe, place) <= NEAR:
        return board.directions[min(ways, key=lambda way: (distance(way[1], foe), way))[0]]
    return board.directions[min(ways, key=lambda way: (field[way[1]], way))[0]]


def _artillery(g: Bradley, front: Front, unit: int, stay: Plan) -> Plan:
    """Guns with a target stay; others follow, and get away from enemies who come too near."""
    here, mode, piece = g.where(unit), g.units[unit].mode, g.box.pieces[unit]
    away, move = front.away(here), begin(g, unit)
    in_range = away <= piece.range
    if mode == CM:
        flees = front.side == GERMAN and away <= CLOSE and piece.mm.ma > 0
        if (in_range and not flees) or not piece.mm.ma or unit in g.ashore | g.dropped:
            return Plan((), stay.value)
        return Plan([Action("march", _facing(g, front, unit, here))], stay.value)
    if abs(away - front.w.guns) <= 1 and move.left >= MODE_COST:
        return Plan([Action("deploy")], stay.value)
    spent = reach(g, move)

    def score(place: int) -> float:
        gap = front.away(place)
        return -abs(gap - front.w.guns) - 0.2 * front.threat(place) - (2.0 if gap <= CLOSE else 0.0)

    able = [h for h in destinations(g, move) if move.left - spent[h] >= MODE_COST]
    if not able:
        return Plan([Action("deploy")], stay.value) if in_range and move.left >= MODE_COST else Plan((), stay.value)
    field = front.field(unit)
    place = max(sorted(able, key=lambda h: (field[h], h))[: 2 * TRIES], key=lambda h: (score(h), -h))
    acts = [Action("move", place)] if score(place) > score(here) else []
    if front.away(place if acts else here) <= piece.range:
        acts.append(Action("deploy"))
    return Plan(acts, stay.value)


# --- what a place is worth ---------------------------------------------------------------------------------------


def value(g: Bradley, front: Front, unit: int, place: int, mode: str) -> float:
    """What it is worth to have a unit in a hex in a mode at the end of the segment."""
    piece, side, w = g.box.pieces[unit], front.side, front.w
    if piece.is_hq:
        return _hq_value(g, front, unit, place)
    distance = front.field(unit)[place]
    points = distance / POINT if distance < FAR else OUT_OF_REACH
    found = -w.step * points
    found -= front.care * w.danger * danger(g, front, unit, place, mode) * worth(g, unit)
    away = front.away(place)
    if mode == MM and away <= NEAR:
        found -= w.exposed
    if mode == CM and points > LONG and away > NEAR:
        found -= min(SLOW * (points - LONG) + SLOW, 8 * SLOW)
    if away == 1 and piece.assaults:
        found += w.keen * max(promise(g, front, unit, place, mode), 0.0)
    if side == GERMAN:
        found += _hold(g, w, place)
    elif front.errands.get(unit) == place:
        found += w.posted
    return found


def _hold(g: Bradley, w: Weights, place: int) -> float:
    """17.1.3 What it is worth to the German to be near the Beachhead."""
    row, distance = g.row, g.box.board.distance
    near = min((distance(place, h) for h in g.beachheads.values()), default=99)
    late = g.turn >= g.last_turn - w.dash
    if near <= row.radius_tactical:
        return 1.5 if late else w.held
    return 1.0 if near <= row.radius_strategic and late else 0.0


def danger(g: Bradley, front: Front, unit: int, place: int, mode: str) -> float:
    """The share of a unit that the enemy is expected to destroy in a hex."""
    side, box = front.side, g.box
    face = box.pieces[unit].face(mode)
    friends = [u for u in g.standing(place) if u != unit and box.sides[u] == side]
    pf = face.pf + sum(g.face(u).pf for u in friends)
    best = max([face.pf, *(g.face(u).pf for u in friends)])
    drm = total(modifiers(g, side, place))
    guns = front.threat(place)
    shot = expected_loss(box, MIXED, guns - pf * multiplier(g, side, place, assault=False), best, drm) if guns else 0.0
    foes = front.storm(place)
    if not foes:
        return shot
    cf = face.cf + sum(combat_factor(g, u) for u in friends)
    stormed = expected_loss(box, ASSAULT, foes - cf * multiplier(g, side, place, assault=True), best, drm)
    return shot + front.w.stormed * stormed


def promise(g: Bradley, front: Front, unit: int, place: int, mode: str) -> float:
    """10.3 What the best assault from a hex promises, together with the friends who are there already."""
    side, box = front.side, g.box
    extra = box.pieces[unit].face(mode).cf - g.face(unit).cf
    best = 0.0
    for target in box.board.adjacent[place]:
        if target not in front.foes:
            continue
        attackers = {
            u: h
            for h in box.board.adjacent[target]
            for u in g.standing(h)
            if box.sides[u] == side and u != unit and box.pieces[u].assaults and not box.pieces[u].is_hq
            if not g.units[u].disrupted
        }
        battle = assault(g, side, {**attackers, unit: place}, target)
        if extra:
            column = box.combat.column(ASSAULT, battle.differential + extra)
            letter = "" if column is None else box.combat.letter(column, battle.pf)
            battle = replace(battle, attack=battle.attack + extra, column=column, letter=letter)
        best = max(best, battle_value(g, battle, hex_worth=hex_worth(g, side, target)))
    return best


def _hq_value(g: Bradley, front: Front, unit: int, place: int) -> float:
    """16.2 Headquarters want their units in their radius, and the enemy out of reach."""
    piece, distance = g.box.pieces[unit], g.box.board.distance
    near = sum(distance(place, h) <= piece.range for h in g.hexes(front.side))
    away = front.away(place)
    return 0.05 * near - 0.5 * max(NEAR - away, 0) - 0.02 * max(away - 6, 0) - danger(g, front, unit, place, CM)
