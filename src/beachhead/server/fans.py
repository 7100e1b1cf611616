"""How else could it have gone: a finished game played on from one of its moments many times, by computers.

The games are played in a process of their own, one fan after another, so that no table waits; what has come is kept
and shown while the rest is played.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from beachhead.server.botworker import HEADER_BYTES, frame
from beachhead.server.errors import ApiError, Conflict, NotFound
from beachhead.server.fanworker import FanFrame, FanLine, FanTask, figure_names, level_of
from beachhead.server.table import GameTable

log = structlog.get_logger("beachhead.fans")

GAMES = 24
_KEPT = 64
_WAITING = 6
"""Fans that may wait for their turn; more are refused."""

Key = tuple[str, int]


class FanFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of the game: its name, what it counts, and who wants more of it."""

    name: str
    title: str
    unit: str
    favours: str


class Fan(msgspec.Struct, frozen=True, kw_only=True):
    """The games played on from a step until now, beside how it really went. `failure` says why there are no more."""

    step: int
    wanted: int
    is_running: bool
    player: str
    figures: list[FanFigure]
    actual: FanLine | None
    games: list[FanLine]
    failure: str = ""


async def start_fan() -> Process:
    """A process of `fanworker.py`."""
    command = [sys.executable, "-m", "beachhead.server.fanworker"]
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)


class _Play:
    """A fan that is being played or was."""

    def __init__(self, table: GameTable, step: int) -> None:
        game = table.match.game
        self.task = FanTask(
            row=table.row,
            seats=list(table.seats.values()),
            entries=table.entries,
            step=step,
            games=GAMES,
            begun=table.begun,
        )
        self.player = level_of(game)
        self.figures = [
            FanFigure(name=name, title=game.measures[name].title, unit=game.measures[name].unit, favours=side)
            for name in figure_names(game)
            for side in (game.measures[name].favours,)
        ]
        self.actual: FanLine | None = None
        self.games: list[FanLine] = []
        self.is_running = True
        self.failure = ""

    def shown(self) -> Fan:
        """What there is."""
        return Fan(
            step=self.task.step,
            wanted=GAMES,
            is_running=self.is_running,
            player=self.player,
            figures=self.figures,
            actual=self.actual,
            games=self.games.copy(),
            failure=self.failure,
        )

    def take(self, said: FanFrame) -> bool:
        """Note what the process says; False at its end."""
        if said.course is None:
            return False
        if said.is_actual:
            self.actual = said.course
        else:
            self.games.append(said.course)
        return True


class FanRoom:
    """All fans of this worker."""

    def __init__(self, start: Callable[[], Awaitable[Process]] = start_fan) -> None:
        self._start = start
        self._slot = asyncio.Semaphore(1)
        self._fans: OrderedDict[Key, _Play] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self, table: GameTable, step: int) -> Fan:
        """The fan of a step as far as it has come; whoever asks first has it played."""
        if not table.is_over:
            raise Conflict("The game is not over yet.", error="running")
        first = len(table.match.past)
        if not first <= step <= first + len(table.match.record):
            raise NotFound(f"There is no step {step} to go on from.", error="unknown_step")
        key = table.row.id, step
        if key not in self._fans:
            self._begin(key, table, step)
        self._fans.move_to_end(key)
        return self._fans[key].shown()

    def _begin(self, key: Key, table: GameTable, step: int) -> None:
        if len(self._tasks) > _WAITING:
            raise ApiError("Many games are being played on here: ask again in a minute.", error="busy", status=429)
        play = self._fans[key] = _Play(table, step)
        task = asyncio.create_task(self._run(play), name=f"fan of {key[0]}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        done = [each for each, found in self._fans.items() if not found.is_running]
        for each in done[: max(0, len(self._fans) - _KEPT)]:
            del self._fans[each]

    async def _run(self, play: _Play) -> None:
        try:
            async with self._slot:
                await self._play(play)
        except (asyncio.IncompleteReadError, OSError) as error:
            log.error("a fan fails", table=play.task.row.id, error=type(error).__name__)
            play.failure = "The games could not be played to their end by the rules of today."
        finally:
            play.is_running = False

    async def _play(self, play: _Play) -> None:
        process = await self._start()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(frame(play.task))
            await process.stdin.drain()
            going = True
            while going:
                header = await process.stdout.readexactly(HEADER_BYTES)
                body = await process.stdout.readexactly(int.from_bytes(header, "big"))
                going = play.take(msgspec.msgpack.decode(body, type=FanFrame))
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    async def close(self) -> None:
        """Stop; nothing of it is kept."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
