"""3.1L The end of a turn: victory after the last one, else the markers move on and support points are set anew."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bradley.sequence import OPTIONAL, advance_markers
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.support import support_points
from beachhead.games.bradley.victory import check_end
from beachhead.kernel import Flow, Told, rule

EVENTS: Mapping[str, Told] = {"turn_began": Told("Turn {turn}: {clock} hours, {date}, {tide} tide", "flag")}
LANDING = 2
"""5.0 The turn of the first landing."""


@rule("3.1L", "17.0")
def end_phase(g: Bradley) -> Flow:
    """3.1L The markers are adjusted; 19.2 the bombers come before Turn 2."""
    check_end(g)
    advance_markers(g)
    begin_turn(g)
    if g.turn == LANDING and OPTIONAL["bombing"] in g.variants:
        g.segment = "bombing"
        return False
    return True
    yield  # nothing to decide


@rule("3.1L", "2.5(4)", "11.1.5", "2.4")
def begin_turn(g: Bradley) -> None:
    """3.1L A turn begins, with its support points. 2.4 The clock goes on by two hours, at night by four."""
    row = g.box.turns[g.turn]
    g.tell("turn_began", rule="3.0", turn=g.turn, clock=row.clock, date=row.date, tide=g.tide)
    support_points(g)
