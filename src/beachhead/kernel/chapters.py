"""A game whose rules are modules, one for each chapter of its rulebook."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, ClassVar

from beachhead.kernel.events import Told
from beachhead.kernel.game import Game, S, Verb
from beachhead.kernel.lenses import Lens
from beachhead.kernel.measures import Ground, Lost, Measure


class ChapterGame(Game[S]):
    """Brings the chapters together: the modules of its package with `VERBS`, `EVENTS`, `MEASURES`, `GROUND`,
    `LOSSES` and `LENSES`.

    A verb may belong to several chapters. What no chapter says otherwise is called as usual. What the kernel asks of a
    game is a method of it, or a function of that name in one of the modules.
    """

    usual_verbs: ClassVar[Mapping[str, Verb]] = {}
    usual_events: ClassVar[Mapping[str, Told]] = {}
    asked: ClassVar[Sequence[str]] = (
        "known", "view", "scene", "imagine", "sight", "refuse_position", "clear_board", "complete_position",
        "unit_steps", "places_held", "spot",
    )  # fmt: skip
    """What may be a function of a module."""

    def __init__(self) -> None:
        verbs: dict[str, Verb] = {}
        events: dict[str, Told] = {}
        measures: dict[str, Measure] = {}
        ground: dict[str, Ground] = {}
        losses: dict[str, Lost] = {}
        lenses: dict[str, Lens] = {}
        answers: dict[str, Callable[..., Any]] = {}
        for chapter in chapters_of(type(self)):
            _add(verbs, getattr(chapter, "VERBS", {}), chapter)
            _add(events, getattr(chapter, "EVENTS", {}), chapter)
            _add(measures, getattr(chapter, "MEASURES", {}), chapter)
            _add(ground, getattr(chapter, "GROUND", {}), chapter)
            _add(losses, getattr(chapter, "LOSSES", {}), chapter)
            _add(lenses, getattr(chapter, "LENSES", {}), chapter)
            own = {name: vars(chapter).get(name) for name in self.asked}
            _add(answers, {name: function for name, function in own.items() if _is_of(function, chapter)}, chapter)
        self.measures, self.ground, self.losses, self.lenses = measures, ground, losses, lenses
        self.verbs = verbs | {verb: words for verb, words in self.usual_verbs.items() if verb not in verbs}
        self.events = events | {kind: words for kind, words in self.usual_events.items() if kind not in events}
        for name, function in answers.items():
            if getattr(type(self), name) is getattr(self._without_chapters(), name):  # no method of its own
                setattr(self, name, function)

    @classmethod
    def _without_chapters(cls) -> type[Any]:
        """What the game stands on: the first of its bases that names no game."""
        return next(base for base in cls.__mro__ if not hasattr(base, "id"))

    def view(self, g: S, side: str | None) -> Any:
        """As `Game.view`."""
        raise NotImplementedError(f"{self.id} has no view")


def chapters_of(game: type[Any]) -> Iterator[ModuleType]:
    """The modules beside the class that names a game.

    A class in a module that belongs to no package has nothing beside it: it is another game by the same chapters.
    """
    named = next(base for base in game.__mro__ if "id" in vars(base) and _package_of(base))
    package = sys.modules[_package_of(named)]
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        module = import_module(found.name)
        if not found.ispkg:
            yield module


def _package_of(base: type[Any]) -> str:
    return sys.modules[base.__module__].__package__ or ""


def _is_of(function: Any, chapter: ModuleType) -> bool:
    return getattr(function, "__module__", "") == chapter.__name__


def _add(table: dict[str, Any], entries: dict[str, Any], chapter: ModuleType) -> None:
    for key, value in entries.items():
        if table.setdefault(key, value) != value:
            raise ValueError(f"{chapter.__name__} says otherwise of {key!r}: {value}")
