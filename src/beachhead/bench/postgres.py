"""A PostgreSQL server of our own that can be stopped and started, for tests and measurements."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from functools import cache
from pathlib import Path

ENSURE = Path(__file__).parents[3] / "scripts" / "ensure-postgres"


class NoPostgres(Exception):
    """There is no PostgreSQL server here, and none can be installed."""


def postgres_programs() -> Path:
    """The folder with the programs of a server, which are installed where we may."""
    found = subprocess.run([str(ENSURE)], capture_output=True, text=True, check=False)
    if found.returncode:
        raise NoPostgres(found.stderr)
    return Path(found.stdout.strip().splitlines()[-1])


@cache
def find_postgres() -> Path | None:
    """The same; None if there is none."""
    try:
        return postgres_programs()
    except (NoPostgres, OSError):
        return None


class Postgres:
    """The server; its folder must be one that the user `postgres` can be given."""

    def __init__(self, folder: Path) -> None:
        self.bin = postgres_programs()
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", str(folder / "data"), "-U", "beachhead", "--auth=trust", "-E", "UTF8", "--no-sync")
        self.start()

    def database(self, name: str) -> str:
        """A new database; its URL."""
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "beachhead"]
        self._run("createdb", *where, name)
        return f"postgresql://beachhead@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        """Start it."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=100"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-s", "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """Stop it at once, as a fault would."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-s", "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *args: str) -> None:
        command = [str(self.bin / program), *args]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, capture_output=program != "pg_ctl", text=True, check=False, cwd="/")
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")
