"""A game of counters on a map: what the kernel wants of it and every such game answers alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from beachhead.display import Card, Day, Draw, Front, Layout, draw_layout
from beachhead.kernel import ChapterGame, Flow, NameList, Names, Option, Scenario, Settings
from beachhead.wargame.calendar import calendar
from beachhead.wargame.facts import filled
from beachhead.wargame.front import front
from beachhead.wargame.pieces import Pieces
from beachhead.wargame.piles import Piles
from beachhead.wargame.sequence import SequenceOfPlay
from beachhead.wargame.words import USUAL_EVENTS, USUAL_VERBS

P = TypeVar("P", bound=Pieces)


class Wargame(ChapterGame[P]):
    """A game with chapters, a sequence of play, and counters that neither multiply nor vanish."""

    usual_verbs = USUAL_VERBS
    usual_events = USUAL_EVENTS
    asked = (*ChapterGame.asked, "new_state", "sheet", "event_picture")
    sequence: ClassVar[SequenceOfPlay[Any]]
    piles: ClassVar[Mapping[str, Piles]] = {}
    """Cups, decks and pools, by what lies in them."""

    def open_box(self, box: Any, /, **names: Names) -> None:
        """Take a box with `sheet`, `board`, `pieces` and `places`, and the names of whatever else is in it, by kind.

        The rows of its `options` and `scenarios` become those that people choose.
        """
        self.box, self.board_sheet = box, box.sheet
        units = NameList("unit", [piece.id for piece in box.pieces])
        self.names = {"hex": box.board, "unit": units, "place": box.places, **names}
        self.options = {row.id: filled(Option, row) for row in box.options}
        if hasattr(box, "scenarios"):
            self.scenarios = {name: filled(Scenario, row, turns=_turns(row)) for name, row in box.scenarios.items()}

    @staticmethod
    def new_state(box: Any, scenario: str, settings: Settings) -> P:
        """The state of a new match, made from a box; a game that needs more than that says how it is set up."""
        raise NotImplementedError

    def set_up(self, scenario: str, settings: Settings) -> P:
        """Everything in its place before anything is decided."""
        return self.new_state(self.box, scenario, settings)

    @staticmethod
    def sheet(box: Any, draw: Draw) -> Layout | None:  # noqa: ARG004
        """Draw the printed map of a box: the sheet and its look, and what the game adds to them."""
        return None

    def draw(self, **added: Any) -> Layout:
        """The sheet of the box as it looks, with what is added (`display.draw_layout`)."""
        return draw_layout(self.box.sheet, self.box.look, game=self.id, title=self.title, **added)

    def layout(self) -> Layout | None:
        """The printed map."""
        return self.sheet(self.box, self.draw)

    @staticmethod
    def event_picture(box: Any, event: Mapping[str, Any]) -> Card | None:  # noqa: ARG004
        """The picture of an event that has one in this game: of a card, of markers."""
        return None

    @property
    def has_calendar(self) -> bool:
        """Whether counters wait on a turn track."""
        return self._has_sides and isinstance(getattr(self.box, "track", None), int)

    @property
    def _has_sides(self) -> bool:
        """Whether the box knows whose counters are whose."""
        return set(getattr(self.box, "of_side", ("",))) <= set(self.sides)

    def calendar(self, g: P) -> Sequence[Day]:
        """As counters wait there."""
        return calendar(g, self.turn_name) if self.has_calendar else ()

    def turn_name(self, turn: int) -> str:
        """What players call a turn."""
        return self.sequence.called(turn)

    def front(self, g: P, before: P | None = None) -> Front | None:
        """As troops tell, where the box knows whose they are."""
        return front(g, before) if self._has_sides else None

    def picture(self, event: Mapping[str, Any]) -> Card | None:
        """What the game has for a line of the log, or the dice."""
        return self.event_picture(self.box, event) or super().picture(event)

    def flow(self, g: P) -> Flow:
        """The sequence of play, from wherever the state stands."""
        return self.sequence.play(g)

    def landmark(self, g: P) -> str:
        """Turn by turn."""
        return self.sequence.landmark(g)

    def unit_steps(self, g: P, unit: int) -> int:
        """The steps of its record, if that has any."""
        return getattr(g.units[unit], "steps", 1)

    def census(self, g: P) -> Mapping[str, int]:
        """Counters do not multiply, and what lies in piles neither."""
        return {"counters": len(g.units), **{what: piles.census(g) for what, piles in self.piles.items()}}


def _turns(scenario: Any) -> int:
    """How many turns a scenario has, at most."""
    turns: int = scenario.turns if hasattr(scenario, "turns") else scenario.last_turn + 1 - scenario.first_turn
    return turns
