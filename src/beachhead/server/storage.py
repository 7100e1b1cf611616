"""The database: what is kept of every table, and a journal that answers only when an entry has been committed.

SQLite runs with a write-ahead log and `synchronous=FULL`. With NORMAL a committed entry survives the death of the
process but not a power cut, because the log is only flushed now and then; an action that was acknowledged must
survive both. The price is a flush per commit, and the journal shares it: all entries that wait are one transaction.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, text, true, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from beachhead.players.racing import Reasons
from beachhead.server import schema
from beachhead.server.rows import (
    RESUME,
    Entry,
    Kept,
    Landmark,
    Mark,
    SeatRow,
    ShareRow,
    TableRow,
    ThoughtRow,
    Waited,
)

CHANNEL = "beachhead"
"""Where PostgreSQL tells the other workers which table has changed."""

_NOTIFY = text("SELECT pg_notify(:channel, :payload)")
_MOST_AT_ONCE = 200
BUSY_SECONDS = 5.0
"""How long a writer of a file waits for another."""
GONE = (SQLAlchemyError, OSError, TimeoutError)
"""What a database throws that is away or cannot write."""


class StorageDown(Exception):
    """The database does not answer, or cannot write. Whether the last entry was kept is not known."""


class SequenceTaken(Exception):
    """Another writer has taken the sequence number: the table has gone on."""


class _Wish(msgspec.Struct, frozen=True):
    table: str
    entry: Entry
    done: asyncio.Future[None]
    landmark: Landmark | None = None
    outdated: tuple[int, ...] = ()
    is_due: bool | None = None
    waited: Waited | None = None
    call_at: float = 0.0


def make_engine(url: str) -> AsyncEngine:
    """An engine with the settings that each kind of database needs."""
    if make_url(url).get_backend_name() != "sqlite":
        connecting = {"timeout": 5, "command_timeout": 15}
        return create_async_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=10, connect_args=connecting)
    engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine.sync_engine, "connect", set_pragmas)
    return engine


def _plain_engine(engine: AsyncEngine) -> Engine:
    """The same file without the asynchronous driver."""
    connecting = {"timeout": BUSY_SECONDS, "check_same_thread": False}
    plain = create_engine(engine.url.set(drivername="sqlite"), connect_args=connecting)
    event.listen(plain, "connect", set_pragmas)
    return plain


def _insert_now(engine: Engine, batch: Sequence[_Wish]) -> None:
    with engine.begin() as connection:
        _insert(connection, batch)


def _insert(connection: Connection, batch: Sequence[_Wish]) -> None:
    """The entries, and the landmarks that come with them in the place of old ones."""
    connection.execute(insert(schema.entries), [_row(wish) for wish in batch])
    landmarks = schema.landmarks
    for wish in batch:
        if wish.landmark is not None:
            values = msgspec.structs.asdict(wish.landmark.mark)
            connection.execute(insert(landmarks), {"table_id": wish.table, **values, "save": wish.landmark.save})
        if wish.outdated:
            here = (landmarks.c.table_id == wish.table) & landmarks.c.seq.in_(wish.outdated)
            connection.execute(delete(landmarks).where(here))
        if wish.is_due is not None:
            due = wish.entry.at if wish.is_due else None
            connection.execute(update(schema.tables).where(schema.tables.c.id == wish.table).values(due=due))
        if wish.waited is not None:
            _call(connection, wish, wish.waited)


def _call(connection: Connection, wish: _Wish, waited: Waited) -> None:
    """Write who is to be called, and who need not be any more. Whoever has acted is back."""
    calls = schema.calls
    here = calls.c.table_id == wish.table
    if waited.done:
        connection.execute(update(calls).where(here & calls.c.side.in_(waited.done)).values(due=None))
    back = here & (calls.c.side == wish.entry.side)
    connection.execute(update(calls).where(back).values(is_told=False, tries=0, due=None))
    if waited.fresh:
        away = here & calls.c.side.in_(waited.fresh) & (true() if waited.is_over else calls.c.is_told.is_(False))
        connection.execute(update(calls).where(away).values(due=wish.call_at, tries=0))


def set_pragmas(connection: Any, _: Any) -> None:
    """What every connection to a file begins with."""
    cursor, busy = connection.cursor(), f"busy_timeout={BUSY_SECONDS * 1000:.0f}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", busy, "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Storage:
    """All reading and writing. Every failure of the database is a `StorageDown`."""

    def __init__(self, engine: AsyncEngine, *, worker: str = "", is_shared: bool | None = None) -> None:
        self.engine = engine
        self.worker = worker
        self.is_shared = engine.dialect.name == "postgresql" if is_shared is None else is_shared
        self.commit_seconds: Callable[[float], object] = lambda _: None
        self._file = None if self.is_shared else _plain_engine(engine)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._wishes: list[_Wish] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write the journal."""
        self._writer = asyncio.create_task(self._write_on(), name="journal")

    async def close(self) -> None:
        """Write what waits, and let the database go."""
        if self._writer is not None:
            while self._wishes:
                await asyncio.sleep(0.01)
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        self._thread.shutdown()
        if self._file is not None:
            self._file.dispose()
        await self.engine.dispose()

    # --- tables ------------------------------------------------------------------------------------------------

    async def add_table(self, row: TableRow, seats: Iterable[SeatRow]) -> None:
        """Keep a new table."""
        values = {**msgspec.structs.asdict(row), "options": msgspec.json.encode(row.options).decode()}
        values["created"] = time.time()
        del values["folder"], values["numbers"]
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(schema.tables), values)
                rows = [{"table_id": row.id, **msgspec.structs.asdict(seat)} for seat in seats]
                await connection.execute(insert(schema.seats), rows)
        except GONE as error:
            raise StorageDown from error

    async def table(self, table: str) -> Kept | None:
        """Everything that is kept of a table; None when there is none."""
        try:
            async with self.engine.connect() as connection:
                found = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table))).first()
                if found is None:
                    return None
                fields = dict(found._mapping)
                row = TableRow(**{**fields, "options": msgspec.json.decode(fields["options"])})
                seats, entries = await _seats(connection, table), await _entries(connection, table, 0)
                row = msgspec.structs.replace(row, numbers={seat.side: seat.number for seat in seats if seat.number})
                marks = await _marks(connection, table)
                resumed = max((entry.seq for entry in entries if entry.kind == RESUME), default=0)
                begun = await _landmark(connection, table, resumed) if resumed else None
                return Kept(row, seats, entries, marks, begun)
        except GONE as error:
            raise StorageDown from error

    async def landmark(self, table: str, seq: int) -> Landmark | None:
        """The landmark that was written with an entry."""
        try:
            async with self.engine.connect() as connection:
                return await _landmark(connection, table, seq)
        except GONE as error:
            raise StorageDown from error

    async def news(self, table: str, after: int) -> tuple[list[SeatRow], list[Entry]]:
        """Who sits at a table now, and its record after a sequence number."""
        try:
            async with self.engine.connect() as connection:
                return await _seats(connection, table), await _entries(connection, table, after)
        except GONE as error:
            raise StorageDown from error

    async def seats(self, table: str) -> list[SeatRow]:
        """Who sits at a table; nobody if there is none."""
        try:
            async with self.engine.connect() as connection:
                return await _seats(connection, table)
        except GONE as error:
            raise StorageDown from error

    async def change_seat(self, table: str, side: str, **changes: Any) -> None:
        """Give a seat a new token, or note that its holder has come."""
        seats = schema.seats
        try:
            async with self.engine.begin() as connection:
                here = (seats.c.table_id == table) & (seats.c.side == side)
                await connection.execute(update(seats).where(here).values(**changes))
                await self._notify(connection, [table])
        except GONE as error:
            raise StorageDown from error

    async def claim(self, table: str, invite_hash: str, token_hash: str) -> str | None:
        """Turn an invite into a token, once; the side it is for, or None when it was claimed before or never was."""
        seats = schema.seats
        here = (seats.c.table_id == table) & (seats.c.invite_hash == invite_hash)
        try:
            async with self.engine.begin() as connection:
                side = (await connection.execute(select(seats.c.side).where(here))).scalar()
                changes = {"invite_hash": None, "token_hash": token_hash}
                done = await connection.execute(update(seats).where(here).values(**changes))
                await self._notify(connection, [table])
                return side if done.rowcount == 1 else None
        except GONE as error:
            raise StorageDown from error

    async def renew_invite(self, table: str, invite_hash: str, fresh_hash: str) -> str | None:
        """Put another invite in the place of one that nobody has claimed; the side it is for, None if there is none."""
        seats = schema.seats
        here = (seats.c.table_id == table) & (seats.c.invite_hash == invite_hash)
        try:
            async with self.engine.begin() as connection:
                side = (await connection.execute(select(seats.c.side).where(here))).scalar()
                done = await connection.execute(update(seats).where(here).values(invite_hash=fresh_hash))
                return side if done.rowcount == 1 else None
        except GONE as error:
            raise StorageDown from error

    async def shares(self, table: str) -> dict[str, ShareRow]:
        """Who shares a side at a table, by name."""
        shares = schema.shares
        columns = (shares.c.side, shares.c.name, shares.c.token_hash, shares.c.formations)
        try:
            async with self.engine.connect() as connection:
                found = await connection.execute(select(*columns).where(shares.c.table_id == table))
                rows = [ShareRow(*row[:3], tuple(msgspec.json.decode(row[3]))) for row in found]
                return {row.name: row for row in rows}
        except GONE as error:
            raise StorageDown from error

    async def put_share(self, table: str, row: ShareRow) -> None:
        """Keep who shares a side, in the place of whoever had that name."""
        shares = schema.shares
        values = {**msgspec.structs.asdict(row), "formations": msgspec.json.encode(row.formations).decode()}
        try:
            async with self.engine.begin() as connection:
                await connection.execute(delete(shares).where(_named(table, row.name)))
                await connection.execute(insert(shares), {"table_id": table, **values})
                await self._notify(connection, [table])
        except GONE as error:
            raise StorageDown from error

    async def end_share(self, table: str, name: str) -> None:
        """Somebody shares a side no longer."""
        try:
            async with self.engine.begin() as connection:
                await connection.execute(delete(schema.shares).where(_named(table, name)))
                await self._notify(connection, [table])
        except GONE as error:
            raise StorageDown from error

    async def put_in(self, table: str, side: str, column: Literal["promise", "number"], value: str) -> bool:
        """Keep what a seat puts into the dice, once; whether it was the first."""
        seats = schema.seats
        here = (seats.c.table_id == table) & (seats.c.side == side) & (seats.c[column] == "")
        try:
            async with self.engine.begin() as connection:
                done = await connection.execute(update(seats).where(here).values({column: value, "has_come": True}))
                if column == "number":  # the last one begins the game
                    tables = schema.tables
                    await connection.execute(update(tables).where(tables.c.id == table).values(begun=time.time()))
                return bool(done.rowcount == 1)
        except GONE as error:
            raise StorageDown from error

    async def knows(self, token_hash: str) -> bool:
        """Whether any seat has this token, or anybody who shares one."""
        try:
            async with self.engine.connect() as connection:
                for kept in (schema.seats, schema.shares):
                    query = select(kept.c.side).where(kept.c.token_hash == token_hash).limit(1)
                    if (await connection.execute(query)).first() is not None:
                        return True
                return False
        except GONE as error:
            raise StorageDown from error

    # --- thoughts ----------------------------------------------------------------------------------------------

    async def thoughts(self, table: str) -> list[ThoughtRow]:
        """What was thought at a table, in order."""
        kept = schema.thoughts
        columns = (kept.c.step, kept.c.side, kept.c.kind, kept.c.reasons)
        query = select(*columns).where(kept.c.table_id == table).order_by(kept.c.number)
        try:
            async with self.engine.connect() as connection:
                found = await connection.execute(query)
                return [ThoughtRow(*row[:3], msgspec.json.decode(row[3], type=Reasons)) for row in found]
        except GONE as error:
            raise StorageDown from error

    async def add_thought(self, table: str, row: ThoughtRow) -> None:
        """Keep a thought after those that are kept already."""
        kept = schema.thoughts
        values = {**msgspec.structs.asdict(row), "reasons": msgspec.json.encode(row.reasons).decode()}
        last = select(func.coalesce(func.max(kept.c.number), 0)).where(kept.c.table_id == table)
        try:
            async with self.engine.begin() as connection:
                number = (await connection.execute(last)).scalar_one() + 1
                await connection.execute(insert(kept), {"table_id": table, "number": number, **values})
        except GONE as error:
            raise StorageDown from error

    # --- computers that are waited for -------------------------------------------------------------------------

    async def due(self, now: float, most: int) -> list[str]:
        """Tables whose computers are to move and that nobody has taken up, the longest waiting first."""
        tables = schema.tables
        query = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(most)
        try:
            async with self.engine.connect() as connection:
                return list((await connection.execute(query)).scalars())
        except GONE as error:
            raise StorageDown from error

    async def set_due(self, table: str, due: float | None) -> None:
        """When somebody is to look after the computers of a table again; None if nobody need."""
        try:
            async with self.engine.begin() as connection:
                await connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(due=due))
        except GONE as error:
            raise StorageDown from error

    async def ping(self) -> None:
        """Ask for a sign of life, and for the tables to be there."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(select(schema.tables.c.id).limit(1))
        except GONE as error:
            raise StorageDown from error

    async def tell_others(self, word: str) -> None:
        """Send the other workers a word, where there can be any."""
        if not self.is_shared:
            return
        try:
            async with self.engine.begin() as connection:
                await connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": f"{self.worker} {word}"})
        except GONE as error:
            raise StorageDown from error

    # --- the journal -------------------------------------------------------------------------------------------

    async def append(
        self,
        table: str,
        entry: Entry,
        landmark: Landmark | None = None,
        outdated: tuple[int, ...] = (),
        *,
        is_due: bool | None = None,
        waited: Waited | None = None,
        call_at: float = 0.0,
    ) -> None:
        """Write an entry, with a landmark in the place of outdated ones if there is a new one.

        `is_due`: whether a computer is waited for from now on; None if that is as it was. `waited`: which people are,
        who are called at `call_at` if they do not come by then.
        Returns when it is committed. Raises `SequenceTaken` if its number is taken.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._wishes.append(_Wish(table, entry, done, landmark, outdated, is_due, waited, call_at))
        self._wake.set()
        await done

    async def _write_on(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._wishes = self._wishes[:_MOST_AT_ONCE], self._wishes[_MOST_AT_ONCE:]
            if not self._wishes:
                self._wake.clear()
            began = time.perf_counter()
            await self._write(batch)
            self.commit_seconds(time.perf_counter() - began)

    async def _write(self, batch: Sequence[_Wish]) -> None:
        """One transaction for all, and one for each if somebody's number was taken."""
        try:
            await self._insert(batch)
        except IntegrityError:
            if len(batch) == 1:
                _answer(batch, SequenceTaken())
                return
            for wish in batch:
                await self._write([wish])
        except asyncio.CancelledError:
            _answer(batch, StorageDown())
            raise
        except Exception as error:  # whatever went wrong, nobody may wait for ever
            failure = StorageDown()
            failure.__cause__ = error
            _answer(batch, failure)
        else:
            _answer(batch, None)

    async def _insert(self, batch: Sequence[_Wish]) -> None:
        """Commit entries. A file is written in one go by a thread; through the asynchronous driver it takes five."""
        if self._file is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, _insert_now, self._file, batch)
            return
        async with self.engine.begin() as connection:
            await connection.run_sync(_insert, batch)
            await self._notify(connection, [wish.table for wish in batch])

    async def _notify(self, connection: AsyncConnection, tables: Iterable[str]) -> None:
        if self.is_shared:
            for table in sorted(set(tables)):
                payload = f"{self.worker} {table}"
                await connection.execute(
                    text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
                )


