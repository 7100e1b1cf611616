r"""Trains the player `learned` of a game with PPO, from random to something that wins.

    pip install beachhead[rl] torch
    python examples/learning/train.py pegasus --steps 400000 -o learned.npz
    python examples/learning/train.py omaha --scenario easy-fox --lessons 200 --steps 3000000 --discount 0.99 \
        --trace 0.95 --rate 3e-4 --pays points=0.1 infantry_lost=0.1 german_units=0.03 on_high_ground=0.03

Every side is played by the same network: against itself, and every other game against one of `--against`. What it is
shown is what `beachhead.players.learned` shows it at the table, so the weights that come out can be played at once:
put the file beside the game's modules. With `--lessons` it first imitates another player. A line of the curve is
written after every round (`--curve`). Takes a GPU where there is one.
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
from beachhead.kernel import Action, Decision, Game, Match, Outcome
from beachhead.players import Seat, make_player
from beachhead.players.arrays import Observer
from beachhead.players.learned import Learned, Seen, Sights, judge, sights_of

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
CLIP, EPOCHS, BATCH = 0.2, 4, 512
LESSON_EPOCHS, LESSON_RATE, SLIPS, OWN = 25, 3e-3, 0.1, 0.5
"""How often lessons are gone through; how often the pupil's own choice is taken in the first half and in the second."""
MOST = 5000
"""Choices after which a game that does not end is given up."""


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
    """The choices of a game, and what each side was paid between a choice and the next one."""

    choices: list[Choice]
    paid: list[dict[str, float]]


