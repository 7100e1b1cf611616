"""7.4 Facing, 9.0 zones of control, 14.1 the arc of the railway gun."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexes, hexnum, names, unit

from beachhead.games.bradley.box import AMERICAN, GERMAN, afloat, front
from beachhead.games.bradley.facing import (
    arc,
    faces,
    has_facing,
    in_arc,
    refuse_direction,
    refuse_facing,
)
from beachhead.games.bradley.retreat import is_closed
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.zones import (
    enemy_zone,
    is_surrounded,
    must_stop,
    refuse_zone,
)


def zone_of(g: Bradley, number: int) -> frozenset[int]:
    """The zone of one unit."""
    return frozenset(g.exerts(number, g.units[number]))


@pytest.mark.rule("bradley", "7.4.2", "7.4.5")
def test_front():
    assert front(0) == (5, 0, 1) and front(4) == (3, 4, 5) and front(-1) == (0, 1, 2, 3, 4, 5)


@pytest.mark.rule("bradley", "9.0", "7.4.2", "7.4.5")
def test_zones_by_mode_and_facing():
    g = at({"1/16": "0808"})
    assert names(zone_of(g, unit("1/16"))) == "0708 0709 0807 0809 0908 0909"
    g = at({"1/16": "0808 N"})
    assert names(zone_of(g, unit("1/16"))) == "0708 0807 0908"
    g = at({"1/16": "0808 SE"})
    assert names(zone_of(g, unit("1/16"))) == "0809 0908 0909"


@pytest.mark.rule("bradley", "9.1.4")
def test_zones_do_not_cross_water():
    """9.1.4 Neither streams nor canals, bridges included."""
    g = at({"1/16": "3927"})
    assert names(zone_of(g, unit("1/16"))) == "3826 3926 4026"  # the Aure lies on the other three
    g = at({"1/16": "2128"})
    assert "2227" not in names(zone_of(g, unit("1/16")))  # a bridge over the canal
    assert names(zone_of(g, unit("1/16"))) == "2027 2028 2127 2129"


@pytest.mark.rule("bradley", "9.1.6", "9.1.7", "9.1.3")
def test_who_has_no_zone():
    g = at({"1/16": "0808 green", "I/914": "1010"}, garrisons={hexnum("1108"): unit("I/914")})
    assert zone_of(g, unit("1/16")) == frozenset() and not any(enemy_zone(g, GERMAN))
    assert names(h for h, mark in enumerate(enemy_zone(g, AMERICAN)) if mark) == "0910 0911 1009 1011 1110 1111"
    g.change(unit("I/914"), at=afloat(g.where(unit("I/914"))))
    assert not any(enemy_zone(g, AMERICAN))


@pytest.mark.rule("bradley", "9.1.2")
def test_zones_and_movement():
    g = at({"1/16": "0810", "I/914": "0808"})
    assert must_stop(g, AMERICAN, hexnum("0809")) and not must_stop(g, AMERICAN, hexnum("0810"))
    assert refuse_zone(g, unit("1/16"), hexnum("0810"), hexnum("0809")) is None
    ruling = refuse_zone(g, unit("1/16"), hexnum("0809"), hexnum("0909"))
    assert ruling is not None and ruling.rule == "9.1.2"
    assert refuse_zone(g, unit("1/16"), hexnum("0809"), hexnum("0810")) is None


@pytest.mark.rule("bradley", "9.1.5", "10.5.3b")
def test_friends_help_a_retreat_only():
    g = at({"1/16": "0809", "I/914": "0808"})
    friend = hexnum("0809")
    start = hexnum("0810")
    assert not is_closed(g, AMERICAN, start, friend) and is_closed(g, AMERICAN, start, hexnum("0807"))
    assert must_stop(g, AMERICAN, friend)


def test_engaged_guns():
    g = at({"I/352": "3931", "1/16": "3930"})
    assert must_stop(g, GERMAN, hexnum("3931"))
    g = at({"I/352": "3931", "1/16": "3930 N"})
    assert not must_stop(g, GERMAN, hexnum("3931"))


def test_surrounded():
    place = hexnum("0808")
    g = at({"I/914": "0808", "1/16": "0706", "2/16": "0810"})
    assert not is_surrounded(g, GERMAN, place)
    g = at({"I/914": "0808", "1/16": "0807", "2/16": "0809"})
    assert is_surrounded(g, GERMAN, place)
    g = at({"I/914": "0808", "1/16": "0807", "2/16": "0809", "II/914": "0908"})
    assert not is_surrounded(g, GERMAN, place)
    g = at({"I/914": "0808", "1/16": "0807 S", "2/16": "0809 S"})
    assert not is_surrounded(g, GERMAN, place)
    g = at({"1/501": "3922"}, garrisons={hexnum("3922"): unit("I/914")})
    assert not is_surrounded(g, GERMAN, hexnum("3922"))  # it came down on the garrison, and nobody is around


@pytest.mark.rule("bradley", "7.4.4", "10.1.7")
def test_attacks_through_the_front_only():
    g = at({"743 Tank": "0808 N", "1/16": "0808"})
    tank, infantry = unit("743 Tank"), unit("1/16")
    assert [faces(g, tank, h) for h in hexes("0807 0908 0708 0909 0809 0709")] == [True] * 3 + [False] * 3
    ruling = refuse_direction(g, tank, hexnum("0809"))
    assert ruling is not None and ruling.rule == "10.1.7"
    assert refuse_direction(g, tank, hexnum("0807")) is None
    assert refuse_direction(g, infantry, hexnum("0809")) is None


@pytest.mark.rule("bradley", "14.1.3", "14.1.4")
def test_the_arc_of_bruno():
    g = at({"Bruno": "0913 NE cm"})
    bruno = unit("Bruno")
    assert has_facing(g, bruno) and g.units[bruno].mode == "cm"
    assert names(zone_of(g, bruno)) == "0912 1012 1013"
    assert refuse_direction(g, bruno, hexnum("1816")) is None  # Utah Beach
    ruling = refuse_direction(g, bruno, hexnum("0626"))
    assert ruling is not None and ruling.rule == "14.1.3"
    before = arc(g.box, hexnum("0913"), 1)
    assert hexnum("0901") in before and hexnum("1416") not in before and hexnum("1515") in before
    assert not in_arc(g.box, hexnum("0913"), 1, hexnum("0913")) and in_arc(g.box, hexnum("0913"), -1, hexnum("0626"))
    third = [h for d in range(6) for h in arc(g.box, hexnum("2020"), d) if g.box.board.distance(h, hexnum("2020")) == 2]
    assert len(third) == 6 * 5  # a third of twelve, and the edge


@pytest.mark.rule("bradley", "10.6.1", "14.1.1", "7.4.5", "2.3(2)", "7.1.2")
def test_changing_facing():
    g = at({"1/16": "0808 N", "2/16": "0808", "3/16": "0808 N grey", "Bruno": "0913 NE cm"})
    assert refuse_facing(g, unit("1/16")) is None and has_facing(g, unit("1/16"))
    for name, rule in (("2/16", "7.4.5"), ("3/16", "10.6.1"), ("Bruno", "14.1.1")):
        ruling = refuse_facing(g, unit(name))
        assert ruling is not None and ruling.rule == rule
    assert not has_facing(g, unit("2/16"))
