"""Computer players in processes of their own: slow ones, broken ones, and many at once."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

import pytest
from tests.server.serving import Api, Process, hear, install_trying, new_table, wait_for

from beachhead.testing.children import PATIENCE


@pytest.fixture(scope="module")
def trying(tmp_path_factory):
    """A server with a game whose players are trying; its address."""
    home = tmp_path_factory.mktemp("trying")
    server = Process(home, "--rate", "100000", env=install_trying(home))
    yield server, home / "gate"
    server.stop()


def against(server, player):
    return new_table(server.address, game="trying", seats={"british": "human", "german": player})


def test_a_slow_computer_shows_that_it_thinks_and_keeps_nobody_waiting(trying):
    server, gate = trying
    slow = against(server, "slow")
    with slow["british"].live() as socket:
        assert hear(socket)["state"]["thinking"] == "slow"
        assert hear(socket, "thinking") == {"type": "thinking", "side": "german", "player": "slow", "decisions": 0}
        assert slow["british"].state()["deciding"] == "german"
        other = new_table(server.address, game="omaha", seed="solo")["us"].play(most=5)
        assert other["step"] == 5
        assert against(server, "random")["british"].my_turn()["deciding"] == "british"
        gate.touch()
        assert hear(socket, until=lambda m: m["state"]["decision"])["state"]["deciding"] == "british"
        gate.unlink()


def test_a_slow_computer_can_be_stopped(trying):
    server, _ = trying
    seats = against(server, "slow")
    with seats["british"].live() as socket:
        hear(socket, "thinking")
        assert seats["spectator"].post("/stop-thinking").status_code == 403
        deadline = time.monotonic() + PATIENCE
        while seats["british"].state()["deciding"] == "german" and time.monotonic() < deadline:
            assert seats["british"].post("/stop-thinking").status_code in (204, 404)
            time.sleep(0.02)
        assert seats["british"].state()["deciding"] == "british"
    assert seats["british"].post("/stop-thinking").status_code == 404


@pytest.mark.parametrize("player", ["broken", "dead", "cheat", "loud"])
def test_a_computer_that_fails_is_replaced(trying, player):
    server, _ = trying
    assert against(server, player)["british"].my_turn()["deciding"] == "british"


def test_resigning_while_a_computer_thinks(trying):
    server, gate = trying
    seats = against(server, "slow")
    over = seats["british"].post("/resign", seq=0).json()
    assert over["outcome"]["winner"] == "german"
    gate.touch()
    assert against(server, "first")["british"].my_turn()["decision"]
    gate.unlink()
    assert seats["british"].state()["seq"] == 1


def test_a_computer_goes_on_when_the_server_is_back_though_nobody_looks(tmp_path):
    env, gate = install_trying(tmp_path), tmp_path / "gate"
    server = Process(tmp_path, env=env)
    seats = against(server, "slow")
    with seats["british"].live() as socket:
        hear(socket, "thinking")
        server.kill()
    gate.touch()
    server = Process(tmp_path, env=env)
    try:
        wait_for(lambda: entries(tmp_path))
        again = Api(server.address, seats["british"].table, seats["british"].token)
        assert again.state()["deciding"] == "british"
        wait_for(lambda: due(tmp_path) == [None])
    finally:
        server.stop()


def test_a_table_of_computers_alone_is_played_to_its_end_through_kills(tmp_path):
    server = Process(tmp_path)
    try:
        seats = new_table(server.address, game="pegasus", seats={"british": "random", "german": "random"})
        for _ in range(2):
            before = entries(tmp_path)
            wait_for(lambda before=before: entries(tmp_path) > before or due(tmp_path) == [None])
            server.kill()
            server = Process(tmp_path)
        wait_for(lambda: due(tmp_path) == [None])
        again = Api(server.address, seats["spectator"].table, seats["spectator"].token)
        assert again.state()["outcome"] is not None
    finally:
        server.stop()


def entries(home):
    """How many entries all tables have."""
    return asked(home, "SELECT count(*) FROM entries")[0]


def due(home):
    """When each table's computers are to be looked after."""
    return asked(home, "SELECT due FROM tables")


def asked(home, query):
    with closing(sqlite3.connect(home / "tables.sqlite")) as connection:
        return [value for (value,) in connection.execute(query)]


def test_a_computer_goes_on_when_the_database_is_back(tmp_path, postgres, postgres_url):
    env, gate = install_trying(tmp_path), tmp_path / "gate"
    server = Process(tmp_path, "--database", postgres_url, env=env)
    try:
        seats = against(server, "slow")
        with seats["british"].live() as socket:
            hear(socket, "thinking")
            postgres.stop()
            try:
                gate.touch()
                wait_for(lambda: "wait for the database" in (tmp_path / "server.log").read_text())
            finally:
                postgres.start()
            assert hear(socket, until=lambda message: message["state"]["decision"])["state"]["deciding"] == "british"
    finally:
        server.stop()
