"""Tuning: the same search from the same seed, resumed after a stop, confirmed on seeds that it never saw."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from beachhead.datafiles import DataError
from beachhead.games import find_game
from beachhead.lab import StudyError
from beachhead.lab.tuning import Tuner, read_tune

FILE = """
title = "Where to go?"
game = "pegasus"
side = "british"
player = "agent.py:Agent"
others = "first"
measure = "german_steps"
games = 4
generations = 3
population = 4
confirm = 6

[parameters.place]
low = 0.0
high = 1.0
start = 0.1

[parameters.patience]
low = 0
high = 5
start = 3
whole = true
"""
AGENT = """
class Agent:
    def __init__(self, game, side, random, *, place: float = 0.1, patience: int = 3):
        self.place, self.random = place, random

    def choose(self, seat):
        actions = list(seat.decision.actions())
        return actions[0] if self.random.random() < self.place else self.random.choice(actions)
"""


def games(name, overlay):
    return partial(find_game, name, overlay)


@pytest.fixture
def path(tmp_path):
    (tmp_path / "agent.py").write_text(AGENT)
    (tmp_path / "tune.toml").write_text(FILE)
    return tmp_path / "tune.toml"


def tuner(path, folder, **more):
    return Tuner(read_tune(path, folder, games, resume=folder.exists()), games, folder, workers=1, **more)


def test_a_search_that_was_stopped_finds_the_same(path, tmp_path):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    told: list[int] = []
    first = tuner(path, whole, progress=told.append)
    found = first.run()
    assert told[-1] == first.total == 3 * 4 * 4 + 2 * 6

    def stop(done):
        if done == 21:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tuner(path, cut, progress=stop).run()
    with (cut / "evaluations.jsonl").open("a") as file:
        file.write('{"generation":1,"cand')
    again: list[int] = []
    assert tuner(path, cut, progress=again.append).run() == found
    assert (cut / "evaluations.jsonl").read_bytes() == (whole / "evaluations.jsonl").read_bytes()
    assert (cut / "tuned.json").read_bytes() == (whole / "tuned.json").read_bytes()
    assert 0 <= found.values["place"] <= 1 and found.values["patience"] in range(6)
    assert found.confirmation.pairs == 6 and found.is_confirmed == (found.confirmation.difference.low > 0)


def test_weights_of_a_doctrine_are_laid_over_the_data(path, tmp_path):
    folder = tmp_path / "out"
    found = tuner(path, folder)
    overlay = found._overlay({"guard": 12, "fear": 1.25})
    assert (overlay / "doctrines.toml").read_text() == "[sides.british]\nguard = 12\nfear = 1.25\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"german_steps"', '"german_stepps"', "measure: there is no measure of pegasus 'german_stepps'; did you mean"),
        ('"german_steps"', '"turn"', "measure: nobody wants more or less of 'turn'"),
        ('side = "british"', 'side = "dutch"', "side: there is no side of pegasus that decides 'dutch'"),
    ],
)
def test_what_cannot_be_tuned(path, tmp_path, old, new, told):
    path.write_text(FILE.replace(old, new))
    with pytest.raises(StudyError, match=told.split(":", maxsplit=1)[0]) as refused:
        tuner(path, tmp_path / "out")
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("name", "low", "told"),
    [
        ("faer", 0, "there is no weight of pegasus 'faer'; did you mean fear?; tune one of these"),
        ("courage", 0, "there is no weight of pegasus 'courage': choose one of least, bridge,"),
        ("fear", -3, "fear lies between 0 and 10; write low and high within these"),
    ],
)
def test_a_weight_that_the_game_does_not_have_is_told_with_its_line(path, tmp_path, name, low, told):
    path.write_text(f"{FILE}\n[doctrine.{name}]\nlow = {low}\nhigh = 2\nstart = 1\n")
    line = path.read_text().splitlines().index(f"[doctrine.{name}]") + 1
    with pytest.raises(DataError) as refused:
        tuner(path, tmp_path / "out")
    assert f"{path}:{line}: doctrine.{name}: {told}" in str(refused.value)
    assert not (tmp_path / "out").exists(), "a file that was refused begins no run"


def test_a_folder_keeps_to_its_file(path, tmp_path):
    folder = tmp_path / "out"
    read_tune(path, folder, games, resume=False)
    with pytest.raises(StudyError, match="add --resume"):
        read_tune(path, folder, games, resume=False)
    path.write_text(FILE.replace("games = 4", "games = 5"))
    with pytest.raises(StudyError, match="was begun with another file"):
        read_tune(path, folder, games, resume=True)
    path.write_text(FILE.replace("low = 0.0", "low = 2.0"))
    with pytest.raises(Exception, match="must stand in that order"):
        read_tune(path, tmp_path / "other", games, resume=False)
    assert msgspec.structs.asdict(read_tune(folder / "tune.toml", folder, games, resume=True))["games"] == 4
