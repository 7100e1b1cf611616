"""4.3.2-4.5 The landing procedure: wind, flak, scatter, and what becomes of the units."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.bradley.helpers import (
    at,
    drive,
    hexes,
    hexnum,
    offered,
    options,
    place_word,
    preview,
    told,
    unit,
    units,
    why_not,
)
from tests.bradley.landings import box, dz, lay, put, through

from beachhead.games.bradley.airborne import drops_part
from beachhead.games.bradley.box import AMERICAN, ELIMINATED, GERMAN
from beachhead.games.bradley.drops import gunners, zones_in_use
from beachhead.games.bradley.occupation import enter
from beachhead.games.bradley.scatter import drop_modifiers, fall, flak_in_range, refuse_flak, scattered, zone_modifiers
from beachhead.games.bradley.state import Unit
from beachhead.games.bradley.terrain import allowance
from beachhead.kernel import Action, Scripted, Seeded, Table
from beachhead.wargame import total

DROPS = {"segment": "allied movement", "part": "drops"}


def flying(place: str = "0808", placed=None, dice=None, **fields):
    """The 82nd's Main Drop Zone in flight over a hex, on the first turn."""
    g = at(placed, dice=dice, **{"turn": 1, **DROPS, **fields})
    g.change_zone(dz("82 Main"), place="flight", hex=hexnum(place))
    return g


def landing(listed: str, place: str = "1018", placed=None, dice=None, *, at_turn: int = 1, **fields):
    """The 82nd's Main Drop Zone on the ground, without wind, with units in its box."""
    g = at(placed, dice=dice, **{"turn": 1, **DROPS, **fields})
    put(g, {"82 Main Box": listed})
    lay(g, "82 Main", place, turn=at_turn, wind=0, ready=True)
    return g


def drop(g, *names: str, more=()):
    """Land units, after choosing the Drop Zone."""
    actions = [("resolve_dz", dz("82 Main")), *(("drop", unit(name)) for name in names), *more]
    return drive(through(drops_part, g), *actions)


def rules(g, kind: str) -> list[str]:
    return [rule for event, rule in told(g) if event == kind]


# --- 4.3.2 Drop Zones --------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "4.4-EX", "4.3.2b", "4.3.2d", "4.3.3", "4.3.3-D", "4.3.3b", "4.3.3c", "4.3.3e", "4.2.3")
def test_the_example_of_the_82nd():
    """B2 Meant for 0808, wind die 2 (+1), no flak, a roll of 8: 9 is two hexes northwest, 0607, which is not clear."""
    g = flying(dice={"Wind over 82 Main": [2], "Drop Zone 82 Main": [4, 4], "Drop of 1/505": [4, 3]})
    put(g, {"82 Main Box": "1/505, 319 Glider Art"})
    zone = dz("82 Main")
    decision = drive(through(drops_part, g))
    assert options(decision) == {"resolve_dz": [zone]} and decision.automatic and decision.side == AMERICAN
    assert g.drop_zones[zone].wind == 1 and rules(g, "wind") == ["4.3.2b"]
    drive(through(drops_part, g), ("resolve_dz", zone))
    marker = g.drop_zones[zone]
    assert (marker.place, marker.hex, marker.turn) == ("ground", hexnum("0607"), 1)
    assert [(m.rule, m.value) for m in drop_modifiers(g, unit("1/505"), zone)] == [("4.3.2b", 1), ("4.3.3e", 1)]
    assert g.queue == units("1/505")  # gliders need a Drop Zone that lay there before
    assert drive(through(drops_part, g), ("drop", unit("1/505"))) is True
    assert g.where(unit("1/505")) == scattered(g, hexnum("0607"), 7 + 1 + 1) == hexnum("0406")
    assert place_word(g, unit("319 Glider Art")) == "box" and g.drop_zones[zone].done


