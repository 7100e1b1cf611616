"""A game whose rules are modules, one for each chapter of its rulebook."""

from __future__ import annotations

from types import ModuleType
from typing import Any, ClassVar

from beachhead.kernel.decisions import Action, Decision
from beachhead.kernel.events import Told
from beachhead.kernel.game import Game, Preview, S, Verb
from beachhead.kernel.rulings import Ruling


class ChapterGame(Game[S]):
    """Brings the chapters together.

    A chapter may have `VERBS` and `EVENTS`, and the functions `why_not` and `preview`. It is asked about its own verbs
    only, and answers None where it has nothing to say. A verb may belong to several chapters; the first answer counts.
    """

    chapters: ClassVar[tuple[ModuleType, ...]]

    def __init__(self) -> None:
        verbs: dict[str, Verb] = {}
        events: dict[str, Told] = {}
        for chapter in self.chapters:
            _add(verbs, getattr(chapter, "VERBS", {}), chapter)
            _add(events, getattr(chapter, "EVENTS", {}), chapter)
        self.verbs, self.events = verbs, events
        self._explaining = self._owners("why_not")
        self._looking_ahead = self._owners("preview")

    def why_not(self, g: S, decision: Decision, action: Action) -> Ruling | None:
        """The reason of a chapter that owns the verb."""
        if not self.is_thing(action):
            return None
        answers = (chapter.why_not(g, decision, action) for chapter in self._explaining.get(action.verb, ()))
        return next((answer for answer in answers if answer is not None), None)

    def preview(self, g: S, decision: Decision, action: Action) -> Preview | None:
        """What a chapter that owns the verb expects."""
        answers = (chapter.preview(g, decision, action) for chapter in self._looking_ahead.get(action.verb, ()))
        return next((answer for answer in answers if answer is not None), None)

    def _owners(self, function: str) -> dict[str, list[ModuleType]]:
        """By verb, the chapters that own it and have the function."""
        able = [chapter for chapter in self.chapters if hasattr(chapter, function)]
        return {verb: [chapter for chapter in able if verb in getattr(chapter, "VERBS", ())] for verb in self.verbs}


def _add(table: dict[str, Any], entries: dict[str, Any], chapter: ModuleType) -> None:
    for key, value in entries.items():
        if table.setdefault(key, value) != value:
            raise ValueError(f"{chapter.__name__} says otherwise of {key!r}: {value}")
