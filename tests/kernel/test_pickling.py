"""Matches, games and decisions go from one process to another."""

from __future__ import annotations

import pickle
from multiprocessing import get_context
from random import Random

import pytest

from beachhead.games import find_game, game_ids
from beachhead.kernel import Action, Match, save
from beachhead.testing.properties import walk


def goes_on(match, seed):
    """The digests of what follows at random."""
    random = Random(seed)
    return [match.state.digest() for _, _ in zip(range(40), walk(match, random), strict=False)]


def after(match, count):
    for _, _ in zip(range(count), walk(match, Random(5)), strict=False):
        pass
    return match


@pytest.mark.parametrize("name", game_ids())
@pytest.mark.parametrize("count", [0, 7, 41])
def test_a_match_goes_on_as_it_would_have(name, count):
    match = after(Match.new(find_game(name), seed="1"), count)
    twin = pickle.loads(pickle.dumps(match))
    assert twin.game is match.game and twin.state.digest() == match.state.digest()
    assert twin.decision.options == match.decision.options and twin.decision.prompt == match.decision.prompt
    assert save(twin) == save(match) and twin.events_for(None) == match.events_for(None)
    assert goes_on(twin, 2) == goes_on(match, 2)


def test_a_game_that_is_over_stays_so():
    match = after(Match.new(find_game("pegasus"), seed="1"), 10_000)
    twin = pickle.loads(pickle.dumps(match))
    assert twin.is_over and twin.outcome == match.outcome and save(twin) == save(match)


def test_it_tells_why_not_as_before():
    match = after(Match.new(find_game("pegasus"), seed="1"), 9)
    twin = pickle.loads(pickle.dumps(match))
    refused = [action for action in _attempts(match) if match.why_not(action)]
    assert refused and [match.why_not(a) for a in refused] == [twin.why_not(a) for a in refused]


def _attempts(match):
    return [Action(verb, arg) for verb, domain in match.game.domains.items() for arg in domain]


def test_a_decision_is_small_and_says_what_is_offered():
    decision = Match.new(find_game("omaha"), seed="1").decision
    text = pickle.dumps(decision)
    twin = pickle.loads(text)
    assert list(twin.actions()) == list(decision.actions()) and twin.prompt == decision.prompt
    assert len(text) < 4000


def test_in_another_process():
    match = after(Match.new(find_game("pegasus"), seed="1"), 5)
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(goes_on, (match, 3)) == goes_on(match, 3)


def test_a_game_that_nobody_finds_is_refused(tiny):
    with pytest.raises(TypeError, match="tiny is no game that another process finds"):
        pickle.dumps(tiny(None))
