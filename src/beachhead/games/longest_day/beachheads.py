"""V.C.7 Beachhead markers: where they are established on 6 June, and how they are lost."""

from __future__ import annotations

from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Told, rule

EVENTS = {
    "beachhead": Told("A beachhead is established at {box:box}", "flag"),
    "beachhead_lost": Told("The beachhead at {box:box} is lost", "loss"),
}
PHASES = ("beach assault", "allied combat", "build-up")
"""V.C.7 The phases of 6 June in which beachheads are established."""
LATE = "Item Green"
"""V.C.7 Where none is established in the beach assault phase."""


def pass_through(g: LongestDay, unit: int, place: int) -> None:
    """V.C.7 A combat unit enters a coastal hex: it opens a beachhead, or destroys one."""
    box = g.box.sea.box_of.get(place)
    if box is None:
        return
    if g.box.sides[unit] == ALLIED:
        establish(g, box)
    elif g.box.combat[unit]:
        destroy(g, box)


@rule("V.C.7", "V.C.7-01", "V.C.7.a", "V.C.4", "V.C.5.e", "V.C.2.c-01")
def establish(g: LongestDay, box: int) -> None:
    """V.C.7 A beachhead is established on 6 June in three phases; at Item Green in the last two."""
    row = g.box.landings[box]
    if not g.is_invasion or g.phase not in PHASES or box in g.beachheads or row.kind != "beach":
        return
    if row.box == LATE and g.phase == "beach assault":
        return
    g.beachheads.add(box)
    g.tell("beachhead", rule="V.C.7", box=box)


@rule("V.C.7.b")
def destroy(g: LongestDay, box: int) -> None:
    """V.C.7.b An enemy combat unit enters the coastal hex, and the beachhead is lost for good."""
    if box in g.beachheads:
        g.beachheads.discard(box)
        g.tell("beachhead_lost", rule="V.C.7.b", box=box)
