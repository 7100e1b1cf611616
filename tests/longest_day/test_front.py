"""Whose ground is whose on the map of The Longest Day, and what has changed hands."""

from __future__ import annotations

from beachhead.games import find_game
from beachhead.kernel import Match
from beachhead.wargame.front import front, ground


def test_the_land_in_play_is_shared_out():
    g = Match.new(find_game("longest_day"), "3", seed="front").state
    held = ground(g)
    assert held["allied"] | held["german"] == g.ground.playable and not held["allied"] & held["german"]
    for side, hexes in held.items():
        stands = {g.units[unit].at for unit in g.on_map(side) if g.box.combat[unit]}
        assert stands & g.ground.playable <= hexes


def test_whoever_goes_forward_takes_ground():
    match = Match.new(find_game("longest_day"), "3", seed="front")
    before, g = match.state.clone(), match.state
    assert front(g, before).taken == []
    place = g.box.board.number("032-058")
    unit = next(unit for unit in g.on_map("allied") if g.box.combat[unit])
    g.change(unit, at=place)
    told = front(g, before)
    line = next(line for line in told.taken if "032-058" in line.hexes)
    assert line.tone == "allied" and "Coutances" in line.text
    assert any(patch.style == "hatched" and "032-058" in patch.hexes for patch in told.patches)


def test_the_tray_names_places_that_have_no_name_by_the_nearest():
    """Mortain counts two hexes that have no name on the map."""
    match = Match.new(find_game("longest_day"), "1", seed="tray", keeps_digests=False)
    tray = next(panel for panel in match.scene(None).panels if panel.id == "victory")
    assert set(tray.lines) == {
        "Mortain: Allied", "063-091 near Mortain: Allied", "061-088 near Sourdeval: Allied", "Sourdeval: German",
    }  # fmt: skip
