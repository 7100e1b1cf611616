"""Looking back, saving, and coming back from a save."""

from __future__ import annotations

import base64
import json
import resource
import sqlite3
import zlib
from functools import partial
from random import Random

import msgspec
import pytest
from tests.server.serving import Api, Process, actions, fetch, gather, new_table, send, served, take_back

from beachhead.games import find_game
from beachhead.kernel import Match, Seeded, dump_position, load, load_position, save, verify
from beachhead.server.exports import Sealer
from beachhead.server.settings import IMPORT_BYTES
from beachhead.testing.properties import Play, walk


def bring(address, data):
    return send(f"{address}/api/tables/import", content=data)


def brought(address, data):
    answer = bring(address, data)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = {**made["tokens"], "spectator": made["spectator"]}
    return {side: Api(address, made["id"], token) for side, token in tokens.items()}


def test_steps_show_the_table_as_it_was(solo):
    seen = [solo.state()]
    chance = Random(5)
    for _ in range(40):
        if seen[-1]["outcome"]:
            break
        seen.append(solo.act_at_random(seen[-1], chance))
    events = solo.state()["events"]
    for state in (seen[0], seen[-1], *Random(1).sample(seen, 10)):
        then = solo.get(f"/steps/{state['step']}").json()
        assert then["scene"] == state["scene"] and then["decision"] is None
        assert then["events"] == [event for event in events if event["step"] <= state["step"]]
    assert solo.get("/steps/4000").status_code == 404
    assert solo.get("/steps/-1").status_code in (400, 404)


def test_steps_after_undo_are_those_of_the_new_way(solo):
    chance, state = Random(3), solo.state()
    while not state["can_undo"]:
        state = solo.act_at_random(state, chance)
    solo.get(f"/steps/{state['step']}")
    back = solo.post("/undo", seq=state["seq"]).json()
    other = next(pair for pair in reversed(actions(back)))
    again = solo.act(back, *other).json()
    assert solo.get(f"/steps/{again['step']}").json()["scene"] == again["scene"]


def test_history_keeps_the_secrets_of_others(duel):
    german = duel["german"]
    state = german.state()
    german.act(state, *actions(state)[0])
    own, other = german.get("/history").json(), duel["british"].get("/history").json()
    assert own["steps"][0]["text"].startswith("place ") and own["steps"][0]["label"]
    assert other["steps"] == []
    state = german.state()
    while state["deciding"] == "german":
        state = german.act(state, *actions(state)[0]).json()
    own, other = german.get("/history").json(), duel["british"].get("/history").json()
    assert other["steps"] == [{"step": 1, "side": "german", "text": "", "label": "", "landmark": "Set-up"}]
    assert len(own["steps"]) == 3
    assert duel["british"].get("/steps/1").json()["scene"] == duel["british"].state()["scene"]
    assert duel["british"].get("/steps/2").status_code == 404
    duel["british"].post("/resign", seq=1)
    assert duel["british"].get("/history").json() == own


def test_history_has_landmarks(address):
    seats = new_table(address, game="pegasus", seats={"british": "first", "german": "first"}, seed="1")
    seats["spectator"].my_turn()
    history = seats["spectator"].get("/history").json()
    names = [mark["name"] for mark in history["landmarks"]]
    assert names == ["Set-up", "Turn 1", "Turn 2", "Turn 3", "Turn 4"]
    assert [step["landmark"] for step in history["steps"] if step["landmark"]] == names


def test_a_report_when_the_game_is_over(solo):
    running = solo.get("/report")
    assert running.status_code == 409 and running.json()["error"] == "running"
    last = solo.play()
    report = solo.get("/report").json()
    assert report["outcome"] == last["outcome"] and report["steps"] == last["step"]
    assert [turn["name"] for turn in report["turns"]] == [
        mark["name"] for mark in solo.get("/history").json()["landmarks"]
    ]
    total = sum(sum(turn["losses"].values()) for turn in report["turns"])
    assert total == sum(sum(hex_["losses"].values()) for hex_ in report["losses_by_hex"]) > 0
    assert report["turning_points"] and report["turning_points"][0]["texts"]
    assert report["conditions"] == [event["text"] for event in last_flags(solo.state()["events"])]


def last_flags(events):
    """What was told with a flag in the last step, but for a turn that began and the end itself."""
    last = [event for event in events if event["step"] == events[-1]["step"] and event["sign"] == "flag"]
    return [event for event in last if event["kind"] not in ("turn_began", "finished")]


