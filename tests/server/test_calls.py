"""Messages that it is somebody's move, to real services on this computer: a mail server and a webhook."""

from __future__ import annotations

import ipaddress
import json
import random
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as MailHandler
from tests.server.serving import Process, hear, new_table, served, wait_for

from beachhead.server import calls as calling
from beachhead.server.callworker import Message, Result, is_open

PEOPLE = {"british": "human", "german": "human"}
NEAR = {"services": {"json": ("127.0.0.1",), "mailto": ("127.0.0.1",)}, "call_seconds": 0.2}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(calling, "_LOOK_SECONDS", 0.1)


class Hook:
    """A webhook that notes what it is told; the first few times it may fail."""

    def __init__(self, failures=0, redirect=""):
        self.told, self.asked = [], 0
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                hook.asked += 1
                body = self.rfile.read(int(self.headers["content-length"]))
                if redirect:
                    self.send_response(307)
                    self.send_header("location", redirect)
                elif hook.asked <= failures:
                    self.send_response(500)
                else:
                    hook.told.append(json.loads(body))
                    self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def hooked(**how):
    hook = Hook(**how)
    yield hook
    hook.close()


class Mailbox(MailHandler):
    def __init__(self):
        super().__init__()
        self.mails = []

    def handle_message(self, message):
        self.mails.append(message)


@contextmanager
def mail_server():
    box = Mailbox()
    controller = Controller(box, hostname="127.0.0.1", port=0)
    controller.port = free_port()
    controller.start()
    yield box, controller.port
    controller.stop()


def free_port():
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def called_table(address, hook):
    """A table whose side that is not to decide is called; the seats, who decides, and the other."""
    seats = new_table(address, game="pegasus", seats=PEOPLE, seed="calls")
    decides = seats["british"].state()["deciding"]
    waits = next(side for side in PEOPLE if side != decides)
    for side in (waits,):
        answer = seats[side].post("/call", address=hook)
        assert answer.status_code == 200, answer.text
    return seats, decides, waits


def hand_over(seats, side):
    """Play a side's moves until the other is waited for."""
    chance = random.Random(3)
    while (state := seats[side].state())["deciding"] == side:
        seats[side].act_at_random(state, chance)


def test_who_is_waited_for_and_does_not_look_is_called_once(tmp_path):
    with hooked() as hook, served(tmp_path / "home", origins=("https://play.example.org",), **NEAR) as address:
        seats, decides, waits = called_table(address, f"json://{hook.address}/x")
        hand_over(seats, decides)
        wait_for(lambda: hook.told)
        told = hook.told[0]
        assert told["title"] == "Your move: Pegasus Bridge"
        heading = seats[waits].state()["scene"]["heading"]
        assert "Coup de main" in told["message"] and heading in told["message"]
        assert f"https://play.example.org/table/{seats[waits].table}?call" in told["message"]
        assert seats[waits].token not in json.dumps(told)
        assert seats[waits].get("/call").json()["current"] == {"service": "JSON", "problem": ""}
        hand_over(seats, waits)
        hand_over(seats, decides)  # he has acted: an absence of its own
        wait_for(lambda: len(hook.told) == 2)
        resigned = seats[decides].post("/resign", seq=seats[decides].state()["seq"])
        assert resigned.status_code == 200
        wait_for(lambda: len(hook.told) == 3)
        assert hook.told[2]["title"] == "The game is over: Pegasus Bridge"
        wait_for(lambda: seats[waits].get("/call").json()["current"] is None)  # nothing is left to call for


def test_who_looks_at_the_table_is_not_called_and_who_turns_away_is(tmp_path):
    with hooked() as hook, served(tmp_path / "home", **NEAR) as address:
        seats, decides, waits = called_table(address, f"json://{hook.address}/x")
        marker, _, other = called_table(address, f"json://{hook.address}/y")
        with seats[waits].live() as listener:
            hear(listener)
            hand_over(seats, decides)
            hand_over(marker, decides)  # called after the one who looks would have been
            wait_for(lambda: hook.told)
            assert [f"/table/{marker[other].table}" in told["message"] for told in hook.told] == [True]
            hand_over(seats, waits)
            listener.send(json.dumps({"looking": False}))  # another page lies over it
            listener.send("anything")
            hand_over(seats, decides)
            wait_for(lambda: len(hook.told) == 2)
            assert f"/table/{seats[waits].table}" in hook.told[1]["message"]


def test_a_mail_comes_by_the_account_of_the_owner_or_of_ones_own(tmp_path):
    with mail_server() as (box, port):
        account = f"mailto://127.0.0.1:{port}?smtp=127.0.0.1&from=table@example.org"
        with served(tmp_path / "home", mail=account, **NEAR) as address:
            seats, _, waits = called_table(address, "ann@example.org")
            offer = seats[waits].get("/call").json()
            assert offer["has_mail"] and offer["current"]["service"] == "E-Mail"
            tried = seats[waits].post("/call/try")
            assert tried.json() == {"is_sent": True, "problem": ""}
            assert box.mails[0]["to"] == "ann@example.org" and box.mails[0]["subject"] == "A try from Beachhead"
            own = f"mailto://127.0.0.1:{port}?smtp=127.0.0.1&from=me@example.org&to=karl@example.org"
            assert seats[waits].post("/call", address=own).status_code == 200
            assert seats[waits].post("/call/try").json()["is_sent"]
            assert box.mails[1]["to"] == "karl@example.org"


