"""One table in memory: the match, the record that made it, and who sits there.

A table is always what its record says. `replay` builds it from the entries in the database, `take` tries the next
entry on the match; only when that is committed may anybody hear of it. If it is not, the table is thrown away.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from beachhead.games import find_game
from beachhead.kernel import Action, BadAction, Match, Outcome, Refused, load, name_ruling, parse_action
from beachhead.players import HUMAN
from beachhead.server import wire
from beachhead.server.errors import Conflict, Forbidden, Unprocessable
from beachhead.server.eyes import Eyes
from beachhead.server.rows import Entry, SeatRow, TableRow
from beachhead.server.seats import SPECTATOR

ACTION, UNDO, REDO, RESIGN, ASK, DECLINE = "action", "undo", "redo", "resign", "ask", "decline"


class Drift(Exception):
    """The record no longer plays as it was played: the rules have changed."""


def open_match(row: TableRow, seats: Sequence[SeatRow]) -> Match[Any]:
    """The match as it was before the first entry."""
    players = {seat.side: seat.player for seat in seats if seat.side != SPECTATOR}
    if row.base is not None:
        match = load(row.base, find_game, seed=row.seed or None)
        match.seats = players
        return match
    return Match.new(find_game(row.game), row.scenario, row.options, seats=players, seed=row.seed)


class GameTable:
    """A table that is being played."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        self.row = row
        self.seats = {seat.side: seat for seat in seats}
        self.match = open_match(row, seats)
        self.entries: list[Entry] = []
        self.resigned: str | None = None
        self.asked_by: str | None = None
        self.used = time.monotonic()
        self.changed = time.monotonic()
        self.kept: dict[str, Any] = {}
        """What was worked out about this table and is worth keeping, such as copies of earlier moments."""
        self._eyes: dict[str | None, Eyes] = {}

    # --- what it is --------------------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """How many entries the record has."""
        return len(self.entries)

    @property
    def players(self) -> dict[str, str]:
        """Who plays each side, in the order of the game."""
        sides = self.match.game.seats(self.match.scenario, self.match.settings)
        return {side: self.seats[side].player for side in sides if side in self.seats}

    @property
    def humans(self) -> list[str]:
        """The sides that people play."""
        return [side for side, player in self.players.items() if player == HUMAN]

    @property
    def deciding(self) -> str | None:
        """The side that is to decide; None when the game is over."""
        decision = self.match.decision
        return None if decision is None or self.resigned is not None else decision.side

    @property
    def bot(self) -> str | None:
        """The computer player that is to decide."""
        player = self.players.get(self.deciding or "", HUMAN)
        return None if player == HUMAN else player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or because somebody gave up."""
        return self.match.is_over or self.resigned is not None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        if self.resigned is None:
            return self.match.outcome
        winner = self.match.game.opponent(self.resigned)
        return Outcome(winner, f"{self.resigned} gave up the game.", "", level="resigned")

    @property
    def step(self) -> int:
        """How many actions the game has taken."""
        return len(self.match.past) + len(self.match.record)

    @property
    def seed(self) -> str | None:
        """The secret seed, once the game is over."""
        return self.match.secret_seed if self.is_over else None

    @property
    def missing(self) -> list[str]:
        """People of an imported game who have not come back yet."""
        return [side for side in self.humans if not self.seats[side].has_come]

    def eyes(self, side: str | None) -> Eyes:
        """The events as a side has seen them."""
        if side not in self._eyes:
            self._eyes[side] = Eyes(self.match, side)
        return self._eyes[side]

    # --- the record --------------------------------------------------------------------------------------------

    def replay(self, entries: Sequence[Entry]) -> None:
        """Take entries out of the database, checking that each leads where it led."""
        for entry in entries:
            try:
                self._perform(entry.kind, entry.side, entry.action)
            except Exception as error:  # rules that have changed may fail in any way
                raise Drift(entry.seq) from error
            if entry.seq != self.seq + 1 or self._digest() != entry.digest:
                raise Drift(entry.seq)
            self.entries.append(entry)
            self.changed = time.monotonic()

    def take(self, kind: str, side: str, text: str = "") -> Entry:
        """Try the next entry. It counts once it is committed and `confirm` was called."""
        try:
            self._perform(kind, side, text)
        except Refused as refusal:
            ruling = refusal.ruling
            raise Unprocessable(ruling.sentence, ruling=self.ruling(ruling)) from None
        return Entry(self.seq + 1, kind, side, text, self._digest(), time.time())

    def confirm(self, entry: Entry) -> None:
        """The entry is committed."""
        self.entries.append(entry)
        self.changed = self.used = time.monotonic()

    def _perform(self, kind: str, side: str, text: str) -> None:
        if kind == ACTION:
            self.match.apply(parse_action(self.match.game, text), side=side)
        elif kind == UNDO:
            self.match.undo()
            for eyes in self._eyes.values():
                eyes.forget_from(len(self.match.events))
        elif kind == REDO:
            self.match.redo()
        elif kind == RESIGN:
            self.resigned = side
        elif kind not in (ASK, DECLINE):
            raise ValueError(kind)
        self.asked_by = side if kind == ASK else None

    def _digest(self) -> str:
        record = self.match.record
        return record[-1].digest if record else self.match.set_up_digest

    # --- what a seat may do ------------------------------------------------------------------------------------

    def must_be_running(self) -> None:
        """Nothing happens at a table whose game is over, or whose people are not all there."""
        if self.is_over:
            raise Conflict("The game is over.", error="over")
        if self.missing:
            raise Conflict(f"The game goes on when {' and '.join(self.missing)} has come back.", error="waiting")

    def must_decide(self, side: str | None) -> str:
        """Only the side that is to decide may act, and only it may ask about its decision."""
        if side is None:
            raise Forbidden("A spectator watches and does nothing else.", error="spectator")
        self.must_be_running()
        if self.deciding != side:
            raise Conflict(f"It is for {self.deciding} to decide now.", error="not_your_turn")
        return side

    def can_undo(self, side: str | None) -> bool:
        """Whether this side may take its last action back, or ask for it."""
        if self.row.undo == "off" or self.is_over or self.asked_by is not None or side is None:
            return False
        return self.match.can_undo and self.match.record[-1].side == side == self.deciding

    def can_redo(self, side: str | None) -> bool:
        """Whether this side may take an action again that it took back."""
        return not self.is_over and side is not None and self.match.can_redo and self.deciding == side

    def action(self, verb: str, arg: str | None) -> Action:
        """The action that a client names."""
        try:
            return parse_action(self.match.game, verb if arg is None else f"{verb} {arg}")
        except BadAction as error:
            raise Unprocessable(str(error), error="bad_action") from None

    def ruling(self, ruling: Any) -> wire.Ruling:
        """A ruling with printed names."""
        return wire.Ruling(**name_ruling(self.match.game, ruling))
