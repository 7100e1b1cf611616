"""What the study of Bradley's D-Day looks at: how games end, units lost, and how far the lodgment got."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.games.bradley.victory import spoilers
from beachhead.kernel import Match
from beachhead.lab import Observer, Value

FARTHEST = 12
"""17.1.3 looks no farther than this."""


class Lodgment(Observer):
    """Keeps what was lost and what was free when each turn ended."""

    def __init__(self, match: Match[Any]) -> None:
        super().__init__(match)
        self.lost: dict[int, int] = {}
        self.free: dict[int, int] = {}

    def waits(self) -> None:
        """The last count of a turn is the one that stays."""
        g = self.match.state
        self.lost[g.turn] = len(g.eliminated("american"))
        self.free[g.turn] = free_radius(g)

    def found(self) -> Mapping[str, Value]:
        """The end in one word, losses of both sides, and the ground without Germans."""
        g, outcome = self.match.state, self.match.outcome
        winner = outcome.winner if outcome else None
        return {
            "end": f"{winner} {outcome.level}" if outcome and winner else "draw",
            "American wins a decided game": winner == "american" if winner else None,
            "american units lost": self.lost[g.turn],
            "german units lost": len(g.eliminated("german")),
            "free radius": max(self.free[g.turn], 0),
            "american units lost by turn": self.lost,
            "free radius by turn": self.free,
        }


def free_radius(g: Any) -> int:
    """17.1.3 How many hexes around the Beachhead are free of Germans; -1 as long as there is none."""
    beach = g.row.beaches[0]
    if beach not in g.beachheads:
        return -1
    return next((r for r in range(FARTHEST) if spoilers(g, beach, r + 1)), FARTHEST)
