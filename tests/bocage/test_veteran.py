"""The computer players: they play to the end from their view alone, and better than chance."""

from __future__ import annotations

import pytest
from tests.bocage.helpers import the_game

from beachhead.kernel import Match
from beachhead.players import make_player, play_match


def outcome(allied: str, german: str, seed: str, scenario: str = "beach-to-bocage", **settings: bool):
    game = the_game()
    match = Match.new(game, scenario, settings, seed=seed, keeps_digests=False)
    players = {"allied": make_player(allied, game, "allied", seed), "german": make_player(german, game, "german", seed)}
    play_match(match, players, limit=20_000)
    assert match.outcome is not None, match.decision
    return match.outcome


@pytest.mark.parametrize(
    ("scenario", "settings"),
    [("beach-to-bocage", {"weather": True, "flak": True}), ("us-campaign", {})],
)
def test_they_play_to_the_end(scenario, settings):
    outcome("veteran", "veteran", "end", scenario, **settings)


@pytest.mark.parametrize("seed", ["a", "b"])
def test_they_beat_chance(seed):
    assert outcome("veteran", "random", seed).winner == "allied"
    assert outcome("random", "veteran", seed).winner == "german"
