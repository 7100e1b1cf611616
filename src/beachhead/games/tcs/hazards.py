"""TCS 8.9 What a move risks: who may answer on the way, and how likely a loss is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from beachhead.games.tcs import fire, overwatch
from beachhead.games.tcs.ground import POINT
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import unit_of
from beachhead.hexes import Reach
from beachhead.kernel import Preview
from beachhead.wargame import course, trail

PERMITTED = Fraction(7 - overwatch.UNMARKED, 6)
"""TCS 8.9b How often the die lets units fire that are not close by."""
AGAIN = Fraction(7 - overwatch.MARKED, 6)
"""ADD 8.9 How often it lets marked ones fire."""


def foresee(g: Tcs, units: Sequence[int], found: Reach, place: int) -> Preview:
    """TCS 8.9 The way of a move, the enemies who may answer along it, and the chance of a loss if all of them do."""
    way = course(found, place)
    twin, foe = g.clone(), g.enemy(g.box.sides[units[0]])
    safe, firers, hexes = Fraction(1), dict[int, None](), []
    for pace in way:
        for unit in units:
            twin.change(unit, at=pace.hex, moved=True, dug_in=False)
        weapons = overwatch.able(twin, foe, pace.hex, moved=True)
        if weapons:
            firers.update(dict.fromkeys(unit_of(number) for number in weapons))
            hexes.append(pace.hex)
            safe *= 1 - _loss(twin, foe, pace.hex, weapons)
    figures: dict[str, str | int] = {
        "Movement points": f"{_points(way[-1].spent)} of {_points(_allowance(g, units))}",
        "Enemies who may answer": len(firers) or "nobody",
    }
    results = {"a loss on the way": 1 - safe, "no loss": safe} if firers else {}
    favours = {"a loss on the way": foe, "no loss": g.box.sides[units[0]]} if firers else {}
    trodden = trail(found, place, _points)
    return Preview("TCS 8.9", figures, results=results, hexes=hexes, units=tuple(firers), favours=favours, way=trodden)


def _allowance(g: Tcs, units: Sequence[int]) -> int:
    return min(g.type_of(unit).points - g.units[unit].spent for unit in units)


def _points(twelfths: int) -> str:
    whole, rest = divmod(twelfths, POINT)
    return str(whole) if not rest else f"{twelfths / POINT:.1f}"


def _loss(g: Tcs, foe: str, place: int, weapons: Sequence[int]) -> Fraction:
    """The chance that fire at who has come to a hex costs something: of those who are sure to fire, then of others."""
    near = g.constant("auto_permission")
    sure, fresh = [], []
    for number in weapons:
        if not overwatch.is_marked(g, number):
            fresh.append(number)
            if g.box.board.distance(g.units[unit_of(number)].at, place) <= near:
                sure.append(number)
    lost_sure, lost_fresh, lost_all = (fire.chances(g, foe, place, force).loss for force in (sure, fresh, weapons))
    again = AGAIN if len(fresh) < len(weapons) else Fraction(0)
    return (1 - PERMITTED) * lost_sure + (PERMITTED - again) * lost_fresh + again * lost_all
