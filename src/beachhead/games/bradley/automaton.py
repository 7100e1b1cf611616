"""20.1, 20.2, 20.5 Solitaire play: the automaton has objectives and a chain of command, and answers for its side.

`answers` stands between the sequence of play and the player: what the automaton has to decide never reaches anybody.
Its choices follow from the position alone (and from dice), so that a fresh flow on the same state chooses the same.
"""

from __future__ import annotations

from beachhead.games.bradley import movement
from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.headquarters import is_remote
from beachhead.games.bradley.marches import march, waits
from beachhead.games.bradley.orders import order
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Flow, Told, rule

EVENTS = {
    "objective": Told("The objective of {who} in {sector}: {words}", "flag"),
    "released": Told("Released from the reserve: {units:unit}", "flag"),
    "without_command": Told("Without command this turn: {units:unit}", "flag"),
}
OBEYS, OBEYS_AT_NIGHT = 4, 5
"""20.5 The lowest die with which a unit outside every command radius acts."""
FIRST_RELEASE = 2
RECOVERY = {AMERICAN: "first recovery", GERMAN: "second recovery"}


@rule("20.1")
def answers(g: Bradley, flow: Flow) -> Flow:
    """20.1 The sequence of play, where the automaton answers for its side and everything else is asked."""
    try:
        decision = next(flow)
        while True:
            choice = order(g, decision) if decision.side == g.automaton else (yield decision)
            decision = flow.send(choice)
    except StopIteration as end:
        return end.value


@rule("20.1", "20.3")
def moves_part(g: Bradley) -> Flow:
    """20.3 The automaton moves all its units at once, because it asks nobody; a player moves one after the other."""
    if g.automaton != g.side:
        return (yield from movement.moves_part(g))
    march(g)
    return True


def take_command(g: Bradley) -> None:
    """20.2, 20.5 What the automaton settles at the beginning of the Recovery Segment of its own player turn."""
    if g.automaton and g.segment == RECOVERY[g.automaton]:
        _set_objectives(g)
        if g.automaton == GERMAN:
            _release(g)
        _check_command(g)


@rule("20.2")
def _set_objectives(g: Bradley) -> None:
    """20.2 A die for every sector of the playing area gives the objective there."""
    side, played = g.automaton, {g.box.sector_of[h] for h in g.row.area & g.box.ground}
    for sector in g.box.sectors:
        if sector in played:
            row = g.box.objectives[side, g.dice.roll(f"Objective in {_title(sector)}", rule="20.2").total]
            g.objectives[sector] = row.objective
            g.tell("objective", rule="20.2", who=f"the {side.title()}", sector=_title(sector), words=row.words.lower())


def _title(sector: str) -> str:
    return "-".join(word.capitalize() for word in sector.split("-"))


@rule("20.5")
def _release(g: Bradley) -> None:
    """20.5 From Turn 2 every reserve is released by a die that is not above the turn number minus 1."""
    if g.turn < FIRST_RELEASE:
        return
    waiting = [u for u in g.on_map(GERMAN) if waits(g, u)]
    found = [u for u in waiting if g.dice.roll(f"Release of {g.name(u)}", rule="20.5").total <= g.turn - 1]
    g.released.update(found)
    if found:
        g.tell("released", rule="20.5", units=found)


@rule("20.5")
def _check_command(g: Bradley) -> None:
    """20.5 A unit outside the radius of every headquarters of its side acts only with a die of 4, at night of 5."""
    least = OBEYS_AT_NIGHT if g.is_night else OBEYS
    remote = [u for u in g.on_map(g.automaton) if is_remote(g, u) and not waits(g, u)]
    g.idle = {u for u in remote if g.dice.roll(f"Command of {g.name(u)}", rule="20.5").total < least}
    if g.idle:
        g.tell("without_command", rule="20.5", units=sorted(g.idle))
