"""Messages that it is somebody's move, by the service of his choice, to those who do not look at the table.

That somebody is waited for is written with the entry that makes it so (`Waited`), in the same transaction, and nothing
else happens there: an action never waits for a message. Any worker takes up what is due and sends it from a process of
its own (`callworker.py`). By then a moment has gone: whoever looks at the table, or is no longer waited for, needs no
message. One is sent for each absence. An address is sealed with this server's key and told to nobody, not even to
whoever gave it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Awaitable
from importlib.util import find_spec
from typing import Any, TypeVar
from urllib.parse import parse_qs, quote, urlsplit

import msgspec
import structlog
from cryptography.fernet import InvalidToken
from sqlalchemy import Delete, Update, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from beachhead.kernel import Game
from beachhead.server import schema, wire
from beachhead.server.callworker import Message, Result
from beachhead.server.errors import ApiError, Forbidden, NotFound, Unprocessable
from beachhead.server.keyfiles import seal_key
from beachhead.server.seats import Sitting
from beachhead.server.security import Limit
from beachhead.server.settings import CALL_SECONDS, Settings
from beachhead.server.storage import GONE, StorageDown
from beachhead.server.table import GameTable
from beachhead.server.tables import TableHost
from beachhead.server.waiting import waited_for

T = TypeVar("T")

log = structlog.get_logger("beachhead.calls")

_LOOK_SECONDS = 2.0
_LEASE_SECONDS = 120.0
"""How long other workers leave a message alone that one has taken up."""
_SEND_SECONDS = 40.0
_AT_ONCE = 2
_MOST_DUE = 20
_AGAIN_SECONDS = (60.0, 300.0, 1800.0, 7200.0)
"""How long after each failure it is tried again."""
_TRIES_A_SECOND, _TRIES_AT_ONCE = 1 / 60, 4.0
_ALL_A_SECOND, _ALL_AT_ONCE = 1 / 6, 30.0
_ADDRESS = re.compile(r"[^\s@<>,;:\"?&/\\]+@[^\s@<>,;:\"?&/\\]+\.[^\s@<>,;:\"?&/\\]+")


def is_offered(settings: Settings) -> bool:
    """Whether this server sends messages at all."""
    return bool(settings.services or settings.mail) and find_spec("apprise") is not None


def _bare_environment() -> dict[str, str]:
    """What a process is given that a stranger's address leads: no secrets, and no proxy to reach what it must not."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("BEACHHEAD_") and not name.lower().endswith("_proxy")
    }


class _Row(msgspec.Struct, frozen=True):
    """Somebody who wants to be called at a table."""

    table: str
    side: str
    person: str
    sealed: str
    service: str
    tries: int
    due: float | None
    problem: str


class CallBook:
    """Who wants to be called, in the database."""

    def __init__(self, host: TableHost) -> None:
        self._engine = host.storage.engine

    async def put(self, table: str, sitting: Sitting, sealed: str, service: str) -> None:
        """Keep an address, in the place of the one before."""
        here = _here(table, sitting.side or "", sitting.person)
        row = {"table_id": table, "side": sitting.side, "person": sitting.person, "sealed": sealed, "service": service}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(delete(schema.calls).where(here))
                await connection.execute(insert(schema.calls), {**row, "made": time.time()})
        except GONE as error:
            raise StorageDown from error

    async def get(self, table: str, sitting: Sitting) -> _Row | None:
        """What is kept for somebody."""
        return next(iter(await self._rows(_here(table, sitting.side or "", sitting.person))), None)

    async def due(self, now: float) -> list[_Row]:
        """Who is to be called now."""
        return await self._rows(schema.calls.c.due <= now)

    async def _rows(self, wanted: ColumnElement[bool]) -> list[_Row]:
        calls = schema.calls
        names = ("table_id", "side", "person", "sealed", "service", "tries", "due", "problem")
        columns = [calls.c[name] for name in names]
        query = select(*columns).where(wanted).order_by(calls.c.due).limit(_MOST_DUE)
        try:
            async with self._engine.connect() as connection:
                return [_Row(*row) for row in await connection.execute(query)]
        except GONE as error:
            raise StorageDown from error

    async def change(self, row: _Row, **changes: object) -> bool:
        """Write how a call stands; whether it was as this worker knew it."""
        calls = schema.calls
        here = _here(row.table, row.side, row.person) & (calls.c.due == row.due)
        return await self._write(update(calls).where(here).values(**changes))

    async def remove(self, table: str, side: str, person: str) -> bool:
        """Forget an address."""
        return await self._write(delete(schema.calls).where(_here(table, side, person)))

    async def seen(self, table: str, side: str, person: str) -> None:
        """Somebody looks at the table: his absence is over."""
        calls = schema.calls
        away = calls.c.is_told | calls.c.due.is_not(None)
        await self._write(
            update(calls).where(_here(table, side, person) & away).values(is_told=False, due=None, tries=0, problem="")
        )

    async def _write(self, statement: Update | Delete) -> bool:
        try:
            async with self._engine.begin() as connection:
                return bool((await connection.execute(statement)).rowcount == 1)
        except GONE as error:
            raise StorageDown from error


