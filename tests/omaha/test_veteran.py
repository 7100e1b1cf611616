"""The computer player: it plays every scenario to its end from its view alone."""

import pytest
from tests.omaha.helpers import the_game

from beachhead.kernel import Match
from beachhead.players import make_player, play_match


@pytest.mark.parametrize("scenario", ["easy-fox", "first-waves", "omaha-beach", "beyond-the-beach"])
def test_it_plays_to_the_end(scenario):
    game = the_game()
    match = Match.new(game, scenario, seed="veteran", keeps_digests=False)
    play_match(match, {"us": make_player("veteran", game, "us", "veteran")})
    assert match.outcome is not None


@pytest.mark.parametrize("option", ["bombardment", "safe-tanks", "no-rangers", "reaction", "armor", "early-actions"])
def test_it_plays_every_variant(option):
    game = the_game()
    match = Match.new(game, "omaha-beach", {option: True}, seed="variant", keeps_digests=False)
    play_match(match, {"us": make_player("veteran", game, "us", "variant")})
    assert match.outcome is not None


def test_it_lives_longer_than_chance():
    """Random play loses a division within nine turns or so; a veteran has to do better than that on the whole."""
    game = the_game()

    def turns(player):
        total = 0
        for seed in range(4):
            match = Match.new(game, "first-waves", seed=f"life{seed}", keeps_digests=False)
            play_match(match, {"us": make_player(player, game, "us", f"life{seed}")})
            total += match.state.turn
        return total

    assert turns("veteran") > turns("random")
