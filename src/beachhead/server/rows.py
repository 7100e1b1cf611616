"""What is kept of a table, as plain records."""

from __future__ import annotations

from typing import Any

import msgspec

from beachhead.kernel import joint_seed
from beachhead.players.racing import Reasons

CHOSEN, JOINT, SERVER, SANDBOX = "chosen", "joint", "server", "sandbox"
"""Of what the seed of a table is made: by whoever set it up, by everybody and the server, or by the server; in a
sandbox by the server too, and the record says that nothing in it counts."""

RESUME = "resume"
"""The kind of an entry after which the game goes on from the landmark that was written with it."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's record: an action, undo, redo, resign, ask (for undo), decline, or resume.

    `resume` says that the rules have changed: the game goes on from a landmark, and what lies between is out of play;
    its `side` is how many actions stand. `chance` is what was drawn, as JSON, and `head` that of the record with this
    entry (`kernel/chain.py`); both are empty in entries from before they were kept. `unseen` is what a side has done in
    secret, so that others could not see that anything was done.
    """

    seq: int
    kind: str
    side: str
    action: str
    digest: str
    at: float
    chance: str = ""
    head: str = ""
    unseen: bool = False


class SeatRow(msgspec.Struct, frozen=True):
    """A seat; the side is empty for spectators, and computers have no token.

    `invite_hash` is that of an invite that nobody has claimed yet. `promise` is the hash of the `number` that whoever
    sits there puts into the dice, and is known first. `name` is how that person wants to be called.
    """

    side: str
    player: str
    token_hash: str | None
    has_come: bool = True
    invite_hash: str | None = None
    promise: str = ""
    number: str = ""
    name: str = ""


class ShareRow(msgspec.Struct, frozen=True):
    """A person who shares a side, and the formations that he leads."""

    side: str
    name: str
    token_hash: str
    formations: tuple[str, ...]


COMPUTER, HINT = "computer", "hint"
"""Whose a thought was: that of a computer who plays, or of one who advised somebody."""


class ThoughtRow(msgspec.Struct, frozen=True):
    """What was tried in imagined worlds before an action, when the game had taken so many."""

    step: int
    side: str
    kind: str
    reasons: Reasons


class Mark(msgspec.Struct, frozen=True):
    """A landmark that is kept: the entry it was written with, how many actions had been taken, and its name.

    The end of a game is kept as well, without a name.
    """

    seq: int
    after: int
    name: str


class Waited(msgspec.Struct, frozen=True):
    """What an entry changes about who is waited for: who is from now on, and who no longer."""

    fresh: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    is_over: bool = False


class Landmark(msgspec.Struct, frozen=True):
    """A landmark with the save that begins there, compressed."""

    mark: Mark
    save: bytes


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a table was set up with; `origin` is the table whose sealed save it goes on from, if there is one.

    `overlay` names the owner's corrections that it is played with, `data` is the digest of the data with them, and
    `folder` is where they lie on this server, which is not kept. `seed` is the server's part of the dice, or all of it;
    `dice` says which (`server`, `joint`, `chosen`, `sandbox`; empty at tables from before), and `numbers` are those of
    the seats, which are kept there. `due` is when a computer may be waited for, by the clock on the wall; None if none
    is. `hints` says that people may ask what the computer would do though several play. `clock` is the time that people
    have, as JSON, if they play against it, and `begun` when everybody had come.
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
    dice: str = ""
    due: float | None = None
    clock: str = ""
    begun: float | None = None
    folder: str = ""
    hints: bool = False
    numbers: dict[str, str] = {}

    @property
    def play_seed(self) -> str:
        """The seed that the game is played with."""
        return joint_seed(self.seed, self.numbers) if self.numbers else self.seed


class Kept(msgspec.Struct, frozen=True):
    """Everything that is kept of a table; `begun` is the landmark from which it goes on, if the rules have changed."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry]
    marks: list[Mark]
    begun: Landmark | None = None
