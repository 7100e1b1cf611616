"""3.4 Rocket pits: one shot each, and not always where it was meant."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.tcs.box import GONE
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import unit_of
from beachhead.hexes.board import RAYS
from beachhead.kernel import Told, rule

EVENTS = {
    "rocket_on_target": Told("{unit:unit} is on its target", "fire"),
    "rocket_astray": Told("The rockets of {unit:unit} go astray", "fire"),
    "rocket_fell": Told("The rockets of {unit:unit} fall on {hex:hex}", "fire", by="unit", at="hex"),
    "rocket_off_map": Told("The rockets of {unit:unit} fall outside the map"),
}


def is_rocket(g: Tcs, number: int) -> bool:
    """3.4 Whether a weapon is a rocket pit."""
    return g.box.kinds[unit_of(number)] == "rocket"


@rule("3.4b")
def on_target(g: Tcs, weapons: Sequence[int]) -> tuple[list[int], list[int]]:
    """3.4b The weapons that fire at the target, and the rocket pits whose shot goes astray."""
    hits, misses = [], []
    for number in weapons:
        if not is_rocket(g, number):
            hits.append(number)
            continue
        unit = unit_of(number)
        die = g.dice.roll(f"targeting of {g.name(unit)}", "1d6", rule="3.4b").total
        if g.box.die_tables["rocket targeting"][die] == "hit":
            hits.append(number)
            g.tell("rocket_on_target", rule="3.4b", unit=unit)
        else:
            misses.append(number)
            g.tell("rocket_astray", rule="3.4b", unit=unit)
    return hits, misses


@rule("3.4a-2")
def expend(g: Tcs, weapons: Sequence[int]) -> None:
    """3.4a-2 A rocket pit that has fired is removed, whatever happened; nobody has destroyed it."""
    for number in weapons:
        if is_rocket(g, number):
            g.change(unit_of(number), at=GONE, steps=0)


def scattered(g: Tcs, place: int, reason: str, *, rule: str, times: int = 1, parts: int = 1) -> int:
    """TCS 10.2, 3.4b Where something lands: one die for the direction, one for the distance; -1 off the map."""
    direction = g.dice.roll(f"direction of {reason}", "1d6", rule=rule).total
    distance = g.dice.roll(f"distance of {reason}", "1d6", rule=rule).total * times // parts
    q, r = g.box.board.cube(place)
    dq, dr = RAYS[g.box.board.grid.shape][direction - 1]
    landed = g.box.board.at((q + dq * distance, r + dr * distance))
    return landed if landed >= 0 and g.box.in_play[g.scenario][landed] else -1


@rule("3.4b-1")
def where_it_fell(g: Tcs, number: int, place: int) -> int:
    """3.4b-1 Where an erratic shot falls."""
    unit = unit_of(number)
    landed = scattered(g, place, g.name(unit), rule="3.4b-1")
    if landed < 0:
        g.tell("rocket_off_map", rule="TCS 1.1", unit=unit)
    else:
        g.tell("rocket_fell", rule="3.4b-1", unit=unit, hex=landed)
    return landed
