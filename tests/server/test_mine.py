"""How the games of one person stand."""

from __future__ import annotations

import random

from tests.server.serving import actions, gather, invited_table, new_table, send, served


def mine(address, *seats):
    answer = send(f"{address}/api/mine", json={"seats": [{"table": seat.table, "token": seat.token} for seat in seats]})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_list_says_whose_move_it_is_and_what_waits(address):
    running = new_table(address, game="pegasus", seats={"british": "human", "german": "human"}, seed="mine")
    friends = invited_table(address, ["british"], ["german"], game="pegasus")
    friends["german"].post("/name", name="Karl")
    gone = new_table(address, game="pegasus")["british"]
    gone.token = "nothing"
    asked = [running["british"], running["spectator"], friends["british"], gone]
    first, watching, waiting, lost = mine(address, *asked)
    state = running["british"].state()
    assert (first["stage"], first["side"], first["deciding"]) == ("running", "british", state["deciding"])
    assert first["heading"] == state["scene"]["heading"] and first["game"] == "pegasus"
    assert watching["side"] is None
    assert waiting["stage"] == "gathering" and [seat["name"] for seat in waiting["seats"]] == ["", "Karl"]
    assert lost["stage"] == "gone" and lost["game"] == ""
    gather(friends["british"], friends["german"])
    assert mine(address, friends["british"])[0]["stage"] == "running"
    with running["british"].live() as listener:
        listener.read()
        assert mine(address, running["german"])[0]["seats"][0]["connected"]
    resigned = running["german"].post("/resign", seq=running["german"].state()["seq"])
    assert resigned.status_code == 200
    over = mine(address, running["british"])[0]
    assert (over["stage"], over["outcome"]["winner"], over["progress"]) == ("over", "british", 1.0)


def test_what_has_not_changed_opens_no_table(tmp_path):
    with served(tmp_path / "home", idle_seconds=0.05) as address:
        seats = new_table(address, game="pegasus", seats={"british": "human", "german": "human"}, seed="idle")
        deciding = seats["british"].state()["deciding"]
        before = mine(address, seats[deciding])
        loads = opened(seats[deciding])
        seats[deciding].http.get("/metrics")  # clears tables away that nobody has used for a while
        while opened(seats[deciding], "beachhead_tables_live"):
            pass
        assert mine(address, seats[deciding]) == before
        assert opened(seats[deciding]) == loads
        state = seats[deciding].state()
        moved = seats[deciding].act_at_random(state, random.Random(1))
        after = mine(address, seats[deciding])[0]
        assert after["moved"] > before[0]["moved"] and after["deciding"] == moved["deciding"]


def opened(seat, figure="beachhead_table_load_seconds_count"):
    """How many tables have been opened, or are open."""
    lines = seat.http.get("/metrics").text.splitlines()
    return float(next(line for line in lines if line.startswith(figure)).split()[-1])


def test_what_is_done_in_secret_moves_nothing_in_a_list(address):
    """Not even when anything was done."""
    seats = new_table(address, game="pegasus", seats={"british": "human", "german": "human"}, seed="secret")
    chance, state, secret = random.Random(1), {}, None
    while secret is None:
        state = seats["german"].state()
        assert state["deciding"] == "german"
        told = seats["british"].state()["secret"]
        if told:
            secret = told
        else:
            seats["german"].act_at_random(state, chance)
    before = mine(address, seats["british"], seats["spectator"])
    for verb, arg in actions(state)[:1]:
        assert seats["german"].act(state, verb, arg).status_code == 200
    assert seats["german"].state()["seq"] > state["seq"]
    assert mine(address, seats["british"], seats["spectator"]) == before
