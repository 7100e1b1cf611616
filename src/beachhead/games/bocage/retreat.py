"""S7.7-S7.9 Retreat, Stiff Resistance, and advance after combat."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bocage.occupation import eliminate, enter, lose_step
from beachhead.games.bocage.setup import refuse_ground
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.system import follow_up, refuse_advance, refuse_retreat, refuse_stand, retreats
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame import force
from beachhead.wargame.force import Asking

VERBS = {
    "stand": Verb("Stand and be reduced"),
    "follow": Verb("Follow up to", "hex"),
    "halt": Verb("Halt", role="done"),
}
EVENTS = {
    "stood": Told("{unit:unit} stands its ground", "fire"),
    "trapped": Told("{unit:unit} has no way out", "loss"),
}


@rule("14.1e")
def retreat(g: Bocage, unit: int, hexes: int, *, stand_rule: str) -> Flow:
    """S7.7 The owner retreats a unit, or S7.8 lets a full one stand and be reduced; 14.1e whatever the weather.

    Returns how many hexes it went back; 0 if it stands or is gone.
    """
    side, start = g.box.sides[unit], g.units[unit].at
    words = "one hex" if hexes == 1 else f"{hexes} hexes"
    choice = "" if refuse_stand(g, unit) else " It may stand and be reduced instead."
    refuse, ends = (lambda g, place: refuse_end(g, unit, hexes, place)), retreats(g, unit, hexes)
    how = Asking(f"{g.name(unit)} must retreat {words}.{choice}", "S7.7", {"unit": unit}, automatic=True)
    answer = yield from force.retreat(g, side, ends, how, refuse=refuse, stand=lambda g, _: refuse_stand(g, unit))
    if answer is None:
        g.tell("trapped", rule="S7.7b", unit=unit)
        eliminate(g, unit, rule="S7.7b")
    elif answer.verb == "stand":
        g.tell("stood", rule=stand_rule, unit=unit)
        lose_step(g, unit, rule=stand_rule)
    else:
        enter(g, unit, answer.arg)
        g.tell("retreated", rule="S7.7", unit=unit, start=start, hex=answer.arg)
        return hexes
    return 0


@rule("S7.9")
def advance(g: Bocage, place: int, attackers: Sequence[int], hexes: int) -> Flow:
    """S7.9 One of the attackers may take the vacated hex; S7.9a if mobile, it may follow the retreat hex by hex."""
    if g.standing(place):
        return
    side = g.box.sides[attackers[0]]
    able = Offer.of(g, lambda g, unit: refuse_advance(g, unit, attackers), attackers)
    how = Asking("Who advances?", "S7.9", {"hex": place})
    unit = yield from force.take_or_leave(side, able, ("advance", "stay"), how)
    if unit is None:
        return
    take(g, unit, place, rule="S7.9")
    how = Asking(f"{g.name(unit)} may follow the retreat.", "S7.9a", {"unit": unit}, automatic=True)
    for _ in range(hexes - 1 if g.box.mobile[unit] else 0):
        ways = Offer.among(follow_up(g, unit), lambda g, place: refuse_follow(g, unit, place))
        place = yield from force.take_or_leave(side, ways, ("follow", "halt"), how)
        if place is None:
            return
        take(g, unit, place, rule="S7.9a")


def take(g: Bocage, unit: int, place: int, *, rule: str) -> None:
    """S7.9 A unit advances to a hex."""
    enter(g, unit, place)
    g.tell("advanced", rule=rule, unit=unit, hex=place)


def refuse_follow(g: Bocage, unit: int, place: int) -> Ruling:
    """S7.9a Why a mobile unit may not follow to a hex."""
    if ruling := refuse_ground(g, unit, place):
        return ruling
    if g.standing(place):
        return Ruling("S5.3", "Somebody stands there", (unit,), (place,))
    return Ruling("S7.9a", "It follows hex by hex, as far as the defender went back", (unit,), (place,))


def refuse_end(g: Bocage, unit: int, hexes: int, place: int) -> Ruling:
    """S7.7 Why a retreat may not end in a hex."""
    if ruling := refuse_ground(g, unit, place) or refuse_retreat(g, unit, place):
        return ruling
    if g.occupied(g.box.sides[unit])[place]:
        return Ruling("S5.3", "A friend stands there: it may be passed, but not joined", (unit,), (place,))
    return Ruling("S7.7", f"A retreat goes {hexes} away, each hex farther than the last", (unit,), (place,))
