"""TCS 4, TCS 12 Who is to move and who to fire, and where stacks go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from beachhead.games.tcs import assault, leaders, movement, orders
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.veteran import assaulting
from beachhead.games.tcs.veteran.front import BEHIND, Front
from beachhead.games.tcs.veteran.goals import HUNTS
from beachhead.games.tcs.veteran.weighing import attack_gain
from beachhead.games.tcs.veteran.weighing import worth as worth_of
from beachhead.games.tcs.weapons import in_sights, look_at, refuse_aim, unit_of, weapons_of
from beachhead.hexes import listed
from beachhead.wargame import held
from beachhead.wargame.marching import reach

TOGETHER = 1.5
"""How much more a unit does that fires together with others."""
LAST_CHANCE = 3
"""How many turns before the end vehicles that must leave the map begin to dare it."""
AT_HAND, AT_HAND_COUNTS = 6, 2.0
"""How near to enemies who are hunted a leader wants to be, and how much more his men count there."""
COMRADES = 4
"""How many who are near are counted on in an assault."""
STORMERS = ("free", "led", "attack", "hasty", "prepared")
"""TCS 6.4 Under which orders men may go in."""


def fire_chance(g: Tcs, front: Front, unit: int) -> float:
    """What a unit can do by firing from where it is."""
    here, best = g.units[unit].at, 0.0
    if here < 0:
        return best
    for place in listed(held(g)[g.enemy(front.side)] & in_sights(g, unit)):
        look = look_at(g, front.side, place)
        for number in weapons_of(g, unit):
            if refuse_aim(g, number, place, look) is None:
                best = max(best, attack_gain(g, front.scales, front.side, place, (number,)))
    return best * TOGETHER


def wants_to_move(g: Tcs, front: Front, unit: int) -> bool:
    """TCS 4.0 Whether a unit does better by moving than by firing."""
    kind, here = g.type_of(unit), g.units[unit].at
    if not kind.points or here < 0:
        return False
    goal = front.aim(g, unit)
    away = 0 if goal is None else front.field(g, kind.row.mover, goal.hexes).get(here, -1)
    if away < 0:
        return False
    if goal is not None and goal.word == "exit" and not away:
        return True
    stays = front.value(g, unit, here, moves=False) + fire_chance(g, front, unit)
    if goal is None or not away or goal.holds:
        stays += front.w.watch
    return best_place(g, front, (unit,))[0] > stays + front.w.steady


def best_place(g: Tcs, front: Front, units: tuple[int, ...], offered: Iterable[int] = ()) -> tuple[float, int]:
    """The best hex that a stack can reach, and what it is worth to its first unit; where it stands is one of them."""
    lead, here = units[0], g.units[units[0]].at
    kind = g.type_of(lead)
    found = reach(movement.march(g, units))
    left = g.type_of(lead).points - g.units[lead].spent
    places = list(offered) or [h for h in found if h != here]
    value, stake = front.values(g, lead, moves=True), _stake(g, front, lead)
    passing = front.threat.passing(g, lead, found, _column(g, front, units))
    contact = {h for foe in g.hexes(g.enemy(front.side)) for h in g.box.board.adjacent[foe]}
    stays = value(here)
    best = stays + _assault_bonus(g, front, units, here, left), here
    for place in places:
        if place not in found:
            continue
        worth = value(place)
        if worth > best[0] and not kind.is_area_target:
            passes = passing(place)
            worth = stays + passes * (worth - stays) - (1 - passes) * stake
        if place in contact and worth + 4 > best[0]:
            worth += _assault_bonus(g, front, units, place, left - found[place])
        if worth > best[0]:
            best = worth, place
    return best


def _column(g: Tcs, front: Front, units: Sequence[int]) -> int:
    """How many vehicles of a company go together from a hex, so that those who lie in wait must choose among them.

    Those who must leave the map gather first: whoever goes before the others draws all the fire.
    """
    company, goal = g.box.company_of[units[0]], front.aim(g, units[0])
    if goal is not None and goal.word == "exit":
        return 1
    others = (u for u in g.friends_at(front.side, g.units[units[0]].at) if g.box.company_of[u] == company)
    return max(len(units), sum(g.type_of(unit).is_machine for unit in others))


def _stake(g: Tcs, front: Front, unit: int) -> float:
    """What a vehicle fears to lose on its way; when time runs out, what has not left the map is lost all the same."""
    goal = front.aim(g, unit)
    if goal is None or goal.word != "exit":
        return worth_of(g, unit)
    return worth_of(g, unit) * min(1.0, max(0, front.turns_left - LAST_CHANCE) / LAST_CHANCE)


def _assault_bonus(g: Tcs, front: Front, units: Sequence[int], place: int, left: int) -> float:
    """TCS 13.0, TCS 14.0 What it is worth to stand next to enemies with enough movement left to go in."""
    foes, best = g.occupied(g.enemy(front.side)), 0.0
    kind = g.type_of(units[0])
    if not (kind.is_foot or (kind.is_machine and kind.row.area)):
        return best
    for there, cost in g.box.ground.ways(kind.row.mover)[place]:
        if not foes[there] or cost + (0 if kind.is_foot else g.constant("overrun_cost")) > left:
            continue
        others = _ready_beside(g, front.side, there, on_foot=kind.is_foot)
        if kind.is_foot:
            others = [*others, *_comrades(g, front, there, (*others, *units))]
        force = (*units, *(u for u in others if u not in units))
        weigh = assaulting.promise if kind.is_foot else assaulting.rush
        best = max(best, weigh(g, front, force, there) / len(force) * len(units))
    return min(best, 6.0)


def _ready_beside(g: Tcs, side: str, place: int, *, on_foot: bool) -> list[int]:
    if g.side != side or not g.phase.endswith("movement"):
        return []
    near = (unit for h in g.box.board.adjacent[place] for unit in g.friends_at(side, h))
    return [unit for unit in near if assault.refuse_attacker(g, unit, place, on_foot=on_foot) is None]


def _comrades(g: Tcs, front: Front, place: int, busy: Sequence[int]) -> list[int]:
    """TCS 13.0 The platoons near an enemy who could go in with others: nobody storms alone what many can take."""
    is_planning = g.phase.endswith("modes")
    if not is_planning and not (g.side == front.side and g.phase.endswith("movement")):
        return []
    found = []
    for h in g.box.board.within(place, AT_HAND // 2):
        for unit in g.friends_at(front.side, h):
            record = g.units[unit]
            able = not record.nerve and not record.moved and (is_planning or record.mode == "move")
            if able and unit not in busy and g.box.kinds[unit] == "infantry" and record.steps > 1:
                found.append(unit)
    found = [u for u in found if orders.post_of(g, u).word in STORMERS]
    return sorted(found, key=lambda u: (-g.units[u].steps, u))[:COMRADES]


def order_of_march(g: Tcs, front: Front, units: Sequence[int]) -> list[int]:
    """Infantry and vehicles first, those before others who are nearest to what they want."""

    def key(unit: int) -> tuple[bool, float, int]:
        return g.box.kinds[unit] in BEHIND, -front.pull(g, unit, g.units[unit].at), unit

    return sorted(units, key=key)


def leader_place(g: Tcs, front: Front, leader: int, offered: Sequence[int]) -> int:
    """2.3f-5 Where a leader has most men around him, the farthest forward and near enemies who must be driven off."""
    near, board = g.constant("leader_radius"), g.box.board
    men = [g.units[unit].at for unit in g.on_map(front.side) if g.type_of(unit).is_foot]
    others = [g.leaders[n].at for n in leaders.active(g) if n != leader]
    foes = {h for goal in front.goals if goal.word in (*HUNTS, "breach") for h in goal.hexes}

    def count(place: int) -> float:
        led = [h for h in men if board.distance(place, h) <= near and all(board.distance(h, o) > near for o in others)]
        inland = sum(not g.box.ground.seaward[h] for h in led)
        at_hand = any(board.distance(place, foe) <= AT_HAND for foe in foes)
        return (len(led) + 0.5 * inland) * (AT_HAND_COUNTS if at_hand else 1.0)

    return max(offered, key=lambda place: (count(place), -place))


def refuge(g: Tcs, front: Front, unit: int, places: Sequence[int]) -> int:
    """TCS 9.3 Where a unit that falls back is safest, and not far from what it wants."""
    return max(places, key=lambda h: (front.pull(g, unit, h) / 2 - front.threat.risk(g, unit, h, moves=True), -h))


def weapons_in(weapons: Sequence[int]) -> set[int]:
    """Whose weapons they are."""
    return {unit_of(number) for number in weapons}
