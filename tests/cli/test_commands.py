"""The other commands by real processes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.cli.coverage import project_root

ROOT = Path(__file__).parents[2]


def test_help_and_no_arguments(cli):
    text = cli.run().stdout
    for command in (
        "games",
        "play",
        "replay",
        "verify",
        "playout",
        "suite",
        "study",
        "tournament",
        "ladder",
        "tune",
        "autopsy",
        "rules",
        "board",
        "data",
        "case",
    ):
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


def test_a_suite_counts_what_players_find(cli):
    args = ("suite", "pegasus", "--players", "veteran,random", "--json")
    found = json.loads(cli.run(*args).stdout)
    assert found == json.loads(cli.run(*args).stdout)
    assert len(found["positions"]) == 20 and found["shares"]["veteran"] > found["shares"]["random"]
    assert "has no suite of positions" in cli.refused("suite", "skirmish")


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


@pytest.mark.parametrize(("workers", "games"), [(1, {2}), (2, set(range(1, 100)))])
def test_sigterm_loses_nothing_that_was_played(cli, workers, games):
    talk = cli.start(
        "playout", "skirmish", "--games", "100", "--players", "alarm,brave", "--workers", workers, "--json"
    )
    text, code = talk.end()
    assert code == 128 + signal.SIGTERM
    result = json.loads(text)
    assert result["games"] in games and result["decisions"] > 0


# --- studies -----------------------------------------------------------------------------------------------------

STUDY = """
title = "Who is left in the lane?"
game = "skirmish"
games = 6
observer = "lane.py:Lane"

[[arm]]
name = "brave"
players = "brave"
scenario = "long"

[[arm]]
name = "short"
players = { red = "brave", blue = "random" }
options = { hexes = 7 }
games = 2

[[chart]]
file = "lane.svg"
arm = "brave"
panel = [
    { kind = "counts", title = "winners", lines = [{ measure = "winner" }] },
    { kind = "histogram", title = "steps", lines = [{ measure = "red steps", label = "red" }] },
    { kind = "by turn", title = "hits", lines = [{ measure = "hits by turn" }] },
    { kind = "spread by turn", title = "hits", lines = [{ measure = "hits by turn" }] },
    { kind = "reached by turn", title = "first hit", lines = [{ measure = "first hit" }] },
]
"""
LANE = """
from collections import Counter

from beachhead.lab import Observer


class Lane(Observer):
    def __init__(self, match):
        super().__init__(match)
        self.hits = Counter()

    def happened(self, event):
        if event.kind == "hit":
            self.hits[self.match.state.turn] += 1

    def found(self):
        first = min(self.hits, default=None)
        return {"red steps": sum(self.match.state.steps[:2]), "first hit": first, "hits by turn": self.hits}
