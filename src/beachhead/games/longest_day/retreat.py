"""I.I.12 Retreat after combat: an ordered search for where a unit may go.

What is forbidden outright leaves a set of routes (`routes`). Among them the rules prefer those that keep away from
enemies, then those that end in supply, and nobody need fill a hex too much or mix corps: `ends_of` applies all that.
"""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import demolition, forts, rebuilding, stacking
from beachhead.games.longest_day.boundary import refuse_nations
from beachhead.games.longest_day.box import ENEMY
from beachhead.games.longest_day.movement import refuse_ground, walks
from beachhead.games.longest_day.occupation import eliminate, enter
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.supply import is_supplied
from beachhead.kernel import Flow, Ruling, Told, cite, rule
from beachhead.wargame import force
from beachhead.wargame.force import Asking

Route = tuple[int, ...]
"""Hexes one after the other, where the unit stands first."""
ROOTED = ("fixed", "rail")
"""I.B.9, IX.J.12.b Who cannot retreat: what never moves, and railway guns."""
EVENTS = {
    "trapped": Told("{unit:unit} has no way out", "loss"),
}


@rule("I.I.12.a", "I.I.12.c")
def retreat(g: LongestDay, unit: int, hexes: int, involved: frozenset[int], attackers: Sequence[int] = ()) -> Flow:
    """I.I.12 The owner takes a unit so many hexes back; who cannot go is eliminated. False: it need not go."""
    if forts.stands(g, unit, attackers):
        g.tell("stood", rule="IV.B.4", unit=unit)
        return False
    if g.box.is_fort[unit]:
        if forts.is_exposed(g, unit):
            forts.fall(g, unit, rule="IV.B.9-01")
        return True
    start, found = g.units[unit].at, ends_of(g, unit, hexes, involved)
    words = "a hex" if hexes == 1 else f"{hexes} hexes"
    how = Asking(f"{g.name(unit)} must retreat {words}.", rule="I.I.12.a", about={"unit": unit}, automatic=True)
    answer = yield from force.retreat(
        g, g.box.sides[unit], sorted(found), how, refuse=lambda g, place: refuse_retreat(g, unit, hexes, place)
    )
    if answer is None:
        g.tell("trapped", rule="I.I.12.c", unit=unit)
        eliminate(g, unit, rule="I.I.12.c")
        return True
    route = found[answer.arg]
    if runs_into_hq(g, unit, route):
        eliminate(g, unit, rule="II.D.1.a-01")
        return True
    enter(g, unit, route[1:])
    rebuilding.approach(g, unit, route[1:])
    g.tell("retreated", rule="I.I.12.a", unit=unit, start=start, hex=answer.arg)
    return True


# --- where to ----------------------------------------------------------------------------------------------------


@rule("I.I.12.b", "I.I.12.d")
def routes(g: LongestDay, unit: int, hexes: int, involved: frozenset[int]) -> list[Route]:
    """I.I.12.b, I.I.12.c All routes that nothing forbids; each hex is farther from the first than the one before."""
    distance = g.box.board.distance
    if g.box.pieces[unit].category in ROOTED:
        if g.box.pieces[unit].category == "rail":
            cite("IX.J.12.b-01")
        return []
    start, back = g.units[unit].at, g.ground.back[walks(g, unit)]
    found: list[Route] = [(start,)]
    for gone in range(1, hexes + 1):
        found = [
            (*route, place)
            for route in found
            for place in sorted(back[route[-1]] - demolition.gone_from(g, route[-1]))
            if distance(start, place) == gone and is_open(g, unit, place, involved)
        ]
    return found


def is_open(g: LongestDay, unit: int, place: int, involved: frozenset[int]) -> bool:
    """I.I.12.b, I.I.12.d No enemies, no empty hex in their zone of control, no friends who are in this combat."""
    side = g.box.sides[unit]
    enemy = ENEMY[side]
    if g.fighters(enemy)[place] or place in involved:
        return False
    return bool(g.fighters(side)[place]) or not g.zone(enemy)[place]


