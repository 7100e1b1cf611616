"""S7.7-S7.9 Retreat, Stiff Resistance, and advance after combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.bocage.occupation import eliminate, enter, lose_step
from beachhead.games.bocage.setup import refuse_ground
from beachhead.games.bocage.state import Bocage, field
from beachhead.games.bocage.system import advancers, follow_up, may_stand, refuse_retreat, retreats
from beachhead.kernel import Action, Decision, Flow, Ruling, Told, Verb, ask, rule

VERBS: Mapping[str, Verb] = {
    "retreat": Verb("Retreat to", "hex"),
    "stand": Verb("Stand and be reduced"),
    "advance": Verb("Advance with", "unit"),
    "follow": Verb("Follow up to", "hex"),
    "halt": Verb("Halt"),
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
    start = g.where(unit)
    ways = retreats(g, unit, hexes)
    stands = may_stand(g, unit)
    if not ways and not stands:
        g.tell("trapped", rule="S7.7b", unit=unit)
        eliminate(g, unit, rule="S7.7b")
        return 0
    words = "one hex" if hexes == 1 else f"{hexes} hexes"
    answer = yield ask(
        g.box.sides[unit],
        f"{g.name(unit)} must retreat {words}." + (" It may stand and be reduced instead." if stands else ""),
        {"retreat": ways, **({"stand": (None,)} if stands else {})},
        rule="S7.7",
        automatic=True,
        about={"unit": unit, "hexes": hexes},
    )
    if answer.verb == "stand":
        g.tell("stood", rule=stand_rule, unit=unit)
        lose_step(g, unit, rule=stand_rule)
        return 0
    enter(g, unit, answer.arg)
    g.tell("retreated", rule="S7.7", unit=unit, start=start, hex=answer.arg)
    return hexes


@rule("S7.9")
def advance(g: Bocage, place: int, attackers: Sequence[int], hexes: int) -> Flow:
    """S7.9 One of the attackers may take the vacated hex; S7.9a if mobile, it may follow the retreat."""
    able = advancers(g, attackers)
    if not able or g.standing(place):
        return
    side = g.box.sides[able[0]]
    about = {"hex": place}
    answer = yield ask(side, "Who advances?", {"advance": able, "stay": (None,)}, rule="S7.9", about=about)
    if answer.verb == "stay":
        return
    unit = answer.arg
    enter(g, unit, place)
    g.tell("advanced", rule="S7.9", unit=unit, hex=place)
    if not g.box.pieces[unit].is_mobile:
        return
    for _ in range(hexes - 1):
        ways = follow_up(g, unit)
        prompt = f"{g.name(unit)} may follow the retreat."
        about = {"unit": unit}
        step = yield ask(side, prompt, {"follow": ways, "halt": (None,)}, rule="S7.9a", automatic=True, about=about)
        if step.verb == "halt":
            return
        enter(g, unit, step.arg)
        g.tell("advanced", rule="S7.9a", unit=unit, hex=step.arg)


def refuse_follow(g: Bocage, unit: int, place: int) -> Ruling | None:
    """S7.9a Why a mobile unit may not follow to a hex."""
    if place not in g.ground.playable:
        return refuse_ground(g, unit, place)
    if place in field(g).at:
        return Ruling("S5.3", "Somebody stands there", (unit,), (place,))
    return Ruling("S7.9a", "It follows hex by hex, as far as the defender went back", (unit,), (place,))


def refuse_end(g: Bocage, unit: int, hexes: int, place: int) -> Ruling:
    """S7.7 Why a retreat may not end in a hex."""
    ruling = refuse_ground(g, unit, place) or refuse_retreat(g, unit, place)
    if ruling is not None:
        return ruling
    if place in field(g).hexes[g.box.sides[unit]]:
        return Ruling("S5.3", "A friend stands there: it may be passed, but not joined", (unit,), (place,))
    return Ruling("S7.7", f"A retreat goes {hexes} away, each hex farther than the last", (unit,), (place,))


def why_not(g: Bocage, decision: Decision, action: Action) -> Ruling | None:
    """S7.7-S7.9 Why a retreat or an advance is not offered."""
    about = decision.about
    if action.verb == "retreat" and "retreat" in decision.options:
        return refuse_end(g, about["unit"], about["hexes"], action.arg)
    if action.verb == "stand" and "retreat" in decision.options:
        return Ruling("S7.8", "A reduced unit cannot stand", (about["unit"],))
    if action.verb == "follow" and "follow" in decision.options:
        return refuse_follow(g, about["unit"], action.arg)
    if action.verb == "advance" and "advance" in decision.options:
        return Ruling("S7.9", "Only one of the surviving attackers may advance", (action.arg,))
    return None
