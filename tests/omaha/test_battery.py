"""Random play of every scenario and variant: what must hold at every decision, golden playthroughs, and long runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.omaha.helpers import BENCH, the_game

from beachhead.games.omaha import losses, victory
from beachhead.kernel import Match, name_event
from beachhead.testing.battery import battery

Setting = tuple[str, dict[str, Any]]

SCENARIOS = ("easy-fox", "first-waves", "omaha-beach", "beyond-the-beach")
VARIANTS: tuple[Setting, ...] = (
    ("first-waves", {"bombardment": True}),
    ("first-waves", {"safe-tanks": True}),
    ("first-waves", {"no-rangers": True}),
    ("omaha-beach", {"reaction": True}),
    ("beyond-the-beach", {"armor": True}),
    ("omaha-beach", {"early-actions": True}),
    ("first-waves", {"coop": True}),
    ("omaha-beach", {"bombardment": True, "reaction": True, "armor": True, "early-actions": True}),
    ("beyond-the-beach", {"coop": True, "armor": True, "no-rangers": True}),
)

PLACES_AND_PIECES = frozenset(
    ["base", "box", "card", "depth", "end", "firer", "german", "hex", "hexes", "path",
     "position", "positions", "route", "start", "unit", "units"]
)  # fmt: skip
"""What events say of these is printed with names."""
COUNTS = ("kg_meyer", "wn_set_up")
"""Events that count units and markers instead."""

TestScenarios = battery("omaha", games=1, golden=Path(__file__).parent / "golden")
TestVariants = battery("omaha", scenarios=VARIANTS, games=1)


# --- long runs ---------------------------------------------------------------------------------------------------


def settings_for(random: Random) -> Setting:
    """A scenario with any variants that go with it."""
    game, scenario = the_game(), random.choice(SCENARIOS)
    fitting = [name for name in game.options if game.refuse_settings(scenario, {name: True}) is None]
    return scenario, {name: True for name in fitting if random.randrange(3) == 0}


def play_through(seed: int) -> Match[Any]:
    """A random game of any scenario with any variants."""
    random = Random(seed)
    return BENCH.play_through(*settings_for(random), seed, random)


@pytest.fixture
def to_the_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Random players lose soon. Without catastrophic loss and the check of turn 16 they see the evening."""
    monkeypatch.setattr(losses, "count_loss", lambda g, unit: None)
    monkeypatch.setattr(victory, "_first_check", lambda g: None)
    yield


def test_a_hundred_random_games() -> None:
    for seed in range(100):
        play_through(seed)


@pytest.mark.usefixtures("to_the_end")
@pytest.mark.parametrize("seed", range(4))
def test_random_games_to_the_last_turn(seed: int) -> None:
    match = play_through(1_000 + seed)
    assert match.state.turn == match.state.last_turn or match.outcome.rule == "23.5.lose"
    for event in match.events:
        for key, value in name_event(the_game(), event).items():
            if key in PLACES_AND_PIECES and event.kind not in COUNTS:
                assert value is None or isinstance(value, str) or all(isinstance(item, str) for item in value), event


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_soak(part: int) -> None:
    for seed in range(100):
        play_through(10_000 + 100 * part + seed)


@pytest.mark.soak
@pytest.mark.usefixtures("to_the_end")
@pytest.mark.parametrize("part", range(20))
def test_soak_to_the_last_turn(part: int) -> None:
    for seed in range(20):
        play_through(20_000 + 100 * part + seed)
