"""XII.C Hedgerow cutters, if they are played: a die on odd days of July and August, until somebody has the idea."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from beachhead.games.longest_day.calendar import EVE
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Modifier, Told, rule

EVENTS = {"cutter_invented": Told("Somebody welds the first hedgerow cutter to a tank", "flag")}
OPTION = "hedgerow-cutters"
FIRST_OF_JULY = 26
INVENTED = 6
"""XII.C.1 What the die must show."""
ALONE = 7
"""XII.C.2.b Days on which only the US Army and the French have them."""


@rule("XII.C.1", "XII.C.3")
def begin_turn(g: LongestDay) -> None:
    """XII.C.1 At the beginning of turns with an odd date, from 1 July on; what has been invented stays."""
    is_odd = (EVE + timedelta(days=g.turn)).day % 2 == 1
    if OPTION not in g.chosen or g.cutters or g.turn < FIRST_OF_JULY or not is_odd:
        return
    if g.dice.roll("American ingenuity", "1d6", rule="XII.C.1").total == INVENTED:
        g.cutters = g.turn
        g.tell("cutter_invented", rule="XII.C.1")


@rule("XII.C.2", "XII.C.2.a", "XII.C.2.b")
def cutters(g: LongestDay, attackers: Sequence[int], defenders: Sequence[int]) -> list[Modifier]:
    """XII.C.2 What they add to an attack of infantry and armour together on a bocage hex.

    XII.C.2.b For seven days to US units and the French alone, then to British ones too.
    """
    if not g.cutters or not defenders or g.box.terrain[g.units[defenders[0]].at] != "bocage":
        return []
    armies = {g.box.army[unit] for unit in attackers}
    is_had = armies == {"US"} or ("German" not in armies and g.turn >= g.cutters + ALONE)
    return [Modifier("XII.C.2.a", "hedgerow cutters", 1)] if is_had else []
