"""TCS 8 Which hex is fired at, by whom, and what is answered."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.tcs import direct_fire, fire
from beachhead.games.tcs.overwatch import is_marked, refuse_join
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.veteran.front import Front
from beachhead.games.tcs.veteran.weighing import attack_gain, best_aim, worth
from beachhead.games.tcs.weapons import (
    AREA,
    GUN_AREA,
    firepower,
    targets_in,
    unit_of,
    what_of,
)

WORTH_A_SHOT, WORTH_AN_ANSWER, WORTH_BEING_SEEN = 0.1, 0.16, 0.45
"""What an attack must promise in one's own phase, in overwatch, and where it gives away units that nobody has seen."""
NEAR = 4
"""How near an enemy is who will see them anyway."""
PRECIOUS = ("rocket",)
"""3.4a Weapons with a single shot, which must be worth it."""


def chosen(g: Tcs, front: Front, place: int, weapons: Sequence[int]) -> tuple[list[int], float]:
    """Who fires at a hex, out of these, and what that is worth: guns that can hurt, and as much area fire as tells."""
    hurting = [n for n in weapons if what_of(n) not in (AREA, GUN_AREA) and _shot_gain(g, n, place) > 0.15]
    force: list[int] = []
    for number in sorted(hurting, key=lambda n: (-_shot_gain(g, n, place), n)):
        if refuse_join(g, number, tuple(force)) is None:
            force.append(number)
    area = [n for n in weapons if what_of(n) in (AREA, GUN_AREA)]
    for number in sorted(area, key=lambda n: (-firepower(g, n, place), n)):
        if refuse_join(g, number, tuple(force)) is None:
            force.append(number)
    return _lean(g, front, place, force)


def _shot_gain(g: Tcs, number: int, place: int) -> float:
    targets = targets_in(g, number, place)
    return best_aim(g, number, targets, place)[1] if targets else 0.0


def _lean(g: Tcs, front: Front, place: int, force: list[int]) -> tuple[list[int], float]:
    """The force without area weapons that add nothing, the weakest first, and precious ones that are not needed."""
    gain = attack_gain(g, front.scales, front.side, place, force)
    for number in reversed(list(force)):
        if what_of(number) not in (AREA, GUN_AREA) or len(force) == 1:
            continue
        rest = [other for other in force if other != number]
        without = attack_gain(g, front.scales, front.side, place, rest)
        least = front.w.one_shot if g.box.kinds[unit_of(number)] in PRECIOUS else 0.02
        if gain - without < least:
            force, gain = rest, without
    if len(force) == 1 and g.box.kinds[unit_of(force[0])] in PRECIOUS and gain < front.w.one_shot:
        return [], 0.0
    return force, gain


def best_target(g: Tcs, front: Front, places: Sequence[int]) -> tuple[int, list[int], float]:
    """TCS 8.0 The hex at which fire is worth most in one's own phase."""
    found: tuple[int, list[int], float] = (-1, [], WORTH_A_SHOT)
    for place in places:
        force, gain = chosen(g, front, place, direct_fire.aimed(g, place))
        if force and gain > found[2]:
            found = place, force, gain
    return found


def answer(g: Tcs, front: Front, place: int, weapons: Sequence[int]) -> list[int]:
    """TCS 8.9 Who fires in overwatch at a hex; nobody if it is not worth it."""
    fresh = [number for number in weapons if not is_marked(g, number)]
    force, gain = chosen(g, front, place, fresh or weapons)
    if gain < WORTH_AN_ANSWER:
        return []
    hidden = [n for n in force if not g.units[unit_of(n)].fired and g.box.kinds[unit_of(n)] != "pillbox"]
    near = any(g.box.board.distance(g.units[unit_of(n)].at, place) <= NEAR for n in force)
    return [] if len(hidden) == len(force) and not near and gain < WORTH_BEING_SEEN else force


def best_answer(g: Tcs, front: Front, places: Sequence[int]) -> int:
    """TCS 8.9 Which of several fires is answered: where most is to be gained."""
    return max(places, key=lambda h: (sum(worth(g, foe) for foe in g.friends_at(g.enemy(front.side), h)), -h))


def aim(g: Tcs, number: int, targets: Sequence[int]) -> int:
    """TCS 8.8 At whom a gun aims."""
    return best_aim(g, number, targets, g.units[targets[0]].at)[0]


def dearest(g: Tcs, targets: Sequence[int]) -> int:
    """The target that is worth most."""
    return max(targets, key=lambda target: (worth(g, target), -target))


def firepower_of(g: Tcs, weapons: Sequence[int], place: int) -> int:
    """TCS 8.1 The firepower of the area weapons among these."""
    return fire.total_firepower(g, [n for n in weapons if what_of(n) in (AREA, GUN_AREA)], place)
