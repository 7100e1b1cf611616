"""Lines of sight over the wire: for every seat and for spectators, at any time."""

from __future__ import annotations

import pytest
from tests.server.serving import Api, fetch, new_table

PEOPLE = {"american": "human", "german": "human"}


@pytest.fixture
def seats(address):
    found = new_table(address, game="bradley", scenario="omaha", seats=PEOPLE)
    yield found
    for seat in found.values():
        seat.http.close()


@pytest.mark.parametrize("who", ["american", "german", "spectator"])
def test_everybody_looks(seats, who):
    answer = seats[who].get("/sight", here="3924", there="4124")
    assert answer.status_code == 200
    sight = answer.json()["sight"]
    assert (sight["rule"], sight["is_clear"], sorted(sight["hexes"])) == ("10.2.7b-L2", False, ["4023", "4024"])
    clear = seats[who].get("/sight", here="3923", there="4123").json()["sight"]
    assert clear["is_clear"] and clear["hexes"] == []
    assert seats[who].get("/sight", here="3923", there="3923").json() == {"sight": None}


def test_names_that_mean_nothing_are_refused(seats):
    for asked in ({"here": "9999", "there": "4124"}, {"here": "3924", "there": "4124", "unit": "nobody"}):
        answer = seats["german"].get("/sight", **asked)
        assert (answer.status_code, answer.json()["error"]) == (422, "bad_name")
    assert seats["german"].get("/sight", here="3924").status_code == 400


def test_a_token_is_needed(address, seats):
    with Api(address, seats["german"].table) as stranger:
        assert stranger.get("/sight", here="3924", there="4124").status_code == 401


def test_a_game_says_whether_it_can_be_asked(address):
    games = {game["id"]: game["has_sight"] for game in fetch(f"{address}/api/games").json()}
    assert games["bradley"] and not games["omaha"]
    found = new_table(address, game="pegasus", seats={"british": "human", "german": "human"})
    assert found["british"].get("/sight", here="0101", there="0103").json() == {"sight": None}
    for seat in found.values():
        seat.http.close()
