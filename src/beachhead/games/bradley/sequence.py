"""3.0 The sequence of play: its segments in order, their stages, and what is done when one is over.

Every segment is a flow of the chapter to which it belongs. It is given the state, may stop at turn points, and returns
False as long as it is not over; then it is called again and looks at the state to see how far it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from beachhead.games.bradley import (
    airborne,
    arrivals,
    automaton,
    close_assault,
    fire,
    landing,
    mines,
    options,
    recovery,
    setup,
    support,
    waves,
)
from beachhead.games.bradley.charts import next_tide
from beachhead.games.bradley.stacking import trim_stacks
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import outcome
from beachhead.kernel import Flow, GameOver, Told, rule
from beachhead.wargame import Part, Segment, SequenceOfPlay, Stages

EVENTS = {"turn_began": Told("Turn {turn}: {clock} hours, {date}, {tide} tide", "flag")}
Play = Callable[[Bradley], Flow | bool | None]
LAST = ("allied close assault", "german close assault")
"""3.1F, 3.1K The last segments of the player turns."""


@rule("3.0", "2.5(5)")
def leave(g: Bradley) -> Flow:
    """8.1.4 When a segment is over, units that break the stacking limits are eliminated, and its marks come off.

    16.1 At the end of a player turn headquarters are free to help again.
    """
    yield from trim_stacks(g)
    g.part, g.beach, g.queue, g.move = "", "", [], None
    g.moved, g.fired, g.fired_on = set(), set(), set()
    g.assaulted, g.assaulted_hexes = set(), set()
    if g.segment in LAST:
        g.supported = set()


@rule("3.1L", "17.0")
def end_phase(g: Bradley) -> None:
    """3.1L, 17.0 Victory is assessed after the last turn of the scenario; else the markers are adjusted."""
    if g.turn >= g.last_turn:
        raise GameOver(outcome(g))
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


SET_UP: Mapping[str, Play] = {
    "": setup.place_units,
    "gun": setup.lay_gun,
    "modes": setup.set_modes,
    "garrisons": setup.place_garrisons,
}
"""2.5(1) The units without a hex of their own, how the railway gun lies, modes, and garrisons, in this order."""
PLACEMENT: Mapping[str, Play] = {
    "air": airborne.air_part,
    "available": waves.bring_up,
    "load": waves.load_part,
    "place": waves.place_part,
    "edge": arrivals.edge_part,
}
"""3.1A Air allotments, units due by sea, loading, approach hexes, and the map edge."""
FIRST_RECOVERY: Mapping[str, Play] = {
    "command": automaton.take_command,
    "recover": recovery.take_off_green,
    "drop zones": recovery.lift_part,
    "tide": recovery.flood,
}
"""3.1B Green markers come off; 4.2.7 Secondary Drop Zones may be taken up; 3.1B-2 last comes the tide."""
MOVEMENT: Mapping[str, Play] = {
    "drop zones": airborne.drops_part,
    "drops": airborne.drops_part,
    "moves": automaton.moves_part,
    "landings": landing.landings_part,
    "landed moves": automaton.moves_part,
}
"""3.1D Airborne landings, then moves, then amphibious landings and the moves of those who have landed."""
SECOND_RECOVERY: Mapping[str, Play] = {
    "command": automaton.take_command,
    "recover": recovery.take_off_grey,
    "edge": arrivals.edge_part,
}
"""3.1G Grey markers come off; then German units enter at the edge."""
PLAY: SequenceOfPlay[Bradley] = SequenceOfPlay(
    before=(
        Part("before", "Before the landing", (
            Segment("set-up", "2.5(1)", "German set-up", Stages("part", SET_UP)),
            Segment("mines", "2.5(2)", "Secret minefields", mines.mines_phase),
            Segment("tide", "2.5(3)", "The first tide", options.tide_phase, when=options.is_tide_chosen),
            Segment("bombing", "19.2", "Alternate bombing", options.bombing_phase, when=options.is_bombed_first),
        )),
    ),
    turn=(
        Part("american", "American player turn", (
            Segment("support", "11.0", "Air and naval support", support.support_points),
            Segment("bombing between turns", "19.2", "Alternate bombing", options.bombing_phase,
                    when=options.is_bombed_later),
            Segment("invasion placement", "3.1A", "A. Invasion Placement Segment", Stages("part", PLACEMENT)),
            Segment("first recovery", "3.1B", "B. First Recovery Segment", Stages("part", FIRST_RECOVERY)),
            Segment("allied fire", *fire.SEGMENTS["allied fire"], fire.fire_phase),
            Segment("allied movement", "3.1D", "D. Allied Movement Segment", Stages("part", MOVEMENT)),
            Segment("german defensive fire", *fire.SEGMENTS["german defensive fire"], fire.fire_phase),
            Segment("allied close assault", "3.1F", "F. Allied Close Assault Segment", close_assault.assault_phase),
        )),
        Part("german", "German player turn", (
            Segment("second recovery", "3.1G", "G. Second Recovery Segment", Stages("part", SECOND_RECOVERY)),
            Segment("german fire", *fire.SEGMENTS["german fire"], fire.fire_phase),
            Segment("german movement", "3.1I", "I. German Movement Segment", automaton.moves_part),
            Segment("allied defensive fire", *fire.SEGMENTS["allied defensive fire"], fire.fire_phase),
            Segment("german close assault", "3.1K", "K. German Close Assault Segment", close_assault.assault_phase),
        )),
        Part("end", "End of turn", (
            Segment("end of turn", "3.1L", "L. End of Turn Segment", end_phase),
        )),
    ),
    rule="3.0",
    field="segment",
    leave=leave,
    facts=facts,
)  # fmt: skip
"""3.1 A turn: the American player turn, the German player turn, and its end; 2.5 and what comes before the first."""
