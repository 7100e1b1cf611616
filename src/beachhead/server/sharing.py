"""Sharing a side: giving formations to other people, and taking them back. `persons.py` says what they may do."""

from __future__ import annotations

from beachhead.server import wire
from beachhead.server.calls import CallBook
from beachhead.server.errors import NotFound, Unprocessable
from beachhead.server.persons import holder_of
from beachhead.server.plans import formations_of
from beachhead.server.rows import ShareRow
from beachhead.server.seats import Sitting, new_token, token_hash
from beachhead.server.storage import StorageDown
from beachhead.server.table import GameTable
from beachhead.server.tables import TableHost


async def share(host: TableHost, table: str, token: str | None, wish: wire.NewShare) -> wire.NewToken:
    """Give formations to a person; with a name that is known he has these from now on, and a new link."""
    async with host.seated(table, token) as (found, sitting):
        side = holder_of(sitting)
        known = {each.id for each in wire_formations(found, side)}
        unknown = [name for name in wish.formations if name not in known]
        if unknown:
            raise Unprocessable(f"There is no formation {unknown[0]!r} of your side on the map.", error="bad_name")
        fresh = new_token()
        row = ShareRow(side, wish.name, token_hash(fresh), tuple(dict.fromkeys(wish.formations)))
        try:
            await host.storage.put_share(table, row)
        except StorageDown as error:
            host.unavailable(error)
        found.shares[wish.name] = row
        return wire.NewToken(fresh)


async def end(host: TableHost, table: str, token: str | None, name: str) -> list[wire.ShareInfo]:
    """Take formations back; the link opens nothing any more."""
    async with host.seated(table, token) as (found, sitting):
        side = holder_of(sitting)
        row = found.shares.get(name)
        if row is None or row.side != side:
            raise NotFound("Nobody of that name shares this side.", error="unknown_seat")
        try:
            await host.storage.end_share(table, name)
            await CallBook(host).remove(table, side, name)
        except StorageDown as error:
            host.unavailable(error)
        del found.shares[name]
        host.audience.dismiss(table, side, "revoked", name)
        return await host.in_thread(shares_of, found, sitting)


def shares_of(table: GameTable, sitting: Sitting) -> list[wire.ShareInfo]:
    """Who shares the side of whoever asks."""
    if sitting.side is None:
        return []
    formations = {each.id: each for each in wire_formations(table, sitting.side)}
    return [
        wire.ShareInfo(
            name=row.name,
            formations=list(row.formations),
            titles=[formations[name].title for name in row.formations if name in formations],
            units=sorted({unit for name in row.formations if name in formations for unit in formations[name].units}),
            is_mine=row.name == sitting.person,
        )
        for row in table.shares.values()
        if row.side == sitting.side
    ]


def wire_formations(table: GameTable, side: str) -> list[wire.FormationInfo]:
    """The formations of a side."""
    sides = table.match.game.box.sides
    number = table.match.game.names["unit"].number
    return [each for each in formations_of(table, side) if each.units and sides[number(each.units[0])] == side]