@rule("I.I.12.c-01", "I.I.12.c-02", "I.I.12.c.3", "I.I.12.c.4", "I.F.6.e-01")
def ends_of(g: LongestDay, unit: int, hexes: int, involved: frozenset[int]) -> dict[int, Route]:
    """I.I.12.c Where a unit may end its retreat, each with a route to it.

    I.I.12.c.4 corps, and I.B.12 nations, come together only if there is no other way; I.I.12.c.3 nobody is bound to
    fill a hex too much.
    """
    every = routes(g, unit, hexes, involved)
    pure = [route for route in every if stacking.refuse_corps(g, unit, route[-1]) is None]
    pool = [route for route in pure if refuse_nations(g, unit, route[-1]) is None] or pure or every
    chosen = preferred(g, unit, pool)
    if all(is_crowded(g, unit, route[-1]) for route in chosen):
        chosen += preferred(g, unit, [route for route in pool if not is_crowded(g, unit, route[-1])])
    return {route[-1]: route for route in sorted(chosen, key=lambda route: runs_into_hq(g, unit, route), reverse=True)}


@rule("II.D.1.a-01")
def runs_into_hq(g: LongestDay, unit: int, route: Route) -> bool:
    """II.D.1.a-01 Whether a headquarters would flee into or through another one, and be eliminated."""
    if not g.box.is_hq[unit]:
        return False
    return any(g.box.is_hq[other] for place in route[1:] for other in stacking.friends(g, unit, place))


def preferred(g: LongestDay, unit: int, found: Sequence[Route]) -> list[Route]:
    """I.I.12.c Out of reach of enemies all the way; or at the end; or in the first hex."""
    near = g.near(ENEMY[g.box.sides[unit]])
    quiet = [route for route in found if not any(near[place] for place in route[1:])]
    last = [route for route in found if not near[route[-1]]]
    first = [route for route in found if not near[route[1]]]
    return homeward(g, unit, quiet or last or first or list(found))


@rule("I.I.12.c.1", "I.I.12.c.2")
def homeward(g: LongestDay, unit: int, found: list[Route]) -> list[Route]:
    """I.I.12.c.1 In supply at the end; or nearer to its headquarters, or to that of its corps if it has none.

    I.I.12.c.2 A corps headquarters goes where it likes. A divisional one is in supply where supply of its corps is.
    """
    if g.box.is_corps_hq[unit]:
        return found
    fed = [route for route in found if is_supplied(g, unit, place=route[-1])]
    home = home_of(g, unit)
    if fed or home is None:
        return fed or found
    distance, start = g.box.board.distance, g.units[unit].at
    return [route for route in found if distance(route[-1], home) < distance(start, home)] or found


def home_of(g: LongestDay, unit: int) -> int | None:
    """I.I.12.c.1 Where the headquarters stands that supplies a unit, or that of its corps."""
    record = g.units[unit]
    own = None if record.hq is None else g.units[record.hq].at
    leader = g.corps_hq(record.corps)
    if own is not None and own >= 0:
        return own
    return None if leader is None else g.units[leader].at


def is_crowded(g: LongestDay, unit: int, place: int) -> bool:
    """I.I.12.c.3, I.I.12.d-01 Whether a unit would fill a hex too much."""
    return stacking.points(g, (*stacking.friends(g, unit, place), unit)) > stacking.limit(g, g.box.sides[unit], place)


def refuse_retreat(g: LongestDay, unit: int, hexes: int, place: int) -> Ruling:
    """I.I.12 Why a retreat may not end in a hex."""
    enemy = ENEMY[g.box.sides[unit]]
    if place not in g.ground.playable:
        return refuse_ground(g, unit, place)
    if g.fighters(enemy)[place]:
        return Ruling("I.I.12.b", "An enemy stands there", (unit,), (place,))
    if g.box.board.distance(g.units[unit].at, place) != hexes:
        return Ruling("I.I.12.c", f"A retreat ends {hexes} away from where it began", (unit,), (place,))
    if g.zone(enemy)[place] and not g.fighters(g.box.sides[unit])[place]:
        return Ruling("I.I.12.b", "That hex is empty and in an enemy's zone of control", (unit,), (place,))
    if g.near(enemy)[place]:
        return Ruling("I.I.12.c-01", "Another way keeps farther from the enemy", (unit,), (place,))
    return Ruling("I.I.12.b", "No way back leads there that the rules allow", (unit,), (place,))
