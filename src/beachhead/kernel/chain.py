"""The record of a table as a chain of hashes, so that whoever has seen its head has seen all of it.

The first link is the SHA-256 of the header: what was set up, by which rules and data, who sits where, and what the
dice are made of. Every further link hashes the one before, the entry (what was done, by whom, what chance gave it, and
the digest of the state after it), and a blind: without it somebody could try which hidden action gives the head that
he was shown. Blinds come from the seed of the table, which everybody has when the game is over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

_FORMAT = "beachhead-record-1"
_encode = msgspec.json.Encoder(order="sorted").encode

ACTION, ALONG, UNDO, REDO, RESIGN, RESUME = "action", "along", "undo", "redo", "resign", "resume"
FLAG, GO_ON = "flag", "go_on"
"""Kinds of entries. `along` is an action that belongs to the one before; undo and redo say of how many they are.
`flag` and `go_on` name a side whose time was over: whoever made the entry claimed the game, or gave time anew."""


def first_link(header: Mapping[str, Any]) -> str:
    """The head of a record without entries."""
    return hashlib.sha256(_encode([_FORMAT, dict(header)])).hexdigest()


def next_link(before: str, blind: str, entry: Any) -> str:
    """The head after one more entry, which is a list or anything that msgspec writes."""
    return hashlib.sha256(_encode([before, blind, entry])).hexdigest()


def blind(seed: str, number: int) -> str:
    """What makes link number `number` of a record unguessable; 0 is for the header."""
    return hashlib.blake2b(f"blind {number}".encode(), key=hashlib.sha256(seed.encode()).digest()).hexdigest()[:32]


def heads(header: Mapping[str, Any], seed: str, entries: Iterable[Any]) -> list[str]:
    """Every head that a record has had, the first one first."""
    found = [first_link(header)]
    for number, entry in enumerate(entries, 1):
        found.append(next_link(found[-1], blind(seed, number), entry))
    return found


def signed_text(table: str, head: str) -> bytes:
    """What the server signs for whoever is shown a head."""
    return f"{_FORMAT}\n{table}\n{head}\n".encode()


def blinded(seed: str, data: bytes) -> str:
    """A hash of data that may hold secrets, for a header."""
    return hashlib.sha256(blind(seed, 0).encode() + data).hexdigest()
