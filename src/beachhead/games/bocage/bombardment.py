"""S8.4, S8.5, 11.2.3(2)g Bombardment with markers alone."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bocage.battle import BOMBARDMENT, Battle, roll_result
from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN
from beachhead.games.bocage.occupation import lose_step
from beachhead.games.bocage.retreat import retreat
from beachhead.games.bocage.state import Bocage, field
from beachhead.games.bocage.support import allied_support, german_support, is_in_range, show_support
from beachhead.games.bocage.system import bombardment_effect
from beachhead.kernel import Action, Decision, Flow, Ruling, Told, Verb, rule
from beachhead.wargame.force import Asking, choose_unit

VERBS: Mapping[str, Verb] = {
    "bombard": Verb("Bombard", "hex"),
    "target": Verb("Aim at", "unit"),
}
EVENTS: Mapping[str, Told] = {
    "bombarded": Told("{unit:unit} in {hex:hex} is bombarded", "fire"),
    "fizzled": Told("No marker is left for the bombardment of {hex:hex}", "fire"),
}


@rule("S8.4")
def targets(g: Bocage) -> list[int]:
    """S8.4 The enemy hexes that can be bombarded."""
    side = g.side
    if side == GERMAN and not g.german_cup:
        return []
    if side == ALLIED and not g.artillery and not g.aircraft:
        return []
    foes = field(g).hexes[ENEMY[side]]
    return sorted(h for h in foes if refuse_bombard(g, h) is None)


@rule("S8.4b")
def refuse_bombard(g: Bocage, place: int) -> Ruling | None:
    """S8.4, S8.4b, 11.1.4c, 11.2.6b Why a hex may not be bombarded."""
    if place not in field(g).hexes[ENEMY[g.side]]:
        return Ruling("S8.4", "No enemy stands there", (), (place,))
    if place in g.attacked:
        return Ruling("S8.4b", "That hex has been attacked by units in this phase", (), (place,))
    if place in g.bombarded:
        return Ruling("S7.1c", "That hex has been bombarded in this phase", (), (place,))
    if g.side == GERMAN:
        if not g.german_cup:
            return Ruling("S8.1", "The cup is empty", (), (place,))
        if not is_in_range(g, GERMAN, place):
            return Ruling("11.1.4c", "That hex is more than two hexes from every German unit", (), (place,))
    elif not allied_cups(g, place):
        if not g.artillery:
            return Ruling("S8.1", "The cups are empty", (), (place,))
        return Ruling("11.2.6b", "That hex is more than two hexes from every Allied unit", (), (place,))
    return None


@rule("11.2.6d")
def allied_cups(g: Bocage, place: int) -> list[str]:
    """11.2.6b, 11.2.6d The cups that reach a hex: aircraft always, the others within two hexes of an Allied unit."""
    cups = ["artillery"] if g.artillery and is_in_range(g, ALLIED, place) else []
    return [*cups, "aircraft"] if g.aircraft else cups


def bombard(g: Bocage, place: int) -> Flow:
    """S8.4 One or two markers against one unit; the defender draws none."""
    side = g.side
    unit = yield from choose_target(g, place)
    battle = Battle(BOMBARDMENT, side, place, (), unit)
    g.bombarded.add(place)
    g.tell("bombarded", rule="S8.4", unit=unit, hex=place)
    prompt = f"{g.hex_name(place)}: which markers bombard it?"
    if side == GERMAN:
        yield from german_support(g, prompt, battle.about, bombards=True)
    else:
        yield from allied_support(g, prompt, battle.about, cups=allied_cups(g, place), least=1)
    if not g.drawn:
        g.tell("fizzled", rule="11.1.4g", hex=place)
        return
    outcome = bombardment_effect(roll_result(g, battle, show_support(g, place)))
    if outcome.defender == "reduced":
        lose_step(g, unit, rule="S8.4a")
    elif outcome.defender == "retreat":
        yield from retreat(g, unit, outcome.hexes, stand_rule="S7.8")


def choose_target(g: Bocage, place: int) -> Flow:
    """11.2.3(2)g The German names the one unit of a stack at which he aims."""
    there = g.standing(place)
    if len(there) == 1:
        return there[0]
    how = Asking(f"Which unit in {g.hex_name(place)} is the target?", "11.2.3(2)g", {"hex": place})
    words = "That unit does not stand in the bombarded hex"
    return (
        yield from choose_unit(
            g.side, there, "target", how, lambda _, unit: Ruling("11.2.3(2)g", words, (unit,), (place,))
        )
    )


def why_not(g: Bocage, decision: Decision, action: Action) -> Ruling | None:
    """S8.4 Why a bombardment is not offered."""
    if action.verb == "bombard" and g.phase.endswith("combat") and decision.is_turn_point:
        return refuse_bombard(g, action.arg)
    return None
