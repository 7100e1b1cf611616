"""The other commands by real processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.cli.coverage import project_root

ROOT = Path(__file__).parents[2]


def test_help_and_no_arguments(cli):
    text = cli.run().stdout
    for command in ("games", "play", "replay", "verify", "playout", "rules", "board", "data", "case"):
        assert f" {command} " in text
    for command in (["play"], ["rules"], ["rules", "coverage"], ["board", "render"], ["data", "check"], ["playout"]):
        assert "Usage" in cli.run(*command, "--help").stdout


def test_games(cli):
    text = cli.run("games").stdout
    assert "skirmish  Skirmish" in text and "meeting" in text and "[2.1]" in text
    games = {game["id"]: game for game in json.loads(cli.run("games", "--json").stdout)}
    assert games["skirmish"]["sides"] == ["red", "blue"]
    assert [scenario["id"] for scenario in games["skirmish"]["scenarios"]] == ["meeting", "long"]
    assert games["skirmish"]["options"][1]["choices"] == [7, 9]
    assert "brave" in games["skirmish"]["players"]


def test_a_broken_game_does_not_hide_the_others(cli, site):
    info = site / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[beachhead.games]\nbroken = skirmish:nothing\n")
    try:
        done = cli.run("games", "--json")
    finally:
        for path in (*info.iterdir(), info):
            path.unlink() if path.is_file() else path.rmdir()
    assert "skirmish" in [game["id"] for game in json.loads(done.stdout)]
    assert "'broken' cannot be loaded" in done.stderr


# --- playouts ----------------------------------------------------------------------------------------------------


def playout(cli, *more):
    args = ("playout", "skirmish", "--scenario", "long", "--games", "30", "--seed", "9", "--json")
    return json.loads(cli.run(*args, "--option", "hexes=7", *more).stdout)


def test_a_playout_is_the_same_with_one_and_two_workers(cli):
    one, two = (playout(cli, "--players", "brave,random", "--workers", number) for number in (1, 2))
    for result in (one, two):
        assert result.pop("cpu_seconds") > 0
        assert result.pop("decisions_per_cpu_second") > 0
    assert one == two
    assert one["games"] == one["finished"] == sum(outcome["games"] for outcome in one["outcomes"]) == 30
    assert set(one["outcomes"][0]) == {"winner", "level", "reason", "games"}


def test_a_playout_as_text(cli):
    text = cli.run("playout", "skirmish", "--games", "5", "--workers", "1").stdout
    assert "decisions per CPU second" in text and "Time is up" in text


def test_playouts_that_cannot_be_played(cli):
    assert "did you mean random" in cli.refused("playout", "skirmish", "--players", "randm")
    assert "name them in the order red, blue" in cli.refused("playout", "skirmish", "--players", "random,random,random")
    assert "--games" in cli.refused("playout", "skirmish", "--games", "0")
    assert "did you mean long" in cli.refused("playout", "skirmish", "--scenario", "lon")
    assert "a human cannot play here" in cli.refused("playout", "skirmish", "--players", "human")


# --- checking ----------------------------------------------------------------------------------------------------


@pytest.fixture
def finished(cli, tmp_path):
    path = tmp_path / "finished.json"
    args = ("play", "skirmish", "--scenario", "long", "--option", "hexes=7", "--seed", "3", "--save", path)
    cli.run(*args, "--seats", "red=brave,blue=brave")
    return path


def test_verify(cli, finished):
    verdict = json.loads(cli.run("verify", finished, "--json").stdout)
    assert verdict["ok"] and verdict["draws"] > 0 and verdict["problems"] == []
    saved = json.loads(finished.read_text())
    saved["seed"] = "4"
    finished.write_text(json.dumps(saved))
    verdict = json.loads(cli.run("verify", finished, "--json", code=1).stdout)
    assert not verdict["ok"] and "commitment" in verdict["problems"][0]
    assert "problems" in cli.run("verify", finished, code=1).stdout


def test_verify_wants_a_finished_game(cli, tmp_path):
    path = tmp_path / "running.json"
    cli.run("play", "skirmish", "--save", path)
    assert "the game is not over" in cli.refused("verify", path)
    assert "there is no save" in cli.refused("verify", tmp_path / "none.json")


def test_replay(cli, finished):
    whole = cli.run("replay", finished, "--plain").stdout
    assert "Turn 1 ---" in whole and "Turn 9 ---" in whole and "The game is over" in whole
    part = cli.run("replay", finished, "--plain", "--to", "3").stdout
    assert whole.startswith(part) and "   3 " in part and "   4 " not in part
    stepped = cli.run("replay", finished, "--plain", "--step", text="\n\nq\n").stdout
    assert "Turn 3 ---" in stepped and "Turn 4 ---" not in stepped
    assert "did you mean blue" in cli.refused("replay", finished, "--side", "blu")


# --- rules, boards, data, cases ----------------------------------------------------------------------------------


def test_rules_show_and_search(cli):
    assert "A unit moves to the next free hex." in cli.run("rules", "show", "skirmish", "3.3").stdout
    assert "nearest: 3.3" in cli.refused("rules", "show", "skirmish", "3.33")
    assert "hits on 4 or more" in cli.run("rules", "search", "skirmish", "shoots", "hexes").stdout
    assert "try fewer" in cli.refused("rules", "search", "skirmish", "submarine")


CASE = """
game = "skirmish"
title = "A shot"
rules = ["3.2", "3.4"]
actions = ["unit R2", "shoot B1"]
[position]
hexes = [{id = "R2", value = "h5"}]
[chance]
shot = [6]
[expect.state]
steps = [{id = "B1", value = 1}]
"""


def test_rules_coverage_counts_code_and_cases(cli, tmp_path):
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "beachhead"\n')
    report = json.loads(cli.run("rules", "coverage", "skirmish", "--json", cwd=tmp_path).stdout)
    assert (report["rows"], report["applicable"], report["exercised"]) == (9, 8, 0)
    assert report["cited"] >= 5 and "3.4" in report["missing"]
    cases = tmp_path / "tests" / "rules" / "cases"
    cases.mkdir(parents=True)
    (cases / "shot.toml").write_text(CASE)
    report = json.loads(cli.run("rules", "coverage", "skirmish", "--json", cwd=cases).stdout)
    assert report["exercised"] == 2 and "3.4" not in report["missing"]
    text = cli.run("rules", "coverage", "skirmish", "--details", cwd=tmp_path).stdout
    assert "shot.toml" in "".join(text.split()) and "not applicable" in text  # a long path is wrapped


def test_coverage_outside_a_project(cli, tmp_path):
    text = cli.run("rules", "coverage", "skirmish", cwd=tmp_path).stdout
    assert "No project is around this folder" in text


def test_the_project_is_found_from_inside():
    assert project_root(ROOT / "src" / "beachhead") == ROOT
    assert project_root(ROOT / "examples" / "pegasus" / "src") == ROOT


def test_cases_pass_fail_and_are_missing(cli, tmp_path):
    path = tmp_path / "shot.toml"
    path.write_text(CASE)
    assert "1 passed" in cli.run("case", path).stdout
    path.write_text(path.read_text().replace("value = 1", "value = 2"))
    assert "FAIL" in cli.run("case", path, code=1).stdout
    report = json.loads(cli.run("case", path, "--json", code=1).stdout)
    assert report["failed"] == 1 and not report["cases"][0]["ok"]
    assert "no case file is here" in cli.refused("case", tmp_path / "none.toml")
    other = tmp_path / "other.toml"
    other.write_text(CASE.replace("skirmish", "skirmich"))
    report = json.loads(cli.run("case", other, path, "--json", code=1).stdout)
    assert "did you mean skirmish" in report["cases"][0]["error"] and len(report["cases"]) == 2


def test_board_render(cli, tmp_path):
    path = tmp_path / "board.svg"
    cli.run("board", "render", "pegasus", "-o", path)
    assert path.read_text().lstrip().startswith("<svg")
    assert "skirmish has no board to draw" in cli.refused("board", "render", "skirmish", "-o", path)
    assert ".svg or .png" in cli.refused("board", "render", "pegasus", "-o", tmp_path / "board.txt")
    assert "cannot be written" in cli.refused("board", "render", "pegasus", "-o", tmp_path / "none" / "board.svg")
    assert "--output" in cli.refused("board", "render", "pegasus")


def test_data_check_and_provenance(cli, tmp_path):
    assert "skirmish: the data is in order" in cli.run("data", "check", "skirmish").stdout
    (tmp_path / "rules.csv").write_text("rule,title,requirement,kind,applies\n1.1,,x,wrong,yes\n")
    done = cli.run("data", "check", "skirmish", "--overlay", tmp_path, code=1)
    assert "rules.csv:2: title: the cell is empty" in done.stdout and "3 problems" not in done.stdout
    report = json.loads(cli.run("data", "check", "skirmish", "--overlay", tmp_path, "--json", code=1).stdout)
    assert report[0]["problems"][0]["line"] == 2
    counts = json.loads(cli.run("data", "provenance", "skirmish", "--json").stdout)
    assert counts["rules.csv"]["none"] == 9
    assert "rules.csv" in cli.run("data", "provenance", "skirmish").stdout
    assert "did you mean skirmish" in cli.refused("data", "check", "skirmich")
    assert "name the game" in cli.refused("data", "check", "--overlay", tmp_path)


def test_nobody_reads_the_output(cli):
    command = f"{sys.executable} -m beachhead.cli games --json | true"
    done = subprocess.run(command, shell=True, check=False, capture_output=True, text=True, env=cli.env)
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr
