"""2.5, 4.3.1, 5.1.6, 5.3.1 What a player may leave to routine: places for the units that he does not place himself.

Each is one of the choices that the rules offer; nothing here decides what is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bradley.box import GERMAN, afloat
from beachhead.games.bradley.shores import has_room
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Verb

VERBS = {"rest": Verb("The rest for me")}
"""The verb with which a player leaves what is still to be placed to routine."""
BEHIND, CLOSE = 5, 3
"""How far behind the beaches headquarters set up, and how far friends are from each other at least."""


def near_beach(g: Bradley, hexes: Sequence[int], unit: int | None = None) -> int:
    """2.5(1) As near to the beaches as it goes, where the fewest friends are; headquarters a few hexes behind."""
    distance, here = g.box.board.distance, [g.where(u) for u in g.on_map(GERMAN)]
    coast = g.box.distances(*(berth.coast for beach in g.row.beaches for berth in g.shore(beach)))
    wanted = BEHIND if unit is not None and g.box.pieces[unit].is_hq else 0
    nearest = min(abs(coast[h] - wanted) for h in hexes)
    best = [h for h in hexes if abs(coast[h] - wanted) == nearest]
    return min(best, key=lambda place: (sum(distance(place, h) <= CLOSE for h in here), place))


def emptiest_box(g: Bradley, boxes: Sequence[int]) -> int:
    """4.3.1 The box with the fewest units."""
    return min(boxes, key=lambda box: (len(g.in_box(box)), box))


def wave_for(g: Bradley, unit: int, boxes: Sequence[int]) -> int:
    """5.1.6 The first wave with room; headquarters come with the last."""
    waves = sorted(boxes, key=lambda box: g.box.displays[box].wave)
    return waves[-1] if g.box.pieces[unit].is_hq else waves[0]


def quiet_water(g: Bradley, unit: int, hexes: Sequence[int]) -> int:
    """5.3.1 The approach hex where the fewest units wait, before a coast hex with room if there is one."""
    waiting = [record.at for record in g.units]
    return min(hexes, key=lambda h: (not has_room(g, unit, h), waiting.count(afloat(h)), h))
