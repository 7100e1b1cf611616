"""TCS 15.1 Mines: what becomes of those who run into them."""

from __future__ import annotations

from beachhead.games.tcs.losses import destroy, lose_steps
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import area_result
from beachhead.kernel import Told, rule

EVENTS = {"in_mines": Told("{unit:unit} runs into the mines of {hex:hex} ({dice} rolled)", "hit", at="unit")}


@rule("TCS 15.1")
def strike(g: Tcs, unit: int, place: int) -> None:
    """TCS 15.1 Mines attack a unit that enters them at their firepower, and destroy a vehicle on their number."""
    dice = g.dice.roll(f"mines under {g.name(unit)}", "2d6", rule="TCS 15.1").total
    g.tell("in_mines", rule="TCS 15.1", unit=unit, hex=place, dice=dice)
    if g.type_of(unit).is_machine and g.box.kinds[unit] != "artillery":
        if dice >= g.constant("mine_vehicle"):
            destroy(g, unit, by="TCS 15.1", why="it runs on mines")
        return
    result = area_result(g, g.constant("mine_firepower"), dice)
    if result.isdigit():
        lose_steps(g, unit, int(result), by="TCS 15.1")


def nearest(g: Tcs, here: int, there: int) -> int:
    """TCS 15.1 The mined hex that lies on the way from a hex to another."""
    distance = g.box.board.distance
    mined = (h for h, state in g.obstacles.items() if state == "mines")
    return min(mined, key=lambda h: (distance(here, h) + distance(h, there), h))
