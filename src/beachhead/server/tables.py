"""The host: keeps the tables that are in use in memory, and lets one request at a time act on each.

An action is tried on the match, committed to the database, and only then answered and told to others. Whatever goes
wrong in between, the table in memory is thrown away and built anew from its record.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import NoReturn, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import structlog
from msgspec.structs import replace

from beachhead.kernel import BadSetup, Match, Refused, action_text, check_setup, name_ruling
from beachhead.players import HUMAN
from beachhead.server import wire
from beachhead.server.ahead import only_places, rest_of_part
from beachhead.server.audience import Audience, Watcher
from beachhead.server.clocks import Uptime, write_clock
from beachhead.server.errors import ApiError, Conflict, Forbidden, NotFound, Unauthorized, Unavailable, Unprocessable
from beachhead.server.gathering import is_gathering
from beachhead.server.keyfiles import Signer
from beachhead.server.landmarks import changed
from beachhead.server.metrics import Metrics
from beachhead.server.news import Answer, Asking, Told, greeting, news, tell_now
from beachhead.server.persons import check_person, check_undo, holder_of
from beachhead.server.resuming import build, choices, go_on
from beachhead.server.rows import CHOSEN, JOINT, RESUME, SERVER, Kept, Landmark, SeatRow, TableRow, ThoughtRow
from beachhead.server.seats import Sitting, fill_seats, find_sitting, hand_out, new_token, token_hash
from beachhead.server.settings import Settings
from beachhead.server.shelf import Shelf, game_of
from beachhead.server.sight import late_side, seat_list, table_state
from beachhead.server.storage import SequenceTaken, Storage, StorageDown
from beachhead.server.table import ACTION, ALONG, ASK, DECLINE, FLAG, GO_ON, REDO, RESIGN, UNDO, Drift, GameTable
from beachhead.server.waiting import changed as changed_waiting
from beachhead.server.waiting import waited_for

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger("beachhead.tables")

_THREADS = 4
_SLOW_THREADS = 2
_SWEEP_SECONDS = 15.0


def new_id() -> str:
    """An id for a table."""
    return secrets.token_hex(8)


class TableHost:
    """All tables."""

    def __init__(self, settings: Settings, storage: Storage, audience: Audience, metrics: Metrics) -> None:
        self.settings = settings
        self.storage = storage
        self.audience = audience
        self.metrics = metrics
        self.shelf = Shelf(settings.overlays)
        self.signer = Signer(settings.store)
        self.uptime = Uptime(storage)
        self.is_calling = False
        """Whether this server calls people who are waited for."""
        self.on_bot: Callable[[str], None] = lambda _: None
        self._live: dict[str, GameTable] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="rules")
        self._slow_pool = ThreadPoolExecutor(_SLOW_THREADS, thread_name_prefix="slow rules")
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to clear away tables that nobody uses."""
        self._sweeper = asyncio.create_task(self._sweep_on(), name="sweeper")
        self.uptime.start()

    async def close(self) -> None:
        """Stop."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        await self.uptime.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._slow_pool.shutdown(wait=False, cancel_futures=True)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run rules beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: work(*args, **kwargs))

    async def slowly(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run what may take a second, such as a whole game again, in threads that no action waits for."""
        return await asyncio.get_running_loop().run_in_executor(self._slow_pool, lambda: work(*args, **kwargs))

    # --- new tables --------------------------------------------------------------------------------------------

    async def create(self, new: wire.NewTable) -> wire.Created:
        """Set up a new table."""
        row, players = await self.in_thread(_set_up, self.shelf, new)
        return await self.add(row, players, invited=new.invites)

    async def add(
        self, row: TableRow, players: dict[str, str], given: Sequence[SeatRow] = (), invited: Sequence[str] = ()
    ) -> wire.Created:
        """Keep a table with its seats; those that are given keep their tokens, and people are invited to others."""
        handed = hand_out(players, invited)
        kept = {seat.side: seat for seat in given}
        seats = [kept.get(seat.side, seat) for seat in handed.rows]
        has_computers = any(player != HUMAN for player in players.values())
        row = replace(row, due=time.time() if has_computers and row.dice != JOINT else None)
        try:
            await self.storage.add_table(row, seats)
            if row.clock:
                await self.uptime.need()
        except StorageDown as error:
            self.unavailable(error)
        self.metrics.tables_made.inc()
        log.info("table made", table=row.id, game=row.game, scenario=row.scenario, imported=row.base is not None)
        self.on_bot(row.id)
        tokens = {side: token for side, token in handed.tokens.items() if side not in kept}
        return wire.Created(row.id, tokens, handed.spectator, handed.invites, row.origin)

    async def begin(self, table: str) -> None:
        """The dice of a table are made: whoever is to move may do so."""
        try:
            await self.storage.set_due(table, time.time())
        except StorageDown as error:
            self.unavailable(error)
        self.on_bot(table)

    async def thoughts(self, table: str) -> list[ThoughtRow]:
        """What was thought at a table."""
        try:
            return await self.storage.thoughts(table)
        except StorageDown as error:
            self.unavailable(error)

    async def knows(self, token: str) -> bool:
        """Whether a token opens a seat of any table; not if that cannot be said."""
        try:
            return await self.storage.knows(token_hash(token))
        except StorageDown:
            return False

    async def sitting(self, table: str, token: str | None) -> Sitting:
        """Whom a token stands for at a table, which is not opened for that. Raises `StorageDown`."""
        return (await self.person(table, token))[0]

    async def person(self, table: str, token: str | None) -> tuple[Sitting, str]:
        """Whom a token stands for, and what he is called."""
        seats = await self.storage.seats(table)
        if not seats:
            raise NotFound("There is no such table.", error="unknown_table")
        shares = await self.storage.shares(table)
        sitting = None if token is None else find_sitting(seats, token, shares.values())
        if sitting is None:
            self.metrics.bad_tokens.inc()
            raise Unauthorized("This link is not, or no longer, good for this table.")
        own = next((seat.name for seat in seats if sitting.side is not None and seat.side == sitting.side), "")
        return sitting, sitting.person or own

    # --- coming to a table -------------------------------------------------------------------------------------

    @asynccontextmanager
    async def open(self, table: str) -> AsyncIterator[GameTable]:
        """The table for one request alone."""
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        async with lock:
            yield await self._current(table)

    @asynccontextmanager
    async def seated(self, table: str, token: str | None) -> AsyncIterator[tuple[GameTable, Sitting]]:
        """The table for one request of whoever holds the token."""
        async with self.open(table) as found:
            sitting = None if token is None else find_sitting(found.seats.values(), token, found.shares.values())
            if sitting is None:
                self.metrics.bad_tokens.inc()
                raise Unauthorized("This link is not, or no longer, good for this table.")
            if sitting.side is not None and not found.seats[sitting.side].has_come:
                await self._greet(found, sitting.side)
            yield found, sitting

    async def _greet(self, table: GameTable, side: str) -> None:
        """Somebody has come back to an imported game."""
        try:
            await self.storage.change_seat(table.row.id, side, has_come=True)
        except StorageDown as error:
            self.unavailable(error)
        seat = table.seats[side]
        table.seats[side] = replace(seat, has_come=True)
        await self.announce(table)
        await self.begin(table.row.id)

    async def _current(self, table: str) -> GameTable:
        """The table as its record says now."""
        found = self._live.get(table)
        try:
            if found is not None and self.storage.is_shared:
                found = await self._catch_up(found)
            if found is None:
                found = await self._load(table)
        except StorageDown as error:
            self.unavailable(error)
        found.used = time.monotonic()
        return found

    async def _load(self, table: str) -> GameTable:
        """Build the table from its record, or go on from a landmark if the rules have changed."""
        kept = await self.storage.table(table)
        if kept is None:
            raise NotFound("There is no such table.", error="unknown_table")
        if is_gathering(kept):
            raise Conflict("The game begins when everybody has come and put a number into the dice.", error="gathering")
        kept = replace(kept, row=self.shelf.lay(kept.row))
        began = time.perf_counter()
        try:
            found = await self.slowly(build, kept)
        except Drift as drift:
            try:
                found = await self._resume(kept, drift)
            except SequenceTaken:  # another worker was faster
                return await self._load(table)
        self.metrics.load_seconds.observe(time.perf_counter() - began)
        found.signer = self.signer
        found.up = self.uptime.between
        found.shares = await self.storage.shares(table)
        self._live[table] = found
        self.audience.forget_told(table)
        return found

    async def _resume(self, kept: Kept, drift: Drift) -> GameTable:
        """Go on from the last landmark that the rules of today take as it was."""
        name = kept.row.id
        for choice in await self.slowly(choices, kept, drift):
            stored = choice if isinstance(choice, Landmark) else await self.storage.landmark(name, choice.seq)
            found = None if stored is None else await self.slowly(go_on, kept, stored)
            if found is not None:
                taken = found.resumption()
                await self.storage.append(name, taken.entry, taken.landmark, taken.outdated, is_due=taken.is_due)
                found.confirm(taken)
                self.metrics.entries.labels(RESUME).inc()
                log.warning("the rules have changed", table=name, drift=drift.seq, goes_on_from=taken.entry.action)
                self.on_bot(name)
                return found
        log.error("drift", table=name, entry=drift.seq, cause=type(drift.__cause__).__name__)
        raise _no_longer_plays(kept.row)

    async def _catch_up(self, table: GameTable) -> GameTable | None:
        """Take what other workers have written: entries, and seats that have a new token.

        None if that is not to be had by playing on; the table has to be built anew then.
        """
        seats, entries = await self.storage.news(table.row.id, table.seq)
        table.shares = await self.storage.shares(table.row.id)
        before, table.seats = table.seats, {seat.side: seat for seat in seats}
        for side, seat in table.seats.items():
            if before[side].token_hash != seat.token_hash:
                self.audience.dismiss(table.row.id, side or None, "revoked")
        try:
            if entries:
                await self.in_thread(table.replay, entries)
        except Drift:
            self.forget(table.row.id)
            return None
        return table

    async def refresh(self, table: str) -> None:
        """Another worker says that the table has changed: take it over and tell those who watch here."""
        if table in self._live or self.audience.at(table):
            async with self.open(table) as found:
                await self.announce(found)

    def tables_here(self) -> set[str]:
        """The tables that are in memory, or that somebody watches."""
        return {*self._live, *self.audience.tables()}

    def forget(self, table: str) -> None:
        """Throw the table in memory away; it is built anew when somebody needs it."""
        self._live.pop(table, None)

    def unavailable(self, error: StorageDown) -> NoReturn:
        """Answer that the database is away."""
        self.metrics.storage_failures.inc()
        log.error("database down", cause=type(error.__cause__).__name__)
        raise Unavailable(
            "The games cannot be read or written at the moment. Nothing was changed; try again soon."
        ) from error

    # --- acting ------------------------------------------------------------------------------------------------

    async def act(self, table: str, token: str | None, wish: wire.NewAction) -> Answer:
        """Take an action for the holder of the token."""
        async with self.seated(table, token) as (found, sitting):
            side = await self._ready(found, sitting, wish)
            action = found.action(wish.verb, wish.arg)
            check_person(found, sitting, [action])
            text, found.person = action_text(found.match.game, action), sitting.person
            along = only_places(found, side) if wish.through else ()
            return await self._settle(found, ACTION, side, text, wish, along)

    async def rest(self, table: str, token: str | None, wish: wire.Turn) -> Answer:
        """Let the computer take what is left of a part of the turn for the side."""
        async with self.seated(table, token) as (found, sitting):
            side = await self._ready(found, sitting, wish)
            holder_of(sitting)
            first, *others = await self.slowly(rest_of_part, found)
            return await self._settle(found, ACTION, side, first, wish, others)

    async def order(self, table: str, token: str | None, wish: wire.NewOrder) -> Answer:
        """Take actions one after the other that belong together, as long as it is for the side to decide."""
        async with self.seated(table, token) as (found, sitting):
            side = await self._ready(found, sitting, wish)
            game = found.match.game
            actions = [found.action(each.verb, each.arg) for each in wish.actions]
            check_person(found, sitting, actions)
            texts, found.person = [action_text(game, action) for action in actions], sitting.person
            return await self._settle(found, ACTION, side, texts[0], wish, texts[1:])

    async def undo(self, table: str, token: str | None, wish: wire.Turn) -> Answer:
        """Take the last action back, ask for it, or answer one who asks."""
        async with self.seated(table, token) as (found, sitting):
            side = await self._seat_of(found, sitting, wish)
            if wish.agree is not None:
                holder_of(sitting)
                return await self._answer(found, side, wish)
            found.must_decide(side)
            check_undo(found, sitting)
            if found.row.undo == "off":
                raise Unprocessable("At this table nothing is taken back.", error="undo_off")
            others = [human for human in found.humans if human != side]
            if found.row.undo == "ask" and others and not found.was_unseen:
                if not found.can_undo(side):
                    raise Unprocessable("There is nothing to take back, or it was asked for already.", error="no_undo")
                return await self._settle(found, ASK, side, "", wish)
            return await self._settle(found, UNDO, side, "", wish)

    async def _answer(self, table: GameTable, side: str, wish: wire.Turn) -> Answer:
        """Another player grants or declines what was asked for."""
        if table.asked_by is None:
            raise Unprocessable("Nobody asks to take anything back.", error="not_asked")
        if table.asked_by == side:
            raise Forbidden("Another player answers this.", error="own_question")
        return await self._settle(table, UNDO if wish.agree else DECLINE, side, "", wish)

    async def redo(self, table: str, token: str | None, wish: wire.Turn) -> Answer:
        """Take an action again that was taken back."""
        async with self.seated(table, token) as (found, sitting):
            side = await self._ready(found, sitting, wish)
            check_undo(found, sitting)
            return await self._settle(found, REDO, side, "", wish)

    async def resign(self, table: str, token: str | None, wish: wire.Turn) -> Answer:
        """Give the game up."""
        async with self.seated(table, token) as (found, sitting):
            side = await self._seat_of(found, sitting, wish)
            holder_of(sitting)
            return await self._settle(found, RESIGN, side, "", wish)

    async def flag(self, table: str, token: str | None, wish: wire.Flag) -> Answer:
        """Claim the game from a side that is out of time, or let it go on."""
        async with self.seated(table, token) as (found, sitting):
            side = await self._seat_of(found, sitting, wish)
            holder_of(sitting)
            late = late_side(found)
            if late is None:
                raise Unprocessable("Nobody is out of time here.", error="in_time")
            if late == side:
                raise Forbidden("What comes of it is for the other side to say.", error="own_time")
            return await self._settle(found, FLAG if wish.claim else GO_ON, side, late, wish)

    async def _ready(self, table: GameTable, sitting: Sitting, wish: wire.Following) -> str:
        """The side, if it is for it to decide and it knows how the table stands."""
        return await self._checked(table, sitting, wish, lambda: table.must_decide(sitting.side))

    async def _seat_of(self, table: GameTable, sitting: Sitting, wish: wire.Following) -> str:
        """The side, if the game runs and it knows how the table stands."""

        def check() -> str:
            if sitting.side is None:
                raise Forbidden("A spectator watches and does nothing else.", error="spectator")
            table.must_be_running()
            return sitting.side

        return await self._checked(table, sitting, wish, check)

    async def _checked(self, table: GameTable, sitting: Sitting, wish: wire.Following, check: Callable[[], str]) -> str:
        try:
            if sitting.side is not None and wish.seq != table.counting.seq(sitting.side):
                raise Conflict("The table has gone on since; look again.")
            return check()
        except Conflict as conflict:
            since = table.since(sitting.side, wish.since or 0, wish.seq)
            conflict.state = await self.state_of(table, sitting.side, since)
            raise

    async def _settle(
        self, table: GameTable, kind: str, side: str, text: str, wish: wire.Following, along: Iterable[str] = ()
    ) -> Answer:
        """Perform an entry, with actions that belong to it; answer with the table, or with what has changed there."""
        known = await self._known_to(table, side) if wish.follows else None
        since = table.eyes(side).count() if wish.since is None else wish.since
        if known is not None and table.match.moments is None:
            table.match.keep_moments(wanted=True)
        try:
            await self.perform(table, kind, side, text, tell=False)
            await self._go_along(table, side, along)
        except SequenceTaken:
            found = await self._current(table.row.id)
            state = await self.state_of(found, side, found.since(side, wish.since or 0, wish.seq))
            raise Conflict("Somebody was faster; look again.", state=state) from None
        self.on_bot(table.row.id)
        return await self.answer(table, side, since, known)

    async def _go_along(self, table: GameTable, side: str, texts: Iterable[str]) -> None:
        """Take what belongs to an action, up to where it is somebody else's turn or something has come between."""
        for text in texts:
            if table.deciding != side:
                return
            try:
                await self.perform(table, ALONG, side, text, tell=False)
            except Unprocessable:
                return

    async def _known_to(self, table: GameTable, side: str) -> Told:
        """What a side knows that has everything up to now."""
        told = self.audience.told(table.row.id, side)
        return told if told is not None and told.entries == table.seq else await self.in_thread(tell_now, table, side)

    async def perform(self, table: GameTable, kind: str, side: str, text: str, *, tell: bool = True) -> None:
        """Try an entry on the match, commit it, and tell those who watch. Raises `SequenceTaken` if it came late."""
        name = table.row.id
        try:
            was_due, were_waited = table.bot is not None, waited_for(table)
            taken = await self.in_thread(table.take, kind, side, text)
            is_due = taken.is_due if taken.is_due != was_due or table.is_over else None
            waited = changed_waiting(were_waited, table, side) if self.is_calling else None
            await self.storage.append(
                name,
                taken.entry,
                taken.landmark,
                taken.outdated,
                is_due=is_due,
                waited=waited,
                call_at=taken.entry.at + self.settings.call_seconds,
            )
        except ApiError:
            raise
        except StorageDown as error:
            self.forget(name)
            self.unavailable(error)
        except BaseException:
            self.forget(name)
            raise
        table.confirm(taken)
        self.metrics.entries.labels(kind).inc()
        if tell:
            await self.announce(table)

    # --- seeing ------------------------------------------------------------------------------------------------

    async def state_of(self, table: GameTable, side: str | None, since: int) -> wire.TableState:
        """The table as a side may see it."""
        connected = self.audience.connected(table.row.id)
        return await self.in_thread(table_state, table, side, since, connected)

    async def welcome(self, table: GameTable, watcher: Watcher, hello: wire.Hello) -> None:
        """The first message to somebody who watches from now on, who has then what the others of that side have."""
        name, audience = table.row.id, self.audience
        if any(told is not None and told.entries != table.seq for told in self._told(table).values()):
            await self.announce(table)
        is_known, connected = hello.seq == table.counting.seq(watcher.side), audience.connected(name)
        since = table.since(watcher.side, hello.since, hello.seq) if is_known or hello.seq is None else 0
        message, told = await self.in_thread(greeting, table, watcher.side, since, connected, is_known=is_known)
        audience.note(name, watcher.side, told)
        watcher.greet(message)
        if table.match.moments is None:
            table.match.keep_moments(wanted=True)

    def _told(self, table: GameTable) -> dict[str | None, Told | None]:
        name, audience = table.row.id, self.audience
        return {watcher.side: audience.told(name, watcher.side) for watcher in audience.at(name)}

    async def announce(self, table: GameTable) -> None:
        """Tell everybody who watches how the table stands now."""
        if self.audience.at(table.row.id):
            await self._tell(table, None)
        else:
            table.match.keep_moments(wanted=False)

    async def answer(self, table: GameTable, side: str, since: int, known: Told | None) -> Answer:
        """Tell everybody who watches, and answer the side that acted: with what is new to it, if that is known."""
        found = await self._tell(table, Asking(side, since, known))
        assert found is not None
        return found

    async def _tell(self, table: GameTable, asking: Asking | None) -> Answer | None:
        """One message for each side that watches, however many sockets it has; and an answer for one who asks."""
        name, audience = table.row.id, self.audience
        answer, messages = await self.in_thread(news, table, audience.connected(name), self._told(table), asking)
        for watching, (message, told) in messages.items():
            audience.note(name, watching, told)
            audience.tell_side(name, watching, message)
        table.match.keep_moments(wanted=bool(messages))
        return answer

    async def announce_seats(self, table: str) -> None:
        """Tell everybody who has come and gone."""
        if self.audience.at(table):
            async with self.open(table) as found:
                seats = seat_list(found, self.audience.connected(table))
            self.audience.tell(table, wire.SeatsMessage(seats))

    async def renamed(self, table: str, side: str, name: str) -> None:
        """Somebody is called something else from now on: tell those who are there."""
        if table in self._live:
            async with self.open(table) as found:
                found.seats[side] = replace(found.seats[side], name=name)
        await self.announce_seats(table)

    async def revoke(self, table: str, token: str | None, side: str) -> wire.NewToken:
        """A new token for a seat, by its holder; the spectators' one by any player. The old one opens nothing more."""
        async with self.seated(table, token) as (found, sitting):
            wanted = "" if side == "spectator" else side
            if wanted not in found.seats:
                raise NotFound("There is no such seat at this table.", error="unknown_seat")
            if sitting.side is None or sitting.person or wanted not in ("", sitting.side):
                raise Forbidden("A seat is renewed by whoever holds it.", error="not_your_seat")
            fresh = new_token()
            try:
                await self.storage.change_seat(table, wanted, token_hash=token_hash(fresh))
            except StorageDown as error:
                self.unavailable(error)
            seat = found.seats[wanted]
            found.seats[wanted] = replace(seat, token_hash=token_hash(fresh))
            self.audience.dismiss(table, wanted or None, "revoked")
            return wire.NewToken(fresh)

    # --- clearing away -----------------------------------------------------------------------------------------

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(min(_SWEEP_SECONDS, self.settings.idle_seconds))
            self.sweep()

    def sweep(self) -> None:
        """Forget tables that nobody has used for a while, and the longest unused where there are too many."""
        oldest_first = sorted(self._live.items(), key=lambda item: item[1].used)
        surplus, now = len(oldest_first) - self.settings.most_tables, time.monotonic()
        for place, (name, table) in enumerate(oldest_first):
            lock = self._locks.get(name)
            if (lock is None or not lock.locked()) and (
                place < surplus or now - table.used > self.settings.idle_seconds
            ):
                self.forget(name)
        self.metrics.tables_live.set(len(self._live))


