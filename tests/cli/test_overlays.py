"""`--overlay DIR`: one word for an owner's corrections in every command."""

import json

CASE = """game = "pegasus"
title = "5.1 A corrected guard"
rules = ["2.1"]

[expect]
state.units = [{id = "Bridge guard", steps = 5}]
"""


def corrections(folder, text="id,steps\nBridge guard,5\n"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "units.csv").write_text(text)
    return folder


def test_cases_run_on_corrected_data(cli, tmp_path):
    path = tmp_path / "guard.toml"
    path.write_text(CASE)
    cli.run("case", path, code=1)
    cli.run("case", path, "--overlay", corrections(tmp_path / "flat"))
    cli.run("case", path, "--overlay", corrections(tmp_path / "many" / "pegasus").parent)
    (tmp_path / "others" / "omaha").mkdir(parents=True)
    cli.run("case", path, "--overlay", tmp_path / "others", code=1)
    assert "steps" in cli.refused("case", path, "--overlay", corrections(tmp_path / "bad", "id,steps\nMG nest,x\n"))


def test_a_game_with_corrections_is_replayed_with_them(cli, tmp_path):
    folder = corrections(tmp_path / "mine")
    save = tmp_path / "game.json"
    seats = ("--seats", "british=random,german=random", "--seed", "3", "--save", save)
    told = cli.run("play", "pegasus", *seats, "--overlay", folder).stdout
    assert "units.csv: Bridge guard changed" in told and f"--overlay {folder}" in told.replace("\n", "")
    assert json.loads(save.read_text())["corrections"] == ["units.csv: Bridge guard changed"]
    for command, code in (("replay", 0), ("verify", 6)):
        cli.run(command, save, "--overlay", folder, code=code)
    message = cli.refused("replay", save)
    assert "played with other data" in message and "--overlay DIR" in message and "drift" not in message
    report = json.loads(cli.run("verify", save, "--json", code=5).stdout)
    [replay] = (claim for claim in report["claims"] if claim["about"] == "replay")
    assert "played with other data" in replay["words"] and replay["standing"] == "unproven"


def test_data_check_tells_what_is_changed(cli, tmp_path):
    folder = corrections(tmp_path / "mine")
    assert "units.csv: Bridge guard changed" in cli.run("data", "check", "pegasus", "--overlay", folder).stdout
    for command in (("board", "render", "pegasus", "-o", tmp_path / "map.svg"), ("data", "provenance", "pegasus")):
        cli.run(*command, "--overlay", folder)
    done = cli.run("playout", "pegasus", "--games", "2", "--workers", "1", "--json", "--overlay", folder)
    assert json.loads(done.stdout)["finished"] == 2


def test_a_folder_for_other_games(cli, tmp_path):
    (tmp_path / "omaha").mkdir()
    assert "nothing in it is for pegasus" in cli.refused("rules", "show", "pegasus", "1.1", "--overlay", tmp_path)
