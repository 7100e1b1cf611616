"""II.A.1.a Things that a player may do in his replacement phase, in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow


class Task(NamedTuple):
    """Something that a player may do: the verb, what it can be done to, and how it is done."""

    verb: str
    offer: Callable[[LongestDay], Sequence[Any]]
    play: Callable[[LongestDay, Any], Flow | None]
