"""23 German armor: entry, field of fire, actions and movement."""

import pytest
from tests.omaha.helpers import at, depth, german, h, p, run, the_game, told, u
from tests.omaha.test_german_actions import a_card, us

from beachhead.games.omaha import armor, fields, fire_phase, german_actions, reinforcements
from beachhead.games.omaha.box import INTENSE, STEADY
from beachhead.games.omaha.control import german_communication
from beachhead.games.omaha.firers import fire_field

BASE = {"scenario": "omaha-beach", "options": {"armor": True}, "clear": True, "turn": 23, "phase": "fire"}
POOLS = {"T": [], "D": ["1P/352", "1R/352", "2P/352"], "M": [], "A": ["1/1/352PzJ", "2/1/352PzJ"]}
GREEN, PURPLE, RED, BLUE = range(4)
"""The armor units by colour: 1/1, 2/1, 1/2 and 2/2 of the tank destroyers."""


def tanks(*rows):
    """Armor units: `tanks((GREEN, "1612", "armor-01"))`; a fourth item disrupts."""
    found = [{}, {}, {}, {}]
    for number, place, *more in rows:
        found[number] = {"hex": place, "entered": True, "depth": more[0] if more and more[0] else ""}
        found[number]["disrupted"] = len(more) > 1
    return found


def ready(*rows, **more):
    g = at(BASE, armor=tanks(*rows), **more)
    fire_phase.begin(g)
    return g


def act(g, fire_card, answers=(), take_first=True):
    """Resolve the actions of the sector in which the first armor unit stands."""
    place = next(unit.hex for unit in g.armor if unit.hex is not None)
    g.sector = g.box.sector[place]
    run(german_actions.resolve_actions(g, fire_card), answers, take_first=take_first)
    return g


def place_of(g, number):
    return None if g.armor[number].hex is None else g.box.board.name(g.armor[number].hex)


def ends(start, symbol="circle", limit=4, overrun=False, **more):
    """Where a move from a hex ends, by name."""
    g = ready((GREEN, start), **more)
    way = armor.find_way(g, h(start), symbol, limit, overrun=overrun)
    return g.box.board.name(way.path[-1]) if way.path else None


# --- 23.2 entry ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "23.2", "23.2a", "23.2b", "23.21")
def test_when_armor_may_enter():
    def may(pool=POOLS, **fields):
        return armor.may_enter(at({**BASE, "phase": "second event"}, pool=pool, **fields))

    assert may()
    assert not may(phase="event"), "not by the first event"
    assert not may(turn=16)
    assert not may(pool={**POOLS, "T": ["1/1/726"]}), "the tactical pool comes first"
    assert not may(pool={**POOLS, "A": []})
    assert not may(armor_entered=True)
    g = at(scenario="omaha-beach", clear=True, turn=23, phase="second event", pool=POOLS)
    assert not armor.may_enter(g), "only with the variant"


@pytest.mark.rule("omaha", "23.2c")
def test_a_road_to_exit_b_c_d_or_e():
    def leads(place, **fields):
        return armor.has_road_to_exit(at({**BASE, "phase": "second event"}, **fields), h(place))

    assert leads("1612") and leads("1309") and leads("0830")
    assert not leads("1030"), "G5 is on trails only"
    assert not leads("1113"), "C1 has no road"
    block = us(h0929="A/1/116", h1029="B/1/116")
    assert not leads("0830", units=block), "the exits A, F and G do not count"
    south = us(h1515="A/1/16 1", h1713="B/1/16 1", h1511="C/1/16 1")
    assert not leads("1612", units=south), "US units stand on every road"
    assert leads("1612", units=us(h1515="A/1/16 1", h1713="B/1/16 1")), "by Colleville to exit B"
    control = us(h1515="A/1/16 1", h1814="B/1/16 2", h1511="C/1/16 1")
    assert not leads("1612", units=control), "US control bars the road"
    assert leads("1612", units=us(h1513="A/1/16 2")), "its own hex may be controlled"


