"""`learned`: a player whose judgement was trained, not written (`examples/learning`).

It weighs every option by a small network: what the whole table is like, and what is said of the hex or the unit that an
option names. The network has the same shape for every game; its weights are a file beside the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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
    """What a side knows at a decision: the state, its arrays, and where each counter is."""

    state: Any
    arrays: Observation
    at: NDArray[np.int64]

    @classmethod
    def by(cls, observer: Observer, state: Any, decision: Decision) -> Seen:
        """What an observer sees."""
        return cls(state, observer.look(state, decision.about), observer.at)


class Sights:
    """What the network is shown of a decision: a vector for the table, and one for every option."""

    def __init__(self, game: Game[Any]) -> None:
        self.sheet, self._spot = ArraySheet(game), game.spot
        self._verbs = {verb: place for place, verb in enumerate(game.verbs)}
        self._backward = {name for name, verb in game.verbs.items() if verb.role == "back"}
        self._kinds = {name: verb.kind for name, verb in game.verbs.items()}
        self._sizes = {name: max(1, len(domain)) for name, domain in game.domains.items()}
        self._printed = printed(game)[1]
        board = self.sheet.coder.board
        most = max(map(len, board.adjacent))
        self._near = np.array([[*near, *[h] * (most - len(near))] for h, near in enumerate(board.adjacent)], np.int64)
        """The hexes next to each; in place of those that are missing itself."""
        self._sides = np.array([len(near) for near in board.adjacent], np.float32)
        planes, columns = self.sheet.shapes["board"][0], self.sheet.shapes["units"][1]
        self._hex_width = 2 * planes + 2
        self._unit_width = columns + self._printed.shape[1] + planes
        self.table_width = self.sheet.shapes["tracks"][0] + planes + self._unit_width + self._hex_width
        self.option_width = len(self._verbs) + 2 + self._hex_width + self._unit_width

    def table(self, seen: Seen, decision: Decision) -> Numbers:
        """The state of play in numbers, with the unit and the hex that the question is about."""
        units, hexes = asked_about(decision.about, "unit")[:1], asked_about(decision.about, "hex")[:1]
        unit = self._units(seen, units)[0] if units else np.zeros(self._unit_width, np.float32)
        place = self._hexes(seen, hexes)[0] if hexes else np.zeros(self._hex_width, np.float32)
        return np.concatenate([seen.arrays["tracks"], seen.arrays["board"].sum(1), unit, place])

    def options(self, seen: Seen, decision: Decision) -> tuple[list[Action], Numbers]:
        """Every option and what is said of it; a step back from a question is none, for it leads nowhere."""
        actions = [action for action in decision.actions() if action.verb not in self._backward] or [decision[0]]
        shown = np.zeros((len(actions), self.option_width), np.float32)
        begin = len(self._verbs) + 2
        units, hexes = dict[int, int](), dict[int, int]()
        for number, (verb, arg) in enumerate(actions):
            row, kind = shown[number], self._kinds[verb]
            row[self._verbs[verb]] = 1.0
            if kind == "hex":
                hexes[number] = arg
            elif kind == "unit":
                units[number] = arg
            elif isinstance(arg, int):
                row[begin - 2 : begin] = 1.0, arg / self._sizes[verb]
                place = self._spot(seen.state, kind, arg)
                if place is not None:
                    hexes[number] = place
        if hexes:
            shown[list(hexes), begin : begin + self._hex_width] = self._hexes(seen, list(hexes.values()))
        if units:
            shown[list(units), begin + self._hex_width :] = self._units(seen, list(units.values()))
        return actions, shown

    def _hexes(self, seen: Seen, hexes: list[int]) -> Numbers:
        """What is said of each of these hexes, and on average of those next to it."""
        board, near = seen.arrays["board"], self._near[hexes]
        here, sides = board[:, hexes].T, self._sides[hexes, None]
        around = (board[:, near].sum(2).T - here * (near.shape[1] - sides)) / sides
        return np.concatenate([here, around, self.sheet.coder.spots[hexes]], axis=1)

    def _units(self, seen: Seen, units: list[int]) -> Numbers:
        """What is said of each of these units, and of the hex that it is in."""
        at = seen.at[units]
        ground = seen.arrays["board"][:, at].T * (at >= 0)[:, None]
        return np.concatenate([seen.arrays["units"][units], self._printed[units], ground], axis=1)


COLDEST = 0.01
OFTEN = 8
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

    What it has chosen `OFTEN` times while nothing changed it lets be: it would join and leave an attack for ever.
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
        self._stood, self._chosen = "", Counter[Action]()

    def choose(self, seat: Seat) -> Action:
        """The option that is liked best."""
        decision = seat.decision
        if len(decision) == 1:
            return decision[0]
        seen = Seen.by(self._observer, seat.state, decision)
        actions, shown = self._sights.options(seen, decision)
        scores = judge(self._weights, self._sights.table(seen, decision), shown)
        chances = np.exp((scores - scores.max()) / max(self._temperature, COLDEST))
        action = self._random.choices(actions, self._fresh(seat, actions, chances.tolist()))[0]
        self._chosen[action] += 1
        return action

    def _fresh(self, seat: Seat, actions: Sequence[Action], chances: list[float]) -> list[float]:
        """The chances without what has been chosen too often since the state was another one."""
        stands = seat.state.digest()
        if stands != self._stood:
            self._stood, self._chosen = stands, Counter()
        pairs = zip(actions, chances, strict=True)
        fresh = [0.0 if self._chosen[action] >= OFTEN else chance for action, chance in pairs]
        return fresh if any(fresh) else [1.0] * len(actions)
