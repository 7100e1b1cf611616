"""2.1, 2.2 The table as a screen shows it."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import BENCH, at, hexes, hexnum, the_box, unit

from beachhead.games.bradley.box import AMERICAN, ELIMINATED, GERMAN, UNLIMITED, UNUSED
from beachhead.games.bradley.scene import scene
from beachhead.games.bradley.setup import new_state


def shown(g, side=None):
    return scene(g, side)


def counter(found, name):
    return next(c for c in found.counters if c.id == name)


@pytest.mark.rule("bradley", "2.1", "2.2", "2.4", "3.0", "11.0")
@pytest.mark.parametrize("scenario", ["omaha", "utah", "d-day", "rommels-fantasy", "optimal-defense"])
def test_everything_lies_somewhere(scenario):
    sheet = BENCH.game.layout()
    spots = {spot.id for spot in sheet.spots}
    g = new_state(the_box(), scenario, {})
    for side in (AMERICAN, GERMAN, None):
        found = shown(g, side)
        assert len(found.track) == g.last_turn - g.row.first_turn + 1 and found.here == 0
        boxed = {key for display in found.displays for box in display.boxes for key in box.counters}
        for one in found.counters:
            assert one.hex in sheet.names or one.spot in spots or f"{one.kind}:{one.id}" in boxed, one.id
        assert boxed <= {f"{one.kind}:{one.id}" for one in found.counters}
        assert {c.tone for c in found.counters} <= set(sheet.tones)
        assert {c.id for c in found.counters if c.kind == "unit"} == {
            g.name(u) for u, record in enumerate(g.units) if record.at != UNUSED
        }


@pytest.mark.rule("bradley", "2.3", "2.3(2)", "2.3(6)", "2.3(7)", "7.4.1")
def test_counters():
    g = at({"743 Tank": "3823 NE green", "1/16": "3824", "47 RM Cdo": "4924", "1/505": "0808", "12SS HQ": "2426 N"})
    g.units[unit("Bruno")] = g.units[unit("Bruno")].__class__(hexnum("0913"), facing=1)
    g.moved = {unit("1/16")}
    found = shown(g)
    tank = counter(found, "743 Tank")
    assert (tank.left, tank.left_small, tank.chips, tank.is_tilted) == ("7-3", "", ["12"], True)
    assert "disrupted" in tank.words and "facing NE" in tank.words and "movement mode" in tank.words
    foot = counter(found, "1/16")
    assert (foot.left, foot.left_small, foot.chips, foot.is_faded) == ("8-2", "4", (), True)
    tones = {name: counter(found, name).tone for name in ("47 RM Cdo", "1/505", "12SS HQ", "1/16", "Bruno")}
    assert tones == {
        "47 RM Cdo": "british", "1/505": "airborne", "12SS HQ": "ss", "1/16": "american", "Bruno": "german",
    }  # fmt: skip
    assert (tank.facing, tank.reach, foot.facing, foot.reach) == ("NE", 1, "", 1)
    bruno = counter(found, "Bruno")
    assert (bruno.facing, bruno.chips) == ("NE", ()) and bruno.reach >= UNLIMITED and "unlimited range" in bruno.words
    assert "command radius" in counter(found, "12SS HQ").words


@pytest.mark.rule("bradley", "13.3.1", "4.2.2", "4.3", "17.1.3", "17.1.2a")
def test_markers():
    g = at({"I/914": "2327"}, garrisons={hexnum("3822"): unit("I/914")}, beachheads={"omaha": hexnum("3922")})
    g.change_zone(0, place="ground", hex=hexnum("0808"), wind=1, flak=((unit("I/914"), 1),))
    g.ruins, g.breached, g.cleared = {hexnum("1108")}, {0}, {hexnum("3821")}
    g.mines, g.probed = set(hexes("3921 4022")), {hexnum("3821"): True, hexnum("4123"): False}
    g.units[unit("1/16")] = g.units[unit("1/16")].__class__(ELIMINATED)
    found = shown(g, GERMAN)
    assert counter(found, "Garrison 3822").tone == "garrison" and counter(found, "82 Main").left == "DZ"
    assert counter(found, "1/16").spot == "american"
    texts = {(mark.hex, mark.text) for mark in found.marks}
    assert {("3922", "Beachhead of Omaha"), ("1108", "Ruins"), ("3821", "Mines cleared")} <= texts
    assert {("4123", "No mines"), ("3921", "Your mines"), ("4022", "Your mines")} <= texts
    hidden = {(mark.hex, mark.text) for mark in shown(g, AMERICAN).marks}
    assert texts - hidden == {("3921", "Your mines"), ("4022", "Your mines")}
    victory = next(panel for panel in found.panels if panel.id == "victory")
    assert victory.slots[0].filled == 1 and "No Beachhead at Utah yet" in victory.lines


@pytest.mark.rule("bradley", "5.4.1", "5.4.3c", "15.1.4")
def test_tides_and_mines():
    g = at(turn=2, tide="low", counted={"omaha"}, announced={"utah"}, sea={"omaha": 4}, mines={hexnum("3821")})
    g.segment, g.part = "invasion placement", "edge"
    found = shown(g, AMERICAN)
    assert [cell.band for cell in found.track[:4]] == ["", "low tide", "rising tide", "average tide"]
    assert found.level == "low" and found.note == "Low tide"
    mines = next(panel for panel in found.panels if panel.id == "mines")
    assert [(tally.label, tally.value) for tally in mines.tallies] == [("Mines at Omaha", "1")]
    assert mines.lines == ["Utah has no mines left"]
    step = next(panel for panel in found.panels if panel.state == "now")
    assert step.id == "step-american" and step.lines == ["Reinforcements"]
    g.turn = 1
    assert [cell.band for cell in shown(g).track[:3]] == ["low tide", "low tide", "rising tide"]
