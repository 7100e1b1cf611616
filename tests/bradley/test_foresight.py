"""4.2, 4.3.2, 5.3, 5.4.3 What is foretold while landings are planned, from what both players may know."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.bradley.helpers import at, drive, hexes, hexnum, preview, unit
from tests.bradley.landings import dz, lay, put, through

from beachhead.games.bradley.airborne import drops_part
from beachhead.games.bradley.box import OMAHA, POINTE, UTAH
from beachhead.games.bradley.foresight import mine_guesses
from beachhead.games.bradley.losses import firepower
from beachhead.games.bradley.mines import mines_phase
from beachhead.games.bradley.shores import displaced
from beachhead.games.bradley.waves import place_part
from beachhead.kernel import Action

DROPS = {"turn": 1, "segment": "allied movement"}


@pytest.mark.rule("bradley", "4.2.1", "4.3.2b")
def test_where_a_drop_zone_may_come_down():
    g = at({"I/914": "0810"}, part="drop zones", **DROPS)
    put(g, {"82 Main Box": "1/505"})
    question = drive(through(drops_part, g), ("designate", dz("82 Main")))
    found = preview(g, question, Action("aim", hexnum("0808")))
    assert sum(found.results.values()) == 1 and found.rule == "4.2.1"
    # a total of 9 is two hexes northwest (4.4 example); it comes of 7 with +2, 8 with +1, 9 with 0 twice and so on
    nine = Fraction(6 + 5 + 2 * 4 + 3 + 2, 36 * 6)
    assert found.results["0607"] == nine
    assert found.figures["flak within three hexes"] == "1 unit" and found.figures["wind"] == "-2 \u2026 +2"
    lay(g, "101 Main", "0607")
    assert "0607" not in preview(g, question, Action("aim", hexnum("0808"))).results  # it would be repeated


@pytest.mark.rule("bradley", "4.3.2c")
def test_what_flak_does():
    g = at({"I/914": "0810"}, part="drops", dice={"Wind over 82 Main": [3]}, **DROPS)
    g.change_zone(dz("82 Main"), place="flight", hex=hexnum("0808"))
    decision = drive(through(drops_part, g))
    up = preview(g, decision, Action("flak_up", unit("I/914")))
    down = preview(g, decision, Action("flak_down", unit("I/914")))
    assert (up.figures["modifier"], down.figures["modifier"]) == ("+1", "-1")
    assert up.results["0607"] == Fraction(5, 36) and down.results["0607"] == Fraction(3, 36)
    put(g, {"82 Main Box": "1/505"})
    g.change_zone(dz("82 Main"), place="ground", turn=1)
    on_ground = preview(g, decision, Action("flak_up", unit("I/914")))
    assert sum(on_ground.results.values()) == 1
    assert set(on_ground.results) <= {"landed", "disrupted", "lost", "not landed"}


@pytest.mark.rule("bradley", "5.4.3a", "5.4.3c")
def test_the_mines_are_guessed():
    g = at(scenario="omaha", mines=set(hexes("3821 3921 4022")))
    assert mine_guesses(g, OMAHA) == [3, 4] and mine_guesses(g, POINTE) == [0]
    g.counted = {OMAHA}
    assert mine_guesses(g, OMAHA) == [3]
    g.announced = {OMAHA}
    assert mine_guesses(g, OMAHA) == [0]
    both = at(mines=set(hexes("3821 3921 4022")))
    assert set(mine_guesses(both, OMAHA)) == set(mine_guesses(both, UTAH)) == {1, 2, 3, 4}


def approaching(**fields):
    g = at({"I/914": "3923"}, "omaha", turn=2, tide="low", part="place", segment="invasion placement", **fields)
    put(g, {"Omaha Wave 1": "1/16, 743 Tank"})
    return g, drive(place_part(g), ("launch", unit("1/16")))


@pytest.mark.rule("bradley", "5.4.3c", "5.4.1")
def test_an_approach_hex():
    g, question = approaching(counted={OMAHA}, mines={hexnum("3821")})
    found = preview(g, question, Action("approach", hexnum("4021")))
    assert sum(found.results.values()) == 1 and found.figures["mine points"] == "1"
    place = {0: "4022", 1: "4123", -1: "3921"}
    for shift, name in place.items():
        chance = sum(
            Fraction(6 - abs(7 - dice), 36 * 6)
            for row in g.box.sea.values()
            for dice in range(2, 13)
            if displaced(g, dice, row.value + 1) == shift
        )
        assert found.results.get(g.hex_name(hexnum(name)), 0) == chance, name
    assert found.figures["guns on the beach"] == firepower(g, OMAHA)


@pytest.mark.rule("bradley", "5.4.3c")
def test_what_is_foretold_does_not_depend_on_hidden_mines():
    g, question = approaching(mines=set(hexes("3821 3921 4022")))
    action = Action("approach", hexnum("4021"))
    before = preview(g, question, action)
    assert before.figures["mine points"] == "3 to 4"
    g.mines = set()
    assert preview(g, question, action) == before


@pytest.mark.rule("bradley", "5.6.3", "5.6.4")
def test_large_targets_suffer_more():
    g, question = approaching()
    found = preview(g, question, Action("approach", hexnum("4021")))
    tank = drive(place_part(g), ("launch", unit("743 Tank")))
    worse = preview(g, tank, Action("approach", hexnum("4021")))

    def lost(outlook) -> int:
        return sum(int(str(outlook.figures[f"{what} by fire"]).rstrip("%")) for what in ("disrupted", "eliminated"))

    assert lost(worse) > lost(found)


@pytest.mark.rule("bradley", "5.3.2")
def test_past_the_end_and_on_the_enemy():
    g, question = approaching(counted={OMAHA})
    g.units[unit("I/914")] = g.units[unit("I/914")].__class__(hexnum("3821"))
    action = Action("approach", hexnum("3820"))
    assert "D-1 draw (3821) on the enemy" in preview(g, question, action).results
    g.mines = set(hexes("3821 3921 4022 4123"))
    assert preview(g, question, action).results["turned back"] > 0  # a shift past the end of the beach


@pytest.mark.rule("bradley", "5.7.1")
def test_rangers():
    g = at(scenario="omaha", turn=2, part="place", segment="invasion placement")
    put(g, {"Omaha Available": "5 Ranger"})
    question = drive(place_part(g), ("rangers", unit("5 Ranger")))
    found = preview(g, question, Action("cliff", question.options["cliff"][0]))
    assert sum(found.results.values()) == 1 and "mine points" not in found.figures


@pytest.mark.rule("bradley", "5.4.3f")
def test_mines_to_be_recorded():
    g = at(segment="mines", part="hexes", mine_points=3, mines={hexnum("3821")})
    decision = drive(mines_phase(g))
    found = preview(g, decision, Action("mine", hexnum("3921")))
    assert found.figures == {"to be recorded": 3, "at Omaha": 1}
    assert preview(g, decision, Action("done")) is None
