"""Rules that change while games are played: the games go on from their last landmark, and nothing else is lost."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import sys
from contextlib import ExitStack, contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.server.serving import Api, Process, gather, hear, new_table, receipt_of, send, served, take_back

from beachhead import games
from beachhead.games import find_game
from beachhead.kernel import Match, read_save, save, verify
from beachhead.kernel.saves import resume_moment, save_moment
from beachhead.server.landmarks import marks_behind, outdated
from beachhead.server.rows import Entry, Kept, Landmark, Mark, SeatRow, TableRow

INSTALLED = Path(__file__).parent / "installed"
NOTICE = "The rules have changed since this game was begun: it goes on from {}."
SEATS = {"british": "human", "german": "human"}


@pytest.fixture
def rules(monkeypatch, tmp_path_factory):
    """Install the game whose rules change, for other processes too; a function that changes them."""
    monkeypatch.syspath_prepend(str(INSTALLED))
    about = tmp_path_factory.mktemp("installed") / "changing-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: changing\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{games.GROUP}]\nchanging = changing:game\n")
    monkeypatch.setenv("PYTHONPATH", f"{INSTALLED}{os.pathsep}{about.parent}")
    known = {**games._entries(), "changing": EntryPoint("changing", "changing:game", games.GROUP)}
    monkeypatch.setattr(games, "_entries", lambda: known)
    yield lambda words: monkeypatch.setenv("CHANGING_RULES", words)
    find_game.cache_clear()
    sys.modules.pop("changing", None)


def someone(seats):
    """The seat that is to decide, and its state; no seat when the game is over."""
    for side in ("british", "german"):
        state = seats[side].state()
        if state["decision"] is not None or state["outcome"] is not None:
            return (None if state["outcome"] else seats[side]), state
    raise AssertionError("nobody decides")


def play(seats, seed, until=lambda state: False):
    """Both people act at random until something is so, or the game is over; the last state."""
    chance = random.Random(seed)
    while True:
        seat, state = someone(seats)
        if seat is None or until(state):
            return state
        seat.act_at_random(state, chance)


def is_at(state, turn, part=""):
    """Whether a game has come to a turn, and a part of it if one is named."""
    return state["scene"]["heading"] == f"Turn {turn}" and part in state["scene"]["note"]


def begin(address, turn=3, actions=3, seed="1", **wishes):
    """A game in the middle of a turn; the seats and the last state."""
    seats = new_table(address, game="changing", seats=SEATS, seed=seed, **wishes)
    begun = play(seats, 1, lambda state: is_at(state, turn, "movement"))
    assert begun["outcome"] is None
    state = play(seats, 2, lambda state: state["seq"] >= begun["seq"] + actions)
    assert state["outcome"] is None and is_at(state, turn)
    return seats, state


def again(address, seats):
    """The same people at another server."""
    return {side: Api(address, seat.table, seat.token) for side, seat in seats.items()}


def rows(folder, columns, table, where="1"):
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        return connection.execute(f"SELECT {columns} FROM {table} WHERE {where} ORDER BY seq").fetchall()


def change(folder, statement):
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        connection.execute(statement)


def notice(state):
    return state["events"][0]["text"]


# --- servers that are stopped and started -------------------------------------------------------------------------


@contextmanager
def running(home, words):
    """`beachhead serve` with the game and its rules; its address."""
    info = home / "site" / "changing-1.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: changing\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[beachhead.games]\nchanging = changing:game\n")
    path = os.pathsep.join([str(INSTALLED), str(home / "site")])
    server = Process(home, "--rate", "100000", env={"PYTHONPATH": path, "CHANGING_RULES": words})
    try:
        yield server.address
    finally:
        server.stop()


def test_a_game_goes_on_from_its_turn_when_the_server_is_back_with_other_rules(tmp_path):
    with running(tmp_path, "") as address:
        seats, before = begin(address)
        solo = new_table(address, game="changing", seats={"british": "human", "german": "random"}, seed="5")
        alone = solo["british"].play(most=6)
        assert alone["outcome"] is None
    record = rows(tmp_path, "*", "entries")
    with running(tmp_path, "wet") as address:
        seats, solo = again(address, seats), again(address, solo)
        with seats["german"].live(since=1000) as socket:
            told = hear(socket)["state"]
            assert told["since"] == 0 and notice(told) == NOTICE.format("Turn 3")
            for side, seat in seats.items():
                state = seat.state(since=7)
                assert notice(state) == NOTICE.format("Turn 3"), side
                assert state["events"][0] | {"text": ""} == {
                    "number": 0, "step": state["step"], "kind": "notice", "sign": "note", "rule": "",
                    "text": "", "args": {},
                }  # fmt: skip
                assert state["seq"] == before["seq"] + 1 + 2 * (side == "german") and is_at(state, 3)
                assert not state["can_undo"] and not state["can_redo"] and state["commitment"] != before["commitment"]
            late = seats[before["seat"]].post("/actions", seq=before["seq"], verb="done", since=9).json()
            assert late["error"] == "conflict" and late["state"]["since"] == 0
            assert seats[before["seat"]].post("/undo", seq=before["seq"] + 1).status_code in (409, 422)
            assert seats["spectator"].post("/actions", seq=1, verb="done").status_code == 403
            looks_back(seats)
            on = play(seats, 3, lambda state: state["seq"] == before["seq"] + 4)
            assert hear(socket, until=lambda message: message["state"]["seq"] == on["seq"])
        assert notice(solo["british"].my_turn()) == NOTICE.format("Turn 1")
        assert solo["british"].play(most=3)["step"] > 0
        shown = {side: seat.state() for side, seat in seats.items()}
    with running(tmp_path, "wet") as address:
        seats, solo = again(address, seats), again(address, solo)
        assert {side: seat.state() for side, seat in seats.items()} == shown
        looks_back(seats)
        assert play(seats, 4)["outcome"] and solo["british"].play()["outcome"]
        assert seats["spectator"].get("/report").status_code == 200
        kept = rows(tmp_path, "*", "entries")
    assert [row for row in kept if row in record] == record  # nothing is taken away
    resumed = [row[1] for row in kept if row[2] == "resume" and row[0] == seats["british"].table]
    assert resumed == [before["seq"] + 1 + 2]  # with what the German did unseen


def looks_back(seats):
    """History and steps, as a spectator may have them."""
    state = seats["spectator"].state()
    history = seats["spectator"].get("/history").json()
    assert len(history["steps"]) == state["step"] and 0 < history["first"] <= state["step"]
    assert "Turn 3" in [mark["name"] for mark in history["landmarks"]]
    then = seats["spectator"].get(f"/steps/{history['first']}").json()
    assert is_at(then, 3) and notice(then) == NOTICE.format("Turn 3")
    assert seats["spectator"].get(f"/steps/{state['step']}").json()["scene"] == state["scene"]
    assert seats["spectator"].get(f"/steps/{history['first'] - 1}").status_code == 404
    assert seats["spectator"].get("/log").json() == state["events"]


# --- which landmark -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "turn"),
    [
        ("wet", "Turn 3"),  # another digest before the first turn
        ("forecast", "Turn 3"),  # another digest from the beginning, and more in the state
        ("wet until=3", "Turn 2"),  # the last landmark is refused
        ("wet until=2", "Turn 1"),
        ("tired", "Turn 3"),  # an action of turn 1 is refused
    ],
)
def test_the_last_landmark_that_the_new_rules_take(tmp_path, rules, words, turn):
    with served(tmp_path) as address:
        seats, before = begin(address)
    rules(words)
    with served(tmp_path) as address:
        seats = again(address, seats)
        assert {notice(seat.state()) for seat in seats.values()} == {NOTICE.format(turn)}
        state = play(seats, 3, lambda state: state["seq"] >= before["seq"] + 9)
    with served(tmp_path) as address:
        assert someone(again(address, seats))[1] == state


def test_a_game_without_kept_landmarks_goes_on_from_those_that_still_replay(tmp_path, rules):
    with served(tmp_path) as address:
        seats, _ = begin(address)
    change(tmp_path, "DELETE FROM landmarks")
    rules("tired")
    with served(tmp_path) as address:
        assert notice(again(address, seats)["british"].state()) == NOTICE.format("Turn 1")
    with served(tmp_path) as address:
        assert notice(again(address, seats)["german"].state()) == NOTICE.format("Turn 1")


@pytest.mark.parametrize("words", ["wet until=1", "forecast until=1", "wet muddled"])
def test_without_any_landmark_people_are_told_what_to_do(tmp_path, rules, words):
    with served(tmp_path) as address:
        seats, before = begin(address)
    rules(words)
    with served(tmp_path) as address:
        answer = again(address, seats)["british"].get()
        assert answer.status_code == 409 and answer.json()["error"] == "drift"
        assert f"(rules 1, here are rules 1 {words})" in answer.json()["message"]
        assert "record is kept" in answer.json()["message"]
        assert new_table(address, game="pegasus")["british"].get().status_code == 200
    rules("")
    with served(tmp_path) as address:  # with the rules it was played with it is as it was
        assert someone(again(address, seats))[1]["decision"] == before["decision"]


def test_a_damaged_landmark_is_passed_over(tmp_path, rules):
    with served(tmp_path) as address:
        seats, _ = begin(address)
    change(tmp_path, "UPDATE landmarks SET save = x'00' WHERE name = 'Turn 3'")
    rules("wet")
    with served(tmp_path) as address:
        assert notice(again(address, seats)["british"].state()) == NOTICE.format("Turn 2")


def test_a_game_that_is_not_installed_any_more(tmp_path, rules, monkeypatch):
    with served(tmp_path) as address:
        seats, _ = begin(address, turn=1)
    known = {name: entry for name, entry in games._entries().items() if name != "changing"}
    monkeypatch.setattr(games, "_entries", lambda: known)
    with served(tmp_path) as address:
        answer = again(address, seats)["british"].get()
        assert answer.status_code == 404 and answer.json()["error"] == "unknown_game"


# --- again and again ----------------------------------------------------------------------------------------------


def test_rules_that_change_twice(tmp_path, rules):
    with served(tmp_path) as address:
        seats, _ = begin(address, turn=2)
    rules("wet")
    with served(tmp_path) as address:
        seats = again(address, seats)
        assert notice(seats["british"].state()) == NOTICE.format("Turn 2")
        assert play(seats, 5, lambda state: is_at(state, 3))["outcome"] is None
        state = play(seats, 6, lambda state: "assaults" in state["scene"]["note"])
        assert is_at(state, 3)
    rules("forecast until=3")
    with served(tmp_path) as address:
        seats = again(address, seats)
        assert {notice(seat.state()) for seat in seats.values()} == {NOTICE.format("Turn 2")}
        rules("forecast")
        assert play(seats, 7)["outcome"]
        verdict = verify(seats["spectator"].get("/save").content, find_game)
        assert verdict.draws and not verdict.problems and not verdict.unchecked
        standing = {claim.about: claim.standing for claim in verdict.claims}
        assert standing["record"] == "proven" and standing["replay"] == "proven" and standing["start"] == "unproven"
    kinds = [kind for (kind,) in rows(tmp_path, "kind", "entries")]
    assert kinds.count("resume") == 2


@pytest.mark.parametrize("game", ["omaha", "pegasus", "bocage"])
def test_chance_can_be_checked_however_often_a_game_goes_on(game):
    chance, match, resumed = random.Random(1), Match.new(find_game(game), seed="0"), 0
    while not match.is_over:
        steps = len(match.lasting_landmarks)
        match.apply(chance.choice(list(match.decision.actions())))
        if len(match.lasting_landmarks) > steps and chance.random() < 0.5:
            late = [landmark for landmark in match.lasting_landmarks if landmark.after or match.past]
            moment = save_moment(match, chance.choice(late))
            resumed += 1
            match = resume_moment(moment, find_game, seed=str(resumed), seats={})
    data = save(match)
    verdict, file = verify(data, find_game), read_save(data)
    assert resumed > 1 and not verdict.problems and not verdict.unchecked
    known = [draw for action in file.actions for draw in action.chance] + list(file.set_up_chance)
    assert sum(len(draw.counts) for draw in known) == match.state.draws  # none is missing


def test_marks_of_play_that_was_dropped_are_not_used():
    row = TableRow(id="t", game="g", rules_version="1", scenario="s", options={}, seed="x", undo="free")
    kinds = {60: "resume", 90: "resume"}
    entries = [Entry(seq, kinds.get(seq, "action"), "", "", "", 0) for seq in range(1, 101)]
    dropped = [Mark(50, 42, "dropped"), Mark(88, 70, "dropped too")]
    marks = [Mark(20, 20, "a"), Mark(40, 40, "b"), Mark(60, 40, "b"), Mark(80, 45, "c"), Mark(90, 45, "c")]
    kept = Kept(row, [SeatRow("us", "human", None)], entries, sorted([*marks, *dropped], key=lambda mark: mark.seq))
    assert marks_behind(kept) == marks[::-1]


# --- what is written ----------------------------------------------------------------------------------------------


def test_one_landmark_is_written_a_turn_and_the_last_few_are_kept(tmp_path, rules):
    with served(tmp_path) as address:
        seats, _ = begin(address)
        assert [name for (name,) in rows(tmp_path, "name", "landmarks")] == ["Set-up", "Turn 1", "Turn 2", "Turn 3"]
        assert play(seats, 3)["outcome"]
        long = new_table(address, game="bocage", seats={}, seed="1")
        seat = next(iter(long.values()))
        marks = []
        chance, state = random.Random(1), seat.my_turn()
        while len(marks) < 8:
            state = seat.act_at_random(state, chance)
            state = state if state["decision"] else seat.my_turn()
            marks = seat.get("/history").json()["landmarks"]
        found = rows(tmp_path, "name, after, length(save)", "landmarks", f"table_id = '{seat.table}'")
    ours = rows(tmp_path, "name", "landmarks", f"table_id = '{seats['british'].table}'")
    assert [name for (name,) in ours] == ["Turn 1", "Turn 2", "Turn 3", "Turn 4", ""]
    assert [name for name, _, _ in found] == [mark["name"] for mark in marks[-5:]]
    unseen = {after - mark["step"] for (_, after, _), mark in zip(found, marks[-5:], strict=True)}
    assert unseen == {4}  # what the German recorded, but for the last
    assert all(size < 50_000 for _, _, size in found)


def test_games_from_before_there_were_landmarks(tmp_path, rules):
    with served(tmp_path) as address:
        seats, before = begin(address)
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        take_back(connection, "0001")
    with served(tmp_path) as address:
        seats = again(address, seats)
        seat, state = someone(seats)
        assert state["decision"] == before["decision"] and len(list(tmp_path.glob("*.backup"))) == 1
        seat.act_at_random(state, random.Random(1))
        assert [name for (name,) in rows(tmp_path, "name", "landmarks")] == ["Turn 3"]


def test_the_landmark_in_use_is_kept():
    marks = [Mark(seq, seq, "") for seq in range(1, 8)]
    assert outdated(marks[:4], None) == () and outdated(marks, None) == (1, 2, 3)
    assert outdated(marks, Landmark(marks[1], b"")) == (1, 3)


def test_play_does_not_wait_for_a_landmark_that_cannot_be_written(tmp_path, rules, monkeypatch):
    def fail(*_):
        raise ValueError("no words for it")

    with served(tmp_path) as address:
        with monkeypatch.context() as patch:
            patch.setattr("beachhead.server.table.make_landmark", fail)
            seats, _ = begin(address, turn=2)
        assert not rows(tmp_path, "*", "landmarks")
        play(seats, 3, lambda state: "assaults" in state["scene"]["note"])
        assert [name for (name,) in rows(tmp_path, "name", "landmarks")] == ["Turn 2"]


def test_a_landmark_lasts_when_nobody_can_take_it_back():
    match = Match.new(find_game("omaha"), seed="1")
    chance, lasting, undone = random.Random(1), [], 0
    for _ in range(600):
        if match.is_over:
            break
        if match.can_undo and chance.random() < 0.4:
            match.undo()
            undone += 1
        else:
            match.apply(chance.choice(list(match.decision.actions())))
        assert match.lasting_landmarks[: len(lasting)] == lasting
        lasting = list(match.lasting_landmarks)
    assert len(lasting) > 2 and undone > 20


# --- games that are over, imported games, other workers -----------------------------------------------------------


@pytest.mark.parametrize("gives_up", [False, True])
def test_a_game_that_is_over_stays_so(tmp_path, rules, gives_up):
    with served(tmp_path) as address:
        seats, state = begin(address)
        over = seats[state["seat"]].post("/resign", seq=state["seq"]).json() if gives_up else play(seats, 3)
        assert over["outcome"]
        shown = seats["spectator"].state()
    rules("wet forecast")
    for _ in range(2):
        with served(tmp_path) as address:
            seats = again(address, seats)
            state = seats["spectator"].state()
            assert notice(state) == "The rules have changed since this game was played. Its end stands as it was."
            for same in ("outcome", "scene", "step", "seed", "commitment"):
                assert state[same] == shown[same], same
            assert seats["british"].post("/actions", seq=state["seq"], verb="done").json()["error"] == "over"
            assert len(seats["spectator"].get("/history").json()["steps"]) == state["step"]
            assert seats["spectator"].get(f"/steps/{state['step']}").json()["scene"] == state["scene"]
            assert seats["spectator"].get("/report").json()["outcome"] == state["outcome"]
            verdict = verify(seats["spectator"].get("/save").content, find_game, [receipt_of(seats["german"], shown)])
            standing = {claim.about: claim.standing for claim in verdict.claims}
            assert standing == {"draws": "proven", "replay": "unproven", "record": "proven", "seen": "proven"}
            assert verdict.status == 5, verdict.claims
            assert seats["british"].get("/position").status_code == 200


def test_a_game_that_is_over_is_not_opened_again(tmp_path, rules):
    with served(tmp_path) as address:
        seats, _ = begin(address)
        assert play(seats, 3)["outcome"]
    rules("wet until=3")
    with served(tmp_path) as address:
        assert again(address, seats)["british"].get().json()["error"] == "drift"


def test_an_imported_game_goes_on_too(tmp_path, rules):
    with served(tmp_path) as address:
        seats, before = begin(address)
        deciding = seats[before["deciding"]]
        made = send(f"{address}/api/tables/import", content=deciding.get("/save").content).json()
        seats = {side: Api(address, made["id"], seat.token) for side, seat in seats.items()}
        seats[before["deciding"]] = Api(address, made["id"], made["tokens"][before["deciding"]])
        seats["spectator"] = Api(address, made["id"], made["spectator"])
        gather(*(seat for side, seat in seats.items() if side != "spectator"))
    rules("wet")
    with served(tmp_path) as address:
        seats = again(address, seats)
        assert {notice(seat.state()) for seat in seats.values()} == {NOTICE.format("Turn 3")}
        assert play(seats, 3)["outcome"]
        verdict = verify(seats["spectator"].get("/save").content, find_game)
        assert verdict.draws and not verdict.problems and verdict.unchecked  # where it came from, the game still runs


def test_a_game_that_has_gone_on_can_be_saved_and_brought_back(tmp_path, rules):
    with served(tmp_path) as address:
        seats, _ = begin(address)
    rules("wet")
    with served(tmp_path) as address:
        seats = again(address, seats)
        seat, state = someone(seats)
        made = send(f"{address}/api/tables/import", content=seat.get("/save").content).json()
        mine = Api(address, made["id"], made["tokens"][state["deciding"]])
        gather(mine, *(Api(address, made["id"], seats[side].token) for side in SEATS if side != state["deciding"]))
        fresh = mine.state()
        assert fresh["decision"] == state["decision"] and fresh["scene"] == state["scene"]


def test_of_two_workers_one_says_that_the_rules_have_changed(tmp_path, rules, postgres_url):
    with ExitStack() as stack:
        one = stack.enter_context(served(tmp_path / "one", database=postgres_url))
        seats, before = begin(one)
        rules("wet")
        two = stack.enter_context(served(tmp_path / "two", database=postgres_url))
        three = stack.enter_context(served(tmp_path / "three", database=postgres_url))
        others = [again(address, seats) for address in (two, three)]
        with seats["spectator"].live() as socket:
            hear(socket)
            states = asyncio.run(_at_once([other["british"].state for other in others]))
            assert [state["seq"] for state in states] == [before["seq"] + 1] * 2
            told = hear(socket, until=lambda message: message["state"]["seq"] > before["seq"])["state"]
            assert told["since"] == 0 and notice(told) == NOTICE.format("Turn 3")
        assert seats["british"].state()["events"] == others[0]["british"].state()["events"]
        for _ in range(6):
            for people in (*others, seats):
                seat, state = someone(people)
                if seat is not None:
                    seat.act_at_random(state, random.Random(1))
        assert len({someone(people)[1]["seq"] for people in (*others, seats)}) == 1


async def _at_once(calls):
    return await asyncio.gather(*(asyncio.to_thread(call) for call in calls))
