"""Plans: many actions of one side, worked out beforehand, that are taken together when the player agrees.

A plan is no rule and adds none: it is made of actions that are offered one after the other, and each can be taken
alone. It is made from what its side knows, so that it tells nobody anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from beachhead.kernel.chance import Withheld
from beachhead.kernel.decisions import Action
from beachhead.kernel.match import Match
from beachhead.kernel.rulings import Ruling
from beachhead.kernel.state import State

S = TypeVar("S", bound=State)


class Plan(msgspec.Struct, frozen=True):
    """What is to be done, where each unit ends by it, and why some stay where they are."""

    actions: Sequence[Action] = ()
    ends: Mapping[int, int] = {}
    """Where units that move would be then."""
    stays: Mapping[int, Ruling | None] = {}
    """Units that do not move: what forbids it, or None for those who cannot come nearer."""
    ways: Mapping[int, Sequence[int]] = {}
    """The hexes that those who move would go through, as far as it is foreseen."""


class Formation(msgspec.Struct, frozen=True):
    """Units that a player may order together, such as a division or a corps."""

    id: str
    title: str
    units: Sequence[int]
    leader: int | None = None
    """The headquarters, by which it is chosen."""
    within: str = ""
    """The formation to which it belongs."""
    strength: tuple[int, ...] = ()
    """What it fights with, such as attack and defence."""
    lost: int = 0
    """How many of its own units are gone, those of formations within it not counted."""
    place: str = ""
    """The place on the map to which it is near."""


class Planner(Protocol, Generic[S]):
    """What a game knows of orders to many units."""

    def formations(self, g: S) -> Sequence[Formation]:
        """Who may be ordered together."""

    def march(self, match: Match[S], units: Sequence[int], target: int) -> Plan:
        """The actions by which units go towards a hex, on a match that was made for planning."""


def planning(match: Match[S]) -> Match[S] | None:
    """A match for trying out what the side that is to decide could do, as far as it knows; None inside a procedure."""
    decision = match.decision
    if decision is None or not decision.is_turn_point:
        return None
    known: Any = match.known(decision.side)
    return Match(
        match.game,
        known,
        Withheld(),
        scenario=match.scenario,
        settings=match.settings,
        seats=match.seats,
        keeps_digests=False,
    )
