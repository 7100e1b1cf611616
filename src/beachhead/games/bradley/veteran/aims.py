"""17.0 Where each side wants to be."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bradley.box import AMERICAN, GERMAN, POINT, TRACK, UTAH
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.veteran.doctrine import Weights
from beachhead.games.bradley.veteran.weighing import near_beachheads
from beachhead.games.bradley.victory import is_on_utah_side

AHEAD = 5
"""So many turns before reinforcements are due at a single hex units set out to hold it."""


def goals(g: Bradley, w: Weights, side: str) -> Mapping[int, int]:
    """The hexes where a side wants to be, each with half points that make it less wanted."""
    return _american(g, w) if side == AMERICAN else _german(g)


def _american(g: Bradley, w: Weights) -> Mapping[int, int]:
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
            if away <= radius + w.watch and (beach != UTAH or is_on_utah_side(g, h)):
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


def errands(g: Bradley, w: Weights) -> dict[int, int]:
    """Who is sent where, whatever the others do: to the gates, and late after each German who spoils a level."""
    found = {unit: gate for gate in gates(g) for unit in guards(g, w, gate)}
    if not w.hunters or g.turn < g.last_turn - w.hunt:
        return found
    distance = g.box.board.distance
    free = {u for u in _able(g) if u not in found}
    away = {foe: min((distance(g.where(u), g.where(foe)) for u in free), default=99) for foe in near_beachheads(g)}
    for foe in sorted(away, key=lambda u: (-away[u], u)):  # who is farthest from everybody comes first
        near = sorted(free, key=lambda u: (distance(g.where(u), g.where(foe)), u))[: w.hunters]
        found |= dict.fromkeys(near, g.where(foe))
        free -= set(near)
    return found


def guards(g: Bradley, w: Weights, gate: int) -> list[int]:
    """Who goes to hold such a hex: the nearest units that are free to go."""
    distance = g.box.board.distance
    return sorted(_able(g), key=lambda u: (distance(g.where(u), gate), u))[: w.guards]


def _able(g: Bradley) -> list[int]:
    """Americans who can be sent somewhere."""
    pieces = g.box.pieces
    return [
        u
        for u in g.on_map(AMERICAN)
        if pieces[u].assaults and not pieces[u].is_hq and pieces[u].mm.ma and not g.units[u].disrupted
    ]
