"""How the games of one person stand: for a list that asks again and again, so what has not changed costs little.

Whoever asks has a token for each of them. A table is opened when its record has grown since it was asked about last; in
between an answer is remembered by the length of the record, which is told to nobody.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable

import msgspec
from sqlalchemy import func, select

from beachhead.server import schema, wire
from beachhead.server.errors import ApiError
from beachhead.server.gathering import waits_for_numbers
from beachhead.server.rows import SeatRow, ShareRow
from beachhead.server.seats import SPECTATOR, find_sitting
from beachhead.server.sight import outcome_info, seat_list
from beachhead.server.storage import GONE, Storage, StorageDown
from beachhead.server.table import GameTable
from beachhead.server.tables import TableHost

_MOST_KEPT = 5000
_AT_ONCE = 4
"""How many tables are opened at the same time for one who asks."""


class _Found(msgspec.Struct):
    """What the database has of a table without its record."""

    game: str
    scenario: str
    overlay: str
    dice: str
    created: float
    length: int = 0
    seats: list[SeatRow] = []
    shares: list[ShareRow] = []


async def _found(storage: Storage, tables: Iterable[str]) -> dict[str, _Found]:
    names = list(set(tables))
    kept, seats, shares, entries = schema.tables, schema.seats, schema.shares, schema.entries
    head = [kept.c[name] for name in ("id", "game", "scenario", "overlay", "dice", "created")]
    sitting = [seats.c[name] for name in SeatRow.__struct_fields__]
    lengths = select(entries.c.table_id, func.max(entries.c.seq)).group_by(entries.c.table_id)
    try:
        async with storage.engine.connect() as connection:
            rows = await connection.execute(select(*head).where(kept.c.id.in_(names)))
            found = {row[0]: _Found(*row[1:]) for row in rows}
            for row in await connection.execute(select(seats.c.table_id, *sitting).where(seats.c.table_id.in_(names))):
                found[row[0]].seats.append(SeatRow(*row[1:]))
            query = select(shares.c.table_id, shares.c.side, shares.c.name, shares.c.token_hash)
            for row in await connection.execute(query.where(shares.c.table_id.in_(names))):
                found[row[0]].shares.append(ShareRow(row.side, row.name, row.token_hash, ()))
            for table, length in await connection.execute(lengths.where(entries.c.table_id.in_(names))):
                found[table].length = length
            return found
    except GONE as error:
        raise StorageDown from error


class Mine:
    """Answers how games stand."""

    def __init__(self, host: TableHost) -> None:
        self._host = host
        self._kept: OrderedDict[tuple[str, str | None], tuple[int, wire.Brief]] = OrderedDict()

    async def briefs(self, wanted: Iterable[wire.OwnSeat]) -> list[wire.Brief]:
        """How each of these tables stands for whoever holds the token."""
        asked = list(wanted)
        try:
            found = await _found(self._host.storage, (seat.table for seat in asked))
        except StorageDown as error:
            self._host.unavailable(error)
        gate = asyncio.Semaphore(_AT_ONCE)

        async def brief(seat: wire.OwnSeat) -> wire.Brief:
            async with gate:
                return await self._brief(seat, found.get(seat.table))

        return list(await asyncio.gather(*map(brief, asked)))

    async def _brief(self, seat: wire.OwnSeat, found: _Found | None) -> wire.Brief:
        sitting = None if found is None else find_sitting(found.seats, seat.token, found.shares)
        if found is None or sitting is None:
            return wire.Brief(table=seat.table, stage="gone")
        blank = wire.Brief(
            table=seat.table,
            stage="gathering",
            side=sitting.side,
            game=found.game,
            scenario=found.scenario,
            overlay=found.overlay,
            moved=found.created,
            seats=[
                wire.SeatInfo(each.side, each.player, each.promise != "", each.name)
                for each in found.seats
                if each.side != SPECTATOR
            ],
        )
        if waits_for_numbers(found.dice, found.seats):
            return blank
        return await self._running(blank, found)

    async def _running(self, blank: wire.Brief, found: _Found) -> wire.Brief:
        place = blank.table, blank.side
        known = self._kept.get(place)
        if known is None or known[0] != found.length or known[1].stage != "running":
            try:
                async with self._host.open(blank.table) as table:
                    known = table.seq, await self._host.in_thread(_read, table, blank)
            except ApiError as error:
                return msgspec.structs.replace(blank, stage="apart" if error.error == "other_data" else "away")
            self._kept[place] = known
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        connected = self._host.audience.connected(blank.table)
        names = {each.side: each.name for each in found.seats}
        seats = [
            wire.SeatInfo(each.side, each.player, each.side in connected, names[each.side]) for each in known[1].seats
        ]
        return msgspec.structs.replace(known[1], seats=seats)


def _read(table: GameTable, blank: wire.Brief) -> wire.Brief:
    """How a table stands, from the table itself."""
    match, side = table.match, blank.side
    scene = match.scene(side)
    cells = len(scene.track) if scene is not None else 0
    seen = (entry.at for entry in reversed(table.entries) if table.counting.counts(side, entry))
    return msgspec.structs.replace(
        blank,
        stage="over" if table.is_over else "running",
        deciding=table.deciding,
        thinking=table.bot,
        asked_by=table.asked_by,
        waiting_for=table.missing,
        heading="" if scene is None else scene.heading,
        progress=1.0 if table.is_over else (scene.here + 1) / cells if scene is not None and cells else 0.0,
        outcome=outcome_info(table.outcome),
        moved=next(seen, blank.moved),
        seats=seat_list(table, ()),
        until=_until(table),
    )


def _until(table: GameTable) -> float | None:
    """When the time of the side that is to decide will be over, if the server stays up."""
    if not table.row.clock or table.is_over:
        return None
    now = time.time()
    shown = table.face(now)
    return None if shown.running is None else now + shown.grace + shown.left[shown.running]
