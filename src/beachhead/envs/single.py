"""Gymnasium: one learning side; computer players take the others."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import gymnasium
from gymnasium.spaces import Discrete

from beachhead.envs.codec import Eyes, Mask, codec_of
from beachhead.envs.stakes import Potential, Stakes
from beachhead.games import find_game
from beachhead.kernel import Match, Refused, check_setup
from beachhead.players import Player, Seat, make_player


class SideEnv(gymnasium.Env[dict[str, Any], Any]):
    """One side of a game, against computer players where there are other sides.

    An action that is not offered changes nothing, is paid with -1 and ends the game with `info["refused"]`, the reason
    in words: whoever keeps to the mask never sees it. `action_masks()` gives the mask alone.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str = "omaha",
        scenario: str | None = None,
        side: str | None = None,
        *,
        others: str = "random",
        options: Mapping[str, Any] | None = None,
        potential: Potential | None = None,
        scale: float = 0.01,
        discount: float = 1.0,
        keeps: bool = False,
        plays_forced: bool = True,
        most: int = 100_000,
        render_mode: str | None = None,
    ) -> None:
        found = find_game(game)
        setup = check_setup(found, scenario, options or {}, {})
        seats = found.seats(setup.scenario, setup.settings)
        if side is not None and side not in seats:
            raise ValueError(f"nobody plays {side} in {game} {setup.scenario}: the sides are {', '.join(seats)}")
        self.game, self.scenario, self.settings = found, setup.scenario, setup.settings
        self.side = side or seats[0]
        self.codec = codec_of(found)
        self.observation_space, self.action_space = deepcopy(self.codec.observation_space), Discrete(self.codec.count)
        self.render_mode = render_mode
        self._others = {seat: others for seat in seats if seat != self.side}
        self._stakes = Stakes(found, (self.side,), potential, scale, discount, keeps)
        self._plays_forced, self._most = plays_forced, most
        self._eyes = Eyes(self.codec, self.side)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; a seed fixes the dice and the other players of this one and of those that follow it."""
        super().reset(seed=seed, options=dict(options or {}))
        chosen = str(self.np_random.integers(1 << 62))
        self.match: Match[Any] = Match.new(self.game, self.scenario, self.settings, seed=chosen, keeps_digests=False)
        self._players: dict[str, Player] = {
            side: make_player(name, self.game, side, chosen) for side, name in self._others.items()
        }
        self._steps = 0
        self._pass_on()
        self._stakes.begin(self.match)
        return self._eyes.see(self.match), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action, and let the others play until it is this side's turn again."""
        try:
            self.match.apply(self.codec.action(int(action)), side=self.side)
        except Refused as refused:
            return self._eyes.see(self.match), -1.0, True, False, {"refused": str(refused)}
        self._steps += 1
        self._pass_on()
        reward = self._stakes.pay(self.match)[self.side]
        is_over, is_cut = self.match.is_over, self._steps >= self._most
        info = {"outcome": self.match.outcome} if self.match.outcome is not None else {}
        return self._eyes.see(self.match), reward, is_over, is_cut and not is_over, info

    def action_masks(self) -> Mask:
        """Which actions are offered."""
        decision = self.match.decision
        return self.codec.mask(decision if decision is not None and decision.side == self.side else None)

    def _pass_on(self) -> None:
        while (decision := self.match.decision) is not None:
            if self._plays_forced and len(decision) == 1:
                self.match.apply(decision[0])
            elif decision.side != self.side:
                self.match.apply(self._players[decision.side].choose(Seat(self.match, decision)))
            else:
                return

    def render(self) -> str:
        """What is asked, in words."""
        if self.match.decision is not None:
            return self.match.decision.prompt
        assert self.match.outcome is not None
        return self.match.outcome.reason
