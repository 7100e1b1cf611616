"""The server with a hundred tables: people at their pace, sockets that hear of everything, computers that think beside.

First everybody plays as people do; then nobody waits any more, so that something is used up: how many actions a second
are answered then, and what of the computer the server takes for it. The same with SQLite, and with PostgreSQL and two
workers.
"""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from beachhead.bench.postgres import Postgres, find_postgres
from beachhead.bench.server import Serving, percentile, serving
from beachhead.bench.timing import Measured

TABLES = 100
COMPUTERS = 20
"""At so many of the tables a computer plays the other side."""
PACE = (2.0, 8.0)
"""Seconds that a person thinks."""
SECONDS = 60.0
RUSH_SECONDS = 20.0
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Player:
    """Somebody at a table, with a socket, and somebody else who watches."""

    def __init__(self, load: Load, number: int) -> None:
        self._load, self._number = load, number
        self._random = Random(number)
        self._table, self._tokens, self._watching = "", dict[str, str](), ""
        self._acted = dict[str, float]()

    async def sit_down(self) -> None:
        """A new table."""
        people = {"british": "human", "german": "random" if self._number < COMPUTERS else "human"}
        made = await self._load.post("/api/tables", {"game": "pegasus", "seats": people})
        self._table, self._tokens, self._watching = made["id"], made["tokens"], made["spectator"]

    async def play(self) -> None:
        """One game after the other, until time is up."""
        while not self._load.is_over:
            async with AsyncExitStack() as stack:
                listening = [asyncio.create_task(self._listen(stack, token)) for token in self._ears()]
                await self._play()
                for task in listening:
                    task.cancel()
                await asyncio.gather(*listening, return_exceptions=True)
            if not self._load.is_over:
                await self.sit_down()

    def _ears(self) -> list[str]:
        return [next(iter(self._tokens.values())), self._watching]

    async def _listen(self, stack: AsyncExitStack, token: str) -> None:
        from websockets.asyncio.client import connect  # noqa: PLC0415  a development dependency

        address = f"{self._load.address.replace('http', 'ws', 1)}/api/tables/{self._table}/live"
        socket = await stack.enter_async_context(connect(address, ping_interval=None, compression=None))
        await socket.send(json.dumps({"token": token}))
        self._load.sockets += 1
        try:
            async for text in socket:
                began = self._acted.get(str(json.loads(text).get("change", {}).get("head")))
                if began is not None:
                    self._load.news.append(time.perf_counter() - began)
        finally:
            self._load.sockets -= 1

    async def _play(self) -> None:
        deciding = next(iter(self._tokens))
        while not self._load.is_over:
            state = await self._load.look(self._table, self._tokens[deciding])
            if state["outcome"] is not None:
                return
            if state["decision"] is None:
                if state["deciding"] in self._tokens:
                    deciding = state["deciding"]
                else:
                    await asyncio.sleep(0.2)
                continue
            await asyncio.sleep(self._load.pause(self._random))
            options = [(verb, arg) for verb, offer in state["decision"]["options"].items() for arg in offer["args"]]
            verb, arg = self._random.choice(options)
            began = time.perf_counter()
            wish = {"seq": state["seq"], "verb": verb, "arg": arg, "since": 2**31 - 1}
            answer = await self._load.post(f"/api/tables/{self._table}/actions", wish, self._tokens[deciding])
            self._load.trips.append(time.perf_counter() - began)
            self._acted = {answer["head"]: began}


