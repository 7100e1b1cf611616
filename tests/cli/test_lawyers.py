"""For rules lawyers: a position out of a save, and the beginning of a case."""

import tomllib


def test_a_position_out_of_a_save_is_a_case_to_begin_with(cli, tmp_path):
    save, seats = tmp_path / "game.json", ("--seats", "british=random,german=random", "--seed", "3")
    cli.run("play", "pegasus", *seats, "--save", save)
    text = cli.run("position", save, "--to", "9").stdout
    assert "after action 9 of game.json" in text
    position = tomllib.loads(text)["position"]
    assert position["scenario"] == "coup-de-main" and position["units"][0]["id"] == "1 Platoon"
    whole = tomllib.loads(cli.run("position", save, "--to", "9", "--whole").stdout)["position"]
    assert len(whole["units"]) == 7 and set(position) < set(whole)
    case = tmp_path / "mine.toml"
    head, _, rest = text.partition("\n[position]")
    case.write_text(f'{head}\ntitle = "9"\nrules = ["1.1"]\n[expect]\nstate.turn = 1\n[position]{rest}')
    cli.run("case", case)
    assert "actions = [" in cli.run("position", save).stdout
    assert "there is no save" in cli.refused("position", tmp_path / "none.json")


def test_a_case_is_begun(cli, tmp_path):
    case = tmp_path / "new.toml"
    case.write_text(cli.run("case", "--new", "pegasus").stdout)
    assert "1 passed" in cli.run("case", case).stdout
    assert 'scenario = "long"' in cli.run("case", "--new", "skirmish", "long").stdout
    assert "did you mean long" in cli.refused("case", "--new", "skirmish", "lng")
    assert "one scenario" in cli.refused("case", "--new", "skirmish", "long", "meeting")
    assert "did you mean pegasus" in cli.refused("case", "--new", "pegasos")


def test_a_failed_exact_offer_says_what_is_offered(cli, tmp_path):
    case = tmp_path / "exact.toml"
    case.write_text(
        'game = "pegasus"\ntitle = "x"\nrules = ["2.1"]\n[expect]\noffered_exactly = {move = ["0705"], done = true}\n'
    )
    told = cli.run("case", case, code=1).stdout
    assert told.count("offered: place ") == 2
