"""2.1 The printed sheet."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import BENCH, hexnum, the_box

from beachhead.hexes.render import to_svg

GROUND = {"sea", "sand", "rough", "field", "hill", "marsh", "town", "city"}


@pytest.mark.rule("bradley", "2.1", "2.2", "4.3", "5.1.5", "13.1", "13.2")
def test_the_sheet():
    box = the_box()
    sheet = BENCH.game.layout()
    assert sheet.shape == "flat" and len(sheet.names) == 2196
    assert {brush for kinds in sheet.terrain for brush in kinds} == GROUND
    assert set(sheet.paths) == {"primary", "trail", "rail"}
    assert set(sheet.sides) == {"stream", "canal", "seawall", "bridge"}
    assert {"Bayeux", "Carentan", "Omaha Beach", "D-3", "Exit 2", "Pointe du Hoc"} <= {n.text for n in sheet.labels}
    assert [plate.hex for plate in sheet.plates if plate.is_strong] == [
        h for h, kind in sorted(box.forts.items()) if kind == "strongpoint"
    ]
    assert {spot.id for spot in sheet.spots if spot.kind == "box"} == {row.id for row in box.displays}
    assert list(sheet.directions) == list(box.board.directions) and sheet.front == 3
    assert sheet.neighbours[hexnum("3823")] == list(box.board.neighbours[hexnum("3823")])
    assert sheet.first_look["omaha"] and hexnum("3821") in sheet.first_look["omaha"]


def test_the_displays_lie_in_the_sea():
    """4.3, 5.1.5 No box hides land, a landing hex or another box."""
    box = the_box()
    sheet = BENCH.game.layout()
    approach = {h for beach in box.beaches.values() for h in beach.approach}
    for spot in sheet.spots:
        inside = [
            h
            for h, (x, y) in enumerate(sheet.centres)
            if abs(x - spot.x) < spot.width / 2 + 0.5 and abs(y - spot.y) < spot.height / 2 + 0.5
        ]
        assert inside and all(box.is_sea[h] and h not in approach for h in inside), spot.id
        for other in sheet.spots:
            apart_x = abs(other.x - spot.x) >= (spot.width + other.width) / 2
            apart_y = abs(other.y - spot.y) >= (spot.height + other.height) / 2
            assert other is spot or apart_x or apart_y


def test_the_map_can_be_drawn():
    picture = to_svg(the_box().sheet)
    assert picture.startswith("<svg") and "Sainte-Mere-Eglise" in picture
