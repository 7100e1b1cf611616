"""Playing at the terminal by real processes: to the end, leaving and coming back, crashes and slips."""

from __future__ import annotations

import json
import signal

import pytest

GAME = ("play", "skirmish", "--seed", "5", "--plain")
FIRST_TURN = ["unit R2", "move h3", "done"]
WHOLE_GAME = [*FIRST_TURN, "unit R2", "move h4", "done", "done"]


def lines(*words):
    return "".join(f"{word}\n" for word in words)


def record(path):
    return [(action["side"], action["action"], action["digest"]) for action in json.loads(path.read_text())["actions"]]


def test_a_game_to_its_end(cli):
    done = cli.run(*GAME, text=lines(*WHOLE_GAME))
    assert "The game is over" in done.stdout and "Time is up [4.1]" in done.stdout
    assert "red       human (default: choose with --seats)" in done.stdout
    assert "blue      random (default: choose with --seats)" in done.stdout
    (save,) = cli.saves()
    assert f"beachhead verify {save}" in done.stdout
    assert json.loads(save.read_text())["seed"] == "5"
    assert "draws come from the seed" in cli.run("verify", save, code=6).stdout
    told = cli.run("replay", save).stdout
    assert "Turn 3" in told and "red move h3" in told and "The game is over" in told


def test_the_end_of_input_saves_and_says_how_to_go_on(cli):
    done = cli.run(*GAME, text=lines(*FIRST_TURN[:2]))
    (save,) = cli.saves()
    assert f"Go on with: beachhead play --load {save}" in done.stdout
    saved = json.loads(save.read_text())
    assert saved["seed"] is None and '"5"' not in save.read_text()
    assert (cli.home / "seeds" / saved["commitment"]).read_text() == "5"


@pytest.mark.parametrize("cut", [1, 2, 4])
def test_a_game_that_was_left_goes_on_as_if_it_had_not(cli, tmp_path, cut):
    whole = tmp_path / "whole.json"
    cli.run(*GAME, "--save", whole, text=lines(*WHOLE_GAME))
    parts = tmp_path / "parts.json"
    cli.run(*GAME, "--save", parts, text=lines(*WHOLE_GAME[:cut], "quit"))
    cli.run("play", "--load", parts, "--plain", text=lines(*WHOLE_GAME[cut:]))
    assert record(parts) == record(whole)


def test_kill_9_loses_nothing(cli):
    talk = cli.start(*GAME)
    talk.hear("Turn 1: choose a unit", "Done")
    talk.say("unit R2")
    talk.hear("What does it do?", "Back")
    talk.say("move h3")
    talk.hear("moves to h3", "Done")
    talk.process.kill()
    _, code = talk.end()
    assert code == -signal.SIGKILL
    (save,) = cli.saves()
    assert [action for _, action, _ in record(save)] == ["unit R2", "move h3"]
    before = record(save)
    done = cli.run("play", "--load", save, "--plain", text=lines("undo", "redo", *WHOLE_GAME[2:]))
    assert "R2 moves to h3" in done.stdout and "new seed" not in done.stdout
    assert record(save)[:2] == before
    assert "draws come from the seed" in cli.run("verify", save, code=6).stdout


def test_ctrl_c_at_the_prompt(cli):
    talk = cli.start(*GAME)
    talk.hear("Turn 1: choose a unit", "Done")
    talk.say("unit R2")
    talk.hear("What does it do?", "Back")
    talk.process.send_signal(signal.SIGINT)
    rest, code = talk.end()
    assert code == 130
    assert "Go on with: beachhead play --load" in rest and "Traceback" not in rest
    assert len(record(cli.saves()[0])) == 1


def test_ctrl_c_while_a_bot_plays(cli):
    talk = cli.start("play", "skirmish", "--scenario", "long", "--seats", "red=sleepy,blue=random", "--plain")
    talk.hear("sleepy", "commitment")
    talk.process.send_signal(signal.SIGINT)
    rest, code = talk.end()
    assert code == 130
    assert "Go on with" in rest and "Traceback" not in rest


def test_commands(cli, tmp_path):
    copy = tmp_path / "copy.json"
    typed = [
        "help",
        "unit R2",
        "why move h9",
        "why move h3",
        "preview move h3",
        "rule 3.3",
        "rules shoots",
        "rule 9.9",
        "move h9",
        "mvoe h3",
        "move h77",
        "save",
        f"save {copy}",
        f"save {copy}",
        "move h3",
        "log",
        "log x",
        "log 0",
        "log ²",
        "view",
        "undo",
        "undo",
        "undo",
        "/undone",
        "",
        "options",
        "9",
    ]
    text = cli.run(*GAME, text=lines(*typed)).stdout
    for words in (
        "Not possible: A unit moves to the next free hex only [3.3] (R2, h9)",
        "It is allowed",
        "Nothing can be foretold",
        "3.3  Movement (restriction)",
        "there is no rule 9.9",
        "there is no action or command 'mvoe'; did you mean move",
        "there is no hex 'h77'",
        f"A copy is in {copy}",
        "exists already",
        "- R2 moves to h3 [3.2]",
        "log takes a number of events, not 'x'",
        "There is nothing to undo",
        "there is no command 'undone'; did you mean undo",
        "there is no option 9: the last is 3",
    ):
        assert words.replace(" ", "") in "".join(text.split()), words
    assert len(record(copy)) == 1
    assert record(cli.saves()[0]) == []


