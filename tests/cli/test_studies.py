"""Studies at the command line: killed and resumed, reported, played again, and refused with what to do."""

from __future__ import annotations

import json
import signal

import pytest

STUDY = """
title = "Who holds the bridges?"
game = "pegasus"
scenario = "coup-de-main"
seed = "7"
games = 10
dice = "by-purpose"
arm = [
  { name = "mortal", players = "mortal.py:Mortal" },
  { name = "dull", players = { british = "random", german = "first" } },
]
history = [{ what = "The bridges", value = "British", source = "every account" }]

[measures]
game = ["winner", "steps_lost", "steps_lost by rule"]
turn = ["steps_lost"]

[define.lost_few]
when = "german_steps >= 3 and turn > 1"
before_turn = 9
"""
# Its process dies as by a kill -9 when it begins its fifth game, if it is told to.
MORTAL = """
import os, signal

class Mortal:
    games = 0

    def __init__(self, game, side, random):
        self.random = random
        Mortal.games += side == "british"
        if Mortal.games == 5 and os.environ.get("DIES"):
            os.kill(os.getpid(), signal.SIGKILL)

    def choose(self, seat):
        return self.random.choice(list(seat.decision.actions()))
"""
ROWS = ("games.jsonl", "turns.jsonl", "losses.jsonl")


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "bridges.toml"
    path.write_text(STUDY)
    (tmp_path / "mortal.py").write_text(MORTAL)
    return path


def rows(folder):
    return {name: (folder / name).read_bytes() for name in ROWS}


