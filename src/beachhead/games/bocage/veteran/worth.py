"""What combats are worth to the veteran, by the figures of the rules."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.games.bocage.battle import is_across
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.system import can_enter, halved

PLAIN = {"D3": 1.3, "D2": 1.2, "D1": 1.0, "EX": 0.1, "NE": -0.1, "A1": -0.6}
"""Steps that a result of an attack is worth, where it does not depend on who takes part."""


def strength(g: Bocage, units: Iterable[int], target: int) -> int:
    """What units bring against a hex."""
    return sum(halved(g.attack(u)) if is_across(g, u, target) else g.attack(u) for u in units)


def neighbours(g: Bocage, side: str, target: int) -> list[int]:
    """Who of a side could attack a hex in this phase, the strongest of each hex."""
    found = []
    for n in g.box.board.adjacent[target]:
        able = [u for u in g.standing(n) if g.box.sides[u] == side and _is_fresh(g, u) and can_enter(g, u, n, target)]
        if able:
            found.append(max(able, key=g.attack))
    return found


def _is_fresh(g: Bocage, unit: int) -> bool:
    return not g.has_fought(unit) and (not g.is_mobile_phase or g.box.pieces[unit].is_mobile)


def outlook(g: Bocage, target: int, differential: float, *, attackers: int, bombards: bool) -> float:
    """The steps that a combat is worth to the attacker at this differential."""
    line = g.box.lines[g.box.line_of[target]].results
    column = line.axis.column(round(differential), 0)
    defenders = g.standing(target)
    steps = 1 if len(defenders) == 1 and g.units[defenders[0]].reduced else 2
    value = 0.0
    for result, chance in line.distribution(column).items():
        value += float(chance) * _worth(result, steps, attackers, bombards)
    return value


def _worth(result: str, steps: int, attackers: int, bombards: bool) -> float:
    if bombards:
        return 1.0 if result == "DE" else 0.8 if result in ("D1", "D2", "D3") else 0.0
    return steps + 0.5 if result == "DE" else -1.0 * attackers if result == "AE" else PLAIN[result]
