"""Playing games by number, in this process or in many.

Game number *i* of a job with seed K has the seed `K/i`, and every player a generator from that seed and its side. So
the results are the same with any number of workers, and each game can be played again alone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from beachhead.kernel import ChanceError, Event, FlowError, Game, Match, Outcome, Refused, Settings, check_setup
from beachhead.lab.crew import WorkerError, run_tasks
from beachhead.players import PlayerError, PlayerSpec, check_spec, make_players, play_match

DECISION_CAP = 200_000
"""Decisions after which a game counts as unfinished."""

FindGame = Callable[[], Game[Any]]
"""How each process gets the game: `partial(find_game, "pegasus")`, or the class of a game. It must be picklable."""

Value = str | bool | int | float | None | Mapping[int, int | float]
"""Something found about a game: a word, a truth, a number, numbers by turn; None where the game has no such thing."""


class PlayoutError(Exception):
    """A game failed; the message has its seed."""


class Observer:
    """Watches one game from beginning to end. A new one is made for every game, in the process that plays it."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match

    def happened(self, event: Event) -> None:
        """An event, secret ones too, before the next decision is taken."""

    def waits(self) -> None:
        """The match waits for a decision, or is over; every event until then has been told."""

    def found(self) -> Mapping[str, Value]:
        """What there is to say when the game is over, by the name of the measure."""
        return {}


Observe = Callable[[Match[Any]], Observer]
"""How an observer is made: its class, or anything else that can be pickled."""


class Job(msgspec.Struct, frozen=True):
    """What a series of games has in common."""

    find_game: FindGame
    scenario: str
    settings: Settings
    players: Mapping[str, PlayerSpec]
    seed: str
    cap: int = DECISION_CAP
    observe: Observe | None = None


class Played(msgspec.Struct, frozen=True):
    """A game that was played: of which job, its number, and what became of it. No outcome: it was over the cap."""

    job: int
    number: int
    seed: str
    outcome: Outcome | None
    decisions: int
    cpu_seconds: float
    found: Mapping[str, Value] = {}


class _Task(msgspec.Struct, frozen=True):
    """Some games of a job, for one worker."""

    job: int
    numbers: range


def check_job(job: Job, players: str | Mapping[str, str | PlayerSpec]) -> Job:
    """The job with its defaults filled in, players by side or one for all; what cannot be played is refused."""
    game = job.find_game()
    named = {} if isinstance(players, str) else dict.fromkeys(players, "")
    setup = check_setup(game, job.scenario or None, job.settings, named)
    sides = game.seats(setup.scenario, setup.settings)
    if isinstance(players, str):
        players = dict.fromkeys(sides, players)
    empty = [side for side in sides if side not in players]
    if empty:
        raise PlayerError(f"no player sits for {', '.join(empty)}: every side of {game.id} needs one")
    specs = {side: check_spec(players[side], game, own=True) for side in sides}
    return msgspec.structs.replace(job, scenario=setup.scenario, settings=setup.settings, players=specs)


def play_all(jobs: Sequence[Job], games: Sequence[int], workers: int | None = None) -> Generator[Played, None, None]:
    """Play the first `games[j]` games of job *j*, for all jobs, in the order in which they are ready.

    Workers default to the number of processors. A game that fails raises `PlayoutError`.
    """
    total = sum(games)
    workers = max(1, min(workers or os.cpu_count() or 1, total))
    if workers == 1:
        for task in _tasks(games, total):
            yield from _play(jobs, task)
        return
    try:
        yield from run_tasks(partial(_play, jobs), _tasks(games, max(1, min(50, total // (workers * 8)))), workers)
    except WorkerError as error:
        raise PlayoutError(str(error)) from None


def _tasks(games: Sequence[int], size: int) -> list[_Task]:
    return [
        _Task(job, range(first, min(first + size, count)))
        for job, count in enumerate(games)
        for first in range(0, count, size)
    ]


def _play(jobs: Sequence[Job], task: _Task) -> Iterator[Played]:
    job = jobs[task.job]
    game = job.find_game()
    for number in task.numbers:
        began, seed = time.process_time(), f"{job.seed}/{number}"
        try:
            match, found = _play_game(game, job, seed)
        except (FlowError, ChanceError, Refused, PlayerError) as error:
            raise PlayoutError(f"game {number} (seed {seed!r}) failed: {error}") from error
        seconds = time.process_time() - began
        yield Played(task.job, number, seed, match.outcome, len(match.record), seconds, found)


def _play_game(game: Game[Any], job: Job, seed: str) -> tuple[Match[Any], Mapping[str, Value]]:
    match = Match.new(game, job.scenario, job.settings, seed=seed, keeps_digests=False)
    players = make_players(job.players, match, seed)
    if job.observe is None:
        return play_match(match, players, limit=job.cap), {}
    observer = job.observe(match)
    play_match(match, players, limit=job.cap, watch=_Watch(observer))
    return match, observer.found()


class _Watch:
    """Tells an observer what has happened since the last time, and that the match waits."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._told = 0

    def __call__(self) -> None:
        events = self._observer.match.events
        for event in events[self._told :]:
            self._observer.happened(event)
        self._told = len(events)
        self._observer.waits()
