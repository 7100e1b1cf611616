"""`learned`: a player whose judgement was trained, not written (`examples/learning`).

It weighs every option by a small network: what the whole table is like, and what is said of the hex or the unit that an
option names. The network has the same shape for every game; its weights are a file beside the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from beachhead.kernel import Action, Decision, Game
from beachhead.players.arrays import ArraySheet, Numbers, Observation, Observer, asked_about, printed
from beachhead.players.seat import PlayerError, Seat


class Seen(NamedTuple):
    """What a side knows at a decision: its arrays, and where each counter is."""

    arrays: Observation
    at: NDArray[np.int64]


class Sights:
    """What the network is shown of a decision: a vector for the table, and one for every option."""

    def __init__(self, game: Game[Any]) -> None:
        self.sheet = ArraySheet(game)
        self._verbs = {verb: place for place, verb in enumerate(game.verbs)}
        self._backward = {name for name, verb in game.verbs.items() if verb.role == "back"}
        self._kinds = {name: verb.kind for name, verb in game.verbs.items()}
        self._sizes = {name: max(1, len(domain)) for name, domain in game.domains.items()}
        self._printed = printed(game)[1]
        board = self.sheet.coder.board
        self._near = [np.array(around, np.int64) for around in board.adjacent]
        planes, columns = self.sheet.shapes["board"][0], self.sheet.shapes["units"][1]
        self._hex_width = 2 * planes + 2
        self._unit_width = columns + self._printed.shape[1] + planes
        self.table_width = self.sheet.shapes["tracks"][0] + planes + self._unit_width + self._hex_width
        self.option_width = len(self._verbs) + 2 + self._hex_width + self._unit_width

    def table(self, seen: Seen, decision: Decision) -> Numbers:
        """The state of play in numbers, with the unit and the hex that the question is about."""
        units, hexes = asked_about(decision.about, "unit"), asked_about(decision.about, "hex")
        unit = self._unit(seen, units[0]) if units else np.zeros(self._unit_width, np.float32)
        place = self._hex(seen, hexes[0]) if hexes else np.zeros(self._hex_width, np.float32)
        return np.concatenate([seen.arrays["tracks"], seen.arrays["board"].sum(1), unit, place])

    def options(self, seen: Seen, decision: Decision) -> tuple[list[Action], Numbers]:
        """Every option and what is said of it; a step back from a question is none, for it leads nowhere."""
        actions = [action for action in decision.actions() if action.verb not in self._backward] or [decision[0]]
        shown = np.zeros((len(actions), self.option_width), np.float32)
        begin = len(self._verbs) + 2
        for row, (verb, arg) in zip(shown, actions, strict=True):
            row[self._verbs[verb]] = 1.0
            kind = self._kinds[verb]
            if kind == "hex":
                row[begin : begin + self._hex_width] = self._hex(seen, arg)
            elif kind == "unit":
                row[begin + self._hex_width :] = self._unit(seen, arg)
            elif isinstance(arg, int):
                row[begin - 2 : begin] = 1.0, arg / self._sizes[verb]
        return actions, shown

    def _hex(self, seen: Seen, h: int) -> Numbers:
        board = seen.arrays["board"]
        return np.concatenate([board[:, h], board[:, self._near[h]].mean(1), self.sheet.coder.spots[h]])

    def _unit(self, seen: Seen, unit: int) -> Numbers:
        at, board = int(seen.at[unit]), seen.arrays["board"]
        ground = board[:, at] if at >= 0 else np.zeros(len(board), np.float32)
        return np.concatenate([seen.arrays["units"][unit], self._printed[unit], ground])


COLDEST = 0.01
Weights: TypeAlias = Mapping[str, Numbers]


def judge(weights: Weights, table: Numbers, options: Numbers) -> Numbers:
    """How good every option is, as the network sees it; higher is better."""
    whole = _layer(weights, "table", table / weights["table.scale"])
    each = _layer(weights, "option", options / weights["option.scale"])
    joint = _layer(weights, "joint", np.concatenate([each, np.broadcast_to(whole, (len(each), len(whole)))], axis=1))
    scores: Numbers = (joint @ weights["choice.w"] + weights["choice.b"])[:, 0]
    return scores


def _layer(weights: Weights, name: str, values: Numbers) -> Numbers:
    found: Numbers = np.tanh(values @ weights[f"{name}.w"] + weights[f"{name}.b"])
    return found


@cache
def sights_of(game: Game[Any]) -> Sights:
    """What is shown of a game, made once."""
    return Sights(game)


@cache
def read_weights(path: Path, age: float) -> Weights:  # noqa: ARG001  a file that has been written anew is read anew
    """The weights in a file."""
    with np.load(path) as found:
        return {name: found[name].astype(np.float32) for name in found.files}


class Learned:
    """Takes the options that the network likes best; the warmer, the oftener another one.

    At 0 it would always take the best, and could go round in circles where an answer can be taken back.
    """

    def __init__(
        self,
        game: Game[Any],
        side: str,  # noqa: ARG002  the network looks at the table through its eyes
        random: Random,
        weights: Path,
        *,
        temperature: float = 0.2,
    ) -> None:
        self._weights, self._sights = read_weights(weights, weights.stat().st_mtime), sights_of(game)
        if len(self._weights["table.scale"]) != self._sights.table_width:
            raise PlayerError(f"the player of {game.title} was trained with other counters or rules: train it again")
        self._observer, self._random, self._temperature = Observer(self._sights.sheet), random, temperature

    def choose(self, seat: Seat) -> Action:
        """The option that is liked best."""
        decision = seat.decision
        if len(decision) == 1:
            return decision[0]
        seen = Seen(self._observer.look(seat.state, decision.about), self._observer.at)
        actions, shown = self._sights.options(seen, decision)
        scores = judge(self._weights, self._sights.table(seen, decision), shown)
        chances = np.exp((scores - scores.max()) / max(self._temperature, COLDEST))
        return self._random.choices(actions, chances.tolist())[0]
