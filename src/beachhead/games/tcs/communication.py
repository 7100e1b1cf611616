"""6.3, 6.2-4 Lines of communication, and units that have left the map by them."""

from __future__ import annotations

from beachhead.games.tcs.box import GERMAN
from beachhead.games.tcs.breaches import possessed
from beachhead.games.tcs.sighting import sees
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import is_indirect, reach_of, weapons_of
from beachhead.kernel import rule

NEAR = 5
"""6.3 How near to an open breach a line of communication must come."""


@rule("6.2-4", "6.2-4b")
def exited(g: Tcs, what: str) -> int:
    """6.2-4, 6.2-4b The units, reduced or not, that have left by the exits that a condition names."""
    rows = [row for row in g.box.exits if row.set == g.frame.victory]
    with_line = "line of communication" in what
    exits = {g.box.board.number(row.hex) for row in rows if row.road in what or row.set in ("T1", "S8")}
    exits = {place for place in exits if not with_line or has_line(g, place)}
    return sum(g.exited[unit] in exits for unit in g.exited)


@rule("6.3", "6.3b")
def has_line(g: Tcs, place: int) -> bool:
    """6.3 Whether a road leads from an exit to within five hexes of an open breach without lying under enemy fire."""
    if is_cut(g, place):
        return False
    board, roads = g.box.board, g.box.ground.roads
    ends = [h for n in possessed(g) for h in board.ends(g.box.ground.breaches[n].side)]
    found, edge = {place}, [place]
    for here in edge:  # grows while it runs
        if any(board.distance(here, end) <= NEAR for end in ends):
            return True
        for there, side in board.links[here]:
            if side in roads and there not in found and not is_cut(g, there):
                found.add(there)
                edge.append(there)
    return False


def is_cut(g: Tcs, place: int) -> bool:
    """6.3b Whether an enemy could place direct fire on a hex; mortars and other indirect weapons do not count."""
    for unit in g.on_map(GERMAN):
        here = g.units[unit].at
        direct = [reach_of(g, number).range for number in weapons_of(g, unit) if not is_indirect(g, number)]
        if direct and g.box.board.distance(here, place) <= max(direct) and sees(g, here, place):
            return True
    return False
