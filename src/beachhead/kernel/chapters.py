"""A game whose rules are modules, one for each chapter of its rulebook."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, ClassVar

from beachhead.kernel.events import Told
from beachhead.kernel.game import Game, S, Verb


class ChapterGame(Game[S]):
    """Brings the chapters together: the modules of its package that have `VERBS` or `EVENTS`.

    A verb may belong to several chapters. What no chapter says otherwise is called as usual.
    """

    usual_verbs: ClassVar[Mapping[str, Verb]] = {}
    usual_events: ClassVar[Mapping[str, Told]] = {}

    def __init__(self) -> None:
        verbs: dict[str, Verb] = {}
        events: dict[str, Told] = {}
        for chapter in chapters_of(type(self)):
            _add(verbs, getattr(chapter, "VERBS", {}), chapter)
            _add(events, getattr(chapter, "EVENTS", {}), chapter)
        self.verbs = verbs | {verb: words for verb, words in self.usual_verbs.items() if verb not in verbs}
        self.events = events | {kind: words for kind, words in self.usual_events.items() if kind not in events}


def chapters_of(game: type[Any]) -> Iterator[ModuleType]:
    """The modules beside the class that names a game which have words of their own.

    A class in a module that belongs to no package has nothing beside it: it is another game by the same chapters.
    """
    named = next(base for base in game.__mro__ if "id" in vars(base) and _package_of(base))
    package = sys.modules[_package_of(named)]
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        module = import_module(found.name)
        if not found.ispkg and (hasattr(module, "VERBS") or hasattr(module, "EVENTS")):
            yield module


def _package_of(base: type[Any]) -> str:
    return sys.modules[base.__module__].__package__ or ""


def _add(table: dict[str, Any], entries: dict[str, Any], chapter: ModuleType) -> None:
    for key, value in entries.items():
        if table.setdefault(key, value) != value:
            raise ValueError(f"{chapter.__name__} says otherwise of {key!r}: {value}")
