"""Simulated worlds and injected faults: `tests/simulation` has what they are, and how one is run again by hand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.testing.children import PATIENCE

ROOT = Path(__file__).parents[2]

disks = pytest.importorskip("tests.simulation.disk", reason="files of processes are looked up in /proc")
pytestmark = pytest.mark.skipif(disks.LIBRARY is None, reason="this Python's SQLite cannot be given another disk")


def simulation(*args, module="tests.simulation", patience=PATIENCE, hashes="0"):
    """What a simulation says that goes well."""
    command = [sys.executable, "-m", module, *args]
    env = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=env, timeout=patience)
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


def faults(*args, **options):
    return simulation(*args, module="tests.simulation.faults", **options)


def test_simulated_worlds_in_which_the_same_happens_again():
    args = ("--seed", "every day", "--worlds", "2", "--rounds", "1", "--tables", "3")
    said, again = (simulation(*args, hashes=hashes) for hashes in ("0", "random"))
    traces = re.findall(r"^(?:file|shared) .+ [0-9a-f]{64}$", said, re.MULTILINE)
    assert len(traces) == 2 and said.splitlines()[:2] == again.splitlines()[:2] == traces
    assert re.search(r"2 worlds, 0\.\d simulated hours", said)
    assert {"kills", "power cuts", "statements while the database was away", "entries"} <= set(
        re.findall(r"^ +\d+ (.+)$", said, re.MULTILINE)
    )


@pytest.mark.parametrize(
    ("kind", "part", "stride"), [("file", "start", "60"), ("file", "play", "24"), ("shared", "play", "60")]
)
def test_an_operation_fails(kind, part, stride):
    assert re.search(r"operations of", faults("--kind", kind, "--part", part, "--stride", stride))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("kind", "part"), [("file", "start"), ("file", "play"), ("shared", "start"), ("shared", "play")]
)
def test_every_operation_fails_in_every_way(kind, part):
    assert re.search(r"operations of", faults("--kind", kind, "--part", part, patience=3 * 3600))


@pytest.mark.soak
def test_an_hour_of_simulated_worlds():
    simulation("--seed", os.urandom(4).hex(), "--minutes", "60", "--tables", "6", "--rounds", "3", patience=3 * 3600)
