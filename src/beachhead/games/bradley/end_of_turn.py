"""3.1L The end of a turn: victory after the last one, else the markers move on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.games.bradley.charts import next_tide
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import check_end
from beachhead.kernel import Told, rule

EVENTS: Mapping[str, Told] = {"turn_began": Told("Turn {turn}: {clock} hours, {date}, {tide} tide", "flag")}


@rule("3.1L", "17.0")
def end_phase(g: Bradley) -> None:
    """3.1L The game ends, or the markers are adjusted."""
    check_end(g)
    advance_markers(g)


@rule("3.1L", "5.3.3", "5.4.1a", "11.1.5")
def advance_markers(g: Bradley) -> None:
    """3.1L The tide marker moves on; unspent support points are lost, and so are marks of the turn.

    The tide is set for the first invasion turn, so that it does not move at the end of Turn 1 (5.3.3).
    """
    if g.turn > 1:
        g.tide = next_tide(g.tide)
    g.asp = 0
    g.sea = {}
    g.dropped, g.ashore, g.entered, g.idle = set(), set(), set(), set()
    for zone, marker in enumerate(g.drop_zones):
        if marker.wind is not None or marker.flak or marker.ready or marker.done:
            g.change_zone(zone, wind=None, flak=(), ready=False, done=False)


@rule("2.4", "3.1L")
def facts(g: Bradley) -> Mapping[str, Any]:
    """2.4 What is told of a new turn; the clock goes on by two hours, at night by four."""
    row = g.box.turns[g.turn]
    return {"clock": row.clock, "date": row.date, "tide": g.tide}
