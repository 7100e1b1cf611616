"""The door: connections that never say what they want, too many from one place, and room for those who play."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest
from tests.server.serving import fetch, new_table, served

from beachhead.server.doors import Door
from beachhead.testing.children import PATIENCE

HEAD = b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n"


class Hasty(Door):
    head_seconds = body_seconds = 0.3


class Narrow(Door):
    per_address = 5
    near = ()


class Small(Door):
    most = 6


@contextmanager
def knocking(address, first=b""):
    """A connection that says something and then waits."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE) as found:
        found.sendall(first)
        yield found


def is_shut(connection):
    """Whether the server ends the connection, within all patience."""
    try:
        while connection.recv(4096):
            continue
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize(
    "first",
    [b"", b"\r\n", b"GET /hea", b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n", HEAD, HEAD + b'{"game'],
    ids=["nothing", "an empty line", "half a line", "half a head", "no body", "half a body"],
)
def test_requests_that_are_never_finished(tmp_path, first):
    with served(tmp_path, door=Hasty) as address, knocking(address, first) as connection:
        assert is_shut(connection)
        assert fetch(f"{address}/health").status_code == 200


def test_a_request_that_is_never_finished_after_one_that_was(tmp_path):
    whole = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with served(tmp_path, door=Hasty) as address, knocking(address, whole) as connection:
        assert connection.recv(12) == b"HTTP/1.1 200"
        connection.sendall(b"\r\n")
        assert is_shut(connection)


def test_a_socket_stays(tmp_path):
    with served(tmp_path, door=Hasty) as address:
        seat = new_table(address, game="pegasus", seats={"british": "human", "german": "human"})["german"]
        with seat.live() as listener:
            state = listener.read()["state"]
            time.sleep(3 * Hasty.head_seconds)
            verb, offer = next(iter(state["decision"]["options"].items()))
            assert seat.act(state, verb, offer["args"][0]).status_code == 200
            assert listener.read()["type"] in ("state", "seats")


def test_too_many_from_one_address(tmp_path):
    with served(tmp_path, door=Narrow) as address, ExitStack() as held:
        first = [held.enter_context(knocking(address, b"GET /")) for _ in range(Narrow.per_address)]
        with knocking(address, b"GET /") as other:
            assert is_shut(other)
        for connection in first:
            connection.sendall(b"health HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
            assert connection.recv(12) == b"HTTP/1.1 200"


def test_those_who_wait_make_room_for_those_who_play(tmp_path):
    with served(tmp_path, door=Small) as address, ExitStack() as held:
        seat = new_table(address, game="pegasus", seats={"british": "human", "german": "human"})["german"]
        listener = held.enter_context(seat.live())
        listener.read()
        idle = [held.enter_context(knocking(address, b"GET /")) for _ in range(3 * Small.most)]
        assert seat.get().status_code == 200
        assert is_shut(idle[0])
        state = seat.state()
        verb, offer = next(iter(state["decision"]["options"].items()))
        assert seat.act(state, verb, offer["args"][0]).status_code == 200
        assert listener.read()["type"] in ("state", "seats")
