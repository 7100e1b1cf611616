"""What the table shows of the tactical Omaha: orders, ground, lines of sight."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from tests.tcs.helpers import BENCH, GAME

from beachhead.display import Scene
from beachhead.games.tcs import effect, lenses
from beachhead.games.tcs.sighting import sees
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import range_of, watchers
from beachhead.hexes import listed
from beachhead.kernel import Action, Match


@pytest.fixture(scope="module")
def landing() -> Match[Tcs]:
    """The Eastern Beaches once a German sheet is in preparation."""
    match, random = Match.new(GAME, "S3", seed="3", keeps_digests=False), Random(3)
    while not any(sheet.side == "german" and sheet.status == "preparing" for sheet in match.state.sheets.values()):
        assert match.decision is not None
        match.apply(match.decision[random.randrange(len(match.decision))])
    return match


def _scene(match: Match[Tcs], side: str | None) -> Scene:
    scene = match.scene(side)
    assert scene is not None
    return scene


def test_a_side_sees_its_own_op_sheets_only(landing: Match[Tcs]) -> None:
    german, american = _scene(landing, "german"), _scene(landing, "american")
    assert any("German" in box.id for box in german.displays[0].boxes)
    assert not any("German" in box.id for box in american.displays[0].boxes)
    assert not _scene(landing, None).displays
    assert not any(trace.tone == "german" for trace in american.traces)
    assert not any(patch.tone == "german" for patch in american.patches)


def test_a_sheet_in_preparation_tells_its_chance_and_how_long_it_takes(landing: Match[Tcs]) -> None:
    boxes = _scene(landing, "german").displays[0].boxes
    waiting = next(box for box in boxes if box.small == "in preparation")
    assert any(line.startswith("Chance this turn") and "turns" in line for line in waiting.lines)
    assert boxes[-1].title == "Unassigned"


@pytest.mark.rule("tcs", "TCS 7.0", "TCS 11.0")
def test_the_fields_of_fire_are_the_ground_that_enemies_see_and_reach(landing: Match[Tcs]) -> None:
    """Hex by hex, for those who fire over open sights: what is counted in the planes of the map at once."""
    g = landing.known("american")
    direct = [unit for unit in watchers(g)["german"].units if not g.type_of(unit).row.indirect]
    assert direct
    board, play = g.box.board, g.box.in_play[g.scenario]
    for unit in direct[::3]:
        here, far = g.units[unit].at, range_of(g, unit)
        near = [h for h in range(len(board)) if play[h] and board.distance(here, h) <= far]
        assert listed(lenses.field_of(g, unit)) == [h for h in near if sees(g, here, h)], g.name(unit)
    one, two, *_ = lenses.fields(g, "german")
    assert two and not two & ~one, "what two bear on one bears on as well"
    seen = lenses.fire(g, "american", None)
    assert {name for each in seen.patches for name in each.hexes} == {board.name(h) for h in listed(one)}
    assert sum(len(each.hexes) for each in seen.patches) == one.bit_count(), "no hex is told of twice"
    free = {f"unit:{g.box.pieces[unit].id}" for unit in g.on_map("american") if not one >> g.units[unit].at & 1}
    assert set(seen.counters) == free


def test_orders_belong_to_counters_on_the_map(landing: Match[Tcs]) -> None:
    scene = _scene(landing, "german")
    known = {f"{counter.kind}:{counter.id}" for counter in scene.counters}
    assert all(set(shown.counters) <= known for shown in (*scene.traces, *scene.patches))
    ordered = {key for shown in scene.patches for key in shown.counters}
    numbered = {f"unit:{c.id}" for c in scene.counters if any(badge.kind == "order" for badge in c.badges)}
    assert ordered <= numbered


def test_the_sea_covers_more_of_the_beach_as_the_tide_rises() -> None:
    match: Match[Tcs] = Match.new(GAME, "S3", seed="1", keeps_digests=False)
    g = match.known(None)
    covered = []
    for clock in ("0640", "0900", "1100"):
        g.turn = g.box.turn_at[6, clock]
        sea = next((patch for patch in GAME.scene(g, None).patches if patch.id == "sea"), None)
        covered.append(len(sea.hexes) if sea else 0)
    assert covered == sorted(covered)
    assert covered[0] < covered[-1]


def test_looking_from_hex_to_hex_says_what_is_in_the_way() -> None:
    g = Match.new(GAME, "T1", seed="1", keeps_digests=False).known(None)
    board = g.box.board
    here = board.number("C40.25")
    found = [GAME.sight(g, here, there, None) for there in board.within(here, 8) if there != here]
    assert {sight.is_clear for sight in found if sight} == {True, False}
    assert all(sight.hexes or sight.rule in ("1.3a", "TCS 7.0") for sight in found if sight and not sight.is_clear)
    assert GAME.sight(g, here, here, None) is None


def test_a_move_tells_who_may_answer_and_what_it_risks() -> None:
    """T1 Shermans before King Tigers: some ways lie under guns, others do not."""
    match, random = Match.new(GAME, "T1", seed="1", keeps_digests=False), Random(1)
    risky = safe = 0
    while (decision := match.decision) is not None and not (risky and safe):
        if "move" in decision.options:
            for place in decision.options["move"]:
                found = match.preview(Action("move", place))
                assert found is not None
                assert "Enemies who may answer" in found.figures
                risk = found.results.get("a loss on the way", Fraction(0))
                assert 0 <= risk < 1
                risky += risk > 0
                safe += found.figures["Enemies who may answer"] == "nobody"
        match.apply(decision[random.randrange(len(decision))])
    assert risky
    assert safe


def _at(scenario: str, units: list[dict[str, str]], **fields: object) -> Match[Tcs]:
    return BENCH.match_at({"scenario": scenario, "clear": True, "units": units, **fields})


def test_night_covers_the_map_and_shells_light_it() -> None:
    scene = _scene(_at("S7", [{"id": "L/3/26 1", "hex": "C12.30"}], phase="american orders", lit=["C6.25"]), None)
    night, light = (next(patch for patch in scene.patches if patch.id == each) for each in ("night", "light"))
    assert not night.hexes and night.style == "dark"
    assert list(light.hexes) == ["C6.25"]
    assert scene.track[0].band == "night" and scene.note.endswith("night")


def test_boats_are_counted_by_their_hour() -> None:
    match = Match.new(GAME, "S3", seed="3", keeps_digests=False)
    [panel] = [panel for panel in _scene(match, "american").panels if panel.id == "afloat"]
    counted = {tally.label: int(tally.value) for tally in panel.tallies}
    assert list(counted) == ["0640", "0740", "0940"] and min(counted.values()) > 0
    assert not [panel for panel in _scene(Match.new(GAME, "T1", seed="3"), None).panels if panel.id == "afloat"]


def test_shells_promise_more_where_more_of_them_fall() -> None:
    units = [{"id": "1/1/915 1", "hex": "D35.27"}, {"id": "1/1/915 2", "hex": "D36.26"}]
    g = _at("T4", units, phase="first artillery", first="american").state
    burst = g.box.board.number("D35.27")
    few, many = (effect.foresee(g, "american", burst, 1, rounds, "155") for rounds in (8, 64))
    wide = effect.foresee(g, "american", burst, 2, 64, "155")
    chances = [found.results["an enemy loss"] for found in (few, many, wide)]
    assert 0 < chances[0] < chances[1] < 1 and chances[2] < chances[1]
    assert many.figures["Enemies in the area"] == len(many.units) == 2
    assert len(many.hexes) == 7 and len(wide.hexes) > 7
    assert "Friends in the area" in effect.foresee(g, "german", burst, 1, 8, "155").figures
    nobody = effect.foresee(g, "american", g.box.board.number("D45.30"), 1, 8, "155")
    assert nobody.figures["Enemies in the area"] == "nobody" and not nobody.results
