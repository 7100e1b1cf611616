"""7.0 Where counters are set up: defenders in cover with fields of fire near what they must hold, others near goals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from beachhead.games.tcs import air, setup
from beachhead.games.tcs.box import AMERICAN, GERMAN, POOL, Box
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.veteran.front import Front
from beachhead.games.tcs.veteran.goals import HUNTS
from beachhead.games.tcs.veteran.threat import seen_hexes
from beachhead.games.tcs.veteran.weighing import ground_cover
from beachhead.games.tcs.weapons import reach_of, weapons_of

VIEW, COVER, CROWD, ALONE, SEEN, KEEP = 3.0, 0.8, 0.25, 0.35, 4.0, 0.6
"""What a full field of fire, a point of cover, a friend in the hex, a friend at hand against aircraft, being seen by
the enemy's observers, and a hex nearer to what is to be held are worth."""
SHERMANS, TANKS_AN_HOUR = ("m4", "m4dd"), 8
"""2.1m Which tanks come first by transport, and how many of them before men."""
FIRST_IN = 4.0
"""6.4 What it is worth to be the first in a place that must be held."""
NO_WAY = -20.0
"""What a hex is worth from which no way leads to anything that is wanted."""
CLOSE = 4
"""How near friends help against aircraft."""
BESIDE = 6
"""How far one looks for the beach or the enemy's way in the field of fire."""


def next_counter(g: Tcs, side: str) -> int:
    """7.0-1 The counter that is to be placed now: the first of the set-up that waits."""
    for row in setup.rows_of(g.box, g.scenario, g.agreed):
        for unit in setup.picked(g.box, row) if row.side == side else ():
            if g.units[unit].at == POOL:
                return unit
    raise LookupError(f"no counter of the {side} side waits to be placed")


def best_hex(g: Tcs, front: Front, unit: int, places: Sequence[int]) -> int:
    """The best of some hexes for a counter."""
    return max(places, key=lambda place: (_value(g, front, unit, place), -place))


def danger(g: Tcs, beach: str, risk: Mapping[int, float]) -> tuple[float, str]:
    """2.1m-3 How much fire falls on the tide line of a beach, a hex on average."""
    sectors = [sector for sector in g.box.ground.sectors if sector.beach == beach]
    hexes = [h for sector in sectors for h in g.box.ground.tide_line(sector, g.tide)]
    return sum(risk.get(h, 0.0) for h in hexes) / max(1, len(hexes)), beach


def densest_zone(g: Tcs, places: Sequence[int]) -> int:
    """2.2a Where most hexes of the defensive zones are near that no other ship fires at."""
    board, zones = g.box.board, g.box.ground.zones
    left = [h for h in zones if all(board.distance(h, aimed) > BESIDE for aimed in g.rocket_ships)]
    return max(places, key=lambda h: (sum(board.distance(h, zone) <= BESIDE for zone in left), -h))


def _value(g: Tcs, front: Front, unit: int, place: int) -> float:
    kind = g.type_of(unit)
    found: float = -COVER * ground_cover(g, place, "area" if kind.is_area_target else "point")
    found += VIEW * _view(g, front, unit, place)
    friends = g.friends_at(front.side, place)
    found -= CROWD * len(friends)
    if place in front.threat.observed(g):
        found -= SEEN + 4 * CROWD * len(friends)
    if front.side == GERMAN and g.scenario == air.JABOS:
        near = sum(g.box.board.distance(g.units[u].at, place) <= CLOSE for u in g.on_map(GERMAN))
        found += ALONE * near + CROWD * len(friends)
    return found + _nearness(g, front, unit, place)


def _nearness(g: Tcs, front: Front, unit: int, place: int) -> float:
    """How near a hex is to what the side wants: those who hold stay close, those who attack begin close."""
    kind = g.type_of(unit)
    mover = kind.row.mover if kind.points else "foot"
    wanted = [goal for goal in front.goals if goal.word not in HUNTS and kind.row.kind in goal.kinds]
    best = NO_WAY if wanted else 0.0
    for goal in wanted:
        if front.side == GERMAN:
            away = float(min(g.box.board.distance(place, h) for h in goal.hexes)) * KEEP
            inside = 2.0 if place in goal.hexes else 0.0
            empty = front.garrisons and goal.word == "village" and not any(g.friends_at(GERMAN, h) for h in goal.hexes)
            first = FIRST_IN if inside and empty and kind.row.kind == "infantry" else 0.0
            best = max(best, inside + first - away)
        else:
            far = front.field(g, mover, goal.hexes).get(place)
            if far is not None:
                best = max(best, -2.0 * far / max(kind.points, 72))
    return best


def _view(g: Tcs, front: Front, unit: int, place: int) -> float:
    """The part of the ground that matters that a counter would have under its fire."""
    far = max((reach_of(g, number).range for number in weapons_of(g, unit)), default=0)
    if not far or g.type_of(unit).row.indirect:
        return 0.0
    matters = ground_that_matters(g, front)
    if not matters:
        return 0.0
    return min(1.0, _seen_of(g.box, matters, place, min(far, 14)) / 40)


@lru_cache(maxsize=1 << 14)
def _seen_of(box: Box, ground: frozenset[int], place: int, far: int) -> int:
    """How many hexes of some ground are seen from a hex."""
    return sum(h in ground for h, _ in seen_hexes(box, place, far))


def ground_that_matters(g: Tcs, front: Front) -> frozenset[int]:
    """The beach where the enemy lands, the ground around his exits and around those of him who stand on the map."""
    if front.side == AMERICAN:
        return frozenset()
    if g.frame.has_beach or g.scenario == "T5":
        return _beach(g.box, g.scenario)
    exits = tuple(h for goal in _exits(g) for h in goal)
    return _around(g.box, exits or tuple(sorted(g.hexes(AMERICAN))))


def _exits(g: Tcs) -> list[tuple[int, ...]]:
    return [(g.box.board.number(row.hex),) for row in g.box.exits if row.set == g.frame.victory]


@lru_cache(maxsize=16)
def _beach(box: Box, scenario: str) -> frozenset[int]:
    return frozenset(h for h in box.hexes_in_play[scenario] if box.ground.terrain[h] in ("beach", "obstacle"))


@lru_cache(maxsize=64)
def _around(box: Box, places: tuple[int, ...]) -> frozenset[int]:
    return frozenset(h for place in places for h in box.board.within(place, BESIDE))
