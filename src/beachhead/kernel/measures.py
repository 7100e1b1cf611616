"""Measures: what a game says in figures about a state of play, and what it counts as a loss.

A game declares them; whoever plays by the thousand reads them off the true state: outcomes carry them, studies compare
them, learning players are paid by them. No rule asks for one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

Figure = int | float | bool | str
"""What a measure gives: a number, a truth or a word."""

KINDS: dict[str, tuple[type, ...]] = {"number": (int, float), "truth": (bool,), "word": (str,)}

ALL = "all"
"""Every step that whoever is lost still had."""


class Measure(msgspec.Struct, frozen=True):
    """A figure of a state, with its words.

    `read` takes any state of the game, changes nothing and asks nothing. `favours` names the side that wants more of
    it; empty where nobody does or where it is no number. `is_handicap` marks what a rule adds to a result to even it
    out: a result that includes one says little about who fought better.
    """

    title: str
    read: Callable[[Any], Figure]
    rule: str = ""
    favours: str = ""
    unit: str = ""
    """What a number counts: `VP`, `steps`, `hexes`."""
    kind: Literal["number", "truth", "word"] = "number"
    is_handicap: bool = False

    def fits(self, value: object) -> bool:
        """Whether a value is of the kind that is declared."""
        return type(value) in KINDS[self.kind]


Ground = Callable[[Any], Sequence[float]]
"""A figure of every hex of a state: how strong the fire into it is, what it is worth, how far away something is.

It hands out the same object for as long as nothing has changed, and never changes it.
"""


class Lost(msgspec.Struct, frozen=True):
    """How a kind of event tells of a loss.

    `of` is the fact that says who is lost, `steps` how much of it: a number, the fact that has the number, or `ALL`.
    A unit that is lost stands on its own side; what is no unit is of the `side` named here.
    """

    of: str = "unit"
    steps: int | str = ALL
    side: str = ""
