"""Computer players: whose turn it is, which process thinks about it, and how those who watch hear of it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from beachhead.kernel import Game, action_label, parse_action
from beachhead.kernel.edge import arg_name
from beachhead.players.racing import Reasons
from beachhead.server import wire
from beachhead.server.botworker import HEADER_BYTES, Answer, Task, any_action, decode_answer, frame
from beachhead.server.errors import ApiError, Conflict, Forbidden, NotFound, Unavailable
from beachhead.server.rows import COMPUTER, HINT, Entry, Landmark, SeatRow, TableRow, ThoughtRow
from beachhead.server.storage import SequenceTaken, StorageDown
from beachhead.server.table import ACTION, GameTable
from beachhead.server.tables import TableHost

log = structlog.get_logger("beachhead.bots")

_TELL_SECONDS = 0.1
"""How often those who watch are told while computers move quickly."""
_PROGRESS_SECONDS = 0.5
_LOOK_SECONDS = 2.0
"""How often the database is asked which tables wait for a computer."""
_LEASE_SECONDS = 30.0
"""How long others leave a table alone whose computers a worker has taken up."""
_REST_SECONDS = 60.0
"""When a table is looked at again that cannot be played, or whose computers failed."""
_MOST_AT_ONCE = 200


_NOT_DUE = ("gathering", "unknown_table")
"""Refusals of tables at which nobody is waited for."""


def told_hint(game: Game[Any], answer: Answer) -> wire.Hint:
    """An answer as people read it."""
    action = parse_action(game, answer.action)
    kind = game.verbs[action.verb].kind
    arg = None if action.arg is None else arg_name(game, kind, action.arg)
    assert answer.reasons is not None
    return wire.Hint(action.verb, arg, action_label(game, action), told_tries(answer.reasons))


def told_tries(reasons: Reasons) -> list[wire.Attempt]:
    """What was tried, the usual way first."""
    return [wire.Attempt(arm.words, arm.value, arm.worlds, arm.is_chosen) for arm in reasons.arms]


class _Thought:
    """A decision that a computer player is to take."""

    def __init__(self, table: GameTable, side: str, player: str) -> None:
        self.table = table.row.id
        self.side = side
        self.player = player
        self.seq = table.seq
        self.row: TableRow = table.row
        self.seats: list[SeatRow] = list(table.seats.values())
        self.entries: list[Entry] = table.entries
        self.begun: Landmark | None = table.begun
        self.step = table.step
        self.advises = False

    def task(self, known: int | None) -> Task:
        """What a process has to be sent that knows the table up to an entry, or not at all."""
        after = known or 0
        return Task(
            table=self.table,
            row=self.row if known is None else None,
            seats=self.seats if known is None else [],
            after=after,
            entries=self.entries[after : self.seq],
            player=self.player,
            begun=self.begun if known is None else None,
            advises=self.advises,
        )


class _Run:
    """Moves of computers one after the other, until a person is to decide."""

    def __init__(self) -> None:
        self.decisions = 0
        self.told = time.monotonic()
        self.is_untold = False

    @property
    def is_time(self) -> bool:
        """Whether those who watch are to be told of the next move at once."""
        return time.monotonic() - self.told > _TELL_SECONDS

    def note(self, moves: int, *, was_told: bool) -> None:
        """Some moves that others can see were taken, and told or not."""
        self.decisions += moves
        if was_told:
            self.told = time.monotonic()
        self.is_untold = not was_told and (self.is_untold or moves > 0)


async def start_process() -> Process:
    """A process of `botworker.py`."""
    command = [sys.executable, "-m", "beachhead.server.botworker"]
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)


class BotProcess:
    """A process in which players think, one at a time."""

    def __init__(self, start: Callable[[], Awaitable[Process]] = start_process) -> None:
        self._start = start
        self._process: Process | None = None
        self.known: dict[str, int] = {}

    async def think(self, thought: _Thought) -> Answer:
        """What the player decides."""
        for known in (self.known.get(thought.table), None):
            answer = await self._ask(thought.task(known))
            if not answer.is_unknown:
                self.known[thought.table] = thought.seq
                return answer
        raise RuntimeError("a process does not take the table")

    async def _ask(self, task: Task) -> Answer:
        process = await self._started()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(frame(task))
        await process.stdin.drain()
        header = await process.stdout.readexactly(HEADER_BYTES)
        return decode_answer(await process.stdout.readexactly(int.from_bytes(header, "big")))

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self.known.clear()
            self._process = await self._start()
        return self._process

    async def kill(self) -> None:
        """End the process, whatever it does; the next thought starts a new one."""
        process, self._process = self._process, None
        self.known.clear()
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class BotRoom:
    """All computer players of this worker."""

    def __init__(self, host: TableHost, slots: int, start: Callable[[], Awaitable[Process]] = start_process) -> None:
        self._host = host
        self._slots = asyncio.Semaphore(slots)
        self._processes = [BotProcess(start) for _ in range(slots)]
        self._idle = list(self._processes)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._stops: dict[str, asyncio.Event] = {}
        self._leased: dict[str, float] = {}
        self._interrupted: set[str] = set()
        """Tables that are taken care of here and wait for the database."""
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look after every table that waits for a computer, whoever left it waiting."""
        self._looking = asyncio.create_task(self._look_on(), name="computers")

    async def close(self) -> None:
        """Stop; what was being thought about is thought about again when the server is back."""
        tasks = [*self._running.values(), *([] if self._looking is None else [self._looking])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(process.kill() for process in self._processes))

    def wake(self, table: str) -> None:
        """Let the computers at the table move, if it is their turn."""
        if table in self._running:
            self._again.add(table)  # it may be about to end
            return
        task = asyncio.create_task(self._play_on(table), name=f"bots at {table}")
        self._running[table] = task
        task.add_done_callback(lambda _: self._running.pop(table, None))

    # --- who is due --------------------------------------------------------------------------------------------

    async def _look_on(self) -> None:
        """Take up what is due: after a start, an outage of the database, or the death of another worker."""
        while True:
            try:
                due = await self._host.storage.due(time.time(), _MOST_AT_ONCE)
                for table in sorted({*due, *self._interrupted} - self._running.keys()):
                    self._interrupted.discard(table)
                    self.wake(table)
            except StorageDown:
                log.warning("computers wait for the database")
            await asyncio.sleep(_LOOK_SECONDS)

    async def _lease(self, table: str) -> None:
        """Tell other workers that the computers of a table are taken care of here, now and then."""
        now = time.time()
        if self._host.storage.is_shared and self._leased.get(table, 0) < now + _LEASE_SECONDS / 2:
            self._leased[table] = now + _LEASE_SECONDS
            await self._put_off(table, now + _LEASE_SECONDS)

    async def _put_off(self, table: str, due: float | None) -> None:
        """When the table is to be looked at again. If that cannot be written, it is looked at too early."""
        with contextlib.suppress(StorageDown):
            await self._host.storage.set_due(table, due)

    def stop(self, table: GameTable) -> None:
        """Make the computer that is thinking answer at once."""
        stop = self._stops.get(table.row.id)
        if stop is None:
            raise NotFound("No computer is thinking here.", error="not_thinking")
        stop.set()

    # --- playing -----------------------------------------------------------------------------------------------

    async def _play_on(self, table: str) -> None:
        self._again.add(table)
        while table in self._again:
            self._again.discard(table)
            await self._play(table)

    async def _play(self, table: str) -> None:
        """Move until a person is to decide or the game is over."""
        run = _Run()
        try:
            while (thought := await self._look(table)) is not None:
                answer = await self._answer(thought, run)
                is_time = run.is_time
                run.note(await self._move(thought, answer, tell=is_time), was_told=is_time)
            if run.decisions:
                await self._announce(table)
        except Unavailable:  # the database will be back
            log.warning("computers wait for the database", table=table)
            self._interrupted.add(table)
        except ApiError as error:  # no table, or none that plays
            log.warning("computers rest", table=table, error=error.error)
            await self._put_off(table, None if error.error in _NOT_DUE else time.time() + _REST_SECONDS)
        except Exception as error:  # one table must not take the others with it
            self._host.metrics.bot_failures.inc()
            log.error("computers fail", table=table, error=type(error).__name__)
            await self._put_off(table, time.time() + _REST_SECONDS)
        finally:
            self._leased.pop(table, None)

    async def _announce(self, table: str) -> None:
        async with self._host.open(table) as found:
            await self._host.announce(found)

    async def _look(self, table: str) -> _Thought | None:
        """What is to be decided by a computer."""
        async with self._host.open(table) as found:
            player, side = found.bot, found.deciding
            if player is not None and side is not None and not found.missing:
                await self._lease(table)
                return _Thought(found, side, player)
            if not found.has_rested:
                found.has_rested = True
                await self._put_off(table, None)
        return None

    async def _move(self, thought: _Thought, answer: Answer, *, tell: bool) -> int:
        """Take the action, unless the table has gone on; how many were taken that others can see."""
        async with self._host.open(thought.table) as found:
            if found.seq != thought.seq or found.deciding != thought.side:
                return 0
            with contextlib.suppress(SequenceTaken):  # another worker has moved: look again
                await self._host.perform(found, ACTION, thought.side, answer.action, tell=tell)
                await self._keep(thought, COMPUTER, answer.reasons)
                self._host.metrics.bot_decisions.labels(thought.player).inc()
                return 0 if found.was_unseen else 1
        return 0

    # --- thinking ----------------------------------------------------------------------------------------------

    async def _keep(self, thought: _Thought, kind: str, reasons: Reasons | None) -> None:
        """Keep what was thought with the table; a thought that cannot be written stops nobody."""
        if reasons is not None:
            with contextlib.suppress(StorageDown):
                row = ThoughtRow(thought.step, thought.side, kind, reasons)
                await self._host.storage.add_thought(thought.table, row)

    async def advise(self, table: str, token: str | None) -> wire.Hint:
        """What a computer would do in the place of whoever asks; it is noted that he did."""
        async with self._host.seated(table, token) as (found, sitting):
            side = found.must_decide(sitting.side)
            if not found.has_hints:
                words = "Nobody asks the computer in this game: the players have not agreed to it."
                raise Forbidden(words, error="no_hints")
            thought = _Thought(found, side, "")
            thought.advises = True
        answer = await self._advice(thought)
        if answer.error or answer.reasons is None:
            raise Conflict("Nothing is to be said about this decision.", error="no_hint")
        await self._keep(thought, HINT, answer.reasons)
        return await self._host.in_thread(told_hint, found.match.game, answer)

    async def _advice(self, thought: _Thought) -> Answer:
        async with self._slots:
            process = self._seize(thought.table)
            try:
                return await process.think(thought)
            except BaseException:  # its answer would come to whoever asks next
                await process.kill()
                raise
            finally:
                self._idle.append(process)

    async def _answer(self, thought: _Thought, run: _Run) -> Answer:
        """What the player decides; any legal action if it is stopped or its process dies."""
        stop = self._stops[thought.table] = asyncio.Event()
        try:
            async with self._slots:
                process = self._seize(thought.table)
                try:
                    answer = await self._think(process, thought, run, stop)
                finally:
                    self._idle.append(process)
        finally:
            del self._stops[thought.table]
        if answer.error:
            self._host.metrics.bot_failures.inc()
            log.error("a computer player fails", table=thought.table, player=thought.player, error=answer.error)
        return answer

    def _seize(self, table: str) -> BotProcess:
        """An idle process, one that knows the table if there is any."""
        best = next((process for process in self._idle if table in process.known), self._idle[0])
        self._idle.remove(best)
        return best

    async def _think(self, process: BotProcess, thought: _Thought, run: _Run, stop: asyncio.Event) -> Answer:
        thinking = asyncio.create_task(process.think(thought))
        stopping = asyncio.create_task(stop.wait())
        both: set[asyncio.Task[Answer] | asyncio.Task[bool]] = {thinking, stopping}
        try:
            while not thinking.done() and not stop.is_set():
                await asyncio.wait(both, timeout=_PROGRESS_SECONDS, return_when="FIRST_COMPLETED")
                if not thinking.done():
                    await self._lease(thought.table)
                    if run.is_untold:  # a quick move before a long thought
                        await self._announce(thought.table)
                        run.note(0, was_told=True)
                    progress = wire.ThinkingMessage(thought.side, thought.player, run.decisions)
                    self._host.audience.tell(thought.table, progress)
            if thinking.done() and thinking.exception() is None:
                return thinking.result()
        finally:
            stopping.cancel()
            if not thinking.done() or thinking.exception() is not None:
                thinking.cancel()
                await process.kill()
        why = "stopped" if stop.is_set() else "died"
        log.info("a computer player does not answer", table=thought.table, player=thought.player, why=why)
        entries = thought.entries[: thought.seq]
        action = await self._host.slowly(any_action, thought.row, thought.seats, entries, thought.begun)
        return Answer(action=action, error="" if stop.is_set() else "ProcessDied")
