"""Clocks: how much time each side has left at a table.

Nothing that runs is kept. When the decision went from one side to another stands in the record (`Stretches`), and when
the server was up in the database (`uptimes`), so the clocks are worked out from both: they stand still while the
server is down, go on after a restart, and are the same at every worker. What is done in secret moves nothing, for a
stretch of one side counts as a whole.

A side whose time is over may still act. The other side chooses: it claims the game, or lets it go on with the
same time anew; either is an entry of the record.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

import msgspec
import structlog
from sqlalchemy import insert, select, update

from beachhead.players import HUMAN
from beachhead.server import schema, wire
from beachhead.server.errors import Unprocessable
from beachhead.server.rows import Entry, TableRow
from beachhead.server.storage import GONE, Storage, StorageDown

log = structlog.get_logger("beachhead.clocks")

TOTAL, DAYS = "total", "days"
_BEAT_SECONDS = 15.0
"""How often the server notes that it is up: what a crash may take off nobody's clock."""

Interval = tuple[float, float]


class Handed(msgspec.Struct, frozen=True):
    """From when on a side was to decide; None if the game was over, and nobody was waited for."""

    at: float
    side: str | None


class Face(msgspec.Struct, frozen=True):
    """What clocks show: the seconds that are left, below 0 when time is over, and whose clock runs.

    It begins to fall after the `grace`: what is left of the increment, which the move gives back.
    """

    left: dict[str, float]
    running: str | None
    grace: float = 0.0


def read_clock(row: TableRow) -> wire.NewClock | None:
    """The clock that a table was made with."""
    return msgspec.json.decode(row.clock, type=wire.NewClock) if row.clock else None


def write_clock(clock: wire.NewClock | None, players: dict[str, str]) -> str:
    """A clock as it is kept with a table; refused where nobody would play against it."""
    if clock is None:
        return ""
    if sum(player == HUMAN for player in players.values()) < 2:
        words = "A clock needs two people: a computer has none, and nobody else could claim the game."
        raise Unprocessable(words, error="bad_setup")
    if clock.kind == DAYS and clock.increment:
        raise Unprocessable("Days for each move come anew with each: there is nothing to give back.", error="bad_setup")
    return msgspec.json.encode(clock).decode()


def face(
    clock: wire.NewClock,
    sides: Iterable[str],
    handed: Sequence[Handed],
    forgiven: Iterable[Handed],
    up: Callable[[float, float], float],
    now: float,
) -> Face:
    """What clocks show. `sides` are those of people, `forgiven` whose time was given anew, and when."""
    whole = float(clock.seconds)
    left, grace = dict.fromkeys(sides, whole), 0.0
    gifts = sorted(forgiven, key=lambda each: each.at)
    for place, one in enumerate(handed):
        is_running = place == len(handed) - 1
        until = now if is_running else handed[place + 1].at
        begins = one.at
        while gifts and gifts[0].at <= until:
            gift = gifts.pop(0)
            if gift.side in left:
                left[gift.side] = whole
            if gift.side == one.side:
                begins = max(begins, gift.at)
        if one.side in left:
            used = up(begins, until)
            left[one.side] = _after(clock, left[one.side], used, is_running=is_running)
            grace = max(0.0, clock.increment - used)
    running = handed[-1].side if handed else None
    return Face(left, running, grace) if running in left else Face(left, None)


def _after(clock: wire.NewClock, left: float, used: float, *, is_running: bool) -> float:
    """What is left after a stretch. What it took is given back up to the increment; days come anew with each move."""
    if clock.kind == DAYS:
        return left - used if is_running else float(clock.seconds)
    return left - max(0.0, used - clock.increment)


# --- when the server was up ---------------------------------------------------------------------------------------


class Uptime:
    """When any worker of this server was up, as far as it matters: noted while any table has a clock."""

    def __init__(self, storage: Storage, beat_seconds: float = _BEAT_SECONDS) -> None:
        self._storage = storage
        self._beat_seconds = beat_seconds
        self._past: list[Interval] = []
        self._own: tuple[int, float, float] | None = None
        """The row of this worker's stretch, from when, and when it was noted last."""
        self._is_needed = False
        self._woken = asyncio.Event()
        self._beating = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to note it, if there is a clock."""
        self._task = asyncio.create_task(self._beat_on(), name="uptime")

    async def close(self) -> None:
        """Note it a last time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._own is not None:
            with contextlib.suppress(StorageDown):  # nobody's clock runs for that
                await self._beat()

    async def need(self) -> None:
        """A table with a clock is made here: note from now on when the server is up."""
        if not self._is_needed:
            self._is_needed = True
            await self._beat()
            self._woken.set()

    def between(self, begins: float, until: float) -> float:
        """How long the server was up between two moments."""
        total, reached = 0.0, begins
        for start, end in self._merged(until):
            total += max(0.0, min(end, until) - max(start, reached))
        return total

    def _merged(self, now: float) -> list[Interval]:
        """The stretches in their order, none over another; this worker's goes on up to now."""
        found = list(self._past)
        if self._own is not None:
            _, began, seen = self._own
            found.append((began, max(seen, now) if now - seen < 2 * self._beat_seconds else seen))
        merged: list[Interval] = []
        for start, end in sorted(found):
            if merged and start <= merged[-1][1]:
                merged[-1] = merged[-1][0], max(merged[-1][1], end)
            else:
                merged.append((start, end))
        return merged

    async def _beat_on(self) -> None:
        while True:
            try:
                self._is_needed = self._is_needed or await self._has_clocks()
                if self._is_needed:
                    await self._beat()
            except StorageDown:
                log.warning("clocks wait for the database")
            if self._is_needed or self._storage.is_shared:
                await asyncio.sleep(self._beat_seconds)
            else:
                await self._woken.wait()

    async def _has_clocks(self) -> bool:
        tables = schema.tables
        try:
            async with self._storage.engine.connect() as connection:
                query = select(tables.c.id).where(tables.c.clock != "").limit(1)
                return (await connection.execute(query)).first() is not None
        except GONE as error:
            raise StorageDown from error

    async def _beat(self) -> None:
        """Note that the server is up. After an outage of the database a new stretch begins: nobody could act in it."""
        async with self._beating:
            await self._note()

    async def _note(self) -> None:
        uptimes, now = schema.uptimes, time.time()
        own = self._own if self._own is not None and now - self._own[2] < 3 * self._beat_seconds else None
        try:
            async with self._storage.engine.begin() as connection:
                if own is None:
                    done = await connection.execute(insert(uptimes).values(began=now, seen=now))
                    own = int(cast("Any", done.inserted_primary_key)[0]), now, now
                else:
                    await connection.execute(update(uptimes).where(uptimes.c.id == own[0]).values(seen=now))
                rows = await connection.execute(select(uptimes.c.began, uptimes.c.seen).where(uptimes.c.id != own[0]))
                past = [(row.began, row.seen) for row in rows]
        except GONE as error:
            raise StorageDown from error
        self._own, self._past = (own[0], own[1], now), past


# --- a table ------------------------------------------------------------------------------------------------------


class Stretches:
    """Who was to decide from when on at a table, and whose time was given anew."""

    def __init__(self, begun: float | None, side: str | None) -> None:
        self.handed = [] if begun is None else [Handed(begun, side)]
        self.forgiven: list[Handed] = []

    def note(self, at: float, side: str | None) -> None:
        """From a moment on this side is to decide."""
        if self.handed and self.handed[-1].side != side:
            self.handed.append(Handed(at, side))

    def forgive(self, entry: Entry) -> None:
        """A side has its time anew."""
        self.forgiven.append(Handed(entry.at, entry.action))
