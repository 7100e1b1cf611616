"""Conditions of a study: on figures and on places, looked at when turns end."""

from __future__ import annotations

import pytest

from beachhead.games import find_game
from beachhead.kernel import Match
from beachhead.lab.conditions import BadCondition, Condition, Sites
from beachhead.lab.measuring import Plan, Recorder
from beachhead.players import make_players, play_match


def holds(text, match):
    return Condition(text).holds(match.game, match.state, Sites.of(match.game))


@pytest.fixture(scope="module")
def omaha():
    return Match.new(find_game("omaha"), "first-waves", seed="c", keeps_digests=False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("turn >= 1", True),
        ("turn > 3 and ground_vp = 0", False),
        ("ground_vp = 0 and infantry_lost < 99", True),
        ("all held by german: WN62N WN64", True),
        ("any held by us: WN62N WN64", False),
        ("none held by us: WN62N WN64 and turn < 9", True),
        ("all empty: WN62N WN64", False),
        ("none empty: WN62N WN64", True),
    ],
)
def test_figures_and_places(omaha, text, expected):
    assert holds(text, omaha) is expected


def test_words_with_spaces_are_written_with_hyphens(omaha):
    assert Sites.of(omaha.game).hexes("le-Grand-Hameau")
    with pytest.raises(BadCondition, match="there is no place 'WN66X'; did you mean"):
        holds("all empty: WN66X", omaha)
    with pytest.raises(BadCondition, match="there is no side of omaha 'germans'; did you mean german"):
        holds("all held by germans: WN62N", omaha)
    with pytest.raises(BadCondition, match="is a number"):
        holds("ground_vp = many", omaha)


def test_a_recorder_says_when_a_condition_first_held_and_what_each_turn_cost():
    game = find_game("bocage")
    match = Match.new(game, seed="r/1", keeps_digests=False)
    plan = Plan(
        ["turn", "beachheads"], {"late": Condition("turn >= 4"), "never": Condition("turn >= 4", before_turn=3)}
    )
    recorder = Recorder(match, plan)
    play_match(match, make_players(dict.fromkeys(game.sides, "veteran"), match, "r/1"), watch=recorder.look)
    found = recorder.found()
    assert found.dates == {"late": 4, "never": None}
    turns = [turn.turn for turn in found.turns]
    assert turns == list(range(1, match.state.turn + 1)) and found.turns[0].figures["beachheads"] >= 0
    lost = [event for event in match.events if event.kind in game.losses]
    assert len(found.losses) == len(lost) and {loss.side for loss in found.losses} == set(game.sides)
    gone = sum(loss.steps for loss in found.losses if loss.side == "german")
    whole = [unit for unit in range(len(match.state.units)) if game.box.sides[unit] == "german"]
    assert gone == sum(event.kind == "reduced" for event in lost if event.data["unit"] in whole) + sum(
        2 - any(e.kind == "reduced" and e.data["unit"] == unit for e in lost)
        for event in lost
        if event.kind == "eliminated" and (unit := event.data["unit"]) in whole
    )
    assert all(loss.hex for loss in found.losses) and any(loss.by for loss in found.losses)
    assert found.held == {game.names["hex"].name(h): side for h, side in game.places_held(match.state).items() if side}
