"""19.1, 19.2 Optional rules before the landing: the American chooses the tide, and bombers strike the coast."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.combat import Battle, fire
from beachhead.games.bradley.end_of_turn import LANDING, begin_turn
from beachhead.games.bradley.fire import resolve_fire
from beachhead.games.bradley.movement import VERBS as MOVEMENT
from beachhead.games.bradley.odds import WORDS, outlook
from beachhead.games.bradley.ruins import can_ruin
from beachhead.games.bradley.sequence import OPTIONAL
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Action, Decision, Flow, Preview, Ruling, Told, Verb, rule, turn

VERBS: Mapping[str, Verb] = {
    "tide": Verb("Tide", "word"),
    "strike": Verb("Bomb", "hex"),
    "done": MOVEMENT["done"],
}
EVENTS: Mapping[str, Told] = {
    "tide_set": Told("The tide of the first landing is {tide}", "flag"),
    "strike": Told("Bombers strike {hex:hex}", "fire"),
    "strike_lost": Told("The bombs for {hex:hex} fall too far inland and are lost", "fire"),
}
FIRST_TIDES = ("low", "average", "high")
"""19.1 What the American may choose."""
STRIKES, STRENGTH, LOST = 6, 15, 3
"""19.2 How many strikes there are, the combat factors of each, and the highest die with which it is lost."""


# --- 19.1 the tide -----------------------------------------------------------------------------------------------


@rule("2.5(3)")
def tide_phase(g: Bradley) -> Flow:
    """2.5(3), 19.1 The Tide marker lies where the scenario puts it, unless the American may choose."""
    if OPTIONAL["tide"] not in g.variants:
        return True
    choice = yield turn(
        AMERICAN,
        "Choose the tide of the first landing turn; from then on it moves one step every turn.",
        {"tide": FIRST_TIDES},
        rule="19.1",
    )
    g.tide = choice.arg
    g.tell("tide_set", rule="19.1", tide=g.tide)
    return True


# --- 19.2 bombing ------------------------------------------------------------------------------------------------


@rule("19.2", "2.5(5)")
def bombing_phase(g: Bradley) -> Flow:
    """19.2 Up to six strikes before the turn of the landing; then the first turn begins, if it has not begun yet."""
    if OPTIONAL["bombing"] in g.variants and g.turn == LANDING and g.strikes < STRIKES:
        found = strike_hexes(g)
        if found:
            left = STRIKES - g.strikes
            choice = yield turn(
                AMERICAN,
                f"Bombers before Turn {g.turn}: choose a coast fortification. Strikes left: {left} of {STRIKES}.",
                {"strike": found, "done": (None,)},
                rule="19.2",
            )
            if choice.verb == "strike":
                yield from _strike(g, choice.arg)
                return False
    if g.turn == g.row.row.first_turn:
        begin_turn(g)
    return True


def strike_hexes(g: Bradley) -> list[int]:
    """19.2 The fortifications that can be bombed."""
    return [h for h in sorted(g.box.fort_beach) if refuse_strike(g, h) is None]


def refuse_strike(g: Bradley, place: int) -> Ruling | None:
    """19.2 Why a hex cannot be bombed."""
    if g.box.fort_beach.get(place) not in g.row.row.beaches:
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


# --- why not, and what would come --------------------------------------------------------------------------------


def why_not(g: Bradley, decision: Decision, action: Action) -> Ruling | None:
    """19.1, 19.2 Why a tide or a target is not offered."""
    if action.verb == "strike" and "strike" in decision.options:
        return refuse_strike(g, action.arg)
    if action.verb == "tide" and "tide" in decision.options:
        return Ruling("19.1", f"The tide of the first landing is {', '.join(FIRST_TIDES[:-1])} or {FIRST_TIDES[-1]}")
    return None


def preview(g: Bradley, decision: Decision, action: Action) -> Preview | None:
    """19.2 What the bombs would bring if they are not lost."""
    if action.verb != "strike" or "strike" not in decision.options:
        return None
    battle = _battle(g, action.arg)
    reads = dict.fromkeys(WORDS, WORDS["-"]) if battle.has_garrison else {**WORDS, "R": WORDS["-"]}
    return outlook(g, battle, rule="19.2", red="ruins" if can_ruin(g, battle) else "", reads=reads)
