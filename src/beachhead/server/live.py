"""The socket of a table: the client says who it is, then hears of every change."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from beachhead.server import wire
from beachhead.server.audience import Watcher
from beachhead.server.calls import Calls
from beachhead.server.errors import ApiError
from beachhead.server.notices import Notices
from beachhead.server.security import Guests
from beachhead.server.tables import TableHost

log = structlog.get_logger("beachhead.live")

_HELLO_SECONDS = 10.0
_HELLO_BYTES = 2000
_REFUSED, _BAD_FRAME, _TOO_OFTEN, _GOING, _BUSY = 4401, 4400, 4429, 1001, 1013
"""Codes of closing: the status of the API after a 4, or those of the protocol."""

Socket = WebSocket[Any, Any, State]


class Live:
    """All sockets of this worker."""

    def __init__(self, host: TableHost, notices: Notices, guests: Guests, calls: Calls) -> None:
        self._host = host
        self._calls = calls
        self._guests = guests
        self._notices = notices

    async def serve(self, socket: Socket, table: str) -> None:
        """One socket, from its first message to its last."""
        await socket.accept()
        self._host.metrics.sockets.inc()
        try:
            await self._serve(socket, table)
        except WebSocketDisconnect:
            log.debug("socket gone", table=table)
        finally:
            self._host.metrics.sockets.dec()

    async def _serve(self, socket: Socket, table: str) -> None:
        hello = await _hello(socket)
        if hello is None:
            await _close(socket, _BAD_FRAME, "the first message has to be a token as JSON")
            return
        if self._host.audience.count >= self._host.settings.sockets:
            await _close(socket, _BUSY, "too many sockets are open")
            return
        client = socket.client.host if socket.client else ""
        if not await self._guests.may_come(client, hello.token):
            await _close(socket, _TOO_OFTEN, "too many links that open nothing")
            return
        try:
            await self._watch(socket, table, hello)
        except ApiError as error:
            if error.status == 401:
                self._guests.note_bad(client)
            await _close(socket, 4000 + error.status, error.message)

    async def _watch(self, socket: Socket, table: str, hello: wire.Hello) -> None:
        audience = self._host.audience
        with contextlib.ExitStack() as stay:
            async with self._host.seated(table, hello.token) as (found, sitting):
                watcher = Watcher(sitting.side, sitting.person)
                was_there = watcher.side in audience.sides_here(table)
                stay.enter_context(audience.watching(table, watcher))
                await self._host.welcome(found, watcher, hello)
            await self._calls.seen(table, watcher.side, watcher.person)
            if not was_there:
                await self._tell_seats(table, watcher.side)
            try:
                await _talk(socket, watcher, lambda: self._turned(table, watcher))
            finally:
                stay.close()
                if watcher.side not in audience.sides_here(table):
                    await self._tell_seats(table, watcher.side)

    async def _turned(self, table: str, watcher: Watcher) -> None:
        """Somebody looks at the table, or elsewhere."""
        if watcher.is_looking:
            await self._calls.seen(table, watcher.side, watcher.person)
        await self._notices.tell_presence(table)

    async def _tell_seats(self, table: str, side: str | None) -> None:
        """Tell those who watch, here and at other workers, that somebody has come or gone; spectators do so unseen."""
        if side is None:
            return
        await self._notices.tell_presence(table)
        with contextlib.suppress(ApiError):  # told again when the table can be read
            await self._host.announce_seats(table)


async def _hello(socket: Socket) -> wire.Hello | None:
    """The first message, if it comes in time and says what it should."""
    try:
        async with asyncio.timeout(_HELLO_SECONDS):
            text = await socket.receive_data(mode="text")
        if len(text) > _HELLO_BYTES:
            return None
        return msgspec.json.decode(text, type=wire.Hello)
    except (TimeoutError, msgspec.DecodeError, KeyError, ValueError, TypeError):
        return None


async def _talk(socket: Socket, watcher: Watcher, on_turn: Callable[[], Awaitable[None]]) -> None:
    """Send what comes up until the client or the server has had enough."""
    listening = asyncio.create_task(_listen(socket, watcher, on_turn))
    try:
        while (message := await watcher.messages.get()) is not None:
            await socket.send_data(message, mode="text", encoding="utf-8")
        if watcher.reason != "gone":
            code = _REFUSED if watcher.reason == "revoked" else _GOING
            await _close(socket, code, watcher.reason)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _listen(socket: Socket, watcher: Watcher, on_turn: Callable[[], Awaitable[None]]) -> None:
    """Wait for the client to go. It may say whether it lies in sight; whatever else it says is left unread."""
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            looking = _looking(str(message.get("text") or ""))
            if looking is not None and looking != watcher.is_looking:
                watcher.is_looking = looking
                await on_turn()
    except WebSocketDisconnect:
        log.debug("socket gone")
    watcher.dismiss("gone")


def _looking(text: str) -> bool | None:
    """Whether a client says that it lies in sight; None if it says something else."""
    try:
        return msgspec.json.decode(text, type=wire.Looking).looking if len(text) <= _HELLO_BYTES else None
    except (msgspec.DecodeError, ValueError):
        return None


async def _close(socket: Socket, code: int, reason: str) -> None:
    """Say why, and close."""
    message = wire.encode(wire.ClosedMessage(reason))
    await socket.send_data(message, mode="text", encoding="utf-8")
    await socket.close(code=code, reason=reason[:100])
