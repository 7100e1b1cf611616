"""Random play: what must hold at every decision, and long runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.longest_day.helpers import BENCH, CAMPAIGN, GAME

from beachhead.testing.battery import battery, check_property
from beachhead.testing.properties import Play

HERE = Path(__file__).parent

QUICK = (
    "every_random_game_ends", "not_offered_is_refused", "offers_agree", "words_are_known", "counters_are_conserved",
    "secrets_are_kept", "events_hide",
)  # fmt: skip
"""What is quick in the longer scenarios."""

TestMortain = battery(GAME, scenarios=[("1", {})], games=1)
TestEndOfAugust = battery(GAME, scenarios=[], games=3, positions=HERE / "positions.toml", golden=HERE / "golden")
TestSecondDrop = battery(
    GAME, scenarios=[], games=1, positions=HERE / "drops.toml", only=(*QUICK[1:4], "secrets_are_kept")
)
TestCherbourgInShort = battery(GAME, scenarios=[("4", {})], games=1, only=(*QUICK, "words_are_read"))
TestNormandyBeachInShort = battery(
    GAME, scenarios=[("5", {})], games=1, only=("every_random_game_ends", "offers_agree", "words_are_known")
)
TestFalaise = pytest.mark.soak(battery(GAME, scenarios=[("2", {})], games=1))
TestCobra = pytest.mark.soak(battery(GAME, scenarios=[("3", {})], games=1))
TestCherbourg = pytest.mark.soak(battery(GAME, scenarios=[("4", {})], games=1))
TestNormandyBeach = pytest.mark.soak(battery(GAME, scenarios=[("5", {})], games=1))
TestCampaign = pytest.mark.soak(battery(GAME, scenarios=[("C", {})], games=1))


@pytest.mark.parametrize("scenario", ["2", "3"])
@pytest.mark.parametrize("name", ["offers_agree", "not_offered_is_refused"])
def test_offers(scenario: str, name: str) -> None:
    """What Falaise and Cobra add to Mortain is mostly choices, and these two try them in a game each."""
    check_property(name, Play(GAME, scenario, {}, "0"))


@pytest.mark.soak
def test_soak() -> None:
    for seed in range(200):
        BENCH.play_through("1", {}, seed)


CHOICES: tuple[dict[str, Any], ...] = (
    {},
    {"drop-zones": True},
    {"channel-islands": True, "counter-battery": True},
    {"spring": True, "hedgerow-cutters": True},
    {"rommel": "strategy"},
    {"rommel": "commander", "demolition": True},
    {"fortitude": "1"},
    {"fortitude": "2+319"},
    {"fortitude": "4"},
)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_random_campaigns(seed: int) -> None:
    """Random campaigns come to an end, with every variation and option: mostly on 7 June, for want of beachheads."""
    CAMPAIGN.play_through("C", CHOICES[seed % len(CHOICES)], seed)
