"""2.5(2), 5.4.3, 18.1.5b The German's secret minefields."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import drive, hexes, hexnum, names, offered, seen, the_box, why_not

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.mines import mine_hexes, mines_phase, refuse_mine
from beachhead.games.bradley.setup import new_state
from beachhead.kernel import Action, Decision, Scripted, Seeded, Table

DIE = "die for mine points"


def start(scenario, die=None, **settings):
    g = new_state(the_box(), scenario, settings)
    g.segment = "mines"
    g.seat(Table(Scripted({DIE: [die]} if die else {}, Seeded("test"))))
    return g


def mines_in(g, text):
    """Record these hexes, each in a fresh flow, as the kernel may do it."""
    answers = [drive(mines_phase(g), ("mine", place)) for place in hexes(text)]
    assert answers == [False] * (len(answers) - 1) + [True]


@pytest.mark.rule("bradley", "5.4.3a", "2.5(2)", "5.4.3f")
def test_five_points_in_secret():
    g = start("d-day")
    decision = drive(mines_phase(g))
    assert decision.side == GERMAN and decision.about == {"points": 5} and "5" not in decision.prompt
    assert names(decision.options["mine"]) == ("1615 1716 1816 1917 2017 2018 3821 3921 4022 4123 4223 4324")
    mines_in(g, "3821 3921 4022 1716 2018")
    assert names(g.mines) == "1716 2018 3821 3921 4022" and g.mine_points == 0
    kinds = [(event.kind, event.only) for event in g.table.events]
    assert kinds[0] == ("mine_points", (GERMAN,)) and kinds[-1] == ("mines_recorded", None)
    assert all(only == (GERMAN,) for _, only in kinds[:-1])


@pytest.mark.rule("bradley", "2.5(2)")
def test_nobody_else_sees_them():
    g = start("d-day")
    mines_in(g, "3821 3921 4022 1716 2018")
    assert seen(g, GERMAN)["mines"]["hexes"] == ["1716", "2018", "3821", "3921", "4022"]
    for side in (AMERICAN, None):
        assert "hexes" not in seen(g, side)["mines"] and seen(g, side)["mines"]["points"] == {}


@pytest.mark.rule("bradley", "18.1.5b", "18.2.5")
@pytest.mark.parametrize(
    ("scenario", "die", "points"),
    [("omaha", 3, 3), ("omaha", 4, 4), ("omaha", 1, 3), ("omaha", 6, 4), ("utah", 3, 1), ("utah", 4, 2)],
)
def test_a_secret_die_where_there_are_two_numbers(scenario, die, points):
    g = start(scenario, die)
    decision = drive(mines_phase(g))
    assert decision.about == {"points": points} and g.mine_points == points
    event = g.table.events[0]
    assert event.kind == "drawn" and event.only == (GERMAN,) and event.data["item"] == die
    beach = set(g.box.beaches[scenario].coast) - g.box.northern
    assert set(decision.options["mine"]) == beach
    assert drive(mines_phase(g)).about == {"points": points}  # a fresh flow does not roll again


@pytest.mark.rule("bradley", "5.4.3b")
def test_no_more_than_four_on_a_beach():
    g = start("d-day")
    g.mines = set(hexes("3821 3921 4022 4123"))
    assert refuse_mine(g, hexnum("4223")).rule == "5.4.3b" and refuse_mine(g, hexnum("1716")) is None
    assert names(mine_hexes(g)) == "1615 1716 1816 1917 2017 2018"
    g = start("optimal-defense")
    g.mines = set(hexes("3821 3921 4022 4123"))
    assert refuse_mine(g, hexnum("4223")) is None


@pytest.mark.rule("bradley", "5.4.3f")
def test_each_point_has_a_landing_hex_of_its_own():
    g = start("d-day")
    g.mines = {hexnum("3821")}
    assert refuse_mine(g, hexnum("3821")).rule == "5.4.3f"
    assert refuse_mine(g, hexnum("3822")).rule == "5.4.3f"
    assert refuse_mine(g, hexnum("1514")).rule == "5.4.3f"  # a landing hex of option 19.3 only
    assert refuse_mine(g, hexnum("3319")).rule == "5.4.3f"  # Pointe du Hoc is no Beach Area
    assert refuse_mine(start("omaha"), hexnum("1716")).rule == "5.4.3f"
    northern = start("d-day", **{"northern-utah": True})
    assert refuse_mine(northern, hexnum("1514")) is None
    decision = drive(mines_phase(g))
    assert why_not(g, decision, Action("mine", hexnum("3822"))).rule == "5.4.3f"
    assert why_not(g, Decision(AMERICAN, "", "3.0", {}, True), Action("mine", hexnum("3822"))) is None


@pytest.mark.rule("bradley", "2.5(2)", "18.1.5b")
@pytest.mark.parametrize(("die", "written"), [(2, "3821 3921 4022"), (5, "3821 3921 4022 4123")])
def test_counting_the_actions_does_not_give_the_number_away(die, written):
    """18.1.5b With three points or four the German acts four times."""
    g = start("omaha", die)
    answers = [("mine", place) for place in hexes(written)]
    assert not any(drive(mines_phase(g), answer) for answer in answers[:-1])
    last = drive(mines_phase(g), answers[-1])
    if die == 2:
        assert not last
        decision = drive(mines_phase(g))
        assert offered(decision) == {"seal"} and decision.side == GERMAN
        assert why_not(g, decision, Action("mine", hexnum("4123"))).rule == "5.4.3a"
        last = drive(mines_phase(g), ("seal", None))
    assert last and g.mine_points == 0
