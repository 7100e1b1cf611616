"""What is done in secret is not watched: others are told the same over the wire, whatever is done."""

from __future__ import annotations

import json
import random

import pytest
from tests.server.serving import PATIENCE, actions, new_table

from beachhead.games import find_game, game_ids
from beachhead.kernel import Match
from beachhead.testing.properties import walk

PHASES = {
    "pegasus": ("coup-de-main", "german", "british"),
    "bocage": ("beach-to-bocage", "german", "allied"),
    "bradley": ("omaha", "german", "american"),
    "tcs": ("T2", "german", "american"),
}
"""The games in which something is done in secret: a scenario, who does it and from whom."""
OWN = ("id", "commitment", "dice", "key", "head", "signature")


def clean(value):
    """A message without what two tables never share."""
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items() if key not in OWN}
    return [clean(item) for item in value] if isinstance(value, list) else value


def watched(address, game, seed, watchers):
    """What the watchers receive while the side acts in secret: every message, and the one that ends it."""
    scenario, *sides = PHASES[game]
    acting = sides[0]
    seats = new_table(address, game=game, scenario=scenario, seed="the same", seats=dict.fromkeys(sides, "human"))
    before, chance, state = random.Random(0), random.Random(seed), seats[acting].state()
    chosen, received = [], {watcher: [] for watcher in watchers}
    for _ in range(400):  # up to the secret phase everything is the same
        if seats["spectator"].state()["secret"]:
            break
        side = state["deciding"]
        state = seats[side].act_at_random(seats[side].state(), before)
    sockets = [seats[watcher].live() for watcher in watchers]
    listeners = [socket.__enter__() for socket in sockets]
    try:
        for watcher, listener in zip(watchers, listeners, strict=True):
            received[watcher].append(next(m for m in iter(listener.read, None) if m["type"] == "state"))
        while seats["spectator"].state()["secret"]:
            state = seats[acting].state()
            choice = chance.choice(actions(state))
            chosen.append(choice)
            answer = seats[acting].act(state, *choice).json()
            for watcher, listener in zip(watchers, listeners, strict=True):
                while not received[watcher] or received[watcher][-1].get("change", {}).get("seq", -1) < answer["seq"]:
                    message = json.loads(listener.recv(timeout=PATIENCE))
                    if message["type"] != "seats":
                        received[watcher].append(message)
    finally:
        for socket in sockets:
            socket.__exit__(None, None, None)
    return chosen, clean(received)


@pytest.mark.parametrize("game", PHASES)
def test_others_are_told_the_same_whatever_is_done_in_secret(address, game):
    watchers = (PHASES[game][2], "spectator")
    done, told = watched(address, game, 1, watchers)
    others = (watched(address, game, seed, watchers) for seed in range(2, 9))
    other, told_then = next(found for found in others if found[0] != done)
    assert len(done) == len(other) > 1
    for watcher in watchers:
        assert told[watcher] == told_then[watcher], watcher
        lines = [message.get("change", message.get("state"))["secret"] for message in told[watcher]]
        assert all(lines[:-1]) and len(set(lines[:-1])) == 1 and not lines[-1]


def test_whoever_acts_in_secret_is_asked_and_not_told(address):
    seats = new_table(address, game="pegasus", seed="1", seats={"british": "human", "german": "human"})
    own, other = seats["german"].state(), seats["british"].state()
    assert own["secret"] == "" and own["decision"] is not None
    assert other["secret"] == "The German puts his garrison on its posts." and other["decision"] is None


def test_every_game_with_secrets_is_watched():
    for name in game_ids():
        game = find_game(name)
        secret = {sc for sc in game.scenarios if any(m.decision.secret for m in first_decisions(game, sc))}
        assert bool(secret) == (name in PHASES), f"{name} acts in secret in {secret}"


def first_decisions(game, scenario, most=150):
    """A match at each of its first decisions in random play."""
    match = Match.new(game, scenario, seed="0")
    for _, _ in zip(range(most), walk(match, random.Random(0)), strict=False):
        yield match
