"""The database: upgrades, full disks, a server that goes away, and tables that leave memory and come back."""

from __future__ import annotations

import asyncio
import random
import resource
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from tests.server.serving import Api, Process, actions, fetch, hear, new_table, send, served, wait_for

from beachhead.server import schema, upgrades
from beachhead.server.rows import Entry, SeatRow, TableRow
from beachhead.server.storage import SequenceTaken, Storage, StorageDown, make_engine

ROW = TableRow(id="t", game="pegasus", rules_version="1", scenario="s", options={"a": True}, seed="x", undo="free")


def url(folder):
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


def entry(seq):
    return Entry(seq, "action", "us", "done", "00", 1.5)


def with_storage(address, work):
    """Run something with a database that is up to date."""

    async def run():
        storage = Storage(make_engine(address))
        await upgrades.upgrade(storage.engine)
        storage.start()
        try:
            return await work(storage)
        finally:
            await storage.close()

    return asyncio.run(run())


# --- upgrades -----------------------------------------------------------------------------------------------------


def test_the_newest_version_is_the_one_that_is_said():
    assert ScriptDirectory(str(upgrades.MIGRATIONS)).get_current_head() == upgrades.HEAD


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_make_the_schema(tmp_path, kind, request):
    plain = "" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    address = url(tmp_path) if kind == "sqlite" else plain.replace("postgresql://", "postgresql+asyncpg://")

    async def compare(storage):
        async with storage.engine.connect() as connection:
            return await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), schema.metadata)
            )

    assert with_storage(address, compare) == []


def test_a_copy_is_made_before_an_upgrade(tmp_path, monkeypatch):
    with_storage(url(tmp_path), lambda storage: storage.add_table(ROW, [SeatRow("us", "human", "h")]))
    assert not list(tmp_path.glob("*.backup"))
    scripts = tmp_path / "migrations"
    shutil.copytree(upgrades.MIGRATIONS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "v9999_more.py").write_text(
        f"import sqlalchemy as sa\nfrom alembic import op\nrevision = '9999'\ndown_revision = '{upgrades.HEAD}'\n"
        "def upgrade():\n    op.add_column('tables', sa.Column('more', sa.Integer))\n"
    )
    monkeypatch.setattr(upgrades, "MIGRATIONS", scripts)
    before = upgrades.HEAD
    monkeypatch.setattr(upgrades, "HEAD", "9999")
    with_storage(url(tmp_path), lambda storage: storage.ping())
    (copy,) = tmp_path.glob("*.backup")
    assert copy.stat().st_mode & 0o777 == 0o600
    with sqlite3.connect(copy) as old, sqlite3.connect(tmp_path / "tables.sqlite") as new:
        assert old.execute("SELECT version_num FROM alembic_version").fetchall() == [(before,)]
        assert old.execute("SELECT id FROM tables").fetchall() == [("t",)]
        assert new.execute("SELECT id, more FROM tables").fetchall() == [("t", None)]


def test_an_upgrade_that_fails_leaves_nothing(tmp_path, monkeypatch):
    """It used to leave the tables that it had made, and no later start got past them."""
    scripts, real = tmp_path / "migrations", upgrades.MIGRATIONS
    shutil.copytree(real, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "v9999_full.py").write_text(
        f"revision = '9999'\ndown_revision = '{upgrades.HEAD}'\n"
        "def upgrade():\n    raise OSError('No space left on device')\n"
    )
    monkeypatch.setattr(upgrades, "MIGRATIONS", scripts)
    with pytest.raises(OSError, match="No space"):
        with_storage(url(tmp_path), lambda storage: storage.ping())
    monkeypatch.setattr(upgrades, "MIGRATIONS", real)
    with_storage(url(tmp_path), lambda storage: storage.ping())


def test_a_database_of_a_later_version_is_left_alone(tmp_path):
    with_storage(url(tmp_path), lambda storage: storage.ping())
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(upgrades.TooNew, match="9999"):
        with_storage(url(tmp_path), lambda storage: storage.ping())


# --- the journal --------------------------------------------------------------------------------------------------


