"""What is kept of a table, as plain records."""

from __future__ import annotations

from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's record: an action, undo, redo, resign, ask (for undo) or decline."""

    seq: int
    kind: str
    side: str
    action: str
    digest: str
    at: float


class SeatRow(msgspec.Struct, frozen=True):
    """A seat; the side is empty for spectators, and computers have no token."""

    side: str
    player: str
    token_hash: str | None
    has_come: bool = True


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a table was set up with."""

    id: str
    game: str
    rules_version: str
    scenario: str
    options: dict[str, Any]
    seed: str
    undo: str
    base: bytes | None = None
    created: float = 0.0
