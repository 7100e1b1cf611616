"""What the whole map shows at a key."""

from __future__ import annotations

import pytest

from beachhead.games.longest_day.artillery import areas_of_fire
from beachhead.games.longest_day.box import TRACK
from beachhead.games.longest_day.game import TheLongestDay
from beachhead.kernel import Action, Match


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


def test_movement_shows_where_a_unit_could_go(match):
    decision = match.decision
    unit = decision.options["unit"][0]
    seen = look(match, "ways", unit)
    twin = match.clone(history=False)
    twin.apply(Action("unit", unit))
    offered = {twin.game.box.board.name(h) for h in twin.decision.numbers("move")}
    assert offered and set(seen.patches[0].hexes) == offered
    assert look(match, "ways").lines == ["Point at a unit on the map."]


def test_fire_shows_what_guns_and_ships_reach(match):
    g = match.state
    gun = next(unit for unit in g.on_map("allied") if unit in areas_of_fire(g))
    assert set(look(match, "fire", gun).patches[0].hexes) == {g.box.board.name(h) for h in areas_of_fire(g)[gun]}
    sea = Match.new(TheLongestDay(), "C", seed="lens")
    fleet = [patch for patch in look(sea, "fire").patches if patch.id.startswith("lens ships")]
    for patch in fleet:
        assert all(sea.game.box.board.number(h) in sea.state.ground.playable for h in patch.hexes)
    assert fleet and any("Aircraft" in line for line in look(sea, "fire").lines)


def test_formations_are_called_as_players_call_them(match):
    found = {each.title: each for each in match.game.planner.formations(match.state)}
    division = found["12th SS Panzer Division"]
    g = match.state
    fighting = [unit for unit in division.units if g.box.combat[unit]]
    assert division.strength == (sum(map(g.attack, fighting)), sum(map(g.defence, fighting)))
    assert division.place in g.box.sheet.places and not any(title[0].isdigit() and title[1] == " " for title in found)


def test_the_calendar_tells_who_comes_when_and_where(match):
    g, days = match.state, match.game.calendar(match.state)
    waiting = [unit for side in ("allied", "german") for unit in g.waiting(side, TRACK)]
    told = [key for day in days for line in day.lines for key in line.counters]
    assert sorted(told) == sorted(f"unit:{g.box.pieces[unit].id}" for unit in waiting)
    day = next(day for day in days if day.when == "20 August")
    assert any("2nd SS Panzer Division" in line.text and line.hexes for line in day.lines)
