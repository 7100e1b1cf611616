"""II.E Disruption: what bombs, shells and flight do to units, and how they recover."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.games.longest_day import rebuilding
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Modifier, Told, rule

EVENTS = {
    "disrupted": Told("{unit:unit} is disrupted", "hit"),
    "rallied": Told("{units:unit} {units:?recovers|recover}", "flag"),
}


@rule("II.E.1", "II.E.2", "II.E.3")
def disrupt(g: LongestDay, unit: int, *, rule: str) -> None:
    """II.E.3 A unit gets one marker more."""
    g.change(unit, disrupted=g.units[unit].disrupted + 1)
    g.tell("disrupted", rule=rule, unit=unit)
    rebuilding.disturb(g, [unit], rule="IX.D.5")


@rule("II.E.4")
def recover(g: LongestDay, side: str) -> None:
    """II.E.4 In the reset phase of its side one marker is taken from each unit, of those on the card too."""
    shaken = [unit for unit, record in enumerate(g.units) if record.disrupted and g.box.sides[unit] == side]
    for unit in shaken:
        g.change(unit, disrupted=g.units[unit].disrupted - 1)
    if shaken:
        g.tell("rallied", rule="II.E.4", units=shaken)


@rule("II.E.5.b", "II.E.5.b-01")
def exposure(g: LongestDay, defenders: Iterable[int], beside: Iterable[int] = ()) -> list[Modifier]:
    """II.E.5.b Each marker on the most disrupted defender adds one to the die.

    II.E.5.b-01 One is added too if only somebody beside those who are fired at is disrupted.
    """
    most = max((g.units[unit].disrupted for unit in defenders), default=0)
    if not most and any(g.units[unit].disrupted for unit in beside):
        return [Modifier("II.E.5.b-01", "a unit beside the target is disrupted", 1)]
    return [Modifier("II.E.5.b", "the defender is disrupted", most)] if most else []
