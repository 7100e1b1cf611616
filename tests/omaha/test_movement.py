"""7.3-7.5, 17.1, 17.2, TEC Movement."""

from fractions import Fraction

import pytest
from tests.omaha.helpers import acting, action_scene, at, h, offered, play, the_game, told, u

from beachhead.games.omaha.allotment import is_far_across
from beachhead.games.omaha.deeds import foresee_move
from beachhead.games.omaha.infiltration import has_depth, passed, threats
from beachhead.games.omaha.movement import destinations, refuse_climb, refuse_move, refuse_second_hex, refuse_step
from beachhead.games.omaha.terrain import (
    bluffs,
    cliffs,
    closed_hexes,
    kind_of,
    refuse_drive,
    refuse_entry,
    refuse_ground,
    steps,
    ways,
)
from beachhead.kernel import Action

INFANTRY, LEADER, TANK, GUN = "A/1/16", "Wyman", "1/A/741", "62AFA"


def late(units=(), posts=(), **fields):
    """The same in the extended game."""
    return action_scene(units, posts, **{"turn": 20, "scenario": "omaha-beach", **fields})


def goes(g, *names):
    """Where units may move, by printed names."""
    return sorted(the_game().box.board.name(x) for x in destinations(g, [u(name) for name in names]))


def ground(kind, a, b, **help_):
    ruling = refuse_ground(the_game().box, kind, h(a), h(b), **help_)
    return ruling and ruling.rule


# --- the terrain effects chart -----------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "TEC.base", "TEC.bldg", "TEC.rough", "7.3")
def test_open_ground_and_buildings_are_for_all_and_rough_ground_for_nobody():
    for kind in ("infantry", "leader", "tank", "other"):
        assert ground(kind, "0712", "0612") is None, "beach, obstacles"
        assert ground(kind, "0811", "0810") is None, "pavilion"
        assert ground(kind, "1020", "1120") is None, "building"
        assert ground(kind, "0803", "0802") == "TEC.rough"
        assert ground(kind, "0505", "0405") == "TEC.base", "the sea"


@pytest.mark.rule("omaha", "TEC.woods", "TEC.bocage", "TEC.road", "TEC.6")
def test_woods_and_bocage_let_vehicles_in_only_by_road_or_trail():
    for kind in ("infantry", "leader"):
        assert ground(kind, "0806", "0807") is None
        assert ground(kind, "1002", "1003") is None
    for kind in ("tank", "other"):
        assert ground(kind, "0806", "0807") == "TEC.woods"
        assert ground(kind, "1229", "1130") is None, "woods by the road to exit E"
        assert ground(kind, "1002", "1003") == "TEC.bocage"
        assert ground(kind, "1207", "1308") is None, "bocage by the coast road"
        assert ground(kind, "1005", "1004") is None, "bocage by a trail"


@pytest.mark.rule("omaha", "TEC.hedge", "TEC.slope", "TEC.bluff", "TEC.6")
def test_hedges_seawalls_slopes_and_bluffs_stop_vehicles_off_the_road():
    for kind in ("tank", "other"):
        assert ground(kind, "0701", "0801") == "TEC.hedge"
        assert ground(kind, "0932", "1032") is None, "a trail through the hedge"
        assert ground(kind, "0624", "0724") == "TEC.hedge", "seawall"
        assert ground(kind, "0813", "0913") == "TEC.slope"
        assert ground(kind, "1310", "1311") is None, "a road down the slope into the woods of the draw"
        assert ground(kind, "0815", "0916") == "TEC.bluff"
        assert ground(kind, "1216", "1217") is None, "a trail over the bluff"
    for kind in ("infantry", "leader"):
        for a, b in (("0701", "0801"), ("0624", "0724"), ("0813", "0913"), ("0815", "0916")):
            assert ground(kind, a, b) is None