def test_a_service_that_fails_is_tried_again_and_no_action_waits(tmp_path):
    with hooked(failures=1) as hook, served(tmp_path / "home", **NEAR) as address:
        seats, decides, waits = called_table(address, f"json://{hook.address}/x")
        hand_over(seats, decides)
        wait_for(lambda: "did not take" in seats[waits].get("/call").json()["current"]["problem"])
        wait_for(lambda: hook.told)
        wait_for(lambda: seats[waits].get("/call").json()["current"]["problem"] == "")
        assert len(hook.told) == 1


def test_a_call_outlives_a_server_that_is_killed(tmp_path):
    with hooked() as hook:
        server = Process(tmp_path, "--notify", "json@127.0.0.1")
        seats, decides, _ = called_table(server.address, f"json://{hook.address}/x")
        hand_over(seats, decides)
        server.kill()
        assert not hook.told
        database = tmp_path / "tables.sqlite"
        assert hook.address.encode() not in database.read_bytes()  # sealed
        import sqlite3

        with sqlite3.connect(database) as connection:
            assert connection.execute("UPDATE calls SET due = 0 WHERE due IS NOT NULL").rowcount == 1
        again = Process(tmp_path, "--notify", "json@127.0.0.1")
        wait_for(lambda: len(hook.told) == 1)
        again.stop()


def test_an_address_is_removed_and_told_to_nobody(tmp_path):
    with hooked() as hook, served(tmp_path / "home", **NEAR) as address:
        seats, decides, waits = called_table(address, f"json://{hook.address}/secret-path")
        for seat in seats.values():
            said = [seat.get("/call").text, seat.get("").text, seat.get("/save").text]
            assert not any("secret-path" in text for text in said)
        assert seats[decides].get("/call").json()["current"] is None
        assert seats["spectator"].get("/call").status_code == 403
        assert seats[waits].post("/call/end").json()["current"] is None
        assert seats[waits].post("/call/try").status_code == 404


def test_too_many_tries_are_refused(tmp_path):
    with hooked() as hook, served(tmp_path / "home", **NEAR) as address:
        seats, _, waits = called_table(address, f"json://{hook.address}/x")
        statuses = [seats[waits].post("/call/try").status_code for _ in range(4)]
        assert 429 in statuses and hook.asked <= 3


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("discord://1234567890/abcdefghijklmnop", "no messages by Discord"),
        ("https://discord.com/api/webhooks/1234567890/abcdefghijklmnop", "no messages by Discord"),
        ("syslog://", ""),
        ("json://127.0.0.1/x,json://127.0.0.1/y z", "one word"),
        ("nonsense", "no address"),
        ("ann@example.org", "no address"),
    ],
)
def test_what_the_owner_does_not_allow_is_refused(tmp_path_factory, address, words):
    answer = work(Message(address, {"json": ()}))
    assert not answer.is_sent and words in answer.problem


def work(message):
    """What the process that sends says."""
    command = [sys.executable, "-m", "beachhead.server.callworker"]
    done = subprocess.run(command, input=msgspec.json.encode(message), capture_output=True, check=True, timeout=60)
    return msgspec.json.decode(done.stdout, type=Result)


def test_nothing_in_the_owners_network_is_reached_by_any_way():
    with hooked() as inside, hooked(redirect=f"http://{inside.address}/x") as outside:
        for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"):
            address = f"json://{host}:{inside.server.server_port}/x"
            assert not work(Message(address, {"json": ()}, "t", "b")).is_sent
        assert inside.asked == 0
        allowed = {"json": ("127.0.0.1",)}  # the owner's word
        assert work(Message(f"json://{inside.address}/x", allowed, "t", "b")).is_sent
        assert len(inside.told) == 1
        # a host of his that leads elsewhere leads nowhere else
        with hooked(redirect="http://127.0.0.2:1/x") as leads:
            assert not work(Message(f"json://{leads.address}/x", allowed, "t", "b")).is_sent
        assert outside.asked == 0


@pytest.mark.parametrize(
    ("address", "is_fine"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("10.0.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:93.184.216.34", True),
        ("2002:0a00:0001::", False),
        ("64:ff9b::a00:1", False),
    ],
)
def test_what_the_open_internet_is(address, is_fine):
    assert is_open(ipaddress.ip_address(address)) is is_fine


def test_a_server_that_offers_nothing_keeps_nothing(duel):
    assert duel["british"].get("/call").json() == {"services": [], "has_mail": False, "current": None}
    refused = duel["british"].post("/call", address="json://example.org")
    assert (refused.status_code, refused.json()["error"]) == (422, "no_calls")
    assert duel["british"].post("/call/try").status_code == 422


def test_without_the_library_the_server_says_what_to_install(tmp_path, monkeypatch):
    from beachhead.server import run

    monkeypatch.setattr(run, "find_spec", lambda _: None)
    with pytest.raises(run.CannotServe, match=r"beachhead\[notify\]"):
        run._need_apprise()


def test_a_slow_service_keeps_nobody_waiting(tmp_path):
    """An action is answered while a message hangs."""
    import socket

    with socket.socket() as deaf, served(tmp_path / "home", **NEAR) as address:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(5)
        seats, decides, waits = called_table(address, f"json://127.0.0.1:{deaf.getsockname()[1]}/x")
        hand_over(seats, decides)
        connection, _ = deaf.accept()  # the message is being sent, and is not answered
        state = seats[waits].state()
        assert seats[waits].act_at_random(state, random.Random(1))["seq"] > state["seq"]
        connection.close()
