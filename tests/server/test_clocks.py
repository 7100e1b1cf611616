"""Clocks: what they show, what comes of time that is over, and what moves them."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing

import msgspec
import pytest
from tests.server.serving import (
    Process,
    actions,
    gather,
    hear,
    invited_table,
    new_table,
    receipt_of,
    send,
    wait_for,
)

from beachhead.games import find_game
from beachhead.kernel.proofs import verify
from beachhead.kernel.saves import SaveFile
from beachhead.server.clocks import Handed, Uptime, face
from beachhead.server.record import header
from beachhead.server.rows import TableRow
from beachhead.server.storage import Storage, make_engine
from beachhead.server.upgrades import upgrade
from beachhead.server.wire import NewClock

PEOPLE = {"british": "human", "german": "human"}
SOON = {"kind": "total", "seconds": 1}
LONG = {"kind": "total", "seconds": 3600, "increment": 10}


def always(begins, until):
    return until - begins


def shown(clock, *handed, now, up=always, forgiven=()):
    spans = [Handed(*each) for each in handed]
    return face(NewClock(**clock), ["a", "b"], spans, [Handed(*each) for each in forgiven], up, now)


# --- what they show -----------------------------------------------------------------------------------------------


def test_the_clock_of_who_is_to_decide_runs():
    found = shown({"kind": "total", "seconds": 100}, (0, "a"), (30, "b"), (35, "a"), now=50)
    assert found.left == {"a": 55, "b": 95} and found.running == "a"
    over = shown({"kind": "total", "seconds": 100}, (0, "a"), (30, None), now=500)
    assert over.left == {"a": 70, "b": 100} and over.running is None
    assert shown({"kind": "total", "seconds": 100}, now=50).left == {"a": 100, "b": 100}


def test_a_computer_has_no_clock():
    assert shown({"kind": "total", "seconds": 100}, (0, "a"), (10, "computer"), now=90).left == {"a": 90, "b": 100}


def test_a_move_gives_back_what_it_took_and_never_more():
    clock = {"kind": "total", "seconds": 100, "increment": 20}
    quick = shown(clock, (0, "a"), (1, "b"), (2, "a"), (3, "b"), now=3)
    assert quick.left == {"a": 100, "b": 100}  # many short moves gain nothing
    assert shown(clock, (0, "a"), (50, "b"), now=50).left == {"a": 70, "b": 100}
    running = shown(clock, (0, "a"), now=15)
    assert (running.left["a"], running.grace) == (100, 5)


def test_days_begin_anew_with_each_move():
    clock = {"kind": "days", "seconds": 100}
    assert shown(clock, (0, "a"), (90, "b"), (95, "a"), now=115).left == {"a": 80, "b": 100}
    assert shown(clock, (0, "a"), now=150).left["a"] == -50


def test_time_that_is_given_anew_begins_where_it_was_given():
    clock = {"kind": "total", "seconds": 100}
    assert shown(clock, (0, "a"), now=150, forgiven=[(120, "a")]).left == {"a": 70, "b": 100}
    assert shown(clock, (0, "a"), (110, "b"), now=130, forgiven=[(120, "a")]).left == {"a": 100, "b": 80}


def test_time_in_which_the_server_is_down_is_nobodys():
    uptime = Uptime(Storage(make_engine("sqlite+aiosqlite://")), 15)
    uptime._past = [(0.0, 10.0), (5.0, 20.0), (100.0, 110.0)]  # two workers at once, then a restart
    uptime._own = 1, 200.0, 210.0
    assert uptime.between(0, 150) == 30 and uptime.between(15, 105) == 10
    assert uptime.between(0, 215) == 45  # up to now, as long as the heart beats
    assert uptime.between(0, 300) == 40  # an outage of the database is nobody's either
    found = shown({"kind": "total", "seconds": 100}, (0, "a"), (105, "b"), now=215, up=uptime.between)
    assert found.left == {"a": 75, "b": 80}


def test_when_the_server_was_up_is_kept(tmp_path):
    async def live(seconds):
        storage = Storage(make_engine(f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite'}"))
        await upgrade(storage.engine)
        storage.start()
        uptime = Uptime(storage, seconds)
        uptime.start()
        await uptime.need()
        own = uptime._own
        await uptime.close()
        past, seen = uptime._past, uptime._own
        await storage.close()
        return past, own, seen

    _, first, last = asyncio.run(live(15))
    past, second, _ = asyncio.run(live(15))
    assert past == [(first[1], last[2])] and second[1] >= last[2] >= first[1]


# --- a table ------------------------------------------------------------------------------------------------------


def late_table(address, clock=None):
    """A table where the side that is to decide is out of time; the seats, and that side and the other."""
    seats = new_table(address, game="pegasus", seats=PEOPLE, seed="clock", clock=clock or SOON)
    late = seats["british"].state()["deciding"]
    other = next(side for side in PEOPLE if side != late)
    wait_for(lambda: seats[other].state()["clock"]["late"] == late)
    return seats, late, other


def flag(seat, *, claim, **more):
    return seat.post("/flag", seq=seat.state()["seq"], claim=claim, **more)


def test_the_game_is_claimed_and_the_record_says_so(address):
    seats = invited_table(address, ["british"], ["german"], game="pegasus", clock=SOON)
    assert seats["british"].get("/lobby").status_code == 200
    gather(seats["british"], seats["german"])
    first = seats["british"].state()
    late, other = first["deciding"], next(side for side in PEOPLE if side != first["deciding"])
    wait_for(lambda: seats[other].state()["clock"]["late"] == late)
    refused = flag(seats[late], claim=True)
    assert (refused.status_code, refused.json()["error"]) == (403, "own_time")
    assert flag(seats["spectator"], claim=True).status_code == 403
    assert flag(seats[other], claim=True).status_code == 200
    state = seats[late].state()
    assert (state["outcome"]["winner"], state["outcome"]["level"]) == (other, "out_of_time")
    assert "ran out of time" in state["outcome"]["reason"]
    assert state["clock"]["running"] is None and state["deciding"] is None
    save = seats[late].get("/save").content
    receipts = [receipt_of(seats[side], first if side == "british" else seats[side].state()) for side in PEOPLE]
    verdict = verify(save, find_game, receipts)
    assert verdict.status == 0, verdict
    words = f"{late} was out of time by the server's clock, and {other} claimed the game"
    assert any(words in claim.words for claim in verdict.claims)
    for changed in ({"late": other}, {"late": None, "resigned": late}):
        false = msgspec.json.encode(msgspec.structs.replace(msgspec.json.decode(save, type=SaveFile), **changed))
        assert verify(false, find_game, receipts).status == 1
    again = send(f"{address}/api/tables/import", content=save)
    assert again.status_code == 201  # and has no clock: nobody has agreed to one there


def test_the_game_goes_on_with_the_time_anew(tmp_path):
    server = Process(tmp_path)
    seats, late, other = late_table(server.address, {"kind": "total", "seconds": 2})
    ends = end_of(seats[late])
    with seats[late].live() as listener:
        hear(listener)
        assert flag(seats[other], claim=False).status_code == 200
        assert hear(listener)["state"]["seq"] == 1
    assert end_of(seats[late]) > ends
    wait_for(lambda: seats[other].state()["clock"]["late"] == late)  # it runs on
    before = seats[other].state()
    server.kill()
    server = Process(tmp_path)
    for seat in seats.values():
        seat.http.base_url = server.address
    after = seats[other].state()
    assert (after["head"], after["clock"]["late"]) == (before["head"], late)
    assert flag(seats[other], claim=True).status_code == 200
    verdict = verify(seats[late].get("/save").content, find_game)
    assert [claim.words.partition("clock, and ")[2] for claim in verdict.claims if "out of time" in claim.words] == [
        f"{other} let the game go on",
        f"{other} claimed the game",
    ]
    server.stop()


def test_clocks_stand_still_while_the_server_is_down(tmp_path):
    server = Process(tmp_path)
    seats = new_table(server.address, game="pegasus", seats=PEOPLE, clock=LONG)
    deciding = seats["british"].state()["deciding"]
    seats[deciding].act_at_random(seats[deciding].state(), random.Random(1))
    before = seats["british"].state()["clock"]["left"][deciding]
    server.kill()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:  # as though it had been down for a day
        for table, column in (
            ("tables", "created"), ("tables", "begun"), ("entries", "at"), ("uptimes", "began"), ("uptimes", "seen")
        ):  # fmt: skip
            database.execute(f"UPDATE {table} SET {column} = {column} - 86400")
        database.commit()
    server = Process(tmp_path)
    for seat in seats.values():
        seat.http.base_url = server.address
    clock = seats["british"].state()["clock"]
    assert clock["late"] is None and 0 < clock["left"][deciding] <= 3600 and before - clock["left"][deciding] < 3000
    server.stop()


def test_every_worker_shows_the_same(tmp_path, postgres_url):
    servers = [Process(tmp_path, "--database", postgres_url) for _ in range(2)]
    seats = new_table(servers[0].address, game="pegasus", seats=PEOPLE, clock=SOON)
    late = seats["british"].state()["deciding"]
    other = next(side for side in PEOPLE if side != late)
    seats[other].http.base_url = servers[1].address
    wait_for(lambda: seats[other].state()["clock"]["late"] == late)
    assert flag(seats[other], claim=True).status_code == 200
    wait_for(lambda: seats[late].state()["outcome"] is not None)
    assert seats[late].state()["outcome"] == seats[other].state()["outcome"]
    for server in servers:
        server.stop()


def test_who_is_in_time_cannot_be_claimed_from(address):
    seats = new_table(address, game="pegasus", seats=PEOPLE, clock=LONG)
    other = next(side for side in PEOPLE if side != seats["british"].state()["deciding"])
    refused = flag(seats[other], claim=True)
    assert (refused.status_code, refused.json()["error"]) == (422, "in_time")
    assert seats[other].state()["clock"]["running"] != other
    bare = new_table(address, game="pegasus", seats=PEOPLE)
    assert bare["british"].state()["clock"] is None
    assert flag(bare["british"], claim=True).status_code == 422


def test_nobodys_clock_runs_before_everybody_has_come(address):
    seats = invited_table(address, ["british"], ["german"], game="pegasus", clock=SOON)
    other = new_table(address, game="pegasus", seats=PEOPLE, clock=SOON)["british"]
    wait_for(lambda: other.state()["clock"]["late"])  # so much time has gone
    gather(seats["british"], seats["german"])
    clock = seats["british"].state()["clock"]
    assert max(clock["left"].values()) == 1 and clock["running"] is not None


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": {"british": "human"}},
        {"clock": {"kind": "total", "seconds": 0}},
        {"clock": {"kind": "days", "seconds": 10, "increment": 5}},
        {"clock": {"kind": "hours", "seconds": 10}},
    ],
)
def test_a_clock_that_nobody_can_play_against_is_refused(address, wish):
    body = {"game": "pegasus", "seats": PEOPLE, "clock": LONG, **wish}
    assert send(f"{address}/api/tables", json=body).status_code in (400, 422)


def test_what_is_done_in_secret_moves_no_clock(address):
    """Others are told the same, as exactly as can be asked: a stretch counts as a whole."""
    seats = new_table(address, game="pegasus", seats=PEOPLE, seed="secret", clock=LONG)
    chance, state = random.Random(1), seats["german"].state()
    while not seats["british"].state()["secret"]:
        state = seats["german"].act_at_random(seats["german"].state(), chance)
    ends = lambda: end_of(seats["british"])  # noqa: E731
    before = ends()
    with seats["british"].live() as listener:
        hear(listener)
        for _ in range(3):
            state = seats["german"].state()
            if not seats["british"].state()["secret"]:
                break
            verb, arg = actions(state)[0]
            assert seats["german"].act(state, verb, arg).status_code == 200
            if seats["british"].state()["secret"]:
                assert ends() == pytest.approx(before, abs=1e-3)


def end_of(seat):
    """When the time of who is to decide will be over, as the list of games says it."""
    own = {"seats": [{"table": seat.table, "token": seat.token}]}
    return seat.http.post("/api/mine", json=own).json()[0]["until"]


def test_a_clock_is_in_the_header_of_a_record_and_old_headers_are_as_they_were():
    row = TableRow(
        id="t", game="pegasus", rules_version="1", scenario="s", options={}, seed="x", undo="free", created=1.0
    )
    assert "clock" not in header(row, [])
    assert header(msgspec.structs.replace(row, clock=json.dumps(LONG)), [])["clock"] == json.dumps(LONG)
