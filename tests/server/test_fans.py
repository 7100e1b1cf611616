"""How else a finished game could have gone: played on from a step by computers in a process of their own."""

from __future__ import annotations

import time

from tests.server.serving import new_table

from beachhead.testing.children import PATIENCE


def fan(seat, step):
    """The fan when all of it is played."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = seat.get(f"/fans/{step}")
        assert answer.status_code == 200, answer.text
        found = answer.json()
        if not found["is_running"]:
            return found
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_finished_game_is_played_on_from_any_of_its_turns(address):
    seats = new_table(address, game="pegasus", seats={"british": "first", "german": "first"}, seed="1")
    seats["spectator"].my_turn()
    watcher = seats["spectator"]
    report = watcher.get("/report").json()
    late = report["turns"][-2]["step"]
    found = fan(watcher, late)
    assert (len(found["games"]), found["wanted"], found["failure"]) == (24, 24, "")
    assert {figure["name"] for figure in found["figures"]} == {"bridges", "british_steps", "german_steps"}
    actual = found["actual"]
    assert actual["winner"] == report["outcome"]["winner"]
    for course in [actual, *found["games"]]:
        assert course["turns"] == sorted(course["turns"]) and course["turns"][0] == actual["turns"][0] > 1
        first = {name: values[0] for name, values in course["figures"].items()}
        assert first == {name: values[0] for name, values in actual["figures"].items()}, "all begin where it really was"
    whole = fan(watcher, report["turns"][0]["step"])
    ends = {tuple(values[-1] for values in course["figures"].values()) for course in whole["games"]}
    assert len(ends) > 1, "the dice are others each time"
    assert fan(watcher, late) == found, "what was played is kept"


def test_only_what_is_over_is_played_on(solo):
    assert solo.get("/fans/1").json()["error"] == "running"
    last = solo.play()
    refused = solo.get(f"/fans/{last['step'] + 1}")
    assert refused.status_code == 404 and refused.json()["error"] == "unknown_step"
    assert len(fan(solo, last["step"] - 1)["games"]) == 24
