"""11.0 Air and naval support points."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, drive, hexes, hexnum, next_turn, options, told, unit

from beachhead.games.bradley.box import AMERICAN, ELIMINATED, GERMAN
from beachhead.games.bradley.fire import fire_phase, targets
from beachhead.games.bradley.support import points_left, refuse_points, support_points

ROLL = "Air and naval support"


def schedule(rule_id, scenario, turn, points):
    return pytest.param(scenario, turn, points, rule_id, marks=pytest.mark.rule("bradley", rule_id))


@pytest.mark.rule("bradley", "11.0", "11.1.5")
@pytest.mark.parametrize(
    ("scenario", "turn", "points", "rule_id"),
    [
        schedule("11.2.2a", "d-day", 1, 0),
        schedule("11.2.2", "d-day", 2, 200),
        schedule("11.2.2", "d-day", 3, 100),
        schedule("11.2.2", "d-day", 7, 100),
        schedule("11.2.2a", "d-day", 8, 50),
        schedule("11.2.2", "d-day", 9, 25),
        schedule("11.2.2", "d-day", 10, 25),
        schedule("11.2.2a", "d-day", 11, 50),
        schedule("11.2.2", "d-day", 14, 100),
        schedule("18.4", "rommels-fantasy", 3, 120),
        schedule("11.2.2", "rommels-fantasy", 15, 100),
        schedule("11.2.2", "optimal-defense", 16, 100),
    ],
)
def test_the_schedule(scenario, turn, points, rule_id):
    """B15 Nothing that was left over is added."""
    g = at({}, scenario, turn=turn, asp=7)
    support_points(g)
    assert g.asp == points and g.draws == 0
    assert told(g) == [("support_points", rule_id)]


@pytest.mark.rule("bradley", "11.2.1", "18.1.5a")
@pytest.mark.parametrize(("turn", "die", "points"), [(2, 4, 120), (3, 1, 55), (8, 3, 31), (9, 6, 16), (11, 6, 37)])
def test_omaha(turn, die, points):
    """B16."""
    g = at({}, "omaha", {ROLL: [die]}, turn=turn)
    support_points(g)
    assert g.asp == points and told(g) == [("rolled", "18.1.5a"), ("support_points", "18.1.5a")]


@pytest.mark.rule("bradley", "11.2.1", "18.2.5")
@pytest.mark.parametrize(("turn", "die", "points"), [(2, 4, 120), (8, 3, 31), (10, 1, 11), (14, 6, 80)])
def test_utah(turn, die, points):
    g = at({}, "utah", {ROLL: [die]}, turn=turn)
    support_points(g)
    assert g.asp == points and told(g) == [("rolled", "18.2.5"), ("support_points", "18.2.5")]


def test_nothing_is_rolled_on_the_first_night():
    g = at({}, "utah", turn=1)
    support_points(g)
    assert g.asp == 0 and g.draws == 0


@pytest.mark.rule("bradley", "11.1.5")
def test_points_are_not_saved():
    g = at({}, turn=4, asp=60)
    next_turn(g)
    assert g.asp == 0


@pytest.mark.rule("bradley", "11.1.4", "11.1.5", "11.0")
def test_when_points_can_be_spent():
    g = at({}, asp=60)
    for segment, left in (
        ("allied fire", 60), ("allied defensive fire", 60), ("german fire", 0), ("german defensive fire", 0),
        ("allied movement", 0),
    ):  # fmt: skip
        g.segment = segment
        assert points_left(g) == left
    assert refuse_points(g, AMERICAN, 10).rule == "11.1.4"
    g.segment = "allied defensive fire"
    assert refuse_points(g, AMERICAN, 60) is None
    assert refuse_points(g, AMERICAN, 61).rule == refuse_points(g, AMERICAN, 0).rule == "11.1.5"
    assert refuse_points(g, GERMAN, 10).rule == "11.0"


@pytest.mark.rule("bradley", "11.1.1", "11.1.2", "11.1.3", "10.2.7a")
def test_points_alone_bombard_any_hex():
    """11.1.2 No unit is near, and range does not matter."""
    g = at({"I/914": "0808", "II/914": "5733"}, dice={"Fire combat": [6, 6]}, segment="allied fire", asp=60)
    assert targets(g) == hexes("0808 5733")
    decision = drive(fire_phase(g), ("fire", hexnum("0808")))
    assert options(decision) == {"points": list(range(1, 61)), "back": [None]}
    assert drive(fire_phase(g), ("fire", hexnum("0808")), ("points", 60), ("shoot", None)) is False
    result = next(event.data for event in g.table.events if event.kind == "fire_result")
    assert (result["attack"], result["defence"], result["line"], result["column"]) == (60, 2, "bombardment", "G")
    assert g.units[unit("I/914")].at == ELIMINATED
    assert g.asp == 0 and drive(fire_phase(g)) is True  # nothing is left for the other hex
