"""3.0 The sequence of play, 2.5 setting up, and the state itself."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest
from tests.bradley.helpers import (
    at,
    drive,
    hexnum,
    names,
    next_segment,
    next_turn,
    phase,
    place_word,
    the_box,
    unit,
    units,
)

from beachhead.games.bradley.box import AMERICAN, GERMAN, SET_UP, TRACK
from beachhead.games.bradley.occupation import eliminate
from beachhead.games.bradley.sequence import PLAY
from beachhead.games.bradley.setup import (
    garrison_hexes,
    garrison_parent,
    new_state,
    refuse_set_up,
    set_up_hexes,
)
from beachhead.games.bradley.stacking import overstacked
from beachhead.games.bradley.state import Bradley, Move, Segment, Unit


@pytest.mark.rule("bradley", "3.0", "2.5(5)")
def test_a_turn_has_twelve_segments_in_order():
    american, german, end = ([segment.id for segment in part.segments] for part in PLAY.turn)
    order = [*american[2:], *german, *end]
    rules = {segment.id: segment.rule for part in (*PLAY.before, *PLAY.turn) for segment in part.segments}
    assert [rules[name] for name in order] == [f"3.1{letter}" for letter in "ABCDEFGHIJKL"]
    assert american[:2] == ["support", "bombing between turns"] and list(rules) == list(get_args(Segment))
    g = at(segment="invasion placement")
    seen, sides = [], []
    for _ in range(12):
        seen.append(g.segment)
        sides.append((g.player, g.side))
        next_segment(g)
    assert seen == order and (g.segment, g.turn) == ("support", 2)
    assert [player for player, _ in sides] == [AMERICAN] * 6 + [GERMAN] * 5 + [AMERICAN]
    assert [side for _, side in sides] == [
        AMERICAN, AMERICAN, AMERICAN, AMERICAN, GERMAN, AMERICAN, GERMAN, GERMAN, GERMAN, AMERICAN, GERMAN, AMERICAN,
    ]  # fmt: skip


def test_marks_come_off():
    g = at({"1/16": "3822"}, segment="allied close assault", part="x", beach="omaha", queue=[1])
    g.fired, g.supported, g.moved, g.fired_on = {1}, {2}, {3}, {hexnum("3822")}
    g.move = Move(unit=3, start=hexnum("3822"), allowance=8)
    next_segment(g)
    assert g.segment == "second recovery" and not (g.fired or g.supported or g.moved or g.fired_on or g.queue)
    assert (g.part, g.beach, g.move) == ("", "", None) and g.player == GERMAN
    g.supported = {2}
    next_segment(g)
    assert g.segment == "german fire" and g.supported == {2}
    g.segment = "end of turn"
    next_segment(g)
    assert (g.segment, g.turn) == ("support", 2)


def test_stages_of_a_segment():
    g = at({"1/16": "3822"}, segment="allied movement", turn=3)
    assert "unit" in drive(phase(g)).options and g.part == "moves"  # nobody comes by air this turn
    assert drive(phase(g), ("done", None)) is True and g.part == "landed moves"


@pytest.mark.rule("bradley", "3.1L", "5.4.1a", "11.1.5")
def test_the_end_of_a_turn():
    g = at(turn=1, tide="low", asp=7, dropped={unit("1/505")}, sea={"omaha": 3})
    g.change_zone(0, place="ground", hex=hexnum("0607"), wind=1, flak=((unit("I/914"), 1),), done=True)
    next_turn(g)
    assert (g.turn, g.tide, g.asp, g.dropped, g.sea) == (2, "low", 0, set(), {})
    assert g.drop_zones[0].wind is None and g.drop_zones[0].flak == () and g.drop_zones[0].place == "ground"
    tides = []
    for _ in range(6):
        next_turn(g)
        tides.append(g.tide)
    assert tides == ["rising", "average", "high", "falling", "low", "rising"] and g.turn == 8


@pytest.mark.rule("bradley", "2.5(3)", "2.5(4)", "18.1", "18.0a", "5.1.4", "18.1.1", "18.1.3")
def test_setting_up_omaha():
    g = new_state(the_box(), "omaha", {"individual-shift": True})
    assert (g.turn, g.last_turn, g.tide, g.variants) == (2, 14, "low", ("individual-shift",))
    assert Counter(place_word(g, u) for u in range(len(g.units))) == {
        "unused": 127, "box": 40, "set-up": 19, "track": 16, "map": 14,
    }  # fmt: skip
    assert len(g.in_box(g.box.available["omaha"])) == 40
    assert {record.mode for record in g.units} == {"cm"} and g.where(unit("II/914")) == hexnum("2224")
    assert g.units[unit("747 Tank")] == Unit(TRACK, turn=7)
    assert overstacked(g) == [] and g.segment == "set-up" and g.side == GERMAN


@pytest.mark.rule("bradley", "18.2", "18.2.1", "18.2.3")
def test_setting_up_utah():
    g = new_state(the_box(), "utah", {})
    assert (g.turn, g.tide) == (1, "average") and g.is_window and g.is_night
    assert g.units[g.box.bruno].facing == 1 and g.where(g.box.bruno) == hexnum("0913")
    assert sum(record.at == TRACK and record.turn == 1 for record in g.units) == 26
    assert len(g.in_box(g.box.available["utah"])) == 33


@pytest.mark.parametrize("scenario", ["omaha", "utah", "d-day", "rommels-fantasy", "optimal-defense"])
def test_every_waiting_unit_has_somewhere_to_go(scenario):
    g = new_state(the_box(), scenario, {})
    for number, record in enumerate(g.units):
        if record.at == SET_UP:
            assert set_up_hexes(g, number), g.name(number)
    again = Bradley.from_json(g.to_json())
    assert again.digest() == g.digest() == g.clone().digest()


@pytest.mark.rule("bradley", "18.1.1", "18.0d")
@pytest.mark.parametrize(
    ("name", "place", "rule"),
    [
        ("III/726", "3925", None),
        ("III/726", "4224", "18.1.1a"),  # next to the beach
        ("352 HQ", "2522", None),
        ("352 HQ", "2426", "18.1.1c"),
        ("1716c", "3822", None),
        ("1716c", "3823", "18.1.1b"),
        ("Static 1", "3319", None),
        ("Static 1", "3822", "18.1.1d"),  # another company is there
        ("Static 10", "5330", None),
        ("Static 10", "3822", "18.1.1e"),
        ("II/1 Flak", "3924", "18.1.1f"),
        ("HOC", "3320", "18.1.1"),
        ("12SS HQ", "2426", "18.0d"),
        ("747 Tank", "3822", "2.5(1)"),
    ],
)
def test_where_units_set_up(name, place, rule):
    box = the_box().__class__()
    g = new_state(box, "omaha", {})
    g.units[unit("Static 2")] = Unit(hexnum("3822"))
    ruling = refuse_set_up(g, unit(name), hexnum(place))
    assert (ruling and ruling.rule) == rule
    refuse_set_up(g, unit("HOC"), hexnum("3320"))
    refuse_set_up(g, unit("12SS HQ"), hexnum("3320"))


def test_a_printed_hex_may_shift_in_the_optimal_defense():
    g = new_state(the_box(), "optimal-defense", {})
    assert refuse_set_up(g, unit("II/916"), hexnum("4225")) is None
    assert refuse_set_up(g, unit("II/916"), hexnum("4229")) is None
    ruling = refuse_set_up(g, unit("II/916"), hexnum("4230"))
    assert ruling is not None and ruling.rule == "18.5"
    assert refuse_set_up(g, unit("I/915"), hexnum("1010")) is None


def test_garrisons_at_the_start():
    """B10 The company in 3922 is the only unit within three hexes of 3721, 3822 and 4124."""
    g = at({"Static 1": "3922"}, scenario="omaha")
    found = garrison_hexes(g)
    assert {hexnum("3721"), hexnum("3822"), hexnum("4124")} <= set(found) and hexnum("3922") not in found
    assert garrison_parent(g, hexnum("4124")) == unit("Static 1") and garrison_parent(g, hexnum("5025")) is None
    g = at({"Static 1": "3922", "II/916": "4023"}, scenario="omaha")
    assert garrison_parent(g, hexnum("4124")) == unit("II/916")


@pytest.mark.rule("bradley", "2.3(3)", "2.3(4)", "2.3(5)", "7.0", "2.3a", "2.1")
def test_the_face_that_shows():
    g = at({"743 Tank": "3822", "745 Tank": "3823 N", "5 Art": "3824", "32 Art": "3824 N", "1 HQ": "3824"})
    assert [g.face(u).cf for u in units("743 Tank", "745 Tank")] == [25, 7]
    assert [g.reach(u) for u in units("743 Tank", "745 Tank", "5 Art", "32 Art", "1 HQ")] == [2, 1, 10, 0, 0]
    eliminate(g, unit("5 Art"), rule="10.4-E")
    assert g.eliminated(AMERICAN) == units("5 Art") and not g.is_on_map(unit("5 Art"))
    assert names(h for h in {g.where(u) for u in g.on_map(AMERICAN)}) == "3822 3823 3824"
    assert g.holds(AMERICAN, hexnum("3822")) and not g.holds(GERMAN, hexnum("3822"))
    g.garrisons[hexnum("4124")] = unit("I/914")
    assert g.holds(GERMAN, hexnum("4124"))


def test_mines_are_counted_by_beach():
    g = at(mines={hexnum("3821"), hexnum("3921"), hexnum("1716")})
    assert (g.mines_at("omaha"), g.mines_at("utah")) == (2, 1)


@pytest.mark.rule("bradley", "5.1.1", "5.1.9a")
def test_the_shore_and_the_waves():
    g = at()
    assert [berth.place for berth in g.shore("utah")] == [1, 2, 3, 4, 5, 6]
    assert g.shore("utah")[0] == (1, hexnum("1615"), hexnum("1715"))
    g.variants = ("northern-utah",)
    assert [berth.place for berth in g.shore("utah")] == list(range(-2, 7))
    assert (g.box.wave("omaha", 1, 1).limit, g.box.wave("omaha", 2, 1).limit, g.box.wave("utah", 4, 3).limit) == (
        10,
        6,
        4,
    )
