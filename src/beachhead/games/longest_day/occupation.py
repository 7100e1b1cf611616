"""I.I.10, I.I.11, X.H Units that come and go: entering hexes, losing steps, leaving the game."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.games.longest_day import beachheads, demolition, field_works, forts, harbours, ports
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Told, rule
from beachhead.wargame import presence

EVENTS = {
    "taken": Told("{unit:unit} takes {hex:hex}", "flag"),
    "inverted": Told("{unit:unit} is down to half strength", "loss"),
    "remnant": Told("A remnant of {unit:unit} is left", "loss"),
}


def enter(g: LongestDay, unit: int, path: Iterable[int]) -> None:
    """X.H A unit goes along a path; where a combat unit passes, its side was the last to be there."""
    place, side, path = g.units[unit].at, g.box.sides[unit], tuple(path)
    if g.digging:
        field_works.disturb(g, unit, path)
    is_combat, at = g.box.combat[unit], presence(g).at
    for place in path:
        if is_combat and side == ALLIED and place in at:
            run_over(g, place)
        if place in g.box.fort_hex or place in g.works:
            forts.overrun(g, side, place)
        if place in g.box.shores:
            beachheads.pass_through(g, unit, place)
            if side == GERMAN:
                harbours.lose_to(g, place)
            if is_combat:
                ports.note_entry(g, side, place)
        if g.broken and is_combat and side == GERMAN:
            demolition.disturb(g, place)
        if is_combat and g.held.get(place, side) != side:
            g.held[place] = side
            g.taken[place] = g.turn
            g.tell("taken", rule="X.H", unit=unit, hex=place)
    g.change(unit, at=place, under=forts.shelter(g, unit, place) if place >= 0 else "")


@rule("IX.J.10.e-01")
def run_over(g: LongestDay, place: int) -> None:
    """IX.J.10.e Railway troops are eliminated when an Allied combat unit moves into or through their hex."""
    for other in g.standing(place):
        if g.box.pieces[other].function == "rail repair":
            eliminate(g, other, rule="IX.J.10.e-01")


@rule("I.I.10", "I.I.10.a", "I.I.10.b", "I.I.10.c")
def lose_step(g: LongestDay, unit: int, *, rule: str) -> None:
    """I.I.10 From full to half strength, to a remnant if it has three steps, and out of the game."""
    step, steps = g.units[unit].step, g.box.pieces[unit].steps
    if step == "full" and steps > 1:
        g.change(unit, step="half")
        g.tell("inverted", rule=rule, unit=unit)
    elif step == "half" and steps == 3 and has_remnant(g, unit):
        g.change(unit, step="remnant")
        g.tell("remnant", rule="I.I.11", unit=unit)
    else:
        eliminate(g, unit, rule=rule)


@rule("I.I.11", "I.I.11.a", "I.I.11.c")
def has_remnant(g: LongestDay, unit: int) -> bool:
    """I.I.11.a Whether a remnant counter of the right kind is free."""
    wanted = g.remnant(unit)
    used = sum(
        record.step == "remnant" and record.at >= 0 and g.remnant(u) == wanted for u, record in enumerate(g.units)
    )
    return used < g.box.remnants[wanted].count


def steps_left(g: LongestDay, unit: int) -> int:
    """I.I.10 How many step losses a unit can take."""
    steps, step = g.box.pieces[unit].steps, g.units[unit].step
    return steps if step == "full" else 1 if step == "remnant" else steps - 1


def eliminate(g: LongestDay, unit: int, *, rule: str) -> None:
    """I.I.10 A unit leaves the game; IV.B.7 with the last one under it a fortification falls."""
    place, was_under = g.units[unit].at, g.units[unit].under
    g.lose(unit)
    g.tell("eliminated", rule=rule, unit=unit)
    field_works.give_up(g, unit)
    if was_under:
        forts.bury(g, place)
