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
    Column("clock", String(200), nullable=False, server_default=""),  # the time that people have, as JSON
    Column("begun", Double, nullable=True),  # when everybody had come
    Column("hints", Boolean, nullable=False, server_default=false()),  # people may ask though several play
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
    Column("name", String(40), nullable=False, server_default=""),  # of whoever sits there
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

uptimes = Table(
    "uptimes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("began", Double, nullable=False),  # a stretch in which a worker was up
    Column("seen", Double, nullable=False),  # how far it is known to go
)

talk = Table(
    "talk",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("kind", String(8), nullable=False),  # chat or emote
    Column("side", String(200), nullable=False),  # empty for spectators
    Column("name", String(40), nullable=False),  # of whoever said it, as it was then
    Column("text", String(400), nullable=False),
    Column("at", Double, nullable=False),
)

thoughts = Table(
    "thoughts",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("step", Integer, nullable=False),  # how many actions the game had taken
    Column("side", String(200), nullable=False),  # whose thought it was
    Column("kind", String(8), nullable=False),  # a computer's own, or a hint that somebody asked for
    Column("reasons", Text, nullable=False),  # what was tried, as JSON
)

calls = Table(
    "calls",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("side", String(200), primary_key=True),
    Column("person", String(200), primary_key=True),  # who shares the side; empty for whoever holds it
    Column("sealed", Text, nullable=False),  # where to call him, sealed with the server's key
    Column("service", String(100), nullable=False),
    Column("made", Double, nullable=False),
    Column("due", Double, nullable=True),  # when he is to be called, if he is
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("is_told", Boolean, nullable=False, server_default=false()),  # in this absence
    Column("problem", String(200), nullable=False, server_default=""),  # why he could not be called last
)

Index("calls_by_due", calls.c.due)
Index("shares_by_token", shares.c.token_hash)
Index("seats_by_token", seats.c.token_hash)
Index("tables_by_due", tables.c.due)
