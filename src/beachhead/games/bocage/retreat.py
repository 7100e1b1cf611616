"""S7.7-S7.9 Retreat, Stiff Resistance, and advance after combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.bocage.occupation import eliminate, enter, lose_step
from beachhead.games.bocage.setup import refuse_ground
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.system import follow_up, refuse_advance, refuse_retreat, refuse_stand, retreats
from beachhead.kernel import Flow, Ruling, Told, Verb, rule
from beachhead.wargame import force
from beachhead.wargame.force import Asking, Withdrawal

VERBS: Mapping[str, Verb] = {
    "retreat": Verb("Retreat to", "hex"),
    "stand": Verb("Stand and be reduced"),
    "advance": Verb("Advance with", "unit"),
    "follow": Verb("Follow up to", "hex"),
    "halt": Verb("Halt", role="done"),
}
EVENTS: Mapping[str, Told] = {
    "retreated": Told("{unit:unit} retreats from {start:hex} to {hex:hex}", "move"),
    "stood": Told("{unit:unit} stands its ground", "fire"),
    "trapped": Told("{unit:unit} has no way out", "loss"),
    "advanced": Told("{unit:unit} advances to {hex:hex}", "move"),
}


@rule("14.1e")
def retreat(g: Bocage, unit: int, hexes: int, *, stand_rule: str) -> Flow:
    """S7.7 The owner retreats a unit, or S7.8 lets a full one stand and be reduced; 14.1e whatever the weather.

    Returns how many hexes it went back; 0 if it stands or is gone.
    """
    start = g.units[unit].at

    def go(g: Bocage, place: int) -> None:
        enter(g, unit, place)
        g.tell("retreated", rule="S7.7", unit=unit, start=start, hex=place)

    def stand(g: Bocage) -> None:
        g.tell("stood", rule=stand_rule, unit=unit)
        lose_step(g, unit, rule=stand_rule)

    def trapped(g: Bocage) -> None:
        g.tell("trapped", rule="S7.7b", unit=unit)
        eliminate(g, unit, rule="S7.7b")

    does = Withdrawal(
        go,
        trapped,
        refuse=lambda g, place: refuse_end(g, unit, hexes, place),
        stand=stand,
        refuse_stand=lambda g, _: refuse_stand(g, unit),
    )
    words = "one hex" if hexes == 1 else f"{hexes} hexes"
    choice = "" if refuse_stand(g, unit) else " It may stand and be reduced instead."
    how = Asking(f"{g.name(unit)} must retreat {words}.{choice}", "S7.7", {"unit": unit}, automatic=True)
    place = yield from force.retreat(g, g.box.sides[unit], retreats(g, unit, hexes), does, how)
    return 0 if place is None else hexes


@rule("S7.9")
def advance(g: Bocage, place: int, attackers: Sequence[int], hexes: int) -> Flow:
    """S7.9 One of the attackers may take the vacated hex; S7.9a if mobile, it may follow the retreat."""
    if g.standing(place):
        return
    side = g.box.sides[attackers[0]]

    def take(g: Bocage, unit: int) -> None:
        enter(g, unit, place)
        g.tell("advanced", rule="S7.9", unit=unit, hex=place)

    gone = yield from force.advance(
        g,
        side,
        attackers,
        refuse=lambda g, unit: refuse_advance(g, unit, attackers),
        go=take,
        how=Asking("Who advances?", "S7.9", {"hex": place}),
        most=1,
    )
    for unit in gone:
        if g.box.pieces[unit].is_mobile:
            yield from follow(g, unit, hexes - 1)


def follow(g: Bocage, unit: int, hexes: int) -> Flow:
    """S7.9a A mobile unit follows the retreat hex by hex."""

    def go(g: Bocage, place: int) -> None:
        enter(g, unit, place)
        g.tell("advanced", rule="S7.9a", unit=unit, hex=place)

    how = Asking(f"{g.name(unit)} may follow the retreat.", "S7.9a", {"unit": unit}, automatic=True)
    yield from force.pursue(
        g,
        g.box.sides[unit],
        hexes,
        ways=lambda g: follow_up(g, unit),
        go=go,
        how=how,
        refuse=lambda g, place: refuse_follow(g, unit, place),
    )


def refuse_follow(g: Bocage, unit: int, place: int) -> Ruling:
    """S7.9a Why a mobile unit may not follow to a hex."""
    ruling = refuse_ground(g, unit, place)
    if ruling is not None:
        return ruling
    if g.standing(place):
        return Ruling("S5.3", "Somebody stands there", (unit,), (place,))
    return Ruling("S7.9a", "It follows hex by hex, as far as the defender went back", (unit,), (place,))


def refuse_end(g: Bocage, unit: int, hexes: int, place: int) -> Ruling:
    """S7.7 Why a retreat may not end in a hex."""
    ruling = refuse_ground(g, unit, place) or refuse_retreat(g, unit, place)
    if ruling is not None:
        return ruling
    if g.occupied(g.box.sides[unit])[place]:
        return Ruling("S5.3", "A friend stands there: it may be passed, but not joined", (unit,), (place,))
    return Ruling("S7.7", f"A retreat goes {hexes} away, each hex farther than the last", (unit,), (place,))
