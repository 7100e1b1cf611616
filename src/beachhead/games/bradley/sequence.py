"""3.0 The sequence of play: what comes before the first turn, and the segments of a turn.

Every segment is a flow of the chapter to which it belongs. It is given the state, may stop at turn points, and returns
True when it is over; until then it is called again and looks at the state to see how far it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.charts import next_tide
from beachhead.games.bradley.state import Bradley, Segment
from beachhead.games.bradley.violations import trim_stacks
from beachhead.kernel import Flow, rule

Chapter = Callable[[Bradley], Flow]


class Step(msgspec.Struct, frozen=True):
    """3.1 A segment: whose player turn it belongs to, its rule and its name in the rulebook."""

    segment: Segment
    player: str
    rule: str
    title: str


BEFORE: tuple[Step, ...] = (
    Step("set-up", GERMAN, "2.5(1)", "German set-up"),
    Step("mines", GERMAN, "2.5(2)", "Secret minefields"),
    Step("tide", AMERICAN, "2.5(3)", "The first tide"),
    Step("bombing", AMERICAN, "19.2", "Alternate bombing"),
)
"""2.5 What comes before the first turn."""
TURN: tuple[Step, ...] = (
    Step("invasion placement", AMERICAN, "3.1A", "A. Invasion Placement Segment"),
    Step("first recovery", AMERICAN, "3.1B", "B. First Recovery Segment"),
    Step("allied fire", AMERICAN, "3.1C", "C. Allied Fire Segment"),
    Step("allied movement", AMERICAN, "3.1D", "D. Allied Movement Segment"),
    Step("german defensive fire", AMERICAN, "3.1E", "E. German Defensive Fire Segment"),
    Step("allied close assault", AMERICAN, "3.1F", "F. Allied Close Assault Segment"),
    Step("second recovery", GERMAN, "3.1G", "G. Second Recovery Segment"),
    Step("german fire", GERMAN, "3.1H", "H. German Fire Segment"),
    Step("german movement", GERMAN, "3.1I", "I. German Movement Segment"),
    Step("allied defensive fire", GERMAN, "3.1J", "J. Allied Defensive Fire Segment"),
    Step("german close assault", GERMAN, "3.1K", "K. German Close Assault Segment"),
    Step("end of turn", AMERICAN, "3.1L", "L. End of Turn Segment"),
)
"""3.1 A turn: the American player turn, the German player turn, and its end."""
ORDER: tuple[Segment, ...] = tuple(step.segment for step in (*BEFORE, *TURN))
STEPS: Mapping[Segment, Step] = {step.segment: step for step in (*BEFORE, *TURN)}
OPTIONAL: Mapping[Segment, str] = {"tide": "alternate-tide", "bombing": "alternate-bombing"}
"""19.1, 19.2 Segments that are played only with an optional rule."""
PARTS: Mapping[Segment, tuple[str, ...]] = {
    "invasion placement": ("air", "available", "load", "place", "edge"),
    "allied movement": ("drop zones", "drops", "moves", "landings", "landed moves"),
    "second recovery": ("recover", "edge"),
}
"""3.1A, 3.1D, 3.1G The parts of segments that have several, in order; each is a value of `Bradley.part`."""


@rule("3.0", "2.5(5)")
def play(g: Bradley, chapters: Mapping[Segment, Chapter]) -> Flow:
    """3.0 Segment after segment, from wherever the state stands, until a chapter ends the game.

    8.1.4 When a segment is over, units that break the stacking limits are eliminated.
    """
    while True:
        if (yield from chapters[g.segment](g)):
            yield from trim_stacks(g)
            next_segment(g)


@rule("3.0")
def next_segment(g: Bradley) -> None:
    """3.0 What follows, with the marks of the segment taken off, and those of the player turn where it changes."""
    before = g.player
    if g.segment == "end of turn":
        g.segment = TURN[0].segment
    else:
        g.segment = ORDER[ORDER.index(g.segment) + 1]
    g.part, g.beach, g.queue, g.move = "", "", [], None
    g.moved, g.fired, g.fired_on = set(), set(), set()
    g.assaulted, g.assaulted_hexes = set(), set()
    if g.player != before:
        g.supported = set()
    step = STEPS[g.segment]
    if g.segment not in OPTIONAL or OPTIONAL[g.segment] in g.variants:
        g.tell("phase_began", rule=step.rule, phase=step.title)


def next_part(g: Bradley) -> bool:
    """3.1 Go on to the next part of the segment; False after the last one."""
    parts = PARTS[g.segment]
    place = parts.index(g.part) + 1 if g.part else 0
    g.beach, g.queue = "", []
    if place == len(parts):
        return False
    g.part = parts[place]
    return True


@rule("3.1L", "5.3.3", "5.4.1a", "11.1.5")
def advance_markers(g: Bradley) -> None:
    """3.1L The turn marker and the tide marker move on; unspent support points are lost, and so are marks of the turn.

    The tide is set for the first invasion turn, so that it does not move at the end of Turn 1 (5.3.3).
    """
    if g.turn > 1:
        g.tide = next_tide(g.tide)
    g.turn += 1
    g.asp = 0
    g.sea = {}
    g.dropped, g.ashore, g.entered, g.idle = set(), set(), set(), set()
    for zone, marker in enumerate(g.drop_zones):
        if marker.wind is not None or marker.flak or marker.ready or marker.done:
            g.change_zone(zone, wind=None, flak=(), ready=False, done=False)
