"""OpenSpiel: every game of one or two sides as `python_beachhead`. Importing this module registers it.

    import pyspiel, beachhead.envs.spiel
    game = pyspiel.load_game("python_beachhead", {"game": "pegasus", "seed": 1})

Chance is sampled inside the game from the seed and the number of the state, as OpenSpiel calls it, and a state that is
cloned goes on with the same dice: search that must not foresee them asks `State.resampled`, which deals anew whatever
the player to move does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from beachhead.envs.codec import Eyes, codec_of
from beachhead.envs.stakes import result
from beachhead.games import find_game
from beachhead.kernel import Match, action_label

NAME = "python_beachhead"
LONGEST = 100_000
PARAMETERS = {"game": "pegasus", "scenario": "", "seed": 0}


def _type_of(players: int) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Beachhead",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game and scenario of Beachhead."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        wanted = {**PARAMETERS, **(params or {})}
        self.game = find_game(str(wanted["game"]))
        self.scenario = str(wanted["scenario"]) or next(iter(self.game.scenarios))
        self.sides = self.game.seats(self.scenario, {})
        self.codec = codec_of(self.game)
        self._seed, self._numbers = wanted["seed"], count()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codec.count,
            max_chance_outcomes=0,
            num_players=len(self.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if len(self.sides) == 2 else None,
            max_game_length=LONGEST,
        )
        super().__init__(_type_of(len(self.sides)), info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        """A new game, with dice of its own."""
        seed = f"{self._seed}/{next(self._numbers)}"
        match = Match.new(self.game, self.scenario, seed=seed, keeps_digests=False)
        return SpielState(self, match)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:  # noqa: ARG002
        """What a player sees."""
        return SpielObserver(self)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match."""

    def __init__(self, game: SpielGame, match: Match[Any]) -> None:
        super().__init__(game)
        self.own, self.match = game, match

    def current_player(self) -> int:
        """Whose decision it is."""
        decision = self.match.decision
        return int(pyspiel.PlayerId.TERMINAL) if decision is None else self.own.sides.index(decision.side)

    def _legal_actions(self, player: int) -> list[int]:
        decision = self.match.decision
        if decision is None or self.own.sides[player] != decision.side:
            return []
        return sorted(self.own.codec.numbers(decision))

    def _apply_action(self, action: int) -> None:
        self.match.apply(self.own.codec.action(action))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return action_label(self.own.game, self.own.codec.action(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.match.is_over

    def returns(self) -> list[float]:
        """1 for who has won, -1 for who has lost."""
        outcome = self.match.outcome
        return [0.0 if outcome is None else result(outcome.winner, side) for side in self.own.sides]

    def clone(self) -> SpielState:
        """The same game, which goes on by itself."""
        return SpielState(self.own, self.match.clone(history=False))

    def __deepcopy__(self, _: Any) -> SpielState:
        return self.clone()

    def resampled(self, random: Random) -> SpielState:
        """A game that fits what the player to move knows, with whatever is hidden and to come dealt anew."""
        assert self.match.decision is not None
        return SpielState(self.own, self.match.imagine(self.match.decision.side, random))

    def __str__(self) -> str:
        text: str = self.match.state.to_json().decode()
        return text


class SpielObserver:
    """The arrays of what a player knows, as one tensor and by their names."""

    def __init__(self, game: SpielGame) -> None:
        self._eyes = [Eyes(game.codec, side) for side in game.sides]
        self._shapes = game.codec.sheet.shapes
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in self._shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for name, shape in self._shapes.items():
            end = begin + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end

    def set_from(self, state: SpielState, player: int) -> None:
        """Look through the eyes of a player."""
        for name, array in self._eyes[player].see(state.match)["observation"].items():
            self.dict[name][:] = array

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as a text: what the side knows, field by field."""
        known = state.match.known(state.own.sides[player])
        known.draws = 0
        text: str = known.to_json().decode()
        return text


pyspiel.register_game(_type_of(2), SpielGame)
