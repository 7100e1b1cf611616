"""What one side has seen happen. Events are numbered as that side counts them, so that no gap tells of a secret."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import Any

from beachhead.display import Change
from beachhead.kernel import Event, Game, Match, event_kinds, name_event, told
from beachhead.server.counting import Counting
from beachhead.server.landmarks import NOTICE
from beachhead.server.wire import EventArg, GameEvent

_OWN = frozenset({"kind", "rule", "text"})
"""What `name_event` says of every event beside its arguments."""


class Eyes:
    """The events of a match that a side may see; None is a spectator."""

    def __init__(self, match: Match[Any], side: str | None, counting: Counting) -> None:
        self._match = match
        self._side = side
        self._counting = counting
        self._seen: list[int] = []
        self._looked = 0
        self.kept = 0
        """Up to which event nothing has been taken back since the watchers were told last."""

    def forget_from(self, place: int) -> None:
        """The match has taken events back; those before this place stay."""
        self._looked = min(self._looked, place)
        while self._seen and self._seen[-1] >= place:
            self._seen.pop()
        self.kept = min(self.kept, len(self._seen))

    def count(self, until: int | None = None) -> int:
        """How many events the side has seen, in all or before a place in the match's list."""
        self._look()
        return len(self._seen) if until is None else bisect_right(self._seen, until - 1)

    def number(self, place: int) -> int | None:
        """The number under which the side has seen an event; None if it has not."""
        self._look()
        number = bisect_left(self._seen, place)
        return number if number < len(self._seen) and self._seen[number] == place else None

    def events(
        self, since: int, until: int | None = None, scenes: Mapping[int, Change] | None = None
    ) -> list[GameEvent]:
        """The events from number `since` on, with printed names, sentences and pictures, and with what they changed."""
        last, changes = self.count(until), scenes or {}
        return [self._event(number, changes.get(number)) for number in range(min(since, last), last)]

    def _look(self) -> None:
        events = self._match.events
        fresh = range(self._looked, len(events))
        self._seen += [place for place in fresh if events[place].is_seen_by(self._side)]
        self._looked = len(events)

    def _event(self, number: int, scene: Change | None) -> GameEvent:
        place = self._seen[number]
        return told_event(self._match.game, self._match.events[place], number, self._step(place), scene)

    def _step(self, place: int) -> int:
        """The action that brought the event about, as the side counts them."""
        taken = bisect_right(self._match.record, place, key=lambda step: step.events)
        return self._counting.step(self._side, taken + len(self._match.past))


def told_event(game: Game[Any], event: Event, number: int, step: int, scene: Change | None = None) -> GameEvent:
    """An event as it is sent."""
    named, kinds = name_event(game, event), event_kinds(game, event)
    card, kind = game.picture(named), told(game, event.kind)
    return GameEvent(
        number=number,
        step=step,
        kind=event.kind,
        sign="card" if kind.sign == "note" and card is not None else kind.sign,
        rule=event.rule,
        text=event.data["text"] if event.kind == NOTICE else named["text"],
        args={key: EventArg(kinds.get(key, ""), named[key]) for key in event.data if key not in _OWN},
        card=card,
        scene=scene,
        by=kind.by if event.data.get(kind.by) is not None else "",
        at=kind.at if event.data.get(kind.at) is not None else "",
    )