@pytest.mark.rule("omaha", "TEC.shingle", "TEC.mined", "19.3.shi", "19.3.road", "17.22")
def test_shingle_ditches_walls_and_mines_stop_vehicles_until_engineers_come():
    for a, b in (("0711", "0811"), ("0811", "0911"), ("0530", "0630")):
        assert ground("tank", a, b) == "TEC.shingle"
        assert ground("infantry", a, b) is None
    assert ground("tank", "0911", "1011") == "TEC.mined"
    assert ground("tank", "0911", "1011", swept=[h("1011")]) is None
    assert ground("tank", "0731", "0830") == "TEC.slope", "the road is still mined behind it"
    assert ground("tank", "0731", "0830", swept=[h("0731")]) is None
    g = late([(TANK, "0711")])
    assert refuse_drive(g, h("0711"), h("0811")).rule == "TEC.shingle"
    g = late([(TANK, "0711")], bases=[{"id": "1/37", "hex": "0711"}])
    assert refuse_drive(g, h("0711"), h("0811")) is None, "a shingle lane"
    assert refuse_drive(g, h("0811"), h("0911")).rule == "TEC.shingle", "the ditch is out of range"
    g = late([(TANK, "0711")], bases=[{"id": "1/37", "hex": "0711", "space": 2}])
    assert refuse_drive(g, h("0811"), h("0911")) is None
    assert refuse_drive(g, h("0911"), h("1011")).rule == "TEC.mined"


@pytest.mark.rule("omaha", "TEC.scale", "TEC.sheer", "TEC.4", "7.41")
def test_cliffs():
    assert ground("infantry", "0432", "0533") is None
    assert ground("leader", "0432", "0533") == "TEC.scale"
    assert ground("tank", "0432", "0533") == "TEC.scale"
    for kind in ("infantry", "leader", "other"):
        assert ground(kind, "0606", "0707") == "TEC.sheer"
    assert ground("leader", "0815", "0916") is None, "leaders just cross a bluff"


def test_the_tables_say_what_the_chart_says():
    box = the_game().box
    g = action_scene()
    for place in (x for x in range(len(box.board)) if box.is_land[x]):
        for kind in ("infantry", "leader", "other"):
            able = {n for n in box.board.adjacent[place] if refuse_ground(box, kind, place, n) is None}
            climbs = set(bluffs(g, place, ())) | set(cliffs(g, place, ())) if kind == "infantry" else set()
            assert set(steps(g, kind, place, ())) == able - climbs
            assert climbs <= able
    cleared = {(a, b) for a, there in enumerate(ways(box).cleared) for b in there}
    assert (h("0711"), h("0811")) in cleared and (h("0911"), h("1011")) in cleared
    assert (h("0624"), h("0724")) not in cleared, "engineers do nothing about the seawall"


@pytest.mark.rule("omaha", "5.21", "TEC.2", "7.31", "EF.1")
def test_flooded_hexes_and_german_hexes_are_closed():
    g = action_scene([(INFANTRY, "0613")], [("WN61", "wn07")], turn=8)
    assert refuse_entry(g, h("0513")).rule == "TEC.2"
    assert refuse_entry(g, h("0809")).rule == "7.31"
    assert refuse_entry(g, h("0807")) is None, "an empty position"
    assert {h("0513"), h("0809")} <= closed_hexes(g)
    assert h("0513") not in goes(g, INFANTRY)
    assert refuse_entry(action_scene(turn=5), h("0513")) is None
    assert refuse_entry(action_scene(turn=17, scenario="omaha-beach"), h("0613")).rule == "TEC.2"
    assert refuse_entry(at(scenario="easy-fox", clear=True, turn=5), h("0620")).rule == "EF.1"
    armor = late(armor=[{"hex": "1321"}, {}, {}, {}], options={"armor": True})
    assert refuse_entry(armor, h("1321")).rule == "7.31" and h("1321") in closed_hexes(armor)