class Load:
    """All players at one server."""

    def __init__(self, server: Serving) -> None:
        self.address = server.address
        self._server = server
        self.trips, self.news = list[float](), list[float]()
        self.sockets = 0
        self.is_over = self.is_rush = False

    def pause(self, random: Random) -> float:
        """How long somebody thinks."""
        return 0.0 if self.is_rush else random.uniform(*PACE)

    async def post(self, path: str, wish: Any, token: str = "") -> Any:
        """Ask for something."""
        header = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self._http.post(path, json=wish, headers=header)
        return answer.raise_for_status().json()

    async def look(self, table: str, token: str) -> Any:
        """A table now."""
        header, params = {"authorization": f"Bearer {token}"}, {"since": 2**31 - 1}
        return (await self._http.get(f"/api/tables/{table}", headers=header, params=params)).raise_for_status().json()

    async def run(self, name: str) -> list[Measured]:
        """Everybody plays: at their pace, then as fast as they are answered."""
        import httpx  # noqa: PLC0415  a development dependency

        plain = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        limits = httpx.Limits(max_connections=TABLES, max_keepalive_connections=TABLES)
        async with httpx.AsyncClient(
            base_url=self.address, verify=plain, trust_env=False, timeout=120, limits=limits
        ) as self._http:
            players = [Player(self, number) for number in range(TABLES)]
            for player in players:
                await player.sit_down()
            playing = [asyncio.create_task(player.play()) for player in players]
            await asyncio.sleep(max(PACE) * 2)
            calm = await self._watch(SECONDS)
            if self.sockets < TABLES:
                raise RuntimeError(f"{self.sockets} sockets are open: nothing to measure")
            self.is_rush = True
            await asyncio.sleep(max(PACE))
            rush = await self._watch(RUSH_SECONDS)
            self.is_over = True
            await asyncio.gather(*playing)
        return [*_pace(name, calm), *_rush(name, rush)]

    async def _watch(self, seconds: float) -> Watched:
        self.trips.clear()
        self.news.clear()
        before, began = self._used(), time.perf_counter()
        await asyncio.sleep(seconds)
        spent = time.perf_counter() - began
        return Watched(list(self.trips), list(self.news), spent, {
            what: (used - before.get(what, 0.0)) / spent for what, used in self._used().items()
        })  # fmt: skip

    def _used(self) -> dict[str, float]:
        """Seconds of processors that have been used, by whom; and those for which commits were waited for."""
        found = {"server": 0.0, "computers": 0.0, "clients": time.process_time()}
        for pid, command in _family(self._server.pid):
            found["computers" if "botworker" in command else "server"] += _seconds(pid)
        found["commits"] = self._server.gauge("beachhead_commit_seconds_sum")
        return found


class Watched:
    """What was measured for a while."""

    def __init__(self, trips: list[float], news: list[float], seconds: float, used: dict[str, float]) -> None:
        self.trips, self.news, self.seconds, self.used = trips, news, seconds, used


def _pace(name: str, found: Watched) -> Iterator[Measured]:
    for what, values in (("trip", found.trips), ("news", found.news)):
        for part in (50, 95, 99):
            mark = "at most 150 ms" if (what, part) == ("trip", 95) else ""
            yield Measured(f"{name}.pace.{what}.p{part}", percentile(values, part / 100) * 1000, "ms", mark)
    yield Measured(f"{name}.pace.rate", len(found.trips) / found.seconds, "actions/s", "")


def _rush(name: str, found: Watched) -> Iterator[Measured]:
    yield Measured(f"{name}.rush.rate", len(found.trips) / found.seconds, "actions/s", "")
    yield Measured(f"{name}.rush.trip.p95", percentile(found.trips, 0.95) * 1000, "ms", "")
    for what, share in found.used.items():
        yield Measured(f"{name}.rush.{what}", share * 100, "% of a core", "")
    first = max(("server", "computers", "commits"), key=lambda what: found.used[what])
    yield Measured(f"{name}.rush.first is {first}", found.used[first] * 100, "%", "")


def _family(pid: int) -> Iterator[tuple[int, str]]:
    """A process with all its children."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        tasks = [path.read_text(encoding="ascii") for path in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:  # it has ended
        return
    yield pid, command
    for text in tasks:
        for child in text.split():
            yield from _family(int(child))


def _seconds(pid: int) -> float:
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / _TICKS


@contextmanager
def _shared() -> Iterator[Serving | None]:
    """Two workers on a PostgreSQL server of our own; None where there is none to be had."""
    if find_postgres() is None:
        yield None
        return
    with TemporaryDirectory(prefix="beachhead-postgres-") as folder:
        postgres = Postgres(Path(folder))
        try:
            with serving("--database", postgres.database("load"), "--workers", "2") as server:
                yield server
        finally:
            postgres.stop()


def load_figures() -> Iterator[Measured]:
    """Both kinds of databases."""
    with serving() as server:
        yield from asyncio.run(Load(server).run("load.sqlite"))
    with _shared() as shared:
        if shared is None:
            sys.stderr.write("no PostgreSQL server is found: scripts/ensure-postgres says what to do\n")
        else:
            yield from asyncio.run(Load(shared).run("load.postgresql"))


if __name__ == "__main__":
    for figure in load_figures():
        sys.stdout.write(f"{figure.name:40} {figure.value:8.1f} {figure.unit} {figure.mark}\n")
        sys.stdout.flush()
