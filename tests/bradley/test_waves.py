"""5.0-5.3, 5.7.1, 19.3 Waves and cycles, loading, and where units wait for their landing."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import (
    at,
    drive,
    hexes,
    hexnum,
    next_turn,
    offered,
    options,
    phase,
    seen,
    the_box,
    told,
    unit,
    units,
    why_not,
)
from tests.bradley.landings import box, put, sail, through

from beachhead.games.bradley import waves
from beachhead.games.bradley.box import AMERICAN, OMAHA, TRACK, UTAH, afloat
from beachhead.games.bradley.setup import new_state
from beachhead.games.bradley.state import Unit
from beachhead.games.bradley.waves import (
    bring_up,
    cycle_waves,
    landing_wave,
    load_part,
    loading,
    place_part,
    refuse_approach,
    refuse_cliff,
    refuse_load,
    refuse_ranger,
    unit_kind,
    waves_for,
)
from beachhead.kernel import Action, Seeded, Table


def fresh(scenario: str = "omaha", turn: int = 2, part: str = "load", **options):
    g = new_state(the_box(), scenario, options)
    g.turn, g.segment, g.part = turn, "invasion placement", part
    g.seat(Table(Seeded("test")))
    return g


def load(g, listed: str, wave: str):
    for name in listed.split(","):
        drive(load_part(g), ("load", unit(name.strip())), ("wave", box(wave)))


def why_load(g, name: str, where: str) -> str | None:
    ruling = refuse_load(g, unit(name), box(where))
    return ruling and ruling.rule


# --- 5.1, 5.2 cycles ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "5.0a", "5.1", "5.1.11", "5.1.11a", "5.2.1", "5.1.6a")
def test_the_waves_of_the_turn_track():
    g = fresh()
    found = {}
    for turn in range(1, 17):
        g.turn = turn
        found[turn] = landing_wave(g)
    assert [found[turn] for turn in (2, 3, 4)] == [(1, 1), (1, 2), (1, 3)]
    assert [found[turn] for turn in (5, 6, 7, 8)] == [(2, 1), (2, 2), (2, 3), (3, 1)]
    assert found[1] == found[9] == found[10] == (0, 0) and found[11] == (4, 1) and found[14] == (5, 1)
    assert [cycle_waves(g, cycle) for cycle in range(1, 6)] == [[1, 2, 3], [1, 2, 3], [1], [1, 2, 3], [1, 2, 3]]
    g.turn = 2
    drive(load_part(g))  # a cycle begins
    for turn in (1, 3, 9, 10):
        g.turn = turn
        assert loading(g) is None and drive(through(load_part, g)) is True


@pytest.mark.rule("bradley", "5.1.2", "5.1.3", "5.1.9", "5.2.3", "5.1.8", "5.8.4", "5.1.6", "3.1A-3")
def test_loading_omaha():
    """The first wave: four infantry, two engineers, four tanks, of which three are the companies of the 741st."""
    g = fresh()
    decision = drive(load_part(g))
    assert decision.side == AMERICAN and "done" in offered(decision) and "wave 1: 3 of 10" in decision.prompt
    assert g.in_box(box("Omaha Wave 1")) == units("A/741", "B/741", "C/741")
    load(g, "743 Tank, 1/16, 2/16, 3/16, C/2 Ranger, 146 Eng, 147 Eng", "Omaha Wave 1")
    assert len(g.in_box(box("Omaha Wave 1"))) == 10
    for name, where, rule in [
        ("2/116", "Omaha Wave 1", "5.1.9"),
        ("745 Tank", "Omaha Wave 2", None),
        ("5 Art", "Omaha Wave 2", "5.1.2"),
        ("745 Tank", "Omaha Wave 3", "5.1.2"),
        ("5 Art", "Omaha Wave 3", None),
        ("1/16", "Omaha Wave 2", "5.1.8"),
        ("1 HQ", "Omaha Wave 1", None),  # headquarters do not count
        ("2/116", "Utah Wave 1", "5.1.1"),
    ]:
        assert why_load(g, name, where) == rule, (name, where)
    decision = drive(load_part(g))
    assert why_not(g, decision, Action("load", unit("1/16"))).rule == "5.1.8"
    question = drive(load_part(g), ("load", unit("5 Art")))
    assert question.options["wave"] == [box("Omaha Wave 3")]
    assert why_not(g, question, Action("wave", box("Omaha Wave 1"))).rule == "5.1.9"
    assert drive(through(load_part, g), ("load", unit("5 Art")), ("back", None)).options == decision.options
    load(g, "1 HQ", "Omaha Wave 1")
    assert drive(through(load_part, g), ("done", None)) is True  # 5.1.9 maxima, not quotas
    assert g.cycles == {OMAHA: 1} and ("cycle", "5.1.6") in told(g)


@pytest.mark.rule("bradley", "5.1.2", "5.1.9")
def test_printed_kinds_are_maxima():
    """Three infantry, one engineer and one tank are printed for Utah's first wave of six: one unit is free."""
    g = fresh("utah")
    load(g, "1/8, 2/8, 3/8, 1/12", "Utah Wave 1")
    assert why_load(g, "2/12", "Utah Wave 1") == "5.1.2" and why_load(g, "746 Tank", "Utah Wave 1") is None
    load(g, "70 Tank", "Utah Wave 1")
    assert why_load(g, "746 Tank", "Utah Wave 1") == "5.1.2" and why_load(g, "4 Eng", "Utah Wave 1") is None
    load(g, "4 Eng", "Utah Wave 1")
    assert why_load(g, "237 Eng", "Utah Wave 1") == "5.1.9"
    load(g, "746 Tank, 899 TD, 4 Cav, 20 Art, 29 Art, 42 Art", "Utah Wave 2")  # 5.1.3 free
    assert why_load(g, "44 Art", "Utah Wave 2") == "5.1.9"
    kinds = {
        name: unit_kind(g.box.pieces[unit(name)]) for name in ("1/8", "4 Eng", "70 Tank", "4 Cav", "20 Art", "81 AA")
    }
    assert list(kinds.values()) == ["infantry", "engineer", "tank", "tank", "artillery", ""]


