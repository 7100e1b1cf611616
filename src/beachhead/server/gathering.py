"""Whether a game between people can begin."""

from __future__ import annotations

from beachhead.players import HUMAN
from beachhead.server.rows import JOINT, Kept, SeatRow
from beachhead.server.seats import SPECTATOR


def people(kept: Kept) -> list[SeatRow]:
    """The seats of people."""
    return [seat for seat in kept.seats if seat.player == HUMAN and seat.side != SPECTATOR]


def is_gathering(kept: Kept) -> bool:
    """Whether the game waits for numbers from people."""
    return kept.row.dice == JOINT and not all(seat.number for seat in people(kept))
