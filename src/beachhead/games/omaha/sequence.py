"""4, 15 The sequence of play."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.omaha import (
    engineers,
    events,
    fire_phase,
    landing,
    losses,
    setup,
    us_actions,
    victory,
)
from beachhead.games.omaha.state import Omaha, Phase
from beachhead.kernel import Flow, Told, rule

EVENTS: Mapping[str, Told] = {
    "turn_began": Told("Turn {turn}, {time} hours, {tide} tide", "flag"),
    "shuffled": Told("All cards are shuffled into the deck", "card"),
    "reshuffled": Told("The deck is used up: the discards are shuffled", "card"),
}

PHASES: Mapping[Phase, tuple[str, str, str]] = {
    "amphibious": ("Landing phase", "4.I", "15.I"),
    "event": ("Event phase", "4.II", "15.II"),
    "fire": ("German fire phase", "4.III", "15.III"),
    "second event": ("Second event phase", "15.IV", "15.IV"),
    "engineer": ("Engineer phase", "4.IV", "15.V"),
    "action": ("US action phase", "4.V", "15.VI"),
    "end": ("End of the turn", "4.VI", "15.VII"),
}
"""The phases with their rules on turns 1-16 and from turn 17."""


@rule("4.I", "4.II", "4.III", "4.IV", "4.V", "4.VI", "15.I", "15.II", "15.III", "15.IV", "15.V", "15.VI", "15.VII")
def play(g: Omaha) -> Flow:
    """4, 15 Turn after turn, phase after phase, from wherever the state stands."""
    while True:
        match g.phase:
            case "set-up":
                yield from setup.set_up_phase(g)
            case "amphibious":
                yield from landing.amphibious_phase(g)
            case "event":
                yield from events.event_phase(g)
            case "fire":
                yield from fire_phase.fire_phase(g)
            case "second event":
                yield from events.event_phase(g)
            case "engineer":
                yield from engineers.engineer_phase(g)
            case "action":
                yield from us_actions.action_phase(g)
            case "end":
                end_of_turn(g)
        g.at = ""
        next_phase(g)


def next_phase(g: Omaha) -> None:
    """4, 15 What follows: the second event only in the extended game, no events and no engineers on the first turn."""
    order: tuple[Phase, ...] = ("amphibious", "event", "fire", "second event", "engineer", "action", "end")
    g.phase = "amphibious" if g.phase in ("set-up", "end") else order[order.index(g.phase) + 1]
    if is_skipped(g):
        next_phase(g)
        return
    title, early, late = PHASES[g.phase]
    g.tell("phase_began", rule=late if g.is_extended else early, phase=title)


@rule("4.II", "4.IV", "15.II", "15.IV", "22.1.a", "22.1.g")
def is_skipped(g: Omaha) -> bool:
    """4, 15 Whether a phase does not take place this turn. 22.1 starts on turn 4 with an event, without engineers."""
    if g.phase == "event":
        return g.box.turns[g.turn].events < 1
    if g.phase == "second event":
        return g.box.turns[g.turn].events < 2
    return g.phase == "engineer" and g.turn == (4 if g.has("bombardment") else 1)


@rule("4.VI", "4.VIa", "2.1.track", "2.1.turn", "15.VII")
def end_of_turn(g: Omaha) -> None:
    """4.VI Cards to the discards, a shuffle if the track says so, then the next turn, unless the game is over."""
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
    g.turn += 1
    g.tell("turn_began", rule="2.1.turn", turn=g.turn, time=g.box.turns[g.turn].time, tide=g.tide)


@rule("5.21.drown", "5.21.cliff", "TEC.2a")
def drown(g: Omaha) -> None:
    """5.21 Units in hexes that the sea has covered are lost; on turns 7 and 16 climbers on the cliff are spared."""
    sea = {"low": 0, "mid": 1, "high": 2}[g.tide]
    for u, unit in enumerate(g.units):
        if unit.hex is None or g.box.tide_band[unit.hex] > sea:
            continue
        if unit.climb == "climb cliff" and g.turn in (7, 16):
            continue
        if g.piece(u).is_leader:
            g.change(u, place="lost", hex=None)
            g.tell("eliminated", rule="5.21.drown", unit=u, hex=unit.hex, steps=0)
        else:
            losses.eliminate(g, u, rule="5.21.drown")
