"""What must hold of every record, and of everything that anybody was told."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
from tests.simulation.people import Ledger, Told, Wrong, plain

from beachhead.server.news import plain_scene
from beachhead.server.rows import Kept
from beachhead.server.sight import table_state
from beachhead.server.storage import Storage
from beachhead.server.table import GameTable

_IMAGINED = 0.1
"""How many of the states are compared with one in which what is hidden is otherwise."""


def check_record(path: Path, tables: Iterable[str], ledger: Ledger) -> None:
    """The file is sound, no record has a gap, and everything that anybody was told is in it."""
    with closing(sqlite3.connect(path)) as connection:
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Wrong("the file is damaged")
        for table in tables:
            query = "SELECT seq, head FROM entries WHERE table_id = ? ORDER BY seq"
            rows = connection.execute(query, (table,)).fetchall()
            if [seq for seq, _ in rows] != list(range(1, len(rows) + 1)):
                raise Wrong(f"the record of {table} has gaps")
            begun = {told.head for seen in ledger.told.get(table, {}).values() for told in seen if told.seq == 0}
            missing = ledger.heads(table) - {head for _, head in rows} - begun
            if missing:
                raise Wrong(f"{len(missing)} of what was told of {table} is not in its record")


async def compare_with_the_rules(storage: Storage, tables: Mapping[str, str], ledger: Ledger, chance: Random) -> int:
    """Play every record again: whatever a seat was told is what the rules let it see; how many were compared."""
    compared = 0
    for table in tables:
        kept = await storage.table(table)
        assert kept is not None
        if ledger.told.get(table):
            compared += _compare(kept, ledger.told[table], chance)
    return compared


def _compare(kept: Kept, told: dict[tuple[str | None, str], set[Told]], chance: Random) -> int:
    again = GameTable(kept.row, kept.seats)
    compared, sides = 0, {side for side, _ in told}
    for entry in (None, *kept.entries):
        if entry is not None:
            again.replay([entry])
            if again.chain.head != entry.head:
                raise Wrong(f"the chain of {kept.row.id} breaks at {entry.seq}")
        for side in sorted(sides, key=str):
            for one in sorted(told.get((side, again.head(side)), ())):
                if one.seq == again.counting.seq(side):
                    _must_be_what_is_seen(again, one, chance)
                    compared += 1
    everything = sum(map(len, told.values()))
    if compared < everything:
        raise Wrong(f"{everything - compared} states that were told never were")
    return compared


def _must_be_what_is_seen(table: GameTable, told: Told, chance: Random) -> None:
    state = msgspec.to_builtins(table_state(table, told.side, told.since))
    for name in ("scene", "decision", "events"):
        if plain(state[name]) != getattr(told, name):
            raise Wrong(f"at entry {table.seq} of {table.row.id} {told.side} was told another {name}")
    if chance.random() < _IMAGINED and not table.is_over:
        game = table.match.game
        other = game.imagine(table.match.state, told.side, chance)
        if plain(plain_scene(game, other, told.side) or None) != told.scene:
            raise Wrong(f"at entry {table.seq} of {table.row.id} {told.side} was told what is hidden")
