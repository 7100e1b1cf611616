"""What the whole map shows at a key."""

from __future__ import annotations

import pytest

from beachhead.games.longest_day.game import TheLongestDay
from beachhead.kernel import Match


@pytest.fixture(scope="module")
def match():
    return Match.new(TheLongestDay(), "2", seed="lens")


def look(match, lens, unit=None):
    return match.game.lenses[lens].show(match.known("allied"), "allied", unit)


def test_whoever_loses_his_supply_stands_out(match):
    assert not look(match, "supply").counters
    twin = match.clone(history=False)
    g = twin.state
    store = next(unit for unit in g.on_map("german") if g.box.is_supply[unit] and g.units[unit].hq is not None)
    hq = g.units[store].hq
    for unit in [unit for unit in g.standing(g.units[hq].at) if g.box.is_supply[unit]]:
        g.change(unit, at=-1)
    assert f"unit:{g.box.pieces[hq].id}" in look(twin, "supply").counters


def test_command_tells_of_the_unit_that_is_looked_at(match):
    g = match.state
    unit = next(unit for unit in g.on_map("allied") if not g.box.is_hq[unit] and g.units[unit].hq is not None)
    hq = g.units[unit].hq
    seen = look(match, "command", unit)
    assert f"unit:{g.box.pieces[hq].id}" in seen.counters
    assert any(g.name(hq) in line and "reach" in line for line in seen.lines)
    assert len(look(match, "command").traces) > 5


def test_zones_are_those_of_hills_and_walls(match):
    seen = look(match, "zones")
    shown = {hex_ for patch in seen.patches for hex_ in patch.hexes}
    g = match.state
    assert shown == {g.box.board.name(h) for side in ("allied", "german") for h, n in enumerate(g.zone(side)) if n}


def test_who_has_not_moved_is_counted_for_ones_own_side(match):
    seen = look(match, "idle")
    assert len(seen.lines) == 1 and seen.lines[0].startswith("Allied")
    assert all(not key.startswith("unit:GE-") for key in seen.counters)
