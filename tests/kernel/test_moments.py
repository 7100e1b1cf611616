"""The state at each event, for those who play back what happened."""

from __future__ import annotations

from random import Random

from beachhead.games import find_game
from beachhead.kernel import Match
from beachhead.testing.properties import walk


def watched(game, seed="1", steps=60):
    """A match whose moments are kept, and what it was after each action."""
    match = Match.new(find_game(game), seed=seed, keeps_digests=False)
    match.keep_moments(wanted=True)
    for _, _ in zip(range(steps), walk(match, Random(seed)), strict=False):
        if match.record:
            yield match


def test_nothing_is_kept_unless_it_is_wanted():
    match = Match.new(find_game("pegasus"), seed="1")
    assert match.moments is None
    match.keep_moments(wanted=True)
    assert match.moments == []
    match.keep_moments(wanted=False)
    assert match.moments is None


def test_every_event_has_its_moment_and_the_last_one_shows_where_the_action_led():
    told = 0
    for match in watched("omaha"):
        began = match.record[-1].events
        assert [place for place, _ in match.moments] == list(range(began, len(match.events)))
        if match.moments:
            told += len(match.moments)
            assert match.moments[-1][1] == match.state and match.moments[-1][1] is not match.state
        match.moments.clear()
    assert told > 50


def test_moments_do_not_change_when_the_game_goes_on():
    kept = []
    for match in watched("pegasus"):
        kept += [(state, state.to_json()) for _, state in match.moments]
        match.moments.clear()
    assert len(kept) > 10 and all(state.to_json() == text for state, text in kept)


def test_what_is_taken_back_has_no_moment():
    for match in watched("omaha", seed="2", steps=400):
        if match.can_undo and match.moments:
            before = len(match.events)
            match.undo()
            assert len(match.events) < before
            assert all(place < len(match.events) for place, _ in match.moments)
            match.redo()
            assert match.moments[-1][0] == len(match.events) - 1
            return
    raise AssertionError("nothing was ever taken back")


def test_a_clone_keeps_none_and_leaves_those_of_others():
    for match in watched("omaha", steps=20):
        before = list(match.moments)
        twin = match.clone()
        assert twin.moments is None and match.moments == before