@pytest.mark.rule("omaha", "23.2", "23.2d")
def test_armor_enters_revealed_with_hidden_depth():
    g = at({**BASE, "phase": "second event"}, pool=POOLS, script={"armor": ["2/1/352PzJ"], "armor depth": ["armor-03"]})
    assert armor.armor_enters(g, p("C6"))
    unit = g.armor[PURPLE]
    assert (unit.hex, unit.depth, unit.depth_shown, unit.entered) == (h("1612"), depth("armor-03"), False, True)
    assert german("2/1/352PzJ") not in g.pool["A"]
    assert g.posts[p("C6")].unit is None
    assert not armor.armor_enters(g, p("A6")), "one in a turn"


@pytest.mark.rule("omaha", "23.21", "23.2")
def test_the_lower_numbered_position_receives_the_armor():
    second = {**BASE, "phase": "second event"}
    near = us(h1513="F/2/16 1", h1308="E/2/16 1", h1029="F/2/116 1")
    g = at(second, pool=POOLS, units=near, posts=[("C5", "1/1/726"), ("A6", "3/1/726")])
    selected = [reinforcements.zone_position(g, zone, german_communication(g))[1] for zone in "ACG"]
    assert [g.box.positions[n].id for n in selected] == ["A7", "C6", "G5"]
    assert armor.entry_zone(g, ["A", "G", "C"]) == "C", "C6 before A7; G5 does not qualify"
    reinforcements.reinforce_zones(g, ["A", "C"], rule="EV.reinf")
    assert [g.box.board.name(unit.hex) for unit in g.armor if unit.hex is not None] == ["1612"]
    assert g.posts[p("A7")].unit is not None and g.armor_entered


@pytest.mark.rule("omaha", "23.21", "9.34")
def test_armor_counts_as_supply_when_units_run_out():
    second = {**BASE, "phase": "second event"}
    near = us(h1513="F/2/16 1", h1308="E/2/16 1")
    pool = {"T": [], "D": [], "M": [], "A": ["1/1/352PzJ"]}
    g = at(second, pool=pool, units=near, posts=[("C5", "1/1/726"), ("A6", "3/1/726")])
    reinforcements.reinforce_zones(g, ["A", "C"], rule="EV.reinf")
    assert place_of(g, GREEN) == "1612", "the lower number"


@pytest.mark.rule("omaha", "23.21", "9.34", "9.34a")
def test_armor_brings_one_unit_however_many_are_left():
    near = us(h1513="F/2/16 1", h1308="E/2/16 1", h1029="F/2/116 1")
    pool = {"T": [], "D": ["1P/352"], "M": [], "A": ["1/1/352PzJ", "2/1/352PzJ", "1/2/352PzJ"]}
    g = at({**BASE, "phase": "second event"}, pool=pool, units=near, posts=[("C5", "1/1/726"), ("A6", "3/1/726")])
    reinforcements.reinforce_zones(g, ["A", "C", "G"], rule="EV.reinf")
    assert [g.box.board.name(unit.hex) for unit in g.armor if unit.hex is not None] == ["1612"], "C6 before A7"
    assert g.posts[p("G5")].unit == german("1P/352"), "two units for three zones: G5 and C6 have the lowest numbers"
    assert g.posts[p("A7")].unit is None


# --- 23.3 field of fire --------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "23.3", "23.3a", "23.3c")
def test_the_field_of_fire_of_armor():
    g = ready((GREEN, "1421"))
    field = {g.box.board.name(place): fire for place, fire in fields.armor_field(g, GREEN).items()}
    assert field["1420"] == INTENSE and field["1522"] == INTENSE, "clear hexes"
    assert field["1521"] == INTENSE, "woods"
    assert field["1321"] == STEADY, "buildings"
    assert field["1422"] == STEADY, "bocage"
    assert field["1621"] == INTENSE and field["1520"] == STEADY, "two hexes away, next to an intense one"
    assert "1221" not in field, "behind buildings"
    g = ready((GREEN, "0826"))
    field = fields.armor_field(g, GREEN)
    assert field[h("0825")] == INTENSE and field[h("0824")] == STEADY, "the hex beyond is across a hedge"
    g = ready((GREEN, "0825"))
    field = fields.armor_field(g, GREEN)
    assert field[h("0824")] == INTENSE, "a hedge does not matter to the hex next to it"
    assert field[h("0823")] == STEADY, "but to the hex beyond"