def _answer(batch: Sequence[_Wish], error: Exception | None) -> None:
    for wish in batch:
        if wish.done.done():
            continue
        if error is None:
            wish.done.set_result(None)
        else:
            wish.done.set_exception(error)


def _row(wish: _Wish) -> dict[str, Any]:
    return {"table_id": wish.table, **msgspec.structs.asdict(wish.entry)}


def _named(table: str, name: str) -> Any:
    return (schema.shares.c.table_id == table) & (schema.shares.c.name == name)


async def _seats(connection: AsyncConnection, table: str) -> list[SeatRow]:
    seats = schema.seats
    columns = [seats.c[name] for name in SeatRow.__struct_fields__]
    found = await connection.execute(select(*columns).where(seats.c.table_id == table))
    return [SeatRow(*row) for row in found]


async def _entries(connection: AsyncConnection, table: str, after: int) -> list[Entry]:
    entries = schema.entries
    columns = [entries.c[name] for name in Entry.__struct_fields__]
    here = (entries.c.table_id == table) & (entries.c.seq > after)
    found = await connection.execute(select(*columns).where(here).order_by(entries.c.seq))
    return [Entry(*row) for row in found]


async def _marks(connection: AsyncConnection, table: str) -> list[Mark]:
    landmarks = schema.landmarks
    columns = (landmarks.c.seq, landmarks.c.after, landmarks.c.name)
    found = await connection.execute(select(*columns).where(landmarks.c.table_id == table).order_by(landmarks.c.seq))
    return [Mark(*row) for row in found]


async def _landmark(connection: AsyncConnection, table: str, seq: int) -> Landmark | None:
    landmarks = schema.landmarks
    columns = (landmarks.c.seq, landmarks.c.after, landmarks.c.name, landmarks.c.save)
    here = (landmarks.c.table_id == table) & (landmarks.c.seq == seq)
    found = (await connection.execute(select(*columns).where(here))).first()
    return None if found is None else Landmark(Mark(*found[:3]), found[3])
