"""3.1A The Invasion Placement Segment: air allotments, units due by sea, loading, approach hexes, and the map edge."""

from __future__ import annotations

from beachhead.games.bradley.airborne import air_part
from beachhead.games.bradley.arrivals import edge_part
from beachhead.games.bradley.sequence import next_part
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.waves import bring_up, load_part, place_part
from beachhead.kernel import Flow, rule


@rule("3.1A", "3.1A-5")
def placement_phase(g: Bradley) -> Flow:
    """3.1A Its parts in order; each says how far it is by the state."""
    match g.part:
        case "":
            is_over = True
        case "air":
            is_over = yield from air_part(g)
        case "available":
            bring_up(g)
            is_over = True
        case "load":
            is_over = yield from load_part(g)
        case "place":
            is_over = yield from place_part(g)
        case _:
            is_over = yield from edge_part(g)
    return bool(is_over) and not next_part(g)
