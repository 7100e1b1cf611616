"""Bringing a database up to date. A SQLite file is copied first, so that nothing can be lost on the way."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

HEAD = "0011"
"""The newest of `migrations/versions`. Said here, so that alembic is imported only when there is something to do."""

MIGRATIONS = Path(__file__).parent / "migrations"
_VERSION_TABLE = "alembic_version"
_LOCK = 0x6265616368
"""The number of the lock that makes workers of one PostgreSQL database upgrade one after another."""


class TooNew(Exception):
    """The database was made by a later version of this program."""


def revision(connection: Connection) -> str | None:
    """The version of the database; None when nothing has ever been kept there."""
    if not inspect(connection).has_table(_VERSION_TABLE):
        return None
    found: str | None = connection.execute(text(f"SELECT version_num FROM {_VERSION_TABLE}")).scalar()
    return found


def is_current(connection: Connection) -> bool:
    """Whether nothing is to be done."""
    return revision(connection) == HEAD


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    else:  # else SQLite would keep each table by itself, and half of them when the disk is full
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    if is_current(connection):
        return
    from alembic import command  # noqa: PLC0415  it takes a while
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise TooNew(
            f"the database is of version {revision(connection)}, which this program does not know: a later one has "
            "used it. Update Beachhead, or choose another database with --database"
        ) from error


def _back_up(path: Path) -> Path:
    """Copy the file aside, with what is still in its write-ahead log."""
    copy = path.with_name(f"{path.name}.{time.strftime('%Y-%m-%d-%H%M%S')}.backup")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    copy.chmod(0o600)
    return copy


async def upgrade(engine: AsyncEngine) -> Path | None:
    """Bring the database up to date; where the copy of the old one lies, if there was one to copy."""
    async with engine.connect() as connection:
        if await connection.run_sync(is_current):
            return None
        is_new = await connection.run_sync(revision) is None
    path = engine.url.database
    copy = _back_up(Path(path)) if engine.dialect.name == "sqlite" and path and not is_new else None
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)
    return copy
