"""TCS 13, TCS 14 Whether an assault or an overrun is worth it, and who goes in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from beachhead.games.tcs import assault
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.veteran.front import Front
from beachhead.games.tcs.veteran.weighing import Scales, at_least, worth

CLOSE = 2
"""TCS 13.0, TCS 14.0 Firepower is doubled."""
BREAKS = 0.45
"""How often a morale check at close quarters puts a unit out of the fight."""
TAKEN, WANTED = 2.5, 3.0
"""What a taken hex is worth besides, and how much a goal there must be worth to add as much again."""


def _power(g: Tcs, units: Sequence[int]) -> float:
    return sum(g.type_of(u).row.area / (2 if g.units[u].nerve else 1) for u in units if g.box.kinds[u] != "rocket")


def _exchange(
    g: Tcs, scales: Scales, targets: Sequence[int], power: float, added: Callable[[int], int]
) -> tuple[float, float]:
    """One round against some units: what it takes in worth, and which part of them is out of the fight after it."""
    lost, out = 0.0, 0.0
    soft = [unit for unit in targets if g.type_of(unit).is_area_target]
    for unit in soft:
        odds = scales.odds(g, int(power * CLOSE), added(unit))
        lost += scales.area_loss(g, unit, int(power * CLOSE), added(unit))
        out += min(1.0, odds.steps / max(g.units[unit].steps, 1) + BREAKS * odds.check)
    return lost, out / len(targets) if targets else 0.0


def _approach(g: Tcs, front: Front, units: Sequence[int]) -> float:
    """TCS 13.0 What the fire takes before they are in: it falls on one hex of them after the other."""
    return sum(front.threat.risk(g, unit, g.units[unit].at, moves=True) for unit in units) / (1 + len(units))


def promise(g: Tcs, front: Front, units: Sequence[int], place: int) -> float:
    """TCS 13.0 What an assault on foot brings on average, less what it costs."""
    scales, foes = front.scales, g.friends_at(g.enemy(front.side), place)
    hard = [foe for foe in foes if not g.type_of(foe).is_area_target]
    steady = [foe for foe in foes if g.units[foe].nerve != "paralyzed"]
    held, close = assault.storm_modifier(g, place), g.constant("assault_modifier")
    gain, cost, ours, theirs = 0.0, _approach(g, front, units), 1.0, 1.0
    for _ in range(g.constant("assault_rounds")):
        taken, out = _exchange(g, scales, foes, _power(g, units) * ours, lambda _: held)
        if hard and len(hard) == len(foes):
            rolls = sum(g.type_of(unit).row.at_roll != "no" for unit in units) * ours
            out = 1 - (1 - at_least(g.box.at_rolls[0])) ** (rolls / len(hard))
            taken = out * sum(worth(g, foe) for foe in hard)
        lost, gone = _exchange(g, scales, units, _power(g, steady) * theirs, lambda _: close)
        gain, cost = gain + taken * theirs, cost + lost * ours
        ours, theirs = ours * (1 - gone), theirs * (1 - out)
    prize = TAKEN * (1 + front.wants(place) / WANTED)
    return gain - cost + prize * (1 - theirs) * ours


def rush(g: Tcs, front: Front, units: Sequence[int], place: int) -> float:
    """TCS 14.0 What an overrun brings on average: defenders strike first, then the vehicles hit everybody."""
    foes = g.friends_at(g.enemy(front.side), place)
    if not any(g.type_of(foe).is_area_target or g.box.kinds[foe] == "rocket" for foe in foes):
        return -1.0
    dearest = max(worth(g, unit) for unit in units)
    cost = _approach(g, front, units)
    for foe in foes:
        row = g.type_of(foe).row
        if g.units[foe].nerve != "paralyzed" and (row.point or row.at_roll != "no"):
            cost += at_least(g.box.at_rolls[0] + (row.at_roll == "poor")) * dearest
    taken, out = _exchange(g, front.scales, foes, _power(g, units), lambda foe: assault.overrun_modifier(g, foe))
    taken += sum(worth(g, foe) for foe in foes if g.box.kinds[foe] == "rocket")
    return taken - cost + (TAKEN if front.wants(place) else 0.0) * out


def able(g: Tcs, side: str, place: int, *, on_foot: bool) -> list[int]:
    """The units that can go into a hex now."""
    near = [unit for h in g.box.board.adjacent[place] for unit in g.friends_at(side, h)]
    return [unit for unit in near if assault.refuse_attacker(g, unit, place, on_foot=on_foot) is None]


def best(g: Tcs, front: Front, targets: Sequence[int], *, on_foot: bool) -> tuple[float, int, tuple[int, ...]]:
    """The hex that promises most, how much, and who goes in: those whose steps and firepower help."""
    found: tuple[float, int, tuple[int, ...]] = (front.w.least_assault, -1, ())
    for place in targets:
        units = able(g, front.side, place, on_foot=on_foot)
        fit = [u for u in units if not on_foot or g.box.kinds[u] == "infantry" or g.units[u].steps > 1]
        for force in (tuple(fit), tuple(units)):
            if force:
                gain = promise(g, front, force, place) if on_foot else rush(g, front, force, place)
                if gain > found[0]:
                    found = gain, place, force
    return found
