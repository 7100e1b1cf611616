"""The guides of a game: documents in its data directory that a game may have."""

from __future__ import annotations

from typing import Any

from beachhead.datafiles import read_document
from beachhead.display import Course, Sample
from beachhead.kernel.edge import parse_action
from beachhead.kernel.game import Game
from beachhead.kernel.match import Match


def read_course(game: Game[Any]) -> Course | None:
    """The guided game for newcomers, if there is one."""
    path = game.data / "course.toml"
    return read_document(path, Course) if path.exists() else None


def read_sample(game: Game[Any]) -> Sample | None:
    """The sample game with comments, if there is one."""
    path = game.data / "sample.toml"
    return read_document(path, Sample) if path.exists() else None


def play_sample(game: Game[Any], sample: Sample) -> Match[Any]:
    """The sample game, action by action."""
    match = Match.new(game, sample.scenario, sample.options, seed=sample.seed)
    for text in sample.actions:
        match.apply(parse_action(game, text))
    return match
