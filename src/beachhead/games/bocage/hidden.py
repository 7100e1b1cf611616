"""11.0d, S8.1a What a side does not know: the German's record, markers drawn face down, and Mines that lie aside.

Until the last assault unit has landed the record is the German's secret. Who draws how many markers from which cup is
known to all, and which they are only to him until both have drawn. Of the German everybody else sees cup and Mines
aside as one number.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from beachhead.games.bocage.box import ALLIED, GERMAN
from beachhead.games.bocage.setup import FORWARD
from beachhead.games.bocage.state import Bocage

KINDS = ("plain", "mines")
"""11.1.4 What lies in the German cup."""


def known(g: Bocage, side: str | None) -> Bocage:
    """The state as a side knows it: what is hidden from it is the first that could be."""
    twin = g.clone()
    if side != GERMAN:
        forward, others = _places(g)
        _record(twin, [*forward[:FORWARD], *others])
        twin.german_cup = twin.german_cup + twin.german_aside
        twin.german_aside = []
    for pile, lying in _unseen(twin, side):
        unseen = sorted([*pile, *(twin.drawn[n] for n in lying)])
        for n in lying:
            twin.drawn[n] = unseen.pop(0)
        pile[:] = unseen
    return twin


def imagine(g: Bocage, side: str | None, random: Random) -> Bocage:
    """A state that fits what a side knows: another record, other face-down markers, other Mines aside."""
    twin = g.clone()
    for pile, lying in _unseen(twin, side):
        for n in lying:
            pile.append(twin.drawn[n])
            twin.drawn[n] = pile.pop(random.randrange(len(pile)))
        pile.sort()
    if side != GERMAN:
        forward, others = _places(g)
        _record(twin, [*random.sample(forward, FORWARD), *random.sample(others, len(g.box.at_start))])
        drew = twin.german_used or twin.bombarded  # 11.1.4a Mines may lie aside once the German has drawn this turn
        for marker in sorted(twin.box.mines.intersection(twin.german_cup)) if drew else ():
            if random.random() < 0.5:
                twin.german_cup.remove(marker)
                twin.german_aside.append(marker)
    return twin


def _unseen(g: Bocage, side: str | None) -> Iterator[tuple[list[int], list[int]]]:
    """S8.1a The cups of others, each with the places among the drawn markers that were filled from it."""
    drawn = [g.box.markers[m] for m in g.drawn]
    cups = ((ALLIED, ("plain",), g.artillery), (ALLIED, ("aircraft",), g.aircraft), (GERMAN, KINDS, g.german_cup))
    for who, kinds, pile in cups:
        if who != side:
            yield pile, [n for n, marker in enumerate(drawn) if marker.side == who and marker.kind in kinds]


def _places(g: Bocage) -> tuple[list[int], list[int]]:
    """11.0 The hexes next to a beach, and all others that can be recorded."""
    forward = sorted(g.box.forward)
    closed = {*g.box.omaha, g.box.pointe, *forward}
    return forward, [h for h in sorted(g.ground.playable) if h not in closed]


def _record(g: Bocage, places: list[int]) -> None:
    """11.0d A record of as many units."""
    g.recorded = dict(zip(sorted(g.recorded), places, strict=False))