"""


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "lane.toml"
    path.write_text(STUDY)
    (tmp_path / "lane.py").write_text(LANE)
    return path


def test_a_study_gives_the_same_files_with_one_and_two_workers(cli, study, tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for workers, folder in enumerate(folders, 1):
        text = cli.run("study", "run", study, "-o", folder, "--workers", workers).stdout
        assert "Who is left in the lane?" in text and "brave: 6 of 6 games finished" in text
    for name in ("games.jsonl", "summary.json", "lane.svg"):
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()
    rows = [json.loads(line) for line in (folders[0] / "games.jsonl").read_text().splitlines()]
    assert [(row["arm"], row["seed"]) for row in rows] == [
        *(("brave", f"1/{number}") for number in range(6)),
        *(("short", f"1/{number}") for number in range(2)),
    ]
    figures = json.loads((folders[0] / "summary.json").read_text())["arms"]["brave"]["figures"]
    steps = [row["found"]["red steps"] for row in rows if row["arm"] == "brave"]
    assert figures["red steps"]["mean"] == round(sum(steps) / 6, 3) and figures["red steps"]["most"] == max(steps)
    hits = sum(sum(row["found"]["hits by turn"].values()) for row in rows if row["arm"] == "brave")
    assert sum(figures["hits by turn"]["by_turn"].values()) == pytest.approx(hits / 6, abs=0.01)


def test_a_study_writes_over_nothing_unless_asked(cli, study, tmp_path):
    command = ("study", "run", study, "-o", tmp_path / "out", "--games", 1, "--workers", 1, "--no-charts")
    summary = json.loads(cli.run(*command, "--json").stdout)
    assert summary["short"]["games"] == 1
    (tmp_path / "out" / "summary.json").write_text("mine")
    assert "add --replace to write over it" in cli.refused(*command)
    assert (tmp_path / "out" / "summary.json").read_text() == "mine"
    cli.run(*command, "--replace")
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["arms"]["brave"]["games"] == 1


def test_sigterm_keeps_the_rows_of_a_study(cli, study, tmp_path):
    study.write_text(STUDY.replace('players = "brave"', 'players = { red = "alarm", blue = "brave" }'))
    text, code = cli.start("study", "run", study, "-o", tmp_path / "out", "--workers", 1).end()
    assert code == 128 + signal.SIGTERM and "Stopped after 4 games" in text
    assert len((tmp_path / "out" / "games.jsonl").read_text().splitlines()) == 4
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["arms"]["brave"]["games"] == 2


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("games = 6", "gmaes = 6", "games: the key is missing"),
        ("lane.py:Lane", "lane.py:Road", "has no 'Road': write a class Road"),
        ("lane.py:Lane", "road.py:Lane", "is not a Python file that can be read"),
        ("lane.py:Lane", "Lane", "not written as file.py:Class"),
        ('arm = "brave"', 'arm = "bold"', "'bold', which is no arm of the study"),
        ('name = "short"', 'name = "brave"', "stands in line 7 already"),
        ("hexes = 7", "hexes = 8", "one of 7, 9, not 8"),
        ('game = "skirmish"', 'game = "skirmsh"', "did you mean skirmish"),
    ],
)
def test_studies_that_cannot_be_run(cli, study, tmp_path, old, new, told):
    study.write_text(STUDY.replace(old, new))
    assert told in cli.refused("study", "run", study, "-o", tmp_path / "out")


# --- checking ----------------------------------------------------------------------------------------------------


@pytest.fixture
def finished(cli, tmp_path):
    path = tmp_path / "finished.json"
    args = ("play", "skirmish", "--scenario", "long", "--option", "hexes=7", "--seed", "3", "--save", path)
    cli.run(*args, "--seats", "red=brave,blue=brave")
    return path


def test_verify(cli, finished):
    verdict = json.loads(cli.run("verify", finished, "--json", code=6).stdout)
    assert verdict["ok"] and verdict["draws"] > 0 and verdict["problems"] == []
    standing = {claim["about"]: claim["standing"] for claim in verdict["claims"]}
    assert standing == {"draws": "proven", "replay": "proven", "record": "unproven", "seen": "unproven"}
    saved = json.loads(finished.read_text())
    saved["seed"] = "4"
    finished.write_text(json.dumps(saved))
    verdict = json.loads(cli.run("verify", finished, "--json", code=1).stdout)
    assert not verdict["ok"] and "commitment" in verdict["problems"][0]
    assert "False:" in cli.run("verify", finished, code=1).stdout


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


def test_what_happens_before_the_first_decision_of_a_turn_is_told_in_that_turn(cli, tmp_path):
    path = tmp_path / "omaha.json"
    cli.run("play", "omaha", "--scenario", "easy-fox", "--seed", "3", "--seats", "us=random", "--save", path)
    told = json.loads(cli.run("replay", path, "--json").stdout)
    assert (told["game"], told["scenario"], told["outcome"]["winner"]) == ("omaha", "easy-fox", "german")
    turns = {turn["name"].partition(",")[0]: turn["steps"] for turn in told["turns"]}
    names = [name for name in turns if name.startswith("Turn")]
    assert names == [f"Turn {number}" for number in range(1, len(names) + 1)]
    assert sum("action" in step for steps in turns.values() for step in steps) == told["actions"]
    second = turns["Turn 2"][0]
    assert "action" not in second
    assert {"phase_began", "landed"} <= {event["kind"] for event in second["events"]}
    shown = cli.run("replay", path, "--plain").stdout
    _, _, rest = shown.partition("Turn 2, ")
    assert second["events"][0]["text"] in rest.splitlines()[1]


def test_replay_as_json_tells_no_secrets_of_a_running_game(cli, tmp_path):
    path = tmp_path / "running.json"
    args = ("play", "skirmish", "--seats", "red=human,blue=human", "--option", "mine=yes", "--save", path)
    cli.run(*args, text="hide h5\n")
    told = json.loads(cli.run("replay", path, "--json").stdout)
    assert told["actions"] == 1 and told["outcome"] is None
    assert not any(turn["steps"] for turn in told["turns"])
    ours = json.loads(cli.run("replay", path, "--json", "--side", "blue").stdout)
    assert [step["action"] for turn in ours["turns"] for step in turn["steps"]] == ["hide h5"]


# --- rules, boards, data, cases ----------------------------------------------------------------------------------


def test_a_rule_is_shown_with_those_below_it(cli):
    text = cli.run("rules", "show", "omaha", "22.1").stdout
    assert all(f"22.1.{letter} " in text for letter in "abcdefgh") and "22.2" not in text
    text = cli.run("rules", "show", "omaha", "2.1").stdout
    assert text.startswith("2.1 ") and "2.1.wn" in text and "2.11" not in text
    assert "there is no rule 22.1.z" in cli.refused("rules", "show", "omaha", "22.1.z")


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
    report = json.loads(cli.run("rules", "coverage", "skirmish", "--details", "--json", cwd=tmp_path).stdout)
    assert [Path(test).name for row in report["details"] if row["rule"] == "3.4" for test in row["exercised"]] == [
        "shot.toml"
    ]
    assert "not applicable" in cli.run("rules", "coverage", "skirmish", "--details", cwd=tmp_path).stdout


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


def test_board_render_names_what_the_sheet_names(cli, tmp_path):
    cli.run("board", "render", "omaha", "-o", tmp_path / "omaha.svg")
    drawn = (tmp_path / "omaha.svg").read_text()
    assert all(f">{name}</text>" in drawn for name in ("Easy Red", "WN62N", "FG3", "E-3 draw", "Colleville"))
    assert drawn.count(">Colleville</text>") == drawn.count(">D</text>") == 1


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
