"""Whether a game between people can begin."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.players import HUMAN
from beachhead.server.rows import JOINT, Kept, SeatRow
from beachhead.server.seats import SPECTATOR


def people(kept: Kept) -> list[SeatRow]:
    """The seats of people."""
    return _people(kept.seats)


def is_gathering(kept: Kept) -> bool:
    """Whether the game waits for numbers from people."""
    return waits_for_numbers(kept.row.dice, kept.seats)


def waits_for_numbers(dice: str, seats: Iterable[SeatRow]) -> bool:
    """Whether dice of this kind wait for numbers from people at these seats."""
    return dice == JOINT and not all(seat.number for seat in _people(seats))


def _people(seats: Iterable[SeatRow]) -> list[SeatRow]:
    return [seat for seat in seats if seat.player == HUMAN and seat.side != SPECTATOR]
