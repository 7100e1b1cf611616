"""Servers and databases for the tests of this folder."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.server.serving import Api, new_table, served

from beachhead.bench.postgres import Postgres


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
