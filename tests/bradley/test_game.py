"""The chapters together: random games through the kernel, and what the kernel asks of the game."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from tests.bradley.helpers import hexnum, unit

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.game import BradleysDDay, game
from beachhead.kernel import Action, Match, name_decision
from beachhead.testing.battery import check_property
from beachhead.testing.properties import Play

SCENARIOS = ("omaha", "utah", "d-day", "rommels-fantasy", "optimal-defense")
ALL = {"alternate-tide": True, "alternate-bombing": True, "northern-utah": True, "individual-shift": True}


@cache
def the_game() -> BradleysDDay:
    return game()


@pytest.mark.rule("bradley", "1.0", "18.0", "2.0", "3.0", "3.1D")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_ends(scenario):
    match, random = Match.new(the_game(), scenario, {}, seed="7", keeps_digests=False), Random(7)
    first = match.state.turn
    while match.decision is not None:
        match.apply(match.decision[random.randrange(len(match.decision))])
    assert match.outcome is not None and match.state.turn == match.state.last_turn
    assert the_game().census(match.state)["playing"] == len(match.state.row.deployment)
    assert [mark.name for mark in match.landmarks] == [
        "Set-up",
        *(f"Turn {turn}" for turn in range(first, match.state.last_turn + 1)),
    ]


def test_a_game_with_all_options_ends():
    check_property("every_random_game_ends", Play(the_game(), "d-day", ALL, "2"))


def test_names_and_words():
    found = the_game()
    assert found.names["wall"].number("3821/3822") >= 0 and found.names["box"].number("Omaha Wave 1") == 1
    assert found.names["dz"].number("101 Main") == 2 and found.names["unit"].number("HOC") == unit("HOC")
    assert set(found.options) == {*ALL, "german-automaton", "american-automaton"} and set(found.scenarios) == set(
        SCENARIOS
    )
    assert found.scenarios["omaha"].turns == 13 and found.scenarios["optimal-defense"].turns == 16
    assert found.layout().game == "bradley"


@pytest.mark.rule("bradley", "19.3")
def test_options_need_their_beach():
    found = the_game()
    ruling = found.refuse_settings("omaha", {"northern-utah": True})
    assert ruling is not None and ruling.rule == "19.3"
    assert found.refuse_settings("utah", ALL) is None


@pytest.mark.rule("bradley", "20.1")
def test_the_automaton_plays_one_side():
    found = the_game()
    both = {"german-automaton": True, "american-automaton": True}
    ruling = found.refuse_settings("omaha", both)
    assert ruling is not None and ruling.rule == "20.1"
    assert found.set_up("omaha", {"german-automaton": True}).automaton == GERMAN
    assert found.set_up("omaha", {}).automaton == ""


def test_the_first_decisions():
    match = Match.new(the_game(), "omaha", {}, seed="1")
    assert match.decision is not None and match.decision.side == GERMAN
    assert the_game().landmark(match.state) == "Set-up"
    assert name_decision(the_game(), match.decision)["options"]["place"]["args"] == ["3424", "3925", "4128", "4524"]
    assert match.why_not(Action("place", hexnum("4224"))).rule == "18.1.1a"
    assert match.view(AMERICAN).mines.points == {}
    assert match.scene(None).heading == "Turn 2"


def test_positions_go_through_the_game():
    match = Match.new(the_game(), "omaha", {}, seed="1")
    g = match.state.clone()
    the_game().clear_board(g)
    g.change(unit("1/16"), at=hexnum("3822"))
    the_game().complete_position(g)
    assert g.is_on_map(unit("1/16")) and the_game().refuse_position(g) is None
    g.mines = {hexnum("3822")}
    assert the_game().refuse_position(g).rule == "5.4.3f"
    g.mines = {hexnum("3821")}
    g.segment = "allied fire"
    assert the_game().imagine(g, GERMAN, Random(1)).mines == g.mines
    assert len(the_game().imagine(g, AMERICAN, Random(1)).mines) in (3, 4)