# --- 7.3 moves ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "7.3", "7.4", "7.5", "TEC.shingle")
def test_moves_of_one_hex_and_why_not():
    g = action_scene([(INFANTRY, "0711"), (TANK, "0711"), (LEADER, "0711"), ("B/1/16", "0815"), ("C/1/16", "0432")])
    assert goes(g, INFANTRY) == ["0610", "0611", "0710", "0712", "0810", "0811"]
    assert goes(g, TANK) == ["0610", "0611", "0710", "0712"]
    assert goes(g, INFANTRY, TANK) == goes(g, TANK)
    assert refuse_move(g, h("0810"), units=[u(INFANTRY)]) is None
    assert refuse_move(g, h("0909"), units=[u(INFANTRY)]).rule == "7.3"
    assert refuse_move(g, h("0711"), units=[u(INFANTRY)]).rule == "7.3"
    assert refuse_move(g, h("0810"), units=[u(INFANTRY), u(TANK)]).rule == "TEC.shingle"
    assert refuse_move(g, h("0916"), units=[u("B/1/16")]).rule == "7.4"
    assert refuse_move(g, h("0533"), units=[u("C/1/16")]).rule == "7.5"
    assert kind_of(g, u(GUN)) == "other"


@pytest.mark.rule("omaha", "7.31")
def test_a_unit_may_enter_an_empty_position():
    match = acting([(INFANTRY, "0810")], actions=["paid A/1/16", "move 0809"])
    assert match.state.units[u(INFANTRY)].hex == h("0809")


@pytest.mark.rule("omaha", "7.41", "11.2", "11.3", "TEC.bluff")
def test_leaders_cross_a_bluff_in_one_action_up_and_down():
    match = acting(
        [("16 HQ", "0815"), (LEADER, "0916")], actions=["free 16 HQ", "move 0916", "free Wyman", "move 0816"]
    )
    assert match.state.units[u("16 HQ")].hex == h("0916") and match.state.units[u("16 HQ")].climb == ""
    assert match.state.units[u(LEADER)].hex == h("0816")


@pytest.mark.rule("omaha", "7.4", "7.5", "TEC.bluff", "TEC.scale")
def test_who_may_climb():
    g = action_scene([(INFANTRY, "0815"), (TANK, "0815"), (LEADER, "0432"), ("B/1/16", "0432")], [("WN73", "wn05")])
    assert refuse_climb(g, u(INFANTRY), h("0916"), "bluff") is None
    assert refuse_climb(g, u(TANK), h("0916"), "bluff").rule == "7.4"
    assert refuse_climb(g, u(INFANTRY), h("0814"), "bluff").rule == "7.4"
    assert refuse_climb(g, u(LEADER), h("0433"), "scaleable-cliff").rule == "7.5"
    assert refuse_climb(g, u("B/1/16"), h("0433"), "scaleable-cliff") is None
    assert refuse_climb(g, u("B/1/16"), h("0533"), "scaleable-cliff").rule == "7.31"


# --- 7.32 infiltration -------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "7.32")
def test_what_is_infiltration():
    g = action_scene(posts=[("WN61", "wn07")])
    assert passed(g, h("0710"), h("0709")) and passed(g, h("0710"), h("0810"))
    assert not passed(g, h("0710"), h("0711")), "not next to it any more"
    assert not passed(g, h("0611"), h("0710")), "not next to it before"
    g.change_post(g.german_at(h("0809")), disrupted=True)
    assert not passed(g, h("0710"), h("0709"))
    assert not passed(action_scene(), h("0710"), h("0709")), "an empty position does not fire"


@pytest.mark.rule("omaha", "7.32", "6.41a")
def test_infiltrating_past_a_wn_of_two_hexes():
    g = action_scene(posts=[{"id": "WN62N", "unit": "wn10"}, {"id": "WN62S", "unit": "wn01", "depth": "wn-07"}])
    north, south = g.german_at(h("0812")), g.german_at(h("0912"))
    site = g.box.positions[north].site
    assert passed(g, h("0811"), h("0911")) == {site} and has_depth(g, site), "next to both hexes"
    assert passed(g, h("0713"), h("0813")) == {site}, "next to the north hex"
    g.change_post(north, disrupted=True)
    assert passed(g, h("0713"), h("0813")) == set() and has_depth(g, site)
    g.change_post(south, disrupted=True)
    g.change_post(north, disrupted=False)
    assert not has_depth(g, site), "the depth marker of a disrupted unit does not count"


