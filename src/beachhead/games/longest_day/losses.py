"""I.I.10 What a result takes from the units of a side."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import forts
from beachhead.games.longest_day.occupation import eliminate, lose_step
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, rule
from beachhead.wargame.force import Asking, choose_unit


def is_alive(g: LongestDay, unit: int) -> bool:
    """V.C.2 Whether a unit is on the map, or in a landing box from which it attacks."""
    at = g.units[unit].at
    return at >= 0 or g.box.box_number(at) is not None


def is_hit(g: LongestDay, unit: int) -> bool:
    """IV.B.9 Whether losses concern a unit: not a fortification while somebody lies under it."""
    return not g.box.is_fort[unit] or forts.is_exposed(g, unit)


@rule("I.I.6-01", "I.I.10.d", "IV.B.9")
def suffer(g: LongestDay, side: str, units: Sequence[int], loss: str) -> Flow:
    """I.I.10 LS: one step of one unit, as the owner likes; L1, L2: so many of each; E: all of them."""
    alive = [unit for unit in units if is_alive(g, unit) and g.box.combat[unit] and is_hit(g, unit)]
    if loss == "LS" and alive:
        how = Asking("Which unit loses a step?", rule="I.I.10", others="That unit takes no part in this combat")
        unit = yield from choose_unit(side, alive, "reduce", how)
        lose_step(g, unit, rule="I.I.10")
    for unit in alive:
        if loss == "E":
            eliminate(g, unit, rule="I.I.9.e")
        for _ in range({"L1": 1, "L2": 2}.get(loss, 0)):
            if is_alive(g, unit):
                lose_step(g, unit, rule="I.I.10")
