"""A game of counters on a map: what the kernel wants of it and every such game answers alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from beachhead.kernel import ChapterGame, Flow
from beachhead.wargame.pieces import Pieces
from beachhead.wargame.sequence import SequenceOfPlay

P = TypeVar("P", bound=Pieces)


class Wargame(ChapterGame[P]):
    """A game with chapters, a sequence of play, and counters that neither multiply nor vanish."""

    sequence: ClassVar[SequenceOfPlay[Any]]

    def flow(self, g: P) -> Flow:
        """The sequence of play, from wherever the state stands."""
        return self.sequence.play(g)

    def landmark(self, g: P) -> str:
        """Turn by turn."""
        return self.sequence.landmark(g)

    def census(self, g: P) -> Mapping[str, int]:
        """Counters do not multiply."""
        return {"counters": len(g.units)}
