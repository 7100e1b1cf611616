"""The calendar: who comes, when and by which way, as one side may know it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from beachhead.display.summary import Happening


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """What is expected in a turn; `is_due` for what was to come before and has not."""

    turn: int
    when: str
    is_due: bool
    lines: Sequence[Happening]
