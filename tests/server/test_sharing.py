"""Several people on one side: who may answer what, and how long."""

from __future__ import annotations

import pytest
from tests.server.serving import Api, new_table


@pytest.fixture
def mortain(address):
    """A game of The Longest Day between two people, in which the German side is to move; the German formations."""
    seats = new_table(address, game="longest_day", scenario="1", seats={"allied": "human", "german": "human"}, seed="s")
    yield seats
    for seat in seats.values():
        seat.http.close()


def friend_of(seat, name, formations):
    """Somebody who is given these formations."""
    answer = seat.post("/shares", name=name, formations=formations)
    assert answer.status_code == 200, answer.text
    return Api(seat.address, seat.table, answer.json()["token"])


def test_whoever_shares_a_side_answers_for_his_formations_alone(mortain):
    german = mortain["german"]
    state = german.state()
    free = set(state["decision"]["options"]["unit"]["args"])
    formations = [each for each in german.get("/formations").json() if not each["within"]]
    corps = next(each for each in formations if free & set(each["units"]) and free - set(each["units"]))
    with friend_of(german, "Anna", [corps["id"]]) as anna:
        mine = anna.get("/shares").json()[0]
        assert mine["is_mine"] and mine["titles"] == [corps["title"]] and set(mine["units"]) == set(corps["units"])
        assert not german.get("/shares").json()[0]["is_mine"] and mortain["allied"].get("/shares").json() == []
        seen = anna.state()
        assert (seen["seat"], seen["decision"]) == ("german", state["decision"])
        foreign = anna.act(seen, "unit", sorted(free - set(corps["units"]))[0])
        assert foreign.status_code == 403 and foreign.json()["error"] == "not_yours"
        assert "not in your formations" in foreign.json()["message"]
        assert anna.act(seen, "done").status_code == 403
        assert anna.post("/resign", seq=seen["seq"]).status_code == 403
        assert anna.post("/shares", name="Bert", formations=[]).status_code == 403
        unit = sorted(free & set(corps["units"]))[0]
        assert anna.act(seen, "unit", unit).status_code == 200
        assert anna.act(anna.state(), "back").status_code == 200
        assert anna.post("/undo", seq=anna.state()["seq"]).status_code == 200
        now = german.state()
        assert german.act(now, "back").status_code == 200  # the holder answers for everybody
        assert anna.post("/undo", seq=anna.state()["seq"]).status_code == 403
        assert german.post("/shares/Anna/end").json() == []
        assert anna.get().status_code == 401


def test_formations_that_are_not_of_the_side_cannot_be_given(mortain):
    allied, german = mortain["allied"], mortain["german"]
    ours = {each["id"] for each in german.get("/formations").json()}
    assert german.post("/shares", name="Anna", formations=["nobody"]).status_code == 422
    own = [each["id"] for each in allied.get("/formations").json() if each["units"][0].startswith("US")]
    assert own and set(own) <= ours and german.post("/shares", name="Anna", formations=own[:1]).status_code == 422
    assert mortain["spectator"].post("/shares", name="Anna", formations=[]).status_code == 403
    assert german.post("/shares/Nobody/end").status_code == 404


def test_a_new_link_takes_the_place_of_the_one_before(mortain):
    german = mortain["german"]
    with friend_of(german, "Anna", []) as first, friend_of(german, "Anna", []) as second:
        assert first.get().status_code == 401 and second.get().status_code == 200
        assert len(german.get("/shares").json()) == 1
