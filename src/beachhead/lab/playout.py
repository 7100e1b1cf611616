"""Playouts: the same game many times over, and how it ended.

Game number *i* of a playout with seed K has the seed `K/i`, and every player a generator from that seed and its
side. So a playout gives the same result with any number of workers, and each game can be played again alone.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import msgspec

from beachhead.kernel import ChanceError, FlowError, Game, Match, Outcome, Refused, Settings, check_setup
from beachhead.lab.crew import WorkerError, run_tasks
from beachhead.players import PlayerError, PlayerSpec, check_spec, make_players, play_match

DECISION_CAP = 200_000
"""Decisions after which a game counts as unfinished."""

FindGame = Callable[[], Game[Any]]
"""How each process gets the game: `partial(find_game, "pegasus")`, or the class of a game. It must be picklable."""

Progress = Callable[[int], None]
"""Told how many games have been played so far."""


class OutcomeCount(msgspec.Struct, frozen=True):
    """How many games ended this way. No winner is a draw."""

    winner: str | None
    level: str
    reason: str
    games: int


class PlayoutResult(msgspec.Struct, frozen=True):
    """What a playout gave. A game over the cap of decisions is counted in `games` and not in `finished`."""

    games: int
    finished: int
    decisions: int
    cpu_seconds: float
    decisions_per_cpu_second: float
    outcomes: tuple[OutcomeCount, ...]


class PlayoutStopped(KeyboardInterrupt):
    """Ctrl-C came; `result` is what was played until then."""

    def __init__(self, result: PlayoutResult) -> None:
        super().__init__("the playout was stopped")
        self.result = result


class PlayoutError(Exception):
    """A game of the playout failed; the message has its seed."""


class Job(msgspec.Struct, frozen=True):
    """What every game of a playout has in common."""

    find_game: FindGame
    scenario: str
    settings: Settings
    players: Mapping[str, PlayerSpec]
    seed: str
    cap: int = DECISION_CAP


class Tally(msgspec.Struct):
    """A running count."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    cpu_seconds: float = 0.0
    outcomes: Counter[tuple[str | None, str, str]] = msgspec.field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count what another tally has counted."""
        self.games += other.games
        self.finished += other.finished
        self.decisions += other.decisions
        self.cpu_seconds += other.cpu_seconds
        self.outcomes.update(other.outcomes)

    def count(self, outcome: Outcome | None, decisions: int) -> None:
        """Count one game."""
        self.games += 1
        self.decisions += decisions
        if outcome is not None:
            self.finished += 1
            self.outcomes[outcome.winner, outcome.level, outcome.reason] += 1

    def result(self) -> PlayoutResult:
        """The count, with outcomes ordered by how often they came."""
        ordered = sorted(self.outcomes.items(), key=lambda item: (-item[1], item[0][0] or "", item[0][1:]))
        seconds = round(self.cpu_seconds, 3)
        speed = round(self.decisions / self.cpu_seconds, 1) if self.cpu_seconds else 0.0
        outcomes = tuple(OutcomeCount(*key, games) for key, games in ordered)
        return PlayoutResult(self.games, self.finished, self.decisions, seconds, speed, outcomes)


def playout(
    find_game: FindGame,
    scenario: str | None,
    settings: Settings,
    players: Mapping[str, str | PlayerSpec],
    *,
    games: int,
    seed: str,
    workers: int | None = None,
    cap: int = DECISION_CAP,
    progress: Progress | None = None,
) -> PlayoutResult:
    """Play `games` games. Every side that decides needs a player; workers default to the number of processors.

    Ctrl-C raises `PlayoutStopped` with what was played until then.
    """
    if games < 1:
        raise ValueError("a playout has at least one game")
    job = _checked(Job(find_game, scenario or "", settings, {}, seed, cap), players)
    workers = max(1, min(workers or os.cpu_count() or 1, games))
    tally = Tally()
    try:
        with closing(_parts(job, games, workers)) as parts:
            for part in parts:
                tally.add(part)
                if progress is not None:
                    progress(tally.games)
    except KeyboardInterrupt:
        raise PlayoutStopped(tally.result()) from None
    except WorkerError as error:
        raise PlayoutError(str(error)) from None
    return tally.result()


def _checked(job: Job, players: Mapping[str, str | PlayerSpec]) -> Job:
    game = job.find_game()
    setup = check_setup(game, job.scenario or None, job.settings, dict.fromkeys(players, ""))
    sides = game.seats(setup.scenario, setup.settings)
    empty = [side for side in sides if side not in players]
    if empty:
        raise PlayerError(f"no player sits for {', '.join(empty)}: every side of {game.id} needs one")
    specs = {side: check_spec(players[side], game) for side in sides}
    return msgspec.structs.replace(job, scenario=setup.scenario, settings=setup.settings, players=specs)


def _parts(job: Job, games: int, workers: int) -> Generator[Tally, None, None]:
    if workers == 1:
        return (play_games(job, range(number, number + 1)) for number in range(games))
    size = max(1, min(50, games // (workers * 8)))
    batches = [range(first, min(first + size, games)) for first in range(0, games, size)]
    return run_tasks(partial(play_games, job), batches, workers)


def play_games(job: Job, numbers: Sequence[int]) -> Tally:
    """Play the games with these numbers."""
    game = job.find_game()
    tally = Tally()
    began = time.process_time()
    for number in numbers:
        match = play_game(game, job, number)
        tally.count(match.outcome, len(match.record))
    tally.cpu_seconds = time.process_time() - began
    return tally


def play_game(game: Game[Any], job: Job, number: int) -> Match[Any]:
    """Play one game of a playout."""
    seed = f"{job.seed}/{number}"
    try:
        match = Match.new(game, job.scenario, job.settings, seed=seed, keeps_digests=False)
        return play_match(match, make_players(job.players, match, seed), limit=job.cap)
    except (FlowError, ChanceError, Refused, PlayerError) as error:
        raise PlayoutError(f"game {number} (seed {seed!r}) failed: {error}") from error