def _no_longer_plays(row: TableRow) -> Conflict:
    """A record that no longer replays, and has no landmark from which the game could go on."""
    game = game_of(row)
    now, what = game.rules_version, changed(row.data, game)
    rules = f"rules {row.rules_version}" + (f", here are rules {now}" if now != row.rules_version else "")
    return Conflict(
        f"{what} since this game was begun ({rules}), and no landmark of it can be used with them. "
        "Its record is kept: it plays with the version of Beachhead and with the data that it was played with.",
        error="drift",
    )


def _set_up(shelf: Shelf, new: wire.NewTable) -> tuple[TableRow, dict[str, str]]:
    """Check what is wished, and try whether the game begins."""
    game = shelf.game(new.game, new.overlay)
    try:
        setup = check_setup(game, new.scenario, new.options, {})
    except BadSetup as error:
        raise Unprocessable(str(error), error="bad_setup") from None
    except Refused as refusal:
        ruling = wire.Ruling(**name_ruling(game, refusal.ruling))
        raise Unprocessable(ruling.sentence, error="bad_setup", ruling=ruling) from None
    players = fill_seats(game, game.seats(setup.scenario, setup.settings), new.seats)
    seed = secrets.token_hex(32) if new.seed is None else new.seed
    dice = _dice(new, players)
    Match.new(game, setup.scenario, setup.settings, seats=players, seed=seed, keeps_digests=False)
    row = TableRow(
        id=new_id(),
        game=game.id,
        rules_version=game.rules_version,
        scenario=setup.scenario,
        options=dict(setup.settings),
        seed=seed,
        undo=new.undo,
        overlay=shelf.name(new.game, new.overlay),
        data=game.data_digest,
        dice=dice,
        clock=write_clock(new.clock, players),
        begun=None if new.invites else time.time(),
        hints=new.hints,
    )
    return row, players


def _dice(new: wire.NewTable, players: Mapping[str, str]) -> str:
    """Of what the seed is made."""
    computers = [side for side in new.invites if players.get(side) != HUMAN]
    if computers:
        words = f"Nobody can be invited to play {computers[0]}: it is no side of a person at this table."
        raise Unprocessable(words, error="bad_setup")
    if new.invites and new.seed is not None:
        words = "A seed cannot be chosen for a game with others: whoever chose it would know every roll."
        raise Unprocessable(words, error="bad_setup")
    return JOINT if new.invites else SERVER if new.seed is None else CHOSEN