def test_a_number_is_taken_once(tmp_path):
    async def work(storage):
        await storage.add_table(ROW, [SeatRow("us", "human", "h")])
        wishes = [storage.append("t", entry(seq)) for seq in (1, 2, 2, 3, 1)]
        return await asyncio.gather(*wishes, return_exceptions=True), (await storage.news("t", 1))[1]

    answers, rows = with_storage(url(tmp_path), work)
    assert [type(answer) for answer in answers].count(SequenceTaken) == 2
    assert [row.seq for row in rows] == [2, 3]


def test_a_commit_survives_power_cuts(tmp_path):
    async def work(storage):
        async with storage.engine.connect() as connection:
            pragmas = ("synchronous", "journal_mode", "foreign_keys")
            return [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in pragmas]

    assert with_storage(url(tmp_path), work) == [2, "wal", 1]


def test_a_database_that_cannot_be_read(tmp_path):
    async def work(storage):
        await storage.add_table(ROW, [SeatRow("us", "human", "h")])
        async with storage.engine.begin() as connection:
            await connection.exec_driver_sql("DROP TABLE entries")
        answers = [storage.append("t", entry(1)), storage.news("t", 0), storage.table("t")]
        return await asyncio.gather(*answers, return_exceptions=True)

    assert [type(answer) for answer in with_storage(url(tmp_path), work)] == [StorageDown] * 3


# --- tables that leave memory -------------------------------------------------------------------------------------


def test_a_table_that_was_forgotten_comes_back_as_it_was(tmp_path):
    with served(tmp_path, most_tables=0) as address:
        seats = new_table(address, game="omaha", seed="evict")
        seat, chance = seats["us"], random.Random(1)
        with seats["spectator"].live() as socket:
            hear(socket)
            for _ in range(25):
                before = seat.state()
                fetch(f"{address}/metrics")  # sweeps
                after = seat.state()
                assert after == before
                seq = seat.act_at_random(after, chance)["seq"]
                told = hear(socket, until=lambda message, seq=seq: message["state"]["seq"] == seq)["state"]
            assert told["since"] + len(told["events"]) == len(seats["spectator"].state()["events"])


def test_undo_works_after_a_table_was_forgotten(tmp_path):
    with served(tmp_path, most_tables=0) as address:
        seat, chance = new_table(address, game="omaha", seed="evict")["us"], random.Random(2)
        state = seat.state()
        while not state["can_undo"]:
            state = seat.act_at_random(state, chance)
        fetch(f"{address}/metrics")
        undone = seat.post("/undo", seq=state["seq"]).json()
        fetch(f"{address}/metrics")
        assert seat.state()["can_redo"]
        assert seat.post("/redo", seq=undone["seq"]).json()["scene"] == state["scene"]


def test_rules_that_have_changed(tmp_path):
    with served(tmp_path, most_tables=0) as address:
        seat = new_table(address, game="pegasus", seats={"british": "human", "german": "human"})["german"]
        state = seat.state()
        seat.act(state, *actions(state)[0])
        with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
            connection.execute("UPDATE tables SET options = ?", ['{"gliders": true}'])
            connection.execute("DELETE FROM landmarks")
        fetch(f"{address}/metrics")
        answer = seat.get()
        assert answer.status_code == 409 and answer.json()["error"] == "drift"
        assert new_table(address, game="pegasus")["british"].get().status_code == 200


# --- when the database fails --------------------------------------------------------------------------------------