@pytest.mark.rule("omaha", "7.32", "7.32.a", "7.32.e")
@pytest.mark.parametrize(("answer", "end"), [("press-on", "0709"), ("fall-back", "0710")])
def test_a_unit_hit_on_the_way_goes_on_or_stays_and_has_acted(answer, end):
    script = {"infiltration": ["9"]}  # orange single, diamond
    match = acting([("I/3/16", "0710")], [("WN61", "wn07")], script=script, actions=["paid I/3/16", "move 0709"])
    assert match.decision.rule == "7.32.a" and match.state.units[u("I/3/16")].steps == 2
    play(match, answer)
    record = match.state.units[u("I/3/16")]
    assert (record.hex, record.steps) == (h(end), 2)
    assert match.why_not(Action("paid", u("I/3/16"))).rule == "7.2"


@pytest.mark.rule("omaha", "7.32.e")
@pytest.mark.parametrize(
    ("card", "marker", "left"),
    [("9", "", 2), ("1", "", 3), ("1", "wn-07", 2), ("9", "wn-07", 2), ("6", "wn-07", 3), ("20", "wn-07", 3)],
)
def test_a_double_symbol_counts_only_against_depth(card, marker, left):
    """Cards 9 and 1 show orange single and double with the diamond, 6 another symbol, 20 no orange."""
    post = {"id": "WN61", "unit": "wn07"} | ({"depth": marker} if marker else {})
    match = acting([("I/3/16", "0710")], [post], script={"infiltration": [card]}, actions=["paid I/3/16", "move 0709"])
    assert match.state.units[u("I/3/16")].steps == left
    told_of = told(match.state, "slipped_past" if left == 3 else "caught")[0]
    assert the_game().box.cards[int(card) - 1].target in told_of["shows"], "what the card shows is told"


@pytest.mark.rule("omaha", "7.32.d")
def test_past_two_positions_one_card_and_one_step():
    g = action_scene(posts=[("C1", "1/1/726"), ("C3", "3/1/726")])
    assert len(passed(g, h("1212"), h("1213"))) == 2
    posts = [("C1", "1/1/726"), ("C3", "3/1/726")]
    script = {"infiltration": ["28"]}  # red single and brown single, diamond
    match = acting([("I/3/16", "1212")], posts, script=script, actions=["paid I/3/16", "move 1213", "press-on"])
    assert match.state.units[u("I/3/16")].steps == 2
    assert len(match.state.track) == 1 and told(match.state, "step_lost")[0]["rule"] == "7.32.d"


@pytest.mark.rule("omaha", "7.32.b")
def test_a_crowd_is_no_concentrated_target():
    units = [("I/3/16", "0710"), ("L/3/16", "0709"), ("K/3/16", "0709")]
    script = {"infiltration": ["6"]}  # orange single, triangle: not the symbol of I/3/16
    match = acting(units, [("WN61", "wn07")], script=script, actions=["paid I/3/16", "move 0709"])
    assert told(match.state, "slipped_past") and match.state.units[u("I/3/16")].steps == 3


@pytest.mark.rule("omaha", "7.32.c", "7.21")
def test_leaders_infiltrate_only_with_a_unit():
    units = [("I/3/16", "0710"), ("16 HQ", "0710"), (LEADER, "0709")]
    posts = [("WN61", "wn07")]
    match = acting(units, posts, script={"infiltration": ["6"]}, actions=["free 16 HQ"])
    assert "0709" not in offered(match, "move") and "0711" in offered(match, "move")
    assert match.why_not(Action("move", h("0709"))).rule == "7.32.c"
    play(match, "back", "free I/3/16", "with 16 HQ", "move 0709")
    assert match.state.units[u("16 HQ")].hex == h("0709") and match.state.units[u("16 HQ")].moved
    assert match.state.units[u("16 HQ")].acted


