"""I.J.3, VI, X.H.1 Leaving the map: who may, by which hexes, and when."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day.box import ALLIED, EXITED, GERMAN, POINT
from beachhead.games.longest_day.state import LongestDay
from beachhead.hexes import Reach
from beachhead.kernel import Ruling, Told, Verb, rule

VERBS = {"leave-by": Verb("Leave the map by", "hex")}
EVENTS = {"left": Told("{unit:unit} leaves the map by {hex:hex}", "move")}
OPEN_ALL = 73
"""X.H.1.g The turn from which the hexes A to H are open too."""


def exits(g: LongestDay, unit: int, ways: Sequence[Reach]) -> list[int]:
    """VI, X.H.1 The edge hexes by which a unit could leave the map now."""
    near = [place for place in g.box.exits.get(g.scenario, ()) if any(place in found for found in ways)]
    return [place for place in near if refuse_exit(g, unit, place, ways) is None]


def refuse_exit(g: LongestDay, unit: int, place: int, ways: Sequence[Reach]) -> Ruling | None:
    """I.J.3 Why a unit may not leave the map by a hex, as far as it comes by regular or strategic movement."""
    if g.box.sides[unit] != (ALLIED if g.has("X") else GERMAN) or place not in g.box.exits.get(g.scenario, ()):
        return Ruling("I.J.3", "Units do not leave the map there", (unit,), (place,))
    if g.has("X"):
        ruling = refuse_early(g, unit, place)
        if ruling is not None:
            return ruling
    more = 0 if g.box.on_road[place] else POINT
    if not any(place in found and found[place] + more <= _points(g, unit, found, ways) for found in ways):
        return Ruling("I.J.3", f"{g.name(unit)} does not come so far", (unit,), (place,))
    return None


def _points(g: LongestDay, unit: int, found: Reach, ways: Sequence[Reach]) -> int:
    """I.E.1 Strategic road movement, the second of the ways, has twice the points."""
    return g.allowance(unit) * (1 if found is ways[0] else 2)


@rule("X.H.1", "X.H.1.g")
def refuse_early(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """X.H.1.g Why a unit may not leave by a hex yet: A to H are open from 17 August."""
    if g.turn < OPEN_ALL and place in g.box.late_exits:
        words = "The Allies leave by the roads A to H from 17 August on, and by the others before"
        return Ruling("X.H.1.g", words, (unit,), (place,))
    return None


@rule("X.H.1.f")
def leave_map(g: LongestDay, unit: int, place: int) -> None:
    """VI, X.H.1.f A unit leaves the map for good."""
    g.change(unit, at=EXITED, moved=False, disrupted=0, left_on=g.turn, left_by=place)
    g.tell("left", rule="X.H.1" if g.has("X") else "VI", unit=unit, hex=place)
