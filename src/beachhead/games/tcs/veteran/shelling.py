"""TCS 10, TCS 11, TCS 17 Artillery and aircraft: where they fall, how many, and when enough has been adjusted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, exp, factorial

from beachhead.games.tcs import air, artillery, modifiers, naval
from beachhead.games.tcs.schemas import OrdnanceRow
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.veteran.front import Front
from beachhead.games.tcs.veteran.weighing import at_least, bombard_gain, ground_cover, worth
from beachhead.kernel import Action, Decision

MOST_ROUNDS = 8
CONTACT = 4
"""How near own men must be for smoke to serve them."""
STRAFE = 15
"""2.10a The firepower with which attacks from the air are weighed."""


@lru_cache(maxsize=256)
def _falls(mean: float) -> tuple[float, ...]:
    """TCS 10.4 The chances of 0, 1, 2 ... rounds in a hex."""
    found = [exp(-mean) * mean**count / factorial(count) for count in range(MOST_ROUNDS)]
    return (*found, max(0.0, 1 - sum(found)))


def salvo_gain(g: Tcs, front: Front, number: int, burst: int, radius: int, fires: int) -> float:
    """TCS 10.4 What fire for effect on a hex would bring, own losses counted against it."""
    rounds = artillery.guns_of(g, number) * fires
    return _gain(g, front, burst, radius, rounds, g.box.ordnance[g.box.batteries[number].calibre])


def _gain(g: Tcs, front: Front, burst: int, radius: int, rounds: int, power: OrdnanceRow) -> float:
    chances = _falls(rounds / (3 * radius * (radius + 1) + 1))
    total = 0.0
    for place in g.box.board.within(burst, radius):
        for unit in g.standing(place):
            sign = -front.w.own_men if g.box.sides[unit] == front.side else 1.0
            for count in range(1, len(chances)):
                if g.type_of(unit).is_area_target:
                    firepower = min(power.most, power.first + (count - 1) * power.further)
                    added = ground_cover(g, place, "indirect") + (g.units[unit].mode == "move") - g.units[unit].dug_in
                    added += sum(modifier.value for modifier in modifiers.of_rounds(g, count))
                    total += sign * chances[count] * front.scales.area_loss(g, unit, firepower, added)
                else:
                    total += sign * chances[count] * bombard_gain(g, unit, [power.calibre] * count)
    return total


def hoped(g: Tcs, front: Front, number: int, burst: int, fires: int) -> float:
    """TCS 10.5 What a burst promises with the better concentration."""
    return max(salvo_gain(g, front, number, burst, radius, fires) for radius in artillery.AREAS.values())


def fires_wanted(g: Tcs, front: Front, number: int) -> int:
    """TCS 10.7 How many battery fires a mission is given: what is left, spread over the turns that are left."""
    supply = g.ammunition.get(artillery.pool(g, number))
    batteries = sum(b.is_free and artillery.pool(g, n) == artillery.pool(g, number) for n, b in enumerate(g.batteries))
    left = supply.he if supply else 0
    share = ceil(2 * left / max(1, front.turns_left * batteries))
    return max(1, min(share, left, g.constant("battery_fires_a_turn")))


def best_hex(g: Tcs, front: Front, number: int, offered: Sequence[int] | None = None) -> tuple[int, float]:
    """TCS 10.0 The target that promises most, out of the hexes around the enemy that are seen."""
    fires = fires_wanted(g, front, number)
    near = {
        h for place in g.hexes(g.enemy(front.side)) for h in g.box.board.within(place, max(artillery.AREAS.values()))
    }
    seen = near.intersection(offered) if offered is not None else near
    best = -1, 0.0
    for place in sorted(seen):
        gain = hoped(g, front, number, place, fires)
        if gain > best[1] and (offered is not None or artillery.refuse_target(g, front.side, place) is None):
            best = place, gain
    return best


def after_burst(g: Tcs, front: Front, decision: Decision, target: int) -> Action:
    """TCS 10.3 Fire for effect where the burst is good enough, adjust while one can, else smoke, light or nothing."""
    number, burst = decision.about.get("battery"), decision.about.get("hex")
    options = decision.options
    if burst is not None and options.get("effect"):
        if number is None:
            here, best = naval_gain(g, front, int(burst)), naval_gain(g, front, target)
        else:
            fires = fires_wanted(g, front, int(number))
            here = hoped(g, front, int(number), int(burst), fires)
            best = hoped(g, front, int(number), target, fires) if target >= 0 else 0.0
        if here >= front.w.mission and (here >= front.w.good_enough * best or not options.get("adjust")):
            return Action("effect")
    if options.get("adjust"):
        return Action("adjust")
    if options.get("smoke") and burst is not None and _serves(g, front, int(burst)):
        return Action("smoke")
    if options.get("light") and g.is_night and target >= 0:
        return Action("light")
    return Action("check-fire")


def _serves(g: Tcs, front: Front, burst: int) -> bool:
    """TCS 11.0 Whether smoke would cover own men who go forward."""
    near = g.box.board.within(burst, CONTACT)
    moving = [u for h in near for u in g.friends_at(front.side, h) if g.units[u].mode == "move"]
    return bool(moving) and any(g.friends_at(g.enemy(front.side), h) for h in near)


def concentration(g: Tcs, front: Front, burst: int, number: int, fires: int) -> str:
    """TCS 10.5 The concentration that brings more."""
    return max(artillery.AREAS, key=lambda w: salvo_gain(g, front, number, burst, artillery.AREAS[w], fires))


# --- aircraft ----------------------------------------------------------------------------------------------------


def strike_gain(g: Tcs, front: Front, place: int, power: int, kill: int) -> float:
    """2.10a, TCS 17.1 What an attack from the air brings, if the aircraft is not shot down before."""
    return _struck(g, front, g.enemy(front.side), place, power, kill)


def _struck(g: Tcs, front: Front, foe: str, place: int, power: int, kill: int) -> float:
    total, hard = 0.0, 0.0
    for unit in g.friends_at(foe, place):
        if g.type_of(unit).is_area_target:
            added = ground_cover(g, place, "indirect") + (g.units[unit].mode == "move") - g.units[unit].dug_in
            total += front.scales.area_loss(g, unit, power, added)
        elif g.box.kinds[unit] not in ("pillbox", "rocket", "leader"):
            hard = max(hard, at_least(kill) * worth(g, unit))
    alive = 1.0
    for unit in g.on_map(foe):
        row = g.type_of(unit).row
        if row.aa and g.box.board.distance(g.units[unit].at, place) <= row.aa_range:
            alive *= 1 - at_least(row.aa)
    return (total + hard) * alive


def destroyer_hex(g: Tcs, front: Front, offered: Sequence[int]) -> tuple[int, float]:
    """2.6b The hex at which a destroyer does most."""
    near = {h for place in g.hexes(g.enemy(front.side)) for h in g.box.board.within(place, naval.AREA_A)}
    gains = {place: naval_gain(g, front, place) for place in sorted(near.intersection(offered))}
    best = max(gains, key=lambda place: (gains[place], -place), default=-1)
    return best, gains.get(best, 0.0)


def naval_gain(g: Tcs, front: Front, burst: int) -> float:
    """2.6b What thirty rounds of a destroyer bring."""
    row = g.box.ordnance[naval.CALIBRE]
    return _gain(g, front, burst, naval.AREA_A, g.constant("naval_rounds"), row)


def arm(g: Tcs, front: Front, loads: Sequence[str]) -> str:
    """2.10a The load that brings most on the best targets, less what the Germans make of it; none if that is more."""
    needs = air.MISDIRECTED - (g.now.day == air.WARY_DAY and g.scenario != air.JABOS)
    astray = at_least(needs)

    def gain(load: str, foe: str) -> float:
        rows = [row for row in g.box.air if row.load == load]
        places = g.hexes(foe)
        best = (max((_struck(g, front, foe, h, r.firepower, r.point_kill) for h in places), default=0.0) for r in rows)
        return sum(row.number * found for row, found in zip(rows, best, strict=True))

    foe = g.enemy(front.side)
    gains = {load: (1 - astray) * gain(load, foe) - astray * gain(load, front.side) for load in loads}
    best = max(loads, key=lambda load: gains[load])
    return best if gains[best] > 0 else ""


def strike(g: Tcs, front: Front, places: Sequence[int]) -> int:
    """2.10a Where the aircraft attacks."""
    kill = min(row.point_kill for row in g.box.air)
    return max(places, key=lambda h: (strike_gain(g, front, h, STRAFE, kill), -h))