@pytest.mark.rule("omaha", "7.32.a", "7.32.c")
def test_a_leader_stays_when_nobody_gets_through():
    units = [("I/3/16", "0710", 1), ("16 HQ", "0710")]
    match = acting(units, [("WN61", "wn07")], script={"infiltration": ["9"]}, actions=["free I/3/16", "with 16 HQ"])
    play(match, "move 0709")
    assert match.state.units[u("I/3/16")].place == "lost"
    hq = match.state.units[u("16 HQ")]
    assert hq.hex == h("0710") and hq.acted and not hq.moved


@pytest.mark.rule("omaha", "7.32", "7.32.a")
def test_units_that_go_together_share_a_card():
    units = [("I/3/16", "0710"), ("H/2/16", "0710")]  # both diamonds
    match = acting(units, [("WN61", "wn07")], script={"infiltration": ["9"]})
    play(match, "paid I/3/16", "with H/2/16", "move 0709", "press-on", "fall-back")
    assert [match.state.units[u(name)].steps for name in ("I/3/16", "H/2/16")] == [2, 2]
    assert [match.state.units[u(name)].hex for name in ("I/3/16", "H/2/16")] == [h("0709"), h("0710")]
    assert match.state.actions[1] == 1, "two units of a stack shared one action"


@pytest.mark.rule("omaha", "7.32", "EV.smoke2")
def test_smoke_does_not_hide_infiltrators():
    match = acting([("I/3/16", "0710")], [("WN61", "wn07")], smoke=["WN61"], script={"infiltration": ["9"]})
    play(match, "paid I/3/16", "move 0709", "press-on")
    assert match.state.units[u("I/3/16")].steps == 2


@pytest.mark.rule("omaha", "7.32", "11.14")
def test_a_hero_may_die_for_an_infiltrating_unit():
    units = [{"id": "I/3/16", "hex": "0710", "steps": 1, "hero": "hero"}]
    match = acting(units, [("WN61", "wn07")], script={"infiltration": ["9"]}, actions=["free I/3/16", "move 0709"])
    play(match, "sacrifice")
    record = match.state.units[u("I/3/16")]
    assert (record.steps, record.hero, record.hex) == (1, "inspired", h("0709"))


@pytest.mark.rule("omaha", "7.32")
def test_infiltrating_past_armor():
    g = late(armor=[{"hex": "1321"}, {}, {}, {}], options={"armor": True})
    assert threats(g, h("1420")) == {len(g.box.sites)} == passed(g, h("1420"), h("1320"))


@pytest.mark.rule("omaha", "7.32")
def test_the_risk_can_be_seen_before():
    match = acting([("I/3/16", "0710")], [("WN61", "wn07")], actions=["paid I/3/16"])
    preview = match.preview(Action("move", h("0709")))
    cards = the_game().box.cards
    hits = sum(card.target == "diamond" and "orange" in card.fire and not card.fire["orange"].double for card in cards)
    assert preview.rule == "7.32" and preview.figures["infiltrating past"] == "WN 61"
    assert preview.results == {"nobody is hit": 1 - Fraction(hits, 54), "I/3/16 loses a step": Fraction(hits, 54)}
    assert [h_ for h_, _ in preview.way] == [h("0710"), h("0709")]
    assert match.preview(Action("move", h("0711"))) is None


# --- 17.1 two hexes ----------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "17.1", "17.1a", "TEC.bocage")
def test_infantry_moves_two_hexes_but_bocage_off_the_road_is_one():
    g = late([(INFANTRY, "1020"), ("B/1/16", "1208"), ("C/1/16", "1106")])
    assert {"0920", "1019", "1018", "1119", "0919"} <= set(goes(g, INFANTRY))
    assert refuse_move(g, h("1017"), units=[u(INFANTRY)]).rule == "17.1", "three hexes"
    assert "1209" in goes(g, "B/1/16"), "one hex into bocage"
    assert "1110" not in goes(g, "B/1/16") and refuse_move(g, h("1110"), units=[u("B/1/16")]).rule == "17.1a"
    assert refuse_second_hex(g, h("1109"), h("1110")).rule == "17.1a"
    assert "1307" in goes(g, "C/1/16") and refuse_second_hex(g, h("1206"), h("1307")) is None, "bocage by a trail"
    way = foresee_move(g, h("0919"), units=[u(INFANTRY)], verb="move").way
    assert (way[0].hex, way[-1]) == (h("1020"), (h("0919"), "2")) and len(way) == 3
    assert "1107" in goes(g, "C/1/16") and "1108" not in goes(g, "C/1/16"), "bocage ends the move"
    basic = action_scene([(INFANTRY, "1020")])
    assert "0919" not in goes(basic, INFANTRY)


