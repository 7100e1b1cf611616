"""19.1, 19.2 Optional rules before the landing: the American chooses the tide, and bombers strike the coast."""

from __future__ import annotations

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.combat import Battle, fire
from beachhead.games.bradley.fire import foretell, resolve_fire
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, rule, turn
from beachhead.wargame.sequence import at_will

FIRST_TIDES = ("low", "average", "high")
"""19.1 What the American may choose."""
VERBS = {"tide": Verb("Tide", "word", among=FIRST_TIDES), "strike": Verb("Bomb", "hex")}
EVENTS = {
    "tide_set": Told("The tide of the first landing is {tide}", "flag"),
    "strike": Told("Bombers strike {hex:hex}", "fire", at="hex"),
    "strike_lost": Told("The bombs for {hex:hex} fall too far inland and are lost", "fire"),
}
LANDING = 2
"""5.0 The turn of the first landing."""
STRIKES, STRENGTH, LOST = 6, 15, 3
"""19.2 How many strikes there are, the combat factors of each, and the highest die with which it is lost."""


# --- 19.1 the tide -----------------------------------------------------------------------------------------------


def is_tide_chosen(g: Bradley) -> bool:
    """2.5(3), 19.1 The Tide marker lies where the scenario puts it, unless the American may choose."""
    return "alternate-tide" in g.variants


@rule("2.5(3)")
def tide_phase(g: Bradley) -> Flow:
    """19.1 The American chooses the tide of the first landing turn."""
    if not is_tide_chosen(g):
        return
    prompt = "Choose the tide of the first landing turn; from then on it moves one step every turn."
    tides = Offer.among(FIRST_TIDES, lambda *_: Ruling("19.1", f"The first tide is {' or '.join(FIRST_TIDES)}"))
    choice = yield turn(AMERICAN, prompt, {"tide": tides}, rule="19.1")
    g.tide = choice.arg
    g.tell("tide_set", rule="19.1", tide=g.tide)


# --- 19.2 bombing ------------------------------------------------------------------------------------------------


def is_bombed(g: Bradley) -> bool:
    """19.2 Whether bombers come before the landing of this turn."""
    return "alternate-bombing" in g.variants and g.turn == LANDING


def is_bombed_first(g: Bradley) -> bool:
    """19.2 Whether the bombers come before the game begins with the turn of the landing."""
    return is_bombed(g) and g.row.first_turn == LANDING


def is_bombed_later(g: Bradley) -> bool:
    """19.2 Whether the bombers come between the first turns."""
    return is_bombed(g) and g.row.first_turn < LANDING


@rule("19.2", "2.5(5)")
def bombing_phase(g: Bradley) -> Flow:
    """19.2 Up to six strikes before the turn of the landing."""
    left = STRIKES - g.strikes
    found = Offer.of(g, refuse_strike, sorted(g.box.fort_beach) if left else (), foresee=_foresee)
    prompt = f"Bombers before Turn {g.turn}: choose a coast fortification. Strikes left: {left} of {STRIKES}."
    done = Offer(guard=lambda *_: Ruling("19.2", f"Strikes that are not flown now are lost: {left}"))
    return at_will(g, AMERICAN, prompt, {"strike": (found, _strike)}, rule="19.2", done=done)


def refuse_strike(g: Bradley, place: int) -> Ruling | None:
    """19.2 Why a hex cannot be bombed."""
    if g.box.fort_beach.get(place) not in g.row.beaches:
        return Ruling("19.2", "Bombers strike the fortifications of a Beach Area", (), (place,))
    if not g.holds(GERMAN, place):
        return Ruling("19.2", "No German holds that fortification", (), (place,))
    if place in g.fired_on:
        return Ruling("10.2.4", "Bombs have fallen on that hex already", (), (place,))
    return None


def _strike(g: Bradley, place: int) -> Flow:
    """19.2 A die says whether the bombs are lost; else they attack on the bombardment line."""
    g.strikes += 1
    g.tell("strike", rule="19.2", hex=place)
    if g.dice.roll("Bomber strike", rule="19.2").total <= LOST:
        g.tell("strike_lost", rule="19.2", hex=place)
        return
    g.fired_on.add(place)
    yield from resolve_fire(g, _battle(g, place))


def _battle(g: Bradley, place: int) -> Battle:
    return fire(g, AMERICAN, (), place, asp=STRENGTH)


def _foresee(g: Bradley, place: int) -> Preview:
    """19.2 What the bombs would bring if they are not lost."""
    return foretell(g, _battle(g, place), rule="19.2")
