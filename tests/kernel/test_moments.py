"""A position out of a match says what is not as set up, is read back as it was, and is written as actions are."""

import tomllib
from random import Random

import pytest

from beachhead.datafiles.toml_text import toml_lines, toml_value
from beachhead.games import find_game, game_ids
from beachhead.kernel import BadAction, BadPosition, Match, load_position, parse_action
from beachhead.kernel.legal import described
from beachhead.kernel.moments import moment
from beachhead.kernel.naming import struct_hints
from beachhead.testing.properties import walk


def played(name, actions=120):
    match = Match.new(find_game(name), seed="3")
    for count, _ in enumerate(walk(match, Random("3"))):
        if count == actions:
            break
    return match


def text_of(position):
    return "\n".join(toml_lines(position))


@pytest.mark.parametrize("name", game_ids())
def test_what_is_written_is_read_back(name):
    match = played(name)
    for to in (0, 7, 60, None):
        short, whole = moment(match, to), moment(match, to, whole=True)
        assert short.after == whole.after and short.after + len(short.since) == min(
            len(match.record) if to is None else to, len(match.record)
        )
        states = [load_position(match.game, tomllib.loads(text_of(found.position))).state for found in (short, whole)]
        assert states[0].digest() == states[1].digest()
        assert len(text_of(short.position)) < len(text_of(whole.position)) * 0.7


def test_inside_a_procedure_the_last_position_counts():
    match = Match.new(find_game("bocage"), seed="3")
    for _ in walk(match, Random("3")):
        if match.decision is not None and not match.decision.is_turn_point:
            break
    found = moment(match)
    assert found.since and found.after == len(match.record) - len(found.since)
    position = load_position(match.game, found.position)
    again = Match(match.game, position.state, match.source, scenario=position.scenario, settings=position.settings)
    again.apply(found.since[0].action, side=found.since[0].side)


def test_facings_are_written_as_in_actions():
    game = find_game("bradley")
    row = {"id": "1/16", "hex": "3231", "place": "map", "mode": "mm"}
    for facing, number in (("SE", 2), (2, 2), ("N", 0)):
        state = load_position(game, {"clear": True, "units": [{**row, "facing": facing}]}).state
        assert state.units[game.box.unit["1/16"]].facing == number
    match = played("bradley", 200)
    texts = text_of(moment(match, whole=True).position)
    assert 'facing = "all"' in texts and "facing = -1" not in texts
    with pytest.raises(BadPosition, match="write one of N, NE, SE, S, SW, NW, all"):
        load_position(game, {"units": [{**row, "facing": "up"}]})


@pytest.mark.parametrize(
    ("game", "position", "words"),
    [
        ("bocage", {"phase": "fire"}, ("phase: Invalid enum value 'fire'", '"record"', '"german combat"')),
        ("bocage", {"xyzzy": 1}, ("there is no field 'xyzzy'", "units", "phase")),
        ("bocage", {"units": [{"id": "16/1", "xyzzy": 1}]}, ("(16/1, 'xyzzy')", "reduced", "place")),
        ("bocage", {"units": [{"id": "16/1", "place": "xyzzy"}]}, ("there is no place 'xyzzy'", "recorded", "track")),
        ("pegasus", {"units": [{"id": "Qqq"}]}, ("there is no unit 'Qqq'", "1 Platoon", "Dummy")),
        ("bocage", {"turn": "two"}, ("turn: Expected `int`", "write a whole number")),
        ("omaha", {"sector": "north"}, ('"east", "west"',)),
    ],
)
def test_words_that_are_not_legal_list_those_that_are(game, position, words):
    with pytest.raises(BadPosition) as caught:
        load_position(find_game(game), position)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_actions_that_are_not_legal_list_those_that_are():
    game = find_game("pegasus")
    with pytest.raises(BadAction, match=r"there is no action 'zzzz'; write one of place, land"):
        parse_action(game, "zzzz 1")
    with pytest.raises(BadAction, match=r"there is no unit 'zzzz'; write one of 1 Platoon"):
        parse_action(game, "unit zzzz")


def test_types_in_words():
    game = find_game("bradley")
    hints = struct_hints(game.state_type)
    assert described(hints["automaton"], game.names) == 'one of "", "american", "german"'
    assert described(hints["turn"], game.names) == "a whole number"
    assert described(hints["move"], game.names).startswith("a table: unit, start, allowance")
    assert described(hints["move"], game.names).endswith('or "" for none')
    assert described(hints["moved"], game.names) == 'a list, each a unit such as "1 HQ"'


def test_values_as_toml():
    document = {"a b": 1, "c": [{"x": None, "y": "q\n"}], "d": {"e": [True, 1.5, ("z",)]}, "f": []}
    text = "\n".join(toml_lines(document))
    assert tomllib.loads(text) == {
        "a b": 1,
        "c": [{"x": "", "y": "q\n"}],
        "d": {"e": [True, 1.5, ["z"]]},
        "f": [],
    }
    assert toml_value("\x7f") == '"\\u007f"'
