"""6.3 Effects of terrain, the tide, allowances."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, the_box, unit

from beachhead.games.bradley.box import POINT, Box
from beachhead.games.bradley.terrain import (
    allowance,
    entry_cost,
    ground,
    is_across_canal,
    is_across_water,
    landing_cost,
    refuse_assault_uphill,
    refuse_ground,
    refuse_over_wall,
    refuse_step,
    step_cost,
    tide_effect,
    ways,
)
from beachhead.hexes import BLOCKED

INFANTRY, TANK, GUN, HQ, MECH = "1/16", "743 Tank", "5 Art", "1 HQ", "I/25 PzGr"
NO = -1


def cost(g, name, step, mode):
    here, there = (hexnum(h) for h in step.split("-"))
    found = step_cost(g, unit(name), here, there, mode)
    return NO if found >= BLOCKED else found / POINT


@pytest.mark.rule("bradley", "6.1.1")
@pytest.mark.parametrize(
    ("step", "foot", "vehicle"),
    [  # in combat mode: hex and hexside, no path
        ("0101-0102", 1, 1),  # clear
        ("0302-0303", 2, 2),  # hill
        ("3122-3123", 1, 1),
        ("3123-3124", 1, 1),  # town
        ("1427-1428", 1, 2),  # city
        ("0518-0618", 1, 1),
        ("0619-0620", 3, NO),  # swamp
        ("2422-2421", 1, 1),
        ("2421-2420", 1, 2),  # beach
        ("2022-2021", 2, 2),  # tidal flat
        ("4223-4123", 1, 1),  # a coast hex, tidal flat and beach
        ("3120-3119", 3, NO),  # shale
        ("0122-0123", 2, 3),  # a stream
        ("2124-2224", 3, NO),  # a canal without a bridge
        ("1624-1724", 2, 2),  # a bridge over it
        ("5229-5330", 2, 3),  # a bridge over a stream, into a city
        ("2426-2427", 1, 2),  # a stream between city hexes
        ("3821-3822", NO, NO),  # a sea wall
        ("3921-3821", 1, 1),
        ("4901-4902", NO, NO),  # the sea
    ],
)
def test_costs_in_combat_mode(step, foot, vehicle):
    g = at()
    assert cost(g, INFANTRY, step, "cm") == foot
    assert cost(g, TANK, step, "cm") == cost(g, GUN, step, "cm") == cost(g, MECH, step, "cm") == vehicle


@pytest.mark.parametrize(
    ("step", "foot", "vehicle"),
    [  # in movement mode along paths
        ("2726-2825", 0.5, 0.5),  # a road
        ("2626-2726", 0.5, 0.5),  # by road into the swamp
        ("1516-1616", 1, 1),  # a trail
        ("1416-1516", 1, 1),  # by trail into the swamp
        ("1428-1529", 1, 1),  # a railroad into the swamp
        ("1528-1628", 0.5, 0.5),  # a road over a bridge
        ("1624-1724", 1, 1),  # a trail over one
        ("0609-0709", 0.5, 0.5),  # up a hill by road
        ("2128-2227", 0.5, 0.5),
        ("0518-0519", 3 + 1, NO),  # beside the road: the swamp and the stream
    ],
)
def test_costs_in_movement_mode(step, foot, vehicle):
    g = at()
    assert cost(g, INFANTRY, step, "mm") == foot
    assert cost(g, TANK, step, "mm") == vehicle


@pytest.mark.rule("bradley", "6.3.1", "6.3.2", "6.3.2a", "6.3.3b", "7.1.1", "7.2.3")
def test_paths_and_water():
    g = at()
    assert (cost(g, TANK, "0609-0709", "mm"), cost(g, TANK, "0609-0709", "cm")) == (0.5, 2)
    assert (cost(g, INFANTRY, "1528-1628", "mm"), cost(g, INFANTRY, "1528-1628", "cm")) == (0.5, 2)
    assert (cost(g, INFANTRY, "0122-0123", "mm"), cost(g, INFANTRY, "2426-2427", "cm")) == (2, 1)


@pytest.mark.rule("bradley", "6.2.9", "6.3.3", "6.3.4", "6.3.5", "6.3.6")
@pytest.mark.parametrize(
    ("name", "step", "mode", "rule"),
    [
        (TANK, "4123-4124", "cm", None),  # by the trail
        (TANK, "4223-4124", "cm", "6.2.9"),
        (GUN, "4223-4124", "cm", None),  # 6.2.9 speaks of armor
        (TANK, "2124-2224", "mm", "6.3.3"),
        (TANK, "3120-3119", "mm", "6.3.5"),
        (HQ, "3120-3119", "cm", "6.3.5"),
        ("5 Ranger", "3120-3119", "mm", None),
        (INFANTRY, "3821-3822", "mm", "6.3.6"),
        (GUN, "0619-0620", "cm", "6.3-D"),
        (INFANTRY, "4824-4823", "cm", "6.3"),
        (INFANTRY, "2024-2023", "cm", "6.3.4"),
    ],
)
def test_what_terrain_forbids(name, step, mode, rule):
    g = at(tide="high")
    here, there = (hexnum(h) for h in step.split("-"))
    ruling = refuse_step(g, unit(name), here, there, mode)
    assert (ruling and ruling.rule) == rule
    assert (step_cost(g, unit(name), here, there, mode) < BLOCKED) == (rule is None)
    refuse_step(g, unit(TANK), hexnum("2124"), hexnum("2224"))
    for place, found in (("3119", "6.3.5"), ("4824", None), ("2023", "6.3.4"), ("4823", "6.3")):
        ruling = refuse_ground(g, unit(TANK), hexnum(place))
        assert (ruling and ruling.rule) == found
    refuse_step(g, unit(TANK), hexnum("4223"), hexnum("4124"))
    refuse_step(g, unit(TANK), hexnum("3821"), hexnum("3822"))


def test_beyond_the_playing_area():
    g = at(scenario="omaha")
    ruling = refuse_step(g, unit(INFANTRY), hexnum("2228"), hexnum("2128"), "mm")
    assert ruling is not None and ruling.rule == "18.0"
    assert hexnum("2128") not in dict(ways(g, unit(INFANTRY))[hexnum("2228")])


@pytest.mark.rule("bradley", "6.3.6")
def test_a_breached_wall_is_free():
    g = at()
    assert cost(g, INFANTRY, "3821-3822", "cm") == NO
    g.breached.add(g.box.wall_names.index("3821/3822"))
    assert cost(g, INFANTRY, "3821-3822", "cm") == 1
    assert cost(g, TANK, "3821-3822", "mm") == 1
    assert (hexnum("3822"), POINT) in ways(g, unit(INFANTRY), "cm")[hexnum("3821")]
    assert refuse_step(g, unit(TANK), hexnum("3921"), hexnum("3922")) is not None


@pytest.mark.rule("bradley", "12.2.1", "12.2.2", "12.2.4")
def test_ruins():
    g = at()
    assert cost(g, INFANTRY, "3722-3822", "mm") == 0.5
    g.ruins.add(hexnum("3822"))
    assert cost(g, INFANTRY, "3722-3822", "cm") == cost(g, TANK, "3722-3822", "cm") == 4
    ruling = refuse_step(g, unit(TANK), hexnum("3722"), hexnum("3822"), "mm")
    assert ruling is not None and ruling.rule == "12.2.1"
    table = dict(ways(g, unit(INFANTRY), "cm")[hexnum("3722")])
    assert table[hexnum("3822")] == 4 * POINT and table[hexnum("3723")] == POINT
    assert hexnum("3822") not in dict(ways(g, unit(INFANTRY), "mm")[hexnum("3722")])
    g.ruins.clear()
    assert cost(g, INFANTRY, "3722-3822", "mm") == 0.5


@pytest.mark.rule("bradley", "6.3.4")
def test_the_flats_at_high_tide():
    g = at()
    flats, coast = hexnum("2020"), hexnum("3821")
    assert step_cost(g, unit(INFANTRY), hexnum("2021"), flats) < BLOCKED and not g.is_all_sea(flats)
    g.tide = "high"
    assert step_cost(g, unit(INFANTRY), hexnum("2021"), flats) == BLOCKED and g.is_all_sea(flats)
    assert ground(g).is_sea(flats) and not ground(g).is_sea(coast)


@pytest.mark.rule("bradley", "6.3.4a", "6.3.4b", "6.3.4c", "6.3.4d", "6.3.5a")
@pytest.mark.parametrize(
    ("name", "place", "effect"),
    [
        (INFANTRY, "2020", "disrupted"),
        ("1 Eng", "2020", "disrupted"),
        (HQ, "2020", "disrupted"),
        (TANK, "2020", "eliminated"),
        ("4 Cav", "2020", "eliminated"),
        (GUN, "2020", "eliminated"),
        ("80 AA", "2020", "eliminated"),
        (INFANTRY, "3821", ""),
        (TANK, "3821", "disrupted"),
        (GUN, "3821", "disrupted"),
        ("5 Ranger", "3119", "disrupted"),
        (INFANTRY, "2420", ""),
        (TANK, "2420", ""),
    ],
)
def test_what_high_tide_does(name, place, effect):
    g = at({name: place})
    assert tide_effect(g, unit(name)) == ""
    g.tide = "high"
    assert tide_effect(g, unit(name)) == effect


@pytest.mark.rule("bradley", "6.1.2", "6.1.4", "6.1.5", "6.1.6", "4.4.10", "4.5.7", "5.9.2")
def test_allowances():
    g = at({"1/505": "0808", "1/16": "3822", "100 Armor": "0626 S", "1/327": "1817", "65 Armd Art": "1817"})
    assert allowance(g, unit("1/16")) == 4 * POINT and allowance(g, unit("100 Armor")) == 10 * POINT
    g.dropped = {unit("1/505"), unit("1/325")}
    g.ashore = {unit("1/16"), unit("1/327")}
    assert allowance(g, unit("1/505")) == 2 * POINT
    assert allowance(g, unit("1/16")) == allowance(g, unit("1/327")) == 2 * POINT
    g.units[unit("1/325")] = g.units[unit("1/505")]
    assert allowance(g, unit("1/325")) == 0


@pytest.mark.rule("bradley", "6.1.7", "6.1.8")
def test_entry_and_landing():
    g = at()
    assert landing_cost(g, unit(INFANTRY), hexnum("3821")) == 2 * POINT
    assert landing_cost(g, unit(TANK), hexnum("3821")) == 2 * POINT
    assert landing_cost(g, unit("47 RM Cdo"), hexnum("4924")) == 2 * POINT
    assert landing_cost(g, unit("5 Ranger"), hexnum("3119")) == 6 * POINT
    assert landing_cost(g, unit(TANK), hexnum("3119")) == BLOCKED
    assert entry_cost(g, unit("513/30"), hexnum("2227"), "mm") == POINT
    assert landing_cost(at(tide="high"), unit(INFANTRY), hexnum("2020")) == BLOCKED
    g = at({"513/30": "0808 N", "I/914": "0808"}, ruins={hexnum("3925")})
    assert entry_cost(g, unit("513/30"), hexnum("3925")) == BLOCKED
    assert entry_cost(g, unit("513/30"), hexnum("3925"), "cm") == 4 * POINT
    assert entry_cost(g, unit("I/914"), hexnum("3925")) == 4 * POINT


@pytest.mark.parametrize("scenario", ["d-day", "omaha"])
@pytest.mark.parametrize("tide", ["low", "high"])
def test_tables_agree_with_single_steps(scenario, tide):
    """Every step of the map, for every mover in both modes, with ruins and a breach."""
    g = at(scenario=scenario, tide=tide)
    for changed in (False, True):
        if changed:
            g.ruins.update((hexnum("3822"), hexnum("5330")))
            g.breached.add(g.box.wall_names.index("3821/3822"))
        for name in (INFANTRY, HQ, TANK, GUN):
            for mode in ("cm", "mm"):
                table = ways(g, unit(name), mode)
                price = ground(g).cost
                for here, links in enumerate(g.box.board.links):
                    if here not in g.row.area or g.box.is_sea[here]:
                        assert not table[here]
                        continue
                    costs = {n: price(g.box.pieces[unit(name)].mover, mode, here, n, side) for n, side in links}
                    assert dict(table[here]) == {n: cost for n, cost in costs.items() if cost < BLOCKED}


@pytest.mark.rule("bradley", "6.3.6a", "6.2.9a")
def test_attacks_and_retreats_over_hexsides():
    g = at()
    here, there = hexnum("3921"), hexnum("3922")
    ruling = refuse_over_wall(g, unit(INFANTRY), here, there)
    assert ruling is not None and ruling.rule == "6.3.6a"
    g.breached.add(g.box.wall_names.index("3921/3922"))
    assert refuse_over_wall(g, unit(INFANTRY), here, there) is None
    assert refuse_over_wall(g, unit(INFANTRY), here, hexnum("3821")) is None
    ruling = refuse_assault_uphill(g, unit(TANK), here, there)
    assert ruling is not None and ruling.rule == "6.2.9a"
    assert refuse_assault_uphill(g, unit(INFANTRY), here, there) is None
    assert refuse_assault_uphill(g, unit(TANK), hexnum("4123"), hexnum("4124")) is None  # the trail of E-1
    assert refuse_assault_uphill(g, unit(TANK), hexnum("4223"), hexnum("4224")) is None  # a town
    assert is_across_water(g, hexnum("2128"), hexnum("2227")) and not is_across_water(g, here, there)
    assert not is_across_canal(g, hexnum("2128"), hexnum("2227"))  # at the bridge
    assert is_across_canal(g, hexnum("2127"), hexnum("2227"))
    assert not is_across_canal(g, hexnum("0122"), hexnum("0123"))  # a stream


def test_a_coast_hex_has_a_row_of_its_own(tmp_path):
    """Where an owner's chart knows no such row, the dearer of tidal flat and beach counts."""
    coast = hexnum("3821")
    assert the_box().chart_rows[coast] == ("coast",)
    (tmp_path / "terrain_effects.csv").write_text("entry,kind,remove\ncoast,hex,yes\n")
    assert Box(tmp_path).chart_rows[coast] == ("beach", "tidal flat")
