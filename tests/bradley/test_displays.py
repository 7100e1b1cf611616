"""2.1, 2.2, 4.3, 5.1.5 The displays as a screen shows them."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, the_box, unit
from tests.bradley.landings import box, dz, put

from beachhead.games.bradley.box import AMERICAN, ELIMINATED, GERMAN, boxed
from beachhead.games.bradley.scene import scene
from beachhead.games.bradley.setup import new_state
from beachhead.games.bradley.state import Unit


def boxes(g, display: str, side=AMERICAN):
    found = scene(g, side).displays
    return {each.title: each for each in next(one for one in found if one.id == display).boxes}


@pytest.mark.rule("bradley", "5.1.2", "5.1.5", "5.1.9", "5.2.3")
def test_wave_boxes_of_the_first_cycle():
    g = new_state(the_box(), "omaha", {})
    put(g, {"Omaha Wave 1": "1/16, 1 HQ, 743 Tank"})
    found = boxes(g, "omaha")
    first = found["Wave 1"]
    assert (first.kind, first.id, first.filled, first.total) == ("box", "Omaha Wave 1", 2, 10)
    assert set(first.counters) == {"unit:1/16", "unit:1 HQ", "unit:743 Tank"}
    assert [(need.label, need.filled, need.total) for need in first.needs] == [
        ("infantry", 1, 4), ("engineer", 0, 2), ("tank", 1, 4),
    ]  # fmt: skip
    assert first.small == "Lands now: Turn 2, 05:00, low tide" and first.state == "now"
    assert found["Wave 2"].small == "Lands: Turn 3, 07:00, rising tide" and found["Wave 2"].state == "todo"
    assert len(found["Available"].counters) == 37 and found["Available"].is_wide


@pytest.mark.rule("bradley", "5.1.2", "5.1.9")
def test_room_for_any_kind():
    g = new_state(the_box(), "utah", {})
    put(g, {"Utah Wave 1": "1/8, 2/8, 3/8, 1/22"})
    needs = boxes(g, "utah")["Wave 1"].needs
    assert [(need.label, need.filled, need.total) for need in needs] == [
        ("infantry", 3, 3), ("engineer", 0, 1), ("tank", 0, 1), ("any kind", 1, 1),
    ]  # fmt: skip
    assert boxes(g, "utah")["Wave 2"].lines == ["Units of any kind"]


@pytest.mark.rule("bradley", "5.1.6a", "5.1.5")
def test_waves_of_later_cycles():
    g = new_state(the_box(), "omaha", {})
    g.turn = 8
    found = boxes(g, "omaha")
    assert (found["Wave 1"].total, found["Wave 1"].needs) == (6, [])
    assert found["Wave 2"].small == "Does not land"
    g.turn = 9  # at night the cycle of the morning is shown
    assert boxes(g, "omaha")["Wave 1"].small.startswith("Lands: Turn 11")
    g.turn, g.part = 3, "place"
    found = boxes(g, "omaha")
    assert found["Wave 1"].state == "past" and found["Wave 1"].is_folded and found["Available"].is_folded
    assert not found["Wave 2"].is_folded
    g.turn = g.last_turn = 10
    assert boxes(g, "omaha")["Wave 1"].state == "past"


@pytest.mark.rule("bradley", "4.3", "4.3.1", "4.3.1a", "4.6")
def test_air_landings():
    g = new_state(the_box(), "utah", {})
    found = boxes(g, "air")
    assert len(found["Due by air now"].counters) == 26 and found["Turn 8"].counters
    assert "dz:82 Main" in found["82 Main"].counters and found["82 Main"].small == "Not placed"
    assert "HQs and engineers land here" in found["82 Main"].lines and not found["82 Secondary"].lines
    g.units[unit("1/505")] = Unit(boxed(box("82 Main Box")))
    g.regiment_zone["82/505"] = dz("82 Main")
    g.change_zone(dz("82 Main"), place="flight", hex=hexnum("0808"), wind=1, flak=((unit("I/914"), -1),))
    main = boxes(g, "air")["82 Main"]
    assert main.counters == ["unit:1/505"] and main.small == "In flight to 0808"  # the marker is on the map
    assert main.lines[1:] == ["Regiments: 505", "Wind +1, flak -1"]
    g.change_zone(dz("82 Main"), place="eliminated", hex=None)
    assert boxes(g, "air")["82 Main"].state == "past"
    g.turn = 9
    assert "Due by air now" in boxes(g, "air")  # who is late


@pytest.mark.rule("bradley", "2.2", "2.5(1)", "2.1")
def test_reinforcements_and_losses():
    g = new_state(the_box(), "omaha", {})
    found = boxes(g, "record", GERMAN)
    assert len(found["To be set up"].counters) == 19 and found["Turn 7"].small == "17:00, low tide"
    assert "unit:Static 1" in found["To be set up"].counters
    g = at({"1/16": "3824"})
    g.units[unit("2/16")] = Unit(ELIMINATED)
    lost = boxes(g, "eliminated")
    assert lost["American"].counters == ["unit:2/16"] and lost["German"].counters == []
    assert lost["American"].small == "1 lost"


@pytest.mark.rule("bradley", "2.2")
@pytest.mark.parametrize("scenario", ["omaha", "utah", "d-day"])
def test_which_displays_there_are(scenario):
    g = new_state(the_box(), scenario, {})
    found = [display.id for display in scene(g, None).displays]
    expected = {"omaha": ["omaha"], "utah": ["air", "utah"], "d-day": ["air", "omaha", "utah"]}[scenario]
    assert found == [*expected, "record", "eliminated"]
