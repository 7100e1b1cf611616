"""Events: facts that the rules produced. Text, animation and statistics are made from them by others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from beachhead.display import Sign


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, the rule it follows from, and who may know of it (`only`; None is everybody)."""

    kind: str
    rule: str
    data: Mapping[str, Any]
    only: tuple[str, ...] | None = None

    def is_seen_by(self, side: str | None) -> bool:
        """Whether that side may see the event. None is a spectator."""
        return self.only is None or side in self.only


class Told(msgspec.Struct, frozen=True):
    """How a kind of event reads, with the kind of a value after a colon: `{unit:unit} moves to {to:hex}`; and its sign,
    which says what it is about: an icon, a filter, what playback lingers on.

    Kinds are those of `Game.names`, `side`, and `word` for words of `Game.words`. Numbers are counted with their noun,
    `{left:#step}` or `{left:#man|men}`, and verbs follow them: `{units:unit} {units:?attacks|attack} {hex:hex}`.

    `by` names the fact that says who acts, `at` the one that says upon whom or where: a screen shows the one acting
    upon the other, and where only `at` is said, that something strikes there.
    """

    words: str
    sign: Sign = "note"
    by: str = ""
    at: str = ""


KERNEL_EVENTS: Mapping[str, Told] = {
    "turn_began": Told("Turn {turn}", "flag"),
    "phase_began": Told("{phase}"),
    "rolled": Told("{reason:reason}: {dice} gives {result}", "card"),
    "drawn": Told("{reason:reason}: {item} is drawn", "card"),
    "automatic": Told("{text} (the only choice)"),
    "finished": Told("{reason}", "flag"),
}
"""The events that every game has. A game adds its own under `Game.events`.

`turn_began` and `phase_began` are told where turns and phases begin: logs are grouped by them.
"""
