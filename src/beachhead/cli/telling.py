"""A game told turn by turn: who did what, and what came of it.

A turn begins where the game says so (the event `turn_began`): what happens between that and the first decision of the
turn, a landing or the enemy's fire, is part of it. A game that does not say it has turns that begin at its landmarks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from beachhead.kernel import Event, Match, action_text, name_event

TURN_BEGAN = "turn_began"


class Deed(msgspec.Struct, omit_defaults=True):
    """An action and what came of it; events without an action happened by themselves, or by one that is a secret."""

    number: int | None = None
    side: str | None = None
    action: str | None = None
    events: list[dict[str, Any]] = []


class Turn(msgspec.Struct):
    """What happened in a turn."""

    name: str
    steps: list[Deed] = []


def tell_turns(match: Match[Any], side: str | None, to: int | None = None) -> Iterator[Turn]:
    """The game up to action `to`. While it runs, only what that side may know; of the actions, only its own."""
    record, before = match.record, len(match.past)
    marks = {mark.after: mark.name for mark in match.landmarks}
    says_turns = any(event.kind == TURN_BEGAN for event in match.events)
    turn = Turn(marks.get(0, ""))
    starts = [0, *(step.events for step in record), len(match.events)]
    for number in range(len(record) + 1):  # before the first action, then action by action
        if to is not None and before + number > to:
            break
        told = Deed()
        if number:
            if not says_turns and number > 1 and number - 1 in marks:
                yield turn
                turn = Turn(marks[number - 1])
            step = record[number - 1]
            if match.is_over or step.side == side:
                told = Deed(before + number, step.side, action_text(match.game, step.action))
        end = starts[number + 1]
        for event in match.events[starts[number] : end]:
            if event.kind == TURN_BEGAN:
                _add(turn, told)
                if turn.steps:
                    yield turn
                turn, told = Turn(name_event(match.game, event)["text"]), Deed()
            elif _is_seen(match, event, side):
                told.events.append(name_event(match.game, event))
        _add(turn, told)
    yield turn


def _add(turn: Turn, told: Deed) -> None:
    if told.action is not None or told.events:
        turn.steps.append(told)


def _is_seen(match: Match[Any], event: Event, side: str | None) -> bool:
    return match.is_over or event.is_seen_by(side)