@pytest.mark.rule("omaha", "17.1b")
def test_intense_and_steady_fire_let_infantry_move_one_hex():
    posts = [("G6", "1/1/726")]
    g = late([(INFANTRY, "1233"), (LEADER, "1233")], posts)
    assert "1133" in goes(g, INFANTRY), "one hex into intense fire"
    assert refuse_second_hex(g, h("1234"), h("1133")).rule == "17.1b"
    alone = late([(INFANTRY, "1333")], posts)
    assert "1232" in goes(alone, INFANTRY) and "1132" not in goes(alone, INFANTRY)
    assert "1133" not in goes(alone, INFANTRY)
    assert refuse_move(alone, h("1133"), units=[u(INFANTRY)]).rule == "17.1b"
    alone.change_post(alone.german_at(h("1132")), disrupted=True)
    assert "1133" in goes(alone, INFANTRY), "a disrupted unit has no field of fire"


@pytest.mark.rule("omaha", "17.1c", "17.11a", "TEC.4")
def test_leaders_always_move_two_hexes_over_bluffs_too():
    g = late([(LEADER, "0815"), (INFANTRY, "0815")])
    assert {"0916", "1015", "1016"} <= set(goes(g, LEADER)), "over the bluff and on into bocage"
    assert "0916" not in goes(g, INFANTRY)
    assert refuse_move(g, h("0916"), units=[u(INFANTRY)]).rule == "17.11"
    assert refuse_step(g, u(INFANTRY), h("0815"), h("0916")).rule == "17.11"
    assert "0705" not in goes(late([(LEADER, "0605")], turn=29), LEADER)
    g = late([("116 HQ", "0432")], turn=29)
    assert refuse_move(g, h("0533"), units=[u("116 HQ")]).rule == "TEC.scale"


@pytest.mark.rule("omaha", "7.32", "17.1c")
def test_a_longer_move_goes_round_the_germans_where_it_can():
    posts = [("G5", "1/1/726")]
    units = [("I/3/116", "1029"), ("Cota", "1029")]
    match = acting(units, posts, turn=20, scenario="omaha-beach", actions=["free I/3/116"])
    assert match.preview(Action("move", h("0930"))).rule == "7.32", "infantry is slow under steady fire"
    play(match, "back", "free Cota")
    round_them = match.preview(Action("move", h("0930")))
    assert (round_them.rule, len(round_them.way), round_them.results) == ("17.1", 3, {})
    play(match, "move 0930")
    assert match.state.units[u("Cota")].hex == h("0930") and not match.state.track, "by 0929, past nobody"


@pytest.mark.rule("omaha", "7.32", "17.2a")
def test_where_every_way_leads_past_germans_the_player_chooses():
    posts = [("E2", "1/1/726"), ("G5", "3/1/726")]
    script = {"infiltration": ["19"]}
    match = acting(
        [("1/A/743", "0929")], posts, turn=20, scenario="omaha-beach", script=script, actions=["paid 1/A/743"]
    )
    play(match, "move 1029")
    assert match.decision.rule == "7.32" and offered(match, "way") == ["0829", "1029"]
    play(match, "way 0829")
    assert told(match.state, "infiltrating")[0]["positions"] == ["G5"], "round by 0830, past G5 and not E2"
    assert match.state.units[u("1/A/743")].hex == h("1029") and match.state.actions[29] == 2


