"""Orders to many units, tried on The Longest Day: who goes first, who stays behind, and what a plan may not do."""

from __future__ import annotations

import pytest

from beachhead.games.longest_day.game import TheLongestDay
from beachhead.kernel import Match, planning


@pytest.fixture(scope="module")
def game():
    return TheLongestDay()


@pytest.fixture
def match(game):
    """The Germans are to move at Mortain."""
    return Match.new(game, "1", seed="orders")


def division(match, name):
    return next(each for each in match.game.planner.formations(match.state) if each.id == name)


def march(match, units, hex_name):
    return match.game.planner.march(planning(match), units, match.game.box.board.number(hex_name))


def test_a_plan_can_be_taken_action_by_action(match):
    plan = march(match, division(match, "GE-116-HQ").units, "055-083")
    assert len(plan.ends) > 4 and not match.record
    starts = {unit: match.state.units[unit].at for unit in plan.ends}
    assert {unit: (way[0], way[-1]) for unit, way in plan.ways.items()} == {
        unit: (starts[unit], end) for unit, end in plan.ends.items()
    }
    for action in plan.actions:
        match.apply(action)
    assert {unit: match.state.units[unit].at for unit in plan.ends} == plan.ends


def test_headquarters_stay_behind_those_who_fight(match):
    formation, goal = division(match, "GE-116-HQ"), match.game.box.board.number("055-083")
    plan = march(match, formation.units, "055-083")
    away = match.game.box.distances(goal)
    assert away[plan.ends[formation.leader]] >= 3
    assert min(away[place] for place in plan.ends.values()) < away[plan.ends[formation.leader]]


def test_stacks_are_never_too_full(match):
    for action in march(match, match.state.on_map("german"), "060-087").actions:
        match.apply(action)
    g = match.state
    for place in {g.units[unit].at for unit in g.on_map("german")}:
        assert sum(g.stacking(unit) for unit in g.friends_at("german", place)) <= 6


def test_who_may_not_move_says_why(match):
    enemy = next(unit for unit in match.state.on_map("allied"))
    plan = march(match, [enemy], "060-087")
    assert not plan.actions and plan.stays[enemy].rule


def test_whoever_is_near_enough_stays(match):
    unit = division(match, "GE-116-HQ").units[0]
    here = match.game.box.board.name(match.state.units[unit].at)
    assert march(match, [unit], here).stays == {unit: None}


def test_inside_a_procedure_nothing_is_planned(match):
    match.apply(next(action for action in match.decision.actions() if action.verb == "unit"))
    assert planning(match) is None


def test_a_corps_has_the_units_of_its_divisions(match):
    formations = {each.id: each for each in match.game.planner.formations(match.state)}
    for each in formations.values():
        if each.within:
            whole = set(formations[each.within].units)
            mine = {
                unit for unit in each.units if match.state.units[unit].corps == match.state.units[each.leader].corps
            }
            assert mine <= whole
