"""A server for tests: in a thread or as a process, always with real sockets and real files."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import signal
import ssl
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path

import httpx
import uvicorn
from websockets.sync.client import connect

from beachhead.display import patch
from beachhead.kernel import Match, save
from beachhead.kernel.proofs import RECEIPT, Receipt, SeenHead
from beachhead.server.app import make_app
from beachhead.server.doors import Door
from beachhead.server.news import unfold, unpack
from beachhead.server.settings import Settings
from beachhead.testing.children import PATIENCE, start

PLAIN = {"verify": ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), "trust_env": False, "timeout": PATIENCE}
"""What httpx need not look up for each request: it would read all certificates anew."""
fetch = partial(httpx.get, **PLAIN)
send = partial(httpx.post, **PLAIN)
COMMAND = [sys.executable, "-m", "beachhead.cli", "serve"]


def settings(data, **changes):
    """Settings for tests: no limits but those that a test is about."""
    free = {
        "requests_per_second": 1e6,
        "burst": 10**6,
        "new_tables_per_minute": 1e6,
        "bad_tokens_per_minute": 1e6,
    }
    return Settings(store=data, **{**free, **changes})


@contextmanager
def served(data, door=Door, **changes):
    """A server in a thread of this process; gives its address."""
    data.mkdir(exist_ok=True)
    config = uvicorn.Config(
        make_app(settings(data, **changes)),
        port=0,
        log_config=None,
        lifespan="on",
        ws_max_size=16 * 1024,
        http=door,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive() and time.monotonic() < deadline, "the server does not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


class Process:
    """`beachhead serve` as a process."""

    def __init__(self, home, *args, port="0", level="warning", env=None, preexec=None):
        self.log = open(home / "server.log", "ab")  # noqa: PTH123, SIM115
        env = {**os.environ, "BEACHHEAD_HOME": str(home), **(env or {})}
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # it starts many times: compile everything once
        env.setdefault("PYTHONPYCACHEPREFIX", str(home.parent / "pycache"))
        self.process = start(
            [*COMMAND, *([] if port is None else ["--port", port]), "--log-level", level, *args],
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=env,
            text=True,
            before=preexec,
        )
        self.said = ""
        self.address = ""
        while not self.address:
            line = self.process.stdout.readline()
            assert line, f"the server ends: {self.said} {(home / 'server.log').read_text()[-2000:]}"
            self.said += line
            found = re.search(r"Beachhead is at (\S+)", line)
            self.address = found[1] if found else ""
        self._wait()

    def _wait(self):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                fetch(f"{self.address}/health").raise_for_status()
                return
            except httpx.HTTPError:
                assert self.process.poll() is None, "the server ends"
                time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def kill(self):
        """As the power would: every process of the server at once, without warning."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self):
        """Until it has ended; its exit code."""
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.log.close()
        return code


