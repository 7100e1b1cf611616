"""2.5, 4.3.1, 4.4.2, 5.1.6, 5.3.1 What a player leaves to routine is done as the rules allow."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.bradley.helpers import (
    at,
    drive,
    hexes,
    hexnum,
    offered,
    phase,
    place_word,
    the_box,
    told,
    unit,
    units,
    why_not,
)
from tests.bradley.landings import box, dz, lay, put, through

from beachhead.games import find_game
from beachhead.games.bradley.airborne import air_part, drops_part
from beachhead.games.bradley.box import ELIMINATED
from beachhead.games.bradley.setup import garrison_hexes, new_state, waiting
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.waves import at_sea, load_part, place_part, refuse_load
from beachhead.kernel import Action, Match, Seeded, Table


def begin(scenario: str, segment: str, part: str = "", turn: int = 2):
    g = new_state(the_box(), scenario, {})
    g.turn, g.segment, g.part = turn, segment, part
    g.seat(Table(Seeded("test")))
    return g


@pytest.mark.rule("bradley", "2.5(1)", "18.1.1", "18.2.1", "18.4", "18.5")
@pytest.mark.parametrize("scenario", ["omaha", "utah", "d-day", "rommels-fantasy", "optimal-defense"])
def test_the_german_sets_up(scenario):
    g = begin(scenario, "set-up", turn=1)
    left = waiting(g)
    assert left
    decision = drive(phase(g))
    assert decision.options["rest"] == [None]
    drive(phase(g), ("rest", None))
    assert waiting(g) == []
    for u in left:
        row = g.row.deployment[u]
        assert g.is_on_map(u) and refuse_joining(g, (), g.where(u)) is None
        if row.how == "zone":
            assert g.where(u) in g.box.zone_hexes[row.where]
        else:
            assert g.where(u) == g.box.board.number(row.where)
        if row.mode == "mm":
            assert g.units[u].mode == "mm" and g.units[u].facing >= 0


@pytest.mark.rule("bradley", "2.5(1)", "18.1.1d")
def test_units_are_set_up_in_any_order():
    g = begin("omaha", "set-up")
    left = waiting(g)
    decision = drive(phase(g))
    assert decision.options["first"] == left[1:] and decision.about == {"unit": left[0]}
    assert why_not(g, decision, Action("first", unit("I/914"))).rule == "2.5(1)"
    question = drive(phase(g), ("first", unit("Static 1")))
    assert question.about == {"unit": unit("Static 1")} and offered(question) == {"place", "back"}
    assert why_not(g, question, Action("place", hexnum("3420"))).rule == "18.1.1d"
    drive(phase(g), ("first", unit("Static 1")), ("back", None))
    assert waiting(g) == left
    drive(phase(g), ("first", unit("Static 1")), ("place", question.options["place"][0]))
    assert g.is_on_map(unit("Static 1")) and waiting(g)[0] == left[0]


@pytest.mark.rule("bradley", "2.5(1)")
def test_the_last_unit_is_not_left_to_routine():
    g = begin("omaha", "set-up")
    for u in waiting(g)[:-1]:
        g.units[u] = g.units[u].__class__(ELIMINATED)
    assert offered(drive(phase(g))) == {"place"}


@pytest.mark.rule("bradley", "18.1.1g")
def test_garrisons():
    g = begin("omaha", "set-up")
    drive(phase(g), ("rest", None))
    g.part = "garrisons"
    free = garrison_hexes(g)
    assert len(free) >= 3
    for place in range(g.row.garrisons - len(free) + 1):
        g.garrisons[-1 - place] = unit("Static 1")  # pieces that are used up: one too few are left
    decision = drive(phase(g))
    assert offered(decision) == {"garrison", "rest"}
    drive(phase(g), ("rest", None))
    assert len(g.garrisons) == g.row.garrisons and len(set(free) - set(g.garrisons)) == 1


@pytest.mark.rule("bradley", "5.1.2", "5.1.6", "5.1.9")
def test_loading():
    g = begin("omaha", "invasion placement", "load")
    drive(load_part(g), ("load", unit("5 Ranger")), ("wave", box("Omaha Wave 2")))
    drive(load_part(g), ("load", unit("1/115")), ("wave", box("Omaha Wave 1")))
    drive(load_part(g), ("rest", None))
    held = {wave: g.in_box(box(f"Omaha Wave {wave}")) for wave in (1, 2, 3)}
    counted = {wave: sum(not g.box.pieces[u].is_hq for u in found) for wave, found in held.items()}
    assert counted == {1: 10, 2: 8, 3: 8}
    assert unit("1/115") in held[1] and unit("5 Ranger") in held[2] and unit("1 HQ") in held[3]
    assert g.units[unit("2(-) Ranger")].box == box("Omaha Available")  # who may go to Pointe du Hoc
    assert g.cycles == {"omaha": 2 - 1}
    assert refuse_load(g, unit("1/115"), box("Omaha Wave 2")).rule == "5.1.8"


@pytest.mark.rule("bradley", "5.3.1", "5.1.10")
def test_placing_a_wave():
    g = begin("omaha", "invasion placement", "load")
    drive(through(phase, g), ("rest", None), ("rest", None))
    found = Counter(g.where(u) for u in at_sea(g))
    assert sum(found.values()) == len(at_sea(g)) == 10 and not g.in_box(box("Omaha Wave 1"))
    assert set(found) == set(hexes("3820 3920 4021 4122 4222 4323"))
    assert max(found.values()) - min(found.values()) <= 1


@pytest.mark.rule("bradley", "5.3.1")
def test_one_unit_is_placed_by_hand():
    g = begin("omaha", "invasion placement", "place", turn=3)
    put(g, {"Omaha Wave 2": "1/16"})
    assert offered(drive(place_part(g))) == {"launch"}


@pytest.mark.rule("bradley", "4.2.8", "4.3.1")
def test_allotment():
    g = begin("utah", "invasion placement", "air", turn=1)
    drive(through(air_part, g), ("allot", unit("1/507")), ("to_box", box("82 Main Box")))
    assert drive(through(air_part, g), ("rest", None)) is True
    boxes = {name: g.in_box(box(f"{name} Box")) for name in ("82 Main", "82 Secondary", "101 Main", "101 Secondary")}
    assert sum(map(len, boxes.values())) == 26 and min(map(len, boxes.values())) >= 3
    assert set(units("1/507", "2/507", "3/507")) <= set(boxes["82 Main"])
    for regiment in ("505", "507", "508", "501", "502", "506"):
        zones = {name for name, found in boxes.items() if any(g.box.pieces[u].regiment == regiment for u in found)}
        assert len(zones) == 1, regiment


@pytest.mark.rule("bradley", "4.4.2", "4.2.6")
def test_drops():
    g = at(turn=1, segment="allied movement", part="drops")
    put(g, {"82 Main Box": "1/505, 2/505, 3/505"})
    lay(g, "82 Main", "1018", wind=0, ready=True)
    decision = drive(through(drops_part, g), ("resolve_dz", dz("82 Main")))
    assert offered(decision) == {"drop", "rest"}
    drive(through(drops_part, g), ("rest", None))
    rolled = [
        u for u in units("1/505", "2/505", "3/505") if place_word(g, u) != "box" or ("drop_aborted", "") in told(g)
    ]
    assert not g.queue and g.drop_zones[dz("82 Main")].done and rolled


@pytest.mark.rule("bradley", "4.2.6")
def test_a_drop_zone_that_is_lost_ends_the_drops():
    g = at({"I/914": "1019"}, turn=1, segment="allied movement", part="drops", dice={"Drop of 1/505": [1, 4]})
    put(g, {"82 Main Box": "1/505, 2/505"})
    zone = lay(g, "82 Main", "1018", wind=0, ready=True)
    g.queue = units("1/505", "2/505")
    flow = through(drops_part, g)
    assert offered(next(flow)) == {"drop", "rest"}
    g.change_zone(zone, place="eliminated", hex=None)
    assert drive(flow_on(flow)) is True
    assert ("drop_called_off", "4.2.6") in told(g) and g.queue == []


def flow_on(flow):
    """Answer the question at which a flow stands with the rest."""
    try:
        decision = flow.send(Action("rest"))
        while True:
            decision = flow.send((yield decision))
    except StopIteration as end:
        return end.value


@pytest.mark.rule("bradley", "2.5(1)")
def test_the_rest_can_be_taken_back():
    match = Match.new(find_game("bradley"), "omaha", {}, seed="routine")
    match.apply(Action("rest"))
    assert not waiting(match.state) and match.can_undo
    match.undo()
    assert len(waiting(match.state)) == 19


def test_hexes_near_the_beaches_come_first():
    g = begin("omaha", "set-up")
    drive(phase(g), ("rest", None))
    static = [g.where(unit(f"Static {n}")) for n in range(1, 10)]
    assert len(set(static)) == 9
    coast = [hexnum(name) for name in ("3821", "3921", "4022", "4123", "4223", "4324")]
    assert sum(min(g.box.board.distance(h, c) for c in coast) <= 2 for h in static) >= 6
