"""Random play of every scenario and option: what must hold at every decision, golden playthroughs, and long runs."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.bradley.helpers import BENCH

from beachhead.games import find_game
from beachhead.games.bradley.game import BradleysDDay
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import outcome
from beachhead.kernel import Flow, GameOver
from beachhead.testing.battery import battery

Setting = tuple[str, dict[str, Any]]

ALL = ("omaha", "utah", "d-day", "rommels-fantasy", "optimal-defense")
OPTIONS = ("alternate-tide", "alternate-bombing", "northern-utah", "individual-shift")
AUTOMATA = ("german-automaton", "american-automaton")
WHOLE_GAMES: tuple[Setting, ...] = (("omaha", {}), ("utah", {}))
SOLITAIRE: tuple[Setting, ...] = (
    ("omaha", {"alternate-tide": True, "alternate-bombing": True, "individual-shift": True, "german-automaton": True}),
)


# --- every scenario and every option -----------------------------------------------------------------------------


class FirstTurns(BradleysDDay):
    """The game with an early end: the set-up, the first drops and the first landing."""

    def flow(self, g: Bradley) -> Flow:
        """Two turns of a scenario."""
        flow = super().flow(g)
        decision = next(flow)
        while g.turn <= g.row.first_turn + 1:
            decision = flow.send((yield decision))
        raise GameOver(outcome(g))


FIRST_TURNS: tuple[Setting, ...] = (
    ("omaha", {"alternate-tide": True}),
    ("omaha", {"alternate-bombing": True}),
    ("omaha", {"individual-shift": True}),
    ("omaha", {"american-automaton": True}),
    ("utah", {"northern-utah": True}),
    ("utah", {"german-automaton": True}),
    ("d-day", {}),
    ("d-day", {**dict.fromkeys(OPTIONS, True), "american-automaton": True}),
    ("rommels-fantasy", {"northern-utah": True, "individual-shift": True, "german-automaton": True}),
    ("optimal-defense", {}),
)


def every_setting() -> list[Setting]:
    """Every scenario plain, with each option alone, and with all that go together."""
    game, found = find_game("bradley"), list[Setting]()
    for scenario in ALL:
        alone = [{}, *({option: True} for option in (*OPTIONS, *AUTOMATA))]
        fitting = [option for option in OPTIONS if game.refuse_settings(scenario, {option: True}) is None]
        together = [dict.fromkeys(fitting, True), *({**dict.fromkeys(fitting, True), one: True} for one in AUTOMATA)]
        found += [(scenario, s) for s in (*alone, *together) if game.refuse_settings(scenario, s) is None]
    return found


TestWholeGames = battery("bradley", scenarios=WHOLE_GAMES, games=1)
TestSolitaire = battery("bradley", scenarios=SOLITAIRE, games=1, golden=Path(__file__).parent / "golden")
TestFirstTurns = battery(FirstTurns(), scenarios=FIRST_TURNS, games=1)
TestEverySetting = pytest.mark.soak(battery("bradley", scenarios=every_setting(), games=1))


def test_every_scenario_and_every_option_is_played() -> None:
    game, played = find_game("bradley"), (*WHOLE_GAMES, *SOLITAIRE, *FIRST_TURNS)
    assert {scenario for scenario, _ in played} == set(game.scenarios) == set(ALL)
    assert {option for _, settings in played for option in settings} == set(game.options)
    assert {option for _, settings in FIRST_TURNS for option in settings if len(settings) == 1} == set(game.options)


# --- long runs ---------------------------------------------------------------------------------------------------


def play_through(scenario: str, seed: int) -> None:
    """A random game with random options."""
    game, random = BENCH.game, Random(seed)
    settings = {option: random.random() < 0.5 for option in game.options}
    while game.refuse_settings(scenario, settings) is not None:
        settings = {option: random.random() < 0.3 for option in game.options}
    BENCH.play_through(scenario, settings, seed, random)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ALL)
def test_many_random_games(scenario: str) -> None:
    for seed in range(100):
        play_through(scenario, seed)
