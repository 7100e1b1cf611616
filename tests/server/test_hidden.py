"""Two tables that differ only in what is hidden from a seat tell that seat the same, whatever it asks."""

from __future__ import annotations

import json
from random import Random

import pytest
from tests.server.serving import Api, hear, send

from beachhead.games import find_game
from beachhead.kernel import Match, action_text, save
from beachhead.testing.properties import Play, walk

GAMES = {
    "pegasus": ("pegasus", "coup-de-main", {}),
    "easy-fox": ("omaha", "easy-fox", {}),
    "first-waves": ("omaha", "first-waves", {"coop": True}),
}
OWN = ("id", "commitment", "dice", "key", "head", "signature")
"""What two tables never share."""


def starting_at(match, state, seats):
    return Match(match.game, state, match.source.fork(), scenario=match.scenario, settings=match.settings, seats=seats)


def positions(name, seed, count):
    """Turn points of a random game."""
    game, scenario, options = GAMES[name]
    match, random = Play(find_game(game), scenario, options, seed).match(), Random(seed)
    found = [match.clone() for _ in walk(match, random) if match.decision.is_turn_point and len(match.record) % 7 == 3]
    return random.sample(found, min(count, len(found)))


def seat_at(address, match, side):
    """A table that goes on from this match, as one side sees it."""
    made = send(f"{address}/api/tables/import", content=save(match)).json()
    return Api(address, made["id"], made["tokens"].get(side, made["spectator"]))


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
    document = seat.get("/save").json()
    assert document.pop("sealed")
    found["save"] = document
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
    with seat.live() as socket:
        found["live"] = hear(socket)
    position = json.loads(seat.get("/position").json()["text"])
    found["position"] = {key: position[key] for key in ("scenario", "options", "draws")}
    return clean(found)


def some_names(game, kind, random):
    names = game.names.get(kind)
    if names is None:
        return []
    return [names.name(number) for number in random.sample(range(len(names)), min(3, len(names)))]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_changes_nothing_that_is_told(address, name):
    compared, differing = 0, 0
    for match in positions(name, "hidden", 2):
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
    assert compared >= 4 and differing >= 2  # otherwise nothing was tested


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
