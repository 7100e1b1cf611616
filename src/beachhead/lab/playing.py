"""Playing games by number, in this process, in many, or on a cluster.

Game number *i* of a job with seed K has the seed `K/i`, and every player a generator from that seed and its side. So
the results are the same wherever the games are played, and each game can be played again alone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from beachhead.kernel import Event, Figure, Game, Match, Outcome, Seeded, Settings, Source, check_setup
from beachhead.lab.local import Broken, run_tasks
from beachhead.lab.measuring import Found, Plan, Recorder
from beachhead.lab.purpose import ByPurpose
from beachhead.players import PlayerError, PlayerSpec, check_spec, make_players, play_match

DECISION_CAP = 200_000
"""Decisions after which a game counts as unfinished."""

LOCAL = "local"

FindGame = Callable[[], Game[Any]]
"""How each process gets the game: `partial(find_game, "pegasus")`, or the class of a game. It must be picklable."""

Value = str | bool | int | float | None | Mapping[int, int | float]
"""Something found about a game: a word, a truth, a number, numbers by turn; None where the game has no such thing."""

DiceKind = Literal["by-number", "by-purpose"]


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
    """What a series of games has in common. `begun` is a state that they all begin at, if it is not the scenario's."""

    find_game: FindGame
    scenario: str
    settings: Settings
    players: Mapping[str, PlayerSpec]
    seed: str
    cap: int = DECISION_CAP
    observe: Observe | None = None
    dice: DiceKind = "by-number"
    begun: bytes = b""
    plan: Plan | None = None


class Played(msgspec.Struct, frozen=True):
    """A game that was played: of which job, its number, and what became of it.

    No outcome: it was over the cap, or it failed with `error`. `recorded` is what the job's plan asked for.
    """

    job: int
    number: int
    seed: str
    outcome: Outcome | None
    decisions: int
    cpu_seconds: float
    found: Mapping[str, Value] = {}
    recorded: Found | None = None
    error: str = ""

    def failure(self) -> str:
        """What went wrong, with the seed."""
        return f"game {self.number} (seed {self.seed!r}) failed: {self.error}"


class Task(msgspec.Struct, frozen=True):
    """Some games of a job, for one worker."""

    job: int
    numbers: Sequence[int]


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
    workers = _workers(workers, total)
    size = total if workers == 1 else max(1, min(50, total // (workers * 8)))
    tasks = [
        Task(job, range(first, min(first + size, count)))
        for job, count in enumerate(games)
        for first in range(0, count, size)
    ]
    for played in play_tasks(jobs, tasks, workers=workers):
        if played.error:
            raise PlayoutError(played.failure())
        yield played


def play_tasks(
    jobs: Sequence[Job], tasks: Sequence[Task], *, workers: int | None = None, on: str = LOCAL
) -> Generator[Played, None, None]:
    """Play the games of these tasks on this machine or on a cluster, in the order in which they are ready.

    A game that fails, or whose process dies again and again, is given with its error; the rest of its task is not
    played after a death.
    """
    work = partial(play_task, tuple(jobs))
    if on != LOCAL:
        from beachhead.lab.onray import run_on_ray  # noqa: PLC0415  an optional library, and slow to start

        results = run_on_ray(jobs, tasks, address=on)
    elif _workers(workers, len(tasks)) == 1:
        for task in tasks:
            yield from work(task)
        return
    else:
        results = run_tasks(work, tasks, _workers(workers, len(tasks)))
    for result in results:
        yield broken_game(jobs, result) if isinstance(result, Broken) else result


def broken_game(jobs: Sequence[Job], broken: Broken[Task]) -> Played:
    """The game at which a task broke, as one that failed."""
    number = broken.task.numbers[min(broken.given, len(broken.task.numbers) - 1)]
    seed = f"{jobs[broken.task.job].seed}/{number}"
    return Played(broken.task.job, number, seed, None, 0, 0.0, error=broken.why)


def _workers(workers: int | None, tasks: int) -> int:
    return max(1, min(workers or os.cpu_count() or 1, tasks))


def play_task(jobs: Sequence[Job], task: Task) -> Iterator[Played]:
    """Play the games of a task in this process."""
    job = jobs[task.job]
    game = job.find_game()
    for number in task.numbers:
        began, seed = time.process_time(), f"{job.seed}/{number}"
        try:
            match, found, recorded = play_game(game, job, seed)
        except Exception as error:  # players and observers may be somebody's own: their games fail, the others go on
            seconds = time.process_time() - began
            yield Played(task.job, number, seed, None, 0, seconds, error=_told(error))
            continue
        seconds = time.process_time() - began
        yield Played(task.job, number, seed, match.outcome, len(match.record), seconds, found, recorded)


def _told(error: Exception) -> str:
    return str(error) or type(error).__name__


def begin(game: Game[Any], job: Job, seed: str, *, keeps_digests: bool = False) -> Match[Any]:
    """The match of a job that has this seed, before anybody has decided anything."""
    source: Source = ByPurpose(seed) if job.dice == "by-purpose" else Seeded(seed)
    state = game.state_type.from_json(job.begun) if job.begun else game.start(job.scenario, job.settings)
    return Match(
        game,
        state,
        source,
        scenario=job.scenario,
        settings=job.settings,
        seats={side: str(spec) for side, spec in job.players.items()},
        keeps_digests=keeps_digests,
    )


def play_game(
    game: Game[Any], job: Job, seed: str, *, keeps_digests: bool = False
) -> tuple[Match[Any], Mapping[str, Value], Found | None]:
    """Play one game of a job to its end; what the observer found, and what was recorded."""
    match = begin(game, job, seed, keeps_digests=keeps_digests)
    players = make_players(job.players, match, seed)
    if job.observe is None and job.plan is None:
        return play_match(match, players, limit=job.cap), {}, None
    watch = _Watch(match, job)
    play_match(match, players, limit=job.cap, watch=watch)
    return match, *watch.found()


class _Watch:
    """Tells an observer what has happened since the last time, and that the match waits; lets the recorder look."""

    def __init__(self, match: Match[Any], job: Job) -> None:
        self._match = match
        self._observer = None if job.observe is None else job.observe(match)
        self._recorder = None if job.plan is None else Recorder(match, job.plan)
        self._told = 0

    def __call__(self) -> None:
        if self._recorder is not None:
            self._recorder.look()
        if self._observer is not None:
            events = self._match.events
            for event in events[self._told :]:
                self._observer.happened(event)
            self._told = len(events)
            self._observer.waits()

    def found(self) -> tuple[Mapping[str, Value], Found | None]:
        """What there is to say at the end."""
        observed = {} if self._observer is None else self._observer.found()
        return observed, None if self._recorder is None else self._recorder.found()


def figures_of(played: Played) -> Mapping[str, Figure]:
    """The game's own figures at its end."""
    if played.recorded is not None:
        return played.recorded.figures
    return {} if played.outcome is None else played.outcome.figures
