"""The whole map looked at for one thing, over HTTP."""

from __future__ import annotations

from tests.server.serving import fetch, new_table


def test_a_game_lists_its_lenses(address):
    games = {game["id"]: [lens["id"] for lens in game["lenses"]] for game in fetch(f"{address}/api/games").json()}
    assert all({"victory", "danger"} <= set(lenses) for lenses in games.values())
    assert "supply" in games["bocage"] and "zones" in games["pegasus"]


def test_everybody_at_the_table_may_look(address):
    seats = new_table(address, game="bocage", seats={"allied": "human", "german": "human"}, seed="lens")
    before = seats["german"].state()["seq"]
    for seat in seats.values():
        seen = seat.get("/lenses/zones").json()
        assert seen["lines"] and all(patch["hexes"] for patch in seen.get("patches", ()))
        place = fetch(f"{address}/api/games/bocage/layout").json()["names"][0]
        assert place in seat.get("/lenses/danger", place=place).json()["lines"][0]
        assert all(goal["text"] for goal in seat.get("/lenses/victory").json()["goals"])
    assert seats["german"].state()["seq"] == before
    assert seats["german"].get("/lenses/nothing").status_code == 404
    assert seats["german"].get("/lenses/zones", unit="nobody").status_code == 422
    for seat in seats.values():
        seat.http.close()
