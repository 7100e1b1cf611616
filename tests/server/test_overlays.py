"""Corrections of an owner at the table: `beachhead serve --overlay DIR`, over real sockets."""

from __future__ import annotations

import json

import pytest
from tests.server.serving import Api, Process, fetch, gather, hear, new_table, send, served

from beachhead.cli.app import run as cli
from beachhead.games import find_game

TOUGH = "units.csv: Bridge guard changed"
PEOPLE = {"british": "human", "german": "human"}


def corrections(folder, steps=5):
    """An overlay in which the guard of the bridge has other steps."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "units.csv").write_text(f"id,steps\nBridge guard,{steps}\n")
    return folder


@pytest.fixture
def overlays(tmp_path):
    """Two overlays for one game, by their names."""
    return {"pegasus": {name: corrections(tmp_path / name, steps) for name, steps in (("house", 5), ("club", 6))}}


def steps_of(seat):
    """The steps of the guard as the German, who puts it on the map first of all, has them on his counter."""
    state = seat.state()
    counters = seat.act(state, "place", state["decision"]["options"]["place"]["args"][0]).json()["scene"]["counters"]
    return next(counter["pips"] for counter in counters if counter["id"] == "Bridge guard")


def guarded(address, **wishes):
    """A table with two people."""
    return new_table(address, game="pegasus", seats=PEOPLE, seed="guard", **wishes)


def test_everybody_is_told_what_the_table_is_played_with(tmp_path, overlays):
    with served(tmp_path / "store", overlays=overlays) as address:
        [game] = [each for each in fetch(f"{address}/api/games").json() if each["id"] == "pegasus"]
        assert [each["name"] for each in game["overlays"]] == ["house", "club"]
        assert all(each["corrections"] == [TOUGH] for each in game["overlays"])
        for wish, name, steps in (({}, "house", 5), ({"overlay": "club"}, "club", 6)):
            seats = guarded(address, **wish)
            assert steps_of(seats["german"]) == steps
            for seat in seats.values():
                assert seat.state()["overlay"] == {"name": name, "corrections": [TOUGH]}
                with seat.live() as socket:
                    assert hear(socket)["state"]["overlay"]["name"] == name


def test_a_table_may_do_without(tmp_path, overlays):
    with served(tmp_path / "store", overlays=overlays) as address:
        seats = guarded(address, overlay="")
        assert seats["german"].state()["overlay"] is None
        assert steps_of(seats["german"]) == 3
        answer = send(f"{address}/api/tables", json={"game": "pegasus", "overlay": "hose"})
        assert answer.status_code == 404 and "house" in answer.json()["message"]


def test_the_sheet_and_the_guides_are_those_of_the_overlay(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "board.toml").write_text("[terrain]\nlines = '''\nwoods: 1520\n'''\n")
    (tmp_path / "mine" / "course.toml").write_text('seed = "mine"\n')
    with served(tmp_path / "store", overlays={"omaha": {"mine": tmp_path / "mine"}}) as address:

        def found(what, **params):
            return fetch(f"{address}/api/games/omaha/{what}", params=params).json()

        assert found("layout") == found("layout", overlay="mine") != found("layout", overlay="")
        assert found("course")["seed"] == "mine" != found("course", overlay="")["seed"]


def test_the_report_names_the_overlay(tmp_path, overlays):
    with served(tmp_path / "store", overlays=overlays) as address:
        seats = guarded(address)
        state = seats["british"].state()
        seats["british"].post("/resign", seq=state["seq"])
        report = seats["spectator"].get("/report").json()
        assert report["overlay"] == {"name": "house", "corrections": [TOUGH]}


def test_computers_play_with_it(tmp_path, overlays):
    with served(tmp_path / "store", overlays=overlays) as address:
        seats = new_table(address, game="pegasus", seats={"british": "human", "german": "random"}, seed="guard")
        state = seats["british"].play(most=40)
        assert state["seq"] > 10 and state["overlay"]["name"] == "house"


def test_a_server_without_the_overlay_says_so(tmp_path, overlays):
    with served(tmp_path / "store", overlays=overlays) as address:
        seats = guarded(address)
        before = seats["german"].state()
    with served(tmp_path / "store") as address:
        seats["german"].http.base_url = address
        answer = seats["german"].get()
        assert answer.status_code == 409 and answer.json()["error"] == "other_data"
        assert "played with other data" in answer.json()["message"] and "'house'" in answer.json()["message"]
        assert "--overlay" in answer.json()["message"]
    with served(tmp_path / "store", overlays=overlays) as address:
        seats["german"].http.base_url = address
        assert seats["german"].state() == before


def test_data_that_has_changed_is_named_as_the_reason(tmp_path):
    """An owner who corrects more while a game runs: it goes on from a landmark, and all are told why."""
    mine = {"pegasus": {"house": corrections(tmp_path / "house", 5)}}
    with served(tmp_path / "store", overlays=mine) as address:
        seats = guarded(address)
        while seats["british"].state()["scene"]["heading"] != "Turn 2":
            for side in PEOPLE:
                state = seats[side].state()
                if state["decision"]:
                    seats[side].act(state, *_quietly(state))
    corrections(tmp_path / "house", 6)
    find_game.cache_clear()
    with served(tmp_path / "store", overlays=mine) as address:
        seats["german"].http.base_url = address
        first = seats["german"].state()["events"][0]
        assert first["text"].startswith("The data has changed since this game was begun: it goes on from ")


def _quietly(state):
    """The last thing offered, mostly to be done with the phase."""
    options = state["decision"]["options"]
    verb = next((verb for verb, offer in options.items() if offer["role"] in ("done", "confirm")), None)
    verb = verb or list(options)[-1]
    return verb, options[verb]["args"][0]


def test_saves_come_back_to_their_overlay(tmp_path, overlays):
    with served(tmp_path / "store", overlays=overlays) as address:
        seats = guarded(address, overlay="club")
        running = seats["german"].get("/save").content
        assert json.loads(running)["corrections"] == [TOUGH]
        made = send(f"{address}/api/tables/import", content=running).json()
        tokens = {"british": seats["british"].token, **made["tokens"]}
        gather(*(Api(address, made["id"], tokens[side]) for side in PEOPLE))
        restored = fetch(
            f"{address}/api/tables/{made['id']}", headers={"authorization": f"Bearer {made['spectator']}"}
        ).json()
        assert restored["overlay"]["name"] == "club"
        state = seats["german"].state()
        seats["german"].post("/resign", seq=state["seq"])
        over = seats["german"].get("/save").content
    with served(tmp_path / "store") as address:
        for save in (running, over):
            answer = send(f"{address}/api/tables/import", content=save)
            assert answer.status_code == 422 and answer.json()["error"] == "other_data"
            assert "played with other data" in answer.json()["message"] and TOUGH in answer.json()["message"]


def test_the_command_lays_overlays_over_what_it_serves(tmp_path):
    many = corrections(tmp_path / "many" / "pegasus").parent
    store = tmp_path / "store"
    store.mkdir()
    server = Process(store, "--overlay", str(corrections(tmp_path / "flat", 6)), "--overlay", str(many))
    try:
        [game] = [each for each in fetch(f"{server.address}/api/games").json() if each["id"] == "pegasus"]
        assert [each["name"] for each in game["overlays"]] == ["flat", "many"]
        assert guarded(server.address)["british"].state()["overlay"]["name"] == "flat"
    finally:
        assert server.stop() == 0


def refused(capsys, *args):
    """The line with which the command is refused."""
    assert cli(["serve", *map(str, args)]) == 2
    return capsys.readouterr().err


def test_nothing_is_served_with_corrections_that_are_not_in_order(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("BEACHHEAD_HOME", str(tmp_path / "store"))
    assert "there is no such folder" in refused(capsys, "--overlay", tmp_path / "none")
    bad = tmp_path / "bad" / "pegasus"
    corrections(bad, "many")
    assert "units.csv:2: steps" in refused(capsys, "--overlay", bad.parent)
    (tmp_path / "empty").mkdir()
    assert "fits no game" in refused(capsys, "--overlay", tmp_path / "empty")
    both = [corrections(tmp_path / where / "same") for where in ("one", "two")]
    assert "called 'same'" in refused(capsys, "--overlay", both[0], "--overlay", both[1])
