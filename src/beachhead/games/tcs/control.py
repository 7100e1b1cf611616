"""6.4, 6.5 Who was last where it matters: villages and breaches."""

from __future__ import annotations

from beachhead.games.tcs.box import AMERICAN, GERMAN, SIDES
from beachhead.games.tcs.state import Tcs
from beachhead.hexes import listed
from beachhead.kernel import rule
from beachhead.wargame import held


def note_presence(g: Tcs) -> None:
    """6.4, 6.5 Remember who stands in the hexes of villages and breaches."""
    ours = held(g)
    for place in listed((ours[AMERICAN] | ours[GERMAN]) & g.box.bits_watched):
        note(g, AMERICAN if ours[AMERICAN] >> place & 1 else GERMAN, place)


@rule("6.4", "6.5")
def note(g: Tcs, side: str, place: int) -> None:
    """6.4, 6.5 A side stands in a hex or passes through it; whoever is in a hex of a village is in the village."""
    village = g.box.ground.village_of.get(place, "")
    for h in g.box.ground.villages[village] if village else (place,):
        g.last_in[h] = side


@rule("6.4", "1.5")
def controls(g: Tcs, side: str, village: str) -> bool:
    """6.4 Whether a side controls a village: it fills it, or is alone in it, or was the last in an empty one."""
    hexes = g.box.ground.villages.get(village) or (g.box.board.number(village.removeprefix("hex ")),)
    present = {owner for owner in SIDES if any(g.friends_at(owner, h) for h in hexes)}
    if len(present) == 1:
        return side in present
    if present:
        return all(g.friends_at(side, h) for h in hexes)
    last = [g.last_in[h] for h in hexes if h in g.last_in]
    return side == (last[-1] if last else GERMAN)
