"""10.1.6, 12.2, 13.0 What terrain, ruins and fortifications give to a defender: the multiplier and the modifiers."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bradley.box import GERMAN
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Modifier, rule
from beachhead.wargame import total


@rule("13.0c")
def fort(g: Bradley, side: str, place: int) -> str:
    """13.0 The fortification that helps a side in a hex; the American has no benefit of any."""
    return g.box.forts.get(place, "") if side == GERMAN else ""


@rule("10.1.6", "12.2.4", "13.1", "13.2")
def _effects(g: Bradley, side: str, place: int, column: str, ruins: str) -> list[Modifier]:
    """10.1.6 What a column of the chart has for a hex and its fortification. Ruins, by a rule, replace the town."""
    rows = {"ruins": ruins} if place in g.ruins else dict.fromkeys(g.box.chart_rows[place], "10.1.6")
    work = fort(g, side, place)
    if work:
        rows[work] = "13.1" if work == "strongpoint" else "13.2"
    return [Modifier(rule_id, row.capitalize(), getattr(g.box.effects[row], column)) for row, rule_id in rows.items()]


@rule("12.2.3a")
def multipliers(g: Bradley, side: str, place: int, *, assault: bool) -> list[Modifier]:
    """10.1.6 Every multiplier of 2 or more in a hex. Ruins count in a close assault only."""
    found = _effects(g, side, place, "multiplier", "12.2.3a")
    told = [effect for effect in found if effect.value > 1 or effect.rule != "10.1.6"]
    return [effect for effect in told if assault or effect.rule != "12.2.3a"]


@rule("10.1.6a", "13.0", "13.3.4", "13.1-EX", "13.2-EX")
def multiplier(g: Bradley, side: str, place: int, *, assault: bool) -> int:
    """10.1.6a, 13.0 By what a defence is multiplied: with a fortification all are added, else the best counts."""
    found = multipliers(g, side, place, assault=assault)
    if fort(g, side, place):
        return total(found)
    return max((modifier.value for modifier in found), default=1)


@rule("12.2.3")
def modifiers(g: Bradley, side: str, place: int) -> Sequence[Modifier]:
    """10.1.6 The die roll modifiers of a defender's hex; all of them add up."""
    return [effect for effect in _effects(g, side, place, "drm", "12.2.3") if effect.value]


@rule("10.2.7b-L5")
def level(g: Bradley, place: int) -> int:
    """10.3.6e The level of a hex: hills are higher, all other ground is on one level."""
    return g.box.level[place]
