"""Saves and seeds on disk."""

from __future__ import annotations

import stat

import pytest

from beachhead.cli.errors import UserError
from beachhead.cli.storage import Keeper, find_seed, home, keep_seed, new_save_path, write_whole
from beachhead.kernel import Action, Match, read_save


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("BEACHHEAD_HOME", str(tmp_path / "home"))


@pytest.fixture
def match(skirmish):
    return Match.new(skirmish, seed="secret")


def test_a_file_is_written_whole(tmp_path):
    path = tmp_path / "folder" / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert [found.name for found in path.parent.iterdir()] == ["file"]


def test_a_file_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be written"):
        write_whole(tmp_path / "file" / "inside", b"")


def test_a_crash_while_writing_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, b"old")
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"


def test_the_vault_keeps_seeds_from_others(match):
    keep_seed(match)
    path = home() / "seeds" / match.commitment
    assert path.read_text() == "secret"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert find_seed(match.commitment) == "secret"


def test_a_seed_that_does_not_fit_is_no_seed(match):
    keep_seed(match)
    (home() / "seeds" / match.commitment).write_text("other")
    assert find_seed(match.commitment) is None
    assert find_seed("0" * 64) is None
    assert find_seed("../../etc/passwd") is None
    assert find_seed("") is None


def test_the_keeper_writes_when_something_happened(match, tmp_path):
    keeper = Keeper(match, tmp_path / "save.json")
    keeper.keep()
    assert read_save(keeper.path).seed is None
    assert b"secret" not in keeper.path.read_bytes()
    keeper.path.unlink()
    keeper.keep()
    assert not keeper.path.exists()
    match.apply(Action("unit", 0))
    keeper.keep()
    assert len(read_save(keeper.path).actions) == 1
    match.undo()
    keeper.keep()
    assert len(read_save(keeper.path).actions) == 0


def test_a_copy_does_not_write_over_anything(match, tmp_path):
    keeper = Keeper(match, tmp_path / "save.json")
    keeper.copy_to(tmp_path / "copy.json")
    with pytest.raises(UserError, match="exists already"):
        keeper.copy_to(tmp_path / "copy.json")


def test_two_games_have_two_names():
    one = new_save_path("skirmish")
    write_whole(one, b"")
    assert new_save_path("skirmish") != one