@pytest.mark.rule("bradley", "5.1.3", "5.1.6a", "5.1.7", "5.1.1", "5.1")
def test_later_cycles():
    g = fresh("d-day", turn=5, part="load")
    g.cycles = {OMAHA: 1, UTAH: 1}
    assert loading(g) == OMAHA
    load(g, "1/16, 2/16, 3/16, 1/18, 2/18, 5 Art", "Omaha Wave 1")
    assert why_load(g, "32 Art", "Omaha Wave 1") == "5.1.9" and why_load(g, "32 Art", "Omaha Wave 3") is None
    assert why_load(g, "1/8", "Utah Wave 1") == "5.1.7"
    drive(through(load_part, g), ("done", None))
    assert loading(g) == UTAH
    load(g, "1/8, 2/8, 3/8, 1/12", "Utah Wave 2")
    assert why_load(g, "2/12", "Utah Wave 2") == "5.1.9"
    assert drive(through(load_part, g), ("done", None)) is True and g.cycles == {OMAHA: 2, UTAH: 2}
    g.turn = 6
    assert drive(through(load_part, g)) is True
    g.turn = 8
    assert why_load(g, "32 Art", "Omaha Wave 1") == "5.1.9"
    for each in g.in_box(box("Omaha Wave 1")):
        g.units[each] = Unit(hexnum("4022"))
    assert why_load(g, "32 Art", "Omaha Wave 1") is None and why_load(g, "32 Art", "Omaha Wave 2") == "5.1.6a"
    assert waves_for(g, unit("32 Art")) == [box("Omaha Wave 1")]


def test_a_cycle_without_units_is_over_at_once():
    g = at(turn=5, segment="invasion placement", part="load", cycles={OMAHA: 1, UTAH: 1})
    assert drive(through(load_part, g)) is True and g.cycles == {OMAHA: 2, UTAH: 2}


@pytest.mark.rule("bradley", "3.1A-2", "5.0", "18.1.4", "18.1.4d", "18.2.4")
def test_units_due_by_sea():
    g = fresh("d-day", turn=7, part="available")
    pool = set(g.in_box(g.box.available[OMAHA]))
    bring_up(g)
    assert set(g.in_box(g.box.available[OMAHA])) - pool == set(units("747 Tank"))
    assert g.units[unit("29 HQ")].at == TRACK
    g.turn = 11
    bring_up(g)
    assert set(units("2/359", "90 HQ", "344 Art")) <= set(g.in_box(g.box.available[UTAH]))
    g.turn = 13
    bring_up(g)
    late = units("29 HQ", "1/175", "2/175", "3/175", "121 Eng")
    assert set(late) <= set(g.in_box(g.box.available[OMAHA]))
    by_sea = [u for u in g.box.of_side[AMERICAN] if g.units[u].box in g.box.available.values()]
    assert all(not g.box.pieces[u].is_airborne or g.row.deployment[u].how == "available" for u in by_sea)


