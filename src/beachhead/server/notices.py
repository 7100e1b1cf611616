"""News between the workers of one PostgreSQL database, by LISTEN and NOTIFY.

A transaction that adds an entry names the table; every other worker takes the entry over and tells its sockets. Who is
connected where is told as well, and told again from time to time, because a worker that was killed cannot take it back.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from beachhead.server.errors import ApiError
from beachhead.server.storage import CHANNEL, Storage, StorageDown
from beachhead.server.tables import TableHost
from beachhead.server.talk import TALK

log = structlog.get_logger("beachhead.notices")

_HEARTBEAT_SECONDS = 5.0
_PRESENCE_SECONDS = 15.0
_RETRY_SECONDS = 1.0
_PRESENCE = "here"
_LOOKS = "+"
"""What stands before a side that looks at the table."""


class Notices:
    """Listens for what other workers do."""

    def __init__(self, host: TableHost, storage: Storage, on_talk: Callable[[str, int], Awaitable[None]]) -> None:
        self._host = host
        self._on_talk = on_talk
        self._storage = storage
        self._tasks: set[asyncio.Task[None]] = set()
        self._changed: set[str] = set()
        self._elsewhere: dict[str, dict[str, tuple[float, set[str]]]] = {}
        host.audience.elsewhere = self.elsewhere
        host.audience.looking_elsewhere = self.looking_elsewhere

    def start(self) -> None:
        """Begin to listen."""
        self._begin(self._listen_on())
        self._begin(self._repeat_presence())

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- hearing -----------------------------------------------------------------------------------------------

    async def _listen_on(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:  # whatever broke, listen again
                log.warning("not listening", error=type(error).__name__)
            await asyncio.sleep(_RETRY_SECONDS)

    async def _listen(self) -> None:
        """Listen on a connection of our own until it breaks."""
        async with self._storage.engine.connect() as connection:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            await raw.add_listener(CHANNEL, self._hear)
            try:
                for table in self._host.tables_here():  # what was said while nobody listened
                    self._note(table)
                while True:
                    await asyncio.sleep(_HEARTBEAT_SECONDS)
                    await raw.execute("SELECT 1")
            finally:
                with contextlib.suppress(Exception):  # a broken connection has no listeners to remove
                    await raw.remove_listener(CHANNEL, self._hear)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        worker, table, *rest = payload.split(" ")
        if worker == self._storage.worker:
            return
        if rest and rest[0] == _PRESENCE:
            self._elsewhere.setdefault(table, {})[worker] = time.monotonic(), set(rest[1:])
            self._begin(self._tell_seats(table))
        elif rest and rest[0] == TALK:
            self._begin(self._tell_talk(table, int(rest[1])))
        else:
            self._note(table)

    async def _tell_talk(self, table: str, number: int) -> None:
        with contextlib.suppress(StorageDown):  # read by clients when they come again
            await self._on_talk(table, number)

    def _note(self, table: str) -> None:
        if table not in self._changed:
            self._changed.add(table)
            self._begin(self._refresh(table))

    async def _refresh(self, table: str) -> None:
        self._changed.discard(table)
        try:
            await self._host.refresh(table)
        except (ApiError, StorageDown) as error:
            log.warning("not refreshed", table=table, error=type(error).__name__)

    async def _tell_seats(self, table: str) -> None:
        with contextlib.suppress(ApiError):  # told again when the table can be read
            await self._host.announce_seats(table)

    # --- who is where ------------------------------------------------------------------------------------------

    def elsewhere(self, table: str) -> set[str]:
        """The sides that are connected to other workers."""
        return {word.removeprefix(_LOOKS) for word in self._told(table)}

    def looking_elsewhere(self, table: str) -> set[str]:
        """The sides that look at the table, connected to other workers."""
        return {word.removeprefix(_LOOKS) for word in self._told(table) if word.startswith(_LOOKS)}

    def _told(self, table: str) -> set[str]:
        told, now = self._elsewhere.get(table, {}), time.monotonic()
        return {word for at, words in told.values() if now - at < 3 * _PRESENCE_SECONDS for word in words}

    async def tell_presence(self, table: str) -> None:
        """Tell the other workers who is connected here."""
        looking = self._host.audience.looking_here(table)
        here = (f"{_LOOKS}{side}" if side in looking else side for side in self._host.audience.sides_here(table))
        words = [table, _PRESENCE, *sorted(here)]
        with contextlib.suppress(StorageDown):  # repeated soon
            await self._storage.tell_others(" ".join(words))

    async def _repeat_presence(self) -> None:
        while True:
            await asyncio.sleep(_PRESENCE_SECONDS)
            for table in self._host.audience.tables():
                if self._host.audience.sides_here(table):
                    await self.tell_presence(table)