def test_losses_fall_into_the_turn_in_which_they_are_told(solo):
    solo.play()
    report, events = solo.get("/report").json(), solo.state()["events"]
    begun = [number for number, event in enumerate(events) if event["kind"] == "turn_began"]
    stretches = [events[begin:end] for begin, end in zip(begun, [*begun[1:], len(events)], strict=True)]
    assert [turn["name"] for turn in report["turns"]] == [f"Turn {each[0]['args']['turn'][1]}" for each in stretches]
    early = [told for told in stretches if any(e["kind"] == "step_lost" and e["step"] == told[0]["step"] for e in told)]
    assert early, "something was lost before the first decision of a turn"
    for turn, told in zip(report["turns"], stretches, strict=True):
        ashore = [event for event in told if event["kind"] == "step_lost" and event["args"].get("hex", [0, None])[1]]
        lost = [event for event in told if event["kind"] in ("step_lost", "eliminated", "captured", "unit_hidden")]
        assert (sum(turn["losses"].values()) > 0) or not ashore, turn
        assert lost or not turn["losses"].get("us-1", 0) + turn["losses"].get("us-29", 0), turn


def test_a_position_shows_nothing_hidden(duel):
    german = duel["german"]
    for _ in range(3):
        state = german.my_turn()
        german.act(state, *actions(state)[0])
    texts = {duel["british"].get("/position").json()["text"] for _ in range(30)}
    assert len(texts) > 1  # drawn anew each time
    assert len({german.get("/position").json()["text"] for _ in range(5)}) == 1  # nothing is hidden from the owner
    assert json.loads(texts.pop())["draws"] == 0


# --- saves --------------------------------------------------------------------------------------------------------


def test_the_save_of_a_finished_game_is_open(solo, address):
    solo.play()
    answer = solo.get("/save")
    assert answer.headers["content-disposition"].startswith('attachment; filename="omaha-easy-fox-')
    verdict = verify(answer.content, find_game)
    assert not verdict.problems and not verdict.unchecked and verdict.draws
    again = brought(address, answer.content)
    state = again["us"].state()
    assert state["outcome"] == solo.state()["outcome"] and state["seed"] == "solo"
    assert again["us"].get("/report").status_code == 200


def test_the_save_of_a_game_that_was_given_up_can_go_on(duel, address):
    german = duel["german"]
    state = german.state()
    state = german.act(state, *actions(state)[0]).json()
    duel["british"].post("/resign", seq=0)
    data = german.get("/save").content
    assert json.loads(data)["seed"] == "duel"
    assert brought(address, data)["german"].state()["decision"]["options"] == state["decision"]["options"]


def test_the_save_of_a_running_game_is_sealed(solo, address):
    state = solo.play(most=30)
    data = solo.get("/save").content
    document = json.loads(data)
    assert set(document) == {
        "format", "version", "game", "title", "scenario", "options", "players", "step", "corrections", "commitment",
        "sealed",
    }  # fmt: skip
    assert b"solo" not in data.replace(document["sealed"].encode(), b"")
    again = brought(address, data)
    fresh = again["us"].state()
    for same in ("scene", "decision", "events", "step", "options"):
        assert fresh[same] == solo.state()[same], same
    assert fresh["commitment"] != state["commitment"]  # nobody looks ahead in a copy
    assert again["us"].play()["outcome"]
    verdict = verify(again["us"].get("/save").content, find_game)
    assert not verdict.problems and verdict.unchecked  # the first dice are those of a game that still runs
    assert solo.play()["outcome"]
    verdict = verify(again["us"].get("/save").content, find_game)
    assert not verdict.problems and not verdict.unchecked


def seeds_in(seat):
    """The seed of a game and those before it, as its save tells them."""
    document = seat.get("/save").json()
    return [document["seed"], *(one["seed"] for one in document["earlier_seeds"])]


def test_no_copy_tells_the_seed_of_a_game_that_runs(solo, address):
    """A save of a copy that is over proves only what is over, however many copies lie between."""
    solo.play(most=5)
    copies = [brought(address, solo.get("/save").content)["us"]]
    copies.append(brought(address, copies[0].get("/save").content)["us"])
    copies[1].post("/resign", seq=copies[1].state()["seq"])
    own = copies[1].state()["seed"]
    assert own and seeds_in(copies[1]) == [own, None, None]
    copies[0].post("/resign", seq=0)
    first = copies[0].state()["seed"]
    assert seeds_in(copies[1]) == [own, None, first] and seeds_in(copies[0]) == [first, None]
    assert b"solo" not in copies[1].get("/save").content
    solo.post("/resign", seq=solo.state()["seq"])
    assert seeds_in(copies[1]) == [own, "solo", first] and seeds_in(copies[0]) == [first, "solo"]


