"""The player that was trained: what it is shown, what it makes of it, and that it was worth training."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from beachhead.games import find_game
from beachhead.kernel import Match
from beachhead.players import PlayerError, Seat, make_player
from beachhead.players.arrays import Observer
from beachhead.players.learned import OFTEN, Learned, Seen, judge, read_weights, sights_of
from beachhead.testing.properties import walk

WEIGHTS = "learned.npz"
TRAINED = {"omaha": "easy-fox", "pegasus": "coup-de-main"}


def weights_of(game):
    return game.data.parent / WEIGHTS


@pytest.mark.parametrize("name", TRAINED)
def test_every_option_is_weighed(name):
    game = find_game(name)
    sights, path = sights_of(game), weights_of(game)
    weights, match = read_weights(path, path.stat().st_mtime), Match.new(game, TRAINED[name], seed="1")
    for _, _ in zip(range(30), walk(match, Random(1)), strict=False):
        decision = match.decision
        observer = Observer(sights.sheet)
        seen = Seen.by(observer, match.known(decision.side), decision)
        actions, shown = sights.options(seen, decision)
        assert set(actions) <= set(decision.actions()) and shown.shape == (len(actions), sights.option_width)
        scores = judge(weights, sights.table(seen, decision), shown)
        assert scores.shape == (len(actions),) and np.isfinite(scores).all()


def test_it_wins_where_chance_does_not():
    """Far from what docs/learning.md measures, so that luck cannot fail it."""
    game = find_game("pegasus")
    won = 0
    for number in range(24):
        side, other = ("british", "german") if number % 2 else ("german", "british")
        match = Match.new(game, seed=f"tested/{number}", keeps_digests=False)
        players = {side: make_player("learned", game, side, "1"), other: make_player("random", game, other, "1")}
        while match.decision is not None:
            match.apply(players[match.decision.side].choose(Seat(match, match.decision)))
        won += match.outcome.winner == side
    assert won >= 18


def test_it_lives_where_chance_never_does():
    """Random moves lose eight companies before points are counted in each of 200 games."""
    game, counted = find_game("omaha"), 0
    for number in range(12):
        match = Match.new(game, "easy-fox", seed=f"tested/{number}", keeps_digests=False)
        player = make_player("learned", game, "us", "1")
        while match.decision is not None:
            match.apply(player.choose(Seat(match, match.decision)))
        counted += "us" in match.outcome.scores
    assert counted >= 3


def test_weights_of_another_game_are_refused():
    with pytest.raises(PlayerError, match="train it again"):
        Learned(find_game("bocage"), "german", Random(1), weights_of(find_game("pegasus")))


def test_it_does_not_go_round_in_circles():
    """At this temperature it is sure of what it likes: what it has taken back it would do again for ever."""
    game = find_game("pegasus")
    match = Match.new(game, seed="circle")
    player = Learned(game, "german", Random(1), weights_of(game), temperature=0.01)
    for _, _ in zip(range(200), walk(match, Random(2)), strict=False):
        if match.decision.side == "german" and len(match.decision) > 1:
            break
    assert len(match.decision) > 3
    taken = Counter(player.choose(Seat(match, match.decision)) for _ in range(3 * OFTEN))
    assert max(taken.values()) == OFTEN