def test_a_study_that_is_killed_goes_on_where_it_was(cli, study, tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    cli.run("study", "run", study, "-o", whole, "--workers", 1)
    cli.run("study", "run", study, "-o", killed, "--workers", 1, env={"DIES": "yes"}, code=-signal.SIGKILL)
    kept = (killed / "games.jsonl").read_text().splitlines()
    assert len(kept) == 8 and not (killed / "summary.json").exists()
    with (killed / "losses.jsonl").open("a") as file:
        file.write(
            '{"turn":1,"unit":"G1","side":"german","steps":1,"rule":"2.4","arm":"mortal","game":4}\n'
        )  # of the fifth
    with (killed / "games.jsonl").open("a") as file:
        file.write('{"arm":"mortal","ga')
    cli.run("study", "resume", study, "-o", killed, "--workers", 2)
    assert rows(killed) == rows(whole)
    assert (killed / "report.md").read_text() == (whole / "report.md").read_text()


def test_an_arm_that_changes_nothing_is_told(cli, study, tmp_path):
    study.write_text(STUDY.replace('{ british = "random", german = "first" }', '"mortal.py:Mortal"'))
    cli.run("study", "run", study, "-o", tmp_path / "out", "--workers", 1, "--games", 3)
    told = (tmp_path / "out" / "report.md").read_text()
    assert "Every game of 'dull' went exactly as its twin of 'mortal'" in told and "No difference is shown" not in told


def test_a_study_does_not_go_on_with_something_else(cli, study, tmp_path):
    out = tmp_path / "out"
    cli.run("study", "run", study, "-o", out, "--workers", 1, "--games", 2)
    study.write_text(STUDY.replace('seed = "7"', 'seed = "8"'))
    assert "the seed is not the same now" in cli.refused("study", "resume", study, "-o", out)
    study.write_text(STUDY)
    cli.run("study", "resume", study, "-o", out, "--workers", 1, "--games", 3)
    assert len((out / "games.jsonl").read_text().splitlines()) == 6, "more games of the same"
    assert "holds no study" in cli.refused("study", "report", tmp_path)


def test_the_report(cli, study, tmp_path):
    out = tmp_path / "out"
    cli.run("study", "run", study, "-o", out, "--workers", 1)
    told, page = (out / "report.md").read_text(), (out / "report.html").read_text()
    for words in (
        "Few games ('mortal' 10, 'dull' 10)",
        "| The bridges | British | every account |",
        "## dull against mortal",
        "Steps lost, German",
        "corrected after Holm",
        "The players are not the same in all arms",
        "pictures/losses-dull.svg",
        "german_steps >= 3 and turn > 1, before turn 9",
    ):
        assert words in told
    assert page.count("<svg") == len(list((out / "pictures").iterdir())) and "src=" not in page, "it needs nothing else"
    before = told
    cli.run("study", "report", out)
    assert (out / "report.md").read_text() == before


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_any_game_can_be_played_again(cli, study, tmp_path):
    out, save = tmp_path / "out", tmp_path / "again.json"
    cli.run("study", "run", study, "-o", out, "--workers", 1, "--games", 3)
    row = next(row for row in lines(out / "games.jsonl") if (row["arm"], row["game"]) == ("dull", 2))
    told = cli.run("study", "game", out, 2, "--arm", "dull", "-o", save).stdout
    assert row["reason"] in " ".join(told.split())
    document = json.loads(save.read_text())
    assert len(document["actions"]) == row["decisions"] and document["outcome"]["winner"] == row.get("winner")
    turns = json.loads(cli.run("replay", save, "--json").stdout)["turns"]
    events = [event for turn in turns for step in turn["steps"] for event in step.get("events", [])]
    lost = [each for each in lines(out / "losses.jsonl") if (each["arm"], each["game"]) == ("dull", 2)]
    assert (
        [each["steps"] for each in lost] == [event["steps"] for event in events if event["kind"] == "step_lost"] != []
    )
    wrong = cli.refused("study", "game", out, 1, "--arm", "dul", "-o", tmp_path / "x")
    assert "there is no arm 'dul'; did you mean dull?" in wrong


def test_an_arm_may_begin_at_a_moment_of_a_save(cli, study, tmp_path):
    save = tmp_path / "begun.json"
    cli.run("play", "pegasus", "--seats", "british=random,german=random", "--seed", "5", "--save", save)
    moment = json.loads(save.read_text())["landmarks"][-1]["name"]
    arms = f'arm = [{{ name = "whole" }}, {{ name = "late", from = "begun.json#{moment}" }}]'
    study.write_text(STUDY.replace("".join(STUDY.partition("arm = [")[1:]).partition("\n]\n")[0] + "\n]", arms))
    out = tmp_path / "out"
    cli.run("study", "run", study, "-o", out, "--workers", 1, "--games", 4)
    games = lines(out / "games.jsonl")
    late, whole = ([g["decisions"] for g in games if g["arm"] == arm] for arm in ("late", "whole"))
    assert max(late) < min(whole)
    cli.run("study", "game", out, 1, "--arm", "late", "-o", tmp_path / "late.json")
    cli.run("replay", tmp_path / "late.json")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"winner", "steps_lost"', '"winer"', "bridges.toml: measures.game: there is no measure of pegasus 'winer'"),
        ("german_steps >=", "german_stepps >=", "define.lost_few.when: there is no measure of pegasus 'german_stepps'"),
        ("german_steps >= 3 and", "all empty 0613 and", "is no condition: write a figure and a value"),
        ("german_steps >= 3 and", "all empty: 9999 and", "there is no place '9999'"),
        ('name = "dull",', 'name = "dull", options = { fog = true },', "arm 'dull': there is no pegasus option 'fog'"),
        ('"mortal.py:Mortal"', '"mortal.py:Immortal"', "has no 'Immortal': write a class Immortal"),
        ('dice = "by-purpose"', 'dice = "loaded"', "bridges.toml:7: dice"),
        ('dice = "by-purpose"', 'stop = { measure = "winner", half_width = 1 }', "stop.measure: there is no measure"),
        ('dice = "by-purpose"', 'baseline = "dul"', "there is no arm to be the baseline 'dul'; did you mean dull"),
        ('name = "dull",', 'name = "dull", from = "x.json",', "names no moment: write it as"),
        ('name = "dull",', 'name = "dull", overlay = "nowhere",', "is no folder"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_what_to_do(cli, study, tmp_path, old, new, told):
    assert old in STUDY
    study.write_text(STUDY.replace(old, new))
    assert told in cli.refused("study", "run", study, "-o", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_study_stops_when_it_knows_enough(cli, study, tmp_path):
    text = STUDY.replace("games = 10", 'games = 60\nstop = { measure = "german_steps", half_width = 1.5, look = 10 }')
    study.write_text(text)
    folders = [tmp_path / "one", tmp_path / "two"]
    for workers, folder in enumerate(folders, 1):
        cli.run("study", "run", study, "-o", folder, "--workers", workers)
    games = (folders[0] / "games.jsonl").read_text().splitlines()
    assert rows(folders[0]) == rows(folders[1]) and 20 <= len(games) < 120 and len(games) % 20 == 0


def test_a_game_that_fails_is_told_with_its_seed(cli, study, tmp_path):
    (tmp_path / "mortal.py").write_text(
        MORTAL.replace("os.kill(os.getpid(), signal.SIGKILL)", "raise ValueError('no map')")
    )
    done = cli.run("study", "run", study, "-o", tmp_path / "out", "--workers", 1, env={"DIES": "1"}, code=1)
    assert "game 4 of 'mortal' (seed '7/4') failed: no map" in done.stdout + done.stderr
    cli.run("study", "resume", study, "-o", tmp_path / "out", "--workers", 1)
    assert "failed" not in (tmp_path / "out" / "report.md").read_text()


def test_players_meet_are_rated_and_looked_into(cli, tmp_path):
    folder = tmp_path / "met"
    command = ("tournament", "pegasus", "--players", "random,first", "--games", 4, "-o", folder, "--workers", 1)
    assert "on seeds of development" in cli.run(*command).stdout
    assert len(lines(folder / "games.jsonl")) == 8
    again = cli.run(
        "ladder", "pegasus", "--players", "random,first", "--games", 5, "-o", folder, "--workers", 1, "--json"
    )
    standings = json.loads(again.stdout)
    assert {each["player"] for each in standings["ratings"]} == {"random", "first"}
    assert len(lines(folder / "games.jsonl")) == 10
    assert "was played otherwise" in cli.refused(*command, "--seed", "2")
    told = cli.run("autopsy", folder, "--side", "german").stdout
    assert "what the German lost in 5 games" in told and "In which turn" in told
    assert "there is no side 'gremlin'" in cli.refused("autopsy", folder, "--side", "gremlin")
    assert "there is no measure of pegasus 'brigdes'; did you mean bridges" in cli.refused(
        *command, "--measure", "brigdes"
    )