def test_an_older_sealed_save_has_its_seeds_taken_out(solo, tmp_path):
    """Saves of earlier versions have the seed under the seal."""
    with served(tmp_path) as address:
        seat = new_table(address, game="omaha", seed="secret")["us"]
        seat.play(most=5)
        document = seat.get("/save").json()
        sealer = Sealer(tmp_path)
        hidden = msgspec.json.decode(sealer.open(document["sealed"]))
        inner = json.loads(base64.b64decode(hidden["save"]))
        assert inner["seed"] is None and hidden.pop("table") == seat.table
        hidden["save"] = base64.b64encode(json.dumps({**inner, "seed": "secret"}).encode()).decode()
        old = {**document, "sealed": sealer.seal(json.dumps(hidden).encode())}
        copy = brought(address, json.dumps(old).encode())["us"]
        copy.post("/resign", seq=copy.state()["seq"])
        assert seeds_in(copy)[1:] == [None]


def test_an_older_database_has_the_seeds_of_others_taken_out(tmp_path):
    """Tables that were brought under seal used to keep the seed of the table they came from."""
    with served(tmp_path) as address:
        seat = new_table(address, game="omaha", seed="secret")["us"]
        seat.play(most=5)
        copy = brought(address, seat.get("/save").content)["us"]
        copy.play(most=40)
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        base = connection.execute("SELECT base FROM tables WHERE id = ?", [copy.table]).fetchone()[0]
        document = json.loads(base)
        document["earlier_seeds"][0]["seed"] = "secret"
        old = json.dumps(document).encode()
        connection.execute("UPDATE tables SET base = ? WHERE id = ?", [old, copy.table])
        connection.execute("UPDATE landmarks SET save = ? WHERE table_id = ?", [zlib.compress(old), copy.table])
        take_back(connection, "0002")
    with served(tmp_path) as address:
        again = Api(address, copy.table, copy.token)
        again.post("/resign", seq=again.state()["seq"])
        assert seeds_in(again)[1:] == [None]
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        kept = connection.execute("SELECT save FROM landmarks WHERE table_id = ?", [copy.table]).fetchall()
    assert len(kept) > 1 and all(b"secret" not in zlib.decompress(save) for (save,) in kept[:-1])


def test_a_full_disk_at_the_first_save_passes(tmp_path):
    server = Process(tmp_path, level="error")
    limit = partial(resource.prlimit, server.process.pid, resource.RLIMIT_FSIZE)
    try:
        seat = new_table(server.address, game="pegasus")["british"]
        before = limit()
        limit((0, before[1]))
        refused = seat.get("/save")
        assert refused.status_code == 503 and refused.json()["error"] == "unavailable"
        limit(before)
        assert not list(tmp_path.glob("seal.key*"))
        data = seat.get("/save")
        assert data.status_code == 200 and brought(server.address, data.content)
    finally:
        assert server.stop() == 0


def test_a_key_that_was_never_finished_is_made_anew(tmp_path):
    (tmp_path / "seal.key").write_bytes(b"")
    assert Sealer(tmp_path).open(Sealer(tmp_path).seal(b"words")) == b"words"
    assert [path.name for path in tmp_path.iterdir()] == ["seal.key"]


def test_a_sealed_game_of_two_waits_for_both(duel, address):
    german = duel["german"]
    state = german.state()
    german.act(state, *actions(state)[0])
    again = brought(address, german.get("/save").content)
    assert set(again) == {"german", "spectator"}  # no seat of another person is handed out
    for refused in (again["german"].get(), again["german"].post("/actions", seq=1, verb="done")):
        assert refused.status_code == 409 and refused.json()["error"] == "gathering"
    british = Api(address, again["german"].table, duel["british"].token)
    gather(again["german"], british)
    state = again["german"].state()
    assert state["waiting_for"] == [] and state["dice"]["kind"] == "joint"
    assert again["german"].act(state, *actions(state)[0]).status_code == 200
    british.post("/resign", seq=british.state()["seq"])
    verdict = verify(british.get("/save").content, find_game)
    assert not verdict.problems and verdict.status == 4  # what came before the save is not in the record


def test_a_spectator_who_saves_gets_no_seat(duel, address):
    assert set(brought(address, duel["spectator"].get("/save").content)) == {"spectator"}


def test_a_seal_of_another_server(duel, tmp_path):
    data = duel["german"].get("/save").content
    with served(tmp_path) as elsewhere:
        answer = bring(elsewhere, data)
        assert answer.status_code == 422 and "sealed by another server" in answer.json()["message"]
        own = new_table(elsewhere, game="pegasus")["british"].get("/save")
        assert own.status_code == 200
        assert (tmp_path / "seal.key").stat().st_mode & 0o777 == 0o600


