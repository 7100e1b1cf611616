"""Servers and databases for the tests of this folder."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.server.serving import Api, new_table, served

ENSURE = Path(__file__).parents[2] / "scripts" / "ensure-postgres"


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """A server for tests that leave it as it was."""
    with served(tmp_path_factory.mktemp("served")) as found:
        yield found


@pytest.fixture
def solo(address):
    """A new game of Easy Fox with one person."""
    seats = new_table(address, game="omaha", seed="solo")
    yield seats["us"]
    for seat in seats.values():
        seat.http.close()


@pytest.fixture
def duel(address):
    """A new game of Pegasus Bridge with two people."""
    seats = new_table(address, game="pegasus", seats={"british": "human", "german": "human"}, seed="duel")
    yield seats
    for seat in seats.values():
        seat.http.close()


@pytest.fixture
def nobody(address):
    with Api(address) as found:
        yield found


class Postgres:
    """A PostgreSQL server of our own that can be stopped and started."""

    def __init__(self, folder):
        found = subprocess.run([str(ENSURE)], capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stderr
        self.bin = Path(found.stdout.strip().splitlines()[-1])
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", str(folder / "data"), "-U", "beachhead", "--auth=trust", "-E", "UTF8", "--no-sync")
        self.start()

    def database(self, name):
        """A new database; its URL."""
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "beachhead"]
        self._run("createdb", *where, name)
        return f"postgresql://beachhead@127.0.0.1:{self.port}/{name}"

    def start(self):
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=100"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-s", "-w", "-l", log, "-o", options, "start")

    def stop(self):
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-s", "-m", "immediate", "-w", "stop")

    def _run(self, program, *args):
        command = [str(self.bin / program), *args]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, capture_output=program != "pg_ctl", text=True, check=False, cwd="/")
        assert done.returncode == 0, f"{program}: {done.stderr}"


@pytest.fixture(scope="session")
def postgres():
    """A throw-away PostgreSQL server. Its folder is outside those of pytest, which nobody but us may enter."""
    with TemporaryDirectory(prefix="beachhead-postgres-") as folder:
        found = Postgres(Path(folder))
        yield found
        found.stop()


@pytest.fixture
def postgres_url(postgres, request):
    """An empty database."""
    name = "".join(letter if letter.isalnum() else "_" for letter in request.node.name.lower())[-50:].strip("_")
    return postgres.database(name)