class Trainer:
    """Plays and learns, in turn."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.game: Game[Any] = find_game(wanted.game)
        self.scenario = wanted.scenario or next(iter(self.game.scenarios))
        self.sides = self.game.seats(self.scenario, {})
        self.sights = sights_of(self.game)
        self.pays = {name: float(worth) for name, worth in (text.split("=") for text in wanted.pays)}
        torch.manual_seed(wanted.seed)
        torch.set_num_threads(wanted.threads)
        self.network = Network(self.sights).to(DEVICE)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=wanted.rate)
        self.random = Random(wanted.seed)
        self.backward = {name for name, verb in self.game.verbs.items() if verb.role == "back"}
        self.games = self.steps = 0

    # --- playing -------------------------------------------------------------------------------------------------

    def play(self, opponent: str | None) -> Played:
        """One game: against itself, or one side against another player."""
        self.games += 1
        seed = f"train/{self.wanted.seed}/{self.games}"
        match = Match.new(self.game, self.scenario, seed=seed, keeps_digests=False)
        learner = self.random.choice(self.sides) if opponent else None
        others = {s: make_player(opponent, self.game, s, seed) for s in self.sides if opponent and s != learner}
        eyes = {side: Observer(self.sights.sheet) for side in self.sides if side not in others}
        stakes = Stakes(self.game, tuple(eyes), self.pays or None, 1.0, 1.0, keeps=True)
        stakes.begin(match)
        choices, paid, stage = list[Choice](), list[dict[str, float]](), ""
        while (decision := match.decision) is not None and len(choices) < MOST:
            if len(decision) == 1:
                match.apply(decision[0])
            elif decision.side in others:
                match.apply(others[decision.side].choose(Seat(match, decision)))
            else:
                action, choice = self._choose(eyes[decision.side], match.known(decision.side), decision)
                choices.append(choice)
                paid.append(dict.fromkeys(eyes, 0.0))
                match.apply(action)
            landmark = self.game.landmark(match.state)
            if paid and (match.is_over or landmark != stage):
                paid[-1] = {side: paid[-1][side] + amount for side, amount in stakes.pay(match).items()}
                stage = landmark
        return Played(choices, paid)

    def _choose(self, observer: Observer, state: Any, decision: Decision) -> tuple[Action, Choice]:
        seen = Seen.by(observer, state, decision)
        actions, shown = self.sights.options(seen, decision)
        table = self.sights.table(seen, decision)
        scores = judge(self.weights, table, shown).astype(np.float64)
        logs = scores - scores.max()
        logs -= np.log(np.exp(logs).sum())
        chosen = self.random.choices(range(len(actions)), np.exp(logs).tolist())[0]
        return actions[chosen], Choice(decision.side, table, shown, chosen, float(logs[chosen]))

    def lesson(self, own: float) -> Played:
        """One game in which a teacher says at every choice what he would do; now and then the pupil's own choice is
        taken, so that lessons tell of what comes of that, too."""
        self.games += 1
        seed = f"lesson/{self.wanted.seed}/{self.games}"
        match = Match.new(self.game, self.scenario, seed=seed, keeps_digests=False)
        teachers = {side: make_player(self.wanted.teacher, self.game, side, seed) for side in self.sides}
        eyes = {side: Observer(self.sights.sheet) for side in self.sides}
        choices = list[Choice]()
        while (decision := match.decision) is not None and len(choices) < MOST:
            if len(decision) == 1:
                match.apply(decision[0])
                continue
            advised = teachers[decision.side].choose(Seat(match, decision))
            action, choice = self._choose(eyes[decision.side], match.known(decision.side), decision)
            if decision.offers(advised):
                place = [a for a in decision.actions() if a.verb not in self.backward]
                if advised in place:
                    choices.append(choice._replace(chosen=place.index(advised)))
                if self.random.random() >= own:
                    action = advised
            match.apply(action)
        return Played(choices, [])

    # --- learning ------------------------------------------------------------------------------------------------

    def learn(self, games: list[Played], *, chooses: bool = True) -> None:
        """Some rounds of PPO over what was played; at first only what to expect."""
        choices = [choice for game in games for choice in game.choices]
        tables = torch.from_numpy(np.stack([choice.table for choice in choices])).to(DEVICE)
        with torch.no_grad():
            worth = self.network.expect(tables).tolist()
        gained, begin = list[float](), 0
        for game in games:
            gained += advantages(
                game, worth[begin : begin + len(game.choices)], self.wanted.discount, self.wanted.trace
            )
            begin += len(game.choices)
        gains = torch.tensor(gained, device=DEVICE)
        returns = gains + torch.tensor(worth, device=DEVICE)
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        was = torch.tensor([choice.log_chance for choice in choices], device=DEVICE)
        self._go(self.wanted.rate * max(0.05, 1 - self.steps / self.wanted.steps))
        for _ in range(EPOCHS):
            order = list(range(len(choices)))
            self.random.shuffle(order)
            for first in range(0, len(order), BATCH):
                part = order[first : first + BATCH]
                if chooses:
                    self._step([choices[n] for n in part], tables[part], gains[part], was[part])
                self._descend((self.network.expect(tables[part]) - returns[part]).pow(2).mean())

    def imitate(self, games: list[Played]) -> float:
        """Learn to choose as the teacher did; how often it would now do the same."""
        choices = [choice for game in games for choice in game.choices]
        alike = 0
        for epoch in range(LESSON_EPOCHS):
            self._go(LESSON_RATE * (1 - epoch / LESSON_EPOCHS))
            self.random.shuffle(choices)
            for first in range(0, len(choices), BATCH // 4):
                part = choices[first : first + BATCH // 4]
                tables = torch.from_numpy(np.stack([choice.table for choice in part])).to(DEVICE)
                logs, taken, owner = self._logs(part, tables)
                best = torch.full((len(part),), -torch.inf, device=DEVICE).scatter_reduce(0, owner, logs, "amax")
                alike += int((logs[taken] == best).sum()) if epoch == LESSON_EPOCHS - 1 else 0
                self._descend(-logs[taken].mean())
        return alike / len(choices)

    def _step(self, choices: list[Choice], tables: torch.Tensor, gain: torch.Tensor, was: torch.Tensor) -> None:
        logs, taken, owner = self._logs(choices, tables)
        ratio = torch.exp(logs[taken] - was)
        surrogate = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        spread = -torch.zeros(len(choices), device=DEVICE).index_add(0, owner, logs.exp() * logs).mean()
        self._descend(-surrogate - self.wanted.entropy * spread)

    def _logs(self, choices: list[Choice], tables: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """How likely each option of each choice is, as a logarithm; which was taken, and to which choice each is."""
        sizes = torch.tensor([len(choice.options) for choice in choices], device=DEVICE)
        owner = torch.repeat_interleave(torch.arange(len(choices), device=DEVICE), sizes)
        shown = torch.from_numpy(np.concatenate([choice.options for choice in choices])).to(DEVICE)
        taken = torch.cumsum(sizes, 0) - sizes + torch.tensor([choice.chosen for choice in choices], device=DEVICE)
        scores = self.network(tables, shown, owner)
        return scores - _log_sum(scores, owner, len(choices))[owner], taken, owner

    def _go(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def _descend(self, loss: torch.Tensor) -> None:
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
        number, began = 0, time.process_time()
        against = [None, *self.wanted.against] if len(self.sides) > 1 else [None]
        self.weights = self.network.weights()
        if self.wanted.lessons:
            yield from self.lessons()
        while self.steps < self.wanted.steps:
            games = [self.play(against[n % len(against)]) for n in range(self.wanted.games)]
            if number == 0 and not self.wanted.lessons:
                self.set_scales(games)
            self.learn(games, chooses=number > 0)
            self.weights = self.network.weights()
            self.steps, number = self.steps + sum(len(game.choices) for game in games), number + 1
            seconds = round(time.process_time() - began)
            line: dict[str, Any] = {"steps": self.steps, "games": self.games, "seconds": seconds}
            line["paid"] = round(sum(sum(sum(p.values()) for p in game.paid) for game in games) / len(games), 3)
            if number % self.wanted.every == 1 or self.steps >= self.wanted.steps:
                np.savez_compressed(self.wanted.output, **self.weights)
                line |= self.examine()
            yield line

    def lessons(self) -> Iterator[dict[str, Any]]:
        """Learn from a teacher, and tell how it goes."""
        games, began = list[Played](), time.process_time()
        for own in (SLIPS, OWN):
            games += [self.lesson(own) for _ in range(self.wanted.lessons // 2)]
            if own == SLIPS:
                np.savez_compressed(self.wanted.output, **self.weights)
                yield {"steps": 0, "games": 0, "seconds": 0} | self.examine()
                self.set_scales(games)
            alike = self.imitate(games)
            self.weights = self.network.weights()
            self.steps = sum(len(game.choices) for game in games)
            line = {"steps": self.steps, "games": self.games, "seconds": round(time.process_time() - began)}
            np.savez_compressed(self.wanted.output, **self.weights)
            yield line | {"alike": round(alike, 3)} | self.examine()

    def examine(self) -> dict[str, float]:
        """How often it wins on seeds that it has never trained with, against each of the others on every side.

        In a game for one: how often it wins, how often it lives to see points counted, and how many there are.
        """
        if len(self.sides) > 1:
            found = {}
            for other in self.wanted.examiners:
                ends = [self._sit(other, side, n) for n in range(self.wanted.examined) for side in self.sides]
                found[other] = round(sum(end is not None and end.winner == side for side, end in ends) / len(ends), 3)
            return found
        ends = [self._sit("", self.sides[0], n)[1] for n in range(self.wanted.examined)]
        points = [end.scores.get(self.sides[0]) for end in ends if end is not None]
        return {
            "won": round(sum(end is not None and end.winner == self.sides[0] for end in ends) / len(ends), 3),
            "counted": round(sum(found is not None for found in points) / len(ends), 3),
            "points": round(sum(found or 0 for found in points) / len(ends), 2),
        }

    def _sit(self, other: str, side: str, number: int) -> tuple[str, Outcome | None]:
        """How one game of an exam ends for a side; a game that does not end tells of nothing."""
        seed = f"exam/{number}"
        match = Match.new(self.game, self.scenario, seed=seed, keeps_digests=False)
        players: dict[str, Any] = {s: make_player(other, self.game, s, seed) for s in self.sides if s != side}
        players[side] = Learned(self.game, side, Random(seed), self.wanted.output)
        for _ in range(MOST):
            if match.decision is None:
                break
            match.apply(players[match.decision.side].choose(Seat(match, match.decision)))
        return side, match.outcome


def advantages(game: Played, worth: list[float], discount: float, trace: float) -> list[float]:
    """By how much each choice came out better than was expected of it (GAE); a choice is followed by the next of its
    side, and paid with what the side earns until then."""
    found = [0.0] * len(game.choices)
    sides = {choice.side for choice in game.choices}
    ahead, following, earned = (dict.fromkeys(sides, 0.0) for _ in range(3))
    for number in reversed(range(len(found))):
        for side in sides:
            earned[side] += game.paid[number][side]
        side = game.choices[number].side
        surprise = earned[side] + discount * following[side] - worth[number]
        found[number] = ahead[side] = surprise + discount * trace * ahead[side]
        following[side], earned[side] = worth[number], 0.0
    return found


def _log_sum(scores: torch.Tensor, owner: torch.Tensor, count: int) -> torch.Tensor:
    """The logarithm of the sum of exponentials of each owner's scores."""
    most = torch.full((count,), -torch.inf, device=DEVICE).scatter_reduce(0, owner, scores.detach(), "amax")
    return most + torch.zeros(count, device=DEVICE).index_add(0, owner, torch.exp(scores - most[owner])).log()


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
    parser.add_argument("--lessons", type=int, default=0, help="games in which a teacher is imitated at first")
    parser.add_argument("--teacher", default="veteran")
    parser.add_argument("--pays", nargs="*", default=[], metavar="FIGURE=WORTH", help="paid beside the result")
    parser.add_argument("--discount", type=float, default=1.0, help="what is paid a choice later is worth")
    parser.add_argument("--trace", type=float, default=1.0, help="how far back a surprise is felt (lambda of GAE)")
    parser.add_argument("--entropy", type=float, default=0.01)
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
