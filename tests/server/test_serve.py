"""The command `beachhead serve`: where it listens, what it says, how it stops, and what it logs."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
from contextlib import ExitStack

import pytest
from tests.server.serving import Process, actions, fetch, hear, install_trying, new_table, wait_for
from websockets.exceptions import ConnectionClosed

from beachhead.cli.app import run as cli


@pytest.fixture
def refused(tmp_path, monkeypatch, capsys):
    """The one line with which the command is refused."""
    monkeypatch.setenv("BEACHHEAD_HOME", str(tmp_path))

    def run(*args):
        assert cli(["serve", *args]) == 2
        line = capsys.readouterr().err
        assert line.startswith("beachhead: ") and line.count("\n") == 1
        return line

    return run


def test_a_busy_port(refused):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"port {port} of 127.0.0.1 cannot be used" in refused("--port", str(port))


def test_a_bad_address(refused):
    assert "--host" in refused("--host", "no.such.host.invalid")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "is not a database URL"),
        ("mysql://host/name", "use SQLite or PostgreSQL"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be used"),
        ("sqlite:////no/such/folder/file", "cannot be written"),
    ],
)
def test_a_bad_database(refused, url, words):
    assert words in refused("--database", url)


def test_workers_need_postgresql(refused):
    assert "several workers need PostgreSQL" in refused("--workers", "2")


def test_a_bad_level_of_logs(refused):
    assert "choose debug" in refused("--log-level", "loud")


def test_one_server_for_one_file(tmp_path, refused):
    server = Process(tmp_path)
    try:
        line = refused("--port", "0")
        assert "running already" in line and server.address in line
    finally:
        assert server.stop() == 0


def test_the_usual_port_or_a_free_one(tmp_path):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", 8000))
            other.listen()
        except OSError:
            pass  # somebody else has it, which serves as well
        server = Process(tmp_path, port=None)
        assert "Port 8000 is busy" in server.said and not server.address.endswith(":8000")
        assert server.stop() == 0


def test_stopping_tells_everybody(tmp_path):
    server = Process(tmp_path)
    seats = new_table(server.address, game="pegasus")
    with seats["british"].live() as live:
        hear(live)
        server.process.send_signal(signal.SIGINT)
        with pytest.raises(ConnectionClosed) as closed:
            hear(live, "closed")
        assert closed.value.rcvd.code == 1012  # come again
    assert server.wait() == 0


def test_stopping_breaks_off_what_takes_too_long_without_a_word(tmp_path):
    """Bodies that never come keep requests waiting; sockets are open. Everybody is told, and nothing is logged."""
    server = Process(tmp_path, level="warning")
    seats = new_table(server.address, game="pegasus")
    host, port = server.address.removeprefix("http://").split(":")
    with ExitStack() as stack:
        listeners = [stack.enter_context(seats["spectator"].live()) for _ in range(20)]
        waiting = [stack.enter_context(socket.create_connection((host, int(port)))) for _ in range(20)]
        for line in waiting:
            line.sendall(f"POST /api/tables HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 100\r\n\r\n{{".encode())
        for listener in listeners:
            hear(listener)
        assert seats["spectator"].hexes  # asked for now: what changes meanwhile is read while the server stops
        server.process.send_signal(signal.SIGTERM)
        answers = [line.makefile("rb").readline() for line in waiting]
        for listener in listeners:
            with pytest.raises(ConnectionClosed) as closed:
                hear(listener, "closed")
            assert closed.value.rcvd.code == 1012
    assert server.wait() == 0
    assert answers == [b"HTTP/1.1 503 Service Unavailable\r\n"] * 20
    assert (tmp_path / "server.log").read_text() == ""


def test_answers_and_sockets_are_packed(tmp_path):
    server = Process(tmp_path)
    seats = new_table(server.address, game="omaha", seed="packed")
    where = f"/api/tables/{seats['us'].table}"
    try:
        for path in (where, "/api/games", "/api/games/omaha/layout", "/schema/openapi.json"):
            sizes = {}
            for encoding in ("gzip", "identity"):
                with seats["us"].http.stream("GET", path, headers={"accept-encoding": encoding}) as answer:
                    sizes[encoding] = sum(map(len, answer.iter_raw()))
                    assert answer.headers.get("content-encoding", "identity") == encoding, path
                assert "accept-encoding" in answer.headers.get("vary", "").lower() or encoding == "identity"
            assert sizes["gzip"] < sizes["identity"] / 1.3, path
        small = seats["us"].http.get("/health")
        assert "content-encoding" not in small.headers and small.json()["status"] == "ok"
        assert seats["us"].get().json() == seats["us"].http.get(where, headers={"accept-encoding": "identity"}).json()
        with seats["us"].live() as packed, seats["us"].live(compression=None) as plain:
            assert hear(packed)["state"]["scene"] == hear(plain)["state"]["scene"]
            assert [extension.name for extension in packed.extensions] == ["permessage-deflate"]
            assert not plain.extensions
    finally:
        assert server.stop() == 0


def test_logs_are_lines_of_json_without_secrets(tmp_path):
    server = Process(tmp_path, level="debug")
    seats = new_table(server.address, game="pegasus", seats={"british": "human", "german": "human"}, seed="logged-seed")
    chance = random.Random(1)
    for _ in range(6):
        state = seats["german"].state()
        seat = seats[state["deciding"]]
        state = seat.state()
        verb, arg = chance.choice(actions(state))
        seat.act(state, verb, arg)
        seat.post("/why", verb=verb, arg="nowhere")
    fetch(f"{server.address}/api/nothing")
    assert server.stop() == 0
    text = (tmp_path / "server.log").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"request", "table made", "started", "stopped"} <= {line["event"] for line in lines}
    secrets = ["logged-seed", *(seat.token for seat in seats.values()), '"place', "nowhere"]
    assert not [secret for secret in secrets if secret in text]


def test_one_server_for_one_file_by_whatever_name(tmp_path, refused):
    (tmp_path / "home").mkdir()
    server = Process(tmp_path / "home")
    try:
        (tmp_path / "link.sqlite").symlink_to(tmp_path / "home" / "tables.sqlite")
        assert "running already" in refused("--database", f"sqlite:///{tmp_path / 'link.sqlite'}")
    finally:
        server.stop()


def test_a_file_with_two_names_is_not_served(tmp_path, refused):
    """The log with the last moves lies beside one of the names: by the other they would be lost."""
    server = Process(tmp_path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "tables.sqlite").hardlink_to(tmp_path / "tables.sqlite")
    try:
        assert "has another name too" in refused("--store", str(tmp_path / "other"))
    finally:
        server.stop()
    assert "has another name too" in refused("--store", str(tmp_path))
    (tmp_path / "other" / "tables.sqlite").unlink()
    assert Process(tmp_path).stop() == 0


def kill_the_main_process(server):
    """End it, and it alone; then all others end by themselves, and the port is free."""
    server.process.kill()
    server.wait()
    wait_for(lambda: not is_anybody_left(server.process.pid))
    host, port = server.address.removeprefix("http://").split(":")
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind((host, int(port)))
        again.listen()


def is_anybody_left(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_computer_that_thinks_outlives_the_server(tmp_path):
    server = Process(tmp_path, env=install_trying(tmp_path))
    seats = new_table(server.address, game="trying", seats={"british": "human", "german": "slow"})
    with seats["british"].live() as socket:
        hear(socket, "thinking")
    kill_the_main_process(server)


def test_no_worker_outlives_the_main_process(tmp_path, postgres_url):
    kill_the_main_process(Process(tmp_path, "--database", postgres_url, "--workers", "2"))


def test_a_damaged_key_is_found_at_the_start(tmp_path, refused):
    (tmp_path / "seal.key").write_bytes(b"half a k")
    assert "seal.key is damaged: put it back from a backup" in refused("--store", str(tmp_path))


def test_a_made_up_forwarding_escapes_no_limit(tmp_path):
    server = Process(tmp_path, "--rate", "0.5")
    try:
        made = (fetch(f"{server.address}/health", headers={"X-Forwarded-For": f"10.0.0.{n}"}) for n in range(30))
        assert 429 in {answer.status_code for answer in made}
    finally:
        server.stop()
