"""The beginning of a case runs for every scenario, and says what can be written."""

import pytest

from beachhead.cases import load_case, new_case, run_case
from beachhead.games import find_game, game_ids

SCENARIOS = [(name, scenario) for name in game_ids() for scenario in find_game(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_new_case_passes(tmp_path, name, scenario):
    path = tmp_path / "new.toml"
    path.write_text(new_case(find_game(name), scenario), encoding="utf-8")
    result = run_case(load_case(path), find_game)
    assert result.ok, result


@pytest.mark.parametrize("name", game_ids())
def test_a_new_case_has_the_words_of_the_game(name):
    game, text = find_game(name), new_case(find_game(name))
    flat = " ".join(line.removeprefix("#").strip() for line in text.splitlines())
    for words in (game.verbs, game.events, game.scenarios, game.sides, game.options):
        assert all(word in flat for word in words)
    for field in game.state_type.__struct_fields__:
        assert field in ("draws",) or f"{field}" in flat
    assert all(len(line) <= 120 or line.startswith(("decision", "offered", "# units")) for line in text.splitlines())


def test_phases_and_values_are_listed():
    text = new_case(find_game("bocage"), "us-campaign")
    assert 'scenario = "us-campaign"' in text and '"allied mobile combat"' in text.replace("\n#     ", " ")
    assert "options.weather = " in text and "reduced: true or false" in text
