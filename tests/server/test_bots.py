"""Computer players in processes of their own: slow ones, broken ones, and many at once."""

from __future__ import annotations

import time

import pytest
from tests.server.serving import Process, hear, install_trying, new_table


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
        deadline = time.monotonic() + 20
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
