"""Examples of rules, and sandboxes that go on from them or from a table."""

from __future__ import annotations

import json
from random import Random

import pytest
from tests.server.serving import Api, fetch, new_table, send

from beachhead.cases import packaged_cases
from beachhead.display import patch
from beachhead.games import find_game

GAMES = ("pegasus", "omaha", "bocage", "bradley", "tcs", "longest_day")


def book(address, game):
    return fetch(f"{address}/api/games/{game}/book").json()


def example(address, game, name):
    answer = fetch(f"{address}/api/games/{game}/examples/{name}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def opened(address, answer):
    """A seat of the first side of a table that was made."""
    assert answer.status_code == 201, answer.text
    made = answer.json()
    side, token = next(iter(made["tokens"].items()))
    return side, made, Api(address, made["id"], token)


@pytest.mark.parametrize("game", GAMES)
def test_every_case_is_an_example_and_the_turn_is_told(address, game):
    found = book(address, game)
    assert len(found["examples"]) == len(packaged_cases(find_game(game))) > 0
    rules = {rule["id"] for chapter in fetch(f"{address}/api/games/{game}/rules").json() for rule in chapter["rules"]}
    assert {rule for each in found["examples"] for rule in each["rules"]} <= rules
    assert all(each["title"][:1].isupper() or not each["title"][:1].isalpha() for each in found["examples"])
    phases = [segment for part in found["sequence"] for segment in part["segments"]]
    assert len(phases) > 1 and all(phase["rule"] in rules for phase in phases if phase["rule"])
    assert set(found["terms"].values()) <= rules


def test_an_example_is_played_step_by_step(address):
    found = example(address, "pegasus", "4-retreat")
    assert found["scenario"] == "coup-de-main" and found["note"].startswith("Six steps against two")
    first, assault, advance = found["steps"][0], found["steps"][1], found["steps"][-1]
    assert first["question"] and not first["action"] and first["side"] == "british"
    said = {(remark["kind"], remark["rule"]): remark for remark in first["remarks"]}
    refused = said["may-not", "4.1"]
    assert "No enemy" in refused["reason"] and refused["hexes"] == ["0803"]
    chance = next(remark["text"] for remark in first["remarks"] if remark["kind"] == "chance")
    assert "33%" in chance and "attack 6" in chance
    assert (assault["actor"], assault["action"]) == ("british", "Assault 0704")
    moved = example(address, "pegasus", "3-movement")["steps"]
    assert any("has moved and may not move again" in note for step in moved for note in step["notes"])
    assert [event["kind"] for event in assault["events"]][:1] == ["turned_up"]
    scene = found["scene"]
    for step in found["steps"]:
        scene = patch(scene, step["scene"])
    assert {each["id"]: each["hex"] for each in scene["counters"]}["1 Platoon"] == "0704"
    assert "0704" in found["hexes"] and advance["lit"]


def test_a_position_that_cannot_be_is_told_with_its_rule(address):
    for name in ("variant-scope-armor", "board-steps-refused"):
        found = example(address, "omaha", name)
        (remark,) = found["steps"][0]["remarks"]
        assert remark["kind"] == "may-not" and remark["rule"] and remark["reason"] and not found["steps"][0]["can_try"]


def test_far_counters_are_left_out(address):
    found = example(address, "longest_day", "I.G-zones")
    assert 0 < len(found["scene"]["counters"]) < 60 and not found["scene"].get("displays")


def test_what_is_no_example_is_refused(address):
    for path in ("pegasus/examples/nothing", "pegasus/examples/..%2Fdata", "nothing/examples/4-retreat"):
        assert fetch(f"{address}/api/games/{path}").status_code == 404


def test_a_sandbox_goes_on_from_any_step_of_an_example(address):
    found = example(address, "pegasus", "4-retreat")
    for step, at in ((0, "assault"), (1, "retreat"), (None, "assault")):
        path = f"{address}/api/games/pegasus/examples/4-retreat/sandbox"
        _, made, seat = opened(address, send(path, json={"step": step}))
        with seat:
            state = seat.state()
            assert set(made["tokens"]) == {"british", "german"} and state["dice"]["kind"] == "sandbox"
            asked = found["steps"][-1 if step is None else step]
            assert state["deciding"] == asked["side"]
            if state["decision"]:
                assert state["decision"]["prompt"] == asked["question"]
                assert at in state["decision"]["options"] or step is None
    ended = next(each["id"] for each in book(address, "pegasus")["examples"] if each["id"] == "5-sudden-death")
    assert send(f"{address}/api/games/pegasus/examples/{ended}/sandbox", json={}).status_code == 422


@pytest.mark.parametrize("side", ["british", "spectator"])
def test_a_sandbox_of_a_running_game_knows_what_the_seat_knows(address, side):
    seats = new_table(address, game="pegasus", seats={"british": "human", "german": "human"}, seed="sandbox")
    while (state := seats["german"].state())["deciding"] == "german":
        verb, offer = next(iter(state["decision"]["options"].items()))
        seats["german"].act(state, verb, offer["args"][0])
    asking = seats[side]
    known = asking.get("/view").json()
    garrisons, commitments = set(), set()
    for _ in range(8):
        _, made, _ = opened(address, asking.post("/sandbox"))
        with Api(address, made["id"], made["tokens"]["british"]) as mine:
            assert side == "spectator" or mine.get("/view").json() == known
            assert mine.state()["seed"] is None
            commitments.add(mine.state()["commitment"])
        with Api(address, made["id"], made["tokens"]["german"]) as theirs:
            garrisons.add(json.dumps(theirs.get("/view").json()["units"], sort_keys=True))
    truth = json.dumps(seats["german"].get("/view").json()["units"], sort_keys=True)
    assert len(garrisons) > 1 or garrisons != {truth}, "the garrison is dealt anew"
    assert seats["british"].state()["commitment"] not in commitments and len(commitments) == 8
    for seat in seats.values():
        seat.http.close()


def test_a_sandbox_goes_on_from_an_earlier_moment(solo):
    state = solo.state()
    for _ in range(6):
        state = solo.act_at_random(state, Random(4))
    _, _, seat = opened(solo.address, solo.post("/sandbox", step=2))
    with seat:
        then = solo.get("/steps/2").json()["scene"]
        here = seat.state()
        assert here["scene"]["heading"] == then["heading"] and here["step"] <= 2
        assert here["decision"] is not None
        assert seat.act_at_random(here, Random(1))["seq"] == 1
    assert solo.post("/sandbox", step=99).status_code == 404


def test_the_record_of_a_sandbox_says_so(address, tmp_path):
    path = f"{address}/api/games/pegasus/examples/4-retreat/sandbox"
    _, _, seat = opened(address, send(path, json={"step": 0}))
    with seat:
        state = seat.post("/resign", seq=0).json()
        assert state["outcome"]["level"] == "resigned"
        proof = seat.get("/save").json()["proof"]
    assert proof["header"]["dice"] == "sandbox"
