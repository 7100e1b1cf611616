"""4.0-4.3 Airborne landings: the formations, planning, and Drop Zones."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.bradley.helpers import at, drive, hexnum, offered, place_word, the_box, told, unit, units, why_not
from tests.bradley.landings import box, dz, lay, put, through

from beachhead.games.bradley import airborne
from beachhead.games.bradley.airborne import (
    air_part,
    boxes_for,
    clear_hexes,
    designations,
    drops_part,
    refuse_aim,
    refuse_allotment,
    refuse_designation,
)
from beachhead.games.bradley.box import AMERICAN, TRACK, boxed
from beachhead.games.bradley.occupation import enter
from beachhead.games.bradley.scatter import refuse_drop, subunit
from beachhead.games.bradley.setup import new_state
from beachhead.games.bradley.state import DropZone, Unit
from beachhead.kernel import Action, Seeded, Table


def first_turn(scenario: str = "utah"):
    g = new_state(the_box(), scenario, {})
    g.segment, g.part = "invasion placement", "air"
    g.seat(Table(Seeded("test")))
    return g


def in_box(g, name: str) -> list[int]:
    return g.in_box(box(name))


@pytest.mark.rule("bradley", "4.0", "4.1", "4.2.8a")
def test_formations():
    pieces = [piece for piece in the_box().pieces if piece.is_airborne]
    for division, regiments in {"82": "505 507 508", "101": "501 502 506"}.items():
        own = [piece for piece in pieces if piece.division == division]
        assert Counter(p.regiment for p in own if p.type == "parachute") == dict.fromkeys(regiments.split(), 3)
        assert sum(p.type == "glider" for p in own) == 3  # a regiment and a half
        assert sum(p.is_hq for p in own) == sum(p.is_engineer for p in own) == 1
        assert {"airborne artillery", "glider artillery"} <= {p.type for p in own}
    g = first_turn()
    assert subunit(g, unit("1/401")) == "101/401" and subunit(g, unit("2/401")) == "82/401"
    assert subunit(g, unit("456 Para Art")) == "456 Para Art"
    due = g.coming("american", "air")
    assert len(due) == 26 and all(airborne.is_due(g, each) for each in due)


@pytest.mark.rule("bradley", "3.1A", "4.3.1", "4.3.1a", "4.3.1b", "4.2.8", "4.0a", "4.3.1c")
def test_planning():
    """Headquarters and engineers go to Main; a regiment goes together; artillery goes where the player likes."""
    g = first_turn()
    decision = drive(through(air_part, g))
    assert decision.side == AMERICAN and decision.is_turn_point
    assert set(in_box(g, "82 Main Box")) == set(units("82 HQ", "307 Eng"))
    assert set(in_box(g, "101 Main Box")) == set(units("101 HQ", "326 Eng"))
    assert unit("82 HQ") not in decision.options["allot"] and unit("1/505") in decision.options["allot"]
    question = drive(through(air_part, g), ("allot", unit("2/505")))
    assert set(question.options["to_box"]) == {box("82 Main Box"), box("82 Secondary Box")}
    assert not question.is_turn_point and question.about["unit"] == unit("2/505")
    drive(through(air_part, g), ("allot", unit("2/505")), ("to_box", box("82 Secondary Box")))
    assert in_box(g, "82 Secondary Box") == units("1/505", "2/505", "3/505")
    assert g.regiment_zone == {"82/505": dz("82 Secondary")}
    drive(through(air_part, g), ("allot", unit("456 Para Art")), ("to_box", box("82 Secondary Box")))
    drive(through(air_part, g), ("allot", unit("1/507")), ("back", None))
    assert unit("456 Para Art") in in_box(g, "82 Secondary Box") and unit("1/507") in g.coming("american", "air")
    twin = g.clone()
    twin.seat(Table(Seeded("test")))
    assert drive(through(air_part, twin)).options == drive(through(air_part, g)).options
    rest = "1/507 1/508 80 AA;82 Main Box|377 Para Art 1/501 1/502 1/506 81 AA;101 Main Box"
    for listed in rest.split("|"):
        text, name = listed.split(";")
        for each in [u for u in g.coming("american", "air") if g.name(u) in text]:
            if each in g.coming("american", "air"):
                drive(through(air_part, g), ("allot", each), ("to_box", box(name)))
    assert not g.coming("american", "air") and drive(through(air_part, g)) is True
    assert {place_word(g, u) for u in g.box.of_side[AMERICAN] if g.box.pieces[u].type == "parachute"} == {"box"}


@pytest.mark.rule("bradley", "4.0", "4.2.6", "4.2.8", "4.3.1", "4.3.1a", "4.3.1c", "3.1A")
def test_what_a_box_refuses():
    g = first_turn()
    g.regiment_zone["82/507"] = dz("82 Main")
    g.units[unit("1/508")] = Unit(boxed(box("82 Main Box")))
    g.change_zone(dz("101 Secondary"), place="eliminated")
    for name, where, rule in [
        ("1/505", "101 Main Box", "4.0"),
        ("1/501", "101 Secondary Box", "4.2.6"),
        ("82 HQ", "82 Secondary Box", "4.3.1a"),
        ("307 Eng", "82 Secondary Box", "4.3.1a"),
        ("2/507", "82 Secondary Box", "4.2.8"),
        ("1/508", "82 Secondary Box", "4.3.1c"),
        ("1/325", "82 Main Box", "3.1A"),
        ("1/505", "Utah Available", "4.3.1"),
        ("1/505", "82 Secondary Box", None),
    ]:
        ruling = refuse_allotment(g, unit(name), box(where))
        assert (ruling and ruling.rule) == rule, name
    decision = drive(through(air_part, g))
    assert boxes_for(g, unit("1/505")) == [box("82 Main Box"), box("82 Secondary Box")]
    assert set(in_box(g, "101 Main Box")) >= set(units("1/501", "377 Para Art", "101 HQ"))
    ask = drive(through(air_part, g), ("allot", unit("1/505")))
    assert why_not(g, ask, Action("to_box", box("101 Main Box"))).rule == "4.0"
    assert why_not(g, decision, Action("allot", unit("1/325"))).rule == "3.1A"


@pytest.mark.rule("bradley", "4.2.6")
def test_without_a_drop_zone_a_unit_does_not_come():
    g = first_turn()
    for name in ("82 Main", "82 Secondary"):
        g.change_zone(dz(name), place="eliminated")
    decision = drive(through(air_part, g))
    assert why_not(g, decision, Action("allot", unit("1/505"))).rule == "4.2.6"
    for record in [u for u in g.coming("american", "air") if g.box.pieces[u].division == "101"]:
        g.units[record] = Unit(boxed(box("101 Main Box")))
    assert drive(through(air_part, g)) is True and ("stranded", "4.2.6") in told(g)
    assert g.units[unit("1/505")].at == TRACK


@pytest.mark.rule("bradley", "3.1A", "4.6", "18.1-air")
def test_only_in_a_window():
    g = first_turn()
    g.turn = 2
    assert drive(through(air_part, g)) is True
    g.segment, g.part = "allied movement", "drop zones"
    assert drive(drops_part(g)) is True
    for turn, window in {1: True, 2: False, 8: True, 9: False, 11: True, 12: False}.items():
        g.turn = turn
        ruling = refuse_designation(g, dz("82 Main"))
        assert (ruling and ruling.rule) == (None if window else "4.6")
    g = at(scenario="omaha", turn=8, segment="allied movement", part="drop zones")
    assert drive(drops_part(g)) is True


@pytest.mark.rule("bradley", "4.2", "4.2.1", "4.2.2", "4.3.2a", "4.2.9", "4.3.1c", "3.1D")
def test_drop_zones_are_placed_first():
    g = at(scenario="d-day", turn=1, segment="allied movement", part="drop zones")
    put(g, {"82 Main Box": "1/505, 82 HQ", "101 Secondary Box": "1/501", "82 Secondary Box": "319 Glider Art"})
    decision = drive(through(drops_part, g))
    assert offered(decision) == {"designate"} and len(decision.options["designate"]) == 4
    assert why_not(g, decision, Action("done")).rule == "4.3.1c"
    question = drive(through(drops_part, g), ("designate", dz("82 Main")))
    assert set(question.options["aim"]) == set(clear_hexes(g)) and hexnum("0607") not in question.options["aim"]
    drive(through(drops_part, g), ("designate", dz("82 Main")), ("aim", hexnum("0808")))
    marker = g.drop_zones[dz("82 Main")]
    assert (marker.place, marker.hex, marker.wind) == ("flight", hexnum("0808"), None)
    question = drive(through(drops_part, g), ("designate", dz("101 Secondary")))
    assert hexnum("0808") not in question.options["aim"]
    assert [refuse_aim(g, hexnum(h)) and refuse_aim(g, hexnum(h)).rule for h in ("0808", "0607", "1103", "0810")] == [
        "4.2.2", "4.2.1", "4.2.1", None,
    ]  # fmt: skip
    assert why_not(g, question, Action("aim", hexnum("0607"))).rule == "4.2.1"
    drive(through(drops_part, g), ("designate", dz("101 Secondary")), ("back", None))
    assert g.drop_zones[dz("101 Secondary")].place == "hand"
    drive(through(drops_part, g), ("designate", dz("101 Secondary")), ("aim", hexnum("1418")))
    decision = drive(through(drops_part, g))
    assert "done" in offered(decision)  # nobody with a parachute waits for the other two
    assert drive(through(drops_part, g), ("done", None)) is True


@pytest.mark.rule("bradley", "4.2.4", "4.2.6", "4.2.7", "4.3.2a", "4.2.5a")
def test_drop_zones_that_cannot_be_placed():
    g = at({"I/914": "0707 N"}, turn=8, segment="allied movement", part="drop zones")
    lay(g, "82 Main", "0608")
    lay(g, "82 Secondary", "0810")
    lay(g, "101 Secondary", "0808")
    g.change_zone(dz("101 Main"), place="flight", hex=hexnum("1418"))
    enter(g, unit("I/914"), hexnum("0808"))
    found = {g.box.drop_zones[zone].id: refuse_designation(g, zone).rule for zone in range(4)}
    assert found == {"82 Main": "4.2.4", "82 Secondary": "4.2.7", "101 Main": "4.3.2a", "101 Secondary": "4.2.6"}
    assert drive(designations(g)) is True and ("dz_eliminated", "4.2.5a") in told(g)
    g.drop_zones[dz("82 Secondary")] = DropZone()
    decision = drive(designations(g))
    assert why_not(g, decision, Action("designate", dz("82 Main"))).rule == "4.2.4"


@pytest.mark.rule("bradley", "4.5.1", "4.3.1c", "4.6")
def test_gliders_need_a_drop_zone_that_was_there():
    g = at(turn=8)
    put(g, {"82 Main Box": "319 Glider Art, 1/505", "82 Secondary Box": "320 Glider Art"})
    zone = lay(g, "82 Main", "0808", turn=1)
    assert refuse_drop(g, unit("319 Glider Art"), zone) is None and refuse_drop(g, unit("1/505"), zone) is None
    assert refuse_drop(g, unit("320 Glider Art"), zone).rule == "4.3.1c"
    lay(g, "82 Main", "0808", turn=8)
    assert refuse_drop(g, unit("319 Glider Art"), zone).rule == "4.5.1"
    assert refuse_drop(g, unit("1/505"), zone) is None
    g.turn = 9
    assert refuse_drop(g, unit("1/505"), zone).rule == "4.6"
    g.turn = 11
    assert refuse_drop(g, unit("319 Glider Art"), zone) is None
    for place in ("hand", "flight", "eliminated"):
        g.change_zone(zone, place=place, hex=None)
        assert refuse_drop(g, unit("319 Glider Art"), zone).rule == "4.5.1"
