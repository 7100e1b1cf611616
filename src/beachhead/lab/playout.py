"""Playouts: the same game many times over, and how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing

import msgspec

from beachhead.kernel import Settings
from beachhead.lab.playing import DECISION_CAP, FindGame, Job, Played, check_job, play_all
from beachhead.players import PlayerSpec

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


class _Tally(msgspec.Struct):
    """A running count."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    cpu_seconds: float = 0.0
    outcomes: Counter[tuple[str | None, str, str]] = msgspec.field(default_factory=Counter)

    def count(self, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.decisions += played.decisions
        self.cpu_seconds += played.cpu_seconds
        if played.outcome is not None:
            self.finished += 1
            self.outcomes[played.outcome.winner, played.outcome.level, played.outcome.reason] += 1

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
    job = check_job(Job(find_game, scenario or "", settings, {}, seed, cap), players)
    tally = _Tally()
    try:
        with closing(play_all([job], [games], workers)) as played:
            for game in played:
                tally.count(game)
                if progress is not None:
                    progress(tally.games)
    except KeyboardInterrupt:
        raise PlayoutStopped(tally.result()) from None
    return tally.result()
