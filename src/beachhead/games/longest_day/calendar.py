"""I.A The calendar: a turn is a day, and turn 1 is 6 June."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

EVE = date(1944, 6, 5)


@cache
def day(turn: int) -> str:
    """I.A A turn as people call it."""
    found = EVE + timedelta(days=turn)
    return f"{found.day} {found:%B}"