# --- 17.2 tanks on roads -----------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "17.2a", "17.21", "17.2b")
def test_on_a_primary_road_a_tank_moves_four_hexes_and_stops_under_intense_fire():
    g = late([(TANK, "0725")])
    assert {"0724", "0723", "0726", "0727", "0627", "0628"} <= set(goes(g, TANK))
    assert "0529" not in goes(g, TANK), "that is the fifth hex"
    g = late([(TANK, "0726")], [("WN68S", "wn03")])
    assert "0724" in goes(g, TANK) and "0723" not in goes(g, TANK), "intense fire in 0724"
    assert refuse_move(g, h("0723"), units=[u(TANK)]).rule == "17.2"


@pytest.mark.rule("omaha", "17.2", "17.21")
def test_on_a_secondary_road_a_tank_moves_two_hexes():
    g = late([(TANK, "0827"), ("2/A/741", "0920")])
    assert {"0828", "0829", "0826", "0825"} <= set(goes(g, TANK)), "0829 is on the coast road"
    assert "0830" not in goes(g, TANK) and refuse_move(g, h("0830"), units=[u(TANK)]).rule == "17.2"
    assert refuse_move(g, h("0922"), units=[u("2/A/741")]).rule == "17.21", "no road there"


@pytest.mark.rule("omaha", "17.22", "19.3.road")
def test_mined_roads_become_roads_when_engineers_reach_them():
    g = late([(TANK, "0723")])
    assert "0822" not in goes(g, TANK)
    g = late([(TANK, "0723")], bases=[{"id": "112/149", "hex": "0623", "space": 2}])
    assert "0822" in goes(g, TANK) and "0923" not in goes(g, TANK)
    g = late([(TANK, "0723")], bases=[{"id": "112/149", "hex": "0623", "space": 4}])
    assert "0923" in goes(g, TANK), "two hexes by the cleared secondary road"
    assert "1022" not in goes(g, TANK)


@pytest.mark.rule("omaha", "17.23")
def test_other_vehicles_move_one_hex():
    g = late([(GUN, "0725"), ("AT/16", "0725")])
    assert goes(g, GUN) == goes(g, "AT/16") == ["0724", "0726"]
    assert refuse_move(g, h("0727"), units=[u(GUN)]).rule == "17.23"


# --- going -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "2.1.off")
def test_units_leave_the_map_by_an_exit():
    match = acting([("I/3/116", "1001"), (LEADER, "1002")], turn=20, scenario="omaha-beach", actions=["free I/3/116"])
    assert match.why_not(Action("exit", "B")).rule == "2.1.off"
    play(match, "exit A")
    record = match.state.units[u("I/3/116")]
    assert (record.place, record.exit, record.hex, record.steps) == ("exited", "A", None, 3)


@pytest.mark.rule("omaha", "18.11", "18.1b", "7.33")
def test_a_command_post_that_moves_is_given_up():
    units = [{"id": "116 HQ", "hex": "1020", "command_post": 5}, ("I/3/116", "1020")]
    match = acting(units, turn=20, scenario="omaha-beach", actions=["free 116 HQ"])
    assert "gives up the command post" in match.decision.prompt
    play(match, "move 0920")
    assert match.state.units[u("116 HQ")].command_post == 0
    assert match.decision.offers(Action("paid", u("I/3/116")))


@pytest.mark.rule("omaha", "7.22.two")
def test_with_two_players_a_unit_far_across_the_boundary_changes_division():
    units = [("I/3/116", "1119"), ("A/1/16", "1020")]
    match = acting(units, turn=20, scenario="omaha-beach", options={"coop": True})
    assert match.decision.side == "1st" and not match.decision.offers(Action("paid", u("I/3/116")))
    play(match, "next", "paid I/3/116", "move 1118")
    assert match.state.units[u("I/3/116")].division == 1 and not is_far_across(match.state, u("I/3/116"))
    near = action_scene([("I/3/116", "1119"), ("K/3/116", "1118")])
    assert not is_far_across(near, u("I/3/116")) and is_far_across(near, u("K/3/116"))
