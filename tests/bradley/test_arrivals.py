"""3.1A-5, 3.1G-2, 18.1.2, 18.1.4, 18.2.2 Reinforcements at the edge of the map."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import DIRECTIONS, at, hexnum, names, offered, options, told, unit, units, why_not
from tests.bradley.parts import play

from beachhead.games.bradley.arrivals import arriving, edge_part, entry_hexes, refuse_arrival, refuse_entry
from beachhead.games.bradley.box import POINT, TRACK
from beachhead.games.bradley.positions import refuse_position
from beachhead.games.bradley.reach import begin
from beachhead.games.bradley.state import Unit
from beachhead.kernel import Action

BRIGADE = ("513/30", "517/30", "518/30")


def due(g, turn, *listed):
    for name in listed:
        g.units[unit(name)] = Unit(TRACK, turn=turn)
    return g


def german(turn, placed=None, scenario="omaha"):
    return at(placed, scenario, segment="second recovery", part="edge", turn=turn)


def allied(turn, placed=None):
    return at(placed, segment="invasion placement", part="edge", turn=turn)


@pytest.mark.rule("bradley", "3.1G-2", "18.1.2", "18.0c", "7.1.2", "6.1.8")
def test_the_30th_brigade_enters_in_movement_mode():
    g = due(german(13), 13, *BRIGADE)
    decision = play(edge_part, g)
    assert options(decision) == {"unit": units(*BRIGADE)} and decision.side == "german"
    decision = play(edge_part, g, ("unit", unit("513/30")))
    assert decision.options["enter"] == [hexnum("2227")] and "back" in offered(decision)
    decision = play(edge_part, g, ("unit", unit("513/30")), ("enter", hexnum("2227")))
    assert options(decision) == {"march": list(DIRECTIONS)} and decision.rule == "18.0c"
    ruling = why_not(g, decision, Action("deploy"))
    assert ruling is not None and ruling.rule == "18.0c"
    for name in BRIGADE:
        steps = [("unit", unit(name)), ("enter", hexnum("2227")), ("march", "NE")]
        decision = play(edge_part, g, *steps)
    assert decision is None and g.entered == set(units(*BRIGADE)) and refuse_position(g) is None
    record = g.units[unit("517/30")]
    assert (record.at >= 0, record.mode, record.facing, record.turn) == (True, "mm", 1, 0)
    assert begin(g, unit("517/30")).left == 11 * POINT  # 6.1.8 the hex of entry is paid for
    assert told(g).count(("entered", "18.1.2")) == 3 and play(edge_part, g) is None


@pytest.mark.rule("bradley", "3.1G-2", "6.2.2", "8.1.3", "8.1.1")
def test_who_finds_no_room_waits():
    g = due(german(13, {"1/16": "2227"}), 13, *BRIGADE)
    assert play(edge_part, g) is None and told(g) == [("delayed", "3.1G-2")]
    assert refuse_entry(g, unit("513/30"), hexnum("2227")).rule == "6.2.2"
    g.turn = 14
    assert arriving(g) == units(*BRIGADE)  # still waiting
    g = due(german(13, {"I/914": "2227", "II/914": "2227"}), 13, *BRIGADE)
    assert play(edge_part, g) is None
    assert refuse_entry(g, unit("513/30"), hexnum("2227")).rule == "8.1.1"
    assert refuse_arrival(g, unit("513/30")).rule == "8.1.3"
    g = due(german(13, {"I/914": "2227"}), 13, *BRIGADE)
    decision = play(edge_part, g, ("unit", unit("518/30")), ("enter", hexnum("2227")), ("march", "N"))
    assert decision is None and arriving(g) == units("513/30", "517/30")


@pytest.mark.rule("bradley", "3.1A-5", "18.1.4b")
def test_the_56th_brigade_comes_from_the_east_in_either_mode():
    brigade = ("2 Essex/56", "2 Glosters/56", "2 SWB/56")
    g = due(allied(8), 9, *brigade)
    assert play(edge_part, g) is None and told(g) == []
    assert refuse_arrival(g, unit("2 Essex/56")).rule == "3.1A-5"
    g.turn = 9
    assert names(entry_hexes(g, unit("2 Essex/56"))) == "6126 6127 6128 6129 6130"
    decision = play(edge_part, g, ("unit", unit("2 Essex/56")), ("enter", hexnum("6128")))
    assert offered(decision) == {"march", "deploy"} and decision.side == "american"
    play(edge_part, g, ("unit", unit("2 Essex/56")), ("enter", hexnum("6128")), ("deploy", None))
    assert g.units[unit("2 Essex/56")] == Unit(hexnum("6128"))
    decision = play(edge_part, g, ("unit", unit("2 SWB/56")))
    ruling = why_not(g, decision, Action("enter", hexnum("6132")))
    assert ruling is not None and ruling.rule == "3.1A-5"
    play(edge_part, g, ("unit", unit("2 SWB/56")), ("back", None))
    assert len(arriving(g)) == 2 and told(g) == [("entered", "18.1.4b")]
    ruling = why_not(g, play(edge_part, g), Action("unit", unit("2 Essex/56")))
    assert ruling is not None and ruling.rule == "3.1A-5"


@pytest.mark.rule("bradley", "18.1.4c", "18.2.2", "18.5")
def test_the_other_schedules():
    g = due(allied(11, {"I/915": "6126"}), 11, "1 Dorset/231")
    assert names(entry_hexes(g, unit("1 Dorset/231"))) == "6127 6128 6129 6130 6131 6132"
    play(edge_part, g, ("unit", unit("1 Dorset/231")), ("enter", hexnum("6132")), ("march", "NW"))
    assert told(g) == [("entered", "18.1.4c")]
    g = due(german(2, scenario="utah"), 2, "Sturm AOK7")
    play(edge_part, g, ("unit", unit("Sturm AOK7")), ("enter", hexnum("0701")), ("march", "S"))
    assert told(g) == [("entered", "18.2.2")] and g.where(unit("Sturm AOK7")) == hexnum("0701")
    g = due(german(6, scenario="optimal-defense"), 6, "513/30")
    play(edge_part, g, ("unit", unit("513/30")), ("enter", hexnum("2227")), ("march", "S"))
    assert told(g) == [("entered", "18.5")]


def test_units_that_come_otherwise_are_not_for_the_edge():
    g = due(allied(7), 7, "747 Tank", "47 RM Cdo")
    assert arriving(g) == [] and entry_hexes(g, unit("747 Tank")) == []
    g.segment = "allied fire"
    assert arriving(g) == []
