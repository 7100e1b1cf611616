"""S4.0 The sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from beachhead.games.bocage import (
    beach_assault,
    combat,
    landing,
    marker_phase,
    movement,
    setup,
    supply,
    victory,
)
from beachhead.games.bocage.state import Bocage, Phase
from beachhead.kernel import Flow, Told, rule

EVENTS: Mapping[str, Told] = {"naval_gone": Told("The naval gunfire markers leave the game")}
BEFORE: tuple[Phase, ...] = (
    "record", "beachheads", "assault landing", "ranger", "ranger move", "beach assaults",
)  # fmt: skip
"""11.2 What comes before Game Turn 1."""
TURN: tuple[Phase, ...] = (
    "weather", "markers", "replacements",
    "allied movement", "allied landing", "allied combat", "allied mobile movement", "allied mobile combat", "supply",
    "german movement", "german combat", "german mobile movement", "german mobile combat",
    "end",
)  # fmt: skip
"""S4.0, 10.2a A game turn: the Allied player is first."""


@rule("S4.0", "S1.0")
def play(g: Bocage) -> Flow:
    """S4.0 Phase after phase, from wherever the state stands. S1.0 The exclusive rules come first."""
    while True:
        if (yield from PHASES[g.phase](g)):
            next_phase(g)


def next_phase(g: Bocage) -> None:
    """S4.0 What follows, with the marks of the last phase taken off."""
    if g.phase == "end":
        g.phase = TURN[0]
        return
    order = (*BEFORE, *TURN)
    if g.phase.endswith("mobile combat"):
        g.spent = set()
    elif g.phase.endswith("combat"):
        g.spent = g.fought.copy()
    g.moved, g.fought, g.attacked, g.bombarded = set(), set(), set(), set()
    g.phase = order[order.index(g.phase) + 1]


@rule("S4.1F")
def end_phase(g: Bocage) -> Flow:
    """S4.1F The end of a game turn: naval markers leave, captures and victory are looked at, the turn marker moves."""
    if g.naval or (g.turn == 1 and g.naval_gone):
        g.naval_gone += g.naval
        g.naval = []
        g.tell("naval_gone", rule="11.2.7c")
    victory.note_captures(g)
    victory.check_victory(g)
    g.landed = set()
    g.turn += 1
    return True
    yield  # nothing to decide


PHASES: Mapping[str, Callable[[Bocage], Flow]] = {
    "record": setup.record_phase,
    "beachheads": landing.beachhead_phase,
    "assault landing": landing.assault_landing_phase,
    "ranger": landing.ranger_phase,
    "ranger move": landing.ranger_move_phase,
    "beach assaults": beach_assault.beach_assault_phase,
    "weather": marker_phase.weather_phase,
    "markers": marker_phase.marker_phase,
    "replacements": marker_phase.replacement_phase,
    "allied movement": movement.movement_phase,
    "allied landing": landing.reinforcement_phase,
    "allied combat": combat.combat_phase,
    "allied mobile movement": movement.movement_phase,
    "allied mobile combat": combat.combat_phase,
    "supply": supply.supply_phase,
    "german movement": movement.movement_phase,
    "german combat": combat.combat_phase,
    "german mobile movement": movement.movement_phase,
    "german mobile combat": combat.combat_phase,
    "end": end_phase,
}
