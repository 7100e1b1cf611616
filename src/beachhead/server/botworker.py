"""A process in which computer players think, so that no request waits for them.

It is sent a table's set-up and record, plays them through on a match of its own, keeps that match for the next time,
and answers with what the player decides. It ends when its input ends, even while it thinks: it never outlives its
server.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from queue import Queue
from random import Random
from threading import Thread
from typing import BinaryIO

import msgspec

from beachhead.kernel import Action, action_text
from beachhead.players import Player, RandomPlayer, Seat, make_player
from beachhead.players.levels import adviser
from beachhead.players.racing import Reasons
from beachhead.server.rows import Entry, Landmark, SeatRow, TableRow
from beachhead.server.table import Drift, GameTable

HEADER_BYTES = 4
_NICE = 10
"""People go first."""
_MOST_TABLES = 100


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A decision to be taken at a table whose record goes on after entry number `after` with `entries`.

    One that `advises` is for somebody who asks what to do.
    """

    table: str
    row: TableRow | None
    seats: list[SeatRow]
    after: int
    entries: list[Entry]
    player: str
    begun: Landmark | None = None
    advises: bool = False


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The action as text, and why, if that was thought about; or that the table has to be sent as a whole.

    `error` says what a player failed with.
    """

    action: str = ""
    reasons: Reasons | None = None
    is_unknown: bool = False
    error: str = ""


class Thinker:
    """The tables that this process knows, and the players at them."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, GameTable] = OrderedDict()
        self._players: dict[tuple[str, str], tuple[Player, Random]] = {}

    def answer(self, task: Task) -> Answer:
        """Take a decision."""
        table = self._table(task)
        if table is None:
            return Answer(is_unknown=True)
        try:
            return _advice(table) if task.advises else self._choose(table, task.player)
        except Exception as error:  # a player may fail in any way; the game goes on
            return Answer(action=_any_action(table), error=type(error).__name__)

    def _table(self, task: Task) -> GameTable | None:
        """The table as its record says, if it is known or was sent."""
        found = self._tables.pop(task.table, None)
        if found is None or found.seq != task.after:
            self._forget(task.table)
            if task.row is None:
                return None
            found = GameTable(task.row, task.seats, task.begun)
        try:
            found.replay(task.entries)
        except Drift:
            if task.row is None:  # it goes on from elsewhere since the rules have changed
                return None
            raise
        self._tables[task.table] = found
        if len(self._tables) > _MOST_TABLES:
            self._forget(self._tables.popitem(last=False)[0])
        return found

    def _forget(self, table: str) -> None:
        for key in [key for key in self._players if key[0] == table]:
            del self._players[key]

    def _choose(self, table: GameTable, name: str) -> Answer:
        match, decision = table.match, table.match.decision
        assert decision is not None
        key = table.row.id, decision.side
        if key not in self._players:
            random = Random(0)
            self._players[key] = make_player(name, match.game, decision.side, random), random
        player, random = self._players[key]
        random.seed(_seed(table))
        action: Action = player.choose(Seat(match, decision))
        if not decision.offers(action):
            raise ValueError("an action that is not offered")
        return Answer(action=action_text(match.game, action), reasons=getattr(player, "reasons", None))


def _advice(table: GameTable) -> Answer:
    """What an adviser says from what the side knows that is to decide."""
    match, decision = table.match, table.match.decision
    maker = adviser(match.game.players)
    assert decision is not None and maker is not None
    action, reasons = maker(match.game, decision.side, Random(_seed(table))).advise(Seat(match, decision))
    return Answer(action=action_text(match.game, action), reasons=reasons)


def _seed(table: GameTable) -> str:
    """A seed for each decision anew, so that a game that was interrupted goes on as if it had not been."""
    return f"{table.match.secret_seed}/{table.deciding}/{table.step}"


def _any_action(table: GameTable) -> str:
    decision = table.match.decision
    assert decision is not None
    player = RandomPlayer(table.match.game, decision.side, Random(_seed(table)))
    return action_text(table.match.game, player.choose(Seat(table.match, decision)))


def any_action(row: TableRow, seats: list[SeatRow], entries: list[Entry], begun: Landmark | None) -> str:
    """Any legal action at a table, for a player that was stopped."""
    table = GameTable(row, seats, begun)
    table.replay(entries)
    return _any_action(table)


# --- frames -------------------------------------------------------------------------------------------------------

_encode = msgspec.msgpack.Encoder().encode
decode_answer = msgspec.msgpack.Decoder(Answer).decode
_decode_task = msgspec.msgpack.Decoder(Task).decode


def frame(message: msgspec.Struct) -> bytes:
    """A message with its length before it."""
    body = _encode(message)
    return len(body).to_bytes(HEADER_BYTES, "big") + body


def read_frame(stream: BinaryIO) -> bytes | None:
    """The body of the next message; None when no more come."""
    header = stream.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES:
        return None
    return stream.read(int.from_bytes(header, "big"))


def _listen(stream: BinaryIO, tasks: Queue[bytes]) -> None:
    """Read what is to be done. When the server is gone, whatever is being thought about is of no use."""
    while (data := read_frame(stream)) is not None:
        tasks.put(data)
    os._exit(0)


def main() -> None:
    """Answer until the input ends."""
    os.nice(_NICE)
    output, sys.stdout = sys.stdout.buffer, sys.stderr  # a player that prints must not break the frames
    thinker, tasks = Thinker(), Queue[bytes]()
    Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()
    while True:
        output.write(frame(thinker.answer(_decode_task(tasks.get()))))
        output.flush()


if __name__ == "__main__":
    main()
