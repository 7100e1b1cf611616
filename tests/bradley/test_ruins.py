"""12.0 Ruins."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, drive, hexnum, told, unit
from tests.bradley.parts import play

from beachhead.games.bradley.box import AMERICAN
from beachhead.games.bradley.combat import fire
from beachhead.games.bradley.fire import fire_phase
from beachhead.games.bradley.movement import moves_part
from beachhead.wargame import total


def shelled(placed, target, *answers, roll, scenario="d-day", **fields):
    g = at(placed, scenario, {"Fire combat": roll}, segment="allied fire", **fields)
    drive(fire_phase(g), ("fire", hexnum(target)), *answers, ("shoot", None))
    return g


@pytest.mark.rule("bradley", "12.0", "12.1.1", "10.4-red")
@pytest.mark.parametrize(
    ("placed", "target", "answers", "roll", "ruined"),
    [
        ({"I/914": "3925"}, "3925", [("points", 60)], [6, 6], True),  # a town, column G, 11
        ({"I/914": "3925"}, "3925", [("points", 60)], [5, 5], False),  # 9 is not light red
        ({"I/914": "3925"}, "3925", [("points", 6)], [1, 1], True),  # column A is light red at the bottom
        ({"I/914": "5330"}, "5330", [("points", 60)], [6, 6], True),  # a city
        ({"I/914": "0808"}, "0808", [("points", 60)], [6, 6], False),  # open ground
        ({"I/914": "3925", "1/16": "3926", "2/16": "3926"}, "3925", [("everyone", None)], [1, 1], False),  # rifles
        ({"I/914": "3925", "1/16": "3926"}, "3925", [("firer", unit("1/16")), ("points", 40)], [6, 6], True),  # mixed
    ],
)
def test_what_makes_ruins(placed, target, answers, roll, ruined):
    g = shelled(placed, target, *answers, roll=roll, asp=60)
    assert (hexnum(target) in g.ruins) == ruined
    assert (("ruined", "12.1.2") in told(g)) == ruined


@pytest.mark.rule("bradley", "12.1.1")
def test_guns_of_a_german_make_ruins_too():
    g = at({"1/16": "3925", "I/352": "3931", "352 HQ": "3932"}, dice={"Fire combat": [1, 1]}, segment="german fire")
    answers = [("firer", unit("I/352")), ("shoot", None), ("unsupported", None)]
    assert drive(fire_phase(g), ("fire", hexnum("3925")), *answers) is False
    assert not g.ruins  # 8 halved at six hexes is 4 against 4: too weak
    g = at({"1/16": "3926", "II/352": "3925", "I/352": "3931", "352 HQ": "3932"}, segment="german fire")
    g.change(unit("1/16"), at=hexnum("3828"))  # Trevieres
    g.table.source = at({}, dice={"Fire combat": [1, 1]}).table.source
    assert drive(fire_phase(g), ("fire", hexnum("3828")), *answers) is False
    assert g.ruins == {hexnum("3828")}


@pytest.mark.rule("bradley", "10.2.7", "10.2.7d")
def test_one_gun_among_rifles_makes_ruins():
    g = at({"I/914": "3925", "1/16": "3926", "5 Art": "3928"}, segment="allied fire")
    rifles, guns = unit("1/16"), unit("5 Art")
    assert not fire(g, AMERICAN, [rifles], hexnum("3925")).bombards
    assert fire(g, AMERICAN, [guns], hexnum("3925")).bombards
    assert fire(g, AMERICAN, [rifles, guns], hexnum("3925")).bombards


@pytest.mark.rule("bradley", "12.0", "12.2.3", "12.2.4")
def test_ruins_stay_ruins():
    """12.2.3 A modifier of -3 and no multiplier against fire; a second light red changes nothing."""
    target = hexnum("3925")
    g = shelled({"I/914": "3925"}, "3925", ("points", 60), roll=[1, 1], asp=60, ruins={target})
    assert g.ruins == {target} and ("ruined", "12.1.2") not in told(g)
    battle = fire(g, AMERICAN, [], target, asp=20)
    assert (battle.defence, total(battle.drms)) == (2, -3)


@pytest.mark.rule("bradley", "12.1.1", "12.1.2", "13.3.5b")
def test_a_garrison_can_lose_its_town():
    fields = {"asp": 60, "garrisons": {hexnum("4524"): unit("II/916")}}
    g = shelled({"II/916": "4525"}, "4524", ("points", 60), roll=[6, 6], **fields)
    assert hexnum("4524") in g.ruins and hexnum("4524") in g.garrisons


@pytest.mark.rule("bradley", "12.2.5", "12.1.2", "15.3.4")
def test_a_cleared_town_can_be_ruined_again():
    g = at({"146 Eng": "3925"}, segment="allied movement", part="moves", mines=set(), ruins={hexnum("3925")})
    play(moves_part, g, ("unit", unit("146 Eng")), ("restore", None))
    assert not g.ruins
    guns = {"I/352": "3930", "II/352": "3930", "352 HQ": "3932"}
    later = at({"146 Eng": "3925", **guns}, dice={"Fire combat": [1, 1]}, segment="german fire", ruins=g.ruins)
    answers = [("everyone", None), ("shoot", None), ("unsupported", None)]
    assert drive(fire_phase(later), ("fire", hexnum("3925")), *answers) is False
    assert later.ruins == {hexnum("3925")}
