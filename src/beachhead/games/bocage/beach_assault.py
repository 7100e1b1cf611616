"""11.2.3(2) Beach assaults: one in every landing hex, by all who landed there."""

from __future__ import annotations

from beachhead.games.bocage.battle import ASSAULT, Battle, roll_result
from beachhead.games.bocage.box import ALLIED
from beachhead.games.bocage.combat import attackers_suffer
from beachhead.games.bocage.forecast import foresee_assault
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.support import both_support, show_support
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS = {"assault": Verb("Beach assault in", "hex")}
EVENTS = {"assaulted": Told("{units:unit} {units:?assaults|assault} {hex:hex}", "fire", by="units", at="hex")}


@rule("11.2.3(2)")
def beach_assault_phase(g: Bocage) -> Flow:
    """11.2.3(2) Every landing hex has its assault, in the order that the Allied player likes."""
    waiting = Offer.of(g, refuse_assault, sorted(g.beachheads), foresee=foresee_assault)
    if not waiting:
        return True
    prompt = "Choose the next beach assault."
    choice = yield turn(ALLIED, prompt, {"assault": waiting}, rule="11.2.3(2)", automatic=True)
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
    yield from both_support(g, battle)
    result = roll_result(g, battle, show_support(g, place))
    yield from attackers_suffer(g, battle, result)
    if not g.standing(place):
        g.beachheads.discard(place)
        g.tell("beachhead_lost", rule="11.2.3(2)f", hex=place)