@pytest.mark.rule("bradley", "4.3.3")
def test_the_diagram_lies_turned_on_the_map():
    """0 and -1 lie east of the centre, 4 and 7 west, 9 two hexes northwest."""
    g = at()
    centre = hexnum("0808")
    found = {roll: scattered(g, centre, roll) for roll in range(-3, 17)}
    assert {found[0], found[-1]} == {hexnum("0908"), hexnum("0909")}
    assert {found[4], found[7]} == {hexnum("0708"), hexnum("0709")}
    assert found[9] == hexnum("0607") and found[-2] is None and found[15] is None
    assert len({found[roll] for roll in range(-1, 15)}) == 16
    assert scattered(g, hexnum("0101"), 8) is None and scattered(g, hexnum("0101"), 5) == hexnum("0102")
    assert scattered(g, hexnum("1201"), 8) == hexnum("1001")  # though the first hex of that way may lie off the map
    for edge, roll, place in (("0501", 10, "0701"), ("0636", 10, "0836"), ("0501", 8, "0301"), ("0636", 8, "0436")):
        assert scattered(g, hexnum(edge), roll) == hexnum(place)  # one of the two ways leads over the edge
    utah = at(scenario="utah")
    assert scattered(utah, hexnum("2224"), 10) is None  # outside the playing area


@pytest.mark.rule("bradley", "4.3.2c", "4.3.2f", "4.3.3d")
def test_flak():
    """Each German unit within three hexes may give one landing +1 or -1; what is out of range afterwards is lost."""
    g = flying(
        placed={"I/914": "0811", "II/914": "0810", "I/915": "0812", "II/915": "1107"},
        dice={"Wind over 82 Main": [3], "Wind over 101 Main": [3], "Drop Zone 82 Main": [4, 5]},
    )
    g.change_zone(dz("101 Main"), place="flight", hex=hexnum("1009"))
    zone, other = dz("82 Main"), dz("101 Main")
    decision = drive(through(drops_part, g))
    assert decision.side == GERMAN and decision.about["dz"] == zone
    assert set(decision.options["flak_up"]) == set(units("I/914", "II/914", "II/915"))
    assert why_not(g, decision, Action("flak_up", unit("I/915"))).rule == "4.3.2c"
    drive(through(drops_part, g), ("flak_up", unit("I/914")))
    decision = drive(through(drops_part, g), ("flak_down", unit("II/914")))
    assert unit("I/914") not in decision.options["flak_up"] and "+0 so far" in decision.prompt
    assert why_not(g, decision, Action("flak_up", unit("I/914"))).rule == "4.3.2f"
    decision = drive(through(drops_part, g), ("done", None))
    assert decision.about["dz"] == other and refuse_flak(g, unit("I/914"), other, 1).rule == "4.3.2f"
    decision = drive(through(drops_part, g), ("done", None))
    assert options(decision) == {"resolve_dz": [zone, other]}
    assert [m.value for m in zone_modifiers(g, zone)] == [0, 1, -1]
    drive(through(drops_part, g), ("resolve_dz", zone))
    assert g.drop_zones[zone].hex == hexnum("0607")  # 9 + 0
    assert g.drop_zones[zone].flak == () == flak_in_range(g, zone)  # 0811 and 0810 are four hexes away and more
    assert rules(g, "flak_out_of_range") == ["4.3.3d"]
    assert refuse_flak(g, unit("1/505"), zone, 1).rule == "4.3.2c"
    assert refuse_flak(g, unit("I/916"), zone, 1).rule == "4.3.2c"  # not on the map
    assert refuse_flak(g, unit("I/915"), dz("82 Secondary"), 1).rule == "4.3.2c"  # not placed
    g.units[unit("1/505")] = Unit(hexnum("0608"))
    assert refuse_flak(g, unit("1/505"), zone, 1).rule == "4.3.2c"  # no German


@pytest.mark.rule("bradley", "4.3.3d", "4.3.2c")
def test_flak_that_stays_in_range_meets_the_units():
    g = landing("1/505", placed={"I/914": "1021"}, dice={"Drop of 1/505": [3, 3]})
    g.change_zone(dz("82 Main"), ready=False)
    drive(through(drops_part, g), ("flak_down", unit("I/914")))
    assert total(drop_modifiers(g, unit("1/505"), dz("82 Main"))) == -1
    drop(g, "1/505")
    assert g.where(unit("1/505")) == hexnum("1019")  # 6 - 1 is the hex to the south


