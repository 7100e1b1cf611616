"""A process that plays a finished game on from one of its moments, again and again, with other dice.

It is sent the table as `botworker.py` is, says first how the figures went in the game that was played, then how they go
in each game that it plays, and ends. People go first: it is as nice as can be, and ends when nobody reads any more.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from beachhead.kernel import Game, Match, Seeded
from beachhead.players import make_player, play_match
from beachhead.server.botworker import frame, read_frame
from beachhead.server.replay import Replayer
from beachhead.server.rows import Entry, Landmark, SeatRow, TableRow
from beachhead.server.table import GameTable

_NICE = 19
_SECONDS = 90.0
"""Games that have not begun after so much work are not played."""
_MOST_DECISIONS = 30_000
_LEVELS = ("veteran", "random")
"""Who plays on, the first that the game has."""


class FanTask(msgspec.Struct, frozen=True, kw_only=True):
    """A table and a step of it, and how many games are wanted."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry]
    step: int
    games: int
    begun: Landmark | None = None


class FanLine(msgspec.Struct, frozen=True, kw_only=True):
    """How a game went from the moment on: the figures as each turn began, and those of the end."""

    winner: str | None
    level: str
    turns: list[int]
    figures: dict[str, list[float]]


class FanFrame(msgspec.Struct, frozen=True, kw_only=True):
    """What the process says: how it was, or how a game went; without a course, that nothing more comes."""

    course: FanLine | None = None
    is_actual: bool = False


class _Log:
    """Writes down the figures whenever a turn begins."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._names = figure_names(match.game)
        self._turns: list[int] = []
        self._rows: list[dict[str, float]] = []

    def look(self) -> None:
        """The match waits: perhaps in another turn."""
        turn = _turn(self._match)
        if not self._turns or turn > self._turns[-1]:
            self._write(turn)

    def course(self, winner: str | None, level: str) -> FanLine:
        """All of it, when the game is over."""
        self._write(max(_turn(self._match), self._turns[-1] if self._turns else 0) + 1)
        figures = {name: [row[name] for row in self._rows] for name in self._names}
        return FanLine(winner=winner, level=level, turns=self._turns, figures=figures)

    def _write(self, turn: int) -> None:
        measures, state = self._match.game.measures, self._match.state
        self._turns.append(turn)
        self._rows.append({name: float(measures[name].read(state)) for name in self._names})


def figure_names(game: Game[Any]) -> list[str]:
    """The figures that somebody wants more of."""
    return [name for name, m in game.measures.items() if m.kind == "number" and m.favours and not m.is_handicap]


def _turn(match: Match[Any]) -> int:
    return int(match.game.measures["turn"].read(match.state)) if "turn" in match.game.measures else 0


def level_of(game: Game[Any]) -> str:
    """Who plays a game on."""
    return next(level for level in _LEVELS if level == "random" or level in game.players)


def courses(task: FanTask) -> Iterator[FanFrame]:
    """How the game went from the step on, and how it goes in other games."""
    table = GameTable(task.row, task.seats, task.begun)
    table.replay(task.entries)
    yield FanFrame(course=_actual(table, task.step), is_actual=True)
    begun, started = Replayer(table.match).at(task.step), time.process_time()
    for number in range(task.games):
        if time.process_time() - started > _SECONDS:
            return
        course = _play(begun, f"{task.row.id}/{task.step}/{number}")
        if course is not None:
            yield FanFrame(course=course)


def _actual(table: GameTable, step: int) -> FanLine:
    """How it was: the record from the step on."""
    replayer, log, match = Replayer(table.match), None, table.match
    for number, moment in enumerate(replayer.walk(), len(match.past)):
        if log is None:
            log = _Log(moment)
        if number >= step:
            log.look()
    assert log is not None
    outcome = table.outcome
    return log.course(None if outcome is None else outcome.winner, "" if outcome is None else outcome.level)


def _play(begun: Match[Any], seed: str) -> FanLine | None:
    """One game on from the moment; None if it has no end."""
    match = begun.clone(history=False)
    match.source = Seeded(seed)
    level, sides = level_of(match.game), match.game.seats(match.scenario, match.settings)
    players = {side: make_player(level, match.game, side, Random(f"{seed}/{side}")) for side in sides}
    log = _Log(match)
    play_match(match, players, limit=_MOST_DECISIONS, watch=log.look)
    outcome = match.outcome
    return None if outcome is None else log.course(outcome.winner, outcome.level)


def main() -> None:
    """Play what is asked for once."""
    os.nice(_NICE)
    output, sys.stdout = sys.stdout.buffer, sys.stderr  # a player that prints must not break the frames
    data = read_frame(sys.stdin.buffer)
    if data is None:
        return
    try:
        for each in courses(msgspec.msgpack.decode(data, type=FanTask)):
            output.write(frame(each))
            output.flush()
        output.write(frame(FanFrame()))
        output.flush()
    except BrokenPipeError:
        os._exit(0)  # nobody wants to know any more


if __name__ == "__main__":
    main()
