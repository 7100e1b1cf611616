"""Whole games over HTTP, and what each request may and may not do."""

from __future__ import annotations

import random
import threading

import pytest
from tests.server.serving import actions, fetch, new_table, send

from beachhead.games import game_ids
from beachhead.kernel import commitment


def test_games_are_listed(address):
    games = {game["id"]: game for game in fetch(f"{address}/api/games").json()}
    assert set(games) == set(game_ids())
    assert games["omaha"]["players"][0] == "veteran"
    assert "script" not in games["omaha"]["players"]  # it reads files
    assert games["pegasus"]["scenarios"][0]["seats"] == ["british", "german"]


def test_people_are_offered_what_a_scenario_can_take_and_whom_it_is_worth_playing(address):
    games = {game["id"]: game for game in fetch(f"{address}/api/games").json()}
    for game in games.values():
        assert game["players"] and not {"first", "script"}.intersection(game["players"])
    assert not any("random" in games[name]["players"] for name in ("omaha", "bradley", "bocage"))
    takes = {each["id"]: each["options"] for each in games["tcs"]["scenarios"]}
    assert "t5-artillery" in takes["T5"] and "own-plan" not in takes["T5"]
    assert "own-plan" in takes["S3"] and "t5-artillery" not in takes["S3"] and "own-plan" not in takes["S7"]
    takes = {each["id"]: each["options"] for each in games["bradley"]["scenarios"]}
    assert "northern-utah" in takes["utah"] and "northern-utah" not in takes["omaha"]
    assert "german-automaton" in takes["omaha"]


def test_rules_are_told(address):
    book = fetch(f"{address}/api/games/pegasus/rules").json()
    assert [chapter["number"] for chapter in book] == ["1", "2", "3", "4", "5"]
    assert book[0]["introduction"] and book[0]["rules"][0]["id"] == "1.1" and book[0]["rules"][0]["text"]
    assert fetch(f"{address}/api/games/chess/rules").status_code == 404


def test_the_layout_is_cached_by_its_fingerprint(address):
    first = fetch(f"{address}/api/games/omaha/layout")
    assert first.status_code == 200 and len(first.json()["names"]) > 100
    again = fetch(f"{address}/api/games/omaha/layout", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and again.content == b""
    assert fetch(f"{address}/api/games/chess/layout").status_code == 404


def test_a_game_of_easy_fox(solo):
    first = solo.state()
    assert first["seat"] == "us" and first["deciding"] == "us" and first["seed"] is None
    last = solo.play()
    assert last["outcome"]["reason"] and last["decision"] is None and last["deciding"] is None
    assert last["seed"] == "solo" and commitment("solo") == first["commitment"]
    numbers = [event["number"] for event in solo.state()["events"]]
    assert numbers == list(range(len(numbers)))
    refused = solo.act(last, "done")
    assert refused.status_code == 409 and refused.json()["error"] == "over"


def test_a_game_against_the_computer(address):
    seats = new_table(address, game="pegasus", seed="bot")
    assert set(seats) == {"british", "spectator"}
    state = seats["british"].my_turn()
    assert [seat["player"] for seat in state["seats"]] == ["human", "veteran"]
    assert seats["british"].play()["outcome"]["winner"] in ("british", "german", None)


def test_a_game_of_computers_ends_by_itself(address):
    seats = new_table(address, game="pegasus", seats={"british": "first", "german": "random"}, seed="bots")
    assert set(seats) == {"spectator"}
    assert seats["spectator"].my_turn()["outcome"]


def test_only_the_deciding_seat_sees_its_decision(duel):
    states = {side: seat.state() for side, seat in duel.items()}
    assert {side: state["deciding"] for side, state in states.items()} == dict.fromkeys(duel, "german")
    assert states["german"]["decision"]["prompt"]
    assert states["british"]["decision"] is None and states["spectator"]["decision"] is None
    assert states["spectator"]["seat"] is None


def test_whoever_is_not_to_decide_is_refused_without_a_word_of_the_decision(duel):
    prompt = duel["german"].state()["decision"]["prompt"]
    for side, status in (("british", 409), ("spectator", 403)):
        seq = duel[side].state()["seq"]
        for path in ("/actions", "/why", "/preview", "/undo", "/redo"):
            body = {"verb": "place", "arg": "0000"} if path in ("/actions", "/why", "/preview") else {}
            if path in ("/actions", "/undo", "/redo"):
                body["seq"] = seq
            answer = duel[side].post(path, **body)
            assert answer.status_code == status, f"{side} {path} {answer.text}"
            assert prompt not in answer.text


def test_illegal_actions_are_refused_with_the_ruling(solo):
    state = solo.state()
    offered = state["decision"]["options"].get("paid", {"args": []})["args"]
    other = next(unit["id"] for unit in solo.get("/view").json()["units"] if unit["id"] not in offered)
    asked = solo.post("/why", verb="paid", arg=other)
    refused = solo.act(state, "paid", other)
    assert refused.status_code == 422 and refused.json()["ruling"] == asked.json()["ruling"]
    assert refused.json()["ruling"]["rule"]
    assert solo.state()["seq"] == state["seq"]


def test_what_would_be_lost_and_what_is_closed_comes_with_the_decision(solo):
    """Random play comes to the end of a division's actions with something at stake, and to verbs that rules close."""
    chance, state = random.Random(3), solo.state()
    while not state["decision"]["guards"]:
        state = solo.act_at_random(state, chance)
    closed = {each["verb"]: each["ruling"] for each in state["decision"]["closed"]}
    (guard,) = state["decision"]["guards"]
    assert guard["verb"] in ("next", "done") and guard["arg"] is None
    assert state["decision"]["options"][guard["verb"]]["role"] == "done"
    assert guard["ruling"]["rule"] in ("5.21.drown", "7.63", "7.2") and guard["ruling"]["sentence"]
    units = {counter["id"] for counter in state["scene"]["counters"]}
    assert guard["ruling"]["units"] and units.issuperset(guard["ruling"]["units"])
    default = state["decision"]["default"]
    assert default is None or default["verb"] != guard["verb"]
    assert closed["switch"]["rule"] == "7.2a" and closed["switch"]["sentence"]
    assert closed["barrage"] is None, "why depends on the target"


def test_offered_actions_have_no_ruling_against_them(solo):
    verb, arg = actions(solo.state())[0]
    assert solo.post("/why", verb=verb, arg=arg).json() == {"ruling": None}
    assert solo.post("/preview", verb=verb, arg=arg).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"verb": "fly", "arg": "0000"},
        {"verb": "done", "arg": "now"},
        {"verb": "paid"},
        {"verb": "paid", "arg": "nobody"},
        {"verb": "paid", "arg": "a" * 190},
    ],
)
def test_words_that_are_no_action(solo, body):
    answer = solo.post("/actions", seq=0, **body)
    assert answer.status_code == 422 and answer.json()["error"] == "bad_action"


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "pegasus", "scenario": "sword"},
        {"game": "pegasus", "options": {"rain": True}},
        {"game": "pegasus", "seats": {"french": "human"}},
        {"game": "pegasus", "seats": {"german": "kasparov"}},
        {"game": "pegasus", "seats": {"german": "script:file=/etc/passwd"}},
        {"game": "omaha", "scenario": "easy-fox", "options": {"coop": 1}},
    ],
)
def test_wishes_that_cannot_be_granted(address, wish):
    answer = send(f"{address}/api/tables", json=wish)
    assert answer.status_code == 422 and answer.json()["error"] == "bad_setup", answer.text


