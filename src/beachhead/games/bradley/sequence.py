"""3.0 The segments of the sequence of play: their rules and names, their parts, and what is done when one is over.

Every segment is a flow of the chapter to which it belongs; `game` puts them in order. It is given the state, may stop
at turn points, and returns False as long as it is not over; then it is called again and looks at the state to see how
far it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from beachhead.games.bradley.state import Bradley, Segment
from beachhead.games.bradley.violations import trim_stacks
from beachhead.kernel import Flow, rule


class Step(NamedTuple):
    """3.1 A segment: its rule and its name in the rulebook."""

    rule: str
    title: str


STEPS: Mapping[Segment, Step] = {
    "set-up": Step("2.5(1)", "German set-up"),
    "mines": Step("2.5(2)", "Secret minefields"),
    "tide": Step("2.5(3)", "The first tide"),
    "bombing": Step("19.2", "Alternate bombing"),
    "support": Step("11.0", "Air and naval support"),
    "bombing between turns": Step("19.2", "Alternate bombing"),
    "invasion placement": Step("3.1A", "A. Invasion Placement Segment"),
    "first recovery": Step("3.1B", "B. First Recovery Segment"),
    "allied fire": Step("3.1C", "C. Allied Fire Segment"),
    "allied movement": Step("3.1D", "D. Allied Movement Segment"),
    "german defensive fire": Step("3.1E", "E. German Defensive Fire Segment"),
    "allied close assault": Step("3.1F", "F. Allied Close Assault Segment"),
    "second recovery": Step("3.1G", "G. Second Recovery Segment"),
    "german fire": Step("3.1H", "H. German Fire Segment"),
    "german movement": Step("3.1I", "I. German Movement Segment"),
    "allied defensive fire": Step("3.1J", "J. Allied Defensive Fire Segment"),
    "german close assault": Step("3.1K", "K. German Close Assault Segment"),
    "end of turn": Step("3.1L", "L. End of Turn Segment"),
}
PARTS: Mapping[Segment, tuple[str, ...]] = {
    "invasion placement": ("air", "available", "load", "place", "edge"),
    "allied movement": ("drop zones", "drops", "moves", "landings", "landed moves"),
    "second recovery": ("recover", "edge"),
}
"""3.1A, 3.1D, 3.1G The parts of segments that have several, in order; each is a value of `Bradley.part`."""
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


def next_part(g: Bradley) -> bool:
    """3.1 Go on to the next part of the segment; False after the last one."""
    parts = PARTS[g.segment]
    place = parts.index(g.part) + 1 if g.part else 0
    g.beach, g.queue = "", []
    if place == len(parts):
        return False
    g.part = parts[place]
    return True
