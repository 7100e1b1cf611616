"""Random play of the teaching scenarios: what must hold at every decision, and long runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tcs.helpers import BENCH, GAME

from beachhead.testing.battery import battery

TEACHING = [(name, {}) for name in ("T1", "T2", "T3", "T4", "T5", "T6")]
TestTeaching = battery(GAME, scenarios=[row for row in TEACHING if row[0] != "T3"], games=1)
TestGolden = battery(GAME, scenarios=[("T3", {})], games=1, golden=Path(__file__).parent / "golden")
TestOrders = pytest.mark.soak(battery(GAME, scenarios=[("S7", {}), ("S3", {})], games=1))


@pytest.mark.parametrize("scenario", ["S3", "S7"])
def test_a_game_with_orders_ends(scenario: str) -> None:
    BENCH.play_through(scenario, {}, 0)


@pytest.mark.parametrize("scenario", ["T1", "T5", "S3", "S7"])
def test_a_game_with_every_option_ends(scenario: str) -> None:
    changed = {name: not option.default for name, option in GAME.options.items() if name != "command"}
    BENCH.play_through(scenario, changed, 1)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", [name for name, _ in TEACHING])
def test_soak(scenario: str) -> None:
    for seed in range(200):
        BENCH.play_through(scenario, {}, seed)
