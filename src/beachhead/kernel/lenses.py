"""Lenses: ways to look at the whole map for one thing, such as supply or zones of control."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from beachhead.display import Overview

Show: TypeAlias = Callable[[Any, str | None, int | None], Overview]
"""A state as a side knows it, the side (None for a spectator), and the unit that is looked at, if one is."""


At: TypeAlias = Callable[[Any, str | None, int], Overview]
"""A state as a side knows it, the side (None for a spectator), and the hex that is looked at."""

Since: TypeAlias = Callable[[Any, Any, str], Overview]
"""A state as a side knows it, one from before as the same side knows it, and the name of the turn that began there."""


class Lens(msgspec.Struct, frozen=True):
    """A way to look at the map."""

    title: str
    words: str
    """What it shows, in a sentence."""
    show: Show
    is_of_unit: bool = False
    """Whether it shows something of the unit that is looked at."""
    at: At | None = None
    """What it shows of the hex that is looked at, where it is about hexes; `show` says then what to do."""
    since: Since | None = None
    """What it shows where the beginning of the turn before is known; else `show` does."""