# --- 5.3 approach hexes ------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "3.1A-4", "5.1.10", "5.2.2", "5.3.1", "5.3.2")
def test_placing_a_wave():
    g = fresh(turn=3, part="place")
    put(g, {"Omaha Wave 2": "1/16, 745 Tank", "Omaha Wave 3": "5 Art"})
    g.change(unit("1/16"), mode="mm", facing=2)
    decision = drive(place_part(g))
    assert options(decision) == {"launch": units("1/16", "745 Tank"), "rest": [None]} and decision.automatic
    assert why_not(g, decision, Action("done")).rule == "5.1.10"
    assert why_not(g, decision, Action("launch", unit("5 Art"))).rule == "5.2.2"
    question = drive(place_part(g), ("launch", unit("1/16")))
    assert question.options["approach"] == hexes("3820 3920 4021 4122 4222 4323") and "south" in question.prompt
    assert why_not(g, question, Action("approach", hexnum("4923"))).rule == "5.3.5"
    assert why_not(g, question, Action("approach", hexnum("4022"))).rule == "5.3.1"
    drive(through(place_part, g), ("launch", unit("1/16")), ("approach", hexnum("4021")))
    assert g.units[unit("1/16")] == Unit(afloat(hexnum("4021")), mode="cm", facing=-1)
    question = drive(place_part(g), ("launch", unit("745 Tank")))
    assert "back" not in offered(question)  # nobody else is left to choose
    assert drive(through(place_part, g), ("launch", unit("745 Tank")), ("approach", hexnum("4021"))) is True
    assert g.units[unit("5 Art")].box == box("Omaha Wave 3")
    assert refuse_approach(g, unit("5 Art"), hexnum("4021")).rule == "8.1.1"
    assert refuse_approach(g, unit("1/26"), hexnum("4021")).rule == "5.2.2"


@pytest.mark.rule("bradley", "5.3.2", "5.4.1b")
def test_coast_hexes_are_land_at_every_tide():
    g = fresh(turn=3, part="place")
    put(g, {"Omaha Wave 2": "1/16"})
    for tide in ("low", "high"):
        g.tide = tide
        assert len(drive(place_part(g), ("launch", unit("1/16"))).options["approach"]) == 6
    assert waves.refuse_shore(g, unit("1/16"), hexnum("2223")).rule == "5.3.2"
    g.tide = "low"
    assert waves.refuse_shore(g, unit("1/16"), hexnum("2223")) is None


@pytest.mark.rule("bradley", "19.3")
def test_northern_utah():
    g = fresh("utah", turn=3, part="place", **{"northern-utah": True})
    put(g, {"Utah Wave 2": "1/8, 2/8, 3/8, 1/12"})
    question = drive(place_part(g), ("launch", unit("1/8")))
    assert question.options["approach"] == hexes("1512 1513 1613 1715 1815 1916 2016 2117 2118")
    sail(g, {"1512": "1/8, 2/8", "1613": "3/8"})
    question = drive(place_part(g), ("launch", unit("1/12")))
    assert question.options["approach"] == hexes("1715 1815 1916 2016 2117 2118")
    assert why_not(g, question, Action("approach", hexnum("1513"))).rule == "19.3"
    without = fresh("utah", turn=3, part="place")
    put(without, {"Utah Wave 2": "1/8"})
    assert refuse_approach(without, unit("1/8"), hexnum("1512")).rule == "5.3.1"


# --- 5.7.1 Rangers, 5.3.5 the Commando ---------------------------------------------------------------------------


def test_three_ranger_units():
    made = type(the_box())()
    rangers = {piece.id: (piece.size, piece.cm.cf) for piece in made.pieces if piece.type == "ranger"}
    assert rangers == {"5 Ranger": ("battalion", 8), "2(-) Ranger": ("battalion", 6), "C/2 Ranger": ("company", 2)}


@pytest.mark.rule("bradley", "5.3.3", "5.4.1a")
def test_the_first_tide():
    """Low tide on the first invasion turn, which is turn 2: the marker does not move at the end of turn 1."""
    for scenario, tides in {"d-day": ["low", "rising", "average"], "utah": ["average", "high", "falling"]}.items():
        g = fresh(scenario, turn=1)
        found = []
        for _ in range(3):
            next_turn(g)
            found.append(g.tide)
        assert found == tides


