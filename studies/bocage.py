"""What the study of Beach to Bocage looks at: how long games are, when places fall, and steps lost by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from beachhead.kernel import Event, Match
from beachhead.lab import Observer, Value

PLACES = ("Trevieres", "Isigny", "Caumont")


class Campaign(Observer):
    """Follows losses and captures from turn to turn."""

    def __init__(self, match: Match[Any]) -> None:
        super().__init__(match)
        self.turn = 1
        self.captured: dict[str, int] = {}
        self.lost: dict[str, Counter[int]] = {side: Counter() for side in match.game.sides}

    def happened(self, event: Event) -> None:
        """Turns, losses of steps, captures; what is captured twice counts from the last time."""
        if event.kind == "turn_began":
            self.turn = event.data["turn"]
        elif event.kind in ("reduced", "eliminated"):
            self.lost[self.match.game.box.sides[event.data["unit"]]][self.turn] += 1
        elif event.kind == "captured":
            self.captured[event.data["place"]] = self.turn

    def found(self) -> Mapping[str, Value]:
        """The turn in which each place was captured, if it was, and the steps lost."""
        return {
            "turn": self.match.state.turn,
            **{f"{place} captured": self.captured.get(place) for place in PLACES},
            **{f"{side} steps lost": lost.total() for side, lost in self.lost.items()},
            **{f"{side} steps lost by turn": lost for side, lost in self.lost.items()},
        }