@pytest.mark.rule("bradley", "4.3.3a", "4.3.3i", "4.2.2")
def test_a_drop_zone_repeats_its_landing():
    """Off the diagram, off the map, or onto another Drop Zone: wind, flak and scatter again."""
    dice = {"Wind over 82 Main": [3, 1, 3], "Drop Zone 82 Main": [4, 5, 6, 6, 3, 3]}
    g = flying(dice=dice, placed={"I/914": "0811"})
    lay(g, "101 Main", "0607")
    zone = dz("82 Main")
    drive(through(drops_part, g), ("done", None), ("resolve_dz", zone))
    assert rules(g, "dz_repeats") == ["4.3.3a"] and g.drop_zones[zone].place == "flight"
    decision = drive(through(drops_part, g))
    assert decision.side == GERMAN and g.drop_zones[zone].wind == 2 and g.drop_zones[zone].hex == hexnum("0808")
    drive(through(drops_part, g), ("flak_up", unit("I/914")), ("resolve_dz", zone))
    assert rules(g, "dz_repeats") == ["4.3.3a", "4.3.3i"] and g.drop_zones[zone].flak == ()  # 12 + 2 + 1
    assert drive(through(drops_part, g), ("done", None), ("resolve_dz", zone)) is True
    assert g.drop_zones[zone].hex == hexnum("0807") and g.drop_zones[zone].done


