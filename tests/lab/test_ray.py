"""The laboratory on a real Ray cluster of two nodes: the same rows as here, whoever dies on the way."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from beachhead.games import find_game
from beachhead.lab import PlayoutError, read_study, run_study
from beachhead.lab.onray import packed, unpacked

ray = pytest.importorskip("ray", reason="Ray is an extra: beachhead[ray]")

STUDY = """
title = "Does a cluster play the same?"
game = "pegasus"
seed = "R"
games = 12
dice = "by-purpose"
observer = "watch.py:Watch"
arm = [{ name = "plain", players = "agent.py:Mortal" }, { name = "random", players = "random" }]
[measures]
game = ["winner", "steps_lost"]
"""
# A player that takes its worker with it when it first sits down to a certain game, and plays on the next time.
AGENT = """
import os, signal
from pathlib import Path
from beside import MARK

class Mortal:
    def __init__(self, game, side, random):
        self.random = random
        mark = Path(__file__).parent / MARK
        if mark.exists() and random.getstate() == __import__("random").Random("R/3/british").getstate():
            mark.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    def choose(self, seat):
        return self.random.choice(list(seat.decision.actions()))
"""
WATCH = """
from beachhead.lab import Observer

class Watch(Observer):
    def found(self):
        return {"events": len(self.match.events)}
"""


@pytest.fixture
def study(tmp_path):
    for name, text in {
        "study.toml": STUDY,
        "agent.py": AGENT,
        "beside.py": "MARK = 'mark'\n",
        "watch.py": WATCH,
    }.items():
        (tmp_path / name).write_text(text)
    found, _ = read_study(tmp_path / "study.toml", lambda game, overlay: partial(find_game, game, overlay))
    return found


@pytest.fixture
def cluster():
    """Two nodes with a processor each, on this machine."""
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    little = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
    made = Cluster(initialize_head=True, head_node_args={**little, "include_dashboard": False})
    made.second = made.add_node(**little)
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def files(folder):
    return {name: (folder / name).read_bytes() for name in ("games.jsonl", "turns.jsonl", "losses.jsonl")}


def test_a_cluster_that_loses_a_worker_and_a_node_plays_the_same(study, cluster, tmp_path):
    here = run_study(study, tmp_path / "here", workers=1)
    assert len(here.rows) == 24 and not here.failures()
    (tmp_path / "mark").touch()

    def lose_a_node(done):
        if done == 8:
            cluster.remove_node(cluster.second)

    there = run_study(study, tmp_path / "there", on=cluster.address, progress=lose_a_node)
    assert not (tmp_path / "mark").exists(), "no worker died"
    assert len([node for node in ray.nodes() if node["Alive"]]) == 1, "no node died"
    assert there.records == here.records and files(tmp_path / "here") == files(tmp_path / "there")


def test_files_of_ones_own_travel(study, tmp_path):
    jobs = study.jobs()
    parcel = packed(jobs)
    assert {Path(name).name for name in parcel.files} == {"agent.py", "beside.py", "watch.py"}
    assert unpacked(jobs, parcel) == tuple(jobs), "where they are, they stay"
    for name in parcel.files:
        Path(name).unlink()
    moved = unpacked(jobs, parcel)
    spec = moved[0].players["british"]
    assert spec.file != jobs[0].players["british"].file and Path(spec.file).read_text() == AGENT
    assert moved[0].observe.args[0].read_text() == WATCH and moved[1].players == jobs[1].players


def test_a_cluster_that_is_not_there(study):
    with pytest.raises(PlayoutError, match=r"no Ray cluster answers at ray://127.0.0.1:1"):
        run_study(study, on="ray://127.0.0.1:1")
