"""kill -9 at any moment under load: every acknowledged action is there, and every table goes on where it was."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
import time

import httpx
import pytest
from tests.server.serving import Api, Process, actions, new_table

from beachhead.cases.compare import plain
from beachhead.games import find_game
from beachhead.kernel import Match, name_view, parse_action
from beachhead.testing.children import PATIENCE

FREE = ("--rate", "100000")
GAMES = ({"game": "pegasus"}, {"game": "omaha"}, {"game": "pegasus", "seats": {"british": "human", "german": "human"}})


class Player(threading.Thread):
    """Plays one table at random until the server dies or it is told to stop, and remembers what was acknowledged."""

    def __init__(self, address, table, tokens, seed):
        super().__init__(daemon=True)
        self.table, self.tokens = table, tokens
        self.random = random.Random(seed)
        self.address = address
        self.acknowledged = {}
        self.last = None
        self.halt = threading.Event()
        self.actions = 0

    def run(self):
        seats = [Api(self.address, self.table, token) for token in self.tokens.values()]
        try:
            while not self.halt.is_set():
                if not self._play(seats):
                    time.sleep(0.02)
        except httpx.HTTPError:
            pass  # killed
        finally:
            for seat in seats:
                seat.http.close()

    def _play(self, seats):
        played = False
        for seat in seats:
            answer = seat.get()
            if answer.status_code != 200 or answer.json()["decision"] is None:
                continue
            state = answer.json()
            path, body = "/actions", {}
            if state["can_undo"] and self.random.random() < 0.2:
                path = "/undo"
            else:
                verb, arg = self.random.choice(actions(state))
                body = {"verb": verb, "arg": arg}
            done = seat.post(path, seq=state["seq"], **body)
            assert done.status_code in (200, 409), done.text
            if done.status_code == 200:
                self.last = done.json()
                side = "" if self.last["outcome"] else self.last["seat"]
                self.acknowledged[side, self.last["seq"]] = (path, body)
                self.actions += 1
                played = True
        return played


def entries(database):
    """The landmarks, all rows of the record, and the seeds, straight from the database, while computers play on."""
    columns, marks = "table_id, seq, kind, side, action, digest, unseen", "SELECT table_id, seq FROM landmarks"
    if not database.startswith("postgresql"):
        with sqlite3.connect(database) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return (
                connection.execute(marks).fetchall(),
                connection.execute(f"SELECT {columns} FROM entries ORDER BY table_id, seq").fetchall(),
                dict(connection.execute("SELECT id, seed FROM tables").fetchall()),
            )

    async def read():
        import asyncpg

        connection = await asyncpg.connect(database)
        try:
            found = await connection.fetch(marks)
            rows = await connection.fetch(f"SELECT {columns} FROM entries ORDER BY table_id, seq")
            seeds = await connection.fetch("SELECT id, seed FROM tables")
            return [tuple(row) for row in found], [tuple(row) for row in rows], {row[0]: row[1] for row in seeds}
        finally:
            await connection.close()

    return asyncio.run(read())


def replayed(game, seed, rows):
    """The match that a record gives, by the kernel alone, with every digest checked."""
    match = Match.new(find_game(game), seed=seed)
    for _, _, kind, side, text, digest, _ in rows:
        if kind == "action":
            match.apply(parse_action(match.game, text), side=side)
        elif kind == "undo":
            match.undo()
        record = match.record
        assert (record[-1].digest if record else match.set_up_digest) == digest
    return match


def counted(rows, side):
    """The rows that a side counts; an empty side counts all, as everybody does when the game is over."""
    return [row for row in rows if not side or not row[6] or row[3] == side]


def check(database, server, players, games):
    """What is there is all that was acknowledged, and the server stands where the record says."""
    marks, rows, seeds = entries(database)
    assert set(marks) <= {row[:2] for row in rows}, "a landmark without its entry"
    compared = 0
    for player in players:
        own = [row for row in rows if row[0] == player.table]
        assert [row[1] for row in own] == list(range(1, len(own) + 1)), "a gap in the record"
        for (side, seq), (path, body) in player.acknowledged.items():
            mine = counted(own, side)
            assert len(mine) >= seq, f"entry {seq} was acknowledged and is lost"
            if path == "/actions":
                assert mine[seq - 1][4] == f"{body['verb']} {body['arg'] or ''}".strip()
        match = replayed(games[player.table], seeds[player.table], own)
        for side, token in player.tokens.items():
            with Api(server.address, player.table, token) as seat:
                state, view, again = seat.state(), seat.get("/view").json(), seat.state()
            has_computer = any(seat["player"] != "human" for seat in state["seats"])
            seq = len(counted(own, "" if match.outcome else side))
            assert state["seq"] == seq or has_computer  # which may have moved since the rows were read
            if state["seq"] == seq:
                compared += 1
                assert again["seq"] > state["seq"] or view == plain(name_view(match.game, match.view(side)))
                assert [e["text"] for e in state["events"]] == [e["text"] for e in match.events_for(side)]
                deciding = match.decision and match.decision.side
                assert state["deciding"] == deciding and (state["decision"] is not None) == (deciding == side)
            last = player.last
            if last is not None and last["seq"] == state["seq"] and last["seat"] == side:
                assert state["decision"] == last["decision"]
    assert compared >= len(players) // 2


class Tables:
    """The tables under load; one whose game is over is followed by a new one."""

    def __init__(self, count):
        self.tokens = [None] * count
        self.games, self.known, self.made = {}, {}, 0

    def fill(self, address):
        """Tables at which something is to be decided."""
        for place, held in enumerate(self.tokens):
            if held is None or self._is_over(address, *held):
                wish = GAMES[self.made % len(GAMES)]
                seats = new_table(address, **wish, seed=f"s{self.made}")
                table = seats["spectator"].table
                tokens = {side: seat.token for side, seat in seats.items() if side != "spectator"}
                self.tokens[place] = table, tokens
                self.games[table], self.known[table] = wish["game"], {}
                self.made += 1
        return self.tokens

    def _is_over(self, address, table, tokens):
        with Api(address, table, next(iter(tokens.values()))) as seat:
            return seat.state()["outcome"] is not None


def wait_for_load(players, seconds):
    """A while, and longer on a computer that is busy, until actions enough have been answered to speak of load."""
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds * 10:
        if passed > seconds and sum(player.actions for player in players) >= 2 * len(players):
            break
        time.sleep(0.01)


def crash(home, database_args, database, *, kills, tables, seconds):
    """Kill the server again and again under load, and check everything each time; how many actions were answered."""
    server, acknowledged, load = Process(home, *FREE, *database_args), 0, Tables(tables)
    try:
        for kill in range(kills):
            tokens = load.fill(server.address)
            players = [Player(server.address, table, own, f"{kill}/{table}") for table, own in tokens]
            for player in players:
                player.acknowledged = load.known[player.table]
                player.start()
            wait_for_load(players, seconds * (0.5 + random.Random(kill).random()))
            server.kill()
            for player in players:
                player.join(PATIENCE)
                assert not player.is_alive()
                acknowledged += player.actions
            server = Process(home, *FREE, *database_args)
            check(database, server, players, load.games)
    finally:
        code = server.stop()  # leave none behind, whatever a check says
    assert code == 0
    return acknowledged


def sqlite_file(home):
    return str(home / "tables.sqlite")


def test_three_kills_with_sqlite(tmp_path):
    assert crash(tmp_path, (), sqlite_file(tmp_path), kills=3, tables=4, seconds=0.8) > 20


def test_three_kills_with_postgresql(tmp_path, postgres_url):
    assert crash(tmp_path, ("--database", postgres_url), postgres_url, kills=3, tables=4, seconds=0.8) > 10


@pytest.mark.soak
def test_fifty_kills_with_sqlite(tmp_path):
    assert crash(tmp_path, (), sqlite_file(tmp_path), kills=50, tables=20, seconds=1.5) > 1000


@pytest.mark.soak
def test_fifty_kills_with_postgresql_and_two_workers(tmp_path, postgres_url):
    options = ("--database", postgres_url, "--workers", "2")
    assert crash(tmp_path, options, postgres_url, kills=50, tables=20, seconds=1.5) > 1000
