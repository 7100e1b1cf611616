"""A world: workers on a database, tables with people and computers, and trouble of every kind."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import hashlib
import logging
import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import structlog
from tests.simulation import disk as disks
from tests.simulation.checks import check_record, compare_with_the_rules
from tests.simulation.database import Database, connections_of_processes
from tests.simulation.disk import Disk
from tests.simulation.loop import Loop, SimProcess, virtual_time
from tests.simulation.net import Network, Server
from tests.simulation.people import SPECTATOR, Ledger, Person, Wrong
from tests.simulation.thinking import ThinkingProcess

from beachhead.games import find_game
from beachhead.server import app
from beachhead.server.app import Edges, make_app
from beachhead.server.keyfiles import seal_key, sign_key
from beachhead.server.settings import Settings
from beachhead.server.storage import make_engine
from beachhead.server.upgrades import upgrade

T = TypeVar("T")

FILE, SHARED = "file", "shared"
"""One server with a file of SQLite; two workers on a database that they share."""
KINDS = (FILE, SHARED)
CALM_SECONDS = 240.0
"""How long nothing goes wrong before everybody who is due must have moved."""
_TROUBLE_SECONDS = 240.0
_START_SECONDS = 20.0
_GRAVE = {"fault", "computers fail", "the record was changed", "drift", "the rules have changed", "no landmark"}
"""What the log of a server must never say."""

BOTH = {"british": "human", "german": "human"}
TABLES: list[dict[str, Any]] = [
    {"game": "pegasus", "seats": BOTH, "invites": ["german"]},
    {"game": "pegasus", "seats": {"british": "human", "german": "random"}},
    {"game": "omaha", "scenario": "easy-fox", "seats": {"us": "human"}},
    {"game": "pegasus", "seats": {"british": "random", "german": "first"}},
    {"game": "pegasus", "seats": BOTH, "undo": "ask"},
    {"game": "omaha", "scenario": "first-waves", "seats": {"us": "random"}},
]


class Plan(NamedTuple):
    """What to simulate."""

    seed: str
    kind: str = FILE
    tables: int = 4
    rounds: int = 2
    """Times of trouble, each followed by calm."""


class Found(NamedTuple):
    """What came of it."""

    hours: float
    entries: int
    acknowledged: int
    requests: int
    compared: int
    faults: Counter[str]
    trace: str


class World:
    """Everything that there is."""

    def __init__(self, plan: Plan, folder: Path, loop: Loop) -> None:
        self.plan, self.loop = plan, loop
        self.chance = Random(f"{plan.seed}/world")
        self.folder = folder
        self.disk = Disk(folder, plan.seed)
        self.database = Database(folder / "tables.sqlite", plan.seed, is_shared=plan.kind == SHARED)
        self.net = Network(plan.seed, self._worker)
        self.ledger = Ledger(self.note)
        self.settings = Settings(
            store=folder, requests_per_second=1e9, burst=10**9, new_tables_per_minute=1e9, bad_tokens_per_minute=1e9,
            idle_seconds=45.0, most_tables=2,
        )  # fmt: skip
        self.starting: SimProcess | None = None
        self.workers: list[Server | None] = [None] * (2 if self.database.is_shared else 1)
        self.people: list[Person] = []
        self.tables: dict[str, str] = {}
        self.happened: Counter[str] = Counter()
        self._trace = hashlib.sha256()
        self._work: list[asyncio.Task[None]] = []
        self._wrong: asyncio.Future[None] = loop.create_future()
        self.outside = contextvars.copy_context()
        self.disk.on_cut = self._power_fails

    def note(self, *what: Any) -> None:
        """Something happened; the same seed does the same."""
        self._trace.update(repr((round(self.loop.time(), 6), *what)).encode())

    def wrong(self, error: BaseException) -> None:
        """What must not happen has happened."""
        if not self._wrong.done():
            self._wrong.set_exception(error)

    def go_on(self, work: Any) -> None:
        """Do this beside everything else; whatever it fails with ends the simulation."""
        task = self.loop.create_task(work)
        self._work.append(task)

        def end(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and task.exception() is not None:
                self.wrong(task.exception() or Wrong())

        task.add_done_callback(end)

    # --- workers ------------------------------------------------------------------------------------------------

    def _worker(self) -> Server | None:
        """Any worker that lives."""
        alive = [worker for worker in self.workers if worker is not None]
        return self.chance.choice(alive) if alive else None

    async def start(self, place: int) -> None:
        """Start a worker, again and again if the disk or the database does not let it."""
        while not await self._try_to_start(place):
            self.happened["starts that failed"] += 1
            await asyncio.sleep(self.chance.uniform(1, 5))

    async def _try_to_start(self, place: int) -> bool:
        process = SimProcess(f"worker {place}")
        chance = Random(f"{self.plan.seed}/{self.chance.random()}")

        async def thinking() -> Any:
            return ThinkingProcess(process, chance, 0.005)

        serving = process.context.run(make_app, self.settings, Edges(self.database.open, thinking))
        started: asyncio.Future[bool] = self.loop.create_future()
        told: list[Any] = [{"type": "lifespan.startup"}]

        async def receive() -> Any:
            return told.pop() if told else await self.loop.create_future()

        async def send(message: Any) -> None:
            if not started.done():
                started.set_result(message["type"] == "lifespan.startup.complete")

        async def live() -> None:
            with contextlib.suppress(Exception):  # whoever waits is told that it does not start
                await serving({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)
            if not started.done():
                started.set_result(False)

        self.starting = process
        process.spawn(live())
        try:
            async with asyncio.timeout(_START_SECONDS):
                is_up = await started
        except TimeoutError:
            is_up = False
        if is_up and process.is_alive:
            self.workers[place] = Server(process, serving)
            return True
        self._end(process)
        return False

    def _end(self, process: SimProcess) -> None:
        """Nothing of a process is done any more; what it had open is closed, and nothing is written by that."""
        process.is_alive = False
        was, self.disk.is_dead = self.disk.is_dead, self.disk.is_dead or not self.database.is_shared
        for connection in process.connections:
            connection.close()
        self.disk.is_dead = was

    async def kill(self, place: int, *, cut: bool) -> None:
        """End a worker without warning, or the power of the computer; a little later it is back."""
        worker, self.workers[place] = self.workers[place], None
        if worker is None:
            return
        self.note("kill", place, cut)
        self._end(worker.process)
        if cut:
            self._lose_power()
        else:
            self.happened["kills"] += 1
            self.disk.forget()
        if not self.database.is_shared:
            check_record(self.database.path, self.tables, self.ledger)
        await asyncio.sleep(self.chance.uniform(0.5, 12))
        await self.start(place)

    def _power_fails(self) -> None:
        """In the middle of an operation of the disk."""
        worker = self.workers[0]
        process = self.starting if worker is None else worker.process
        if process is not None:
            process.is_alive = False
        self.loop.call_soon(lambda: self.go_on(self._after_the_cut(process)), context=self.outside)

    async def _after_the_cut(self, process: SimProcess | None) -> None:
        if self.workers[0] is not None:
            await self.kill(0, cut=True)
        elif process is not None:  # whoever starts it will try again
            self._end(process)
            self._lose_power()

    def _lose_power(self) -> None:
        self.happened["power cuts"] += 1
        self.disk.cut()
        self.disk.is_dead = False
        self.disk.fail_at.clear()

    # --- trouble ------------------------------------------------------------------------------------------------

    async def trouble(self) -> None:
        """For a while all goes wrong that can."""
        end = self.loop.time() + _TROUBLE_SECONDS
        mine = [self._kill, self._bad_net, self._broken_sockets]
        mine += [self._weak_database, self._away] if self.database.is_shared else [
            self._cut, self._cut_in_operation, self._full_disk, self._weak_disk,
        ]  # fmt: skip
        while self.loop.time() < end:
            await asyncio.sleep(self.chance.expovariate(1 / 12))
            what = self.chance.choice(mine)
            self.note("trouble", what.__name__)
            self.go_on(what())
        await asyncio.sleep(40)
        self.net.loss = self.net.twice = self.net.break_rate = self.disk.weak = self.database.weak = 0.0
        self.disk.is_full = self.database.is_away = False
        self.disk.fail_at.clear()

    async def _kill(self) -> None:
        await self.kill(self.chance.randrange(len(self.workers)), cut=False)

    async def _cut(self) -> None:
        await self.kill(0, cut=True)

    async def _cut_in_operation(self) -> None:
        self.disk.fail_at[self.disk.count + self.chance.randint(1, 30)] = "cut"

    async def _full_disk(self) -> None:
        self.disk.is_full = True
        await asyncio.sleep(self.chance.uniform(2, 20))
        self.disk.is_full = False

    async def _weak_disk(self) -> None:
        self.disk.weak = self.chance.choice((0.02, 0.2))
        await asyncio.sleep(self.chance.uniform(2, 20))
        self.disk.weak = 0.0

    async def _weak_database(self) -> None:
        self.database.weak = self.chance.choice((0.02, 0.1))
        await asyncio.sleep(self.chance.uniform(2, 20))
        self.database.weak = 0.0

    async def _away(self) -> None:
        self.database.is_away = True
        await asyncio.sleep(self.chance.uniform(2, 40))
        self.database.is_away = False

    async def _bad_net(self) -> None:
        self.net.loss, self.net.twice = self.chance.choice((0.05, 0.3)), 0.1
        await asyncio.sleep(self.chance.uniform(5, 30))
        self.net.loss = self.net.twice = 0.0

    async def _broken_sockets(self) -> None:
        self.net.break_rate = 0.1
        await asyncio.sleep(self.chance.uniform(5, 30))
        self.net.break_rate = 0.0

    # --- people -------------------------------------------------------------------------------------------------

    async def set_up(self) -> None:
        """Tables, and people who come to them."""
        for number in range(self.plan.tables):
            await self.new_table(TABLES[number % len(TABLES)])

    async def new_table(self, wish: dict[str, Any]) -> None:
        """One more table."""
        made = (await self.net.send("POST", "/api/tables", None, wish)).json()
        table, game = made["id"], find_game(wish["game"])
        self.tables[table] = wish["game"]
        tokens = dict(made["tokens"])
        for side, invite in made["invites"].items():
            claimed = await self.net.send("POST", f"/api/tables/{table}/claim", None, {"invite": invite})
            tokens[side] = claimed.json()["token"]
        for side, token in {**tokens, SPECTATOR: made["spectator"]}.items():
            seed = f"{self.plan.seed}/{len(self.tables)}"
            person = Person(self.net, self.ledger, table, side, token, game, seed)
            self.people.append(person)
            self.go_on(self._live(person, is_gathering=bool(wish.get("invites"))))

    async def _live(self, person: Person, *, is_gathering: bool) -> None:
        if is_gathering and person.side != SPECTATOR:
            await person.gather()
        elif is_gathering:
            while not (await person.must("GET", "/lobby")).json()["has_begun"]:
                await asyncio.sleep(2)
        self.go_on(person.listen())
        if person.side != SPECTATOR:
            await person.play()

    # --- what must hold -----------------------------------------------------------------------------------------

    def entries(self) -> dict[str, int]:
        """How long each record is."""
        with closing(sqlite3.connect(self.database.path)) as connection:
            found = connection.execute("SELECT table_id, count(*) FROM entries GROUP BY table_id").fetchall()
        return dict.fromkeys(self.tables, 0) | dict(found)

    def over(self) -> set[str]:
        """The tables whose games are over."""
        return {person.table for person in self.people if person.is_over}

    async def calm(self) -> None:
        """Nothing goes wrong any more: whoever is due moves, and a game that ended makes room for another."""
        await asyncio.sleep(CALM_SECONDS / 4)
        before = self.entries()
        await asyncio.sleep(CALM_SECONDS)
        after, over = self.entries(), self.over()
        still = sorted(table for table in before if table not in over and after[table] <= before[table])
        if still:
            states = [
                (p.table, p.side, p.state and (p.state["seq"], p.state["deciding"], p.state["decision"] is not None))
                for p in self.people
                if p.table in still
            ]
            raise Wrong(f"nobody moves at {still} though all is well: {states}")
        while sum(table not in over for table in self.tables) < self.plan.tables:
            await self.new_table(TABLES[len(self.tables) % len(TABLES)])

    async def everybody_knows(self) -> None:
        """When people rest, all of them know the same, and it is how the table stands."""
        for person in self.people:
            person.is_resting = True
        await asyncio.sleep(90)
        for person in self.people:
            for attempt in range(20):  # computers move on
                answer = await person.must("GET", "")
                if person.is_over or (person.heard and answer.json()["head"] == person.heard["head"]):
                    break
                await asyncio.sleep(2.1 if attempt < 19 else 0)
            else:
                raise Wrong(f"{person.side} of {person.table} has not heard how the table stands")

    async def live(self) -> Found:
        """From the beginning to the end."""
        for place in range(len(self.workers)):
            await self.start(place)
        await self.set_up()
        for _ in range(self.plan.rounds):
            await self.trouble()
            await self.calm()
        await self.everybody_knows()
        check_record(self.database.path, self.tables, self.ledger)
        compared = await compare_with_the_rules(self.database.open(), self.tables, self.ledger, self.chance)
        faults = self.happened + self.disk.happened + self.net.happened + Counter(self.database.happened)
        return Found(
            self.loop.time() / 3600, sum(self.entries().values()), self.ledger.acknowledged, self.ledger.requests,
            compared, faults, self._trace.hexdigest(),
        )  # fmt: skip

    async def run(self, life: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Live until the end, or until something is wrong."""
        living = self.loop.create_task(life())
        await asyncio.wait({living, self._wrong}, return_when="FIRST_COMPLETED")
        if self._wrong.done():
            self._wrong.result()
        return living.result()


