"""The battery over the scenarios and options of Bradley's D-Day."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from beachhead.games import find_game
from beachhead.kernel import Match
from beachhead.testing.battery import battery
from beachhead.testing.properties import walk

SCENARIOS: tuple[tuple[str, dict[str, Any]], ...] = (("omaha", {}), ("utah", {}))
OPTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("omaha", {"alternate-tide": True, "alternate-bombing": True, "individual-shift": True, "german-automaton": True}),
)
ALL = ("omaha", "utah", "d-day", "rommels-fantasy", "optimal-defense")

TestScenarios = battery("bradley", scenarios=SCENARIOS, games=1)
TestOptions = battery("bradley", scenarios=OPTIONS, games=1)


def play_through(scenario: str, seed: int) -> None:
    """A random game with random options; every turn point is a position that can be, and no counter is lost."""
    game, random = find_game("bradley"), Random(seed)
    settings = {option: random.random() < 0.5 for option in game.options}
    while game.refuse_settings(scenario, settings) is not None:
        settings = {option: random.random() < 0.3 for option in game.options}
    match: Match[Any] = Match.new(game, scenario, settings, seed=str(seed), keeps_digests=False)
    census = dict(game.census(match.state))
    for _ in walk(match, random):
        assert match.decision is not None
        if match.decision.is_turn_point:
            assert dict(game.census(match.state)) == census, f"{scenario} {seed}"
            assert game.refuse_position(match.state) is None, f"{scenario} {seed}"
    assert match.outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ALL)
def test_many_random_games(scenario: str) -> None:
    for seed in range(100):
        play_through(scenario, seed)