@pytest.mark.rule("bradley", "5.7.1", "5.7.1a", "5.7.1b", "5.7.3")
def test_rangers():
    g = fresh(part="place")
    assert why_load(g, "5 Ranger", "Omaha Wave 1") == "5.7.3" and why_load(g, "5 Ranger", "Omaha Wave 2") is None
    decision = drive(place_part(g))
    rangers = units("5 Ranger", "2(-) Ranger")
    assert set(decision.options["rangers"]) == set(rangers) and "done" in offered(decision)
    assert why_not(g, decision, Action("rangers", unit("C/2 Ranger"))).rule == "5.7.1b"
    assert why_not(g, decision, Action("rangers", unit("1/16"))).rule == "5.7.1"
    question = drive(place_part(g), ("rangers", rangers[0]))
    assert set(question.options["cliff"]) == set(hexes("3119 3120 3219 3319 3320 3420 3520"))
    assert why_not(g, question, Action("cliff", hexnum("3821"))).rule == "5.7.1"
    drive(through(place_part, g), ("rangers", rangers[0]), ("cliff", hexnum("3320")))
    assert g.units[rangers[0]] == Unit(afloat(hexnum("3419"))) and g.bound == {rangers[0]: hexnum("3320")}
    assert next(row for row in seen(g, None)["units"] if row["id"] == "5 Ranger")["bound"] == "3320"
    assert drive(through(place_part, g), ("done", None)) is True
    assert ("rangers_recycled", "5.7.3") in told(g) and g.units[rangers[1]].box == g.box.available[OMAHA]
    g.turn = 3
    assert refuse_ranger(g, rangers[1]).rule == "5.7.3" and drive(through(place_part, g)) is True


@pytest.mark.rule("bradley", "5.7.1", "5.1.8")
def test_rangers_who_are_in_a_wave():
    g = fresh(part="place")
    put(g, {"Omaha Wave 2": "5 Ranger"})
    assert refuse_ranger(g, unit("5 Ranger")).rule == "5.1.8"
    first = drive(through(place_part, g), ("rangers", unit("2(-) Ranger")), ("back", None))
    assert first.options["rangers"] == units("2(-) Ranger")
    assert drive(through(place_part, g), ("rangers", unit("2(-) Ranger")), ("cliff", hexnum("3119"))) is True
    assert refuse_cliff(g, unit("2(-) Ranger"), hexnum("3119")) is None


@pytest.mark.rule("bradley", "5.3.5", "18.1.4a")
def test_the_commando():
    g = fresh(turn=7, part="place")
    assert drive(through(place_part, g)) is True
    assert g.units[unit("47 RM Cdo")] == Unit(afloat(hexnum("4923")))
    early = fresh(turn=6, part="place")
    drive(through(place_part, early))
    assert early.units[unit("47 RM Cdo")].at == TRACK
    night = fresh(turn=9, part="place")
    assert drive(through(place_part, night)) is True and night.units[unit("47 RM Cdo")].at == TRACK


# --- 3.1A the segment --------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "3.1A", "3.1A-2", "3.1A-3", "3.1A-4", "3.1A-5")
def test_the_segment_goes_through_its_parts():
    g = fresh("d-day", turn=11, part="")
    g.cycles = {OMAHA: 3, UTAH: 3}
    for name in ("82 Main", "82 Secondary", "101 Main", "101 Secondary"):
        g.change_zone(g.box.drop_zone[name], place="ground", hex=hexnum("0808"), turn=1)
    decision = drive(through(phase, g))
    assert g.part == "air" and "allot" in offered(decision)
    flow = through(phase, g)
    decision, parts = next(flow), []
    while g.part != "edge":
        parts.append(g.part)
        verb = "done" if "done" in offered(decision) else next(iter(decision.options))
        decision = flow.send(Action(verb, decision.options[verb][0]))
    assert parts[0] == "air" and "load" in parts and decision.rule == "3.1A-5"
    assert set(units("1/325", "2/325", "2/401")).isdisjoint(u for u, r in enumerate(g.units) if r.at == TRACK)


def test_the_segment_is_over_on_a_quiet_turn():
    g = at(turn=9, segment="invasion placement")
    assert drive(through(phase, g)) is True
