"""What happened between two moments of a game, as one side may know it: told, counted, and drawn on the map.

A table makes it from scenes, events and the front of a game, so every game has one without doing anything for it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from beachhead.display.scene import Patch
from beachhead.display.signs import Sign


class Happening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, and where a screen shows it."""

    text: str
    tone: str = ""
    """A key of `Layout.tones`: whose doing it is, or whose loss."""
    hexes: Sequence[str] = ()
    counters: Sequence[str] = ()
    """Each as `kind:id`."""
    step: int = -1
    """The action that brought it about; -1 for what many actions did together."""


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """Things of one kind that happened, in their order."""

    sign: Sign
    lines: Sequence[Happening]


class Tolls(msgspec.Struct, frozen=True, kw_only=True):
    """What a side has lost: steps, counters that are gone for good, and where."""

    tone: str
    steps: int
    gone: int
    lines: Sequence[Happening]


class Front(msgspec.Struct, frozen=True, kw_only=True):
    """Whose ground is whose, and what was taken since another moment."""

    patches: Sequence[Patch] = ()
    taken: Sequence[Happening] = ()


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What happened between two moments, each with its step and the heading of the table then."""

    since: int
    until: int
    then: str
    now: str
    stories: Sequence[Story]
    tolls: Sequence[Tolls]
    came: Sequence[Happening]
    """Counters that have come to the map."""
    front: Front | None
    """None for a game that has none."""
