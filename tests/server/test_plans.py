"""Orders to many units: what is planned is offered, what is taken together is taken back together."""

from __future__ import annotations

import random

import pytest
from tests.server.serving import Api, new_table, served


@pytest.fixture
def seats(address):
    """A game of Beach to Bocage in the first movement phase of the Germans."""
    found = new_table(address, game="bocage", seats={"allied": "human", "german": "human"}, seed="plans")
    to_movement(found)
    yield found
    for seat in found.values():
        seat.http.close()


def to_movement(seats):
    """Play on at random up to a movement phase of the Germans with several units to move."""
    chance, state = random.Random(3), None
    for _ in range(500):
        state = seats["german"].state()
        options = (state["decision"] or {"options": {}})["options"]
        if {"unit", "enter"} <= options.keys() and len(options["unit"]["args"]) > 3:
            return
        seats[state["deciding"]].act_at_random(seats[state["deciding"]].state(), chance)
    raise AssertionError("nobody moves")


def planned(seat, hex_name):
    """A plan for everybody who can be chosen, with the state for which it was made."""
    state = seat.state()
    units = state["decision"]["options"]["unit"]["args"]
    answer = seat.post("/plan", units=units, hex=hex_name)
    assert answer.status_code == 200, answer.text
    plan = answer.json()
    assert {each["unit"] for each in (*plan["ends"], *plan["stays"])} <= set(units)
    return state, plan


def places(state):
    return {
        counter["id"]: counter.get("hex", "") for counter in state["scene"]["counters"] if counter["kind"] == "unit"
    }


def far_hex(seat):
    """A hex to which somebody can go."""
    state = seat.state()
    unit = state["decision"]["options"]["unit"]["args"][0]
    asked = seat.act(state, "unit", unit).json()
    found = asked["decision"]["options"]["move"]["args"][-1]
    assert seat.act(asked, "back").status_code == 200
    return found


def test_a_plan_changes_nothing_and_what_it_foretells_comes_true(seats):
    german = seats["german"]
    before, plan = planned(german, far_hex(german))
    assert len(plan["ends"]) > 1 and german.state()["seq"] == before["seq"]
    after = german.post("/orders", seq=before["seq"], actions=plan["actions"]).json()
    assert {each["unit"]: each["end"] for each in plan["ends"]}.items() <= places(after).items()
    assert after["seq"] == before["seq"] + len(plan["actions"])


def test_what_was_taken_together_is_taken_back_together_and_again(seats):
    german = seats["german"]
    before, plan = planned(german, far_hex(german))
    after = german.post("/orders", seq=before["seq"], actions=plan["actions"]).json()
    back = german.post("/undo", seq=after["seq"]).json()
    assert places(back) == places(before) and back["decision"] == before["decision"]
    again = german.post("/redo", seq=back["seq"]).json()
    assert places(again) == places(after)
    assert places(german.post("/undo", seq=again["seq"]).json()) == places(before)


def test_others_see_the_moves_one_after_the_other(seats):
    allied, german = seats["allied"], seats["german"]
    before, plan = planned(german, far_hex(german))
    known = len(allied.state()["events"])
    german.post("/orders", seq=before["seq"], actions=plan["actions"])
    moved = [event["args"]["unit"] for event in allied.state(known)["events"] if event["kind"] == "moved"]
    assert [unit for _, unit in moved] == [each["unit"] for each in plan["ends"]]


def test_a_table_that_is_built_anew_knows_what_belongs_together(tmp_path):
    with served(tmp_path / "home") as address:
        seats = new_table(address, game="bocage", seats={"allied": "human", "german": "human"}, seed="plans")
        to_movement(seats)
        german = seats["german"]
        before, plan = planned(german, far_hex(german))
        german.post("/orders", seq=before["seq"], actions=plan["actions"])
    with served(tmp_path / "home") as address, Api(address, german.table, german.token) as again:
        back = again.post("/undo", seq=again.state()["seq"]).json()
        assert places(back) == places(before)


def test_an_order_stops_where_something_is_refused(seats):
    german = seats["german"]
    before, plan = planned(german, far_hex(german))
    wrong = {"verb": "unit", "arg": before["decision"]["options"]["unit"]["args"][0]}
    actions = [*plan["actions"][:2], wrong, wrong, *plan["actions"][2:]]
    after = german.post("/orders", seq=before["seq"], actions=actions).json()
    assert before["seq"] + 2 <= after["seq"] < before["seq"] + len(actions)
    refused = german.post("/orders", seq=after["seq"], actions=[{"verb": "move", "arg": "nowhere"}])
    assert refused.status_code == 422


def test_only_who_is_to_decide_plans(seats):
    assert seats["allied"].post("/plan", units=["x"], hex="0101").status_code == 409
    assert seats["spectator"].post("/plan", units=["x"], hex="0101").status_code == 403
    assert seats["german"].post("/plan", units=["nobody"], hex="0101").status_code == 422
    assert seats["spectator"].get("/formations").json() == []


def test_inside_a_question_there_is_no_plan(seats):
    german = seats["german"]
    state = german.state()
    unit = state["decision"]["options"]["unit"]["args"][0]
    asked = german.act(state, "unit", unit).json()
    answer = german.post("/plan", units=[unit], hex=asked["decision"]["options"]["move"]["args"][0])
    assert answer.status_code == 422 and answer.json()["error"] == "no_plan"
