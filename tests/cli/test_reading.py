"""Reading what was typed: options, seats, players, actions."""

from __future__ import annotations

import pytest

from beachhead.cli.choosing import read_options, read_players, read_seats
from beachhead.cli.errors import UserError
from beachhead.cli.matching import find_action, meant_action
from beachhead.kernel import Action, BadAction, Match, Refused
from beachhead.players import PlayerError

SIDES = ("red", "blue")


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], {}),
        (["mine=yes"], {"mine": True}),
        (["mine"], {"mine": True}),
        (["mine=True", "hexes=7"], {"mine": True, "hexes": 7}),
        (["mine=off"], {"mine": False}),
    ],
)
def test_options(skirmish, pairs, expected):
    assert read_options(skirmish, pairs) == expected


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("mind=yes", "there is no skirmish option 'mind'; did you mean mine"),
        ("mine=perhaps", "option 'mine' is one of no, yes, not 'perhaps'"),
        ("hexes=8", "option 'hexes' is one of 7, 9, not '8'"),
        ("hexes=", "option 'hexes' is one of 7, 9, not ''"),
        ("weather=fair", "there is no skirmish option 'weather': choose one of mine, hexes"),
    ],
)
def test_options_that_do_not_exist(skirmish, pair, message):
    with pytest.raises(UserError, match=message):
        read_options(skirmish, [pair])


def test_seats(skirmish):
    seats = read_seats(skirmish, SIDES, "red=human, blue=brave:boldness=3")
    assert {side: str(spec) for side, spec in seats.items()} == {"red": "human", "blue": "brave:boldness=3"}
    for text, message in {
        "rod=human": "did you mean red",
        "human": "write it as side=player, as in red=human",
        "red=human,red=random": "red has two players",
        "red=": "does not name a player",
    }.items():
        with pytest.raises((UserError, PlayerError), match=message):
            read_seats(skirmish, SIDES, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("random", ["random", "random"]),
        ("random,brave", ["random", "brave"]),
        ("brave:boldness=2,first", ["brave:boldness=2", "first"]),
        ("blue=brave,red=first", ["first", "brave"]),
    ],
)
def test_players(skirmish, text, expected):
    assert list(map(str, read_players(skirmish, SIDES, text).values())) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("random,random,random", "3 players for 2 sides of skirmish: name them in the order red, blue"),
        ("red=random", "no player sits for blue"),
        ("human,random", "a human cannot play here"),
        ("randon", "did you mean random"),
    ],
)
def test_players_that_cannot_sit(skirmish, text, message):
    with pytest.raises((UserError, PlayerError), match=message):
        read_players(skirmish, SIDES, text)


@pytest.fixture
def match(skirmish):
    return Match.new(skirmish, seed="1")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", Action("unit", 0)),
        ("3", Action("done")),
        ("unit R2", Action("unit", 1)),
        ("UNIT r2", Action("unit", 1)),
        ("unit  R2", Action("unit", 1)),
        ("u r2", Action("unit", 1)),
        ("d", Action("done")),
    ],
)
def test_actions_by_number_text_and_beginning(match, text, expected):
    assert find_action(match, match.decision, text) == expected


def test_actions_that_are_not_clear(match):
    with pytest.raises(UserError, match="'unit' could be unit R1, unit R2: type more"):
        find_action(match, match.decision, "unit")
    with pytest.raises(UserError, match="there is no option 4: the last is 3"):
        find_action(match, match.decision, "4")
    with pytest.raises(Refused, match=r"\[3.1\]"):
        find_action(match, match.decision, "unit B1")
    with pytest.raises(BadAction, match="there is no unit 'X9'"):
        find_action(match, match.decision, "unit X9")
    assert meant_action(match.game, match.decision, "unit B1") == Action("unit", 2)


def test_a_refusal_has_the_rule(match):
    match.apply(Action("unit", 1))
    with pytest.raises(Refused, match=r"next free hex only \[3.3\]"):
        find_action(match, match.decision, "move h9")
