"""17.0 Where each side wants to be."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bradley.box import AMERICAN, GERMAN, POINT, TRACK, UTAH
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import is_on_utah_side

WATCH = 8
"""Germans so many hexes beyond the radius are hunted as well, when nobody is nearer."""
AHEAD, GUARDS = 5, 3
"""So many turns before reinforcements are due at a single hex, so many units set out to hold it."""


def goals(g: Bradley, side: str) -> Mapping[int, int]:
    """The hexes where a side wants to be, each with half points that make it less wanted."""
    return _american(g) if side == AMERICAN else _german(g)


def _american(g: Bradley) -> Mapping[int, int]:
    """The Germans who spoil a level of victory, then those near by; before there is a Beachhead, the forts."""
    found: dict[int, int] = {}
    board, germans = g.box.board, g.hexes(GERMAN)
    radius = g.row.radius_strategic
    for beach in g.row.beaches:
        place = g.beachheads.get(beach)
        if place is None:
            found.update(dict.fromkeys(g.box.beaches[beach].forts, 0))
            continue
        for h in sorted(germans):
            away = board.distance(h, place)
            if away <= radius + WATCH and (beach != UTAH or is_on_utah_side(g, h)):
                found[h] = 0 if away <= radius else POINT * (away - radius + 4)
    return found or dict.fromkeys(sorted(germans), 0)


def _german(g: Bradley) -> Mapping[int, int]:
    """The Americans, and the ground around the beaches."""
    found = dict.fromkeys(sorted(g.hexes(AMERICAN)), 0)
    for beach in g.row.beaches:
        for h in (g.beachheads[beach],) if beach in g.beachheads else g.box.beaches[beach].forts:
            found[h] = 0
    return found


def gates(g: Bradley) -> list[int]:
    """18.1.2 The hexes that are worth holding because German reinforcements can enter nowhere else."""
    found = set()
    for unit, row in g.row.deployment.items():
        if row.how != "entry" or g.box.sides[unit] != GERMAN or g.units[unit].at != TRACK:
            continue
        hexes = g.box.entries[row.where]
        if len(hexes) == 1 and g.turn >= g.units[unit].turn - AHEAD:
            found.add(hexes[0])
    return sorted(found)


def guards(g: Bradley, gate: int) -> list[int]:
    """Who goes to hold such a hex: the nearest units that are free to go."""
    distance, pieces = g.box.board.distance, g.box.pieces
    free = [
        u
        for u in g.on_map(AMERICAN)
        if pieces[u].assaults and not pieces[u].is_hq and pieces[u].mm.ma and not g.units[u].disrupted
    ]
    return sorted(free, key=lambda u: (distance(g.where(u), gate), u))[:GUARDS]
