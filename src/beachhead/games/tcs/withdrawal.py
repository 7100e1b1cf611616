"""TCS 6.5c, 2.3g Units without orders that have defended long enough: they go back."""

from __future__ import annotations

from beachhead.games.tcs import carriers, orders
from beachhead.games.tcs.box import SIDES
from beachhead.games.tcs.morale import Blow, refuges
from beachhead.games.tcs.sighting import lookers, sees
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import range_of
from beachhead.hexes import listed
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn
from beachhead.wargame import held

VERBS = {"withdraw": Verb("Withdraw to", "hex")}
EVENTS = {
    "withdrew": Told("{unit:unit} has no orders and withdraws to {hex:hex}", "move"),
}
BOUND = ("unassigned", "landward", "halted")
"""TCS 6.5 Who is bound by the rule."""
NO_BLOW = Blow("direct", ())


@rule("TCS 6.5c", "2.3g")
def note_contact(g: Tcs) -> None:
    """TCS 6.5c When a turn ends, count for each unit without orders how long the enemy has had it under his guns."""
    if not g.command:
        return
    waited: dict[int, int] = {}
    for side in SIDES:
        seen: dict[int, bool] = {}
        for unit in g.on_map(side):
            if orders.post_of(g, unit).word not in BOUND or not g.type_of(unit).points:
                continue
            place = g.units[unit].at
            if place not in seen:
                seen[place] = is_covered(g, g.enemy(side), place)
            if seen[place]:
                waited[unit] = g.waited.get(unit, 0) + 1
    g.waited = waited


def is_covered(g: Tcs, side: str, place: int) -> bool:
    """TCS 6.5c, 2.3f-3 Whether a unit of a side sees a hex and has it within its range."""
    for here in listed(held(g)[side] & lookers(g, place)):
        far = max(range_of(g, unit) for unit in g.standing(here))
        if g.box.board.distance(here, place) <= far and sees(g, here, place):
            return True
    return False


@rule("TCS 6.5c", "2.3g")
def must_withdraw(g: Tcs, unit: int) -> bool:
    """TCS 6.5c, 2.3g Whether a unit has defended without orders for as long as it may."""
    if g.waited.get(unit, 0) < g.constant("unassigned_turns"):
        return False
    record = g.units[unit]
    if record.at < 0 or record.moved or record.nerve == "paralyzed" or g.box.sides[unit] != g.side:
        return False
    return record.aboard is None and orders.post_of(g, unit).word in BOUND


def withdraw(g: Tcs) -> Flow:
    """TCS 6.5c Before others move, one of those units goes back; True if one did. Who finds no way stays."""
    for unit in sorted(g.waited):
        if not must_withdraw(g, unit):
            continue
        places = refuges(g, unit, NO_BLOW)
        if not places:
            continue
        ways = Offer(places, refuse=lambda g, place, unit=unit: refuse_withdrawal(g, unit, place))  # type: ignore[misc]
        prompt = f"{g.name(unit)} has no orders and must withdraw. Where to?"
        choice = yield turn(g.side, prompt, {"withdraw": ways}, rule="TCS 6.5c", about={"unit": unit}, automatic=True)
        carriers.take_along(g, unit, choice.arg)
        g.change(unit, at=choice.arg, mode="move", moved=True, dug_in=False, still=0)
        g.tell("withdrew", rule="TCS 6.5c", unit=unit, hex=choice.arg)
        return True
    return False


def refuse_withdrawal(g: Tcs, unit: int, place: int) -> Ruling | None:
    """TCS 6.5c Why a unit cannot withdraw to a hex."""
    if place in refuges(g, unit, NO_BLOW):
        return None
    return Ruling("TCS 6.5c", "It goes away from every enemy it sees, and ends next to none", (unit,), (place,))
