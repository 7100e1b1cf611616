"""The door: how long a connection may take to say what it wants, how many come from one address, and who goes first.

Whoever has said it is out of the door's hands: requests are weighed by the `Shield`, and sockets are pinged.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from itertools import count
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from beachhead.server.settings import LOOPBACK

if sys.platform != "win32":
    import resource

MOST_FILES = 16_384
_OTHER_FILES = 256
"""Files that are no connections: the database, the games, the processes of the computers."""


def open_more_files() -> None:
    """Let this process have as many connections as the system allows without being asked."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _most_files() -> int:
    if sys.platform == "win32":
        return MOST_FILES
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


class Door(HttpToolsProtocol):
    """A connection up to the moment when it becomes a socket."""

    head_seconds: ClassVar[float] = 15.0
    """How long the head of a request may take, from the first byte or from the connection."""
    body_seconds: ClassVar[float] = 120.0
    """How long its body may take then."""
    per_address: ClassVar[int] = 512
    """How many connections one address may have, sockets among them."""
    near: ClassVar[tuple[str, ...]] = LOOPBACK
    """Addresses of this computer, which may have any number: whoever is here needs no door."""
    most: ClassVar[int | None] = None
    """How many there may be in all; None is what the files of this process allow."""

    _deadline: asyncio.TimerHandle | None = None
    _number = 0
    _numbers: ClassVar[Iterator[int]] = count()

    @property
    def is_waiting(self) -> bool:
        """Whether nothing is being done for it: it has not said all that it wants, or has been answered."""
        return self._deadline is not None or self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, if there are not too many from the same place; when all is full the oldest that waits goes."""
        super().connection_made(transport)
        self._number = next(self._numbers)
        if self._is_one_too_many():
            transport.abort()
            return
        self._allow(self.head_seconds)
        if len(self.connections) > self._room():
            self._make_room()

    def _make_room(self) -> None:
        doors = [other for other in self.connections if isinstance(other, Door)]
        going = sum(other.transport.is_closing() for other in doors)
        if len(self.connections) - going > self._room():
            waiting = [other for other in doors if other.is_waiting and not other.transport.is_closing()]
            min(waiting, key=lambda other: other._number).transport.abort()

    def _is_one_too_many(self) -> bool:
        if self.client is None:
            return False
        here = self.client[0]
        if here in self.near or (self.config.proxy_headers and here in self.config.forwarded_allow_ips):
            return False  # a proxy stands for many
        clients: list[tuple[str, int] | None] = [getattr(other, "client", None) for other in self.connections]
        return sum(client is not None and client[0] == here for client in clients) > self.per_address

    def _room(self) -> int:
        if self.most is not None:
            return self.most
        files = _most_files()
        return max(files - _OTHER_FILES, files // 2)

    # --- clocks ------------------------------------------------------------------------------------------------

    def _allow(self, seconds: float) -> None:
        self._stop_clock()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def data_received(self, data: bytes) -> None:
        """A byte is the beginning of a request, whatever it is."""
        if self._deadline is None:
            self._allow(self.head_seconds)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._allow(self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All is there."""
        self._stop_clock()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket, which has to say its token in time and is pinged from then on."""
        self._stop_clock()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._stop_clock()
        super().connection_lost(exc)
