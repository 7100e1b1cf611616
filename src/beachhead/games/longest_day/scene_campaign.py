"""IX.F, IX.J, XII.B The campaign as a screen shows it: the German track box by box, CUTs, and destroyed bridges."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.display import Counter, Mark, Panel, Tally
from beachhead.games.longest_day import rail
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import rule
from beachhead.wargame.pieces import elsewhere


def campaign_marks(g: LongestDay) -> list[Mark]:
    """IX.J.9, XII.B.2.a Where the railway is cut, and both ends of destroyed bridges."""
    board = g.box.board
    marks = Mark.on(board, "cross", sorted(g.cuts), "The railway is cut")
    for group, place in sorted(g.drop_zones.items()):
        marks += Mark.on(board, "note", [place], f"Drop zone {group} is recorded here")
    return marks + Mark.on(board, "burst", sorted(g.broken_hexes), "A bridge is destroyed")


@rule("IX.B")
def campaign_panels(g: LongestDay, counter: Callable[[LongestDay, int], Counter]) -> list[Panel]:
    """IX.F.2, IX.J.11 The boxes of the strategic track that hold anybody, and the state of the railways.

    V.C.4.c In the invasion scenario there is only the 711 Division on it.
    """
    if not g.has("V"):
        return []
    lying, track = elsewhere(g), g.box.strategic
    places = [place for place in (*track.rows, track.mapboard) if lying.get(place)]
    trains = rail.trains_left(g) if rail.is_running(g) else 0
    railways = Panel(
        id="railways",
        title="Railways",
        tallies=[Tally(label="Damage", value=str(g.rail_damage)), Tally(label="Trains available", value=str(trains))],
    )
    return [
        *([railways] if g.has("IX") else []),
        *(
            Panel(
                id=f"track-{-place}",
                title=g.box.places.called(place),
                small="German Strategic Movement Track",
                counters=[counter(g, unit) for unit in lying[place]],
            )
            for place in places
        ),
    ]
