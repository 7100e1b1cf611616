"""Hidden counters: they lie where everybody sees them, and only their owner knows which is which.

The functions change where counters lie among themselves (`at`), so a game whose records hold more that goes with the
place passes the names of those fields too.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from beachhead.wargame.pieces import Pieces


def face_down(g: Pieces) -> list[int]:
    """The counters that lie face down."""
    return [unit for unit, record in enumerate(g.units) if record.face_down]


def leave_open(g: Pieces, units: Sequence[int], *fields: str) -> None:
    """Which of these counters lies where is left open: they lie in the order of their places."""
    _lay(g, units, sorted(_spots(g, units, fields)), fields)


def deal_anew(g: Pieces, units: Sequence[int], random: Random, *fields: str) -> None:
    """Any of these counters may lie where any other does."""
    spots = _spots(g, units, fields)
    _lay(g, units, random.sample(spots, len(spots)), fields)


def turn_up(g: Pieces, unit: int, event: str, *, rule: str) -> bool:
    """Turn a counter up, if it lies face down, and tell everybody which it is."""
    record = g.units[unit]
    if not record.face_down:
        return False
    g.reveal(event, rule=rule, unit=unit, hex=record.at)
    g.change(unit, face_down=False)
    return True


def _spots(g: Pieces, units: Sequence[int], fields: Sequence[str]) -> list[tuple[Any, ...]]:
    return [tuple(getattr(g.units[unit], name) for name in ("at", *fields)) for unit in units]


def _lay(g: Pieces, units: Sequence[int], spots: Sequence[tuple[Any, ...]], fields: Sequence[str]) -> None:
    for unit, spot in zip(units, spots, strict=True):
        g.change(unit, **dict(zip(("at", *fields), spot, strict=True)))
