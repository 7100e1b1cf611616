"""Who watches which table. A change is encoded once for each side that watches, however many sockets it has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from beachhead.server import wire
from beachhead.server.news import Told

_MOST_WAITING = 64


class Watcher:
    """A socket that watches a table through the eyes of a side; None is a spectator."""

    def __init__(self, side: str | None, person: str = "") -> None:
        self._is_greeted = False
        self.side = side
        self.person = person
        self.messages: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_WAITING)
        self.reason = ""
        self.is_looking = True
        """Whether the page lies in sight, as far as it says."""

    def greet(self, message: bytes) -> None:
        """The first message. Whatever came up before it is in it."""
        self._is_greeted = True
        self.send(message)

    def send(self, message: bytes) -> None:
        """Put a message into the queue; a watcher who does not keep up is sent away, and may come again."""
        if not self._is_greeted:
            return
        if self.reason:
            return
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            self.dismiss("too slow")

    def dismiss(self, reason: str) -> None:
        """End the watch: what waits is dropped, and the reason is the last message."""
        self.reason = reason
        while not self.messages.empty():
            self.messages.get_nowait()
        self.messages.put_nowait(None)


class Audience:
    """All watchers by table, and what each side there has been told, which is the same for all its watchers."""

    def __init__(self) -> None:
        self._watchers: dict[str, dict[Watcher, None]] = {}
        self._told: dict[str, dict[str | None, Told]] = {}
        self.elsewhere: Callable[[str], set[str]] = lambda _: set()
        self.looking_elsewhere: Callable[[str], set[str]] = lambda _: set()
        self.count = 0

    @contextmanager
    def watching(self, table: str, watcher: Watcher) -> Iterator[None]:
        """While the watcher is there."""
        self._watchers.setdefault(table, {})[watcher] = None
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1
            self._watchers[table].pop(watcher, None)
            if all(other.side != watcher.side for other in self._watchers[table]):
                self._told.get(table, {}).pop(watcher.side, None)
            if not self._watchers[table]:
                del self._watchers[table]
                self._told.pop(table, None)

    def at(self, table: str) -> list[Watcher]:
        """Who watches the table here, in the order in which they came."""
        return list(self._watchers.get(table, ()))

    def tables(self) -> list[str]:
        """The tables that somebody watches here."""
        return list(self._watchers)

    def sides_here(self, table: str) -> set[str]:
        """The sides whose people are connected to this worker."""
        return {watcher.side for watcher in self.at(table) if watcher.side is not None}

    def looking_here(self, table: str) -> set[str]:
        """The sides whose people look at the table, connected to this worker."""
        return {watcher.side for watcher in self.at(table) if watcher.side is not None and watcher.is_looking}

    def looking(self, table: str) -> set[str]:
        """The sides whose people look at the table, connected to whichever worker."""
        return self.looking_here(table) | self.looking_elsewhere(table)

    def connected(self, table: str) -> set[str]:
        """The sides whose people are connected, to whichever worker."""
        return self.sides_here(table) | self.elsewhere(table)

    # --- what has been told ------------------------------------------------------------------------------------

    def told(self, table: str, side: str | None) -> Told | None:
        """What this side's watchers have been told last; None if they have to be told everything."""
        return self._told.get(table, {}).get(side)

    def note(self, table: str, side: str | None, told: Told) -> None:
        """They have been told this."""
        if any(watcher.side == side for watcher in self.at(table)):
            self._told.setdefault(table, {})[side] = told

    def forget_told(self, table: str) -> None:
        """The table was built anew: tell everything again."""
        self._told.pop(table, None)

    # --- telling -----------------------------------------------------------------------------------------------

    def tell(self, table: str, message: wire.LiveMessage) -> None:
        """Send everybody at the table the same."""
        watchers = self.at(table)
        if watchers:
            encoded = wire.encode(message)
            for watcher in watchers:
                watcher.send(encoded)

    def tell_side(self, table: str, side: str | None, encoded: bytes) -> None:
        """Send those who watch through one side's eyes the same."""
        for watcher in self.at(table):
            if watcher.side == side:
                watcher.send(encoded)

    def dismiss(self, table: str, side: str | None, reason: str, person: str | None = None) -> None:
        """Send those away who watch through one side's eyes; of those who share it, one alone if he is named."""
        for watcher in self.at(table):
            if watcher.side == side and person in (None, watcher.person):
                watcher.dismiss(reason)
