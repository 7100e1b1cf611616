"""Two tables that differ only in what is hidden from a seat tell that seat the same, whatever it asks.

Every seat of every game that hides something, and its spectators: answers, sizes, frames, counts, previews, refusals,
positions and saves. The drop orders of The Longest Day are given in secret: `test_secrets.py` compares those.
"""

from __future__ import annotations

import json
from random import Random

import pytest
from tests.server.serving import PATIENCE, Api, brought_table, hear, send, starting_at

from beachhead.games import find_game, game_ids
from beachhead.kernel import Match, action_text
from beachhead.testing.properties import Play, walk

GAMES = {
    "pegasus": ("pegasus", "coup-de-main", {}),
    "easy-fox": ("omaha", "easy-fox", {}),
    "first-waves": ("omaha", "first-waves", {"coop": True}),
    "bocage": ("bocage", "beach-to-bocage", {}),
    "bradley": ("bradley", "omaha", {}),
    "mortain": ("tcs", "T2", {}),
    "op sheets": ("tcs", "S3", {}),
}
MOST = 250
"""Decisions of a random game among which positions are chosen."""
OWN = ("id", "commitment", "dice", "key", "head", "signature")
"""What two tables never share."""


def positions(name, seed, count):
    """Turn points of random games, those first at which something is hidden from somebody."""
    game, scenario, options = GAMES[name]
    found = []
    for again in range(5):
        match, random = Play(find_game(game), scenario, options, f"{seed}{again}").match(), Random(f"{seed}{again}")
        for _, _ in zip(range(MOST), walk(match, random), strict=False):
            if match.decision.is_turn_point and len(match.record) % 7 == 3 and hides(match, random):
                found.append(match.clone())
        if len(found) >= count:
            break
    return random.sample(found, count)


def hides(match, random):
    """Whether the state may be another one for all that somebody knows."""
    seats = (*match.game.seats(match.scenario, match.settings), None)
    here = match.state.digest()
    return any(match.game.imagine(match.state, side, random).digest() != here for side in seats)


def seat_at(address, match, side):
    """A table that goes on from this match, as one side sees it."""
    return brought_table(address, match)[side or "spectator"]


def clean(value):
    """An answer without what two tables never share."""
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items() if key not in OWN}
    return [clean(item) for item in value] if isinstance(value, list) else value


def told(seat, match, random):
    """Everything that the server tells a seat, by what was asked."""
    game, decision = match.game, match.decision
    state = seat.state()
    found = {
        "state": state,
        "log": seat.get("/log").json(),
        "history": seat.get("/history").json(),
        "view": seat.get("/view").json(),
        "step": seat.get("/steps/0").json(),
    }
    answer = seat.get("/save")
    document = answer.json()
    found["save"] = {**document, "sealed": len(document["sealed"]), "name": answer.headers["content-disposition"]}
    found["sizes"] = {path: len(seat.get(path).content) for path in ("", "/log", "/history", "/view", "/steps/0")}
    offered = [action_text(game, action) for action in decision.actions()]
    others = [f"{verb} {name}" for verb, kind in game.verbs.items() for name in some_names(game, kind.kind, random)]
    for text in (*random.sample(offered, min(6, len(offered))), *random.sample(others, 10), "fly"):
        verb, _, arg = text.partition(" ")
        for path in ("/why", "/preview"):
            found[path, text] = seat.post(path, verb=verb, arg=arg or None).json()
        if text not in offered:
            found["act", text] = seat.post("/actions", seq=state["seq"], verb=verb, arg=arg or None).json()
    for path in ("/undo", "/redo", "/stop-thinking", "/report"):
        body = {} if path == "/stop-thinking" else {"seq": state["seq"]}
        found[path] = (seat.get(path) if path == "/report" else seat.post(path, **body)).json()
    for path in ("/formations", "/lenses/nothing", "/steps/99999"):
        answer = seat.get(path)
        found[path] = answer.status_code, answer.json()
    with seat.live() as socket:
        found["live"] = hear(socket)
    with seat.live(seq=state["seq"], since=len(state["events"])) as socket:
        found["frame"] = json.loads(socket.recv(timeout=PATIENCE))
    position = json.loads(seat.get("/position").json()["text"])
    found["position"] = {key: position[key] for key in ("scenario", "options", "draws")}
    return clean(found)


def some_names(game, kind, random):
    names = game.names.get(kind)
    if names is None:
        return []
    return [names.name(number) for number in random.sample(range(len(names)), min(3, len(names)))]


def test_every_game_that_hides_something_is_compared():
    for name in game_ids():
        game = find_game(name)
        for scenario in game.scenarios:
            match, random = Match.new(game, scenario, seed="0"), Random(0)
            walked = zip(range(30), walk(match, random), strict=False)
            if any(match.decision.is_turn_point and hides(match, random) for _, _ in walked):
                assert name in {compared for compared, *_ in GAMES.values()}, (name, scenario)
                break


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_changes_nothing_that_is_told(address, name):
    compared, differing = 0, 0
    for match in positions(name, "hidden", 2 if GAMES[name][0] in ("pegasus", "omaha") else 1):
        sides = match.game.seats(match.scenario, match.settings)
        people = dict.fromkeys(sides, "human")
        for side in (*sides, None):
            imagined = match.game.imagine(match.state, side, Random(f"{side}{compared}"))
            differing += imagined.digest() != match.state.digest()
            seats = [
                seat_at(address, starting_at(match, state, people), side) for state in (match.state.clone(), imagined)
            ]
            one, two = (told(seat, match, Random(1)) for seat in seats)
            assert one.keys() == two.keys()
            for asked in one:
                assert one[asked] == two[asked], f"{side} asks for {asked}"
            compared += 1
    assert compared >= 3 and differing >= 1  # otherwise nothing was tested


def test_a_whole_game_tells_the_other_side_no_secret(address, tmp_path, caplog):
    """The names of face-down counters are in no answer to the other side before they are turned up."""
    made = send(
        f"{address}/api/tables", json={"game": "pegasus", "seats": {"british": "human", "german": "human"}}
    ).json()
    seats = {side: Api(address, made["id"], token) for side, token in made["tokens"].items()}
    random, looked_for = Random(4), 0
    for _ in range(200):
        states = {side: seat.state() for side, seat in seats.items()}
        deciding = states["british"]["deciding"]
        if deciding is None:
            break
        views = {side: seat.get("/view").json() for side, seat in seats.items()}
        own = {unit["hex"]: unit["id"] for unit in views["german"]["units"]}
        hidden = {own[unit["hex"]] for unit in views["british"]["units"] if unit["id"] == "?"}
        shown = {unit["id"] for unit in views["british"]["units"]}
        words = {json.dumps(secret) for secret in hidden - shown}
        answers = [seats["british"].get(path).text for path in ("", "/view", "/log", "/history", "/save")]
        answers.append(seats["british"].post("/undo", seq=0).text)
        assert not [word for word in words for answer in answers if word in answer]
        assert not words or any(word in seats["german"].get().text for word in words)  # its owner does read it
        looked_for += len(words)
        seats[deciding].act_at_random(states[deciding], random)
    assert looked_for > 20
