"""Random play of every scenario and option: what must hold at every decision, golden playthroughs, and long runs."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.bocage.helpers import the_game

from beachhead.kernel import Match
from beachhead.testing.battery import battery
from beachhead.testing.properties import walk

OPTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("beach-to-bocage", {"weather": True, "flak": True}),
    ("us-campaign", {"flak": True}),
)

SCENARIO: tuple[tuple[str, dict[str, Any]], ...] = (("beach-to-bocage", {}),)

TestScenario = battery("bocage", scenarios=SCENARIO, games=1, golden=Path(__file__).parent / "golden")
TestOptions = battery("bocage", scenarios=OPTIONS, games=1)


def play_through(seed: int) -> Match[Any]:
    """A random game; every turn point is a position that can be, and no counter is lost."""
    game, random = the_game(), Random(seed)
    scenario = random.choice(list(game.scenarios))
    settings = {"flak": random.random() < 0.5, "weather": scenario == "beach-to-bocage" and random.random() < 0.5}
    match = Match.new(game, scenario, settings, seed=str(seed), keeps_digests=False)
    census = dict(game.census(match.state))
    for _ in walk(match, random):
        assert match.decision is not None
        if match.decision.is_turn_point:
            assert dict(game.census(match.state)) == census, f"seed {seed}"
            ruling = game.refuse_position(match.state)
            assert ruling is None, f"seed {seed}: {ruling}"
    assert match.outcome is not None
    return match


def test_twenty_random_games() -> None:
    for seed in range(20):
        play_through(seed)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_soak(part: int) -> None:
    for seed in range(100):
        play_through(10_000 + 100 * part + seed)
