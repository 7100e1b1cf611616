"""Sockets: the token first, then every change, for the eyes of the seat."""

from __future__ import annotations

import json
import random

import pytest
from tests.server.serving import actions, hear
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from beachhead.testing.children import PATIENCE


def url(seat):
    return f"{seat.address.replace('http', 'ws', 1)}/api/tables/{seat.table}/live"


def closing(socket):
    """The last message and the code of closing."""
    last = None
    try:
        while True:
            last = json.loads(socket.recv(timeout=PATIENCE))
    except ConnectionClosed as closed:
        return last, closed.rcvd.code


def prepare(german):
    """The German puts his garrison on its posts, which nobody else sees."""
    state = german.state()
    while state["deciding"] == "german":
        state = german.act(state, *actions(state)[0]).json()
    return state


def test_a_socket_hears_of_every_change(duel):
    with duel["german"].live() as german, duel["british"].live() as british, duel["spectator"].live() as spectator:
        first = {name: hear(s)["state"] for name, s in (("german", german), ("british", british))}
        hear(spectator)
        assert first["german"]["decision"] and first["british"]["decision"] is None
        state = duel["german"].state()
        duel["german"].act(state, *actions(state)[0])
        told = hear(german)["state"]
        assert told["seq"] == 1 and [event["kind"] for event in told["events"]] == ["placed"]
        last = prepare(duel["german"])
        assert last["seq"] == 3
        for name, other in (("british", british), ("spectator", spectator)):
            told = hear(other)["state"]
            assert told["seq"] == 1 and "placed" not in {event["kind"] for event in told["events"]}
            assert told["events"][-1]["step"] == 1 and (told["decision"] is not None) == (name == "british")


def test_events_go_on_from_where_the_client_was(solo):
    solo.play(most=3)
    known = len(solo.state()["events"])
    with solo.live(since=known - 2) as socket:
        state = hear(socket)["state"]
        assert state["since"] == known - 2 and len(state["events"]) == 2


def test_events_that_were_taken_back_are_told(solo):
    chance = random.Random(3)
    with solo.live() as socket:
        state, events = hear(socket)["state"], {}

        def take(told):
            for number in [number for number in events if number >= told["since"]]:
                del events[number]
            events.update({event["number"]: event for event in told["events"]})

        take(state)
        for number in range(60):
            state = solo.my_turn()
            if state["outcome"] is not None:
                break
            path, body = ("/undo", {}) if state["can_undo"] and number % 3 == 0 else ("/actions", None)
            if body is None:
                verb, arg = chance.choice(actions(state))
                body = {"verb": verb, "arg": arg}
            after = solo.post(path, seq=state["seq"], **body)
            assert after.status_code == 200
            seq = after.json()["seq"]
            take(hear(socket, until=lambda message, seq=seq: message["state"]["seq"] == seq)["state"])
            assert [events[n] for n in sorted(events)] == solo.state()["events"]


def test_seats_come_and_go(duel):
    with duel["spectator"].live() as spectator:
        hear(spectator)
        with duel["british"].live() as british:
            hear(british)
            seats = hear(spectator, "seats", lambda m: any(seat["connected"] for seat in m["seats"]))["seats"]
            assert [seat["side"] for seat in seats if seat["connected"]] == ["british"]
            assert any(seat["connected"] for seat in duel["german"].state()["seats"])
        hear(spectator, "seats", lambda m: not any(seat["connected"] for seat in m["seats"]))


@pytest.mark.parametrize("first", ["", "hello", "{}", '{"token": 5}', "[" * 5000, '{"token": "x", "since": -1}'])
def test_a_bad_first_message(duel, first):
    with connect(url(duel["british"])) as socket:
        socket.send(first)
        assert closing(socket) == ({"type": "closed", "reason": "the first message has to be a token as JSON"}, 4400)


def test_bytes_as_a_first_message(duel):
    with connect(url(duel["british"])) as socket:
        socket.send(b"\xff\xfe")
        assert closing(socket)[1] == 4400


def test_a_guessed_token(duel):
    with connect(url(duel["british"])) as socket:
        socket.send(json.dumps({"token": "guess"}))
        assert closing(socket)[1] == 4401


def test_a_table_that_is_not_there(duel):
    duel["british"].table = "nothing"
    with duel["british"].live() as socket:
        assert closing(socket)[1] == 4404


def test_a_frame_that_is_too_big(duel):
    with duel["british"].live() as socket:
        hear(socket)
        socket.send("x" * 100_000)
        assert closing(socket)[1] == 1009
    assert duel["british"].get().status_code == 200


def test_words_after_the_first_are_left_unread(duel):
    with duel["british"].live() as socket:
        hear(socket)
        for _ in range(20):
            socket.send("more")
        prepare(duel["german"])
        assert hear(socket)["state"]["seq"] == 1


def test_a_page_of_another_site_is_turned_away(duel):
    with pytest.raises(InvalidStatus) as refused, connect(url(duel["british"]), origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    with connect(url(duel["british"]), origin=duel["british"].address) as socket:
        socket.send(json.dumps({"token": duel["british"].token}))
        assert json.loads(socket.recv(timeout=20))["type"] == "state"


def test_a_revoked_seat_hears_no_more(duel):
    with duel["british"].live() as socket:
        hear(socket)
        duel["british"].post("/seats/british/revoke")
        last, code = closing(socket)
        assert last == {"type": "closed", "reason": "revoked"} and code == 4401
