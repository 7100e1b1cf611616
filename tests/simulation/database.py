"""Databases without threads: a file of one server, and one that several workers share, as PostgreSQL is.

The shared one is SQLite with the two things that the server asks of PostgreSQL besides: `pg_notify`, which is heard
when the transaction is committed, and listeners. It can be away, and it can lose the answer to a commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiosqlite
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from tests.simulation.loop import SimProcess, is_busy

from beachhead.server import storage
from beachhead.server.storage import Storage, set_pragmas

_BUSY_SECONDS = 5.0
_TALKING = ("execute", "executemany", "commit", "rollback")
"""What a driver asks its server for; the rest is done where it is."""
_connect = sqlite3.connect


def _connect_here(*args: Any, **options: Any) -> sqlite3.Connection:
    """A connection that is closed when its process is killed."""
    found = _connect(*args, **options)
    process = SimProcess.here()
    if process is not None:
        process.connections.append(found)
    return found


@contextmanager
def connections_of_processes() -> Iterator[None]:
    """While connections belong to the process that opens them, and nobody waits for a lock in one go."""
    busy = storage.BUSY_SECONDS
    storage.BUSY_SECONDS = 0.0
    sqlite3.connect = sqlite3.dbapi2.connect = _connect_here
    try:
        yield
    finally:
        storage.BUSY_SECONDS = busy
        sqlite3.connect = sqlite3.dbapi2.connect = _connect


class Database:
    """Where it is, and how it fails."""

    def __init__(self, path: Path, seed: str, *, is_shared: bool) -> None:
        self.path = path
        self.is_shared = is_shared
        self.chance = Random(f"{seed}/database")
        self.is_away = False
        self.weak = 0.0
        """How likely a statement breaks the connection."""
        self.count = 0
        self.fail_at: dict[int, str] = {}
        """Statements by number that fail: `broken` before, `lost` after they were done."""
        self.listeners: list[tuple[SimProcess | None, Callable[..., None], Connection]] = []
        self.happened: dict[str, int] = {}

    def open(self, _settings: Any = None) -> Storage:
        """The storage of a worker."""
        connecting = {"timeout": 0, "async_creator_fn": self._connection}
        engine: AsyncEngine = create_async_engine(
            f"sqlite+aiosqlite:///{self.path}", connect_args=connecting, pool_pre_ping=self.is_shared
        )
        event.listen(engine.sync_engine, "connect", set_pragmas)
        return Storage(engine, worker=f"{self.chance.getrandbits(32):08x}", is_shared=self.is_shared)

    def _connection(self, *args: Any, **options: Any) -> Connection:
        return Connection(self, lambda: sqlite3.connect(*args, **options))

    def note(self, what: str) -> None:
        """Something went wrong on purpose."""
        self.happened[what] = self.happened.get(what, 0) + 1

    def tell(self, payload: str) -> None:
        """Tell all who listen, one after the other."""
        for process, hear, connection in self.listeners:
            if (process is None or process.is_alive) and connection._connection is not None:
                delay = self.chance.expovariate(1 / 0.01)
                context = None if process is None else process.context
                loop = asyncio.get_running_loop()
                loop.call_later(delay, hear, connection, 0, storage.CHANNEL, payload, context=context)


class _AtOnce:
    """In the place of the queue of a thread."""

    def put_nowait(self, wish: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Do it."""
        done, work = wish
        result = work()
        if done is not None:
            done.set_result(result)


class Connection(aiosqlite.Connection):
    """A connection of the driver that does in one go what its thread would do."""

    def __init__(self, database: Database, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, 64)
        self._tx = _AtOnce()
        self._database = database
        self._told: list[str] = []

    def __await__(self) -> Any:
        return self._connect().__await__()

    def __del__(self) -> None:
        pass

    async def _connect(self) -> Connection:
        await self._pause()
        self._connection = self._connector()
        if self._database.is_shared:
            self._connection.create_function("pg_notify", 2, self._notify)
        return self

    def _notify(self, _channel: str, payload: str) -> None:
        self._told.append(payload)

    async def _pause(self) -> None:
        database = self._database
        await asyncio.sleep(database.chance.expovariate(1 / 0.001))
        if database.is_away:
            database.note("statements while the database was away")
            self._break()

    def _break(self) -> None:
        self._close_now()
        raise sqlite3.OperationalError("connection closed")

    def _close_now(self) -> None:
        if self._connection is not None:
            self._connection.close()  # what was not committed is not done
            self._connection = None

    async def _execute(self, work: Callable[..., Any], *args: Any, **options: Any) -> Any:
        if not self._running or self._connection is None:
            raise sqlite3.OperationalError("connection closed")
        name, database, began = work.__name__, self._database, asyncio.get_running_loop().time()
        if name not in _TALKING:
            return work(*args, **options)
        await self._pause()
        is_commit = name == "commit"
        database.count += 1
        wanted = database.fail_at.get(database.count)
        if wanted is None and database.chance.random() < database.weak:
            wanted = "lost" if is_commit and database.chance.random() < 0.5 else "broken"
        if wanted == "broken":
            database.note("broken connections")
            self._break()
        while True:
            try:
                result = work(*args, **options)
                break
            except sqlite3.OperationalError as error:
                if not is_busy(error) or asyncio.get_running_loop().time() - began > _BUSY_SECONDS:
                    raise
            await asyncio.sleep(0.002)
            if self._connection is None:
                raise sqlite3.OperationalError("connection closed")
        if is_commit:
            told, self._told = self._told, []
            for payload in told:
                database.tell(payload)
        elif name == "rollback":
            self._told.clear()
        if wanted == "lost":
            database.note("lost answers to commits")
            self._break()
        return result

    async def close(self) -> None:
        """Close it."""
        self._close_now()

    def stop(self) -> None:
        """Close it at once."""
        self._close_now()

    # --- what the driver of PostgreSQL has ----------------------------------------------------------------------

    async def add_listener(self, _channel: str, hear: Callable[..., None]) -> None:
        """Hear what is told from now on."""
        self._database.listeners.append((SimProcess.here(), hear, self))

    async def remove_listener(self, _channel: str, hear: Callable[..., None]) -> None:
        """Hear no more."""
        database = self._database
        database.listeners = [one for one in database.listeners if one[1] != hear]
