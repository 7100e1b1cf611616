"""8.0, S1-S9 The scenarios: when they end, what their artillery has, draws, shifts, and who counts as eliminated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from tests.tcs.helpers import BENCH, GAME
from tests.tcs.test_levels import BREACHES, EAST, EIGHT, NINE, S8_VILLAGES, americans, germans, marked, position

from beachhead.games.tcs import artillery, morale, releases, victory, writing
from beachhead.games.tcs.box import AFLOAT, FALLEN, GONE, LEFT
from beachhead.games.tcs.scene import scene
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import GameOver, Match

BOX = GAME.box


def begun(scenario: str, **options: bool) -> Tcs:
    """The state with which a match begins."""
    return Match.new(GAME, scenario, options, seed="1").state


# --- frames ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "scenario", "first", "last", "turns", "sheets"),
    [
        marked("T1", "T1", (6, "0800"), (6, "1000"), 7, "C"),
        marked("T2", "T2", (6, "0800"), (6, "1100"), 10, "C"),
        marked("T3", "T3", (6, "0800"), (6, "0900"), 4, "C"),
        marked("T4", "T4", (6, "0800"), (6, "0900"), 4, "D"),
        marked("T5", "T5", (6, "0700"), (6, "1100"), 13, "A"),
        marked("T6", "T6", (6, "0800"), (6, "1000"), 7, "C"),
        marked("S1", "S1", (6, "0640"), (6, "2200"), 47, "ABCD"),
        marked("S2", "S2", (6, "0640"), (6, "1800"), 35, "AB"),
        marked("S3", "S3", (6, "0640"), (6, "1200"), 17, "B"),
        marked("S4", "S4", (6, "0640"), (6, "1200"), 17, "A"),
        marked("S5", "S5", (6, "1000"), (6, "2200"), 37, "ABCD"),
        marked("S5.altA", "S5A", (6, "1000"), (8, "1200"), 119, "ABCD"),
        marked("S5.altB", "S5B", (6, "1000"), (6, "1800"), 25, "AB"),
        marked("S5.altC", "S5C", (6, "1000"), (6, "2200"), 37, "A"),
        marked("S6", "S6", (7, "0600"), (7, "2200"), 49, "ABCD"),
        marked("S7", "S7", (7, "2300"), (8, "1200"), 26, "C"),
        marked("S8", "S8", (6, "0640"), (8, "1200"), 129, "ABCD"),
        marked("S9", "S9", (6, "0640"), (8, "1200"), 129, "ABCD"),
    ],
)
def test_a_scenario_ends_with_its_last_turn(
    rule: str, scenario: str, first: tuple[int, str], last: tuple[int, str], turns: int, sheets: str
) -> None:
    """0.1 It begins and ends with the turns that the rulebook names, on its maps, and not a turn earlier."""
    at = BOX.turn_at
    assert begun(scenario).turn == at[first]
    assert at[last] - at[first] + 1 == turns
    assert {BOX.ground.sheet_of(h) for h in BOX.hexes_in_play[scenario]} == set(sheets)
    place = BOX.board.name(next(h for h in BOX.hexes_in_play[scenario] if BOX.ground.terrain[h] == "clear"))
    for turn, is_over in ((at[last] - 1, False), (at[last], True)):
        units = [{"id": "E/2/16 1", "hex": place}]
        g = BENCH.at(scenario=scenario, clear=True, turn=turn, phase="clean-up", units=units)
        if is_over:
            with pytest.raises(GameOver):
                victory.end_of_turn(g)
        else:
            victory.end_of_turn(g)


# --- artillery ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "scenario", "battery", "fires"),
    [
        marked("T4.setup", "T4", "A/62 FA", (15, 0, 0)),
        marked("S1.ge-art", "S1", "1/1/1352", (100, 10, 5)),
        marked("S2.ge-art", "S2", "1/3/1352", (100, 10, 0)),
        marked("S3.ge-art", "S3", "1/3/1352", (50, 5, 0)),
        marked("S4.ge-art", "S4", "1/1/1352", (50, 5, 0)),
        marked("S5.ge-art", "S5", "1/1/1352", (50, 10, 3)),
        marked("S5.ge-art", "S5C", "10/1716", (60, 7, 2)),
        marked("S5.us-art", "S5", "A/7 FA", (30, 4, 1)),
        marked("S6.us-art", "S6", "A/7 FA", (145, 30, 10)),
        marked("S6.us-art", "S6", "A/5 FA", (58, 8, 4)),
        marked("S6.ge-art", "S6", "1/4/352", (50, 25, 0)),
        marked("S6.ge-art", "S6", "10/1716", (20, 5, 0)),
        marked("S7.us-art", "S7", "A/5 FA", (50, 15, 7)),
        marked("S7.ge-art", "S7", "2/3/1352", (25, 7, 5)),
        marked("S7.ge-art", "S7", "1/4/352", (15, 5, 1)),
    ],
)
def test_the_artillery_at_the_start(rule: str, scenario: str, battery: str, fires: tuple[int, int, int]) -> None:
    """The battery may fire, and its pool holds so many battery fires of each kind."""
    g = begun(scenario)
    number = BENCH.number("battery", battery)
    pool = g.ammunition[artillery.pool(g, number)]
    assert g.batteries[number].is_free
    assert (pool.he, pool.smoke, pool.illum) == fires


@pytest.mark.parametrize(
    ("scenario", "free"),
    [
        ("S1", {"1/1352", "3/1352"}),
        ("S3", {"3/1352"}),
        ("S4", {"1/1352"}),
        ("S5", {"1/1352", "3/1352", "10/1716"}),
        ("S6", {"1/1352", "3/1352", "10/1716", "4/352"}),
    ],
)
def test_german_batteries_at_the_start(scenario: str, free: set[str]) -> None:
    """3.9-1 Of the German battalions these may fire, each with all its batteries."""
    g = begun(scenario)
    rows = [row for row in BOX.batteries if row.side == "german" and row.only in ("", scenario)]
    found = {row.battalion for row in rows if g.batteries[BENCH.number("battery", row.id)].is_free}
    assert found == free
    assert all(g.batteries[BENCH.number("battery", row.id)].is_free for row in rows if row.battalion in free)


@pytest.mark.rule("tcs", "S9.ge-art", "3.10")
def test_a_battery_of_lehr_brings_its_rounds() -> None:
    """S9.ge-art Only in S9 can batteries of Panzer Lehr be released; each adds 25, 5 and 2 of 105mm."""
    g = BENCH.at(scenario="S9", clear=True, turn=20, phase="german release", ammunition={})
    releases.release_battery(g, BENCH.number("battery", "1/1/130 Arty"))
    pool = g.ammunition["german 105"]
    assert (pool.he, pool.smoke, pool.illum) == (25, 5, 2)
    assert BOX.batteries[BENCH.number("battery", "1/1/130 Arty")].only == "S9"


# --- who comes ---------------------------------------------------------------------------------------------------


def test_who_may_land_in_scenario_six() -> None:
    """S6.us-reinf Four bodies of troops may land; whoever is neither there nor set up is lost."""
    g = begun("S6")
    afloat = {BOX.pieces[unit].company for unit, record in enumerate(g.units) if record.at == AFLOAT}
    assert afloat == {"4042 QM", "33 FA", "186 FA", "Trucks/115", "Cannon/115"}


@pytest.mark.rule("tcs", "OOB.US", "OOB.GE")
@pytest.mark.parametrize(
    ("side", "formation", "kinds"),
    [
        ("american", "1/16", {"infantry": 9, "mortar": 5, "mg": 4, "at": 3}),
        ("american", "3/115", {"infantry": 9, "mortar": 5, "mg": 4, "at": 3}),
        ("german", "2/916", {"infantry": 9, "mortar": 5, "mg": 6}),
        ("german", "Ersatz/352", {"infantry": 12, "mortar": 2}),
    ],
)
def test_a_battalion_as_its_orders_name_it(side: str, formation: str, kinds: Mapping[str, int]) -> None:
    """OOB Companies add up to the printed battalions when orders are written for them."""
    units = [{"id": BOX.pieces[unit].id, "hex": "C30.30"} for unit in BOX.units_of(formation)]
    spread = [{**unit, "hex": f"C30.{10 + n // 2}"} for n, unit in enumerate(units)]
    g = BENCH.at(scenario="S8", clear=True, turn=60, phase=f"{side} orders", units=spread, unreleased=[], sheets={})
    found = writing.members(g, BENCH.number("formation", formation))
    assert Counter(BOX.kinds[unit] for unit in found) == kinds


# --- draws and shifts --------------------------------------------------------------------------------------------


DRAWS = [
    marked("S1.v-draw", "S1", {"american": NINE[:5]}),
    marked("S2.v-draw", "S2", {"american": EIGHT[:5], "breaches": BREACHES[:3], "units": {"E/2/16 1": "A20.10"}}),
    marked("S3.v-draw", "S3", {"american": EAST[:1], "units": {"E/2/16 1": "B20.10"}}),
    marked("S4.v-draw", "S4", {"american": ("Colleville",), "units": americans(16, "A20.10")}),
    marked("S6.v-draw", "S6", {"american": ("Formigny",), "units": {"E/2/16 1": "A20.10", "1/1/130 1": "A30.10"}}),
    marked("S7.v-draw", "S7", {"units": {"K/3/26 1": "C6.22", "K/3/26 2": "C6.25", "5/2/916 1": "C6.24"}}),
    marked("S8.v-draw", "S8", {"american": S8_VILLAGES[:13]}),
]
"""Positions in which nobody has reached a level, and shifts alone decide."""


@pytest.mark.parametrize(
    ("rule", "day", "clock", "villages", "level"),
    [
        marked("S8.v-mus", 7, "0600", 19, "massive"),
        marked("S8.v-jus", 7, "2200", 19, "major"),
        marked("S8.villages", 7, "0600", 18, "minor"),
        marked("S8.v-nus", 7, "0620", 19, "minor"),
    ],
)
def test_levels_with_a_date(rule: str, day: int, clock: str, villages: int, level: str) -> None:
    """S8.v-mus, S8.v-jus Nineteen of the 21 villages by a turn; what holds later alone is a minor victory."""
    g = position("S8", american=S8_VILLAGES[:villages], breaches=BREACHES, turn=BOX.turn_at[day, clock])
    victory.end_of_turn(g)
    g.turn = BOX.turn_at[8, "1200"]
    outcome = victory.verdict(g)
    assert (outcome.winner, outcome.level) == ("american", level)


def lose(g: Tcs, side: str, number: int) -> None:
    """So many counters of a side are eliminated: men, guns and tanks."""
    kinds = ("infantry", "mg", "tank", "mortar")
    able = [u for u, at in enumerate(g.units) if BOX.sides[u] == side and BOX.kinds[u] in kinds and at.at < 0]
    for unit in able[:number]:
        g.change(unit, at=GONE, steps=0)


@pytest.mark.parametrize(
    ("rule", "scenario", "given", "german", "american", "result"),
    [
        marked("S3.shift", "S3", DRAWS[2].values[2], 0, 34, ""),
        marked("S3.shift", "S3", DRAWS[2].values[2], 0, 35, "minor german"),
        marked("S3.shift", "S3", DRAWS[2].values[2], 0, 49, "minor german"),
        marked("S3.shift", "S3", DRAWS[2].values[2], 0, 50, "major german"),
        marked("S4.shift", "S4", DRAWS[3].values[2], 0, 54, ""),
        marked("S4.shift", "S4", DRAWS[3].values[2], 0, 74, "minor german"),
        marked("S4.shift", "S4", DRAWS[3].values[2], 0, 75, "major german"),
        marked("S6.shift", "S6", DRAWS[4].values[2], 0, 34, ""),
        marked("S6.shift", "S6", DRAWS[4].values[2], 0, 35, "minor german"),
        marked("S6.shift", "S6", DRAWS[4].values[2], 0, 75, "major german"),
        marked("S7.shift", "S7", DRAWS[5].values[2], 5, 9, ""),
        marked("S7.shift", "S7", DRAWS[5].values[2], 6, 9, "minor american"),
        marked("S7.shift", "S7", DRAWS[5].values[2], 6, 10, ""),
        marked("S7.v-jge", "S7", {"units": {"K/3/26 1": "C16.30"}}, 0, 10, "major german"),
        marked("S7.v-jge", "S7", {"units": {"K/3/26 1": "C16.30"}}, 0, 9, "minor german"),
        marked("S5.victory", "S5", {"american": NINE[:5]}, 0, 14, ""),
        marked("S5.victory", "S5", {"american": NINE[:5]}, 0, 15, "minor german"),
        marked("S9.victory", "S9", {"american": S8_VILLAGES[:13]}, 0, 134, ""),
        marked("S9.victory", "S9", {"american": S8_VILLAGES[:13]}, 0, 135, "minor german"),
        marked("6.2-2", "S8", {"american": S8_VILLAGES[:13]}, 0, 220, "major german"),
    ],
)
def test_shifts(rule: str, scenario: str, given: dict[str, Any], german: int, american: int, result: str) -> None:
    """6.2-2 Losses of either side move the result; in S5 95 Americans were lost before it began."""
    g = position(scenario, **given)
    lose(g, "german", german)
    lose(g, "american", american)
    outcome = victory.verdict(g)
    assert f"{outcome.level} {outcome.winner or ''}".strip() == result


@pytest.mark.rule("tcs", "S3.shift", "6.2-2")
def test_the_historical_plan_of_scenario_three_shifts() -> None:
    """S3.shift A draw becomes a minor American victory; 6.2-2 with two German shifts a minor German one."""
    g = position("S3", **DRAWS[2].values[2])
    g.own_plan = False
    assert victory.verdict(g).winner == "american"
    lose(g, "american", 50)
    outcome = victory.verdict(g)
    assert (outcome.winner, outcome.level) == ("german", "minor")


@pytest.mark.rule("tcs", "6.2-2")
def test_the_example_of_shifts() -> None:
    """6.2-2 A major American victory, one American shift and two German ones make a minor American victory."""
    g = position("S3", american=EAST, breaches=BREACHES[4:], units={"E/2/16 1": "B20.10"})
    assert victory.verdict(g).level == "major"
    g.own_plan = False
    lose(g, "american", 50)
    outcome = victory.verdict(g)
    assert (outcome.winner, outcome.level) == ("american", "minor")


@pytest.mark.rule("tcs", "6.2-3", "6.2-3b", "6.2-3c", "6.2-3d")
def test_who_counts_as_eliminated() -> None:
    """6.2-3 No carriers, nobody who has left or was lost before; of Cannon/16 each of its six guns."""
    g = position("S8")
    counted = {"E/2/16 2": GONE, "Trucks/16 Truck1": GONE, "E/2/16 3": LEFT, "F/2/16 1": FALLEN}
    for name, place in counted.items():
        g.change(BENCH.number("unit", name), at=place, steps=0)
    assert victory.eliminated(g, "american") == 1
    g.guns_lost[BENCH.number("unit", "Cannon/16")] = 6
    assert victory.eliminated(g, "american") == 7


@pytest.mark.rule("tcs", "6.2-4")
@pytest.mark.parametrize(
    ("scenario", "german", "american", "result"),
    [
        ("S4", {}, {"Trucks/16 Truck1": "A20.10"}, "massive german"),
        ("S1", {}, {"Trucks/16 Truck1": "A20.10", "E/2/16 1": "A36.26"}, "massive german"),
        ("S6", {"Trucks/915 Truck1": "A20.10"}, {"E/2/16 1": "C30.30"}, "minor american"),
        ("S6", {"1/1/130 1": "A20.10"}, {"E/2/16 1": "C30.30"}, ""),
        ("S3", {**germans(4, "B19.20", "B20.05"), "Trucks/915 Truck1": "B19.19"}, {}, ""),
        ("S3", germans(5, "B19.20", "B20.05"), {}, "minor german"),
    ],
)
def test_carriers_count_nowhere(scenario: str, german: dict[str, str], american: dict[str, str], result: str) -> None:
    """6.2-4 Neither for a map that must be clear of Germans, nor for Americans inland."""
    villages = {"S6": ("Formigny",), "S3": EAST[:2]}.get(scenario, ())
    g = position(scenario, american=villages, units={**german, **american})
    outcome = victory.verdict(g)
    assert f"{outcome.level} {outcome.winner or ''}".strip() == result


def test_the_beaches_of_scenario_six() -> None:
    """S6.v-mus Germans are too near within 25 hexes of the shingle of these beaches, east of them too."""
    near = BOX.near_shingle(25, beaches=True)
    east = max(BOX.ground.spots[h][0] for h in BOX.beach_hexes)
    assert any(near[h] for h in range(len(BOX.board)) if BOX.ground.spots[h][0] > east)
    assert not near[BOX.board.number("B52.10")]
    assert BOX.near_shingle(25)[BOX.board.number("B48.20")]


@pytest.mark.rule("tcs", "6.2-3d")
@pytest.mark.parametrize(("scenario", "lost"), [("S5", 95), ("S5C", 95), ("S6", 0), ("S7", 0)])
def test_losses_of_the_set_up_do_not_count(scenario: str, lost: int) -> None:
    """6.2-3d But for the 95 of scenario 5, which it says do."""
    g = begun(scenario)
    assert victory.eliminated(g, "american") == lost
    assert victory.eliminated(g, "german") == 0


@pytest.mark.rule("tcs", "7.0b", "TCS 9.0")
def test_company_morale_at_the_start() -> None:
    """7.0b Listed companies begin shaken, all others at 0, as their first morale call shows."""
    g = begun("S5")
    blow = morale.Blow("direct", ())
    for name, value in (("A/1/16 1", 6), ("M/3/16 MG1", 10), ("E/2/18 1", 0)):
        unit = BENCH.number("unit", name)
        found = [reason.value for reason in morale.reasons(g, unit, 0, blow) if reason.rule == "TCS 9.5"]
        assert found == ([value] if value else [])


# --- the table ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tcs", "0.3", "2.3f-8")
def test_every_marker_of_the_box_is_on_the_table() -> None:
    """0.3 Nerves, overwatch, steps, obstacles, breaches, points, smoke, light, leaders and their graves."""
    g = BENCH.at(
        scenario="S8",
        clear=True,
        turn=60,
        phase="first artillery",
        units=[
            {"id": "E/2/16 1", "hex": "C30.30", "nerve": "suppressed", "steps": 3, "marked": True},
            {"id": "E/2/16 2", "hex": "C30.31", "nerve": "paralyzed"},
            {"id": "Beach PB50 1", "hex": "A44.19"},
            {"id": "Beach Sqd 1", "hex": "A43.18"},
            {"id": "Beach Rocket 1", "hex": "A44.17"},
        ],
        leaders=[{"id": "COL Taylor", "hex": "C30.30"}, {"id": "BG Wyman", "hex": "A40.25", "dead": True}],
        obstacles={"A25.24": "mines", "A26.23": "wire", "A27.24": "breached"},
        open_breaches=[2],
        american_points=["C20.20"],
        smoke={"C25.25": 60},
        lit=["C26.26"],
        weather="light rain",
    )
    table = scene(g, "american")
    badges = {badge.text for counter in table.counters for badge in counter.badges}
    assert {"Suppressed", "Paralyzed", "Overwatch mark"} <= badges
    words = {counter.words for counter in table.counters}
    assert "The grave of BG Wyman" in words
    assert "COL Taylor, leader" in words
    assert {mark.kind for mark in table.marks} == {"mines", "wire", "lane", "pennant", "cross"}
    assert {patch.id for patch in table.patches} >= {"smoke", "light"}
    assert "0740, 7 June" in table.heading
    assert "light rain" in table.note
