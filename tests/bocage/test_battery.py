"""Random play of every scenario and option: what must hold at every decision, golden playthroughs, and long runs."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.bocage.helpers import BENCH

from beachhead.testing.battery import battery

OPTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("beach-to-bocage", {"weather": True, "flak": True}),
    ("us-campaign", {"flak": True}),
)

SCENARIO: tuple[tuple[str, dict[str, Any]], ...] = (("beach-to-bocage", {}),)

TestScenario = battery("bocage", scenarios=SCENARIO, games=1, golden=Path(__file__).parent / "golden")
TestOptions = battery("bocage", scenarios=OPTIONS, games=1)


def play_through(seed: int) -> None:
    """A random game of either scenario with any of its options."""
    random = Random(seed)
    scenario = random.choice(list(BENCH.game.scenarios))
    settings = {"flak": random.random() < 0.5, "weather": scenario == "beach-to-bocage" and random.random() < 0.5}
    BENCH.play_through(scenario, settings, seed, random)


def test_twenty_random_games() -> None:
    for seed in range(20):
        play_through(seed)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_soak(part: int) -> None:
    for seed in range(100):
        play_through(10_000 + 100 * part + seed)
