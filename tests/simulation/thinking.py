"""Computers that think in processes of the simulation: the real thinker behind pipes that take their time."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
from tests.simulation.loop import SimProcess

from beachhead.server.botworker import HEADER_BYTES, Task, Thinker, frame


class ThinkingProcess:
    """What `asyncio.subprocess.Process` is for the server."""

    def __init__(self, server: SimProcess, chance: Random, deadliness: float) -> None:
        self.process = SimProcess(f"{server.name}'s computer")
        self._server, self._chance, self._deadliness = server, chance, deadliness
        self._thinker = Thinker()
        self._heard = b""
        self.stdin, self.stdout = self, asyncio.StreamReader()
        self.returncode: int | None = None

    def write(self, data: bytes) -> None:
        """Something to think about."""
        self._heard += data
        size = HEADER_BYTES + int.from_bytes(self._heard[:HEADER_BYTES], "big")
        assert len(self._heard) == size, "one task at a time"
        task, self._heard = msgspec.msgpack.decode(self._heard[HEADER_BYTES:], type=Task), b""
        slow = self._chance.random() < 0.05
        seconds = self._chance.uniform(5, 40) if slow else self._chance.expovariate(1 / 0.15)
        asyncio.get_running_loop().call_later(seconds, self._answer, task)

    async def drain(self) -> None:
        """It is on its way."""

    def _answer(self, task: Task) -> None:
        if self.returncode is not None or not self._server.is_alive:
            return
        if self._chance.random() < self._deadliness:
            self.kill()
        else:
            self.stdout.feed_data(frame(self._thinker.answer(task)))

    def kill(self) -> None:
        """It ends."""
        if self.returncode is None:
            self.returncode = -9
            self.stdout.feed_eof()

    async def wait(self) -> int | None:
        """It has ended."""
        return self.returncode