def test_an_unknown_game(address):
    answer = send(f"{address}/api/tables", json={"game": "pegasis"})
    assert answer.status_code == 404 and "pegasus" in answer.json()["message"]


def test_tables_and_tokens_that_do_not_exist(solo, nobody):
    assert nobody.http.get("/api/tables/nothing").status_code == 404
    nobody.table = solo.table
    answer = nobody.get()
    assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
    nobody.http.headers["authorization"] = "Bearer guessed"
    assert nobody.get().status_code == 401
    assert nobody.post("/actions", seq=0, verb="done").status_code == 401


def test_a_repeated_action_is_a_conflict(solo):
    state = solo.state()
    verb, arg = actions(state)[0]
    after = solo.act(state, verb, arg).json()
    again = solo.act(state, verb, arg)
    assert again.status_code == 409
    refusal = again.json()
    assert refusal["error"] == "conflict"
    assert refusal["state"]["seq"] == after["seq"] and refusal["state"]["decision"] == after["decision"]


def test_of_two_at_once_one_wins(solo):
    state = solo.state()
    verb, arg = actions(state)[0]
    answers = []

    def act():
        body = {"seq": state["seq"], "verb": verb, "arg": arg}
        header = {"authorization": f"Bearer {solo.token}"}
        url = f"{solo.address}/api/tables/{solo.table}/actions"
        answers.append(send(url, json=body, headers=header).status_code)

    threads = [threading.Thread(target=act) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [409] * 7
    assert solo.state()["seq"] == state["seq"] + 1


def test_the_answer_has_the_events_that_are_new(duel):
    german = duel["german"]
    state = german.state()
    verb, arg = actions(state)[0]
    answer = german.act(state, verb, arg).json()
    assert [event["kind"] for event in answer["events"]] == ["placed"]
    assert answer["events"][0]["step"] == 1 and answer["since"] == len(state["events"])
    assert duel["british"].state()["events"] == []
    again = german.act(answer, *actions(answer)[0]).json()
    assert german.get("/log", since=1).json() == again["events"] and again["events"][0]["number"] == 1


def test_one_seat_of_two_people(address):
    seats = new_table(address, game="omaha", scenario="first-waves", options={"coop": True}, seats={"1st": "human"})
    players = {seat["side"]: seat["player"] for seat in seats["1st"].state()["seats"]}
    assert players == {"1st": "human", "29th": "veteran"}


# --- taking back --------------------------------------------------------------------------------------------------


def advance(seat, chance):
    """Act until something can be taken back."""
    state = seat.my_turn()
    while not state["can_undo"]:
        state = seat.act_at_random(state, chance)
        assert state["outcome"] is None
        if state["decision"] is None:
            state = seat.my_turn()
    return state


def test_undo_and_redo(solo):
    chance = random.Random(3)
    state = advance(solo, chance)
    before = solo.get(f"/steps/{state['step'] - 1}").json()
    undone = solo.post("/undo", seq=state["seq"])
    assert undone.status_code == 200
    back = undone.json()
    assert back["seq"] == state["seq"] + 1 and back["step"] == state["step"] - 1
    assert back["scene"] == before["scene"] and back["can_redo"]
    redone = solo.post("/redo", seq=back["seq"]).json()
    assert redone["scene"] == state["scene"] and redone["decision"] == state["decision"]
    assert not redone["can_redo"]
    assert solo.post("/redo", seq=redone["seq"]).status_code == 422


def test_nothing_to_take_back(solo):
    answer = solo.post("/undo", seq=0)
    assert answer.status_code == 422 and answer.json()["ruling"]


def test_tables_where_nothing_is_taken_back(address):
    seats = new_table(address, game="omaha", undo="off", seed="solo")
    state = solo_after(seats["us"])
    assert not state["can_undo"]
    answer = seats["us"].post("/undo", seq=state["seq"])
    assert answer.status_code == 422 and answer.json()["error"] == "undo_off"


def solo_after(seat, count=3):
    chance, state = random.Random(1), seat.my_turn()
    for _ in range(count):
        state = seat.act_at_random(state, chance)
    return state


def test_asking_for_undo(address):
    seats = new_table(address, game="pegasus", seats={"british": "human", "german": "human"}, undo="ask", seed="ask")
    german, british = seats["german"], seats["british"]
    state = german.state()
    while state["deciding"] == "german":
        state = german.act(state, *actions(state)[0]).json()
    before = state = british.state()
    while not state["can_undo"]:
        before, state = state, british.act(state, *actions(state)[0]).json()
    assert state["can_undo"] and state["step"] == before["step"] + 1
    asked = british.post("/undo", seq=state["seq"]).json()
    assert asked["undo_asked_by"] == "british" and asked["step"] == state["step"] and not asked["can_undo"]
    assert british.post("/undo", seq=asked["seq"], agree=True).status_code == 403
    seen = german.state()["seq"]
    declined = german.post("/undo", seq=seen, agree=False).json()
    assert declined["undo_asked_by"] is None and british.state()["step"] == state["step"]
    assert german.post("/undo", seq=declined["seq"], agree=True).status_code == 422
    british.post("/undo", seq=british.state()["seq"])
    german.post("/undo", seq=german.state()["seq"], agree=True)
    assert british.state()["step"] == before["step"]


def test_what_nobody_has_seen_is_taken_back_unasked(address):
    seats = new_table(address, game="pegasus", seats={"british": "human", "german": "human"}, undo="ask", seed="ask")
    german, british = seats["german"], seats["british"]
    state, before = german.state(), british.state()
    placed = german.act(state, *actions(state)[0]).json()
    undone = german.post("/undo", seq=placed["seq"]).json()
    assert undone["step"] == 0 and undone["seq"] == 2 and undone["decision"] == state["decision"]
    assert german.post("/redo", seq=2).json()["step"] == 1
    assert british.state() == before


def test_giving_up(duel):
    state = duel["british"].state()
    answer = duel["british"].post("/resign", seq=state["seq"])
    assert answer.status_code == 200
    over = answer.json()
    assert over["outcome"]["winner"] == "german" and over["outcome"]["level"] == "resigned" and over["seed"] == "duel"
    assert duel["german"].state()["decision"] is None
    assert duel["german"].post("/resign", seq=over["seq"]).status_code == 409
    assert duel["spectator"].post("/resign", seq=over["seq"]).status_code == 403


# --- links --------------------------------------------------------------------------------------------------------


def test_a_seat_is_renewed_by_its_holder(duel):
    assert duel["german"].post("/seats/british/revoke").status_code == 403
    assert duel["spectator"].post("/seats/british/revoke").status_code == 403
    assert duel["british"].post("/seats/french/revoke").status_code == 404
    fresh = duel["british"].post("/seats/british/revoke").json()["token"]
    assert duel["british"].get().status_code == 401
    duel["british"].http.headers["authorization"] = f"Bearer {fresh}"
    assert duel["british"].get().status_code == 200


def test_the_spectators_link_is_renewed_by_a_player(duel):
    fresh = duel["british"].post("/seats/spectator/revoke").json()["token"]
    assert duel["spectator"].get().status_code == 401
    duel["spectator"].http.headers["authorization"] = f"Bearer {fresh}"
    assert duel["spectator"].get().status_code == 200


def test_tokens_are_kept_as_hashes_only(address, tmp_path_factory):
    seats = new_table(address, game="pegasus")
    kept = b"".join(path.read_bytes() for path in tmp_path_factory.getbasetemp().glob("served*/*") if path.is_file())
    assert kept and all(seat.token.encode() not in kept for seat in seats.values())
