"""TCS 8.4, 8.8, 8.10, 1.3d, 1.6, 1.13b What is added to the dice of an attack, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from beachhead.games.tcs.sighting import smoke_between
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Modifier, rule

Column = Literal["area", "point", "indirect", "at"]
MOST_SMOKE = -4
"""TCS 8.4 What smoke takes at most."""
SOME_ROUNDS, MANY_ROUNDS = 3, 6
"""TCS 8.8e, TCS 10.4 Rounds in one hex that do more."""
HIGHER = 2
"""TCS 8.4 Levels by which a firer must be higher."""
RULES = {
    "defensive zone": "1.6",
    "shingle crossed and next to the target": "1.13b",
    "bocage of the target's hex": "1.3d",
}


def _given(g: Tcs, condition: str, column: Column) -> int:
    value: int | None = getattr(g.box.modifiers[condition], column)
    return value or 0


def _listed(g: Tcs, conditions: Iterable[str], column: Column) -> list[Modifier]:
    found = ((condition, _given(g, condition, column)) for condition in conditions)
    return [
        Modifier(RULES.get(condition, "TCS 8.4"), condition[0].upper() + condition[1:], value)
        for condition, value in found
        if value
    ]


@rule(
    "1.1", "1.2", "1.4", "1.3d", "1.3e", "1.3i", "1.6", "1.13b", "1.13h", "2.5b-1", "TCS 8.4"
)  # fmt: skip
def of_place(g: Tcs, origins: Iterable[int], place: int, column: Column) -> list[Modifier]:
    """TCS 8.4 What the ground gives a hex against fire from others: of several firers, what is worst for them (C58).

    Terrain and bocage do not add up: the best of them counts. Indirect fire alone heeds neither bocage nor shingle.
    """
    lines = [_of_line(g, here, place, column) for here in sorted(set(origins))] or [_ground(g, place, (), column)]
    return min(lines, key=lambda line: sum(modifier.value for modifier in line))


def _of_line(g: Tcs, here: int, place: int, column: Column) -> list[Modifier]:
    ground = g.box.ground
    bocage = ("bocage of the target's hex",) if ground.lines.own_bocage(here, place) else ()
    conditions = ["shingle crossed and next to the target"] if ground.lines.over_shingle(here, place) else []
    if ground.levels[here] - ground.levels[place] >= HIGHER:
        conditions.append("firer two or more levels higher")
    found = [*_ground(g, place, bocage, column), *_listed(g, conditions, column)]
    smoke = max(MOST_SMOKE, smoke_between(g, here, place) * _given(g, "smoke", column))
    return [*found, Modifier("TCS 11.0", "Smoke", smoke)] if smoke else found


def _ground(g: Tcs, place: int, bocage: tuple[str, ...], column: Column) -> list[Modifier]:
    ground = g.box.ground
    terrain = ground.terrain[place]
    covers = _listed(g, (*((terrain,) if terrain in g.box.modifiers else ()), *bocage), column)
    best = min(covers, key=lambda modifier: modifier.value, default=None)
    found = [] if best is None else [best]
    night = ("night",) if g.is_night else ()
    return [*found, *of_zone(g, place, column), *_listed(g, night, column)]


@rule("1.6")
def of_zone(g: Tcs, place: int, column: Column) -> list[Modifier]:
    """1.6 What a defensive zone gives on the Area and Point Fire Tables, whoever uses them and from wherever."""
    return _listed(g, ("defensive zone",), column) if place in g.box.ground.zones else []


@rule("TCS 4.1", "TCS 8.6", "TCS 12.1f", "2.5b-2")
def of_target(g: Tcs, unit: int, column: Column) -> list[Modifier]:
    """TCS 8.4 What a unit's own state gives to those who fire at it."""
    record = g.units[unit]
    conditions = []
    if record.dug_in:
        conditions.append("dug in")
    if record.mode == "move":
        conditions.append("target in move mode")
    if record.by_road:
        conditions.append("target moved by road or breach this phase")
    if record.nerve:
        conditions.append("target suppressed or paralyzed")
    if record.aboard is not None:
        conditions.append("target loaded in a carrier")
    return _listed(g, conditions, column)


@rule("TCS 10.4")
def of_rounds(g: Tcs, rounds: int) -> list[Modifier]:
    """TCS 10.4 What it adds against men that many rounds fall in one hex."""
    return _listed(g, ("many rounds in the hex",) if rounds >= MANY_ROUNDS else (), "indirect")


@rule("TCS 8.8", "TCS 16.0")
def of_shot(g: Tcs, firer: int, place: int, far: int) -> list[Modifier]:
    """TCS 8.8 What range and movement of the firer give to point fire; TCS 16.0 vehicles have no flanks."""
    distance, conditions = g.box.board.distance(g.units[firer].at, place), []
    if distance * 3 <= far:
        conditions.append("range up to a third")
    elif distance * 3 > far * 2:
        conditions.append("range beyond two thirds")
    if g.type_of(firer).is_machine and g.units[firer].moved:
        conditions.append("vehicle moved this turn")
    return _listed(g, conditions, "point")


@rule("TCS 8.10")
def of_at_roll(g: Tcs, firer: int, target: int) -> list[Modifier]:
    """TCS 8.10 What troops, ground and infantry beside the vehicle give to an AT roll."""
    conditions = ["poor troops"] if g.type_of(firer).row.at_roll == "poor" else []
    place, side = g.units[target].at, g.box.sides[target]
    around = (place, *g.box.board.adjacent[place])
    if any(
        g.box.kinds[unit] == "infantry" and not g.units[unit].nerve
        for near in around
        for unit in g.friends_at(side, near)
    ):
        conditions.append("infantry in support of the vehicle")
    return _listed(g, conditions, "at")
