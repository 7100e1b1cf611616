"""The store of what tests exercised."""

import json
import multiprocessing
import os

import pytest

from beachhead.rules import ExerciseError, clear_exercised, merge_exercised, record_exercised, write_exercised


def write_one(directory, number):
    for _ in range(20):
        write_exercised(directory, {"omaha": {"6.1": [f"t{number}"]}}, f"gw{number}")


def test_what_several_processes_noted_is_merged(tmp_path):
    folder = tmp_path / "build" / "exercised"
    write_exercised(folder, {"omaha": {"6.1": ["t2", "t1"], "6.2": ["t1"]}}, "gw0")
    write_exercised(folder, {"omaha": {"6.1": ["t3", "t1"]}, "tcs": {"6.1": ["t4"]}}, "gw1")
    assert merge_exercised(folder) == {"omaha": {"6.1": ["t1", "t2", "t3"], "6.2": ["t1"]}, "tcs": {"6.1": ["t4"]}}


def test_the_format_is_plain_json_in_a_file_named_after_the_process(tmp_path):
    path = write_exercised(tmp_path, {"omaha": {"6.1": {"tests/a.py::t"}}})
    assert path.name == f"{os.getpid()}.json"
    assert json.loads(path.read_text(encoding="utf-8")) == {"omaha": {"6.1": ["tests/a.py::t"]}}


def test_record():
    exercised = {}
    record_exercised(exercised, "omaha", ["6.1", "6.2"], "t1")
    record_exercised(exercised, "omaha", ["6.1"], "t2")
    record_exercised(exercised, "omaha", ["6.1"], "t1")
    record_exercised(exercised, "tcs", ["6.1"], "t1")
    assert exercised == {"omaha": {"6.1": ["t1", "t2"], "6.2": ["t1"]}, "tcs": {"6.1": ["t1"]}}


def test_nothing_noted_yet(tmp_path):
    assert merge_exercised(tmp_path / "nothing") == {}
    clear_exercised(tmp_path / "nothing")


def test_writing_again_replaces(tmp_path):
    write_exercised(tmp_path, {"omaha": {"6.1": ["old"]}}, "gw0")
    write_exercised(tmp_path, {"omaha": {"6.2": ["new"]}}, "gw0")
    assert merge_exercised(tmp_path) == {"omaha": {"6.2": ["new"]}}


@pytest.mark.parametrize(
    "content", [b'{"omaha": {"6.1": ["t', b"", b"[]", b'{"omaha": {"6.1": "t"}}', b"\xff", b"[" * 9999]
)
def test_an_unreadable_file_is_named(tmp_path, content):
    write_exercised(tmp_path, {"omaha": {"6.1": ["t"]}}, "gw0")
    (tmp_path / "gw1.json").write_bytes(content)
    with pytest.raises(ExerciseError, match=r"gw1\.json.*delete it"):
        merge_exercised(tmp_path)


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    write_exercised(tmp_path, {"omaha": {"6.1": ["t"]}}, "gw0")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_exercised(tmp_path, {"omaha": {"6.2": ["t"]}}, "gw0")
    assert [path.name for path in tmp_path.iterdir()] == ["gw0.json"]
    assert merge_exercised(tmp_path) == {"omaha": {"6.1": ["t"]}}


def test_a_write_that_was_cut_short_is_not_merged(tmp_path):
    write_exercised(tmp_path, {"omaha": {"6.1": ["t"]}}, "gw0")
    (tmp_path / "gw1-abc.tmp").write_text('{"omaha', encoding="utf-8")
    assert merge_exercised(tmp_path) == {"omaha": {"6.1": ["t"]}}


def test_clear_removes_what_earlier_runs_left_and_nothing_else(tmp_path):
    write_exercised(tmp_path, {"omaha": {"6.1": ["t"]}}, "gw0")
    (tmp_path / "gw1-abc.tmp").write_text("x", encoding="utf-8")
    (tmp_path / "README").write_text("x", encoding="utf-8")
    clear_exercised(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["README"]


def test_processes_that_write_at_the_same_time(tmp_path):
    spawn = multiprocessing.get_context("spawn")
    workers = [spawn.Process(target=write_one, args=(tmp_path, number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert merge_exercised(tmp_path) == {"omaha": {"6.1": ["t0", "t1", "t2"]}}
