"""9.0 Zones of control: by mode and facing, and what they do to movement and retreat."""

from __future__ import annotations

from beachhead.games.bradley.box import ENEMY
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Ruling, rule


@rule("9.0", "9.1.3", "9.1.6", "9.1.7")
def enemy_zone(g: Bradley, side: str) -> bytes:
    """9.1.3 By hex, how many enemies of a side control it; its own zones do not matter, and garrisons have none."""
    return g.zone(ENEMY[side])


def must_stop(g: Bradley, side: str, place: int) -> bool:
    """9.1.1 Whether enemies of a side control a hex, so that a move ends there; friends in it do not help (9.1.5)."""
    return bool(enemy_zone(g, side)[place])


def refuse_zone(g: Bradley, unit: int, here: int, there: int) -> Ruling | None:
    """9.1.2 Why a unit cannot step from one hex to another because of enemy zones of control."""
    zone = enemy_zone(g, g.box.sides[unit])
    if zone[here] and zone[there]:
        return Ruling(
            "9.1.2",
            "Not from one enemy zone of control directly into another",
            (unit,),
            (here, there),
        )
    return None


def is_surrounded(g: Bradley, side: str, place: int) -> bool:
    """10.3.6d Whether every hex next to a defender has an enemy or an enemy zone, where no friend stands.

    Enemies who have come down in the hex itself (4.4.9) surround nobody.
    """
    foe, around = ENEMY[side], g.box.board.adjacent[place]
    inside = [u for u in g.standing(place) if g.box.sides[u] == foe]
    zone, held = bytearray(g.zone(foe)), g.occupied(foe)
    for unit in inside:
        for h in g.exerts(unit, g.units[unit]):
            zone[h] -= 1
    return all(held[n] or (zone[n] and not g.occupied(side)[n]) for n in around)
