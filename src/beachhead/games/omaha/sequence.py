"""4, 15 The sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.games.omaha import engineers, events, fire_phase, landing, losses, setup, us_actions, victory
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Flow, Told, rule
from beachhead.wargame import presence
from beachhead.wargame.sequence import Part, Segment, SequenceOfPlay

EVENTS = {
    "turn_began": Told("Turn {turn}, {time} hours, {tide} tide", "flag"),
    "shuffled": Told("All cards are shuffled into the deck", "card"),
    "reshuffled": Told("The deck is used up: the discards are shuffled", "card"),
}


@rule("4.VI", "4.VIa", "2.1.track", "2.1.turn", "15.VII")
def end_of_turn(g: Omaha) -> None:
    """4.VI Cards to the discards, a shuffle if the track says so, and off with the marks, unless the game is over."""
    drown(g)
    g.discards += [card for _, card in g.track]
    g.track = []
    if g.box.turns[g.turn].shuffle:
        g.deck += g.discards
        g.discards = []
        g.tell("shuffled", rule="4.VI")
    victory.check_victory(g)
    g.smoke, g.snipers, g.artillery_fired = set(), set(), set()
    g.plunging = g.engineers_blocked = g.intense = g.armor_entered = False
    g.initiative = 0


@rule("5.21.drown", "5.21.cliff", "TEC.2a")
def drown(g: Omaha) -> None:
    """5.21 Units in hexes that the sea has covered are lost; on turns 7 and 16 climbers on the cliff are spared."""
    for u in sorted(u for place, there in presence(g).at.items() if g.is_flooded(place) for u in there):
        if g.units[u].climb != "climb cliff" or g.turn not in (7, 16):
            losses.eliminate(g, u, rule="5.21.drown")


# --- the order ---------------------------------------------------------------------------------------------------


@rule("4.II", "15.II", "15.IV", "22.1.a")
def has_events(g: Omaha, count: int) -> bool:
    """4.II, 15.IV Whether the turn has so many events: none on the first and the last, two from turn 17."""
    return g.box.turns[g.turn].events >= count


@rule("4.IV", "22.1.g")
def has_engineers(g: Omaha) -> bool:
    """4.IV Whether engineers work: not on the first turn, which with 22.1 is turn 4."""
    return g.turn != (4 if g.has("bombardment") else 1)


def _leave(g: Omaha) -> None:
    g.at = ""


def _phase(
    name: str,
    title: str,
    play: Callable[[Omaha], Flow | None],
    rules: tuple[str, str],
    when: Callable[[Omaha], bool] | None = None,
) -> Part[Omaha]:
    """A phase with its rules on turns 1-16 and from turn 17."""
    early, late = rules
    long = f"{title} phase" if name != "end" else "End of the turn"
    return Part(name, title, (Segment(name, lambda g: late if g.is_extended else early, long, play, when=when),))


PLAY = SequenceOfPlay[Omaha](
    (
        _phase("amphibious", "Landing", landing.amphibious_phase, ("4.I", "15.I")),
        _phase("event", "Event", events.event_phase, ("4.II", "15.II"), lambda g: has_events(g, 1)),
        _phase("fire", "German fire", fire_phase.fire_phase, ("4.III", "15.III")),
        _phase("second event", "Second event", events.event_phase, ("15.IV", "15.IV"), lambda g: has_events(g, 2)),
        _phase("engineer", "Engineer", engineers.engineer_phase, ("4.IV", "15.V"), has_engineers),
        _phase("action", "US action", us_actions.action_phase, ("4.V", "15.VI")),
        _phase("end", "End", end_of_turn, ("4.VI", "15.VII")),
    ),
    rule="2.1.turn",
    before=(Part("set-up", "Set-up", (Segment("set-up", "3.e", "Set-up", setup.set_up_phase),)),),
    leave=_leave,
    facts=lambda g: {"time": g.box.turns[g.turn].time, "tide": g.tide},
)
