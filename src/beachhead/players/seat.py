"""What a player sees and what a player is."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from beachhead.kernel import Action, Decision, Match, Preview, Ruling


class PlayerError(Exception):
    """A player that cannot be seated or cannot answer; the message says why and what to do."""


class Seat:
    """A side's place at the table while it decides: what it may know, and nothing else.

    A player is given a new seat for every decision. The view and the events are built when they are asked for,
    because most bots need neither.
    """

    __slots__ = ("_events", "_match", "_state", "decision", "side")

    def __init__(self, match: Match[Any], decision: Decision) -> None:
        self.side = decision.side
        self.decision = decision
        self._match = match
        self._state: Any = None
        self._events: list[dict[str, Any]] | None = None

    @property
    def state(self) -> Any:
        """The state as the side knows it, for a player to ask the rules; what is hidden from it is left open."""
        if self._state is None:
            self._state = self._match.known(self.side)
        return self._state

    @property
    def view(self) -> Any:
        """What the side may know, as facts."""
        return self._match.game.view(self.state, self.side)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the side has seen happen from its last action on, with printed names and sentences."""
        if self._events is None:
            steps = reversed(self._match.record)
            since = next((step.events for step in steps if step.side == self.side), 0)
            self._events = self._match.events_for(self.side, since)
        return self._events

    def imagine(self, random: Random) -> Match[Any]:
        """A match that goes on from here as far as the side knows, to try things in: what is hidden and what is to
        come are dealt anew each time.

        Raises `CannotImagine` where nothing fits what the side knows.
        """
        return self._match.imagine(self.side, random)

    def preview(self, action: Action) -> Preview | None:
        """What an offered action would bring, as far as the side can know."""
        return self._match.preview(action)

    def guard(self, action: Action) -> Ruling | None:
        """What an offered action would lose without being asked to; None when nothing."""
        return self._match.guard(action)

    def why_not(self, action: Action) -> Ruling | None:
        """Why the side may not take an action; None when it may."""
        return self._match.why_not(action, side=self.side)


class Player(Protocol):
    """Whoever answers the decisions of a side."""

    def choose(self, seat: Seat) -> Action:
        """One of the options of `seat.decision`."""