def _here(table: str, side: str, person: str) -> ColumnElement[bool]:
    calls = schema.calls
    return (calls.c.table_id == table) & (calls.c.side == side) & (calls.c.person == person)


class Calls:
    """Takes addresses, and calls people."""

    def __init__(self, host: TableHost) -> None:
        self._host = host
        self._settings = host.settings
        self._book = CallBook(host)
        self._key = seal_key(host.settings.store)
        self.is_offered = is_offered(host.settings)
        self._own = Limit(_TRIES_A_SECOND, _TRIES_AT_ONCE)
        self._client = Limit(_TRIES_A_SECOND, 2 * _TRIES_AT_ONCE)
        self._all = Limit(_ALL_A_SECOND, _ALL_AT_ONCE)
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._looking: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to look for whom to call."""
        if self.is_offered:
            self._looking = asyncio.create_task(self._look_on(), name="calls")

    async def close(self) -> None:
        """Stop; what was being sent is sent again when the server is back."""
        tasks = [*self._sending, *([] if self._looking is None else [self._looking])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- addresses ---------------------------------------------------------------------------------------------

    async def offer(self, table: str, token: str | None) -> wire.CallOffer:
        """How somebody can be called here, and whether he is."""
        sitting = await self._player(table, token)
        row = await self._ask(self._book.get(table, sitting)) if self.is_offered else None
        current = None if row is None else wire.CallInfo(row.service, row.problem)
        services = list(self._settings.services) if self.is_offered else []
        return wire.CallOffer(
            services=services, has_mail=self.is_offered and bool(self._settings.mail), current=current
        )

    async def want(self, table: str, token: str | None, wish: wire.NewCall, client: str) -> wire.CallOffer:
        """Call somebody at this address from now on."""
        sitting = await self._player(table, token)
        self._must_offer()
        self._weigh(table, sitting, client)
        address, allowed = self._resolve(wish.address.strip())
        found = await self._send(Message(address, allowed))
        if not found.is_sent:
            raise Unprocessable(found.problem, error="bad_address")
        sealed = self._key.key().encrypt(wish.address.strip().encode()).decode()
        await self._ask(self._book.put(table, sitting, sealed, found.service))
        return await self.offer(table, token)

    async def try_out(self, table: str, token: str | None, client: str) -> wire.CallTry:
        """Send a message that is only a try."""
        sitting = await self._player(table, token)
        self._must_offer()
        row = await self._ask(self._book.get(table, sitting))
        if row is None:
            raise NotFound("Nobody is to be called here.", error="no_call")
        self._weigh(table, sitting, client)
        words = self._with_link("When it is your move, and you do not look at the table, a message comes here.", table)
        found = await self._send(self._message(row, "A try from Beachhead", words))
        return wire.CallTry(found.is_sent, found.problem)

    async def end(self, table: str, token: str | None) -> wire.CallOffer:
        """Call somebody no longer, and forget where."""
        sitting = await self._player(table, token)
        await self._ask(self._book.remove(table, sitting.side or "", sitting.person))
        return await self.offer(table, token)

    async def seen(self, table: str, side: str | None, person: str) -> None:
        """Somebody looks at a table."""
        if self.is_offered and side is not None:
            with contextlib.suppress(StorageDown):  # he may get a message that he does not need
                await self._book.seen(table, side, person)

    async def _player(self, table: str, token: str | None) -> Sitting:
        sitting = await self._ask(self._host.sitting(table, token))
        if sitting.side is None:
            raise Forbidden("A spectator watches and is never waited for.", error="spectator")
        return sitting

    async def _ask(self, asked: Awaitable[T]) -> T:
        try:
            return await asked
        except StorageDown as error:
            self._host.unavailable(error)

    def _must_offer(self) -> None:
        if not self.is_offered:
            raise Unprocessable("This server sends no messages.", error="no_calls")

    def _weigh(self, table: str, sitting: Sitting, client: str) -> None:
        whose = (self._own, f"{table} {sitting.side} {sitting.person}"), (self._client, client), (self._all, "")
        if not all(limit.allows(key) for limit, key in whose):
            raise ApiError("Too many messages at once; wait a few minutes.", error="too_many_calls", status=429)

    def _resolve(self, address: str) -> tuple[str, dict[str, tuple[str, ...]]]:
        """An address for the library, and what it may be: a plain e-mail address goes by the owner's mail account."""
        if _ADDRESS.fullmatch(address) and self._settings.mail:
            base = self._settings.mail
            parts = urlsplit(base)
            hosts = [parts.hostname or "", *parse_qs(parts.query).get("smtp", [])]
            near = tuple(filter(None, hosts))
            return f"{base}{'&' if '?' in base else '?'}to={quote(address)}", {"mailto": near}
        return address, {name: tuple(hosts) for name, hosts in self._settings.services.items()}

    # --- sending -----------------------------------------------------------------------------------------------

    def _message(self, row: _Row, title: str, body: str) -> Message:
        try:
            address = self._key.key().decrypt(row.sealed.encode()).decode()
        except InvalidToken:
            address = ""  # the key is another one
        found, allowed = self._resolve(address)
        return Message(found, allowed, title, body)

    def _with_link(self, words: str, table: str) -> str:
        home = self._settings.home_page
        return f"{words}\n{home}/table/{table}?call" if home else words

    async def _send(self, message: Message) -> Result:
        """Send a message from a process of its own, which is ended if it takes too long."""
        async with self._gate:
            command = [sys.executable, "-m", "beachhead.server.callworker"]
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=_bare_environment()
            )
            try:
                async with asyncio.timeout(_SEND_SECONDS):
                    said, _ = await process.communicate(msgspec.json.encode(message))
                return msgspec.json.decode(said, type=Result)
            except (TimeoutError, msgspec.DecodeError):
                return Result(False, problem="The service does not answer.")
            finally:
                if process.returncode is None:
                    with contextlib.suppress(ProcessLookupError):
                        process.kill()
                    await process.wait()

    async def _look_on(self) -> None:
        while True:
            try:
                for row in await self._book.due(time.time()):
                    lease = time.time() + _LEASE_SECONDS
                    if await self._book.change(row, due=lease):
                        task = asyncio.create_task(self._call(msgspec.structs.replace(row, due=lease)))
                        self._sending.add(task)
                        task.add_done_callback(self._sending.discard)
            except StorageDown:
                log.warning("calls wait for the database")
            await asyncio.sleep(_LOOK_SECONDS)

    async def _call(self, row: _Row) -> None:
        """Call somebody, unless he looks at the table or is waited for no longer."""
        try:
            words = await self._words(row)
            if words is None:
                await self._book.change(row, due=None, tries=0)
                return
            found = await self._send(self._message(row, words[0], self._with_link(words[1], row.table)))
            await self._note(row, found, is_over=words[2])
        except StorageDown:  # its lease ends
            log.warning("calls wait for the database")
        except Exception as error:  # one call must not take the others with it
            log.error("a call fails", table=row.table, error=type(error).__name__)

    async def _note(self, row: _Row, found: Result, *, is_over: bool) -> None:
        log.info("called", table=row.table, service=row.service, is_sent=found.is_sent)
        if found.is_sent and is_over:
            await self._book.remove(row.table, row.side, row.person)
        elif found.is_sent:
            await self._book.change(row, due=None, tries=0, is_told=True, problem="")
        elif row.tries < len(_AGAIN_SECONDS):
            again = time.time() + _AGAIN_SECONDS[row.tries] * self._settings.call_seconds / CALL_SECONDS
            await self._book.change(row, due=again, tries=row.tries + 1, problem=found.problem[:200])
        else:
            await self._book.change(row, due=None, tries=0, is_told=True, problem=found.problem[:200])

    async def _words(self, row: _Row) -> tuple[str, str, bool] | None:
        """What to tell somebody, and whether the game is over; None if he is to be told nothing."""
        try:
            async with self._host.open(row.table) as table:
                if row.side in self._host.audience.looking(row.table) or row.side not in waited_for(table):
                    return None
                return await self._host.in_thread(words_for, table, row.side)
        except ApiError as error:
            log.warning("nobody is called", table=row.table, error=error.error)
            return None


def words_for(table: GameTable, side: str) -> tuple[str, str, bool]:
    """Title and words of a message, and whether the game is over. There is nothing in it that others have written."""
    match = table.match
    game: Game[Any] = match.game
    scenario = game.scenarios[match.scenario].title
    scene = match.scene(side)
    where = ", ".join(filter(None, (scenario, "" if scene is None else scene.heading)))
    outcome = table.outcome
    if outcome is not None:
        return f"The game is over: {game.title}", f"{where}. {outcome.reason}", True
    if table.asked_by is not None:
        return f"You are asked: {game.title}", f"{where}. The other player asks to take the last step back.", False
    return f"Your move: {game.title}", f"{where}. It is for {game.side_name(side)} to decide.", False
