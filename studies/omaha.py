"""What the study of D-Day at Omaha Beach looks at: who is alive when, victory points, and steps lost by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from beachhead.games.omaha.victory import beach_points, victory_points
from beachhead.kernel import Event, Match
from beachhead.lab import Observer, Value

HALF_DAY = 16
DIVISIONS = {1: "1st", 29: "29th"}


class Landing(Observer):
    """Follows the steps that each division loses."""

    def __init__(self, match: Match[Any]) -> None:
        super().__init__(match)
        self.turn: int = match.start.turn
        self.lost: dict[int, Counter[int]] = {division: Counter() for division in DIVISIONS}

    def happened(self, event: Event) -> None:
        """Turns and losses of steps."""
        if event.kind == "turn_began":
            self.turn = event.data["turn"]
        elif event.kind in ("step_lost", "eliminated"):
            steps = max(1, event.data.get("steps", 1)) if event.kind == "eliminated" else 1
            division = self.match.game.box.us[event.data["unit"]].division
            self.lost.setdefault(division, Counter())[self.turn] += steps

    def found(self) -> Mapping[str, Value]:
        """Points, survival, and losses by division."""
        g = self.match.state
        box = Counter(g.box.us[unit].division for unit in g.loss_box)
        return {
            "turn": g.turn,
            "points": self.points(),
            "alive after turn 16": g.turn > HALF_DAY or (g.turn == HALF_DAY and not self.is_catastrophe()),
            "alive at the end": g.turn >= g.last_turn and not self.is_catastrophe(),
            **{f"infantry lost, {name}": box[division] for division, name in DIVISIONS.items()},
            **{f"steps lost by turn, {name}": self.lost[division] for division, name in DIVISIONS.items()},
        }

    def is_catastrophe(self) -> bool:
        """Whether the landing failed before its time."""
        return self.match.outcome is not None and self.match.outcome.level == "catastrophic loss"

    def points(self) -> int:
        """20.3 The victory points at the end, those of the beach as long as no others count."""
        g, outcome = self.match.state, self.match.outcome
        if outcome is not None and "us" in outcome.scores:
            return outcome.scores["us"]
        awards = victory_points(g) if g.last_turn > HALF_DAY else beach_points(g)
        return sum(award.points for award in awards)