@pytest.mark.rule("omaha", "23.3b")
def test_the_field_moves_with_the_unit_and_printed_dots_do_not_matter():
    g = ready((GREEN, "1612"), units=us(h1812="A/1/16"))
    assert fields.fire_map(g)[h("1812")] == STEADY, "the dot of C6 there is sporadic"
    assert fields.is_under_fire(g, h("1613"), least=INTENSE)
    assert set(fields.armor_field(g, GREEN).values()) <= {INTENSE, STEADY}
    g.change_armor(GREEN, hex=h("1921"))
    assert not fields.is_under_fire(g, h("1613"))


@pytest.mark.rule("omaha", "23.42", "23.42a")
def test_armor_and_levels():
    def reaches(place):
        g = ready((GREEN, place))
        return [g.box.is_low[there] for there in fire_field(g, len(g.box.sites))]

    assert h("0923") in fields.armor_field(ready((GREEN, "0925")), GREEN)
    assert True not in reaches("0925"), "not next to low ground: 0923 is two hexes away"
    assert {True, False} == set(reaches("1310")), "next to the draw of E-3: low and high ground"
    assert False not in reaches("0731") and reaches("0731"), "from the draw of D-1 only low ground"


# --- 23.4 actions --------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "23.4", "23.4.f", "23.41", "23.41a")
def test_fire_or_move():
    for mark in ("F", "armor", "star"):
        g = act(ready((GREEN, "1421"), units=us(h1420="1/A/741")), a_card(green=mark))
        assert told(g, "position_fires") and place_of(g, GREEN) == "1421"
        assert g.units[u("1/A/741")].steps == 1, "armor fire hits armor"
        assert not g.units[u("1/A/741")].disrupted, "as a revealed reinforcement"
        g = act(ready((GREEN, "1821")), a_card(green=mark))
        assert place_of(g, GREEN) == "1421" and not told(g, "position_fires")
    g = act(ready((GREEN, "1421"), units=us(h1422="1/A/741")), a_card("diamond", green="F"))
    assert g.units[u("1/A/741")].steps == 2, "steady fire needs the symbol"


@pytest.mark.rule("omaha", "23.4", "11.4")
def test_a_star_and_a_leader_alone():
    g = act(ready((GREEN, "1421"), units=us(h1420="116 HQ")), a_card(green="star"))
    assert g.units[u("116 HQ")].place == "track"


@pytest.mark.rule("omaha", "23.4", "6.1.c", "6.4")
def test_single_and_double_symbols_and_disruption():
    g = act(ready((GREEN, "1821")), a_card(green="F2"))
    assert place_of(g, GREEN) == "1821" and told(g, "position_silent")[0]["rule"] == "6.1.c"
    assert place_of(act(ready((GREEN, "1821", "armor-01")), a_card(green="F2")), GREEN) == "1421"
    g = act(ready((GREEN, "1821", "armor-01", True)), a_card(green="F"))
    assert place_of(g, GREEN) == "1821"
    g = act(ready((GREEN, "1821")), a_card(purple="F"))
    assert not told(g, "armor_acts"), "another colour"


@pytest.mark.rule("omaha", "23.4.m")
def test_move_or_fire():
    g = act(ready((GREEN, "1821"), units=us(h1722="A/1/116")), a_card(green="M"))
    assert place_of(g, GREEN) == "1421" and not told(g, "position_fires"), "it moves though US units are in its field"
    g = act(ready((GREEN, "1821"), units=us(h1721="A/1/116")), a_card(green="M"))
    assert place_of(g, GREEN) == "1821" and told(g, "position_fires"), "it cannot move, so it fires"


@pytest.mark.rule("omaha", "23.4.r")
def test_overrun():
    g = act(ready((GREEN, "1821"), units=us(h1621="A/1/116, 116 HQ, 12/397")), a_card(green="R"))
    assert place_of(g, GREEN) == "1421"
    assert g.units[u("A/1/116")].disrupted and g.units[u("12/397")].disrupted
    assert not g.units[u("116 HQ")].disrupted and not told(g, "position_fires")


