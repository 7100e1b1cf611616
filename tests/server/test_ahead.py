"""Looking past a question, the rest of a part by the computer, and going where one place is left."""

from __future__ import annotations

import pytest
from tests.server.serving import new_table


@pytest.fixture
def british(address):
    """Pegasus Bridge where the British move for the first time."""
    seats = new_table(address, game="pegasus", seats={"british": "human", "german": "veteran"}, seed="ahead")
    seat = seats["british"]
    while "unit" not in (seat.state()["decision"] or {"options": {}})["options"]:
        state = seat.state()
        if state["decision"] is not None:
            seat.act(state, "land", state["decision"]["options"]["land"]["args"][0])
    yield seat
    for each in seats.values():
        each.http.close()


def units(state):
    return state["decision"]["options"]["unit"]["args"]


def test_what_comes_after_a_choice_is_seen_without_choosing(british):
    before = british.state()
    unit = units(before)[0]
    (answer,) = british.post("/ahead", choices=[{"verb": "unit", "arg": unit}]).json()
    assert british.state()["seq"] == before["seq"]
    chosen = british.act(before, "unit", unit).json()
    assert answer["decision"]["options"] == chosen["decision"]["options"]
    assert british.post("/ahead", choices=[{"verb": "done"}]).json() == [{"decision": None}]


def test_a_refusal_is_told_for_what_would_come_after_a_choice(british):
    state = british.state()
    unit = units(state)[0]
    after = [{"verb": "unit", "arg": unit}]
    here = next(each["hex"] for each in state["scene"]["counters"] if each["id"] == unit)
    found = british.post("/why", verb="move", arg=here, after=after).json()
    assert "stands there" in found["ruling"]["sentence"]
    assert british.post("/why", verb="move", arg=here, after=[{"verb": "unit", "arg": "nobody"}]).status_code == 422


def test_the_rest_of_a_part_is_taken_and_taken_back_at_once(british):
    before = british.state()
    after = british.post("/rest", seq=before["seq"]).json()
    assert after["seq"] > before["seq"] + 2, "nobody has moved"
    assert "unit" not in (after["decision"] or {"options": {}})["options"], "the movement is not over"
    if after["can_undo"]:
        assert british.post("/undo", seq=after["seq"]).json()["decision"] == before["decision"]
