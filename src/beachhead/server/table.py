"""One table in memory: the match, the record that made it, and who sits there.

A table is always what its record says. `replay` builds it from the entries in the database, `take` tries the next
entry on the match; only when that is committed may anybody hear of it. If it is not, the table is thrown away.
When the rules have changed, the record goes on from a landmark; the entries before it are kept, but not played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from beachhead.kernel import (
    Action,
    BadAction,
    Match,
    Outcome,
    Refused,
    Seeded,
    UnknownName,
    commitment,
    load,
    name_ruling,
    parse_action,
    read_save,
)
from beachhead.players import HUMAN
from beachhead.players.levels import adviser
from beachhead.server import wire
from beachhead.server.clocks import Face, Stretches, face, read_clock
from beachhead.server.counting import Counting
from beachhead.server.errors import Conflict, Forbidden, Unprocessable
from beachhead.server.eyes import Eyes
from beachhead.server.keyfiles import Signer
from beachhead.server.landmarks import agreed_landmark, due_mark, make_landmark, open_landmark, outdated
from beachhead.server.record import Chain, chance_text, drawn
from beachhead.server.rows import CHOSEN, RESUME, Entry, Landmark, Mark, SeatRow, ShareRow, TableRow
from beachhead.server.seats import SPECTATOR
from beachhead.server.shelf import game_of

log = structlog.get_logger("beachhead.table")

ACTION, UNDO, REDO, RESIGN, ASK, DECLINE = "action", "undo", "redo", "resign", "ask", "decline"
FLAG, GO_ON = "flag", "go_on"
"""What a side chooses when the time of another is over: to claim the game, or to let it go on."""
ALONG = "along"
"""An action that belongs to the one before: both are taken back together."""


class Drift(Exception):
    """The record no longer plays as it was played: the rules have changed.

    `match` is how far it went; its first `agreed` actions led where they had led.
    """

    def __init__(self, seq: int, match: Match[Any] | None = None, agreed: int = 0) -> None:
        super().__init__(seq)
        self.seq = seq
        self._match = match
        self._agreed = agreed

    def landmark(self) -> Landmark | None:
        """The last landmark before the drift."""
        return None if self._match is None else agreed_landmark(self._match, self._agreed)


class Taken(msgspec.Struct, frozen=True):
    """An entry that is to be committed, with a landmark in the place of outdated ones if there is a new one."""

    entry: Entry
    landmark: Landmark | None
    outdated: tuple[int, ...]
    is_due: bool = False
    """Whether a computer is to move then."""


def open_match(row: TableRow, seats: Sequence[SeatRow], begun: Landmark | None = None) -> Match[Any]:
    """The match as it was before the first entry, or at the landmark from which it goes on."""
    players = {seat.side: seat.player for seat in seats if seat.side != SPECTATOR}
    if begun is not None:
        return open_landmark(row, players, begun)
    if row.base is not None:
        match = load(row.base, lambda _: game_of(row), seed=row.seed or None, quick=True)
        match.seats = players
        if row.numbers:
            match.source, match.commitment = Seeded(row.play_seed), commitment(row.play_seed)
        return match
    return Match.new(game_of(row), row.scenario, row.options, seats=players, seed=row.play_seed)


def _opened(row: TableRow) -> int:
    """How many steps everybody may know, because the game came as an open file."""
    return 0 if row.base is None or row.origin else len(read_save(row.base).actions)


class GameTable:
    """A table that is being played."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow], begun: Landmark | None = None) -> None:
        self.row = row
        self.seats = {seat.side: seat for seat in seats}
        self.shares: dict[str, ShareRow] = {}
        """Who shares a side, by name."""
        self.person = ""
        """Who of the side has acted last; empty for whoever holds it, and after the table was opened anew."""
        self.begun = begun
        try:
            self.match = open_match(row, seats, begun)
        except MemoryError:
            raise
        except Exception as error:  # rules that have changed may fail in any way
            raise Drift(0) from error
        self.entries: list[Entry] = []
        self.chain = Chain(row, seats)
        self.marks: list[Mark] = []
        """The landmarks that are kept."""
        self.signer = Signer(None)
        self.up: Callable[[float, float], float] = lambda begins, until: until - begins
        """How long the server was up between two moments."""
        self._signed = ("", "")
        self._head = self.chain.head
        self._own_heads: dict[str, str] = {}
        self.resigned: str | None = None
        self.late: str | None = None
        """The side that ran out of time, if the game was claimed for that."""
        self.asked_by: str | None = None
        self.counting = Counting(self.match, _opened(row))
        self.counting.is_over = self.match.is_over
        self.used = time.monotonic()
        self.has_rested = False
        """Whether it was noted since it was opened that no computer is waited for."""
        self.kept: dict[str, Any] = {}
        """What was worked out about this table and is worth keeping, such as copies of earlier moments."""
        self._eyes: dict[str | None, Eyes] = {}
        self._together: set[int] = set()
        """The steps that belong to the one before."""
        self._taken_back: list[int] = []
        """How many steps each undo took back that can be taken again."""
        self._moved = 0
        """Of how many steps the last undo or redo was."""
        self.stretches = Stretches(row.begun, None if begun is not None else self.deciding)

    # --- what it is --------------------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """How many entries the record has, those among them that not everybody counts."""
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
    def has_hints(self) -> bool:
        """Whether people may ask what the computer would do: who plays alone may, others if they have agreed to it."""
        return (len(self.humans) < 2 or self.row.hints) and adviser(self.match.game.players) is not None

    @property
    def deciding(self) -> str | None:
        """The side that is to decide; None when the game is over."""
        decision = self.match.decision
        return None if decision is None or self.is_given_up else decision.side

    @property
    def bot(self) -> str | None:
        """The computer player that is to decide."""
        player = self.players.get(self.deciding or "", HUMAN)
        return None if player == HUMAN else player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules, because somebody gave up, or because time was over."""
        return self.match.is_over or self.is_given_up

    @property
    def is_given_up(self) -> bool:
        """Whether it has ended otherwise than by the rules."""
        return self.resigned is not None or self.late is not None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        game = self.match.game
        if self.late is not None:
            reason = f"The {game.side_name(self.late)} player ran out of time."
            return Outcome(game.opponent(self.late), reason, "", level="out_of_time")
        if self.resigned is not None:
            reason = f"The {game.side_name(self.resigned)} player gave up the game."
            return Outcome(game.opponent(self.resigned), reason, "", level="resigned")
        return self.match.outcome

    @property
    def step(self) -> int:
        """How many actions the game has taken, those among them that not everybody counts."""
        return len(self.match.past) + len(self.match.record)

    @property
    def seed(self) -> str | None:
        """The secret seed, once the game is over. One that was chosen is no secret where several people play."""
        is_open = self.is_over or (self.row.dice == CHOSEN and len(self.humans) > 1)
        return self.match.secret_seed if is_open else None

    @property
    def missing(self) -> list[str]:
        """People of an imported game who have not come back yet."""
        return [side for side in self.humans if not self.seats[side].has_come]

    def face(self, now: float) -> Face:
        """What the clocks show."""
        clock = read_clock(self.row)
        assert clock is not None
        return face(clock, self.humans, self.stretches.handed, self.stretches.forgiven, self.up, now)

    def eyes(self, side: str | None) -> Eyes:
        """The events as a side has seen them."""
        if side not in self._eyes:
            self._eyes[side] = Eyes(self.match, side, self.counting)
        return self._eyes[side]

    def since(self, side: str | None, count: int, seq: int | None = None) -> int:
        """From which event on to tell a side that knows so many, as of entry number `seq` if it says so.

        Events from before the rules changed are not those of now, so who may have some is told everything.
        """
        if self.begun is None:
            return count
        later = sum(self.counting.counts(side, entry) for entry in self.entries[self.begun.mark.seq :])
        return 0 if seq is None or seq < self.counting.seq(side) - later else count

    def head(self, side: str | None) -> str:
        """The head of the record up to the last entry that the side counts."""
        return self._own_heads.get(side or "", self._head)

    def signature(self, head: str) -> str:
        """The server's signature of a head of the record."""
        if self._signed[0] != head:
            self._signed = head, self.signer.sign(self.row.id, head)
        return self._signed[1]

    # --- the record --------------------------------------------------------------------------------------------

    def replay(self, entries: Sequence[Entry]) -> None:
        """Take entries out of the database, checking that each leads where it led."""
        for entry in entries:
            if self.begun is not None and entry.seq <= self.begun.mark.seq:
                self._pass_over(entry, self.begun.mark)
            else:
                self._repeat(entry)

    def _repeat(self, entry: Entry) -> None:
        agreed = len(self.match.record)
        try:
            self._perform(entry.kind, entry.side, entry.action)
        except MemoryError:
            raise
        except Exception as error:  # rules that have changed may fail in any way
            raise Drift(entry.seq, self.match, agreed) from error
        if entry.seq != self.seq + 1 or self._digest() != entry.digest:
            raise Drift(entry.seq, self.match, min(agreed, len(self.match.record)))
        self._add(entry, self._due())

    def _pass_over(self, entry: Entry, mark: Mark) -> None:
        """An entry from before the game went on is kept, but not played. A game that was given up stays so."""
        self._end(entry.kind, entry.side, entry.action)
        if entry.kind in (ACTION, ALONG, REDO):
            self.stretches.note(self.entries[-1].at if self.entries else self.row.begun or 0.0, entry.side)
        goes_on = entry.seq == mark.seq
        if entry.seq != self.seq + 1 or (goes_on and entry.digest != self._digest()):
            raise Drift(entry.seq)
        self._add(entry, mark if goes_on else None)

    def take(self, kind: str, side: str, text: str = "") -> Taken:
        """Try the next entry. It counts once it is committed and `confirm` was called."""
        try:
            unseen = self._perform(kind, side, text)
        except Refused as refusal:
            ruling = refusal.ruling
            raise Unprocessable(ruling.sentence, ruling=self.ruling(ruling)) from None
        if kind in (UNDO, REDO):
            text = str(self._moved)
        return self._taken(kind, side, text, self._landmark(), unseen=unseen)

    def resumption(self) -> Taken:
        """The entry that says that the game goes on from the landmark with which this table was opened."""
        assert self.begun is not None
        return self._taken(RESUME, str(self.begun.mark.after), self.begun.mark.name, self.begun)

    def _taken(self, kind: str, side: str, text: str, landmark: Landmark | None, *, unseen: bool = False) -> Taken:
        chance = chance_text(drawn(self.match, kind, is_first=self.seq == 0 and self.row.base is None))
        entry = Entry(self.seq + 1, kind, side, text, self._digest(), time.time(), chance, unseen=unseen)
        entry = replace(entry, head=self.chain.next(entry))
        old = () if landmark is None else outdated(self.marks, self.begun)
        return Taken(entry, landmark, old, is_due=self.bot is not None)

    def confirm(self, taken: Taken) -> None:
        """The entry is committed."""
        self._add(taken.entry, None if taken.landmark is None else taken.landmark.mark)
        self.used = time.monotonic()

    def _add(self, entry: Entry, mark: Mark | None) -> None:
        self.chain.head = self.chain.next(entry)
        if entry.head and entry.head != self.chain.head:
            log.error("the record was changed", table=self.row.id, entry=entry.seq)
        self.entries.append(entry)
        self.counting.add(entry)
        is_passed = self.begun is not None and entry.seq < self.begun.mark.seq
        if not is_passed:
            self.stretches.note(entry.at, self.deciding)
        if entry.kind == GO_ON:
            self.stretches.forgive(entry)
        self.counting.is_over = self.is_over
        if entry.unseen and not self.is_over:
            self._own_heads[entry.side] = self.chain.head
        else:
            self._head = self.chain.head
            self._own_heads.clear()
        if mark is not None:
            gone = outdated(self.marks, self.begun)
            self.marks = [*(known for known in self.marks if known.seq not in gone), mark]

    def _landmark(self) -> Landmark | None:
        """The landmark that is written with the next entry. Play does not wait for one that cannot be made."""
        due = self._due()
        try:
            return None if due is None else make_landmark(self.match, due, self.outcome)
        except Exception as error:  # whatever a game does not write, its next turn may
            log.error("no landmark", table=self.row.id, error=type(error).__name__)
            return None

    def _due(self) -> Mark | None:
        """The mark that is written with the next entry."""
        first = 0 if self.begun is None else self.begun.mark.seq
        kept = max((mark.after for mark in self.marks if mark.seq >= first), default=-1)
        return due_mark(self.match, self.seq + 1, kept, is_over=self.is_over)

    def _perform(self, kind: str, side: str, text: str) -> bool:
        """Do what an entry says; whether it is such that others do not see that anything was done."""
        unseen = False
        if kind in (ACTION, ALONG):
            self._apply(kind, parse_action(self.match.game, text), side)
            unseen = self.was_unseen
        elif kind == UNDO:
            unseen = self._take_back()
        elif kind == REDO:
            unseen = self._take_again()
        elif kind in (RESIGN, FLAG):
            self._end(kind, side, text)
        elif kind not in (ASK, DECLINE, GO_ON):
            raise ValueError(kind)
        self.asked_by = side if kind == ASK else None
        return unseen

    def _end(self, kind: str, side: str, text: str) -> None:
        """The game ends otherwise than by the rules, if an entry says so."""
        if kind == RESIGN:
            self.resigned = side
        elif kind == FLAG:
            self.late = text

    @property
    def was_unseen(self) -> bool:
        """Whether the last action was taken in secret, so that nobody else knows of it."""
        return bool(self.match.record) and self.match.record[-1].unseen

    def _apply(self, kind: str, action: Action, side: str) -> None:
        step = len(self.match.record)
        self.match.apply(action, side=side)
        self._taken_back.clear()
        if kind == ALONG:
            self._together.add(step)

    def _take_back(self) -> bool:
        """Take the last action back, with those to which it belongs as far as nothing lies between.

        Whether nobody else has seen any of them.
        """
        count, is_along, unseen = 0, True, True
        while is_along and (not count or self.match.can_undo):
            unseen = unseen and self.was_unseen
            self.match.undo()
            count, step = count + 1, len(self.match.record)
            is_along = step in self._together
            self._together.discard(step)
        self._taken_back.append(count)
        self._moved = count
        self.counting.undo()
        for eyes in self._eyes.values():
            eyes.forget_from(len(self.match.events))
        return unseen

    def _take_again(self) -> bool:
        """Take again what was taken back last; whether nobody else sees it."""
        unseen = True
        self._moved = self._taken_back[-1] if self._taken_back else 1
        for number in range(self._moved):
            if number:
                self._together.add(len(self.match.record))
            self.match.redo()
            unseen = unseen and self.was_unseen
        del self._taken_back[-1:]
        return unseen

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

    def thing(self, kind: str, name: str) -> int:
        """A thing of the game that a client names: a hex, a unit."""
        try:
            return self.match.game.names[kind].number(name)
        except (UnknownName, LookupError, ValueError) as error:
            raise Unprocessable(str(error), error="bad_name") from None

    def ruling(self, ruling: Any) -> wire.Ruling:
        """A ruling with printed names."""
        return wire.Ruling(**name_ruling(self.match.game, ruling))
