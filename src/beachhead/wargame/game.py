"""A game of counters on a map: what the kernel wants of it and every such game answers alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from beachhead.display import Layout
from beachhead.kernel import ChapterGame, Flow, NameList, Names, Option, Settings
from beachhead.wargame.facts import filled
from beachhead.wargame.pieces import Pieces
from beachhead.wargame.piles import Piles
from beachhead.wargame.sequence import SequenceOfPlay
from beachhead.wargame.words import USUAL_EVENTS, USUAL_VERBS

P = TypeVar("P", bound=Pieces)


class Wargame(ChapterGame[P]):
    """A game with chapters, a sequence of play, and counters that neither multiply nor vanish."""

    usual_verbs = USUAL_VERBS
    usual_events = USUAL_EVENTS
    sequence: ClassVar[SequenceOfPlay[Any]]
    piles: ClassVar[Mapping[str, Piles]] = {}
    """Cups, decks and pools, by what lies in them."""

    def open_box(self, box: Any, /, **names: Names) -> None:
        """Take a box with `sheet`, `board`, `pieces` and `places`, and the names of whatever else is in it, by kind."""
        self.box, self.board_sheet = box, box.sheet
        units = NameList("unit", [piece.id for piece in box.pieces])
        self.names = {"hex": box.board, "unit": units, "place": box.places, **names}
        self.options = {row.id: filled(Option, row) for row in box.options}

    @staticmethod
    def new_state(box: Any, scenario: str, settings: Settings) -> P:
        """The state of a new match, made from a box; a game that needs more than that says how it is set up."""
        raise NotImplementedError

    def set_up(self, scenario: str, settings: Settings) -> P:
        """Everything in its place before anything is decided."""
        return self.new_state(self.box, scenario, settings)

    @staticmethod
    def sheet(box: Any, game: str, title: str) -> Layout | None:  # noqa: ARG004
        """Draw the printed map of a box, for the game with this id and title."""
        return None

    def layout(self) -> Layout | None:
        """The printed map."""
        return self.sheet(self.box, self.id, self.title)

    def flow(self, g: P) -> Flow:
        """The sequence of play, from wherever the state stands."""
        return self.sequence.play(g)

    def landmark(self, g: P) -> str:
        """Turn by turn."""
        return self.sequence.landmark(g)

    def census(self, g: P) -> Mapping[str, int]:
        """Counters do not multiply, and what lies in piles neither."""
        return {"counters": len(g.units), **{what: piles.census(g) for what, piles in self.piles.items()}}
