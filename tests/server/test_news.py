"""What is sent of a change: little, to each side its own, and all that leads from one table to the next."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random

import msgspec
import pytest
from tests.server.serving import actions, follow, hear, new_table

from beachhead.display import Scene, patch
from beachhead.games import find_game, game_ids
from beachhead.kernel import Match
from beachhead.server.news import plain_scene
from beachhead.testing.properties import walk

TOLD = ("seq", "step", "deciding", "decision", "scene", "can_undo", "can_redo", "outcome", "thinking", "waiting_for")


def turns_back(state, number):
    return state["can_undo"] and number % 5 == 0


@pytest.mark.parametrize("game", game_ids())
def test_whoever_follows_the_changes_has_the_table(address, game):
    found = find_game(game)
    people = dict.fromkeys(found.seats(next(iter(found.scenarios)), {}), "human")
    seats = new_table(address, game=game, seats=people, seed="follow")
    chance, whole, changed = Random(game), [], []
    with ExitStack() as stack:
        listeners = {side: stack.enter_context(seat.live()) for side, seat in seats.items()}
        for listener in listeners.values():
            hear(listener)
        for number in range(60):
            state = next(iter(listeners.values())).state
            if state["outcome"]:
                break
            seat, listener = seats[state["deciding"]], listeners[state["deciding"]]
            body = {"seq": listener.state["seq"], "since": len(seat.get("/log").json()), "follows": True}
            if turns_back(listener.state, number):
                answer = seat.post("/undo", **body)
            else:
                verb, arg = chance.choice(actions(listener.state))
                answer = seat.post("/actions", **body, verb=verb, arg=arg)
            assert answer.status_code == 200, answer.text
            told = follow(listener.state, answer.json(), seat.hexes)
            for side, other in listeners.items():
                now = seats[side].state()
                if other.state["seq"] != now["seq"]:  # otherwise it was done in secret
                    hear(other, until=lambda message, seq=now["seq"]: message["state"]["seq"] == seq)
                assert {key: other.state[key] for key in TOLD} == {key: now[key] for key in TOLD}
                assert other.state["events"] == now["events"][other.state["since"] :]
            assert {key: told[key] for key in TOLD} == {key: listener.state[key] for key in TOLD}
            whole.append(len(seat.get().content))
            changed.append(len(answer.content))
    assert sum(changed) * 3 < sum(whole)


def test_every_event_comes_with_the_table_as_it_was_then(address):
    """The heading of a turn is there when the turn is told, not before and not after."""
    seats = new_table(address, game="omaha", scenario="first-waves", seed="beats")
    seat, chance, turns = seats["us"], Random(1), 0
    with seat.live() as listener:
        state = hear(listener)["state"]
        while state["outcome"] is None and turns < 4:
            scene = state["scene"]
            seat.act(state, *chance.choice(actions(state)))
            message = hear(listener)
            for event in message["change"]["events"]:
                before, scene = scene, patch(scene, event.get("scene", {}))
                if event["kind"] == "turn_began":
                    turns += 1
                    assert event["text"].startswith(f"{scene['heading']},") and scene["heading"] != before["heading"]
                    assert scene["here"] == before.get("here", 0) + 1
                if event["kind"] == "moved":
                    unit = next(c for c in scene["counters"] if c["id"] == event["args"]["unit"][1])
                    assert unit["hex"] == event["args"]["hex"][1]
            assert patch(scene, message["change"]["scene"]) == message["state"]["scene"]
            state = message["state"]
    assert turns == 4


def test_arguments_of_events_say_what_they_are(solo):
    kinds = {}
    for event in solo.play(most=40)["events"]:
        for name, (kind, value) in event["args"].items():
            kinds.setdefault(name, set()).add(kind)
            assert kind != "unit" or not isinstance(value, int)
    assert kinds["unit"] == {"unit"} and kinds["hex"] == {"hex"}
    assert all(kinds.get(plain, {""}) == {""} for plain in ("time", "reason", "phase", "turn", "result"))


def test_who_has_the_table_is_not_sent_it_again(solo):
    state = solo.play(most=3)
    known = len(solo.get("/log").json())
    with solo.live(seq=state["seq"], since=known) as socket:
        first = json.loads(socket.recv(timeout=20))
        assert first["type"] == "change" and first["change"]["base"] == first["change"]["seq"] == state["seq"]
        assert first["change"]["scene"] == {} and first["change"]["events"] == []
        socket.state = solo.state()
        after = solo.act(socket.state, *actions(socket.state)[0]).json()
        assert hear(socket)["state"]["scene"] == after["scene"]


def test_after_a_gap_everything_is_sent(solo):
    state = solo.play(most=3)
    later = solo.act_at_random(state, Random(1))
    with solo.live(seq=state["seq"], since=1) as socket:
        told = hear(socket)
        assert "change" not in told and told["state"]["seq"] == later["seq"] and told["state"]["since"] == 0
        assert told["state"]["scene"] == later["scene"]


def test_who_comes_later_hears_the_same_as_who_is_there(address):
    """Somebody sits down while computers move without telling every move; both follow from then on."""
    seats = new_table(address, game="pegasus", seats={"british": "random", "german": "random"}, seed="late")
    with ExitStack() as stack:
        listeners = []
        for _ in range(6):
            listeners.append(stack.enter_context(seats["spectator"].live()))
            hear(listeners[-1])
        for listener in listeners:
            while listener.state["outcome"] is None:
                hear(listener)
        end = seats["spectator"].state()
        assert [listener.state["scene"] for listener in listeners] == [end["scene"]] * 6


def test_steps_can_be_had_as_changes(solo):
    last = solo.play(most=25)
    steps = [solo.get(f"/steps/{step}").json() for step in range(0, last["step"] + 1, 5)]
    for base in steps:
        for then in steps:
            change = solo.get(f"/steps/{then['step']}", base=base["step"], since=2**31 - 1).json()
            assert change["base"] == base["step"] and change["step"] == then["step"]
            assert patch(base["scene"], change["scene"]) == then["scene"]
            assert change["events"] == [] and change["since"] == len(then["events"])
    assert solo.get("/steps/2", base=9999).status_code == 404


HIDING = {"tcs": "S7"}
"""Scenarios that hide more than the first of their game: op sheets."""


@pytest.mark.parametrize("game", game_ids())
def test_moments_between_actions_hide_what_views_hide(game):
    """At every event a side sees, its scene is the same whatever is hidden from it."""
    found = find_game(game)
    match = Match.new(found, HIDING.get(game), seed="moments", keeps_digests=False)
    match.keep_moments(wanted=True)
    random, compared = Random(3), 0
    for _, _ in zip(range(150), walk(match, Random(2)), strict=False):
        for place, state in match.moments:
            for side in (*found.sides, None):
                if match.events[place].is_seen_by(side) and random.random() < 0.5:
                    imagined = found.imagine(found.known(state, side), side, random)
                    assert plain_scene(found, imagined, side) == plain_scene(found, state, side)
                    compared += 1
        match.moments.clear()
    assert compared > 20


def test_moments_that_are_too_many_are_passed_over(address, monkeypatch):
    monkeypatch.setattr("beachhead.server.news._MOST_COUNTERS", 100)
    seats = new_table(address, game="omaha", scenario="first-waves", seed="beats")
    seat, chance, most = seats["us"], Random(1), 0
    with seat.live() as listener:
        state = hear(listener)["state"]
        for _ in range(40):
            if state["outcome"]:
                break
            seat.act(state, *chance.choice(actions(state)))
            message = hear(listener)
            state = message["state"]
            assert state["scene"] == seat.state()["scene"]
            most = max(most, sum("scene" in event for event in message["change"]["events"]))
    assert 0 < most <= 100 // len(state["scene"]["counters"]) + 1


def test_plain_scenes_are_scenes():
    game = find_game("bradley")
    match = Match.new(game, "d-day", seed="1", keeps_digests=False)
    plain = plain_scene(game, match.state, None)
    assert msgspec.convert(json.loads(json.dumps(plain)), Scene).heading == plain["heading"]
