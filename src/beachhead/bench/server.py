"""The server under load, as a process of its own: the size of messages, round trips, computers at fifty tables, a
thousand idle tables."""

from __future__ import annotations

import asyncio
import json
import os
import re
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from beachhead.bench.timing import Measured

ACTIONS = 300
BOT_TABLES = 50
SECONDS = 10.0
"""How long a person plays beside the computers, at least."""
WARM_UP_SECONDS = 120.0
IDLE_TABLES = 1000
STRETCH = 400
"""Actions of which the messages are measured."""
D_DAY = 60
"""The same of the largest campaign, on its first day."""
SOCKETS = 2
"""Sockets at each idle table."""


class Table(NamedTuple):
    """A table with the tokens of a player and of spectators."""

    id: str
    token: str
    spectator: str


class Serving:
    """A running server and a client of it."""

    def __init__(self, address: str, pid: int) -> None:
        import httpx  # noqa: PLC0415  a development dependency

        self.address = address
        self.pid = pid
        plain = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.http = httpx.Client(base_url=address, verify=plain, trust_env=False, timeout=60)

    def new_table(self, **wishes: Any) -> Table:
        """A new table."""
        made = self.http.post("/api/tables", json=wishes).raise_for_status().json()
        return Table(made["id"], next(iter(made["tokens"].values()), ""), made["spectator"])

    def state(self, table: Table, since: int = 0) -> Any:
        """The table now."""
        header = {"authorization": f"Bearer {table.token or table.spectator}"}
        return self.http.get(f"/api/tables/{table.id}", headers=header, params={"since": since}).json()

    def act(self, table: Table, state: Any, random: Random) -> tuple[Any, float]:
        """Any action; the table after it, and how long the answer took."""
        options = state["decision"]["options"]
        verb, arg = random.choice([(verb, arg) for verb, offer in options.items() for arg in offer["args"]])
        body = {"seq": state["seq"], "verb": verb, "arg": arg}
        header = {"authorization": f"Bearer {table.token}"}
        began = time.perf_counter()
        answer = self.http.post(f"/api/tables/{table.id}/actions", json=body, headers=header)
        return answer.raise_for_status().json(), time.perf_counter() - began

    def follow(self, table: str, tokens: dict[str, str], random: Random) -> int:
        """Any action of the side that is to decide, for a client that has the table; the size of the answer."""
        state: Any = {"deciding": next(iter(tokens))}
        for _ in range(2):  # whoever is to decide knows what can be done
            header = {"authorization": f"Bearer {tokens[state['deciding']]}"}
            state = self.http.get(f"/api/tables/{table}", headers=header, params={"since": 2**31 - 1}).json()
        if state["deciding"] is None:
            return 0
        options = state["decision"]["options"]
        verb, arg = random.choice([(verb, arg) for verb, offer in options.items() for arg in offer["args"]])
        body = {"seq": state["seq"], "since": state["since"], "verb": verb, "arg": arg, "follows": True}
        return len(self.http.post(f"/api/tables/{table}/actions", json=body, headers=header).raise_for_status().content)

    def gauge(self, name: str) -> float:
        """A figure of the server, summed over its labels."""
        text = self.http.get("/metrics").text
        return sum(float(value) for value in re.findall(rf"^{name}(?:{{\S*}})? (\S+)", text, re.MULTILINE))

    def megabytes(self) -> float:
        """The memory of the server."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024


@contextmanager
def serving(*options: str) -> Iterator[Serving]:
    """A server with an empty database."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "beachhead.cli", "serve", "--port", "0", "--rate", "1000000"]
        process = subprocess.Popen(
            [*command, "--log-level", "warning", *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "BEACHHEAD_HOME": folder},
        )
        try:
            assert process.stdout is not None
            found = next(match for line in process.stdout if (match := re.search(r"is at (\S+)", line)))
            server = Serving(found[1], process.pid)
            _wait_for(server)
            yield server
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(server: Serving) -> None:
    for _ in range(300):
        try:
            server.http.get("/ready").raise_for_status()
            return
        except Exception:  # not listening yet, or still loading games
            time.sleep(0.1)
    raise RuntimeError("the server does not start")