def running_save(seed="hostile", steps=12, game="pegasus"):
    match = Play(find_game(game), next(iter(find_game(game).scenarios)), {}, seed).match(keeps_digests=True)
    for _, _ in zip(range(steps), walk(match, Random(seed)), strict=False):
        pass
    return match


def test_the_terminal_s_save_of_a_running_game(address):
    match = running_save()
    again = brought(address, save(match))
    assert set(again) == {"british", "spectator"}
    assert again["spectator"].state()["step"] >= len(match.record)


def changed(**changes):
    return {**json.loads(save(running_save())), **changes}


HOSTILE = {
    "empty": b"",
    "no JSON": b"\x00\xff" * 100,
    "a number": b"7",
    "nested": b'{"a":' * 50_000,
    "nested lists": b"[" * 100_000,
    "another format": b'{"format": "pgn"}',
    "another version": msgspec.json.encode(changed(version=99)),
    "another game": msgspec.json.encode(changed(game="../../etc/passwd")),
    "another scenario": msgspec.json.encode(changed(scenario="x" * 199)),
    "no actions": msgspec.json.encode(changed(actions=None)),
    "a wrong digest": msgspec.json.encode(changed(set_up_digest="00")),
    "a wrong past": msgspec.json.encode(changed(past=4000)),
    "a false end": msgspec.json.encode(
        changed(outcome={"winner": "x", "reason": "", "rule": "", "level": "", "scores": {}})
    ),
    "a false start": msgspec.json.encode(changed(start={"units": [{"id": "A", "hex": "9999"}]})),
    "a huge start": msgspec.json.encode(changed(start={"draws": 2**51})),
    "a false action": msgspec.json.encode(changed(actions=[{"side": "german", "action": "fly", "digest": ""}])),
    "a false seed": msgspec.json.encode(changed(seed="other")),
    "too many actions": msgspec.json.encode(
        changed(actions=[{"side": "german", "action": "place 0101", "digest": ""}] * 30_000)
    ),
    "nothing, very often": b'{"format": [' + b"{}," * (5 * 2**20) + b"{}]}",
    "a number without end": msgspec.json.encode(changed(start={"turn": 2**40})),
    "sealed by nobody": msgspec.json.encode({"format": "beachhead-sealed-save"}),
    "sealed with nothing": msgspec.json.encode(
        {
            "format": "beachhead-sealed-save",
            "version": 1,
            "game": "pegasus",
            "title": "",
            "scenario": "",
            "options": {},
            "players": {},
            "step": 0,
            "commitment": "",
            "sealed": "gAAAAABkäää",
        }
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_saves_are_refused(address, name):
    answer = bring(address, HOSTILE[name])
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"] == "bad_save" and len(answer.text) < 1000
    assert fetch(f"{address}/ready").status_code == 200


def placed(game, **fields):
    """The save of a game that begins at a position of somebody's own."""
    found = find_game(game)
    first = Match.new(found, next(iter(found.scenarios)), {}, seed="placed")
    document = dump_position(found, first.scenario, first.settings, first.state)
    state = load_position(found, {**document, **fields}).state
    return save(Match(found, state, Seeded("on"), scenario=first.scenario, settings=first.settings, seats=first.seats))


@pytest.mark.parametrize(
    ("game", "field", "turn"),
    [
        ("bocage", "turn", 99),
        ("bocage", "turn", -1),
        ("bradley", "turn", 99),
        ("bradley", "turn", -1),
        ("omaha", "last_turn", 99),
    ],
)
def test_a_position_that_cannot_be_shown_is_refused(address, game, field, turn):
    """It used to be taken, and every look at the table was a fault."""
    answer = bring(address, placed(game, **{field: turn}))
    assert answer.status_code == 422 and answer.json()["error"] == "bad_save", answer.text


def test_players_of_a_save_that_read_files_are_replaced(address):
    match = running_save()
    match.seats = {"british": "human", "german": "script:file=/etc/passwd"}
    seats = brought(address, save(match))["british"].state()["seats"]
    assert [seat["player"] for seat in seats] == ["human", "veteran"]


def test_a_save_that_is_too_big(address):
    answer = bring(address, b" " * (IMPORT_BYTES + 1))
    assert answer.status_code == 413 and answer.json()["error"] == "too_big"


def test_a_save_of_ours_loads_at_the_terminal(solo):
    solo.play()
    match = load(solo.get("/save").content, find_game)
    assert isinstance(match, Match) and match.is_over
