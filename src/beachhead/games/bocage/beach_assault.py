"""11.2.3(2) Beach assaults: one in every landing hex, by all who landed there."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bocage.battle import ASSAULT, Battle, roll_result
from beachhead.games.bocage.box import ALLIED
from beachhead.games.bocage.combat import both_support, choose_loss
from beachhead.games.bocage.occupation import eliminate, lose_step
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.support import show_support
from beachhead.kernel import Action, Decision, Flow, Ruling, Told, Verb, rule, turn

VERBS: Mapping[str, Verb] = {"assault": Verb("Beach assault in", "hex")}
EVENTS: Mapping[str, Told] = {"assaulted": Told("{units:unit} assault the beach {hex:hex}", "fire")}
CUPS = ("artillery", "aircraft", "naval")


@rule("11.2.3(2)")
def beach_assault_phase(g: Bocage) -> Flow:
    """11.2.3(2) Every landing hex has its assault, in the order that the Allied player likes."""
    waiting = [h for h in sorted(g.beachheads) if refuse_assault(g, h) is None]
    if not waiting:
        return True
    choice = yield turn(
        ALLIED, "Choose the next beach assault.", {"assault": waiting}, rule="11.2.3(2)", automatic=True
    )
    yield from assault(g, choice.arg)
    return False


def refuse_assault(g: Bocage, place: int) -> Ruling | None:
    """11.2.3(2) Why there is no assault in a hex."""
    if place not in g.beachheads:
        return Ruling("11.2.3(2)", "Nobody has landed there", (), (place,))
    if place in g.assaulted:
        return Ruling("11.2.3(2)", "That beach has had its assault", (), (place,))
    return None


@rule("11.2.3(2)h", "11.2.3(2)a", "11.2.3(2)d")
def assault(g: Bocage, place: int) -> Flow:
    """11.2.3(2) All units of the hex against a strength of zero, with support on both sides."""
    units = g.standing(place)
    g.assaulted.add(place)
    g.tell("assaulted", rule="11.2.3(2)h", units=units, hex=place)
    battle = Battle(ASSAULT, ALLIED, place, units)
    yield from both_support(g, battle, CUPS)
    result = roll_result(g, battle, show_support(g, place))
    if result == "EX":
        unit = yield from choose_loss(ALLIED, units, rule="11.2.3(2)")
        lose_step(g, unit, rule="11.2.3(2)")
    elif result in ("D2", "D3"):
        for unit in units:
            lose_step(g, unit, rule="11.2.3(2)e")
    elif result == "DE":
        for unit in units:
            eliminate(g, unit, rule="11.2.3(2)f")
    if not g.standing(place):
        g.beachheads.discard(place)
        g.tell("beachhead_lost", rule="11.2.3(2)f", hex=place)


def why_not(g: Bocage, decision: Decision, action: Action) -> Ruling | None:
    """11.2.3(2) Why an assault is not offered."""
    if action.verb == "assault" and g.phase == "beach assaults" and decision.is_turn_point:
        return refuse_assault(g, action.arg)
    return None
