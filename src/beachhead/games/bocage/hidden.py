"""11.0d, S8.1a What a side does not know: the German's record, markers drawn face down, and Mines that lie aside.

Until the last assault unit has landed the record is the German's secret. Who draws how many markers from which cup is
known to all, and which they are only to him until both have drawn. Of the German everybody else sees cup and Mines
aside as one number.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from beachhead.games.bocage.box import ALLIED, GERMAN, SIDES
from beachhead.games.bocage.setup import FORWARD
from beachhead.games.bocage.state import Bocage


def known(g: Bocage, side: str | None) -> Bocage:
    """The state as a side knows it: what is hidden from it is the first that could be."""
    twin = g.clone()
    if side != GERMAN:
        forward, others = _places(g)
        _record(twin, [*forward[:FORWARD], *others])
        twin.german_cup = twin.german_cup + twin.german_aside
        twin.german_aside = []
    for who in SIDES:
        if side != who:
            for pile, lying in _cups(twin, who):
                unseen = sorted([*pile, *(twin.drawn[n] for n in lying)])
                for n in lying:
                    twin.drawn[n] = unseen.pop(0)
                pile[:] = unseen
    return twin


def imagine(g: Bocage, side: str | None, random: Random) -> Bocage:
    """A state that fits what a side knows: another record, other face-down markers, other Mines aside."""
    twin = g.clone()
    for who in SIDES:
        if side != who:
            for pile, lying in _cups(twin, who):
                for n in lying:
                    pile.append(twin.drawn[n])
                    twin.drawn[n] = pile.pop(random.randrange(len(pile)))
                pile.sort()
    if side != GERMAN:
        forward, others = _places(g)
        _record(twin, [*random.sample(forward, FORWARD), *random.sample(others, len(g.box.at_start))])
        _put_mines_aside(twin, random)
    return twin


def _cups(g: Bocage, who: str) -> Iterator[tuple[list[int], list[int]]]:
    """S8.1a The cups of a side, each with the places among the drawn markers that were filled from it."""
    kinds = {"plain": g.artillery, "aircraft": g.aircraft} if who == ALLIED else {"": g.german_cup}
    for kind, pile in kinds.items():
        markers = [(n, g.box.markers[m]) for n, m in enumerate(g.drawn)]
        yield pile, [n for n, marker in markers if marker.side == who and kind in ("", marker.kind)]


def _places(g: Bocage) -> tuple[list[int], list[int]]:
    """11.0 The hexes next to a beach, and all others that can be recorded."""
    forward = sorted(g.box.forward)
    closed = {*g.box.omaha, g.box.pointe, *forward}
    return forward, [h for h in sorted(g.ground.playable) if h not in closed]


def _record(g: Bocage, places: list[int]) -> None:
    """11.0d A record of as many units."""
    g.recorded = dict(zip(sorted(g.recorded), places, strict=False))


def _put_mines_aside(g: Bocage, random: Random) -> None:
    """11.1.4a Each of the Mines that is not spent may lie aside, once the German has drawn this turn."""
    if not g.german_used and not g.bombarded:
        return
    for marker in sorted(g.box.mines.intersection(g.german_cup)):
        if random.random() < 0.5:
            g.german_cup.remove(marker)
            g.german_aside.append(marker)
