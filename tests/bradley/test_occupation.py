"""4.2.5, 5.10, 13.3.5, 10.6 What follows when units come, are disrupted, or go."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, names, told, unit, units

from beachhead.games.bradley.box import ELIMINATED
from beachhead.games.bradley.facing import refuse_mode, set_mode
from beachhead.games.bradley.occupation import disrupt, eliminate, enter, recover, remove_garrison
from beachhead.games.bradley.state import DropZone, Unit


@pytest.mark.rule("bradley", "5.10.1", "5.10.3", "5.10.4")
def test_the_first_fortification_is_the_beachhead():
    g = at({"1/16": "3821", "2/16": "4123", "1/8": "1816"})
    enter(g, unit("1/16"), hexnum("3721"))
    enter(g, unit("2/16"), hexnum("4124"))
    enter(g, unit("1/8"), hexnum("1311"))  # no fortification of the beach
    assert g.beachheads == {"omaha": hexnum("3721")}
    enter(g, unit("1/8"), hexnum("1717"))
    assert g.beachheads == {"omaha": hexnum("3721"), "utah": hexnum("1717")}
    assert told(g) == [("beachhead", "5.10.1")] * 2


def test_no_beachhead_at_a_beach_that_is_not_played():
    g = at({"1/505": "1416"}, scenario="omaha")
    enter(g, unit("1/505"), hexnum("1414"))
    assert g.beachheads == {}


@pytest.mark.rule("bradley", "4.2.5", "4.2.5a")
def test_a_german_destroys_a_drop_zone():
    g = at({"I/1058": "0713", "1/505": "0808"})
    g.drop_zones[0] = DropZone("ground", hex=hexnum("0809"), turn=1)
    enter(g, unit("1/505"), hexnum("0809"))
    assert g.drop_zones[0].place == "ground"
    g.eliminated("american")
    enter(g, unit("I/1058"), hexnum("0809"))
    assert g.drop_zones[0].place == "eliminated" and told(g) == [("dz_eliminated", "4.2.5a")]


@pytest.mark.rule("bradley", "13.3.5", "13.3.5a", "13.3.5c")
def test_garrisons_follow_the_germans():
    """B10 The last German within three hexes of 3721, 3822 and 4124 leaves 3922."""
    garrisons = {hexnum(name): unit("Static 1") for name in ("3721", "3822", "4124")}
    g = at({"Static 1": "3922", "I/915": "5534"}, garrisons=dict(garrisons))
    enter(g, unit("I/915"), hexnum("5533"))
    assert len(g.garrisons) == 3
    enter(g, unit("Static 1"), hexnum("3924"))
    assert names(g.garrisons) == "3822 4124"  # 3721 is four hexes away
    enter(g, unit("Static 1"), hexnum("3928"))
    assert g.garrisons == {}
    enter(g, unit("Static 1"), hexnum("3922"))
    assert g.garrisons == {}
    g = at({"Static 1": "3922"}, garrisons=dict(garrisons))
    eliminate(g, unit("Static 1"), rule="10.4-E")
    assert g.garrisons == {} and ("garrison_gone", "13.3.5") in told(g)
    g = at({"Static 1": "3922", "II/916": "4023"}, garrisons=dict(garrisons))
    enter(g, unit("II/916"), hexnum("4124"))
    assert names(g.garrisons) == "3721 3822" and told(g) == [("garrison_relieved", "13.3.5a")]
    remove_garrison(g, hexnum("3822"), rule="13.3.5b")
    assert names(g.garrisons) == "3721"


@pytest.mark.rule("bradley", "10.4-D", "10.6.6", "10.6.7", "10.6.4", "10.6.5", "2.1")
def test_disruption():
    """B19 A second disruption eliminates."""
    g = at({"1/16": "3822", "I/914": "2327"}, segment="allied fire")
    assert disrupt(g, unit("I/914"), rule="10.4-D") and g.units[unit("I/914")].disrupted == "green"
    g.segment = "german fire"
    assert disrupt(g, unit("1/16"), rule="10.4-D") and g.units[unit("1/16")].disrupted == "grey"
    assert recover(g, "grey", rule="3.1G") == units("1/16") and not g.units[unit("1/16")].disrupted
    assert recover(g, "grey", rule="3.1G") == []
    assert not disrupt(g, unit("I/914"), rule="10.4-D") and g.units[unit("I/914")] == Unit(ELIMINATED)
    assert told(g)[-1] == ("eliminated", "10.6.7")


@pytest.mark.rule("bradley", "7.1.2", "7.4.5", "7.3.4", "7.2.2")
def test_modes():
    g = at({"1/16": "3822", "2/16": "3822 green", "3/16": "3821", "Bruno": "0913 NE cm"}, ashore={unit("3/16")})
    set_mode(g, unit("1/16"), "mm", 3)
    assert (g.units[unit("1/16")].mode, g.units[unit("1/16")].facing) == ("mm", 3)
    set_mode(g, unit("1/16"), "cm")
    assert (g.units[unit("1/16")].mode, g.units[unit("1/16")].facing) == ("cm", -1)
    set_mode(g, unit("Bruno"), "mm")
    assert (g.units[unit("Bruno")].mode, g.units[unit("Bruno")].facing) == ("mm", 1)
    assert refuse_mode(g, unit("1/16")) is None
    for name, rule in (("2/16", "7.3.4"), ("3/16", "7.2.2")):
        ruling = refuse_mode(g, unit(name))
        assert ruling is not None and ruling.rule == rule