@pytest.mark.rule("bradley", "4.3.3i", "4.3.2c")
def test_flak_cannot_keep_a_drop_zone_from_landing():
    germans = [u for u in at().box.of_side[GERMAN] if not at().box.pieces[u].is_hq][:16]
    g = flying()
    for number, each in enumerate(germans):
        g.units[each] = Unit(hexes("0809 0810 0811 0807 0806 0805 0708 0709")[number // 2])
    zone = dz("82 Main")
    g.change_zone(zone, wind=0, flak=tuple((u, 1) for u in germans[:12]))
    assert refuse_flak(g, germans[12], zone, 1).rule == "4.3.3i" and refuse_flak(g, germans[12], zone, -1) is None
    assert germans[12] in gunners(g, zone, -1) and germans[12] not in gunners(g, zone, 1)
    g.change_zone(zone, place="ground")
    assert refuse_flak(g, germans[12], zone, 1) is None  # it has landed; those who come now may be driven off


@pytest.mark.rule("bradley", "4.3.2e")
def test_all_units_of_a_drop_zone_before_the_next():
    g = landing("1/505, 2/505")
    put(g, {"101 Main Box": "1/501"})
    lay(g, "101 Main", "1418", wind=0, ready=True)
    assert zones_in_use(g) == [dz("82 Main"), dz("101 Main")]
    decision = drop(g)
    assert options(decision) == {"drop": units("1/505", "2/505"), "rest": [None]}
    twin = g.clone()
    twin.seat(Table(Seeded("test")))
    assert drive(through(drops_part, twin)).options == decision.options
    assert why_not(g, decision, Action("drop", unit("1/501"))).rule == "4.3.1c"
    decision = drive(through(drops_part, g), ("drop", unit("2/505")))
    assert options(decision) == {"drop": units("1/505")}
    decision = drive(through(drops_part, g), ("drop", unit("1/505")))
    assert options(decision) == {"resolve_dz": [dz("101 Main")]}
    assert why_not(g, decision, Action("resolve_dz", dz("82 Main"))).rule == "4.3.2e"


@pytest.mark.rule("bradley", "4.2.6")
def test_a_drop_zone_lost_on_the_way():
    g = landing("1/505, 2/505", placed={"I/914": "1016 N"})
    drop(g)
    enter(g, unit("I/914"), hexnum("1018"))
    assert drive(through(drops_part, g)) is True and rules(g, "drop_called_off") == ["4.2.6"]
    assert g.queue == [] and place_word(g, unit("1/505")) == "box"


# --- 4.4 units ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "4.4.1", "4.4.2", "4.4.3", "4.4.10", "4.3.3f", "4.3.3e", "7.2.2")
def test_units_land_one_by_one():
    dice = {"Drop of 1/505": [3, 3], "Drop of 2/505": [1, 1]}
    g = landing("1/505, 2/505", dice=dice)
    assert drop(g, "1/505", "2/505") is True
    first, second = (g.units[u] for u in units("1/505", "2/505"))
    assert (first.at, first.mode, first.facing) == (hexnum("1017"), "cm", -1)
    assert not first.disrupted and first.box is None
    assert second.hex == hexnum("0819") and second.disrupted == "green" and rules(g, "disrupted") == ["4.3.3f"]
    assert g.dropped == set(units("1/505", "2/505")) and allowance(g, unit("1/505")) == 2 * 2


@pytest.mark.rule("bradley", "4.3.3g", "4.3.3h", "4.4.4")
@pytest.mark.parametrize(
    ("wind", "dice", "place", "fate", "rule"),
    [
        (3, [6, 6], "1018", "aborted", "4.3.3g"),
        (2, [6, 6], "1018", "lands", "4.4.3"),
        (-4, [1, 1], "1018", "lost", "4.3.3h"),
        (-3, [1, 1], "1018", "lands", "4.4.3"),
        (0, [6, 4], "1414", "lost", "4.4.4"),  # 1614, sea
        (0, [4, 4], "0110", "lost", "4.4.4"),  # off the west edge
    ],
)
def test_who_does_not_come_down(wind, dice, place, fate, rule):
    g = landing("1/505", place, dice={"Drop of 1/505": dice})
    g.change_zone(dz("82 Main"), wind=wind)
    found = fall(g, unit("1/505"), dz("82 Main"), sum(dice) + wind)
    assert (found.fate, found.rule) == (fate, rule)
    assert drop(g, "1/505") is True
    assert place_word(g, unit("1/505")) == {"aborted": "box", "lost": "eliminated", "lands": "map"}[fate]
    if fate == "aborted":
        assert g.units[unit("1/505")].box == box("82 Main Box") and g.drop_zones[dz("82 Main")].done
        assert rules(g, "drop_aborted") == [rule]
    if fate == "lost":
        assert rules(g, "eliminated") == [rule]


@pytest.mark.rule("bradley", "4.4.5", "4.4.7", "4.4.6")
def test_landing_on_friends():
    dice = {"Drop of 1/505": [3, 3], "Drop of 3/508": [3, 3], "Drop of 2/507": [2, 3]}
    g = landing("1/505, 3/508, 2/507", placed={"1/507": "1017"}, dice=dice)
    drop(g, "1/505")
    assert g.units[unit("1/505")].disrupted == "green" and rules(g, "disrupted") == ["4.4.7"]  # the 507th is there
    drive(through(drops_part, g), ("drop", unit("3/508")))
    assert g.units[unit("3/508")].box == box("82 Main Box") and rules(g, "drop_aborted") == ["4.4.5"]
    drive(through(drops_part, g), ("drop", unit("2/507")))
    assert g.where(unit("2/507")) == hexnum("1019") and not g.units[unit("2/507")].disrupted


@pytest.mark.rule("bradley", "4.4.6", "4.3.3f", "4.4.7", "4.5.6")
@pytest.mark.parametrize(
    ("name", "roll", "friend", "shocks"),
    [
        ("1/505", 7, None, ()),  # 0919's northwest, clear
        ("1/505", 10, None, ("4.4.6",)),  # the town
        ("1/505", 10, "2/505", ("4.4.6",)),  # with its own regiment
        ("1/505", 10, "1/507", ("4.4.6", "4.4.7")),
        ("1/505", 4, None, ("4.3.3f",)),
        ("82 HQ", 10, "80 AA", ("4.4.6", "4.4.7")),  # a unit of no regiment is a subunit of its own
        ("1/325", 10, None, ("4.5.6",)),
    ],
)
def test_what_shakes_a_unit(name, roll, friend, shocks):
    g = landing(name, "0719")
    if friend:
        g.units[unit(friend)] = Unit(hexnum("0919"))
    found = fall(g, unit(name), dz("82 Main"), roll)
    assert found.fate == "lands" and found.shocks == shocks
    assert found.hex == {7: hexnum("0618"), 10: hexnum("0919"), 4: hexnum("0619")}[roll]


@pytest.mark.rule("bradley", "4.4.3", "4.4.5")
def test_the_stacking_of_the_enemy_keeps_nobody_away():
    g = landing("1/505", "0719", placed={"I/914": "0618", "I/915": "0618"})
    assert fall(g, unit("1/505"), dz("82 Main"), 7).fate == "lands"
    g = landing("1/505", "0719", placed={"1/507": "0618", "1/508": "0618"})
    found = fall(g, unit("1/505"), dz("82 Main"), 7)
    assert (found.fate, found.rule, found.hex) == ("aborted", "4.4.5", hexnum("0618"))


@pytest.mark.rule("bradley", "4.4.8", "4.4.6", "4.4.7")
def test_a_double_disruption_eliminates():
    g = landing("1/505", "0719", placed={"1/507": "0919"}, dice={"Drop of 1/505": [5, 5]})
    assert drop(g, "1/505") is True
    assert g.units[unit("1/505")].at == ELIMINATED and rules(g, "eliminated") == ["4.4.8"]
    assert not rules(g, "disrupted")


# --- 4.4.9 on top of the enemy -----------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "4.4.9")
def test_a_unit_that_takes_the_hex():
    """A company in the open against 8 factors: +6, D, morale 4 to 2 makes it E; a 12 eliminates."""
    dice = {"Drop of 1/505": [3, 3], "Close assault on 1017": [6, 6]}
    g = landing("1/505", placed={"Static 1": "1017"}, dice=dice)
    assert drop(g, "1/505") is True
    assert g.units[unit("Static 1")].at == ELIMINATED and g.where(unit("1/505")) == hexnum("1017")
    assert rules(g, "dropped_on_enemy") == ["4.4.9"] and not g.units[unit("1/505")].disrupted
    assert g.assaulted == set()  # it may assault again in its own segment


@pytest.mark.rule("bradley", "4.4.9", "4.4.9a")
def test_a_unit_that_does_not():
    dice = {"Drop of 1/505": [3, 3], "Close assault on 1017": [3, 3]}
    g = landing("1/505", placed={"I/914": "1017"}, dice=dice)
    decision = drop(g, "1/505")
    assert decision.side == AMERICAN and "retreat" in offered(decision)
    assert not decision.is_turn_point
    g = landing("1/505", placed={"I/914": "1017"}, dice=dice)
    assert drop(g, "1/505", more=[("retreat", hexnum("1016")), ("retreat", hexnum("1015"))]) is True
    assert g.where(unit("1/505")) == hexnum("1015") and g.units[unit("1/505")].disrupted == "green"
    assert rules(g, "driven_off") == ["4.4.9a"] and g.where(unit("I/914")) == hexnum("1017")


@pytest.mark.rule("bradley", "4.4.9b", "4.4.9")
def test_no_way_out():
    """Artillery cannot assault and shows no movement allowance; others need two free hexes."""
    g = landing("456 Para Art", placed={"I/914": "1017"}, dice={"Drop of 456 Para Art": [3, 3]})
    assert drop(g, "456 Para Art") is True
    assert g.units[unit("456 Para Art")].at == ELIMINATED and rules(g, "eliminated") == ["4.4.9b"]
    ring = {"II/914": "1016", "I/915": "1117", "II/915": "1118", "I/916": "0918", "II/916": "0917", "439 Ost": "1019"}
    dice = {"Drop of 1/505": [3, 3], "Close assault on 1017": [3, 3]}
    g = landing("1/505", placed={"I/914": "1017", **ring}, dice=dice)
    assert drop(g, "1/505") is True
    assert rules(g, "eliminated") == ["4.4.9b"]


@pytest.mark.rule("bradley", "4.4.9", "4.4.9a")
def test_a_disrupted_unit_assaults_with_half_its_factor():
    """4 is starred; 4 factors against 5 fail, and a second disruption eliminates."""
    dice = {"Drop of 1/505": [2, 2], "Close assault on 1018": [3, 3]}
    g = landing("1/505", "1118", placed={"I/914": "1018"}, dice=dice)
    assert "retreat" in offered(drop(g, "1/505"))
    ways = [("retreat", hexnum("1017")), ("retreat", hexnum("1016"))]
    event = next(e for e in g.table.events if e.kind == "assault_result")
    assert (event.data["attack"], event.data["defence"]) == (4, 5)
    g = landing("1/505", "1118", placed={"I/914": "1018"}, dice=dice)
    assert drop(g, "1/505", more=ways) is True
    assert g.units[unit("1/505")].at == ELIMINATED and rules(g, "eliminated") == ["10.6.7"]


@pytest.mark.rule("bradley", "4.4.9")
def test_a_garrison_is_assaulted():
    dice = {"Drop of 1/505": [3, 3], "Close assault on 1314": [6, 6]}
    g = landing("1/505", "1315", placed={"Static 1": "1313"}, dice=dice)
    g.garrisons[hexnum("1314")] = unit("Static 1")
    g.change_zone(dz("82 Main"), wind=-2)  # the town adds two
    assert drop(g, "1/505") is True
    assert hexnum("1314") not in g.garrisons and g.where(unit("1/505")) == hexnum("1314")
    assert g.beachheads == ({"utah": hexnum("1314")} if g.box.fort_beach.get(hexnum("1314")) else {})


# --- 4.5 gliders -------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "4.5", "4.5.2", "4.5.3", "4.5.6", "4.5.7")
def test_gliders():
    """Town +3, a German next to the Drop Zone +1, wind +1: 3 + 5 is 8, two columns west."""
    g = landing("1/325", "0919", placed={"I/914": "0920"}, dice={"Drop of 1/325": [1, 2]}, turn=8)
    g.change_zone(dz("82 Main"), wind=1)
    found = drop_modifiers(g, unit("1/325"), dz("82 Main"))
    assert [(m.rule, m.value) for m in found] == [("4.3.2b", 1), ("4.5.2", 3), ("4.5.2", 1)]
    assert drop(g, "1/325") is True
    assert g.where(unit("1/325")) == hexnum("0719") and not g.units[unit("1/325")].disrupted
    assert allowance(g, unit("1/325")) == 0
    g.turn = 1
    assert total(drop_modifiers(g, unit("1/325"), dz("82 Main"))) == 6  # and one for the night
    assert fall(g, unit("1/325"), dz("82 Main"), 7).shocks == ()


@pytest.mark.rule("bradley", "4.5.4", "4.5.5", "4.5.6")
def test_gliders_and_friends():
    g = landing("1/325", "1018", turn=8)
    zone = dz("82 Main")
    lay(g, "101 Main", "1017")
    g.units[unit("2/325")] = Unit(hexnum("1017"))
    assert fall(g, unit("1/325"), zone, 6).shocks == ("4.5.5",)  # a Drop Zone with friends, be they of its regiment
    g.units[unit("2/325")] = Unit(hexnum("1019"))
    assert fall(g, unit("1/325"), zone, 5).shocks == () and fall(g, unit("1/325"), zone, 6).shocks == ()
    g.units[unit("2/505")] = Unit(hexnum("1017"))
    assert fall(g, unit("1/505"), zone, 6).shocks == ()  # who jumps fears only other regiments
    g.units[unit("1/505")] = Unit(hexnum("1017"))
    found = fall(g, unit("1/325"), zone, 6)
    assert (found.fate, found.rule) == ("aborted", "4.5.4")
    hills = landing("1/325", "0710", turn=8)
    assert fall(hills, unit("1/325"), zone, 6).shocks == () and fall(hills, unit("1/505"), zone, 6).shocks == ("4.4.6",)


# --- looking ahead -----------------------------------------------------------------------------------------------


def test_previews():
    g = landing("1/505", "1118")
    decision = drop(g)
    found = preview(g, decision, Action("drop", unit("1/505")))
    assert found.results["1017"] == Fraction(6, 36) and sum(found.results.values()) == 1
    assert found.results["1018, disrupted"] == Fraction(3, 36)
    g = flying(dice={"Wind over 82 Main": [2]})
    decision = drive(through(drops_part, g))
    found = preview(g, decision, Action("resolve_dz", dz("82 Main")))
    assert found.results["0607"] == Fraction(5, 36) and found.figures == {"modifier": "+1"}
    g = landing("1/505", placed={"I/914": "1017"})
    assert preview(g, drop(g), Action("drop", unit("1/505"))).results["1017 on the enemy"] == Fraction(5, 36)
    assert preview(g, decision, Action("done")) is None


def test_scripted_dice_are_used_up():
    source = Scripted({"Drop of 1/505": [3, 3]}, Seeded("test"))
    g = landing("1/505")
    g.seat(Table(source))
    drop(g, "1/505")
    assert not source.unused()
