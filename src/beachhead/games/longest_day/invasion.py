"""V.A, V.D The 6 June turn: what is different on it for everybody."""

from __future__ import annotations

from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Ruling, rule


@rule("V.A")
def is_invasion(g: LongestDay) -> bool:
    """V.A Whether it is the 6 June turn, with its own sequence of play."""
    return g.is_invasion


def is_ordinary(g: LongestDay) -> bool:
    """V.A Whether the turn has the usual sequence of play."""
    return not g.is_invasion


@rule("V.D-01")
def are_comrades(g: LongestDay, unit: int, other: int) -> bool:
    """V.D On 6 June all units of one nationality stack and fight together, whatever their corps."""
    return g.is_invasion and g.box.army[unit] == g.box.army[other]


@rule("V.D-01", "IX.H.1")
def may_support(g: LongestDay, gun: int, unit: int) -> bool:
    """V.D On 6 June a gun supports all units of its nationality; IX.H.1 in the campaign those of the other one too."""
    if are_comrades(g, unit, gun):
        return True
    return g.is_invasion and g.has("IX") and g.box.sides[unit] == g.box.sides[gun]


@rule("V.B.5", "V.B.5-01", "II.E.5.g", "XI.A.7.d", "XI.A.7.f")
def refuse_fresh(g: LongestDay, unit: int) -> Ruling | None:
    """V.B.5 Why a unit does not move on the turn of its air drop: it came late, is supply, or was dispersed."""
    record, name = g.units[unit], g.name(unit)
    if record.landed == "late drop" and not g.is_invasion:
        return Ruling("XI.A.7.d", f"{name} has dropped in the mechanized movement phase", (unit,))
    if record.landed == "late drop":
        return Ruling("V.B.5-01", f"{name} has dropped in the build-up phase", (unit,))
    if record.landed != "drop":
        return None
    if g.box.is_supply[unit]:
        return Ruling("V.B.5-01", f"{name} has dropped this turn", (unit,))
    return Ruling("II.E.5.g", f"{name} was dispersed by its drop", (unit,)) if record.disrupted else None


@rule("V.C.1")
def end_of_turn(g: LongestDay) -> None:
    """V.C.1 Marks of landing and of coastal fire are taken off."""
    g.reset(landed="")
    g.barred, g.stopped, g.fired_on = set(), set(), set()
    g.gun_roles = {}
