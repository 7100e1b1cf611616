"""II.A.1.f The reset phase of a player segment."""

from __future__ import annotations

from beachhead.games.longest_day import artillery, disruption, rail, special_armour, supply
from beachhead.games.longest_day.box import ENEMY, GERMAN
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import rule


@rule("II.A.1.f", "II.A.2.f", "III.A.1.g")
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
    if g.is_invasion and side == GERMAN:
        special_armour.go_home(g)


def is_used(g: LongestDay) -> bool:
    """II.A Whether the scenario has the phases of the second chapter."""
    return g.has("II")