@pytest.mark.rule("omaha", "23.4.r2", "23.4.r")
def test_where_an_overrun_stops():
    def end(**places):
        g = act(ready((GREEN, "1821"), units=us(**places)), a_card(green="R"))
        return place_of(g, GREEN), {g.piece(n).id for n, unit in enumerate(g.units) if unit.disrupted}

    assert end(h1721="A/1/116") == ("1421", {"A/1/116"})
    assert end(h1621="A/1/116, 1/B/743") == ("1721", set()), "US armor"
    assert end(h1621="A/1/116", h1421="B/1/116") == ("1521", {"A/1/116"}), "a second occupied hex"
    assert end(h1421="A/1/116") == ("1521", set()), "the fourth hex"
    assert end(h1521="A/1/116", h1421="B/1/116") == ("1621", set()), "never in a US hex"
    assert end(h1521="A/1/116") == ("1421", {"A/1/116"}), "the third hex"


@pytest.mark.rule("omaha", "23.4.r3")
def test_an_overrun_that_cannot_move_fires():
    g = act(ready((GREEN, "1821"), units=us(h1721="1/B/743")), a_card(green="R"))
    assert place_of(g, GREEN) == "1821" and told(g, "position_fires")
    g = act(ready((GREEN, "1821"), units=us(h1721="A/1/116", h1621="B/1/116")), a_card(green="R"))
    assert place_of(g, GREEN) == "1821" and told(g, "position_fires")


@pytest.mark.rule("omaha", "23.4.r", "23.5")
def test_an_overrun_against_the_orders_goes_on():
    g = act(ready((GREEN, "1521"), units=us(h1721="A/1/116")), a_card(green="R"))
    assert place_of(g, GREEN) == "1921", "toward the US unit, over it, and on rather than back"


@pytest.mark.rule("omaha", "23.4.a")
def test_aimed_fire():
    g = act(ready((GREEN, "1821"), units=us(h1722="A/1/116", h1820="B/1/116")), a_card(green="A"))
    assert told(g, "position_fires")[0]["limit"] == 2 and len(told(g, "unit_hit")) == 2, "all of its field is hit"
    g = act(ready((GREEN, "1821"), units=us(h1722="A/1/116")), a_card(green="A"))
    assert place_of(g, GREEN) == "1821" and told(g, "position_fires"), "1722 is next to 1821"
    g = act(ready((GREEN, "1821"), units=us(h1819="A/1/116")), a_card(green="A"))
    assert place_of(g, GREEN) == "1421" and not told(g, "position_fires"), "two hexes away: it moves"


@pytest.mark.rule("omaha", "23.4.p")
def test_position_and_fire():
    g = act(ready((GREEN, "1821"), units=us(h1520="A/1/116")), a_card(green="P"))
    assert place_of(g, GREEN) == "1521" and told(g, "position_fires"), "three hexes, then at the unit beside it"
    g = act(ready((GREEN, "1821"), units=us(h1820="A/1/116")), a_card(green="P"))
    assert place_of(g, GREEN) == "1521" and not told(g, "position_fires"), "it has left the unit behind"
    g = act(ready((GREEN, "1821"), units=us(h1721="A/1/116")), a_card(green="P"))
    assert place_of(g, GREEN) == "1821" and told(g, "position_fires"), "it cannot move"


@pytest.mark.rule("omaha", "23.4.f")
def test_nothing_to_do():
    g = act(ready((GREEN, "0723")), a_card(green="F"))
    assert told(g, "armor_stays") and not told(g, "position_fires")


@pytest.mark.rule("omaha", "23.43")
def test_on_a_position_only_the_armor_acts():
    g = ready((GREEN, "1321"), units=us(h1420="A/1/116"))
    g.sector = "west"
    assert german_actions.state_of(g, g.box.positions[p("D4")].site, a_card(orange="R").fire["orange"]) is None
    run(german_actions.resolve_actions(g, a_card(orange="R")), take_first=True)
    assert g.posts[p("D4")].unit is None and not told(g, "german_action")


@pytest.mark.rule("omaha", "23.4", "14.12")
def test_armor_that_crosses_the_boundary_has_acted():
    g = act(ready((GREEN, "1118"), units=us(h1420="L/3/16")), a_card("circle", green="P"))
    assert place_of(g, GREEN) == "1320" and g.units[u("L/3/16")].steps == 2
    assert act(g, a_card("circle", green="F")).sector == "west"
    assert g.units[u("L/3/16")].steps == 2 and len(told(g, "armor_acts")) == 1
    fire_phase.begin(g)
    assert len(told(act(g, a_card("circle", green="F")), "armor_acts")) == 2, "a new phase"