class Api:
    """A client with a seat."""

    def __init__(self, address, table="", token=None):
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=address, headers=headers, **PLAIN)
        self.address = address
        self.table = table
        self.token = token

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.close()

    def get(self, path="", **params):
        return self.http.get(f"/api/tables/{self.table}{path}", params=params)

    def post(self, path, **body):
        return self.http.post(f"/api/tables/{self.table}{path}", json=body)

    def state(self, since=0):
        answer = self.get(since=since)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, state, verb, arg=None):
        return self.post("/actions", seq=state["seq"], verb=verb, arg=arg)

    def act_at_random(self, state, chance):
        verb, arg = chance.choice(actions(state))
        answer = self.act(state, verb, arg)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def my_turn(self):
        """The state as soon as this seat is to decide, or the game is over."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            state = self.state()
            if state["decision"] is not None or state["outcome"] is not None:
                return state
            time.sleep(0.01)
        raise AssertionError("the turn does not come")

    def play(self, seed=1, most=10_000):
        """Act at random; the last state."""
        chance, state = random.Random(seed), self.my_turn()
        for _ in range(most):
            if state["outcome"] is not None:
                break
            state = self.act_at_random(state, chance)
            if state["decision"] is None:
                state = self.my_turn()
        return state

    @contextmanager
    def live(self, since=0, seq=None, **options):
        """A socket that has said who it is."""
        address = self.address.replace("http", "ws", 1)
        with connect(f"{address}/api/tables/{self.table}/live", **options) as socket:
            socket.send(json.dumps({"token": self.token, "since": since} | ({} if seq is None else {"seq": seq})))
            yield Listener(self, socket)

    @cached_property
    def hexes(self):
        """The names of the hexes in the order of the sheet."""
        layout = self.http.get(f"/api/games/{self.get().json()['game']}/layout")
        return layout.json()["names"] if layout.status_code == 200 else []


class Listener:
    """A socket with the table as it makes it known: changes are put together."""

    def __init__(self, seat, socket):
        self.seat = seat
        self.send, self.recv = socket.send, socket.recv
        self.extensions = socket.protocol.extensions
        self.state = None

    def read(self):
        """The next message; one with a change comes as the whole table with it."""
        message = json.loads(self.recv(timeout=PATIENCE))
        if message["type"] == "change":
            self.state = follow(self.state, message["change"], self.seat.hexes)
            return {"type": "state", "state": self.state, "change": message["change"]}
        self.state = message.get("state", self.state)
        return message


def follow(state, change, hexes):
    """The table after a change, with the events that it tells."""
    assert change["base"] == state["seq"], "a change from something else"
    scene = state["scene"] or {}
    change["events"] = unfold(change["events"], change.pop("more"))
    for told in [*(event.get("scene", {}) for event in change["events"]), change["scene"]]:
        scene = patch(scene, told)
    decision = change["decision"]
    for verb in (decision or {"options": {}})["options"].values():
        counters = [counter["id"] for counter in scene.get("counters", ()) if counter["kind"] == verb["kind"]]
        verb["args"] = unpack(verb["args"], hexes if verb["kind"] == "hex" else counters)
    events = [{key: value for key, value in event.items() if key != "scene"} for event in change["events"]]
    told = {key: value for key, value in change.items() if key != "base"}
    return {**state, **told, "scene": scene or None, "decision": decision, "events": events}


def actions(state):
    """Everything that is offered."""
    options = state["decision"]["options"]
    return [(verb, arg) for verb, offer in options.items() for arg in offer["args"]]


def new_table(address, **wishes):
    """A new table; the answer, and a client for each seat by side (`spectator` too)."""
    answer = send(f"{address}/api/tables", json=wishes)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = {**made["tokens"], "spectator": made["spectator"]}
    return {side: Api(address, made["id"], token) for side, token in tokens.items()}


def starting_at(match, state, seats):
    """A match that begins with a state, between these."""
    return Match(match.game, state, match.source.fork(), scenario=match.scenario, settings=match.settings, seats=seats)


def brought_table(address, match):
    """A table that goes on from this match; a client for each seat by side (`spectator` too)."""
    answer = send(f"{address}/api/tables/import", content=save(match))
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = {**made["tokens"], "spectator": made["spectator"]}
    return {side: Api(address, made["id"], token) for side, token in tokens.items()}


def invited_table(address, mine, invites, **wishes):
    """A table to which others are invited; a client for each seat by side, all of whom have claimed theirs."""
    people = dict.fromkeys((*mine, *invites), "human")
    made = send(f"{address}/api/tables", json={**wishes, "seats": people, "invites": list(invites)})
    assert made.status_code == 201, made.text
    made = made.json()
    seats = {side: Api(address, made["id"], token) for side, token in made["tokens"].items()}
    for side, invite in made["invites"].items():
        claimed = send(f"{address}/api/tables/{made['id']}/claim", json={"invite": invite})
        assert claimed.status_code == 200 and claimed.json()["side"] == side, claimed.text
        seats[side] = Api(address, made["id"], claimed.json()["token"])
    return {**seats, "spectator": Api(address, made["id"], made["spectator"])}


def number_of(side):
    """What a seat puts into the dice in tests, and the promise of it."""
    number = hashlib.sha256(f"the number of {side}".encode()).hexdigest()
    return number, hashlib.sha256(number.encode()).hexdigest()


def gather(*seats):
    """Put the numbers of all these seats into the dice; the last state of the lobby."""
    sides = [seat.get("/lobby").json()["seat"] for seat in seats]
    for seat, side in zip(seats, sides, strict=True):
        assert seat.post("/promise", promise=number_of(side)[1]).status_code == 200
    answers = [seat.post("/number", number=number_of(side)[0]) for seat, side in zip(seats, sides, strict=True)]
    assert all(answer.status_code == 200 for answer in answers), answers[-1].text
    return answers[-1].json()


def receipt_of(seat, *states):
    """What a client would have kept of these states."""
    first = states[0]
    heads = tuple(SeenHead(state["head"], state["signature"]) for state in states)
    numbers = {} if first["dice"]["kind"] != "joint" else {first["seat"]: first["dice"]["numbers"][first["seat"]]}
    return Receipt(
        format=RECEIPT,
        table=seat.table,
        key=first["key"],
        part=first["dice"]["part"],
        numbers=numbers,
        heads=heads,
    )


def hear(listener, kind="state", until=lambda message: True):
    """The next message of a kind that fits."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        message = listener.read()
        if message["type"] == kind and until(message):
            return message
    raise AssertionError(f"no {kind}")


NEWER = {
    "0010": {"tables": ("clock", "begun")},
    "0009": {"tables": ("hints",)},
    "0008": {"seats": ("name",)},
    "0006": {"entries": ("unseen",)},
    "0005": {"tables": ("dice", "due"), "seats": ("invite_hash", "promise", "number"), "entries": ("chance", "head")},
    "0004": {"tables": ("overlay", "data")},
    "0003": {"tables": ("origin",)},
}
"""The columns that each version of the database has brought, the latest first."""


def take_back(connection, version):
    """Bring a SQLite database to an earlier version, with what it holds."""
    for table in ("shares", "talk", "thoughts", "uptimes", "calls"):
        connection.execute(f"DROP TABLE {table}")
    connection.execute("DROP INDEX tables_by_due")
    for newer, columns in NEWER.items():
        for table, names in columns.items() if newer > version else ():
            for name in names:
                connection.execute(f"ALTER TABLE {table} DROP COLUMN {name}")
    if version < "0002":
        connection.execute("DROP TABLE landmarks")
    connection.execute("UPDATE alembic_version SET version_num = ?", [version])


def wait_for(check, seconds=PATIENCE):
    """Until something is so."""
    deadline = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def install_trying(home: Path) -> dict[str, str]:
    """Install the game whose computer players are trying; the environment of a server that has it."""
    info = home / "site" / "trying-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: trying\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[beachhead.games]\ntrying = trying:game\n")
    path = [str(Path(__file__).parent / "installed"), str(home / "site"), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, path)), "TRYING_GATE": str(home / "gate")}
