"""What is kept of a table, as plain records."""

from __future__ import annotations

from typing import Any

import msgspec

RESUME = "resume"
"""The kind of an entry after which the game goes on from the landmark that was written with it."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's record: an action, undo, redo, resign, ask (for undo), decline, or resume.

    `resume` says that the rules have changed: the game goes on from a landmark, and what lies between is out of play.
    `unseen` is what a side has done in secret, so that others could not see that anything was done.
    """

    seq: int
    kind: str
    side: str
    action: str
    digest: str
    at: float
    unseen: bool = False


class SeatRow(msgspec.Struct, frozen=True):
    """A seat; the side is empty for spectators, and computers have no token."""

    side: str
    player: str
    token_hash: str | None
    has_come: bool = True


class Mark(msgspec.Struct, frozen=True):
    """A landmark that is kept: the entry it was written with, how many actions had been taken, and its name.

    The end of a game is kept as well, without a name.
    """

    seq: int
    after: int
    name: str


class Landmark(msgspec.Struct, frozen=True):
    """A landmark with the save that begins there, compressed."""

    mark: Mark
    save: bytes


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a table was set up with; `origin` is the table whose sealed save it goes on from, if there is one.

    `overlay` names the owner's corrections that it is played with, `data` is the digest of the data with them, and
    `folder` is where they lie on this server, which is not kept.
    """

    id: str
    game: str
    rules_version: str
    scenario: str
    options: dict[str, Any]
    seed: str
    undo: str
    base: bytes | None = None
    created: float = 0.0
    origin: str = ""
    overlay: str = ""
    data: str = ""
    folder: str = ""


class Kept(msgspec.Struct, frozen=True):
    """Everything that is kept of a table; `begun` is the landmark from which it goes on, if the rules have changed."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry]
    marks: list[Mark]
    begun: Landmark | None = None
