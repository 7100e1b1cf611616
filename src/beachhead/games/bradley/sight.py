"""10.2.7b Line of sight: from the centre of one hex to the centre of another.

A hex with a hill, a town, a city or a swamp blocks the line through it; the hexes at both ends never do. A line that
runs along a hexside is blocked only where the hexes on both sides block it. Touching a corner is not crossing.
"""

from __future__ import annotations

from functools import cache

from beachhead.games.bradley.box import Box
from beachhead.kernel import Ruling, rule
from beachhead.wargame.sight import OPAQUE, Landscape


@rule("10.2.7b-L3", "10.2.7b-L4", "10.2.7b-L6", "12.2.4")
@cache
def landscape(box: Box) -> Landscape:
    """10.2.7b What blocks sight. Fortifications do not; ruins stand where a town blocks."""
    closed = {entry for entry, row in box.effects.items() if row.kind == "hex" and row.sight != "open"}
    return Landscape(box.board, [OPAQUE if kinds & closed else 0 for kinds in box.kinds])


@rule("10.2.7b-LOS", "10.2.7b-L2", "10.2.7b-L6")
def obstacle(ground: Landscape, here: int, there: int) -> tuple[int, ...]:
    """10.2.7b The hexes that block a line first, two where it runs between them; the next hex needs no line."""
    found = ground.obstacle(here, there) if ground.board.distance(here, there) > 1 else None
    return found.hexes if found else ()


def refuse_line(box: Box, here: int, there: int, units: tuple[int, ...] = ()) -> Ruling | None:
    """10.2.7b Why one hex cannot be seen from another; `units` are those that look."""
    step = obstacle(landscape(box), here, there)
    if not step:
        return None
    if len(step) > 1:
        return Ruling("10.2.7b-L2", "Blocking terrain lies on both sides of the line of sight", units, step)
    if box.is_hill[step[0]]:
        return Ruling("10.2.7b-L4", "A hill lies in the line of sight", units, step)
    return Ruling("10.2.7b-L3", f"A {box.terrain[step[0]]} lies in the line of sight", units, step)
