"""11.2.1(1)b, 13.0d Units that come and go: entering hexes, losing steps, leaving the game."""

from __future__ import annotations

from beachhead.games.bocage.box import GERMAN, GONE
from beachhead.games.bocage.state import Bocage
from beachhead.kernel import Told, rule

EVENTS = {
    "beachhead_lost": Told("The Beachhead in {hex:hex} is lost for good", "loss"),
    "occupied": Told("{unit:unit} takes {hex:hex}, a city hex", "flag"),
    "reduced": Told("{unit:unit} is reduced", "loss"),
}


@rule("11.2.1(2)b")
def enter(g: Bocage, unit: int, place: int) -> None:
    """11.2.1(2)b A unit comes to another hex; from then on it never stacks again."""
    g.change(unit, at=place, left=True)
    occupy(g, unit, place)


@rule("13.0d")
def occupy(g: Bocage, unit: int, place: int) -> None:
    """13.0d The last side to occupy a city holds it; 11.2.1(1)b a German in a landing hex removes its marker."""
    side = g.box.sides[unit]
    if place in g.held and g.held[place] != side:
        g.held[place] = side
        g.tell("occupied", rule="13.0d", unit=unit, hex=place)
    if side == GERMAN and place in g.beachheads:
        g.beachheads.discard(place)
        g.tell("beachhead_lost", rule="11.2.1(1)b", hex=place)


@rule("S2.3a")
def lose_step(g: Bocage, unit: int, *, rule: str) -> None:
    """S2.3a A full unit is turned to its reduced side, a reduced one is gone."""
    if g.units[unit].reduced:
        eliminate(g, unit, rule=rule)
        return
    g.change(unit, reduced=True)
    g.tell("reduced", rule=rule, unit=unit)


def eliminate(g: Bocage, unit: int, *, rule: str) -> None:
    """S2.3a A unit leaves the game."""
    g.change(unit, at=GONE)
    g.tell("eliminated", rule=rule, unit=unit)
