"""What the study of The Longest Day looks at: when places fall, steps lost by turn, and how strong both sides are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.measures import LOSSES, steps_on_map
from beachhead.kernel import Event, Match
from beachhead.lab import Observer, Value

PLACES = ("Cherbourg", "Caen", "Saint-Lo", "Avranches", "Falaise")


class Front(Observer):
    """Follows the front from turn to turn."""

    def __init__(self, match: Match[Any]) -> None:
        super().__init__(match)
        self.turn = match.state.turn
        self.taken: dict[str, int] = {}
        self.lost: dict[str, Counter[int]] = {side: Counter() for side in match.game.sides}
        self.strength: dict[str, dict[int, int]] = {side: {} for side in match.game.sides}

    def happened(self, event: Event) -> None:
        """Turns and losses of steps."""
        if event.kind == "turn_began":
            self.turn = event.data["turn"]
            self.look()
        elif event.kind in LOSSES:
            self.lost[self.match.game.box.sides[event.data["unit"]]][self.turn] += 1

    def look(self) -> None:
        """How it stands as a day begins."""
        g, box = self.match.state, self.match.game.box
        for side in self.strength:
            self.strength[side][self.turn] = steps_on_map(g, side)
        for place in PLACES:
            hexes = box.sheet.places.get(place, ())
            if any(g.fighters(GERMAN)[h] for h in hexes):
                self.taken.pop(place, None)  # what is taken twice counts from the last time
            elif self.is_allied(hexes):
                self.taken.setdefault(place, self.turn)

    def is_allied(self, hexes: Sequence[int]) -> bool:
        """Whether the Allies were the last in a place; where nobody keeps count of that, whether they stand in it."""
        g = self.match.state
        kept = [g.held[h] == ALLIED for h in hexes if h in g.held]
        return all(kept) if kept else any(g.fighters(ALLIED)[h] for h in hexes)

    def found(self) -> Mapping[str, Value]:
        """The turn from which each place is Allied, if it is, the steps lost, and the strength of both sides."""
        return {
            "turn": self.match.state.turn,
            **{f"{place} taken": self.taken.get(place) for place in PLACES},
            **{f"{side} steps lost": lost.total() for side, lost in self.lost.items()},
            **{f"{side} steps lost by turn": lost for side, lost in self.lost.items()},
            **{f"{side} steps by turn": steps for side, steps in self.strength.items()},
        }
