"""Events: facts that the rules produced. Text, animation and statistics are made from them by others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, the rule it follows from, and who may know of it (`only`; None is everybody)."""

    kind: str
    rule: str
    data: Mapping[str, Any]
    only: tuple[str, ...] | None = None

    def is_seen_by(self, side: str | None) -> bool:
        """Whether that side may see the event. None is a spectator."""
        return self.only is None or side in self.only


KERNEL_EVENTS: Mapping[str, str] = {
    "turn_began": "Turn {turn}",
    "phase_began": "{phase}",
    "rolled": "{reason}: {dice} gives {result}",
    "drawn": "{reason}: {item} is drawn",
    "automatic": "{text} (the only choice)",
    "finished": "{reason}",
}
"""How the events that every game has read in a log. A game adds its own under `Game.events`.

A game tells `turn_began` and `phase_began` itself, where its turns and phases begin: logs are grouped by them.
"""
