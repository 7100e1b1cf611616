"""TCS 8.5, 1.8, 6.2-3 Steps and units that are lost."""

from __future__ import annotations

from beachhead.games.tcs.box import GONE
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Told, rule

EVENTS = {
    "steps_lost": Told("{unit:unit} loses {steps:#step} and has {left} left", "loss"),
    "eliminated": Told("{unit:unit} is eliminated", "loss"),
    "destroyed": Told("{unit:unit} is destroyed: {why}", "loss"),
}


@rule("TCS 8.5", "TCS 3.1", "4.5b-1")
def lose_steps(g: Tcs, unit: int, steps: int, *, by: str) -> int:
    """TCS 8.5 A unit loses steps, and is eliminated with its last one; returns how many it lost."""
    had = g.units[unit].steps
    lost = min(steps, had)
    if lost == had:
        _remove(g, unit, lost)
        g.tell("eliminated", rule=by, unit=unit)
    elif lost:
        _count(g, unit, lost)
        g.change(unit, steps=had - lost)
        g.tell("steps_lost", rule=by, unit=unit, steps=lost, left=had - lost)
    return lost


def destroy(g: Tcs, unit: int, *, by: str, why: str) -> None:
    """A unit leaves the game at once, with all its steps."""
    _remove(g, unit, g.units[unit].steps)
    g.tell("destroyed", rule=by, unit=unit, why=why)


@rule("TCS 3.5")
def _remove(g: Tcs, unit: int, steps: int) -> None:
    """TCS 3.5 A unit is taken off; passengers are eliminated with their carrier."""
    passengers = g.passengers(unit)
    _count(g, unit, steps)
    g.change(unit, at=GONE, steps=0, nerve="", just_shaken=False, marked=False, gun_marked=False, aboard=None)
    for passenger in passengers:
        destroy(g, passenger, by="TCS 3.5", why="it is lost with its carrier")


def _count(g: Tcs, unit: int, steps: int) -> None:
    side = g.box.sides[unit]
    g.steps_lost[side] = g.steps_lost.get(side, 0) + steps
    if g.box.kinds[unit] == "artillery":
        g.guns_lost[unit] = g.guns_lost.get(unit, 0) + steps