def percentile(values: list[float], part: float) -> float:
    """The value below which this part of all lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def message_sizes(server: Serving, count: int, **wishes: Any) -> list[int]:
    """The bytes, before they are packed, of the answers to a stretch of actions at random by people on every side."""
    made = server.http.post("/api/tables", json=wishes).raise_for_status().json()
    random = Random(1)
    sizes = (server.follow(made["id"], made["tokens"], random) for _ in range(count))
    return [size for size in sizes if size]


def round_trips(server: Serving, count: int) -> list[float]:
    """Seconds that each of many actions of Easy Fox took, game after game."""
    random, found, state, table = Random(1), list[float](), None, None
    while len(found) < count:
        if table is None or state is None or state["outcome"] is not None:
            table = server.new_table(game="omaha", scenario="easy-fox", seed=f"bench{len(found)}")
            state = server.state(table)
        state, seconds = server.act(table, state, random)
        found.append(seconds)
    return found


class BotTables:
    """Tables at which computers play; one that ends is followed by a new one."""

    def __init__(self, server: Serving, count: int) -> None:
        self._server = server
        self._made = 0
        self._tables = [self._new() for _ in range(count)]
        self._steps = [0] * count

    def _new(self) -> Table:
        self._made += 1
        wishes = {"game": "omaha", "scenario": "omaha-beach", "seats": {"us": "veteran"}, "seed": f"bots{self._made}"}
        return self._server.new_table(**wishes)

    def look(self) -> int:
        """At how many tables the computers have moved since the last look. Those that are over begin anew."""
        moved = 0
        for place, table in enumerate(self._tables):
            state = self._server.state(table, since=2**31 - 1)
            moved += state["step"] != self._steps[place]
            self._steps[place] = state["step"]
            if state["outcome"] is not None:
                self._tables[place], self._steps[place] = self._new(), 0
        return moved

    def decisions(self) -> float:
        """How many decisions computers have taken so far."""
        return self._server.gauge("beachhead_bot_decisions_total")


def trips_beside_bots(server: Serving) -> tuple[list[float], float]:
    """Round trips of a person while computers play fifty tables, and the decisions a second of all computers.

    It counts only while the computers do play: they are warm before, and have moved at every table after.
    """
    bots = BotTables(server, BOT_TABLES)
    deadline = time.monotonic() + WARM_UP_SECONDS
    while bots.look() < BOT_TABLES:
        if time.monotonic() > deadline:
            raise RuntimeError("the computers do not move at all tables: nothing to measure")
        time.sleep(1)
    found, decisions, spent = list[float](), 0.0, 0.0
    while len(found) < ACTIONS or spent < SECONDS:
        before, began = bots.decisions(), time.perf_counter()
        found += round_trips(server, 50)
        spent += time.perf_counter() - began
        decisions += bots.decisions() - before
        moved = bots.look()
    if not decisions or moved < BOT_TABLES // 2:
        raise RuntimeError(f"the computers stood still: {decisions:.0f} decisions, {moved} tables moved")
    return found, decisions / spent


async def _idle(server: Serving, tables: list[Table]) -> float:
    """The server's memory with sockets at every table."""
    from websockets.asyncio.client import connect  # noqa: PLC0415  a development dependency

    address = server.address.replace("http", "ws", 1)
    sockets = []
    for table in tables:
        for token in (table.token, table.spectator)[:SOCKETS]:
            socket = await connect(f"{address}/api/tables/{table.id}/live", ping_interval=None)
            await socket.send(json.dumps({"token": token}))
            await socket.recv()
            sockets.append(socket)
    used, open_now = server.megabytes(), server.gauge("beachhead_sockets")
    if open_now != len(sockets):
        raise RuntimeError(f"{open_now:.0f} sockets are open, not {len(sockets)}: nothing to measure")
    await asyncio.gather(*(socket.close() for socket in sockets))
    return used


def idle_memory(server: Serving) -> float:
    """Megabytes of the server with a thousand tables, each with a few actions played, and two thousand sockets."""
    random, tables = Random(2), list[Table]()
    for number in range(IDLE_TABLES):
        table = server.new_table(game="omaha", scenario="easy-fox", seed=f"idle{number}")
        state = server.state(table)
        for _ in range(3):
            if state["decision"] is not None:
                state, _ = server.act(table, state, random)
        tables.append(table)
    return asyncio.run(_idle(server, tables))


def server_figures() -> Iterator[Measured]:
    """All measurements of the server."""
    with serving() as server:
        people = {"american": "human", "german": "human"}
        sizes = message_sizes(server, STRETCH, game="bradley", scenario="d-day", seats=people, seed="messages")
        yield Measured("server.message.bradley.mean", sum(sizes) / len(sizes) / 1000, "kB", "at most 5 kB")
        yield Measured("server.message.bradley.p95", percentile([*map(float, sizes)], 0.95) / 1000, "kB", "")
        sides = {"allied": "human", "german": "human"}
        sizes = message_sizes(server, D_DAY, game="longest_day", scenario="C", seats=sides, seed="messages")
        yield Measured("server.message.campaign.mean", sum(sizes) / len(sizes) / 1000, "kB", "at most 5 kB")
        yield Measured(
            "server.message.campaign.p95", percentile([*map(float, sizes)], 0.95) / 1000, "kB", "at most 20 kB"
        )
        round_trips(server, 30)
        alone = round_trips(server, ACTIONS)
        yield Measured("server.trip.p50", percentile(alone, 0.5) * 1000, "ms", "")
        yield Measured("server.trip.p95", percentile(alone, 0.95) * 1000, "ms", "at most 60 ms")
        beside, speed = trips_beside_bots(server)
        yield Measured("server.trip.50 bot tables.p50", percentile(beside, 0.5) * 1000, "ms", "")
        yield Measured("server.trip.50 bot tables.p95", percentile(beside, 0.95) * 1000, "ms", "at most 150 ms")
        yield Measured("server.bots", speed, "decisions/s", "")
    with serving() as server:
        yield Measured("server.idle memory", idle_memory(server), "MB", "at most 1000 MB")


if __name__ == "__main__":
    for figure in server_figures():
        sys.stdout.write(f"{figure.name:32} {figure.value:8.1f} {figure.unit} {figure.mark}\n")
        sys.stdout.flush()
