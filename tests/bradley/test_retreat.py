"""10.5, 10.3.5 Retreats and advances after combat. The open ground around 3232 serves for most of them."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, drive, hexes, hexnum, names, offered, options, told, unit, units, why_not

from beachhead.games.bradley.box import AMERICAN, ELIMINATED, GERMAN
from beachhead.games.bradley.retreat import advance, next_steps, refuse_advance, retreat
from beachhead.games.bradley.state import DropZone
from beachhead.kernel import Action

NORTH_OF_IT = {"1/16": "3231"}
FUNNEL = {"1/16": "3231", "1/18": "3433", "1/26": "3033"}
"""Zones of control that leave only 3233 to a unit in 3232, and from there only 3234."""


def steps(decision):
    return names(decision.options["retreat"])


def reason(g, decision, verb, arg=None):
    ruling = why_not(g, decision, Action(verb, arg))
    return ruling and ruling.rule


def back(g, *listed, **more):
    return retreat(g, units(*listed), **more)


@pytest.mark.rule("bradley", "10.5.1", "10.5.3", "10.5.3a", "10.5.3g")
def test_a_unit_goes_back_one_or_two_hexes_as_its_owner_likes():
    g = at({**NORTH_OF_IT, "I/914": "3232"}, segment="allied close assault")
    flow = back(g, "I/914")
    decision = next(flow)
    assert decision.side == GERMAN and steps(decision) == "3133 3233 3333" and "halt" not in offered(decision)
    assert reason(g, decision, "retreat", hexnum("3231")) == "10.5.3a"  # the enemy
    assert reason(g, decision, "retreat", hexnum("3132")) == "10.5.3a"  # his zone of control
    assert reason(g, decision, "retreat", hexnum("3234")) == "10.5.3"
    assert reason(g, decision, "halt") == "10.5.3"
    decision = flow.send(Action("retreat", hexnum("3233")))
    assert steps(decision) == "3133 3134 3234 3333 3334" and "halt" in offered(decision)
    assert reason(g, decision, "retreat", hexnum("3232")) == "10.5.3g"
    with pytest.raises(StopIteration) as end:
        flow.send(Action("halt"))
    assert end.value.value == tuple(units("I/914")) and g.where(unit("I/914")) == hexnum("3233")
    assert told(g) == [("retreated", "10.5.3")]
    g = at({**NORTH_OF_IT, "I/914": "3232"}, segment="allied close assault")
    left = drive(back(g, "I/914"), ("retreat", hexnum("3133")), ("retreat", hexnum("3233")))
    assert left == tuple(units("I/914")) and g.where(unit("I/914")) == hexnum("3233")


@pytest.mark.rule("bradley", "9.1.5", "10.5.3b")
def test_a_friend_opens_a_hex_in_an_enemy_zone():
    g = at({**NORTH_OF_IT, "I/914": "3232", "II/914": "3332"})
    assert steps(drive(back(g, "I/914"))) == "3133 3233 3332 3333"


def test_disrupted_enemies_close_nothing():
    g = at({"1/16": "3231 green", "I/914": "3232"})
    assert steps(drive(back(g, "I/914"))) == "3132 3133 3233 3332 3333"


@pytest.mark.rule("bradley", "10.5.3a")
def test_americans_do_not_retreat_into_garrisons_and_nobody_into_prohibited_terrain():
    g = at({"1/16": "4125"}, garrisons={hexnum("4124"): unit("II/916")})
    assert hexnum("4124") not in next_steps(g, unit("1/16"), hexes("4125"))
    g = at({"743 Tank": "1616", "1/16": "1616"})
    assert names(next_steps(g, unit("743 Tank"), hexes("1616"))) == "1517 1615 1716 1717"
    assert names(next_steps(g, unit("1/16"), hexes("1616"))) == "1516 1517 1615 1617 1716 1717"
    g = at({"1/16": "3822", "2/16": "3822 S"}, ruins={hexnum("3925")})
    assert hexnum("3821") not in next_steps(g, unit("1/16"), hexes("3822"))  # the sea wall
    assert hexnum("3925") in next_steps(g, unit("1/16"), hexes("3924"))
    assert hexnum("3925") not in next_steps(g, unit("2/16"), hexes("3924"))  # ruins, in movement mode


@pytest.mark.rule("bradley", "10.5.3f")
def test_canals_are_crossed_at_bridges_only():
    g = at({"I/914": "2128"})
    assert names(next_steps(g, unit("I/914"), hexes("2126"))) == "2025 2026 2125 2127"
    found = next_steps(g, unit("I/914"), hexes("2128"))
    assert hexnum("2227") in found and hexnum("2228") not in found
    g = at({"I/914": "2126"})
    assert reason(g, drive(back(g, "I/914")), "retreat", hexnum("2225")) == "10.5.3f"
    assert hexnum("2229") in next_steps(g, unit("I/914"), hexes("2228"))  # a stream is no canal


@pytest.mark.rule("bradley", "10.5.3c")
def test_a_retreat_does_not_end_in_a_full_hex_but_may_pass_through():
    g = at({**FUNNEL, "I/914": "3232", "I/915": "3233", "I/916": "3233"})
    decision = drive(back(g, "I/914"))
    assert steps(decision) == "3233" and decision.automatic
    decision = drive(back(g, "I/914"), ("retreat", hexnum("3233")))
    assert steps(decision) == "3234" and "halt" not in offered(decision)
    assert reason(g, decision, "halt") == "10.5.3c"
    g = at({**NORTH_OF_IT, "I/914": "3232", "I/915": "3233", "I/916": "3233"})
    flow = back(g, "I/914")
    decision = next(flow)
    assert steps(decision) == "3133 3233 3333"
    decision = flow.send(Action("retreat", hexnum("3133")))
    assert hexnum("3233") not in decision.options["retreat"]
    assert reason(g, decision, "retreat", hexnum("3233")) == "10.5.3c"


FULL = {**FUNNEL, "I/915": "3233", "I/916": "3233", "II/915": "3234", "II/916": "3234"}


@pytest.mark.rule("bradley", "10.5.3d")
def test_one_more_hex_where_every_end_is_full():
    g = at({**FULL, "I/914": "3232"}, segment="allied close assault")
    flow = back(g, "I/914")
    assert steps(next(flow)) == "3233"
    assert steps(flow.send(Action("retreat", hexnum("3233")))) == "3234"
    decision = flow.send(Action("retreat", hexnum("3234")))
    assert steps(decision) == "3135 3235 3335" and "halt" not in offered(decision)
    with pytest.raises(StopIteration):
        flow.send(Action("retreat", hexnum("3235")))
    assert g.units[unit("I/914")].disrupted == "green"
    assert told(g) == [("retreated", "10.5.3"), ("disrupted", "10.5.3d")]
    g = at({**FULL, "I/914": "3232 green"}, segment="allied close assault")
    drive(back(g, "I/914"), *(("retreat", hexnum(h)) for h in ("3233", "3234", "3235")))
    assert g.units[unit("I/914")].at == ELIMINATED and told(g)[-1] == ("eliminated", "10.6.7")


@pytest.mark.rule("bradley", "10.5.3e")
def test_nobody_goes_back_farther_than_the_allowance_that_shows():
    g = at({**NORTH_OF_IT, "Static 1": "3232", "I/352": "3232"})
    assert drive(back(g, "Static 1", "I/352")) == ()
    assert told(g) == [("trapped", "10.5.3e"), ("eliminated", "10.5.3e")] * 2
    g = at({**FULL, "1/1 Flak": "3232"})  # an allowance of 2, and it would have to go three hexes
    assert drive(back(g, "1/1 Flak")) == () and told(g)[-1] == ("eliminated", "10.5.3e")
    g = at({**NORTH_OF_IT, "1/1 Flak": "3232"})
    assert steps(drive(back(g, "1/1 Flak"))) == "3133 3233 3333"


@pytest.mark.rule("bradley", "10.5.4")
def test_a_unit_without_a_way_is_eliminated():
    g = at({**FUNNEL, "2/18": "3235", "I/914": "3232"})
    flow = back(g, "I/914")
    assert steps(next(flow)) == "3233"  # one hex is still open
    g = at({**FUNNEL, "2/18": "3234", "I/914": "3232"})
    assert drive(back(g, "I/914")) == ()
    assert told(g) == [("trapped", "10.5.4"), ("eliminated", "10.5.4")]


@pytest.mark.rule("bradley", "10.5.2")
def test_retreating_units_deploy_for_combat():
    g = at({**NORTH_OF_IT, "Static 1": "3232 N"})
    drive(back(g, "Static 1"), ("retreat", hexnum("3233")), ("halt", None))
    record = g.units[unit("Static 1")]
    assert (record.mode, record.facing, record.hex) == ("cm", -1, hexnum("3233"))
    assert told(g) == [("retreated", "10.5.3"), ("deployed", "10.5.2")]


@pytest.mark.rule("bradley", "14.1.2")
def test_the_railway_gun_is_lost():
    for assault, rule in ((True, "14.1.2"), (False, "10.5.3e")):
        g = at({"Bruno": "0913 NE cm"})
        assert drive(back(g, "Bruno", assault=assault)) == ()
        assert told(g) == [("trapped", rule), ("eliminated", rule)]


@pytest.mark.rule("bradley", "10.5.3")
def test_several_units_in_the_order_of_their_owner():
    g = at({**FUNNEL, "I/914": "3232", "II/914": "3232", "I/915": "3232", "Static 1": "3232"})
    flow = back(g, "Static 1", "I/914", "II/914", "I/915")
    decision = next(flow)
    assert options(decision) == {"withdraw": units("I/914", "II/914", "I/915")}
    assert reason(g, decision, "withdraw", unit("Static 1")) == "10.5.3"
    flow.send(Action("withdraw", unit("I/915")))
    flow.send(Action("retreat", hexnum("3233")))
    flow.send(Action("halt"))
    flow.send(Action("withdraw", unit("I/914")))
    flow.send(Action("retreat", hexnum("3233")))
    decision = flow.send(Action("halt"))  # the last one is not asked for, and 3233 is full now
    assert decision.about["unit"] == unit("II/914") and steps(decision) == "3233"
    assert steps(flow.send(Action("retreat", hexnum("3233")))) == "3234"


def test_two_hexes_exactly():
    g = at({**NORTH_OF_IT, "I/914": "3232"})
    flow = back(g, "I/914", hexes=(2, 2))
    next(flow)
    decision = flow.send(Action("retreat", hexnum("3233")))
    assert "halt" not in offered(decision) and reason(g, decision, "halt") == "10.5.3"
    g = at({"5 Art": "3232"})
    assert drive(back(g, "5 Art", hexes=(2, 2))) == () and told(g)[-1] == ("eliminated", "10.5.3e")


def test_enemies_in_the_same_hex_do_not_close_the_ways_out():
    """4.4.9 A parachute unit that leaves the hex of the German on whom it came down."""
    g = at({"1/505": "3232", "I/914": "3232", "II/914": "3230"}, segment="allied movement")
    flow = back(g, "1/505", hexes=(2, 2))
    decision = next(flow)
    assert decision.side == AMERICAN and steps(decision) == "3132 3133 3233 3332 3333"  # not into the zone from 3230
    assert steps(flow.send(Action("retreat", hexnum("3233")))) == "3133 3134 3234 3333 3334"


@pytest.mark.rule("bradley", "4.2.5", "13.3-EX", "13.3.5")
def test_drop_zones_and_garrisons_follow_a_retreat():
    """B10 The only unit within three hexes of 3721 and 3822 leaves 3922; what it crosses it takes."""
    garrisons = {hexnum(name): unit("439 Ost") for name in ("3721", "3822", "4023", "4124")}
    g = at({"439 Ost": "3922", "1/16": "3821"}, garrisons=garrisons)
    g.drop_zones[0] = DropZone("ground", hex=hexnum("3923"), turn=1)
    flow = back(g, "439 Ost")
    next(flow)
    flow.send(Action("retreat", hexnum("3923")))
    with pytest.raises(StopIteration):
        flow.send(Action("retreat", hexnum("4023")))
    assert g.drop_zones[0].place == "eliminated" and names(g.garrisons) == "3822 4124"
    g = at({"439 Ost": "3927"}, garrisons={hexnum("3822"): unit("439 Ost")})
    assert drive(back(g, "439 Ost"), ("retreat", hexnum("3928")), ("halt", None)) and g.garrisons == {}


# --- 10.3.5 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.3.5")
def test_attackers_advance_as_far_as_there_is_room():
    g = at({"1/16": "3231", "2/16": "3231", "1/18": "3231 S", "1/26": "3332"}, segment="allied close assault")
    flow = advance(g, AMERICAN, units("1/16", "1/18", "1/26"), hexnum("3232"))
    decision = next(flow)
    assert decision.options["advance"] == units("1/16", "1/18", "1/26")
    assert reason(g, decision, "advance", unit("2/16")) == "10.3.5"
    flow.send(Action("advance", unit("1/18")))
    with pytest.raises(StopIteration):
        flow.send(Action("advance", unit("1/26")))
    assert set(g.standing(hexnum("3232"))) == set(units("1/18", "1/26"))
    assert (g.units[unit("1/18")].mode, g.units[unit("1/18")].facing) == ("mm", 3)  # as it was
    assert told(g) == [("advanced", "10.3.5")] * 2
    g = at({"1/16": "3231"}, segment="allied close assault")
    drive(advance(g, AMERICAN, units("1/16"), hexnum("3232")), ("hold", None))
    assert g.where(unit("1/16")) == hexnum("3231") and told(g) == []


@pytest.mark.rule("bradley", "10.3.5", "10.6.3")
@pytest.mark.parametrize(
    ("placed", "name", "target", "rule"),
    [
        ({"1/16": "3231 green"}, "1/16", "3232", "10.6.3"),
        ({"Static 1": "3231"}, "Static 1", "3232", "10.3.5"),
        ({"743 Tank": "2126"}, "743 Tank", "2226", "6.3.3"),
        ({"743 Tank": "1616"}, "743 Tank", "1617", "6.3-D"),
        ({"1/16": "3924 S"}, "1/16", "3925", "12.2.1"),
        ({"1/16": "3924"}, "1/16", "3925", None),
        ({"1/16": "3232"}, "1/16", "3232", "10.3.5"),
        ({}, "1/16", "3232", "10.3.5"),
        ({"1/16": "3231", "1/18": "3232", "1/26": "3232"}, "1/16", "3232", "8.1.1"),
    ],
)
def test_who_cannot_advance(placed, name, target, rule):
    g = at(placed, ruins={hexnum("3925")})
    ruling = refuse_advance(g, unit(name), units(name), hexnum(target))
    assert (ruling and ruling.rule) == rule
