"""Saves are played through in a process of their own, with a limit to its memory and its time.

A file from anywhere may be made so that reading it takes more than a server has. The process that keeps the games
ready makes another for each file, which may grow by `ROOM` and compute for `CPU_SECONDS`; whatever becomes of that
one, nobody at a table feels it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import msgspec

from beachhead.games import find_game, game_ids
from beachhead.server.errors import ApiError
from beachhead.server.exports import Arrival, Sealer, arrive
from beachhead.server.shelf import Shelf

if sys.platform != "win32":
    import resource

ROOM = 640 * 1024 * 1024
"""Bytes by which the memory may grow while a save is read and played through."""
CPU_SECONDS = 60
WALL_SECONDS = 300.0
"""When a process is given up that does not answer, on a computer that is busy."""
_NICE = 5
_HEADER_BYTES = 8
_TOO_MUCH = "it takes more time or memory than a save may"


class Parcel(msgspec.Struct, frozen=True):
    """A file with what is needed to open it."""

    data: bytes
    store: str
    overlays: dict[str, dict[str, str]]
    room: int
    seconds: int


class Unpacked(msgspec.Struct, frozen=True):
    """The table that a file makes, or why it makes none."""

    arrival: Arrival | None = None
    status: int = 422
    error: str = "bad_save"
    message: str = f"This save cannot be opened: {_TOO_MUCH}."


class Importer:
    """Takes saves in, one at a time."""

    def __init__(
        self, store: Path, overlays: Mapping[str, Mapping[str, Path]], room: int = ROOM, seconds: int = CPU_SECONDS
    ) -> None:
        self._store, self._room, self._seconds = store, room, seconds
        self._overlays = {
            game: {name: str(folder) for name, folder in named.items()} for game, named in overlays.items()
        }
        self._turn = asyncio.Lock()
        self._process: Process | None = None

    async def take(self, data: bytes) -> Arrival:
        """The table that a save makes. Raises what is wrong with it."""
        parcel = Parcel(data, str(self._store), self._overlays, self._room, self._seconds)
        async with self._turn:
            try:
                async with asyncio.timeout(WALL_SECONDS):
                    found = await self._ask(parcel)
            except (TimeoutError, OSError, EOFError):
                await self.close()
                found = Unpacked()
            except BaseException:  # half a file was sent, or half an answer read
                await self.close()
                raise
        if found.arrival is None:
            raise ApiError(found.message, error=found.error, status=found.status)
        return found.arrival

    async def _ask(self, parcel: Parcel) -> Unpacked:
        process = await self._started()
        assert process.stdin is not None and process.stdout is not None
        body = msgspec.msgpack.encode(parcel)
        process.stdin.write(len(body).to_bytes(_HEADER_BYTES, "big") + body)
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(_HEADER_BYTES), "big")
        return msgspec.msgpack.decode(await process.stdout.readexactly(size), type=Unpacked)

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            command = [sys.executable, "-m", "beachhead.server.importer"]
            self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        return self._process

    async def close(self) -> None:
        """End the process; the next save starts another."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


# --- in the process -----------------------------------------------------------------------------------------------


def unpack(parcel: Parcel) -> Unpacked:
    """Read a save and play it through."""
    overlays = {game: {name: Path(at) for name, at in named.items()} for game, named in parcel.overlays.items()}
    try:
        return Unpacked(arrive(parcel.data, Sealer(Path(parcel.store)), Shelf(overlays)))
    except ApiError as refusal:
        return Unpacked(None, refusal.status, refusal.error, refusal.message)
    except MemoryError:
        return Unpacked()


def _limit(parcel: Parcel) -> None:
    """From here on this process may grow by so much, and compute for so long; it is ended then."""
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_CPU, (parcel.seconds, parcel.seconds))
        statistics = Path("/proc/self/statm")
        if statistics.exists():  # elsewhere there is no saying how much it has
            now = int(statistics.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (now + parcel.room, now + parcel.room))


def _unpack_apart(body: bytes) -> bytes:
    """What a child answers, or that it came to its limits."""
    if sys.platform == "win32":
        return msgspec.msgpack.encode(unpack(msgspec.msgpack.decode(body, type=Parcel)))
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _answer(body, writing)
    os.close(writing)
    with os.fdopen(reading, "rb", buffering=0) as stream:
        answer = _heard(stream, child)
    _, status = os.waitpid(child, 0)
    return answer if status == 0 else msgspec.msgpack.encode(Unpacked())


def _heard(stream: BinaryIO, child: int) -> bytes:
    """All that the child says. If the server is gone meanwhile, nobody waits for it any more."""
    found = b""
    while True:
        if sys.stdin.fileno() in select.select([stream, sys.stdin], [], [])[0]:
            os.kill(child, signal.SIGKILL)
            os._exit(1)
        if not (more := stream.read(1 << 16)):
            return found
        found += more


def _answer(body: bytes, writing: int) -> None:
    """The child: it never comes back from here."""
    status = 1
    try:
        parcel = msgspec.msgpack.decode(body, type=Parcel)
        _limit(parcel)
        with os.fdopen(writing, "wb") as stream:
            stream.write(msgspec.msgpack.encode(unpack(parcel)))
        status = 0
    finally:
        os._exit(status)


def _read(stream: BinaryIO) -> bytes | None:
    header = stream.read(_HEADER_BYTES)
    return stream.read(int.from_bytes(header, "big")) if len(header) == _HEADER_BYTES else None


def main() -> None:
    """Answer until the input ends."""
    if sys.platform != "win32":
        os.nice(_NICE)
    output, sys.stdout = sys.stdout.buffer, sys.stderr
    for name in game_ids():
        find_game(name)  # read once, for all children
    while (body := _read(sys.stdin.buffer)) is not None:
        answer = _unpack_apart(body)
        output.write(len(answer).to_bytes(_HEADER_BYTES, "big") + answer)
        output.flush()


if __name__ == "__main__":
    main()
