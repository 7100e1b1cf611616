"""10.2.7 What a player who points at two hexes, or at a unit and a hex, is told: whether the one reaches the other.

It follows from what lies open: terrain, breached sea walls, and how the unit lies.
"""

from __future__ import annotations

from beachhead.games.bradley.combat import DIRECT
from beachhead.games.bradley.fire import refuse_shot
from beachhead.games.bradley.sight import refuse_line
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Sight


def sight(g: Bradley, here: int, there: int, unit: int | None) -> Sight | None:
    """10.2.7 Whether a unit could hit a hex from where it stands; without one, whether the hexes see each other."""
    if here == there:
        return None
    if unit is None or not g.is_on_map(unit) or g.where(unit) != here or not g.reach(unit):
        found = refuse_line(g.box, here, there)
        return _clear(g, here, there, "Line of sight is clear") if found is None else Sight.blocked(found, here, there)
    found = refuse_shot(g, unit, there)
    if found is not None:
        return Sight.blocked(found, here, there)
    return _clear(g, here, there, f"{g.name(unit)} reaches that hex", is_direct=g.box.pieces[unit].fire == DIRECT)


def _clear(g: Bradley, here: int, there: int, words: str, *, is_direct: bool = True) -> Sight:
    """10.2.7b At one hex no line is looked for, and bombardment never needs one."""
    away = g.box.board.distance(here, there)
    if away == 1:
        return Sight("10.2.7b-LOS", f"{words}: the next hex needs no line of sight")
    if is_direct:
        return Sight("10.2.7b-LOS", f"{words}, {away} hexes away")
    return Sight("10.2.7a", f"{words}, {away} hexes away: bombardment needs no line of sight")
