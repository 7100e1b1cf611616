"""What happened since one looked last, over HTTP."""

from __future__ import annotations

import json
import random

import pytest
from tests.server.serving import Api, send

from beachhead.games import find_game
from beachhead.kernel import Match, save


@pytest.fixture
def played(address):
    """A game of Beach to Bocage of five turns; a client for each seat."""
    people = {"allied": "human", "german": "human"}
    match, chance = Match.new(find_game("bocage"), "beach-to-bocage", seats=people, seed="summary"), random.Random(2)
    while match.decision and len(match.landmarks) < 7:
        match.apply(chance.choice(list(match.decision.actions())))
    made = send(f"{address}/api/tables/import", json=json.loads(save(match))).json()
    tokens = {**made["tokens"], "spectator": made["spectator"]}
    seats = {side: Api(address, made["id"], token) for side, token in tokens.items()}
    yield seats
    for seat in seats.values():
        seat.http.close()


def test_losses_ground_and_what_was_told_are_summed_up(played):
    seat = played["allied"]
    begun = seat.get("/history").json()["landmarks"]
    found = seat.get("/summary", since=0).json()
    last = seat.state()
    assert (found["since"], found["until"], found["now"]) == (0, last["step"], last["scene"]["heading"])
    assert sum(toll["steps"] for toll in found["tolls"]) > 0
    assert all(line["text"] and line["hexes"] for toll in found["tolls"] for line in toll["lines"])
    assert all(len(line["hexes"]) for line in found["front"]["taken"])
    signs = {event["sign"] for event in seat.get("/log").json()}
    assert {story["sign"] for story in found["stories"]} <= signs
    usual = seat.get("/summary").json()
    assert usual["since"] == begun[-2]["step"]
    later = [toll["steps"] for toll in usual["tolls"]]
    assert sum(later) <= sum(toll["steps"] for toll in found["tolls"])


def test_nothing_has_happened_since_now(played):
    seat = played["german"]
    found = seat.get("/summary", since=seat.state()["step"]).json()
    assert not found["stories"] and not found["tolls"] and not found["came"] and not found["front"]["taken"]
    assert seat.get("/summary", since=10**6).status_code == 404


def test_every_seat_is_told_as_it_knows_the_table(played):
    for seat in played.values():
        found = seat.get("/summary", since=0).json()
        shown = {f"{each['kind']}:{each['id']}" for each in seat.state()["scene"]["counters"]}
        assert all(key in shown for line in found["came"] for key in line["counters"])
        assert {patch["tone"] for patch in found["front"]["patches"]} == {"allied", "german"}
