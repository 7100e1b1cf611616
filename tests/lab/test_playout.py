"""Playouts: the same results with any number of workers, and a clean end whatever happens."""

from __future__ import annotations

import importlib
import json
import multiprocessing
from pathlib import Path

import msgspec
import pytest

from beachhead.bench.drill import Drill
from beachhead.kernel import BadSetup, Match
from beachhead.lab import PlayoutError, PlayoutStopped, playout
from beachhead.players import PlayerError, make_players, play_match

RANDOM = {"left": "random", "right": "random"}


@pytest.fixture
def trouble(monkeypatch):
    """A game whose players fail; worker processes find it because they get our path."""
    monkeypatch.syspath_prepend(Path(__file__).parent / "importable")
    return importlib.import_module("trouble").Trouble


def facts(result):
    return result.games, result.finished, result.decisions, result.outcomes


def test_any_number_of_workers_gives_the_same():
    one, two, three = (playout(Drill, None, {}, RANDOM, games=7, seed="K", workers=n) for n in (1, 2, 3))
    assert facts(one) == facts(two) == facts(three)
    assert one.games == one.finished == 7
    assert facts(one) != facts(playout(Drill, None, {}, RANDOM, games=7, seed="L", workers=1))


def test_each_game_can_be_played_again_alone():
    result = playout(Drill, "parade", {}, RANDOM, games=3, seed="K", workers=1)
    decisions = 0
    for number in range(3):
        match = Match.new(Drill(), seed=f"K/{number}", keeps_digests=False)
        decisions += len(play_match(match, make_players(RANDOM, match, f"K/{number}")).record)
    assert result.decisions == decisions


def test_the_shape_of_the_result():
    result = json.loads(msgspec.json.encode(playout(Drill, None, {}, RANDOM, games=2, seed="1", workers=1)))
    assert list(result) == ["games", "finished", "decisions", "cpu_seconds", "decisions_per_cpu_second", "outcomes"]
    assert result["outcomes"] == [{"winner": None, "level": "", "reason": "the parade is over", "games": 2}]
    assert result["decisions_per_cpu_second"] == pytest.approx(result["decisions"] / result["cpu_seconds"], rel=0.05)


def test_a_game_over_the_cap_is_unfinished():
    result = playout(Drill, None, {}, RANDOM, games=2, seed="1", workers=1, cap=100)
    assert (result.games, result.finished, result.decisions, result.outcomes) == (2, 0, 200, ())


def test_progress_is_told():
    told: list[int] = []
    playout(Drill, None, {}, RANDOM, games=5, seed="1", workers=2, progress=told.append)
    assert told[-1] == 5 and told == sorted(told)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_was_played_and_leaves_no_process(workers):
    def interrupt(done):
        if done >= 2:
            raise KeyboardInterrupt

    with pytest.raises(PlayoutStopped) as stopped:
        playout(Drill, None, {}, RANDOM, games=1000, seed="1", workers=workers, progress=interrupt)
    assert 2 <= stopped.value.result.games < 1000
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failing_game_is_named_with_its_seed(workers, trouble):
    with pytest.raises(PlayoutError, match=r"game \d \(seed 'K/\d'\) failed: I do not know what to do"):
        playout(trouble, None, {}, {"left": "random", "right": "fails"}, games=4, seed="K", workers=workers)


def test_a_worker_that_dies_is_reported(trouble):
    with pytest.raises(PlayoutError, match=r"a worker process ended by itself \(exit code 3\)"):
        playout(trouble, None, {}, {"left": "random", "right": "dies"}, games=4, seed="K", workers=2)
    assert multiprocessing.active_children() == []


def test_what_cannot_be_played_is_refused_at_once():
    with pytest.raises(BadSetup, match="scenario"):
        playout(Drill, "parode", {}, RANDOM, games=1, seed="1")
    with pytest.raises(BadSetup, match="did you mean left"):
        playout(Drill, None, {}, {"lefd": "random"}, games=1, seed="1")
    with pytest.raises(PlayerError, match="no player sits for right"):
        playout(Drill, None, {}, {"left": "random"}, games=1, seed="1")
    with pytest.raises(PlayerError, match="a human cannot play here"):
        playout(Drill, None, {}, {**RANDOM, "left": "human"}, games=1, seed="1")
    with pytest.raises(ValueError, match="at least one"):
        playout(Drill, None, {}, RANDOM, games=0, seed="1")
