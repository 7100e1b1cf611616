"""12.0, S9.0 Supply at the end of the Allied player turn."""

from __future__ import annotations

from beachhead.games.bocage.box import ALLIED
from beachhead.games.bocage.occupation import lose_step
from beachhead.games.bocage.state import Bocage, supply_net
from beachhead.kernel import Told, cite, rule

EVENTS = {"unsupplied": Told("{unit:unit} in {hex:hex} is out of supply", "hit")}


@rule("12.0", "12.0f", "S9.0", "12.0e")
def supply_phase(g: Bocage) -> None:
    """12.0 Every Allied unit that cannot trace supply is reduced, 12.0f or eliminated; 12.0e no German needs any."""
    for unit in [u for u in g.on_map(ALLIED) if not is_supplied(g, u)]:
        g.tell("unsupplied", rule="12.0", unit=unit, hex=g.units[unit].at)
        lose_step(g, unit, rule="12.0f" if g.units[unit].reduced else "12.0")


@rule("12.0a", "12.0b")
def is_supplied(g: Bocage, unit: int) -> bool:
    """12.0 Whether an Allied unit is in supply. 12.0c On a beach always; 12.0d rangers need none."""
    if unit == g.box.ranger:
        cite("12.0d")
        return True
    place = g.units[unit].at
    if place in g.beachheads:
        cite("12.0c")
        return True
    return place in supply_net(g)