# --- 23.5 movement -------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "23.5.junc")
def test_the_junction_of_the_rulebook():
    ahead = {symbol: ends("1321", symbol, limit=1) for symbol in ("circle", "triangle", "diamond")}
    assert ahead == {"circle": "1322", "triangle": "1220", "diamond": "1320"}


@pytest.mark.rule("omaha", "23.5.ord", "23.52")
def test_orders_lead_along_roads_to_an_end_point_and_never_in_circles():
    box = the_game().box
    ends("1821")
    assert set(box.armor_orders) == set(box.armor_roads) - box.armor_end
    for start in box.armor_orders:
        waiting = [(start, frozenset({start}))]
        while waiting:
            here, seen = waiting.pop()
            for following in set(box.armor_orders[here].values()):
                assert following in box.armor_roads[here], "orders follow primary and secondary roads"
                assert following not in seen, box.board.name(start)
                if following not in box.armor_end:
                    waiting.append((following, seen | {following}))


@pytest.mark.rule("omaha", "23.5")
def test_armor_goes_after_us_units_on_the_road():
    assert ends("1521") == "1323"
    assert ends("1521", units=us(h1721="A/1/116")) == "1621", "back toward the US unit, and stop beside it"
    assert ends("1521", units=us(h1821="A/1/116")) == "1721", "three hexes"
    assert ends("1521", units=us(h1921="A/1/116")) == "1323", "four hexes are too far"
    assert ends("1521", units=us(h1620="A/1/116")) == "1323", "not on the road"
    assert ends("1521", units=us(h1721="A/1/116", h1321="B/1/116")) == "1421", "two directions: its orders"
    assert ends("1321", "diamond", units=us(h1322="A/1/116")) is None
    assert ends("1321", "diamond", units=us(h1322="Wyman")) == "1417", "a general alone is no unit"


@pytest.mark.rule("omaha", "23.5.end")
def test_the_end_of_the_road():
    assert ends("0923", limit=4) == "0723"
    assert ends("0723") is None
    assert ends("0723", units=us(h0725="A/1/116")) is None, "never again"


@pytest.mark.rule("omaha", "23.51")
def test_armor_does_not_stop_with_other_germans():
    assert ends("1821", posts=[("D6", "1/1/726")]) == "1421", "through D6"
    assert ends("1821", limit=3, posts=[("D6", "1/1/726")]) == "1421", "one hex further"
    assert ends("1721", posts=[("D4", "1/1/726")]) == "1322", "one hex further"
    assert ends("1821", limit=3, posts=[("D6", "1/1/726")], units=us(h1421="A/1/116")) == "1621", "one hex less"
    assert ends("0923", posts=[("WN68N", "wn10")]) == "0822", "an end point is the end"
    g = ready((GREEN, "1821", "armor-01"), (RED, "1421"))
    act(g, a_card(green="F"))
    assert place_of(g, GREEN) == "1321" and g.armor[GREEN].depth == depth("armor-01")


@pytest.mark.rule("omaha", "23.53", "23.53a")
def test_us_units_stop_armor_but_bases_garrisons_and_mines_do_not():
    assert ends("1821", units=us(h1521="A/1/116")) == "1621"
    assert ends("1821", units=us(h1521="116 HQ")) == "1621", "an HQ occupies its hex"
    assert ends("1022", posts=[{"id": "WN68N", "garrison": True}]) == "0723", "mines on D-3, a garrison at its end"


@pytest.mark.rule("omaha", "23.5", "11.31a")
def test_a_general_alone_where_armor_stops_is_captured():
    g = act(ready((GREEN, "1821"), units=us(h1421="Cota")), a_card(green="F"))
    assert place_of(g, GREEN) == "1421" and g.units[u("Cota")].place == "lost"


@pytest.mark.rule("omaha", "23.4", "23")
def test_armor_acts_on_the_card_of_the_sector_in_which_it_stands():
    g = ready((GREEN, "1821"), (BLUE, "1612"))
    g.sector = "east"
    run(german_actions.resolve_actions(g, a_card(green="F", blue="F")))
    assert place_of(g, GREEN) == "1821" and place_of(g, BLUE) == "1310"
