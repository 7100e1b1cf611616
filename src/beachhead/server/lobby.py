"""Before a game between people begins: seats are claimed, and everybody puts a number into the dice.

An invite is used once and turns into a token that only whoever claims the seat has. The server has committed to its
part of the seed when the table was made. Every seat promises a number by its hash, and tells it when all have promised;
the seed is made of all of them (`joint_seed`), so nobody chooses it: not who tells last, not the server's owner.
"""

from __future__ import annotations

from beachhead.kernel import commitment
from beachhead.players import HUMAN
from beachhead.server import wire
from beachhead.server.errors import Conflict, Forbidden, NotFound, Unauthorized, Unprocessable
from beachhead.server.gathering import is_gathering, people
from beachhead.server.rows import JOINT, Kept, SeatRow
from beachhead.server.seats import SPECTATOR, Sitting, claimed_token, find_sitting, new_token, token_hash
from beachhead.server.storage import StorageDown
from beachhead.server.tables import TableHost


async def claim(host: TableHost, table: str, wish: wire.Claim) -> wire.Claimed:
    """Take the seat of an invite."""
    kept = await _kept(host, table)
    token = new_token() if wish.secret is None else claimed_token(wish.invite, wish.secret)
    try:
        side = await host.storage.claim(table, token_hash(wish.invite), token_hash(token))
    except StorageDown as error:
        host.unavailable(error)
    if side is None and (sitting := find_sitting((await _kept(host, table)).seats, token)) is not None:
        side = sitting.side  # claimed before, and the answer was lost
    if side is None:
        host.metrics.bad_tokens.inc()
        raise _not_good(kept)
    return wire.Claimed(side, token)


async def renew(host: TableHost, table: str, token: str | None, wish: wire.Invite) -> wire.Renewed:
    """Withdraw an invite that nobody has claimed, and make another: for who has it and something else of this table."""
    await _seated(host, table, token)
    fresh = new_token()
    try:
        side = await host.storage.renew_invite(table, token_hash(wish.invite), token_hash(fresh))
    except StorageDown as error:
        host.unavailable(error)
    if side is None:
        raise Conflict("This invite was claimed or withdrawn already.", error="claimed")
    return wire.Renewed(side, fresh)


def _not_good(kept: Kept) -> Unauthorized:
    if any(seat.invite_hash for seat in kept.seats):
        words = "This invite is not good: it was used already, or withdrawn for another"
        return Unauthorized(f"{words}. Ask whoever set the table up.", error="bad_invite")
    words = "This invite was used already: a seat belongs to whoever claimed it first"
    return Unauthorized(f"{words}. Ask whoever set the table up.", error="claimed")


async def lobby(host: TableHost, table: str, token: str | None) -> wire.Lobby:
    """How far the table is."""
    kept, sitting = await _seated(host, table, token)
    return _told(host, kept, sitting)


async def promise(host: TableHost, table: str, token: str | None, wish: wire.Promise) -> wire.Lobby:
    """Promise a number, once."""
    kept, sitting = await _seated(host, table, token)
    seat = _own(kept, sitting)
    if not seat.promise and not await _put_in(host, table, seat.side, "promise", wish.promise):
        kept, _ = await _seated(host, table, token)
        seat = _own(kept, sitting)
    if seat.promise and seat.promise != wish.promise:
        raise Conflict("This seat has promised another number.", error="promised")
    return await lobby(host, table, token)


async def tell(host: TableHost, table: str, token: str | None, wish: wire.DiceNumber) -> wire.Lobby:
    """Tell the number that was promised, when everybody has promised one."""
    kept, sitting = await _seated(host, table, token)
    seat = _own(kept, sitting)
    if not all(other.promise for other in people(kept)):
        raise Conflict("Not everybody has promised a number yet.", error="too_early")
    if commitment(wish.number) != seat.promise:
        raise Unprocessable("This is not the number that was promised.", error="other_number")
    if not seat.number:
        await _put_in(host, table, seat.side, "number", wish.number)
    found = await lobby(host, table, token)
    if found.has_begun:
        await host.begin(table)
    return found


async def _put_in(host: TableHost, table: str, side: str, column: str, value: str) -> bool:
    try:
        return await host.storage.put_in(table, side, "promise" if column == "promise" else "number", value)
    except StorageDown as error:
        host.unavailable(error)


async def _kept(host: TableHost, table: str) -> Kept:
    try:
        kept = await host.storage.table(table)
    except StorageDown as error:
        host.unavailable(error)
    if kept is None:
        raise NotFound("There is no such table.", error="unknown_table")
    return kept


async def _seated(host: TableHost, table: str, token: str | None) -> tuple[Kept, Sitting]:
    kept = await _kept(host, table)
    sitting = None if token is None else find_sitting(kept.seats, token)
    if sitting is None:
        host.metrics.bad_tokens.inc()
        raise Unauthorized("This link is not, or no longer, good for this table.")
    return kept, sitting


def _own(kept: Kept, sitting: Sitting) -> SeatRow:
    """The seat of whoever asks, at a table whose dice come from people."""
    if sitting.side is None:
        raise Forbidden("A spectator watches and does nothing else.", error="spectator")
    if kept.row.dice != JOINT:
        raise Conflict("The dice of this table come from the server alone.", error="no_numbers")
    return next(seat for seat in kept.seats if seat.side == sitting.side)


def _told(host: TableHost, kept: Kept, sitting: Sitting) -> wire.Lobby:
    """Numbers are told when nobody can put one in any more that depends on them."""
    everybody = people(kept)
    is_open = all(seat.promise for seat in everybody)
    seats = [
        wire.LobbySeat(seat.side, seat.player, is_claimed, seat.promise, seat.number if is_open else "", seat.name)
        for seat in kept.seats
        if seat.side != SPECTATOR
        for is_claimed in (seat.player != HUMAN or seat.token_hash is not None,)
    ]
    return wire.Lobby(
        id=kept.row.id,
        game=kept.row.game,
        scenario=kept.row.scenario,
        seat=sitting.side,
        seats=seats,
        part=commitment(kept.row.seed),
        key=host.signer.public,
        has_begun=not is_gathering(kept),
        hints=kept.row.hints,
    )