def test_a_secret_is_not_shown_to_the_other_side(cli, tmp_path):
    seats = ("--seats", "red=human,blue=random", "--option", "mine=yes")
    text = cli.run(*GAME, *seats, text=lines("log", "view")).stdout
    assert "mine is hidden" not in text and "mine h" not in text
    seats = ("--seats", "red=random,blue=human", "--option", "mine=yes")
    running = tmp_path / "running.json"
    text = cli.run(*GAME, *seats, "--save", running, text=lines("hide h5")).stdout
    assert "A mine is hidden in h5 [2.1]" in text and "mine h5" in text
    assert "hidden" not in cli.run("replay", running).stdout
    assert "hidden in h5" in cli.run("replay", running, "--side", "blue").stdout


def test_bots_alone_are_watched(cli):
    done = cli.run("play", "skirmish", "--seats", "red=brave,blue=brave", "--seed", "2", "--plain")
    assert "The game is over" in done.stdout and "Type help" not in done.stdout


def test_two_people_at_one_keyboard(cli):
    seats = ("--seats", "red=human,blue=human")
    text = cli.run(*GAME, *seats, text=lines("done", "done", "done", "done", "done", "done")).stdout
    assert "blue> done" in text and "A draw: Time is up" in text


def test_a_script_as_player(cli, tmp_path):
    script = tmp_path / "moves.txt"
    script.write_text("done\ndone\n")
    done = cli.run(*GAME, "--seats", f"blue=script:file={script},red=human", text=lines("done", "done", "done"), code=2)
    assert done.stderr == "beachhead: the script of blue has run out at: Turn 3: choose a unit\n"
    assert "Go on with: " in done.stdout


def test_without_the_seed_the_game_goes_on_with_new_dice(cli):
    cli.run(*GAME, text=lines(*FIRST_TURN))
    (save,) = cli.saves()
    for seed in (cli.home / "seeds").iterdir():
        seed.unlink()
    done = cli.run("play", "--load", save, "--plain", text=lines(*WHOLE_GAME[3:]))
    assert "dice from here on come from a new seed" in " ".join(done.stdout.split())
    assert len(json.loads(save.read_text())["earlier_seeds"]) == 1
    cli.run("verify", save, code=6)


def test_a_save_that_no_longer_replays(cli):
    moves = ["unit R2", "move h3", "done", "unit B1", "shoot R2", "done", "quit"]
    long = ("play", "skirmish", "--scenario", "long", "--option", "hexes=7", "--seed", "11", "--seats")
    cli.run(*long, "red=human,blue=human", text=lines(*moves))
    (save,) = cli.saves()
    hit = cli.run("replay", save, "--side", "red").stdout.count("loses a step")
    changed = {"SKIRMISH_HIT": "7" if hit else "1"}
    message = cli.refused("play", "--load", save, env=changed)
    assert "drifts at action 5" in message and "--from-landmark" in message
    before = save.read_bytes()
    done = cli.run("play", "--load", save, "--from-landmark", "--plain", text=lines("done"), env=changed)
    assert "goes on from its last landmark" in " ".join(done.stdout.split())
    assert save.read_bytes() == before and len(cli.saves()) == 2


def test_loading_a_finished_game_shows_its_end(cli):
    cli.run(*GAME, text=lines(*WHOLE_GAME))
    (save,) = cli.saves()
    before = save.read_bytes()
    assert "The game is over" in cli.run("play", "--load", save).stdout
    assert save.read_bytes() == before


def test_what_cannot_be_done(cli, tmp_path):
    assert "did you mean skirmish" in cli.refused("play", "skirmis")
    assert "say which game to play" in cli.refused("play")
    assert "did you mean meeting" in cli.refused("play", "skirmish", "--scenario", "meting")
    assert "did you mean mine" in cli.refused("play", "skirmish", "--option", "mined=yes")
    assert "did you mean red" in cli.refused("play", "skirmish", "--seats", "rad=human")
    assert "did you mean brave" in cli.refused("play", "skirmish", "--seats", "red=brav")
    assert "did you mean play" in cli.refused("ply", "skirmish")
    assert "--seats" in cli.refused("play", "skirmish", "--sats", "red=human")
    assert "there is no save" in cli.refused("play", "--load", tmp_path / "none.json")
    assert "there is no such folder" in cli.refused("play", "skirmish", "--overlay", tmp_path / "none")
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    assert "damaged or truncated" in cli.refused("play", "--load", bad)
    assert "exists already" in cli.refused("play", "skirmish", "--save", bad)
    assert "--seed cannot be given with --load" in cli.refused("play", "--load", bad, "--seed", "1")
    assert not cli.saves()


def test_a_save_of_another_game(cli):
    cli.run(*GAME)
    (save,) = cli.saves()
    assert "is a game of skirmish, not of pegasus" in cli.refused("play", "pegasus", "--load", save)


def test_the_sample_game_to_its_end(cli):
    done = cli.run("play", "pegasus", "--seed", "7", "--plain", text=lines(*["1"] * 300))
    assert "The game is over" in done.stdout
    (save,) = cli.saves()
    assert "draws come from the seed" in cli.run("verify", save, code=6).stdout


def test_what_would_be_lost_is_told_and_asked_again(cli):
    long = ("play", "skirmish", "--scenario", "long", "--seed", "5", "--plain")
    typed = ["done", "log", "done", "done", "unit R2", "quit"]
    told = cli.run(*long, text=lines(*typed)).stdout
    assert told.count("Lost by it: Nobody has moved [3.1] (R1, R2)") == 2
    assert told.count("Type it again to do it all the same") == 2
    (save,) = cli.saves()
    assert [action for side, action, _ in record(save) if side == "red"] == ["done", "unit R2"]
    assert "Lost by it" not in cli.run(*GAME, text=lines("done")).stdout
