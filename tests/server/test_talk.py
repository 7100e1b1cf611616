"""What people say at a table beside the game."""

from __future__ import annotations

import pytest
from tests.server.serving import Process, hear, invited_table, new_table, send, served

from beachhead.server.talk import MOST_LINES, plain


def lines(seat, since=0):
    answer = seat.get("/talk", since=since)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_what_one_says_everybody_hears_and_it_is_kept(tmp_path):
    server = Process(tmp_path)
    seats = new_table(server.address, game="pegasus", seats={"british": "human", "german": "human"}, seed="talk")
    british, german, watching = seats["british"], seats["german"], seats["spectator"]
    before = british.state()
    with german.live() as listener, watching.live() as watcher:
        for each in (listener, watcher):
            hear(each)
        assert british.post("/name", name="  Ann\u202e ").json() == {"name": "Ann"}
        told = hear(listener, "seats", lambda message: any(seat["name"] for seat in message["seats"]))
        assert [seat["name"] for seat in told["seats"]] == ["Ann", ""]
        said = british.post("/talk", text="Well <b>fired</b>,\n old man").json()
        for each in (listener, watcher):
            assert hear(each, "talk")["line"] == said
    assert (said["number"], said["kind"], said["side"], said["name"]) == (1, "chat", "british", "Ann")
    assert said["text"] == "Well <b>fired</b>, old man"  # as it was said: whoever shows it shows text
    emote = watching.post("/talk", emote="applause").json()
    assert (emote["number"], emote["side"], emote["text"]) == (2, None, "applause")
    after = british.state()
    assert (after["seq"], after["head"]) == (before["seq"], before["head"])  # nothing of it is in the record
    server.kill()
    again = Process(tmp_path)
    for seat in seats.values():
        seat.http.base_url = again.address
        assert lines(seat) == [said, emote] and lines(seat, 2) == [emote]
    assert british.state()["seats"][0]["name"] == "Ann"
    again.stop()


def test_a_friend_can_be_talked_to_before_the_game_begins(address):
    seats = invited_table(address, ["british"], ["german"], game="pegasus")
    assert seats["german"].post("/name", name="Karl").status_code == 200
    assert seats["german"].post("/talk", text="I am here").status_code == 200
    assert lines(seats["british"])[0]["name"] == "Karl"
    assert [seat["name"] for seat in seats["british"].get("/lobby").json()["seats"]] == ["", "Karl"]


def test_spectators_show_emotes_and_say_nothing(duel):
    refused = duel["spectator"].post("/talk", text="Watch your left flank")
    assert (refused.status_code, refused.json()["error"]) == (403, "spectator")
    assert duel["spectator"].post("/name", name="Spy").status_code == 403
    assert duel["spectator"].post("/talk", emote="gasp").status_code == 200
    assert duel["british"].post("/talk", emote="laugh").json()["side"] == "british"


@pytest.mark.parametrize(
    "wish",
    [{}, {"text": "a", "emote": "gasp"}, {"text": "\u202e\u200b \t"}, {"text": "x" * 281}, {"emote": "<script>"}],
)
def test_what_is_no_talk_is_refused(duel, wish):
    assert duel["british"].post("/talk", **wish).status_code in (400, 422)
    assert lines(duel["british"]) == []


def test_only_who_has_a_seat_is_heard(duel, nobody):
    nobody.table = duel["british"].table
    assert nobody.get("/talk").status_code == 401
    assert nobody.post("/talk", text="hello").status_code == 401
    nobody.table = "none"
    assert nobody.get("/talk").status_code == 404


def test_too_much_at_once_is_not_heard(duel):
    answers = [duel["british"].post("/talk", text=f"line {number}").status_code for number in range(30)]
    assert answers[:8] == [200] * 8 and 429 in answers
    assert duel["german"].post("/talk", text="and me?").status_code == 200  # each has his own measure


def test_old_lines_make_room(tmp_path, monkeypatch):
    monkeypatch.setitem(MOST_LINES, "chat", 3)
    with served(tmp_path / "home") as address:
        seats = new_table(address, game="pegasus", seats={"british": "human", "german": "human"})
        assert seats["german"].post("/talk", emote="gasp").status_code == 200
        for number in range(5):
            assert seats["british"].post("/talk", text=f"line {number}").status_code == 200
        assert [line["text"] for line in lines(seats["german"])] == ["gasp", "line 2", "line 3", "line 4"]


def test_another_worker_tells_its_sockets(tmp_path, postgres_url):
    servers = [Process(tmp_path, "--database", postgres_url) for _ in range(2)]
    seats = new_table(servers[0].address, game="pegasus", seats={"british": "human", "german": "human"})
    seats["german"].address = servers[1].address
    with seats["german"].live() as listener:
        hear(listener)
        said = seats["british"].post("/talk", text="over there").json()
        assert hear(listener, "talk")["line"] == said
        assert seats["british"].post("/name", name="Ann").status_code == 200
        hear(listener, "state", lambda message: message["state"]["seats"][0]["name"] == "Ann")
    for server in servers:
        server.stop()


def test_a_word_reaches_nobody_at_another_table(address, duel):
    other = new_table(address, game="pegasus", seats={"british": "human", "german": "human"})
    assert duel["british"].post("/talk", text="here").status_code == 200
    assert lines(other["british"]) == []
    answer = send(
        f"{address}/api/tables/{other['british'].table}/talk",
        json={"text": "there"},
        headers={"authorization": f"Bearer {duel['british'].token}"},
    )
    assert answer.status_code == 401


def test_nothing_unseen_stays_in_a_line():
    assert plain("a\u2028b\u0000c\u202ed\ufeff  e") == "a b cd e"
    assert plain("Zoë schießt 🎯 über die Élan") == "Zoë schießt 🎯 über die Élan"
