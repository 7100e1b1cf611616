"""II.A.1.a, II.A.1.f The replacement and the reset phase of a player segment."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.longest_day import artillery, disruption, field_works, rail, supply, track
from beachhead.games.longest_day.box import ENEMY, GERMAN, TRACK
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Told, rule

EVENTS: Mapping[str, Told] = {
    "stores_came": Told("{units:#new supply unit comes|new supply units come} for the {army}", "flag"),
}
ARMIES = {"allied": ("US", "British"), "german": ("German",)}


@rule("II.A.1.f", "II.A.2.f")
def reset_phase(g: LongestDay) -> None:
    """II.A.1.f The enemy's guns are turned up, one disruption is taken off each unit of the side, hunger is counted."""
    side = g.side
    artillery.turn_up(g, ENEMY[side])
    rail.turn_trains(g)
    disruption.recover(g, side)
    supply.count_hunger(g, side)
    for each in (side, ENEMY[side]):
        supply.bind(g, each)
    g.reset(is_driven=False)


@rule("II.A.1.a", "II.A.2.a")
def replacement_phase(g: LongestDay) -> None:
    """II.A.1.a New supply units are made ready to enter: counters that are not in use; IX.F by the German track."""
    field_works.turn_up(g, g.side)
    if g.side == GERMAN and track.is_used(g):
        track.call_up(g)
    for army in ARMIES[g.side]:
        wanted = g.box.new_stores(g.scenario, g.turn, army)
        free = [unit for unit in g.box.stores[army] if g.units[unit].at < 0 and g.units[unit].at != TRACK]
        coming = free[:wanted]
        for unit in coming:
            g.change(unit, at=TRACK, turn=g.turn, step="full", corps=None, hq=None)
        if coming:
            g.tell("stores_came", rule="II.A.1.a", units=len(coming), army=army)


def is_used(g: LongestDay) -> bool:
    """II.A Whether the scenario has the phases of the second chapter."""
    return g.has("II")
