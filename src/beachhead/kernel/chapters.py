"""A game whose rules are modules, one for each chapter of its rulebook."""

from __future__ import annotations

from types import ModuleType
from typing import Any, ClassVar

from beachhead.kernel.events import Told
from beachhead.kernel.game import Game, S, Verb


class ChapterGame(Game[S]):
    """Brings the chapters together: each may have `VERBS` and `EVENTS`. A verb may belong to several chapters."""

    chapters: ClassVar[tuple[ModuleType, ...]]

    def __init__(self) -> None:
        verbs: dict[str, Verb] = {}
        events: dict[str, Told] = {}
        for chapter in self.chapters:
            _add(verbs, getattr(chapter, "VERBS", {}), chapter)
            _add(events, getattr(chapter, "EVENTS", {}), chapter)
        self.verbs, self.events = verbs, events


def _add(table: dict[str, Any], entries: dict[str, Any], chapter: ModuleType) -> None:
    for key, value in entries.items():
        if table.setdefault(key, value) != value:
            raise ValueError(f"{chapter.__name__} says otherwise of {key!r}: {value}")
