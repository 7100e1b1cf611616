"""PettingZoo: every game and scenario for any number of learning sides, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from beachhead.envs.codec import Eyes, codec_of
from beachhead.envs.stakes import Potential, Stakes
from beachhead.games import find_game
from beachhead.kernel import Match, check_setup


class TurnsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as PettingZoo's agent-environment cycle.

    Agents are the sides that decide. Each sees what it knows, as arrays, with a mask of the actions it may take;
    whoever does not decide has an empty mask. A decision with one option is taken by the environment unless
    `plays_forced` is off. After `most` decisions the game is cut off.
    """

    metadata = {"name": "beachhead_v1", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str = "pegasus",
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        potential: Potential | None = None,
        scale: float = 0.01,
        discount: float = 1.0,
        keeps: bool = False,
        plays_forced: bool = True,
        most: int = 100_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        found = find_game(game)
        setup = check_setup(found, scenario, options or {}, {})
        self.game, self.scenario, self.settings = found, setup.scenario, setup.settings
        self.codec = codec_of(found)
        self.possible_agents = list(found.seats(setup.scenario, setup.settings))
        self.agents: list[str] = []
        self._action_spaces = {side: spaces.Discrete(self.codec.count) for side in self.possible_agents}
        self.render_mode = render_mode
        self._stakes = Stakes(found, tuple(self.possible_agents), potential, scale, discount, keeps)
        self._plays_forced, self._most = plays_forced, most
        self._eyes = {side: Eyes(self.codec, side) for side in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:  # noqa: ARG002
        """The same for all."""
        return self.codec.observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for all; each has a generator of its own, from which it samples."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new game; a seed fixes the dice of this one and of those that follow it."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.match: Match[Any] = Match.new(
            self.game, self.scenario, self.settings, seed=str(self._random.integers(1 << 62)), keeps_digests=False
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self._steps = 0
        self._pass_on()
        self._stakes.begin(self.match)

    def observe(self, agent: str) -> dict[str, Any]:
        """What a side knows, and what it may do."""
        return self._eyes[agent].see(self.match)

    def step(self, action: int | None) -> None:
        """Take an action for the side whose turn it is."""
        side = self.agent_selection
        if self.terminations[side] or self.truncations[side]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.match.apply(self.codec.action(int(action)), side=side)
        self._steps += 1
        self._pass_on()
        self._cumulative_rewards[side] = 0.0
        self.rewards = self._stakes.pay(self.match)
        if self.match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _pass_on(self) -> None:
        """Take what leaves no choice, and say whose turn it is."""
        while self._plays_forced and self.match.decision is not None and len(self.match.decision) == 1:
            self.match.apply(self.match.decision[0])
        if self.match.decision is not None:
            self.agent_selection = self.match.decision.side

    def render(self) -> str | None:
        """What is asked, in words."""
        if self.match.decision is not None:
            return f"{self.match.decision.side}: {self.match.decision.prompt}"
        assert self.match.outcome is not None
        return self.match.outcome.reason

    def close(self) -> None:
        """Nothing is held."""
