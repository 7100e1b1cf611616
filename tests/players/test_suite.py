"""The suites: positions with a known best idea, and players who look for it."""

from __future__ import annotations

import msgspec
import pytest

from beachhead.games import find_game
from beachhead.kernel import load_position
from beachhead.players.suite import Idea, Suite, is_found, solved, solves, suite_of

GAMES = ("bocage", "bradley", "longest_day", "omaha", "pegasus", "tcs")


@pytest.mark.parametrize("name", GAMES)
def test_every_position_can_be_played(name):
    game = find_game(name)
    suite = suite_of(game)
    assert suite is not None and len(suite.ideas) == 20
    for idea in suite.ideas:
        position = load_position(game, idea.position)
        assert idea.side in game.seats(position.scenario, position.settings)
        assert idea.why.endswith(".") and hasattr(position.state, suite.stretch)
        is_found(game, idea, position.state)  # its hexes and measures exist


def test_a_game_without_a_file_has_no_suite(tmp_path, monkeypatch):
    game = find_game("tcs")
    monkeypatch.setattr(game, "data", tmp_path / "data")
    assert suite_of(game) is None


def test_a_veteran_takes_the_last_house():
    game = find_game("tcs")
    suite = suite_of(game)
    houses = Suite(suite.stretch, suite.ideas[:6:3])
    assert solved(game, houses, "veteran") == [1, 1]
    assert solved(game, houses, "random") == [0, 0]


def test_a_veteran_finds_more_than_who_plays_at_random():
    game = find_game("pegasus")
    suite = suite_of(game)
    found = {player: sum(solved(game, suite, player)) for player in ("veteran", "random")}
    assert found["veteran"] >= 15 > found["random"]


def test_what_is_wanted_is_looked_at_when_the_stretch_is_over():
    game = find_game("pegasus")
    suite = suite_of(game)
    idea = suite.ideas[0]
    assert solves(game, suite, idea, "veteran", "1")
    other = msgspec.structs.replace(idea, holds=(), leaves=idea.holds)
    assert not solves(game, suite, other, "veteran", "1")
    bridges = msgspec.structs.replace(idea, holds=(), least={"bridges": 1}, most={"bridges": 2})
    assert solves(game, suite, bridges, "veteran", "1")
    assert not solves(game, suite, msgspec.structs.replace(bridges, most={"bridges": 0}), "veteran", "1")


def test_an_idea_says_what_it_is():
    with pytest.raises(msgspec.ValidationError, match="holds, leaves, least or most"):
        msgspec.convert({"stretch": "part", "ideas": [{"title": "", "side": "", "why": "", "position": {}}]}, Suite)
    assert Idea("a", "b", "c", {}, leaves=("b 01",)).leaves
