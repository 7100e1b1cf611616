"""12 Control and communication."""

import pytest
from tests.omaha.helpers import at, h, p

from beachhead.games.omaha.control import (
    german_communication,
    german_network,
    us_communication,
    us_control,
)


@pytest.mark.rule("omaha", "12", "12.1", "12.1a", "12.1b", "2.21.sym")
def test_who_controls_what():
    g = at(clear=True, units=[("A/1/16", "1407", 2), ("AT/16", "1502"), ("16 HQ", "1804"), ("Cota", "1810")])
    control = us_control(g)
    assert control >= {h("1407"), h("1406"), h("1408"), h("1502"), h("1804")}
    assert h("1501") not in control, "an anti-tank unit controls its own hex only"
    assert h("1805") not in control, "an HQ controls its own hex only"
    assert h("1810") not in control, "a general controls nothing"


@pytest.mark.rule("omaha", "12.1", "12.1a")
def test_one_step_infantry_controls_its_own_hex_and_armor_all_around():
    g = at(clear=True, units=[("A/1/16", "1407", 1), ("1/A/741", "1720", 1), ("62AFA", "1730", 1)])
    control = us_control(g)
    assert h("1406") not in control
    assert {h("1719"), h("1721"), h("1729"), h("1731")} <= control


@pytest.mark.rule("omaha", "12.1")
def test_disrupted_units_control_too():
    g = at(clear=True, units=[{"id": "A/1/16", "hex": "1407", "disrupted": True}])
    assert h("1406") in us_control(g)


@pytest.mark.rule("omaha", "12.11", "12.11a")
def test_low_ground_does_not_control_high_ground():
    g = at(clear=True, units=[("A/1/16", "0813")])
    control = us_control(g)
    assert h("0814") in control
    assert h("0913") not in control
    g = at(clear=True, units=[("A/1/16", "0913")])
    assert {h("0812"), h("0813")} <= us_control(g)


@pytest.mark.rule("omaha", "12.2", "12.2b")
def test_an_untouched_map_is_in_communication():
    g = at(clear=True)
    communication = german_communication(g)
    assert p("C1") in communication
    assert p("WN62S") in communication


@pytest.mark.rule("omaha", "12.2", "12.22")
def test_an_empty_position_may_itself_be_controlled():
    g = at(clear=True, units=[("A/1/16", "1012")])  # next to C1 (1113)
    assert h("1113") in us_control(g) or h("1113") in g.box.board.adjacent[h("1012")]
    assert p("C1") in german_communication(g)


@pytest.mark.rule("omaha", "12.2")
def test_a_us_unit_in_the_position_cuts_it_off():
    g = at(clear=True, units=[("A/1/16", "1113")])
    assert p("C1") not in german_communication(g)


@pytest.mark.rule("omaha", "11.31")
def test_a_general_alone_does_not_block():
    g = at(clear=True, units=[("Wyman", "1113")])
    assert h("1113") not in g.held_hexes()
    assert p("C1") in german_communication(g)


RING = [("A/1/16", "1115"), ("B/1/16", "1217"), ("C/1/16", "1315"), ("D/1/16", "1314")]
"""Around C2 (1215): two neighbours are occupied, the other four controlled; 1316 is bocage and leads to 1416."""


@pytest.mark.rule("omaha", "12.2", "12.21", "12.23")
def test_a_unit_traces_through_one_bocage_hex_that_is_controlled_but_not_occupied():
    g = at(clear=True, units=RING, posts=[{"id": "C2", "unit": "5/2/916"}])
    control = us_control(g)
    assert all(x in control for x in g.box.board.adjacent[h("1215")])
    assert p("C2") in german_communication(g)


@pytest.mark.rule("omaha", "12.23", "12.23a")
def test_an_empty_position_does_not_trace_through_bocage():
    assert p("C2") not in german_communication(at(clear=True, units=RING))


@pytest.mark.rule("omaha", "12.23")
def test_bocage_communication_reaches_one_hex_only():
    g = at(clear=True, units=[*RING, *[("I/3/16", "1516")]], posts=[{"id": "C2", "unit": "5/2/916"}])
    assert p("C2") not in german_communication(g)


@pytest.mark.rule("omaha", "12.21")
def test_a_german_unit_keeps_its_hex_open_for_others():
    """D5 (1416) lies on the way out of 1316: a German unit there undoes the control of I/3/16."""
    posts = [{"id": "C2", "unit": "5/2/916"}, {"id": "D5", "unit": "6/2/916"}]
    g = at(clear=True, units=[*RING, *[("I/3/16", "1516")]], posts=posts)
    assert p("C2") in german_communication(g)


@pytest.mark.rule("omaha", "12.2a")
def test_paths_avoid_the_beach_and_the_pavilion_next_to_it():
    g = at(clear=True)
    network = german_network(g)
    assert network.isdisjoint({h("0613"), h("0813"), h("0603")})
    assert {h("1011"), h("0912")} <= network


@pytest.mark.rule("omaha", "12.3", "12.31", "12.31a")
def test_us_communication_avoids_fields_of_fire_even_of_disrupted_units():
    g = at(clear=True)
    assert h("1407") in us_communication(g)
    held = at(clear=True, posts=[{"id": "C1", "unit": "5/2/916", "disrupted": True}])
    reached = us_communication(held)
    assert h("1012") not in reached
    assert h("1113") not in reached
    assert h("1407") in reached


@pytest.mark.rule("omaha", "12.3")
def test_us_communication_does_not_climb_bluffs_or_enter_rough():
    g = at(clear=True)
    reached = us_communication(g)
    assert h("0905") not in reached
    assert h("0603") not in reached
