"""Looking back, saving, and coming back from a save."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from tests.server.serving import Api, actions, fetch, hear, new_table, send, served

from beachhead.games import find_game
from beachhead.kernel import Match, load, save, verify
from beachhead.kernel.saves import MAX_BYTES
from beachhead.testing.properties import Play, walk


def bring(address, data):
    return send(f"{address}/api/tables/import", content=data)


def brought(address, data):
    answer = bring(address, data)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = {**made["tokens"], "spectator": made["spectator"]}
    return {side: Api(address, made["id"], token) for side, token in tokens.items()}


def test_steps_show_the_table_as_it_was(solo):
    seen = [solo.state()]
    chance = Random(5)
    for _ in range(40):
        if seen[-1]["outcome"]:
            break
        seen.append(solo.act_at_random(seen[-1], chance))
    events = solo.state()["events"]
    for state in (seen[0], seen[-1], *Random(1).sample(seen, 10)):
        then = solo.get(f"/steps/{state['step']}").json()
        assert then["scene"] == state["scene"] and then["decision"] is None
        assert then["events"] == [event for event in events if event["step"] <= state["step"]]
    assert solo.get("/steps/4000").status_code == 404
    assert solo.get("/steps/-1").status_code in (400, 404)


def test_steps_after_undo_are_those_of_the_new_way(solo):
    chance, state = Random(3), solo.state()
    while not state["can_undo"]:
        state = solo.act_at_random(state, chance)
    solo.get(f"/steps/{state['step']}")
    back = solo.post("/undo", seq=state["seq"]).json()
    other = next(pair for pair in reversed(actions(back)))
    again = solo.act(back, *other).json()
    assert solo.get(f"/steps/{again['step']}").json()["scene"] == again["scene"]


def test_history_keeps_the_secrets_of_others(duel):
    german = duel["german"]
    state = german.state()
    german.act(state, *actions(state)[0])
    own, other = german.get("/history").json(), duel["british"].get("/history").json()
    assert own["steps"][0]["text"].startswith("place ") and own["steps"][0]["label"]
    assert other["steps"] == [{"step": 1, "side": "german", "text": "", "label": "", "landmark": ""}]
    duel["british"].post("/resign", seq=1)
    assert duel["british"].get("/history").json() == own


def test_history_has_landmarks(address):
    seats = new_table(address, game="pegasus", seats={"british": "first", "german": "first"}, seed="1")
    seats["spectator"].my_turn()
    history = seats["spectator"].get("/history").json()
    names = [mark["name"] for mark in history["landmarks"]]
    assert names == ["Turn 1", "Turn 2", "Turn 3", "Turn 4"]
    assert [step["landmark"] for step in history["steps"] if step["landmark"]] == names


def test_a_report_when_the_game_is_over(solo):
    running = solo.get("/report")
    assert running.status_code == 409 and running.json()["error"] == "running"
    last = solo.play()
    report = solo.get("/report").json()
    assert report["outcome"] == last["outcome"] and report["steps"] == last["step"]
    assert [turn["name"] for turn in report["turns"]] == [
        mark["name"] for mark in solo.get("/history").json()["landmarks"]
    ]
    total = sum(sum(turn["losses"].values()) for turn in report["turns"])
    assert total == sum(sum(hex_["losses"].values()) for hex_ in report["losses_by_hex"]) > 0
    assert report["turning_points"] and report["turning_points"][0]["texts"]


def test_a_position_shows_nothing_hidden(duel):
    german = duel["german"]
    for _ in range(3):
        state = german.my_turn()
        german.act(state, *actions(state)[0])
    texts = {duel["british"].get("/position").json()["text"] for _ in range(30)}
    assert len(texts) > 1  # drawn anew each time
    assert len({german.get("/position").json()["text"] for _ in range(5)}) == 1  # nothing is hidden from the owner
    assert json.loads(texts.pop())["draws"] == 0


# --- saves --------------------------------------------------------------------------------------------------------


def test_the_save_of_a_finished_game_is_open(solo, address):
    solo.play()
    answer = solo.get("/save")
    assert answer.headers["content-disposition"].startswith('attachment; filename="omaha-easy-fox-')
    verdict = verify(answer.content, find_game)
    assert not verdict.problems and not verdict.unchecked and verdict.draws
    again = brought(address, answer.content)
    state = again["us"].state()
    assert state["outcome"] == solo.state()["outcome"] and state["seed"] == "solo"
    assert again["us"].get("/report").status_code == 200


def test_the_save_of_a_game_that_was_given_up_can_go_on(duel, address):
    german = duel["german"]
    state = german.state()
    state = german.act(state, *actions(state)[0]).json()
    duel["british"].post("/resign", seq=state["seq"])
    data = german.get("/save").content
    assert json.loads(data)["seed"] == "duel"
    assert brought(address, data)["german"].state()["decision"]["options"] == state["decision"]["options"]


def test_the_save_of_a_running_game_is_sealed(solo, address):
    state = solo.play(most=30)
    data = solo.get("/save").content
    document = json.loads(data)
    assert set(document) == {
        "format", "version", "game", "title", "scenario", "options", "players", "step", "commitment", "sealed",
    }  # fmt: skip
    assert b"solo" not in data.replace(document["sealed"].encode(), b"")
    again = brought(address, data)
    fresh = again["us"].state()
    for same in ("view", "scene", "decision", "events", "step", "options"):
        assert fresh[same] == solo.state()[same], same
    assert fresh["commitment"] != state["commitment"]  # nobody looks ahead in a copy
    last = again["us"].play()
    verdict = verify(again["us"].get("/save").content, find_game)
    assert last["outcome"] and not verdict.problems and not verdict.unchecked


def test_a_sealed_game_of_two_waits_for_both(duel, address):
    german = duel["german"]
    state = german.state()
    german.act(state, *actions(state)[0])
    again = brought(address, german.get("/save").content)
    assert set(again) == {"german", "spectator"}  # no seat of another person is handed out
    state = again["german"].state()
    assert state["waiting_for"] == ["british"]
    refused = again["german"].act(state, *actions(state)[0])
    assert refused.status_code == 409 and refused.json()["error"] == "waiting"
    british = Api(address, again["german"].table, duel["british"].token)
    with again["german"].live() as socket:
        hear(socket)
        assert british.state()["waiting_for"] == []
        assert hear(socket)["state"]["waiting_for"] == []
    assert again["german"].act(state, *actions(state)[0]).status_code == 200


def test_a_spectator_who_saves_gets_no_seat(duel, address):
    assert set(brought(address, duel["spectator"].get("/save").content)) == {"spectator"}


def test_a_seal_of_another_server(duel, tmp_path):
    data = duel["german"].get("/save").content
    with served(tmp_path) as elsewhere:
        answer = bring(elsewhere, data)
        assert answer.status_code == 422 and "sealed by another server" in answer.json()["message"]
        own = new_table(elsewhere, game="pegasus")["british"].get("/save")
        assert own.status_code == 200
        assert (tmp_path / "seal.key").stat().st_mode & 0o777 == 0o600


def running_save(seed="hostile", steps=12, game="pegasus"):
    match = Play(find_game(game), next(iter(find_game(game).scenarios)), {}, seed).match(keeps_digests=True)
    for _, _ in zip(range(steps), walk(match, Random(seed)), strict=False):
        pass
    return match


def test_the_terminal_s_save_of_a_running_game(address):
    match = running_save()
    again = brought(address, save(match))
    assert set(again) == {"british", "spectator"}
    assert again["spectator"].state()["step"] >= len(match.record)


def changed(**changes):
    return {**json.loads(save(running_save())), **changes}


HOSTILE = {
    "empty": b"",
    "no JSON": b"\x00\xff" * 100,
    "a number": b"7",
    "nested": b'{"a":' * 50_000,
    "nested lists": b"[" * 100_000,
    "another format": b'{"format": "pgn"}',
    "another version": msgspec.json.encode(changed(version=99)),
    "another game": msgspec.json.encode(changed(game="../../etc/passwd")),
    "another scenario": msgspec.json.encode(changed(scenario="x" * 199)),
    "no actions": msgspec.json.encode(changed(actions=None)),
    "a wrong digest": msgspec.json.encode(changed(set_up_digest="00")),
    "a wrong past": msgspec.json.encode(changed(past=4000)),
    "a false end": msgspec.json.encode(
        changed(outcome={"winner": "x", "reason": "", "rule": "", "level": "", "scores": {}})
    ),
    "a false start": msgspec.json.encode(changed(start={"units": [{"id": "A", "hex": "9999"}]})),
    "a huge start": msgspec.json.encode(changed(start={"draws": 2**51})),
    "a false action": msgspec.json.encode(changed(actions=[{"side": "german", "action": "fly", "digest": ""}])),
    "a false seed": msgspec.json.encode(changed(seed="other")),
    "too many actions": msgspec.json.encode(
        changed(actions=[{"side": "german", "action": "place 0101", "digest": ""}] * 30_000)
    ),
    "sealed by nobody": msgspec.json.encode({"format": "beachhead-sealed-save"}),
    "sealed with nothing": msgspec.json.encode(
        {
            "format": "beachhead-sealed-save",
            "version": 1,
            "game": "pegasus",
            "title": "",
            "scenario": "",
            "options": {},
            "players": {},
            "step": 0,
            "commitment": "",
            "sealed": "gAAAAABkäää",
        }
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_saves_are_refused(address, name):
    answer = bring(address, HOSTILE[name])
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"] == "bad_save" and len(answer.text) < 1000
    assert fetch(f"{address}/ready").status_code == 200


def test_players_of_a_save_that_read_files_are_replaced(address):
    match = running_save()
    match.seats = {"british": "human", "german": "script:file=/etc/passwd"}
    seats = brought(address, save(match))["british"].state()["seats"]
    assert [seat["player"] for seat in seats] == ["human", "random"]


def test_a_save_that_is_too_big(address):
    answer = bring(address, b" " * (MAX_BYTES // 2 + 1))
    assert answer.status_code == 413 and answer.json()["error"] == "too_big"


def test_a_save_of_ours_loads_at_the_terminal(solo):
    solo.play()
    match = load(solo.get("/save").content, find_game)
    assert isinstance(match, Match) and match.is_over
