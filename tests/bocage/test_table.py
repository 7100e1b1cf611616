"""What a screen shows: the sheet, the counters, the tracks and the pictures."""

from __future__ import annotations

import pytest
from tests.bocage.helpers import RECORD, match_at, play, the_game

from beachhead.kernel import Match


@pytest.mark.rule("bocage", "S2.1")
def test_the_sheet():
    layout = the_game().layout()
    assert layout.shape == "pointy" and len(layout.names) == 740
    brushes = {brush for kinds in layout.terrain for brush in kinds}
    assert brushes == {"sea", "sand", "field", "bocage", "woods", "marsh", "town", "city"}
    assert set(layout.paths) == {"primary", "trail"} and set(layout.sides) == {"river"}
    assert {"Isigny", "Saint-Lo", "Omaha Beach"} <= {label.text for label in layout.labels}
    assert {plate.ref for plate in layout.plates if plate.is_strong} == {"Trevieres", "Isigny", "Caumont"}


@pytest.mark.rule("bocage", "S2.2", "S2.3", "10.3", "10.4")
def test_the_scene_of_the_first_day():
    match = match_at({"Pointe du Hoc": [5]}, phase="beachheads", recorded=RECORD)
    play(match, "beachhead 2319", "done", "unit 16/1", "land 2319", "unit 18/1", "land 2319")
    scene = match.scene("german")
    mine = {counter.id: counter for counter in scene.counters}
    assert mine["914/352"].hex == "2218" and mine["16/1"].hex == "2319"
    theirs = {counter.id for counter in match.scene("allied").counters}
    assert theirs == {"16/1", "18/1"}
    assert mine["16/1"].left == "6-6" and mine["16/1"].left_small == "5" and mine["16/1"].symbol == "square"
    assert len(scene.track) == 17 and scene.track[1].chips[0].text == "A6"
    waiting = next(panel for panel in scene.panels if panel.id == "waiting-allied")
    assert any("CC is Combat Command" in counter.words for counter in waiting.counters)
    assert [mark.text for mark in scene.marks if mark.kind != "held"] == ["Beachhead"]
    held = {mark.hex: mark.tone for mark in scene.marks if mark.kind == "held"}
    assert held["0421"] == "german" and "2503" not in held, "Caumont counts in the scenario, Montebourg does not"


def test_the_scene_of_a_later_turn():
    units = [
        {"id": "16/1", "hex": "1718", "reduced": True}, {"id": "18/1", "hex": "1411"}, {"id": "914/352", "hex": "1818"},
        {"id": "915/352", "hex": "1717"}, {"id": "916/352", "hex": "1618"},
    ]  # fmt: skip
    match = match_at(
        clear=True, turn=8, phase="german combat", beachheads=["2319"], units=units, german_aside=["Mines a"],
        german_used=["G1a"],
    )  # fmt: skip
    scene = match.scene("german")
    counters = {counter.id: counter for counter in scene.counters}
    assert counters["16/1"].pips == 1 and counters["18/1"].pips == 2
    markers = next(panel for panel in scene.panels if panel.id == "german-markers")
    assert "Aside: Mines a" in markers.lines and markers.slots[0].filled == 14
    other = next(panel for panel in match.scene("allied").panels if panel.id == "german-markers")
    assert other.slots[0].filled == 14 and other.lines == ["Used: G1a"]
    assert [panel.state for panel in scene.panels if panel.id.startswith("step-")] == ["past", "past", "now", "todo"]
    campaign = Match.new(the_game(), "us-campaign", seed="1")
    assert "0 of 7" in [t.value for p in campaign.scene(None).panels for t in p.tallies]


def test_out_of_supply_is_a_note():
    units = [
        {"id": "16/1", "hex": "2319"}, {"id": "18/1", "hex": "1410"},
        {"id": "914/352", "hex": "2118"}, {"id": "915/352", "hex": "2120"}, {"id": "916/352", "hex": "2218"},
    ]  # fmt: skip
    match = match_at(clear=True, turn=3, phase="german combat", beachheads=["2319"], units=units)
    badges = {c.id: [(b.kind, b.text) for b in c.badges] for c in match.scene("allied").counters}
    assert badges["18/1"] == [("note", "Out of supply")] and not badges["16/1"]


def test_pictures_of_dice_and_markers():
    units = [{"id": "16/1", "hex": "1820"}, {"id": "914/352", "hex": "1720"}]
    match = match_at(
        {"Allied artillery": ["A8c"], "attack": [3]},
        clear=True, turn=4, phase="allied combat", beachheads=["2319"], units=units,
    )  # fmt: skip
    play(match, "attack 1720", "add 16/1", "fight", "support artillery", "support none")
    cards = [the_game().picture(event) for event in match.events_for("german")]
    assert [card.rows for card in cards if card is not None] == [[["+8"]], [["3"]]]
