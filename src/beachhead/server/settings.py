"""What a server is told when it starts."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from platformdirs import user_data_path

HOME_VARIABLE = "BEACHHEAD_HOME"
STATIC = Path(__file__).parent / "static"
"""The built client."""

IMPORT_BYTES = 24 * 1024 * 1024
"""The biggest save that is taken in."""

CALL_SECONDS = 30.0
MAIL_VARIABLE = "BEACHHEAD_MAIL"
"""Where the mail account stands from which people are called."""

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def home() -> Path:
    """The folder for everything that is kept."""
    chosen = os.environ.get(HOME_VARIABLE)
    return Path(chosen).expanduser() if chosen else user_data_path("beachhead", appauthor=False)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where things lie and how much is allowed."""

    store: Path
    """The folder of the database and of the key that seals saves."""
    database: str = ""
    """A database URL; empty for a SQLite file in that folder."""
    overlays: dict[str, dict[str, Path]] = {}
    """Folders of an owner's corrections, by game and by name; the first of a game is the usual one."""
    static: Path = STATIC
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """Further addresses under which browsers reach this server, such as https://play.example.org."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose `X-Forwarded-For` is believed; nobody else's is."""
    idle_seconds: float = 600.0
    """How long a table that nobody uses stays in memory."""
    most_tables: int = 500
    """How many tables stay in memory, used or not."""
    requests_per_second: float = 40.0
    burst: float = 400.0
    """How many requests a client may make at once after a pause."""
    new_tables_per_minute: float = 40.0
    bad_tokens_per_minute: float = 30.0
    bots: int = 2
    """How many computer players think at the same time, each in a process of its own."""
    sockets: int = 5000
    """How many sockets may be open at once."""
    body_bytes: int = 64 * 1024
    services: dict[str, tuple[str, ...]] = {}
    """The services by which people may be called, each with hosts of the owner's own network that it may reach."""
    mail: str = ""
    """The mail account from which people are called who give a plain address, as Apprise writes it. It is a secret."""
    call_seconds: float = CALL_SECONDS
    """How long somebody is waited for before he is called."""

    @property
    def home_page(self) -> str:
        """The address that is put into messages; nothing where it is not known."""
        if self.origins:
            return self.origins[0].rstrip("/")
        return f"http://127.0.0.1:{self.port}" if self.host in LOOPBACK else ""

    @property
    def database_url(self) -> str:
        """The database, as SQLAlchemy wants it."""
        if not self.database:
            return f"sqlite+aiosqlite:///{self.store / 'tables.sqlite'}"
        return async_url(self.database)


def async_url(url: str) -> str:
    """The URL with the driver that this server uses."""
    for plain, full in (
        ("sqlite://", "sqlite+aiosqlite://"),
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
    ):
        if url.startswith(plain):
            return full + url.removeprefix(plain)
    return url
