"""The tables of the database. The record of a table is append-only: rows of `entries` are never changed or deleted.

Of `landmarks` the last few are kept; nobody needs them as long as the record replays.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(200), nullable=False),
    Column("rules_version", String(200), nullable=False),
    Column("scenario", String(200), nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(200), nullable=False),  # secret while the game runs
    Column("undo", String(8), nullable=False),
    Column("base", LargeBinary, nullable=True),  # the save that an imported table goes on from
    Column("created", Double, nullable=False),
    Column("origin", String(32), nullable=False, server_default=""),  # the table whose sealed save that was
    Column("overlay", String(200), nullable=False, server_default=""),  # the owner's corrections it is played with
    Column("data", String(200), nullable=False, server_default=""),  # the digest of the data with them
    Column("dice", String(8), nullable=False, server_default=""),  # of what the seed is made
    Column("due", Double, nullable=True),  # when a computer may be waited for, if one may be
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("side", String(200), primary_key=True),  # empty for spectators
    Column("player", String(200), nullable=False),
    Column("token_hash", String(64), nullable=True),
    Column("has_come", Boolean, nullable=False),
    Column("invite_hash", String(64), nullable=True),  # of an invite that nobody has claimed
    Column("promise", String(64), nullable=False, server_default=""),  # the hash of the number
    Column("number", String(64), nullable=False, server_default=""),  # what the seat puts into the dice
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # from 1; one writer alone can take a number
    Column("kind", String(16), nullable=False),
    Column("side", String(200), nullable=False),
    Column("action", String(200), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", Double, nullable=False),
    Column("chance", Text, nullable=False, server_default=""),  # what was drawn
    Column("head", String(64), nullable=False, server_default=""),  # the hash of the record up to here
    Column("unseen", Boolean, nullable=False, server_default=false()),  # done in secret: others do not count it
)

landmarks = Table(
    "landmarks",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),  # the entry with which it was written
    Column("after", Integer, nullable=False),  # how many actions the game had taken
    Column("name", String(200), nullable=False),  # empty for the end of the game
    Column("save", LargeBinary, nullable=False),  # a compressed save that begins there
)

shares = Table(
    "shares",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("name", String(200), primary_key=True),  # of a person who shares a side
    Column("side", String(200), nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("formations", Text, nullable=False),  # those that he leads, as JSON
)

Index("shares_by_token", shares.c.token_hash)
Index("seats_by_token", seats.c.token_hash)
Index("tables_by_due", tables.c.due)