def test_a_full_disk(tmp_path):
    def little_room():
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, most))

    own = {"PYTHONPYCACHEPREFIX": str(tmp_path / "pycache")}  # it has no room for all that Python compiles
    server = Process(tmp_path, "--rate", "100000", preexec=little_room, env=own)
    try:
        seat, chance = new_table(server.address, game="omaha", seed="full")["us"], random.Random(1)
        state, refused = seat.state(), None
        while refused is None:
            if state["outcome"] is not None:
                seat = new_table(server.address, game="omaha", seed=f"full{chance.random()}")["us"]
                state = seat.state()
            answer = seat.act(state, *chance.choice(actions(state)))
            if answer.status_code == 200:
                state = answer.json()
            else:
                refused = answer
        assert refused.status_code == 503 and refused.json()["error"] == "unavailable", refused.text
        assert "try again" in refused.json()["message"] and refused.headers["retry-after"]
        assert fetch(f"{server.address}/health").status_code == 200
        same = seat.get()
        assert same.status_code == 200 and same.json()["seq"] == state["seq"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        again = seat.state()
        assert again["decision"] == state["decision"]
        after = seat.act_at_random(again, chance)
        assert after["seq"] == state["seq"] + 1
        with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        assert server.stop() == 0


def test_postgresql_goes_away_and_comes_back(tmp_path, postgres, postgres_url):
    with served(tmp_path, database=postgres_url) as address:
        seats = new_table(address, game="omaha", seed="gone")
        seat, chance = seats["us"], random.Random(1)
        state = seat.act_at_random(seat.state(), chance)
        with seats["spectator"].live() as socket:
            hear(socket)
            postgres.stop()
            try:
                answer = seat.act(state, *actions(state)[0])
                assert answer.status_code == 503 and answer.json()["error"] == "unavailable"
                assert seat.get().status_code == 503
                assert fetch(f"{address}/ready").status_code == 503
                assert fetch(f"{address}/health").status_code == 200
                assert send(f"{address}/api/tables", json={"game": "pegasus"}).status_code == 503
            finally:
                postgres.start()
            wait_for(lambda: fetch(f"{address}/ready").status_code == 200)
            again = seat.state()
            assert again["seq"] == state["seq"] and again["decision"] == state["decision"]
            after = seat.act_at_random(again, chance)
            hear(socket, until=lambda message: message["state"]["seq"] == after["seq"])


# --- several workers ----------------------------------------------------------------------------------------------


def connected(server, seat):
    """Who is there, as any worker says."""
    with Api(server.address, seat.table, seat.token) as fresh:
        return {seat["side"] for seat in fresh.state()["seats"] if seat["connected"]}


def test_workers_share_their_tables(tmp_path, postgres_url):
    server = Process(tmp_path, "--rate", "100000", "--database", postgres_url, "--workers", "2")
    try:
        seats = new_table(server.address, game="pegasus", seats={"british": "human", "german": "human"}, seed="shared")
        with ExitStack() as stack:
            sockets = [stack.enter_context(seats["spectator"].live()) for _ in range(6)]
            stack.enter_context(seats["british"].live())
            for socket in sockets:
                hear(socket)
            chance = random.Random(1)
            for _ in range(12):
                state = Api(server.address, seats["german"].table, seats["german"].token).state()  # any worker
                seat = seats[state["deciding"]]
                mine = Api(server.address, seat.table, seat.token)
                mine.act_at_random(mine.state(), chance)
                now = seats["spectator"].state()
                for socket in sockets:
                    if socket.state["seq"] != now["seq"]:  # otherwise it was done in secret
                        hear(socket, until=lambda message, seq=now["seq"]: message["state"]["seq"] == seq)
            wait_for(lambda: [connected(server, seats["german"]) for _ in range(8)] == [{"british"}] * 8)
            fresh = seats["spectator"].token
            assert seats["german"].post("/seats/spectator/revoke").status_code == 200
            for socket in sockets:
                hear(socket, "closed")
            tries = [Api(server.address, seat.table, fresh).get().status_code for _ in range(8)]
            assert set(tries) == {401}
        bots = new_table(server.address, game="pegasus", seats={"british": "random", "german": "first"})
        assert bots["spectator"].my_turn()["outcome"]
    finally:
        server.stop()


def test_of_two_workers_one_takes_the_number(tmp_path, postgres_url):
    """Two servers on one database, as two workers are: each has the table in memory."""
    with (
        served(tmp_path / "one", database=postgres_url) as one,
        served(tmp_path / "two", database=postgres_url) as two,
    ):
        first = new_table(one, game="omaha", seed="race")["us"]
        other = Api(two, first.table, first.token)
        chance = random.Random(1)
        for _ in range(10):
            states = [first.state(), other.state()]
            assert states[0]["seq"] == states[1]["seq"] and states[0]["scene"] == states[1]["scene"]
            action = chance.choice(actions(states[0]))
            with ThreadPoolExecutor(2) as pool:
                both = zip((first, other), states, strict=True)
                wishes = [pool.submit(seat.act, state, *action) for seat, state in both]
            answers = [wish.result() for wish in wishes]
            codes = sorted(answer.status_code for answer in answers)
            assert codes == [200, 409]
            late = next(answer.json() for answer in answers if answer.status_code == 409)
            assert late["error"] == "conflict" and late["state"]["seq"] == states[0]["seq"] + 1
