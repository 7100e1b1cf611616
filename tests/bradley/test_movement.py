"""6.0 Movement, 7.3 changing mode: where a unit can go."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, names, unit

from beachhead.games.bradley.box import AMERICAN, POINT
from beachhead.games.bradley.facing import set_mode
from beachhead.games.bradley.reach import (
    begin,
    blocked_hexes,
    destinations,
    flipped,
    has_minimum,
    reach,
    refuse_destination,
    refuse_flip,
    refuse_mover,
    stepped,
)
from beachhead.games.bradley.terrain import step_cost
from beachhead.games.bradley.zones import enemy_zone
from beachhead.hexes import BLOCKED


def move(g, name):
    return begin(g, unit(name))


def refusal(g, name, place):
    ruling = refuse_destination(g, move(g, name), hexnum(place))
    return ruling and ruling.rule


@pytest.mark.rule("bradley", "6.1", "6.1.1", "6.1.2", "6.2.4")
def test_as_far_as_the_points_carry():
    g = at({"1/16": "1016", "2/16": "1016 S"})
    found = reach(g, move(g, "1/16"))
    assert max(found.values()) == 4 * POINT and hexnum("1012") in found and hexnum("1011") not in found
    assert found[hexnum("1015")] == POINT and found.path(hexnum("1014"))[0] == hexnum("1016")
    by_road = reach(g, move(g, "2/16"))
    assert by_road[hexnum("1213")] == 2 * POINT  # four hexes of road
    assert refusal(g, "1/16", "1011") == "6.2.4" and refusal(g, "1/16", "1012") is None


@pytest.mark.rule("bradley", "6.2.2", "6.2.3", "8.1.1a")
def test_enemies_friends_and_garrisons():
    g = at(
        {"1/16": "3923", "1/18": "3924", "1/26": "3924", "I/914": "4025"},
        garrisons={hexnum("3822"): unit("I/914"), hexnum("3922"): unit("I/914")},
    )
    assert names(h for h, mark in enumerate(blocked_hexes(g, AMERICAN)) if mark) == "3822 3922 4025"
    assert refusal(g, "1/16", "3922") == "6.2.2" and refusal(g, "1/16", "4025") == "6.2.2"
    assert refusal(g, "1/16", "3924") == "8.1.1" and hexnum("3924") in reach(g, move(g, "1/16"))
    assert hexnum("3924") not in destinations(g, move(g, "1/16"))
    assert not blocked_hexes(g, "german")[hexnum("3822")]


@pytest.mark.rule("bradley", "9.1.1", "9.1.2")
def test_zones_of_control():
    g = at({"1/16": "1017", "I/914": "1014"})
    assert hexnum("1015") in destinations(g, move(g, "1/16"))
    assert hexnum("0914") not in destinations(g, move(g, "1/16"))  # behind the zone
    assert refusal(g, "1/16", "0914") == "9.1.1"
    inside = at({"1/16": "1015", "80 AA": "1015", "I/914": "1014"}, dropped={unit("80 AA")})
    found = reach(inside, move(inside, "1/16"))
    assert found.path(hexnum("1016")) == (hexnum("1015"), hexnum("1016"))
    assert len(found.path(hexnum("0915"))) == 3  # not from zone to zone, but round about
    assert refusal(inside, "80 AA", "0915") == "9.1.2" and refusal(inside, "80 AA", "1016") is None
    assert found[hexnum("1015")] == 0 and hexnum("1015") not in destinations(inside, move(inside, "1/16"))


@pytest.mark.rule("bradley", "6.2.5", "7.3.2")
def test_one_hex_is_always_possible():
    g = at({"80 AA": "3121", "5 Art": "3121", "1/1 Flak": "3120 S"})
    assert has_minimum(g, move(g, "80 AA")) and not has_minimum(g, move(g, "5 Art"))
    assert destinations(g, move(g, "5 Art")) == [] and refusal(g, "5 Art", "3122") == "6.2.5"
    g = at({"80 AA": "0122"})
    over = hexnum("0123")
    found = reach(g, move(g, "80 AA"))
    assert found[over] == 3 * POINT > move(g, "80 AA").left
    after = stepped(g, move(g, "80 AA"), found.path(over), found[over])
    assert after.stopped and after.hexes == 1 and after.left == 0
    assert not has_minimum(g, after) and set(reach(g, after)) == {hexnum("0122")}
    ruling = refuse_destination(g, after, hexnum("0121"))
    assert ruling is not None and ruling.rule == "6.2.5"
    gun = flipped(begin(g := at({"5 Art": "3121"}), unit("5 Art")))
    ruling = refuse_destination(g, gun, hexnum("3122"))
    assert ruling is not None and ruling.rule == "7.3.2"


@pytest.mark.rule("bradley", "6.1.7", "6.1.8")
def test_landed_and_entered_units_have_paid():
    g = at({"1/16": "3821", "513/30": "2227 N"}, ashore={unit("1/16")}, entered={unit("513/30")})
    assert move(g, "1/16").left == 0 and destinations(g, move(g, "1/16")) == []
    assert move(g, "513/30").left == 11 * POINT
    assert refusal(g, "1/16", "3921") == "6.2.4"


@pytest.mark.rule("bradley", "7.3.1", "7.3.2", "7.3.3", "7.3.4")
def test_changing_mode():
    g = at({"1/16": "1016", "5 Art": "1016", "2/16": "1016 green", "3/16": "1018"})
    first = move(g, "1/16")
    assert refuse_flip(g, first) is None
    after = flipped(first)
    assert after.left == 2 * POINT and not has_minimum(g, after)
    set_mode(g, unit("1/16"), "mm", 0)
    assert reach(g, after)[hexnum("1213")] == 2 * POINT
    assert max(reach(g, after).values()) == 2 * POINT
    assert refuse_flip(g, flipped(after)).rule == "7.3.1"
    gun = move(g, "5 Art")
    assert refuse_flip(g, gun) is None and flipped(gun).stopped
    assert refuse_flip(g, move(g, "2/16")).rule == "7.3.4"
    walked = stepped(g, move(g, "3/16"), [hexnum("1018"), hexnum("1019"), hexnum("1020"), hexnum("1021")], 3 * POINT)
    assert refuse_flip(g, walked).rule == "7.3.1"


@pytest.mark.rule("bradley", "7.3.1", "9.1.1")
def test_a_change_of_mode_sets_nobody_free():
    g = at({"1/16": "1015", "I/914": "1013"})
    entered = stepped(g, move(g, "1/16"), [hexnum("1015"), hexnum("1014")], POINT)
    g.change(unit("1/16"), at=hexnum("1014"))
    assert entered.stopped and refuse_flip(g, entered) is None
    after = flipped(entered)
    set_mode(g, unit("1/16"), "mm", 0)
    assert after.stopped and after.left == POINT and set(reach(g, after)) == {hexnum("1014")}


@pytest.mark.rule("bradley", "6.2.4", "6.2.5")
def test_who_has_spent_everything_has_not_used_the_one_hex():
    g = at({"1/16": "1018"})
    spent = stepped(g, move(g, "1/16"), [hexnum(f"10{row}") for row in range(18, 23)], 4 * POINT)
    g.change(unit("1/16"), at=hexnum("1022"))
    assert spent.left == 0 and not spent.stopped
    assert refuse_destination(g, spent, hexnum("1023")).rule == "6.2.4"


@pytest.mark.rule("bradley", "6.2.1", "6.2.6", "6.2.8")
def test_who_may_move():
    g = at({"1/16": "1016", "2/16": "1016 grey", "I/914": "1010", "3/16": "1018"}, segment="allied movement")
    g.moved = {unit("3/16")}
    assert refuse_mover(g, unit("1/16")) is None
    for name, rule in (("2/16", "6.2.8"), ("I/914", "6.2.1"), ("3/16", "6.2.6"), ("1/18", "6.2.1")):
        ruling = refuse_mover(g, unit(name))
        assert ruling is not None and ruling.rule == rule
    g.segment = "allied fire"
    ruling = refuse_mover(g, unit("1/16"))
    assert ruling is not None and ruling.rule == "6.2.1"


def test_steps_one_by_one():
    g = at({"1/16": "3821"})
    here = hexnum("3821")
    assert step_cost(g, unit("1/16"), here, hexnum("3822")) == BLOCKED
    assert step_cost(g, unit("1/16"), here, hexnum("3721")) == 2 * POINT
    assert refusal(g, "1/16", "3822") is None  # by way of 3721
    g = at({"80 AA": "3921"})
    assert refusal(g, "80 AA", "3922") == "6.3.6"


def test_a_wall_of_zones_holds():
    """Every hex that can be reached has a path of legal steps, none through a zone or an enemy."""
    g = at({"1/16": "1016 S", "I/914": "1013", "I/915": "0815", "I/916": "1213", "1/18": "1017"})
    found, zone = reach(g, move(g, "1/16")), enemy_zone(g, AMERICAN)
    for place in found:
        path = found.path(place)
        assert not any(zone[h] for h in path[1:-1]) and not any(blocked_hexes(g, AMERICAN)[h] for h in path)
