"""What was lost between two scenes, for any game that has scenes.

A counter that has fewer pips than before, or has left the table, is a loss where it stood; one without pips is lost
when it comes to a pile. One that lies beside the map with its pips has only gone there.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable

import msgspec

from beachhead.display import Layout, Scene


class Loss(msgspec.Struct, frozen=True):
    """Steps of a counter, and whether any of it is left."""

    hex: str
    tone: str
    steps: int
    key: str
    name: str
    is_gone: bool


def piles(layout: Layout | None) -> frozenset[str]:
    """Where the lost counters of a game lie, if it keeps them."""
    return frozenset() if layout is None else frozenset(spot.id for spot in layout.spots if spot.kind == "pile")


def losses(before: Scene | None, after: Scene | None, piles: frozenset[str]) -> list[Loss]:
    """What was lost from one scene to the other."""
    if before is None or after is None:
        return []
    left = {(counter.kind, counter.id): counter for panel in after.panels for counter in panel.counters}
    left |= {(counter.kind, counter.id): counter for counter in after.counters}
    found = []
    for counter in before.counters:
        if counter.hex and not counter.is_hidden:
            now = left.get((counter.kind, counter.id))
            pips = 0 if now is None else now.pips
            steps = counter.pips - pips if counter.most_pips else int(now is not None and now.spot in piles)
            if steps > 0:
                key = f"{counter.kind}:{counter.id}"
                found.append(Loss(counter.hex, counter.tone, steps, key, counter.name, pips == 0))
    return found


def summed(found: Iterable[Loss]) -> dict[str, int]:
    """Steps lost by the tone of the counters."""
    total: Tally[str] = Tally()
    for loss in found:
        total[loss.tone] += loss.steps
    return dict(total)
