"""The turns of a game as it tells them: a turn begins with the event `turn_began`, before anybody decides anything.

What happens before its first decision, a landing or the enemy's fire, belongs to it, and so does a turn in which
nobody decided at all. A game that tells no turns has those that its landmarks name.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import msgspec

from beachhead.kernel import Event, Match, describe

TURN_BEGAN = "turn_began"


class Begun(msgspec.Struct, frozen=True):
    """A turn with the number of actions after which it began, not counting those of an earlier record."""

    name: str
    after: int


def told_turns(match: Match[Any]) -> list[Begun]:
    """The turns of a match in their order."""
    marks = {mark.after: mark.name for mark in match.landmarks}
    told = [(_step(match, place), event) for place, event in enumerate(match.events) if event.kind == TURN_BEGAN]
    if not told:
        return [Begun(name, after) for after, name in marks.items()]
    last = dict(told)
    names = (marks.get(after, "") if last[after] is event else "" for after, event in told)
    return [Begun(_name(match, event, name), after) for (after, event), name in zip(told, names, strict=True)]


def _name(match: Match[Any], event: Event, landmark: str) -> str:
    return landmark or describe(match.game, event).partition(",")[0].partition(":")[0]


def _step(match: Match[Any], place: int) -> int:
    """How many actions had been taken when the event at this place was told, the one that brought it among them."""
    return bisect_right(match.record, place, key=lambda step: step.events)
