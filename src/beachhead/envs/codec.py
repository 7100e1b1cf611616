"""A game as fixed spaces: a number for every action there can ever be, and arrays for what a side knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from beachhead.kernel import Action, Decision, Game, Match
from beachhead.players.arrays import ArraySheet, Numbers, Observer

Mask: TypeAlias = NDArray[np.int8]
FARTHEST = 1e6
"""No number of an observation is beyond it."""


class Codec:
    """The spaces of a game, the same for all its scenarios, and the ways between them and its actions and states.

    Verbs stand one after the other, each with a number for every argument that it declares (`Game.domains`). So a
    number means the same action at every decision, and changes only when the verbs or the data of a game do.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.sheet = ArraySheet(game)
        self.first: dict[str, int] = {}
        """The number of the first action of each verb."""
        self._args: dict[str, dict[Any, int]] = {}
        self.count = 0
        """How many actions there are."""
        for verb, domain in game.domains.items():
            self.first[verb] = self.count
            if not isinstance(domain, range) or domain[:1] != range(1):
                self._args[verb] = {arg: place for place, arg in enumerate(domain)}
            self.count += len(domain)
        self.most = game.most_options or self.count
        """No decision has more options than these."""
        self._verbs = list(self.first)
        self._firsts = np.array(list(self.first.values()))
        arrays: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(-FARTHEST, FARTHEST, shape, np.float32) for name, shape in self.sheet.shapes.items()
        }
        self.observation_space = spaces.Dict(
            {"observation": spaces.Dict(arrays), "action_mask": spaces.MultiBinary(self.count)}
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return codec_of, (self.game,)

    def number(self, action: Action) -> int:
        """The number of an action."""
        args = self._args.get(action.verb)
        return self.first[action.verb] + (action.arg if args is None else args[action.arg])

    def action(self, number: int) -> Action:
        """The action of a number."""
        if not 0 <= number < self.count:
            raise ValueError(f"there is no action {number}: they go from 0 to {self.count - 1}")
        verb = self._verbs[int(np.searchsorted(self._firsts, number, side="right")) - 1]
        return Action(verb, self.game.domains[verb][number - self.first[verb]])

    def numbers(self, decision: Decision) -> list[int]:
        """The numbers of everything that is offered, in the order of the options."""
        found: list[int] = []
        for verb, offered in decision.options.items():
            first, args = self.first[verb], self._args.get(verb)
            found += [first + (arg if args is None else args[arg]) for arg in cast("Sequence[Any]", offered)]
        return found

    def listed(self, decision: Decision | None) -> NDArray[np.int64]:
        """The numbers of everything that is offered, in a list that is always as long; its rest is filled with -1."""
        found = np.full(self.most, -1, np.int64)
        if decision is not None:
            found[: len(decision)] = self.numbers(decision)
        return found

    def mask(self, decision: Decision | None) -> Mask:
        """Which actions are offered; none where nothing is asked."""
        mask = np.zeros(self.count, np.int8)
        if decision is not None:
            mask[self.numbers(decision)] = 1
        return mask


@cache
def codec_of(game: Game[Any]) -> Codec:
    """The codec of a game, made once."""
    return Codec(game)


class Eyes:
    """What one side of a match is shown."""

    def __init__(self, codec: Codec, side: str) -> None:
        self._codec, self._side = codec, side
        self._observer = Observer(codec.sheet)

    def __reduce__(self) -> tuple[Any, ...]:
        return Eyes, (self._codec, self._side)

    def see(self, match: Match[Any]) -> dict[str, Any]:
        """The arrays of what the side knows, and which actions it may take now."""
        decision = match.decision
        own = decision if decision is not None and decision.side == self._side else None
        about: Mapping[str, Any] = own.about if own is not None else {}
        arrays: dict[str, Numbers] = self._observer.look(match.known(self._side), about)
        return {"observation": arrays, "action_mask": self._codec.mask(own)}
