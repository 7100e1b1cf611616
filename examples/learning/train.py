"""Trains the player `learned` of a game with PPO, from random to something that wins.

    pip install beachhead[rl] torch
    python examples/learning/train.py pegasus --steps 400000 -o learned.npz
    python examples/learning/train.py omaha --scenario easy-fox --potential points --steps 400000 -o learned.npz

Every side is played by the same network: against itself, and every other game against one of `--against`. What it is
shown is what `beachhead.players.learned` shows it at the table, so the weights that come out can be played at once:
put the file beside the game's modules. A line of the curve is written after every round (`--curve`). Takes a GPU where
there is one.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from beachhead.envs import Stakes
from beachhead.games import find_game
from beachhead.kernel import Game, Match
from beachhead.players import Seat, make_player
from beachhead.players.arrays import Observer
from beachhead.players.learned import Learned, Seen, Sights, sights_of

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
CLIP, EPOCHS, ENTROPY, VALUE, DISCOUNT, BATCH = 0.2, 4, 0.01, 0.5, 1.0, 512


class Network(nn.Module):
    """Weighs options as `learned.judge` does, and guesses how the game will end."""

    def __init__(self, sights: Sights, width: int = 64) -> None:
        super().__init__()
        self.table = nn.Linear(sights.table_width, width)
        self.option = nn.Linear(sights.option_width, width)
        self.joint = nn.Linear(2 * width, width)
        self.choice = nn.Linear(width, 1)
        self.worth = nn.Sequential(nn.Linear(sights.table_width, width), nn.Tanh(), nn.Linear(width, 1))
        self.register_buffer("table_scale", torch.ones(sights.table_width))
        self.register_buffer("option_scale", torch.ones(sights.option_width))

    def forward(self, tables: torch.Tensor, options: torch.Tensor, owner: torch.Tensor) -> torch.Tensor:
        """A score for each option; `owner` says to which of the tables it belongs."""
        whole = torch.tanh(self.table(tables / self.table_scale))[owner]
        each = torch.tanh(self.option(options / self.option_scale))
        return self.choice(torch.tanh(self.joint(torch.cat([each, whole], 1))))[:, 0]

    def expect(self, tables: torch.Tensor) -> torch.Tensor:
        """The result that is expected."""
        return self.worth(tables / self.table_scale)[:, 0]

    def weights(self) -> dict[str, np.ndarray]:
        """As `learned.judge` wants them."""
        found = {}
        for name in ("table", "option", "joint", "choice"):
            layer = getattr(self, name)
            found[f"{name}.w"] = layer.weight.detach().cpu().numpy().T.copy()
            found[f"{name}.b"] = layer.bias.detach().cpu().numpy().copy()
        for name in ("table", "option"):
            found[f"{name}.scale"] = getattr(self, f"{name}_scale").cpu().numpy().copy()
        return found


class Choice(NamedTuple):
    """A decision as it was seen, what was chosen, and how likely that was."""

    side: str
    table: np.ndarray
    options: np.ndarray
    chosen: int
    log_chance: float


class Played(NamedTuple):
    """The choices of a game with what each came to."""

    choices: list[Choice]
    returns: list[float]


class Trainer:
    """Plays and learns, in turn."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.game: Game[Any] = find_game(wanted.game)
        self.scenario = wanted.scenario or next(iter(self.game.scenarios))
        self.sides = self.game.seats(self.scenario, {})
        self.sights = sights_of(self.game)
        torch.manual_seed(wanted.seed)
        torch.set_num_threads(wanted.threads)
        self.network = Network(self.sights).to(DEVICE)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=wanted.rate)
        self.random = Random(wanted.seed)
        self.games = 0

    def play(self, opponent: str | None) -> Played:
        """One game: against itself, or one side against another player."""
        self.games += 1
        seed = f"train/{self.wanted.seed}/{self.games}"
        match = Match.new(self.game, self.scenario, seed=seed, keeps_digests=False)
        learner = self.random.choice(self.sides) if opponent else None
        others = {s: make_player(opponent, self.game, s, seed) for s in self.sides if opponent and s != learner}
        eyes = {side: Observer(self.sights.sheet) for side in self.sides if side not in others}
        stakes = Stakes(self.game, tuple(eyes), self.wanted.potential, self.wanted.scale, DISCOUNT)
        stakes.begin(match)
        choices, paid = list[Choice](), list[dict[str, float]]()
        while (decision := match.decision) is not None:
            if len(decision) == 1:
                match.apply(decision[0])
            elif decision.side in others:
                match.apply(others[decision.side].choose(Seat(match, decision)))
            else:
                observer = eyes[decision.side]
                seen = Seen(observer.look(match.known(decision.side), decision.about), observer.at)
                actions, shown = self.sights.options(seen, decision)
                choices.append(self._choose(decision.side, self.sights.table(seen, decision), shown))
                match.apply(actions[choices[-1].chosen])
                paid.append(dict.fromkeys(eyes, 0.0))
            if paid:
                for side, amount in stakes.pay(match).items():
                    paid[-1][side] += amount
        returns, coming = [0.0] * len(choices), dict.fromkeys(eyes, 0.0)
        for number in reversed(range(len(choices))):
            for side in coming:
                coming[side] = coming[side] * DISCOUNT + paid[number][side]
            returns[number] = coming[choices[number].side]
        return Played(choices, returns)

    def _choose(self, side: str, table: np.ndarray, options: np.ndarray) -> Choice:
        with torch.no_grad():
            owner = torch.zeros(len(options), dtype=torch.long)
            scores = self.network(torch.from_numpy(table)[None], torch.from_numpy(options), owner)
            logs = torch.log_softmax(scores, 0).tolist()
        chosen = self.random.choices(range(len(options)), [float(np.exp(log)) for log in logs])[0]
        return Choice(side, table, options, chosen, logs[chosen])

    def learn(self, games: list[Played]) -> None:
        """Some rounds of PPO over what was played."""
        choices = [choice for game in games for choice in game.choices]
        returns = torch.tensor([value for game in games for value in game.returns])
        tables = torch.from_numpy(np.stack([choice.table for choice in choices]))
        with torch.no_grad():
            gains = returns - self.network.expect(tables)
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        was = torch.tensor([choice.log_chance for choice in choices])
        for _ in range(EPOCHS):
            order = list(range(len(choices)))
            self.random.shuffle(order)
            for begin in range(0, len(order), BATCH):
                self._step(choices, order[begin : begin + BATCH], tables, gains, returns, was)

    def _step(
        self, choices: list[Choice], part: list[int], tables: torch.Tensor, gains: torch.Tensor, returns: torch.Tensor,
        was: torch.Tensor,
    ) -> None:  # fmt: skip
        sizes = [len(choices[n].options) for n in part]
        owner = torch.repeat_interleave(torch.arange(len(part)), torch.tensor(sizes))
        shown = torch.from_numpy(np.concatenate([choices[n].options for n in part]))
        firsts = torch.tensor([0, *np.cumsum(sizes[:-1]).tolist()])
        taken = firsts + torch.tensor([choices[n].chosen for n in part])
        scores = self.network(tables[part], shown, owner)
        logs = scores - _log_sum(scores, owner, len(part))[owner]
        ratio = torch.exp(logs[taken] - was[part])
        gain = gains[part]
        surrogate = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        spread = -torch.zeros(len(part)).index_add(0, owner, logs.exp() * logs).mean()
        error = (self.network.expect(tables[part]) - returns[part]).pow(2).mean()
        loss = -surrogate - ENTROPY * spread + VALUE * error
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()

    def set_scales(self, games: list[Played]) -> None:
        """Measure how large the numbers are, once, so that none drowns the others."""
        choices = [choice for game in games for choice in game.choices]
        tables = np.stack([choice.table for choice in choices])
        options = np.concatenate([choice.options for choice in choices])
        for name, values in (("table", tables), ("option", options)):
            scale = np.maximum(1.0, np.abs(values).max(0)).astype(np.float32)
            getattr(self.network, f"{name}_scale").copy_(torch.from_numpy(scale))

    def rounds(self) -> Iterator[dict[str, Any]]:
        """Play, learn, and tell how it goes, until enough steps have been made."""
        steps, number, began = 0, 0, time.monotonic()
        against = [None, *self.wanted.against] if len(self.sides) > 1 else [None]
        while steps < self.wanted.steps:
            games = [self.play(against[n % len(against)]) for n in range(self.wanted.games)]
            if number == 0:
                self.set_scales(games)
            else:
                self.learn(games)
            steps, number = steps + sum(len(game.choices) for game in games), number + 1
            line: dict[str, Any] = {"steps": steps, "games": self.games, "seconds": round(time.monotonic() - began)}
            if number % self.wanted.every == 1 or steps >= self.wanted.steps:
                np.savez_compressed(self.wanted.output, **self.network.weights())
                line |= self.examine()
            yield line

    def examine(self) -> dict[str, float]:
        """How often it wins on seeds that it has never trained with, against each of the others on every side."""
        found = {}
        for other in self.wanted.examiners if len(self.sides) > 1 else ["won"]:
            won = [self._wins(other, side, n) for n in range(self.wanted.examined) for side in self.sides]
            found[other] = round(sum(won) / len(won), 3)
        return found

    def _wins(self, other: str, side: str, number: int) -> bool:
        seed = f"exam/{number}"
        match = Match.new(self.game, self.scenario, seed=seed, keeps_digests=False)
        players: dict[str, Any] = {s: make_player(other, self.game, s, seed) for s in self.sides if s != side}
        players[side] = Learned(self.game, side, Random(seed), self.wanted.output)
        while (decision := match.decision) is not None:
            match.apply(players[decision.side].choose(Seat(match, decision)))
        assert match.outcome is not None
        return match.outcome.winner == side


def _log_sum(scores: torch.Tensor, owner: torch.Tensor, count: int) -> torch.Tensor:
    """The logarithm of the sum of exponentials of each owner's scores."""
    most = torch.full((count,), -torch.inf).scatter_reduce(0, owner, scores.detach(), "amax")
    return most + torch.zeros(count).index_add(0, owner, torch.exp(scores - most[owner])).log()


def main() -> None:
    """Train, and print a line after every round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=64, help="games a round")
    parser.add_argument("--against", nargs="*", default=["random"], help="others to play against, beside itself")
    parser.add_argument("--examiners", nargs="*", default=["random"], help="who is played against to draw the curve")
    parser.add_argument("--examined", type=int, default=50, help="games of each exam on each side")
    parser.add_argument("--every", type=int, default=10, help="rounds between two exams")
    parser.add_argument("--potential", help="a figure of the game whose gain is paid for on the way")
    parser.add_argument("--scale", type=float, default=0.02, help="what a point of it is worth")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--curve", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("learned.npz"))
    wanted = parser.parse_args()
    for line in Trainer(wanted).rounds():
        text = json.dumps(line)
        print(text, flush=True)
        if wanted.curve:
            with wanted.curve.open("a", encoding="utf-8") as stream:
                stream.write(text + "\n")


if __name__ == "__main__":
    main()
