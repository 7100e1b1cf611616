"""Saves that leave the server and come back.

The save of a game that is over is open: anybody may check it. The save of a running game holds what is hidden, so it
is sealed with a key of this server, and only what everybody knows stands in the clear. Whoever brings a sealed save
back gets the seat of whoever fetched it; other people find their seats with the links they have, and nothing moves
before they have come. The dice to come are new, so that nobody can look ahead in a copy. No seed is under the seal:
what was rolled before is proven by the table that the save came from, once the game there is over too.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cryptography.fernet import InvalidToken
from msgspec import Meta
from msgspec.structs import replace

from beachhead.games import game_ids
from beachhead.kernel import Game, Match, SaveDrift, SaveError, load, read_save, save
from beachhead.kernel.saves import SaveFile
from beachhead.players import HUMAN
from beachhead.server import wire
from beachhead.server.errors import Conflict, NotFound, Unprocessable
from beachhead.server.keyfiles import seal_key
from beachhead.server.record import as_recorded, proof
from beachhead.server.rows import JOINT, SERVER, SeatRow, TableRow
from beachhead.server.seats import SPECTATOR, computer_players, fill_seats, refuse_player
from beachhead.server.shelf import Shelf
from beachhead.server.sight import table_state, table_view
from beachhead.server.table import GameTable
from beachhead.server.tables import TableHost, new_id

FORMAT = "beachhead-sealed-save"
VERSION = 1
MOST_ACTIONS = 200_000
MOST_ITEMS = 1_500_000
"""How many things a save may hold in all, from brackets and commas; in saves of ours each takes about 12 bytes."""
MOST_COUNT = 10_000
"""The biggest number in a position; nothing on a map comes near it."""
_MOST_BYTES = 32 * 1024 * 1024
_LEAST = 64 * 1024
"""Sealed saves are filled up to twice, four times ... this size, so that their length tells next to nothing."""

Word = Annotated[str, Meta(max_length=200)]


class SealedSave(msgspec.Struct, frozen=True, kw_only=True):
    """The file of a running game."""

    format: str
    version: int
    game: Word
    title: str
    scenario: Word
    options: dict[Word, Any]
    players: dict[Word, Word]
    step: int
    corrections: list[str] = []
    commitment: Word
    sealed: str


class Hidden(msgspec.Struct, frozen=True, kw_only=True):
    """What is under the seal."""

    save: str
    undo: str
    exporter: str | None
    seats: list[SeatRow]
    table: str = ""


class Download(msgspec.Struct, frozen=True):
    """A file to be sent."""

    name: str
    body: bytes


class Arrival(msgspec.Struct, frozen=True):
    """A table that came in as a file; `kept` are seats whose people have their links already."""

    row: TableRow
    players: dict[str, str]
    kept: list[SeatRow]


class Sealer:
    """Seals and opens saves with the key of this server, which lies beside the database."""

    def __init__(self, data: Path) -> None:
        self._file = seal_key(data)

    def seal(self, data: bytes) -> str:
        """Data that this server alone can read again."""
        packed = zlib.compress(data, 6)
        size = _LEAST
        while size < len(packed) + 8:
            size *= 2
        return self._file.key().encrypt((len(packed).to_bytes(8, "big") + packed).ljust(size, b"\0")).decode()

    def open(self, sealed: str) -> bytes:
        """What was sealed; refused when it was not sealed here, or has been changed."""
        try:
            padded = self._file.key().decrypt(sealed.encode())
        except (InvalidToken, ValueError):
            raise _bad("it was sealed by another server, or has been damaged") from None
        length = int.from_bytes(padded[:8], "big")
        unpacker = zlib.decompressobj()
        return unpacker.decompress(padded[8 : 8 + length], _MOST_BYTES)


# --- out ----------------------------------------------------------------------------------------------------------


def export(table: GameTable, side: str | None, sealer: Sealer, proofs: Mapping[str, str]) -> Download:
    """The save of a table, open or sealed; seeds of earlier tables, by their commitments, go into an open one."""
    match, step = table.match, table.counting.step(side, table.step)
    name = f"{match.game.id}-{match.scenario}-{step}"
    if table.is_over:
        return Download(f"{name}.json", _open_save(table, proofs))
    hidden = Hidden(
        save=base64.b64encode(_without_seeds(save(match))).decode(),
        undo=table.row.undo,
        exporter=side,
        seats=[seat for seat in table.seats.values() if seat.side != SPECTATOR],
        table=table.row.id,
    )
    document = SealedSave(
        format=FORMAT,
        version=VERSION,
        game=match.game.id,
        title=match.game.title,
        scenario=match.scenario,
        options=dict(match.settings),
        players=table.players,
        step=step,
        corrections=list(match.game.corrections),
        commitment=match.commitment,
        sealed=sealer.seal(msgspec.json.encode(hidden)),
    )
    return Download(f"{name}.sealed.json", msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n")


def _open_save(table: GameTable, proofs: Mapping[str, str]) -> bytes:
    """The save of a game that is over, by its rules or because it was given up, with every seed that may be known."""
    match = table.match
    document = msgspec.json.decode(save(match), type=SaveFile)
    earlier = [replace(one, seed=one.seed or proofs.get(one.commitment)) for one in document.earlier_seeds]
    document = replace(
        document,
        seed=match.secret_seed,
        earlier_seeds=tuple(earlier),
        resigned=table.resigned,
        late=table.late,
        outcome=None if table.is_given_up else document.outcome,
        proof=proof(table.row, table.chain, table.entries, table.signer),
    )
    return msgspec.json.encode(as_recorded(document)) + b"\n"


def _without_seeds(data: bytes) -> bytes:
    """A save that tells nothing of the dice to come, whatever becomes of it."""
    document = msgspec.json.decode(data, type=SaveFile)
    earlier = tuple(replace(one, seed=None) for one in document.earlier_seeds)
    return msgspec.json.encode(replace(document, seed=None, earlier_seeds=earlier)) + b"\n"


async def seeds_behind(host: TableHost, origin: str) -> dict[str, str]:
    """The seeds of the table that another one came from, and of those before it, as far as their games are over."""
    found: dict[str, str] = {}
    while origin:
        try:
            async with host.open(origin) as table:
                found |= _seeds_of(table) if table.is_over else {}
                origin = table.row.origin
        except (NotFound, Conflict):  # it is gone, or no longer plays: there is no proof any more
            break
    return found


def _seeds_of(table: GameTable) -> dict[str, str]:
    """All seeds of a table that are known, by their commitments."""
    match = table.match
    earlier = {one.commitment: one.seed for one in match.earlier_seeds if one.seed is not None}
    return earlier if match.secret_seed is None else {**earlier, match.commitment: match.secret_seed}


# --- in -----------------------------------------------------------------------------------------------------------


class _Header(msgspec.Struct, frozen=True):
    format: Any = None


def arrive(data: bytes, sealer: Sealer, shelf: Shelf) -> Arrival:
    """Read a save, open or sealed, and play it, a long one from a landmark on.

    Whatever is wrong with it, the answer says so.
    """
    if sum(map(data.count, (b"{", b"[", b","))) > MOST_ITEMS:  # looked at before anything is built
        raise _bad(f"it holds more than {MOST_ITEMS:,} things")
    try:
        is_sealed = msgspec.json.decode(data, type=_Header).format == FORMAT
    except (ValueError, RecursionError):
        raise _bad("it is not a save, or has been damaged") from None
    if not is_sealed:
        return _arrive(data, "free", None, shelf)
    try:
        document = msgspec.json.decode(data, type=SealedSave)
        if document.version != VERSION:
            raise _bad(f"it is of version {document.version}; this server reads version {VERSION}")
        hidden = msgspec.json.decode(sealer.open(document.sealed), type=Hidden)
    except (ValueError, RecursionError):
        raise _bad("it has been damaged") from None
    return _arrive(_without_seeds(base64.b64decode(hidden.save)), hidden.undo, hidden, shelf)


def _arrive(data: bytes, undo: str, hidden: Hidden | None, shelf: Shelf) -> Arrival:
    match, overlay = _load(data, shelf)
    game = match.game
    sides = game.seats(match.scenario, match.settings)
    players = _players(game, sides, match, hidden)
    kept = [] if hidden is None else _kept(hidden)
    row = TableRow(
        id=new_id(),
        game=game.id,
        rules_version=game.rules_version,
        scenario=match.scenario,
        options=dict(match.settings),
        seed=match.secret_seed or "",
        undo=undo,
        base=save(match),
        origin="" if hidden is None else hidden.table,
        overlay=overlay,
        data=game.data_digest,
        dice=JOINT if kept and not match.is_over else SERVER,
    )
    _try(shelf.lay(row), players)
    return Arrival(row, players, kept)


def _try(row: TableRow, players: Mapping[str, str]) -> None:
    """Look at the table with everybody's eyes before it is made: one that cannot be shown would never be again."""
    try:
        table = GameTable(row, [SeatRow(side, player, None, True) for side, player in players.items()])
        for side in (None, *players):
            wire.encode(table_state(table, side, 0))
            msgspec.json.encode(table_view(table, side))
    except MemoryError:
        raise
    except Exception:  # a state out of a file may break the rules in any way
        raise _bad("its position cannot be shown") from None


