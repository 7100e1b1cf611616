"""The record of a table as a chain of hashes, and the proof that goes into the save of a finished game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from beachhead.kernel import Match, commitment, read_save
from beachhead.kernel.chain import ACTION, ALONG, REDO, blind, blinded, first_link, next_link
from beachhead.kernel.proofs import standing_actions
from beachhead.kernel.saves import Chance, Proof, SavedDraw, SavedEntry, SaveFile
from beachhead.server.keyfiles import Signer
from beachhead.server.rows import RESUME, Entry, SeatRow, TableRow
from beachhead.server.seats import SPECTATOR

_decode = msgspec.json.Decoder(Chance).decode


def header(row: TableRow, seats: Iterable[SeatRow]) -> dict[str, Any]:
    """What a record begins with. Nothing in it is a secret."""
    sitting = sorted((seat for seat in seats if seat.side != SPECTATOR), key=lambda seat: seat.side)
    return {
        "table": row.id,
        "game": row.game,
        "rules_version": row.rules_version,
        "data": row.data,
        "scenario": row.scenario,
        "options": row.options,
        "seats": {seat.side: seat.player for seat in sitting},
        "undo": row.undo,
        "dice": row.dice,
        "part": commitment(row.seed),
        "promises": {seat.side: seat.promise for seat in sitting if seat.promise},
        "numbers": row.numbers,
        "base": "" if row.base is None else blinded(row.play_seed, row.base),
        "past": 0 if row.base is None else len(read_save(row.base).actions),
        **({"clock": row.clock} if row.clock else {}),
    }


def drawn(match: Match[Any], kind: str, *, is_first: bool) -> Chance:
    """What an entry that was just performed has drawn; with the first one goes what was drawn at set-up."""
    begins = is_first or kind == RESUME
    own = match.record[-1].draws if kind in (ACTION, ALONG, REDO) else ()
    return Chance(*(tuple(map(_saved, draws)) for draws in (match.set_up_draws if begins else (), own)))


def _saved(draw: Any) -> SavedDraw:
    return SavedDraw(draw.number, draw.reason, draw.rule, draw.counts, draw.values)


def chance_text(chance: Chance) -> str:
    """What was drawn, as it is kept with an entry."""
    return msgspec.json.encode(chance).decode()


def saved_entry(entry: Entry) -> SavedEntry:
    """An entry as the chain and the proof have it."""
    chance = _decode(entry.chance) if entry.chance else None
    return SavedEntry(entry.kind, entry.side, entry.action, entry.digest, chance)


class Chain:
    """The head of a record as it grows."""

    def __init__(self, row: TableRow, seats: Iterable[SeatRow]) -> None:
        self.header = header(row, seats)
        self._seed = row.play_seed
        self.head = first_link(self.header)

    def next(self, entry: Entry) -> str:
        """The head with one more entry."""
        return next_link(self.head, blind(self._seed, entry.seq), saved_entry(entry))


def as_recorded(file: SaveFile) -> SaveFile:
    """The file with actions and draws in the words of then, which later rules may put otherwise."""
    assert file.proof is not None
    standing = standing_actions(file.proof)
    if standing is None or len(standing) != len(file.actions):
        return file
    actions = [
        replace(told, action=entry.action, chance=entry.chance.draws)
        if entry is not None and entry.chance is not None and number >= file.past and entry.digest == told.digest
        else told
        for number, (entry, told) in enumerate(zip(standing, file.actions, strict=True))
    ]
    first = file.proof.entries[0].chance if file.proof.entries and file.start is None else None
    return replace(file, actions=tuple(actions), set_up_chance=file.set_up_chance if first is None else first.set_up)


def proof(row: TableRow, chain: Chain, entries: Iterable[Entry], signer: Signer) -> Proof:
    """The proof for the save of a game that is over: it tells the server's part of the seed."""
    return Proof(
        header=chain.header,
        part=row.seed,
        entries=tuple(map(saved_entry, entries)),
        head=chain.head,
        key=signer.public,
        signature=signer.sign(row.id, chain.head),
    )