# --- around it ----------------------------------------------------------------------------------------------------


def make_store(folder: Path, *, is_new: bool = False) -> None:
    """A folder as a server has it after its first start, with an empty database and keys; a new one has nothing."""
    folder.mkdir(parents=True)
    if is_new:
        return
    seal_key(folder).key(), sign_key(folder).key()

    async def prepare() -> None:
        engine = make_engine(f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}")
        await upgrade(engine)
        await engine.dispose()

    asyncio.run(prepare())


@contextmanager
def seeded(seed: str) -> Iterator[None]:
    """All secrets come from the seed."""
    real, chance = secrets.token_bytes, Random(f"{seed}/secrets")
    secrets.token_bytes = lambda count=None: chance.randbytes(32 if count is None else count)
    try:
        yield
    finally:
        secrets.token_bytes = real


@contextmanager
def without_warming_up() -> Iterator[None]:
    """Servers read no sheets before anybody asks: here that would be half of all work."""
    real, app.game_list = app.game_list, lambda _: []
    try:
        yield
    finally:
        app.game_list = real


@contextmanager
def logs_read(wrong: Callable[[BaseException], None]) -> Iterator[None]:
    """What servers log is read, and nothing is shown."""

    def read(_logger: Any, _method: str, words: Any) -> Any:
        if words["event"] in _GRAVE:
            wrong(Wrong(f"a server says: {words}"))
        raise structlog.DropEvent

    logging.getLogger("sqlalchemy").setLevel(logging.CRITICAL)
    structlog.configure(
        processors=[read],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        cache_logger_on_first_use=False,
    )
    try:
        yield
    finally:
        structlog.reset_defaults()


def simulate(plan: Plan, folder: Path) -> Found:
    """Simulate one world. Raises `Wrong`, or whatever else went wrong in it."""
    store = folder / "store"
    make_store(store)
    world = World(plan, store, Loop(plan.seed))
    return live_in(world, world.live)


def live_in(world: World, life: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Let everything in the world be as it says while somebody lives there."""
    loop, plan = world.loop, world.plan
    loop.set_exception_handler(lambda _, about: None)
    with contextlib.ExitStack() as stack:
        stack.enter_context(virtual_time(loop))
        stack.enter_context(seeded(plan.seed))
        stack.enter_context(logs_read(world.wrong))
        stack.enter_context(connections_of_processes())
        stack.enter_context(without_warming_up())
        if plan.kind == FILE:
            stack.enter_context(disks.inserted(world.disk))
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(world.run(life))