def _load(data: bytes, shelf: Shelf) -> tuple[Match[Any], str]:
    """The match of a save, and the overlay with which it was played."""
    try:
        document = read_save(data)
        if document.game not in game_ids():
            raise _bad("its game is not installed here")
        if len(document.actions) > MOST_ACTIONS:
            raise _bad(f"it has more than {MOST_ACTIONS:,} actions")
        if _has_wild_number({**(document.start or {}), "draws": 0}):
            raise _bad(f"its position has a number that is greater than {MOST_COUNT:,}")
        overlay = shelf.played_with(document)
        return load(data, lambda name: shelf.game(name, overlay), quick=True), overlay
    except SaveDrift as drift:
        raise _bad(
            f"it no longer replays from action {drift.action} on: other rules made it, or it was changed"
        ) from None
    except SaveError as error:
        raise _bad(str(error)) from None
    except (Unprocessable, MemoryError):
        raise
    except Exception:  # a file from anywhere may break the rules in any way
        raise _bad("it cannot be played") from None


def _has_wild_number(value: Any) -> bool:
    """Whether something in a position is counted without end."""
    if isinstance(value, dict):
        return any(map(_has_wild_number, value.values()))
    if isinstance(value, list):
        return any(map(_has_wild_number, value))
    return isinstance(value, int | float) and not -MOST_COUNT <= value <= MOST_COUNT


def _bad(problem: str) -> Unprocessable:
    return Unprocessable(f"This save cannot be opened: {problem[:300]}.", error="bad_save")


def _players(game: Game[Any], sides: tuple[str, ...], match: Match[Any], hidden: Hidden | None) -> dict[str, str]:
    """The players as they were; one who cannot play here is replaced by the computer's best."""
    best = computer_players(game)[0]
    written = {seat.side: seat.player for seat in hidden.seats} if hidden else dict(match.seats)
    named = {side: player for side, player in written.items() if side in sides}
    return fill_seats(game, sides, {side: best if refuse_player(game, p) else p for side, p in named.items()})


def _kept(hidden: Hidden) -> list[SeatRow]:
    """The seats of other people, who have to come back with their own links."""
    others = [seat for seat in hidden.seats if seat.player == HUMAN and seat.side != hidden.exporter]
    return [SeatRow(seat.side, seat.player, seat.token_hash, False) for seat in others]
