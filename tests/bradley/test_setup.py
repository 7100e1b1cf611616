"""2.5, 18.x The German set-up: units, the railway gun, modes and garrisons."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import drive, hexes, hexnum, offered, phase, the_box, told, unit, why_not

from beachhead.games.bradley.box import AMERICAN, CM, GERMAN, MM, SET_UP, UNLIMITED, UNUSED
from beachhead.games.bradley.setup import (
    garrison_hexes,
    new_state,
    refuse_garrison,
    refuse_set_up,
    refuse_turning,
    set_up_hexes,
    waiting,
)
from beachhead.kernel import Action, Decision, Seeded, Table, tracing

STATIC = "Static {}"


def start(scenario, **settings):
    g = new_state(the_box(), scenario, settings)
    g.seat(Table(Seeded("test")))
    return g


def place_all(g, choose=lambda found: found[0]):
    """Set up every unit in the first hex that is offered."""
    for _ in range(200):
        flow = phase(g)
        try:
            decision = next(flow)
            if g.part:
                return
            decision = flow.send(Action("place", choose(decision.options["place"])))
            if "lie" in offered(decision):
                flow.send(Action("lie", "N"))
        except StopIteration as end:
            assert end.value is False
    raise AssertionError("the set-up does not end")


@pytest.mark.rule("bradley", "2.5(1)", "18.1.1", "2.3(8)", "1.0")
def test_the_german_places_one_unit_after_the_other():
    g = start("omaha")
    assert len(waiting(g)) == 19
    decision = drive(phase(g))
    assert decision.side == GERMAN and decision.is_turn_point and decision.rule == "2.5(1)"
    assert decision.about == {"unit": unit("III/726")} and "19 left" in decision.prompt
    assert list(decision.options["place"]) == hexes("3424 3925 4128 4524") and "as_printed" not in offered(decision)
    assert drive(phase(g), ("place", hexnum("3925"))) is False
    assert g.where(unit("III/726")) == hexnum("3925") and told(g) == [("set_up", "2.5(1)")]
    assert drive(phase(g)).about["unit"] != unit("III/726")


@pytest.mark.parametrize("scenario", ["omaha", "utah", "d-day", "rommels-fantasy"])
@pytest.mark.parametrize("pick", [0, -1])
def test_every_unit_finds_a_place(scenario, pick):
    g = start(scenario)
    place_all(g, lambda found: found[pick])
    assert not waiting(g) and g.part in ("gun", "modes")


@pytest.mark.rule("bradley", "18.4", "2.3(2)")
def test_the_12th_ss_sets_up_in_movement_mode():
    g = start("rommels-fantasy")
    for number in waiting(g):
        if number < unit("12SS HQ"):
            g.change(number, at=set_up_hexes(g, number)[0])
    question = drive(phase(g), ("place", hexnum("2426")))
    assert question.about == {"unit": unit("12SS HQ")} and list(question.options) == ["lie"]
    assert not question.is_turn_point
    flow = phase(g)
    g.change(unit("12SS HQ"), at=SET_UP)
    assert drive(flow, ("place", hexnum("2426")), ("lie", "SW")) is False
    record = g.units[unit("12SS HQ")]
    assert (record.mode, record.facing) == (MM, 4) and told(g)[-1] == ("set_up_mode", "18.4")


@pytest.mark.rule("bradley", "18.5")
def test_units_of_the_optimal_defense_may_stay_where_they_are_printed():
    g = start("optimal-defense")
    assert hexnum("3721") in drive(phase(g)).options["place"]  # HOC of 3319 may be moved up to four hexes
    assert drive(phase(g), ("as_printed", None)) is False
    assert g.where(unit("HOC")) == hexnum("3319") and g.where(g.box.bruno) == hexnum("0913")
    assert g.units[g.box.bruno].facing == 1 and ("set_up", "18.5") in told(g)
    left = waiting(g)
    assert left and all(g.row.deployment[u].how == "zone" for u in left)
    assert "as_printed" not in offered(drive(phase(g)))


@pytest.mark.rule("bradley", "18.5")
def test_a_printed_hex_that_is_full_is_not_taken():
    g = start("optimal-defense")
    for number, name in enumerate(["I/914", "II/914"]):
        g.change(unit(name), at=hexnum("4225"), mode=CM)
        assert number < 2
    assert drive(phase(g), ("as_printed", None)) is False
    assert g.units[unit("II/916")].at == SET_UP


@pytest.mark.rule("bradley", "14.1.3")
def test_the_railway_gun_is_laid():
    g = start("utah")
    place_all(g)
    assert g.part == "gun"
    decision = drive(phase(g))
    assert list(decision.options["lie"]) == ["N", "NE", "SE", "S", "SW", "NW"] and decision.is_turn_point
    drive(phase(g), ("lie", "SE"))
    assert g.units[g.box.bruno].facing == 2 and g.part == "modes" and told(g)[-1] == ("gun_lies", "14.1.3")


@pytest.mark.rule("bradley", "18.0b", "18.0a", "18.1.1")
def test_german_units_set_up_in_either_mode():
    g = start("omaha")
    place_all(g)
    assert g.part == "modes"
    decision = drive(phase(g))
    assert set(decision.options["turn_over"]) == set(g.on_map(GERMAN))
    question = drive(phase(g), ("turn_over", unit("I/914")))
    assert question.rule == "2.3(2)" and list(question.options) == ["lie"]
    assert drive(phase(g), ("turn_over", unit("I/914")), ("lie", "NE")) is False
    assert (g.units[unit("I/914")].mode, g.units[unit("I/914")].facing) == (MM, 1)
    assert unit("I/914") not in drive(phase(g)).options["turn_over"]
    assert refuse_turning(g, unit("I/914")).rule == "18.0b"
    assert refuse_turning(g, unit("1/16")).rule == "18.0a"
    assert refuse_turning(g, unit("513/30")).rule == "18.0b"
    drive(phase(g), ("ready", None))
    assert g.part == "garrisons"


@pytest.mark.rule("bradley", "18.0b")
def test_the_railway_gun_keeps_its_facing_in_movement_mode():
    g = start("utah")
    place_all(g)
    g.part = "modes"
    assert drive(phase(g), ("turn_over", g.box.bruno)) is False
    assert (g.units[g.box.bruno].mode, g.units[g.box.bruno].facing) == (MM, 1)


def garrisoning(companies, *, limit=None):
    g = start("omaha")
    for number in g.box.of_side[GERMAN]:
        g.change(number, at=UNUSED)
    for number, place in enumerate(companies, 1):
        g.change(unit(STATIC.format(number)), at=hexnum(place))
    g.part = "garrisons"
    for place in range(limit or 0):
        g.garrisons[-1 - place] = unit("Static 1")  # pieces that are used up
    return g


@pytest.mark.rule("bradley", "13.3", "13.3.1", "18.1.1g")
def test_garrisons_man_what_is_empty():
    """13.3-EX The company in 3922 brings garrisons to 3721, 3822 and 4124; its own hex has none."""
    g = garrisoning(["3922"])
    near = garrison_hexes(g)
    assert len(near) <= 13 and set(hexes("3721 3822 4124")) <= set(near)
    assert drive(phase(g)) is True
    assert set(g.garrisons) == set(near) and hexnum("3922") not in g.garrisons
    assert g.garrisons[hexnum("3822")] == unit("Static 1") and told(g) == [("garrisoned", "13.3")]


@pytest.mark.rule("bradley", "13.3", "18.1.1g")
def test_the_german_chooses_where_garrisons_are_too_few():
    g = garrisoning(["3922"], limit=11)
    decision = drive(phase(g))
    free = [h for h in garrison_hexes(g) if h not in g.garrisons]
    assert list(decision.options["garrison"]) == free and "2 garrisons" in decision.prompt
    assert drive(phase(g), ("garrison", free[0])) is False
    assert drive(phase(g), ("garrison", free[1])) is False
    assert drive(phase(g)) is True and len(g.garrisons) == 13


@pytest.mark.rule("bradley", "13.3", "18.1.1g")
def test_why_a_garrison_cannot_be():
    g = garrisoning(["3922"])
    assert refuse_garrison(g, hexnum("3822")) is None
    assert refuse_garrison(g, hexnum("3823")).rule == "13.3"
    assert refuse_garrison(g, hexnum("3922")).rule == "13.3"
    assert refuse_garrison(g, hexnum("5324")).rule == "13.3"
    g.garrisons[hexnum("3822")] = unit("Static 1")
    assert refuse_garrison(g, hexnum("3822")).rule == "18.1.1g"


def test_reasons_come_from_the_predicates():
    g = start("omaha")
    decision = drive(phase(g))
    assert why_not(g, decision, Action("place", hexnum("4224"))).rule == "18.1.1a"
    assert why_not(g, decision, Action("first", unit("1/16"))).rule == "2.5(1)"
    for u in waiting(g):
        g.change(u, at=UNUSED)
    g.part = "modes"
    assert why_not(g, drive(phase(g)), Action("turn_over", unit("1/16"))).rule == "18.0a"
    g.segment = "mines"
    assert why_not(g, Decision(AMERICAN, "", "3.0", {}, True), Action("garrison", hexnum("3823"))) is None


def test_every_scenario_cites_its_set_up():
    for scenario, rule in (("omaha", "18.1"), ("utah", "18.2"), ("d-day", "18.3"), ("optimal-defense", "18.5")):
        with tracing() as cited:
            start(scenario)
        assert rule in cited


@pytest.mark.rule("bradley", "18.1.1b", "18.1.1c", "18.1.1f")
def test_the_zones_of_the_omaha_set_up():
    g = start("omaha")
    for name, place, rule in (
        ("1716e", "4524", None),
        ("1716e", "4526", "18.1.1b"),
        ("352 HQ", "5330", None),
        ("352 HQ", "5326", "18.1.1c"),
        ("III/1 Flak", "3828", None),
        ("III/1 Flak", "3925", "18.1.1f"),
    ):
        ruling = refuse_set_up(g, unit(name), hexnum(place))
        assert (ruling and ruling.rule) == rule, (name, place)


@pytest.mark.rule("bradley", "18.2.1a", "18.3")
def test_the_rest_of_utah_and_the_whole_of_d_day():
    g = start("utah")
    assert {g.name(u) for u in g.on_map(GERMAN)} >= {"II/919", "III/1058", "191 Eng", "4/1261", "91 HQ"}
    assert [g.name(u) for u in waiting(g)] == [*(STATIC.format(n) for n in range(1, 7)), "709 Eng"]
    place_all(g)
    g = start("d-day")
    assert (g.turn, g.last_turn, g.tide) == (1, 14, "low") and g.where(unit("II/914")) == hexnum("2024")
    assert sum(g.box.pieces[u].type == "static" for u in waiting(g)) == 15
    assert g.row.mines_high == g.row.mines_low == 5 and g.row.garrisons == 20


def test_the_railway_gun_is_emplaced_for_good():
    box = the_box()
    gun = box.pieces[box.bruno]
    assert (gun.cm.cf, gun.cm.ma, gun.mm.cf, gun.mm.pf, gun.mm.ma) == (16, 0, 1, 2, 0) and gun.range == UNLIMITED
    assert start("utah").where(box.bruno) == hexnum("0913")
