"""How each side counts what was done at a table: what another has done in secret, unseen, has no number.

So nobody can tell from a number how much was done. Once the game is over everything is counted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from typing import Any

from beachhead.kernel import Match
from beachhead.server.errors import NotFound
from beachhead.server.rows import Entry


class Counting:
    """Entries of the record and steps of the game as the sides count them; None is a spectator.

    `opened` steps of a game that came as an open file are known to everybody.
    """

    def __init__(self, match: Match[Any], opened: int) -> None:
        self._match = match
        self._opened = opened
        self._entries = 0
        self._unseen: Counter[str] = Counter()
        self._seen: dict[str | None, list[int]] = {}
        self._looked: dict[str | None, int] = {}
        self.is_over = False

    # --- entries -----------------------------------------------------------------------------------------------

    def add(self, entry: Entry) -> None:
        """Count one more entry."""
        self._entries += 1
        if entry.unseen:
            self._unseen[entry.side] += 1

    def counts(self, side: str | None, entry: Entry) -> bool:
        """Whether an entry has a number."""
        return self.is_over or not entry.unseen or entry.side == side

    def seq(self, side: str | None) -> int:
        """How many entries there are."""
        return self._entries - (0 if self.is_over else self._unseen.total() - self._unseen[side or ""])

    # --- steps -------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """The last step was taken back."""
        last = len(self._match.past) + len(self._match.record)
        self._opened = min(self._opened, last)
        for side, seen in self._seen.items():
            self._looked[side] = min(self._looked[side], last)
            while seen and seen[-1] > last:
                seen.pop()

    def step(self, side: str | None, taken: int) -> int:
        """Which step it is when so many actions have been taken."""
        return taken if self.is_over else bisect_right(self._steps(side), taken)

    def taken(self, side: str | None, step: int) -> int:
        """How many actions had been taken at a step."""
        steps = () if self.is_over else self._steps(side)
        last = len(self._match.past) + len(self._match.record) if self.is_over else len(steps)
        if step > last:
            raise NotFound(f"There is no step {step} to show.", error="unknown_step")
        return steps[step - 1] if steps and step else step

    def steps(self, side: str | None) -> Iterable[int]:
        """The actions that have a number, each as how many have been taken with it."""
        match = self._match
        return range(1, len(match.past) + len(match.record) + 1) if self.is_over else self._steps(side)

    def _steps(self, side: str | None) -> list[int]:
        match, seen, looked = self._match, self._seen.setdefault(side, []), self._looked.get(side, 0)
        last = len(match.past) + len(match.record)
        if looked < last:
            fresh = (*match.past, *match.record)[looked:]
            for taken, step in enumerate(fresh, looked + 1):
                if not step.unseen or step.side == side or taken <= self._opened:
                    seen.append(taken)
        self._looked[side] = last
        return seen
