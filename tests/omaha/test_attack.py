"""8.1, 8.3 Attacks."""

from fractions import Fraction
from random import Random

import pytest
from tests.omaha.helpers import action_scene, at, depth, german, h, p, run, the_game, told, u

from beachhead.games.omaha.attack import (
    attack,
    attack_targets,
    foresee_attack,
    full_force,
    refuse_attack,
    refuse_join,
    refuse_naval_fire,
)
from beachhead.games.omaha.attack_result import (
    Force,
    Standing,
    compare,
    defence_strength,
    doublings,
    effects,
    muster,
    read_table,
    readings,
)
from beachhead.games.omaha.command import commanders
from beachhead.games.omaha.ready import ready
from beachhead.kernel import Action


def targets(g):
    """The hexes that may be attacked."""
    return attack_targets(g, ready(g).fronts)


def scene(units, posts=(), **fields):
    """The action phase with two actions left to each division."""
    return action_scene(units, posts, **{"division": 1, "actions": {"1": 2, "29": 2}, **fields})


def join(g, unit, target, *force):
    """The rule by which a unit may not join, or None."""
    ruling = refuse_join(g, u(unit), target=h(target), force=[u(other) for other in force])
    return ruling and ruling.rule


def piece(name):
    return the_game().box.german[german(name)]


def marker(name):
    return the_game().box.depth[depth(name)]


# --- 8.1 who may attack ------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "8", "8.1", "8.1.inf", "8.14")
def test_an_attack_needs_germans_and_adjacent_infantry():
    g = scene([("A/1/16", "0710"), ("B/1/16", "0711"), ("1/A/741", "0709"), ("16 HQ", "0710")], [("WN61", "wn07")])
    assert targets(g) == [h("0809")]
    assert refuse_attack(g, h("0810")).rule == "8"
    assert join(g, "A/1/16", "0809") is None
    assert join(g, "B/1/16", "0809") == "8.1.inf"
    assert join(g, "16 HQ", "0809") == "8.14"
    g = scene([("B/1/16", "0711"), ("1/A/741", "0709")], [("WN61", "wn07")])
    assert targets(g) == []
    assert refuse_attack(g, h("0809")).rule == "8.1"


@pytest.mark.rule("omaha", "8.1")
def test_the_attack_is_resolved_only_with_adjacent_infantry():
    g = scene([("A/1/16", "0710"), ("1/A/741", "0709")], [("WN61", "wn07")])
    decision = run(attack(g, h("0809")), ["join 1/A/741"])
    assert not decision.options["resolve"]
    assert decision.options["resolve"].refuse(g, None).rule == "8.1"
    decision = run(attack(g, h("0809")), ["join 1/A/741", "join A/1/16"])
    assert decision.options["resolve"] == [None]
    assert decision.options["join"].refuse(g, u("A/1/16")).rule == "8.1"


@pytest.mark.rule("omaha", "8.1")
def test_rangers_are_infantry_and_attack_free():
    g = scene([("AB/2R", "0710")], [("WN61", "wn07")], actions={"1": 0, "29": 0}, division=29)
    g.change(u("AB/2R"), division=29)
    assert targets(g) == [h("0809")]


@pytest.mark.rule("omaha", "8.1.hvy", "8.26b")
def test_heavy_infantry_attacks_from_two_hexes_at_full_strength():
    g = scene([("A/1/16", "0710"), ("H/2/16", "0610"), ("M/3/16", "0610", 2), ("D/1/16", "0712")], [("WN61", "wn07")])
    assert join(g, "H/2/16", "0809", "A/1/16") is None
    assert join(g, "M/3/16", "0809", "A/1/16") == "8.26b"
    assert join(g, "D/1/16", "0809", "A/1/16") == "8.1.hvy"


@pytest.mark.rule("omaha", "8.1.gun", "8.1.gun.a", "8.1.gun.b", "8.11")
def test_guns_join_next_to_the_target_or_to_attacking_infantry():
    units = [("A/1/16", "0710"), ("1/A/741", "0709"), ("2/A/741", "0711"), ("12/397", "0712"), ("AT/16", "0714")]
    g = scene(units, [("WN61", "wn07")])
    assert join(g, "1/A/741", "0809") is None, "next to the target"
    assert join(g, "2/A/741", "0809") == "8.1.gun", "nobody attacks yet"
    assert join(g, "2/A/741", "0809", "A/1/16") is None, "next to attacking infantry"
    assert join(g, "12/397", "0809", "A/1/16") == "8.1.gun"
    assert join(g, "AT/16", "0809", "A/1/16") == "8.1.gun"


@pytest.mark.rule("omaha", "8.1.gun.c", "8.1.gun.d", "11.3b", "8.11")
def test_guns_join_if_a_leader_commands_them_or_the_infantry():
    units = [("A/1/16", "0710"), ("AT/16", "0713"), ("12/397", "0713"), ("1/A/741", "0515")]
    g = scene([*units, ("Wyman", "0713")], [("WN61", "wn07")])
    assert join(g, "AT/16", "0809", "A/1/16") is None, "he commands the gun"
    assert join(g, "12/397", "0809", "A/1/16") == "8.11", "range 3, four hexes away"
    g = scene([*units, ("Wyman", "0710")], [("WN61", "wn07")])
    assert join(g, "AT/16", "0809", "A/1/16") is None, "he commands the infantry"
    assert join(g, "AT/16", "0809") == "8.1.gun"
    assert join(g, "1/A/741", "0809", "A/1/16") == "8.11", "range 5, six hexes away"


@pytest.mark.rule("omaha", "8.1.art", "8.1.art.a", "8.1.art.b", "11.2b")
def test_artillery_joins_under_one_hq_with_the_infantry():
    units = [("A/1/16", "0710"), ("62AFA", "0711"), ("7FA", "0711"), ("AC/81C", "0709"), ("58AFA", "0720")]
    posts = [("WN61", "wn07")]
    g = scene([*units, ("16 HQ", "0710")], posts, turn=18)
    assert join(g, "62AFA", "0809", "A/1/16") is None
    assert join(g, "62AFA", "0809") == "8.1.art.a", "no infantry attacks yet"
    assert join(g, "7FA", "0809", "A/1/16") == "8.1.art.b", "unarmored in the field of WN61"
    assert join(g, "AC/81C", "0809", "A/1/16") == "8.1.art", "adjacent"
    assert join(g, "58AFA", "0809", "A/1/16") == "7.2a", "another division acts"
    g = scene([*units, ("Wyman", "0710")], posts, turn=18)
    assert join(g, "62AFA", "0809", "A/1/16") == "8.1.art.a", "a general does not do"
    disrupted = [{"id": "WN61", "unit": "wn07", "disrupted": True}]
    g = scene([*units, ("16 HQ", "0710")], disrupted, turn=18)
    assert join(g, "7FA", "0809", "A/1/16") is None, "a disrupted unit has no field of fire"


@pytest.mark.rule("omaha", "8.12")
def test_ranged_fire_from_the_low_ground_reaches_only_what_overlooks_the_beach():
    units = [("A/1/16", "1012"), ("1/A/741", "0912"), ("2/A/741", "0812"), ("16 HQ", "0912"), ("H/2/16", "0811")]
    g = scene(units, [{"id": "C1", "unit": "1/1/726"}])
    assert join(g, "1/A/741", "1113", "A/1/16") is None, "the high ground"
    assert join(g, "2/A/741", "1113", "A/1/16") == "8.12"
    g = scene([("A/1/16", "0915"), ("2/A/741", "0714"), ("16 HQ", "0714")], [("WN64", "wn10")])
    assert join(g, "2/A/741", "0916", "A/1/16") is None, "WN64 overlooks the beach"
    g = scene([("A/1/16", "1013"), ("H/2/16", "1112"), ("M/3/16", "1012")], [{"id": "C1", "unit": "1/1/726"}])
    assert join(g, "M/3/16", "1113", "A/1/16") is None


@pytest.mark.rule("omaha", "8.13")
def test_every_attacker_needs_an_action():
    units = [("A/1/16", "0710"), ("B/1/16", "0709"), ("C/1/16", "0808"), {"id": "D/1/16", "hex": "0808", "acted": True}]
    g = scene(units, [("WN61", "wn07")])
    assert join(g, "C/1/16", "0809", "A/1/16", "B/1/16") == "8.13"
    assert join(g, "D/1/16", "0809") == "7.2"
    g = scene(units, [("WN61", "wn07")], actions={"1": 3, "29": 2})
    assert join(g, "C/1/16", "0809", "A/1/16", "B/1/16") is None
    run(attack(g, h("0809")), ["join A/1/16", "join B/1/16", "join C/1/16", "resolve"])
    assert g.actions[1] == 0
    assert all(g.units[u(name)].acted for name in ("A/1/16", "B/1/16", "C/1/16"))


@pytest.mark.rule("omaha", "8.15", "8.15a", "TEC.bluff", "TEC.5")
def test_bluffs_stop_attackers_from_below_but_not_from_above():
    g = scene([("A/1/16", "0816"), ("1/A/741", "0816"), ("B/1/16", "0915")], [("WN64", "wn10")])
    assert join(g, "A/1/16", "0916") == "8.15"
    assert refuse_attack(g, h("0916")) is None
    assert join(g, "1/A/741", "0916", "B/1/16") is None, "a tank has range"
    g = scene([("A/1/16", "0816")], [("WN64", "wn10")])
    assert refuse_attack(g, h("0916")).rule == "8.15"
    g = scene([("A/1/16", "0532")], [("WN72N", "wn10")], turn=18)
    assert refuse_attack(g, h("0531")) is None, "down the bluff"


@pytest.mark.rule("omaha", "8.15", "TEC.scale", "TEC.sheer")
def test_cliffs_stop_attackers():
    g = scene([("A/1/16", "0432")], [("WN73", "wn01")], division=29)
    g.change(u("A/1/16"), division=29)
    assert join(g, "A/1/16", "0533") == "8.15"
    g = scene([("A/1/116", "0334")], [("blank 0434", "1/1/726")], division=29)
    assert join(g, "A/1/116", "0434") == "8.15", "a sheer cliff"


@pytest.mark.rule("omaha", "8.15.hvy")
def test_heavy_infantry_attacks_up_a_bluff_with_infantry_that_need_not():
    g = scene([("H/2/16", "0816"), ("M/3/16", "0815"), ("B/1/16", "0915")], [("WN64", "wn10")])
    assert join(g, "H/2/16", "0916") == "8.15.hvy"
    assert join(g, "H/2/16", "0916", "M/3/16") == "8.15.hvy", "the other one is below the bluff too"
    assert join(g, "H/2/16", "0916", "B/1/16") is None
    g.change(u("H/2/16"), steps=2)
    assert join(g, "H/2/16", "0916", "B/1/16") == "8.15"


@pytest.mark.rule("omaha", "8.16", "8.41c")
def test_a_hex_is_attacked_once_and_not_after_a_barrage():
    g = scene([("A/1/16", "0710", 1), ("B/1/16", "0709")], [("WN61", "wn07")])
    run(attack(g, h("0809")), ["join A/1/16", "resolve"])
    assert refuse_attack(g, h("0809")).rule == "8.16"
    assert targets(g) == []
    g = scene([("A/1/16", "0710")], [("WN61", "wn07")], barraged=["0809"])
    assert refuse_attack(g, h("0809")).rule == "8.41c"


@pytest.mark.rule("omaha", "8.32", "8.16")
def test_the_hexes_of_a_two_hex_wn_are_attacked_apart():
    g = scene([("A/1/16", "0811"), ("B/1/16", "0913")], [("WN62N", "wn10", "wn-14"), ("WN62S", "wn01")])
    run(attack(g, h("0812")), ["join A/1/16", "resolve"])
    assert g.posts[p("WN62N")].shown
    assert not g.posts[p("WN62S")].shown
    assert refuse_attack(g, h("0912")) is None
    assert refuse_attack(g, h("0812")).rule == "8.16"


@pytest.mark.rule("omaha", "8.1.nav", "8.5", "8.51", "8.54")
def test_naval_fire_needs_a_marker_and_a_radio():
    g = scene([("A/1/16", "0710", 1)], [("WN61", "wn07")])
    assert refuse_naval_fire(g, [u("A/1/16")]).rule == "8.5"
    g.naval = 1
    assert refuse_naval_fire(g, [u("A/1/16")]).rule == "8.1.nav"
    decision = run(attack(g, h("0809")), ["join A/1/16"])
    assert not decision.options["naval-fire"]
    assert decision.options["naval-fire"].refuse(g, None).rule == "8.1.nav"
    g = scene([("A/1/16", "0710", 2)], [("WN61", "wn07")], naval=2)
    decision = run(attack(g, h("0809")), ["join A/1/16", "naval-fire"])
    assert "strength 13" in decision.prompt
    run(attack(g, h("0809")), ["join A/1/16", "naval-fire", "resolve"])
    assert g.naval == 1
    assert told(g, "naval_fire_added")[0]["left"] == 1


@pytest.mark.rule("omaha", "8.12a", "8.51")
def test_naval_fire_reaches_the_high_ground():
    g = scene([("A/1/16", "1012")], [{"id": "C1", "unit": "1/1/726"}], naval=1)
    run(attack(g, h("1113")), ["join A/1/16", "naval-fire", "resolve"])
    assert told(g, "attack_read")[0]["strength"] == 15


@pytest.mark.rule("omaha", "8.1")
def test_who_depends_on_a_unit_leaves_with_it():
    units = [("A/1/16", "0710", 2), ("2/A/741", "0711")]
    g = scene(units, [("WN61", "wn07")], naval=1)
    decision = run(attack(g, h("0809")), ["join A/1/16", "join 2/A/741", "naval-fire", "leave A/1/16"])
    assert decision.about["unit"] == ()
    assert decision.options["naval-fire"] == decision.options["no-naval-fire"] == []
    assert run(attack(g, h("0809")), ["join A/1/16", "naval-fire", "no-naval-fire", "back"]) is None
    assert not g.attacked
    assert g.actions[1] == 2


@pytest.mark.rule("omaha", "8.1", "8.15", "8.15.hvy")
def test_the_list_of_targets_agrees_with_the_refusals():
    units = [
        ("A/1/16", "0816"), ("H/2/16", "0710"), {"id": "B/1/16", "hex": "1009", "acted": True}, ("C/1/16", "0811"),
        {"id": "E/2/16", "hex": "1012", "climb": "climb"}, ("F/2/116", "0623"), ("AB/2R", "0532"), ("D/1/16", "0815"),
    ]  # fmt: skip
    posts = [(wn, f"wn{10 + n}") for n, wn in enumerate(("WN61", "WN62N", "WN64", "WN68N", "WN72N"))]
    posts += [("WN62S", "wn01"), ("A2", "3/1/726"), ("C1", "1P/352")]
    for division, actions in ((1, 2), (1, 0), (29, 2)):
        g = scene(units, posts, division=division, actions={"1": actions, "29": actions})
        expected = [place for place in range(len(g.box.board)) if refuse_attack(g, place) is None]
        assert targets(g) == expected
        assert expected or not actions


# --- 8.3 strength and terrain ------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "8.3.ratio")
def test_strengths_are_compared():
    assert [compare(n, 4) for n in (3, 4, 5, 7, 8, 20)] == ["less", "equal", "greater", "greater", "double", "double"]


@pytest.mark.rule("omaha", "8.31", "8.3.2")
def test_attackers_sum_up():
    g = scene([("A/1/16", "0710"), ("B/1/16", "0709", 2), ("1/A/741", "0709")], [("WN61", "wn07")])
    force = muster(g, h("0809"), [u("A/1/16"), u("B/1/16"), u("1/A/741")], naval=True)
    assert force.strength == 6 + 4 + 4 + 9
    assert force.fronts == (h("0709"), h("0710"))


def ground(target, *fronts, units=(), posts=()):
    g = scene(units, posts)
    return [(d.rule, d.depth) for d in doublings(g, h(target), [h(front) for front in fronts])]


@pytest.mark.rule("omaha", "8.3.terrain", "TEC.base", "TEC.woods", "TEC.bldg", "TEC.bocage", "TEC.hedge")
def test_the_terrain_of_the_hex_doubles():
    assert ground("0807", "0907") == [("TEC.woods", False)]
    assert ground("1113", "1012") == [("TEC.bldg", True)]
    assert ground("1110", "1010") == [("TEC.bocage", True)]
    assert ground("0916", "0915") == []
    assert ground("0635", "0536") == [], "a hedge does nothing"


@pytest.mark.rule("omaha", "8.31a", "TEC.3", "TEC.shingle", "TEC.slope", "TEC.5")
def test_hexsides_double_if_all_adjacent_attackers_cross_them():
    assert ground("0809", "0710") == [("TEC.shingle", False)]
    assert ground("0809", "0709") == [("TEC.slope", True)]
    assert ground("0809", "0709", "0710") == [("TEC.shingle", False)], "the one that helps less"
    assert ground("0809", "0709", "0810") == [], "0810 is open"
    assert ground("0809", "0910") == [("TEC.shingle", False)], "an anti-tank ditch"
    assert ground("0531", "0532") == [("TEC.5", True)], "a bluff from above is a slope"
    assert ground("0531", "0630") == [("TEC.shingle", False)], "an anti-tank wall"
    assert ground("0723", "0623") == [("TEC.shingle", False)]
    assert ground("0529", "0428") == [], "a seawall does nothing"


@pytest.mark.rule("omaha", "TEC.1", "8.3.2")
def test_terrain_is_not_cumulative():
    g = scene([("A/1/16", "0808")], [("WN60", "wn05", "wn-14")])
    force = muster(g, h("0807"), [u("A/1/16")], naval=False)
    assert [d.rule for d in force.doublings] == ["TEC.woods", "TEC.slope"]
    assert defence_strength(force, piece("wn05"), None) == 6
    assert defence_strength(force, piece("wn05"), marker("wn-14")) == 6 + 4


@pytest.mark.rule("omaha", "TEC.woods", "TEC.shingle", "TEC.bldg")
def test_depth_is_doubled_only_where_the_chart_says_so():
    def strength(*doubled):
        return defence_strength(Force(0, (), False, 0, frozenset(), (), False, doubled), piece("wn05"), marker("wn-14"))

    woods, buildings = ground_of("0807", "0907"), ground_of("1113", "1012")
    assert (strength(), strength(*woods), strength(*buildings)) == (5, 8, 10)


def ground_of(target, front):
    return doublings(scene([]), h(target), [h(front)])


@pytest.mark.rule("omaha", "23.6")
def test_armor_gets_no_help_from_terrain():
    g = at(
        scenario="omaha-beach", options={"armor": True}, clear=True, phase="action", turn=18, division=1,
        armor=[{"hex": "1320", "depth": "armor-03"}, {}, {}, {}], units=[{"id": "A/1/16", "hex": "1219"}],
    )  # fmt: skip
    assert doublings(g, h("1320"), [h("1219")]) == ()


# --- 8.3.4 the table ---------------------------------------------------------------------------------------------

TABLE = {
    (False, 3): ("German gains depth, US disrupted", "US disrupted, German hidden", "US disrupted"),
    (False, 4): ("German gains depth, US disrupted", "US disrupted, German hidden", "US disrupted"),
    (False, 7): ("German gains depth", "US disrupted", "no effect"),
    (False, 8): ("German disrupted", "German disrupted", "German disrupted, attrition"),
    (True, 3): ("German gains depth", "US disrupted", "no effect"),
    (True, 4): ("German disrupted", "no effect", "German disrupted"),
    (True, 7): ("German defeated", "reveal depth", "depth eliminated, German disrupted"),
    (True, 8): ("German defeated", "reveal depth", "depth eliminated, German disrupted or both"),
}


@pytest.mark.rule("omaha", "AT.cells", "8.3.4", "8.3.3")
@pytest.mark.parametrize(("weapons", "strength"), list(TABLE))
def test_every_cell_of_the_attack_table(weapons, strength):
    box = the_game().box
    held = frozenset(["FL", "BZ"] if weapons else [])
    unit, depth_row = piece("2/1/915"), marker("mobile-06")  # 4, FL and 2, nothing
    fronts = (h("1009"), h("1111")) if weapons else ()
    for column, expected in zip(("alone", "unrevealed", "revealed"), TABLE[weapons, strength], strict=True):
        revealed = depth_row if column == "revealed" else None
        attackers = strength + (2 if column == "revealed" and strength < 8 else 4 if column == "revealed" else 0)
        force = Force(h("1110"), (), False, attackers, held, fronts, False, ())
        assert ", ".join(read_table(box, force, unit, revealed, column).results) == expected


@pytest.mark.rule("omaha", "AT.17", "14", "14.changes", "8.33", "8.33a")
def test_what_a_cell_means_for_the_unit():
    both = ("depth eliminated", "German disrupted or both")

    def meaning(results, name, **facts):
        facts = {"extended": False, "communicates": True, "gains": True, **facts}
        return effects(results, piece(name), Standing(**facts))

    assert meaning(both, "wn05") == ["depth eliminated", "German disrupted"]
    assert meaning(both, "wn05", extended=True) == ["depth eliminated", "German eliminated"]
    assert meaning(both, "1P/352", extended=True) == ["depth eliminated", "German withdraws"]
    defeated = ("German defeated",)
    assert meaning(defeated, "1P/352") == ["German withdraws"]
    assert meaning(defeated, "5/2/916") == ["German withdraws"], "a tactical unit of the 352nd"
    assert meaning(defeated, "1P/352", communicates=False) == ["German eliminated"]
    assert meaning(defeated, "1/1/726") == ["German eliminated"], "the 716th never withdraws"
    assert meaning(defeated, "wn05") == ["German eliminated"]
    assert meaning(defeated, "1/1/352PzJ") == ["German eliminated"], "nor does armor (23.6)"
    assert meaning(("German gains depth",), "wn05", communicates=False) == ["no depth gained"]


# --- 8.23 heroes -------------------------------------------------------------------------------------------------


def hero_readings(strength, held, unit, column="alone", depth_row=None, *, hero=True):
    force = Force(h("0916"), (), False, strength, frozenset(held), (h("0915"),), hero, ())
    found = readings(the_game().box, force, piece(unit), depth_row, column)
    return [(reading.benefit, ", ".join(reading.results)) for reading in found]


@pytest.mark.rule("omaha", "8.23", "11.13", "8.23c")
def test_a_hero_stands_in_for_one_weapon():
    assert hero_readings(4, {"BZ"}, "wn18") == [("weapon", "German defeated")]
    assert hero_readings(4, {"BZ"}, "wn18", hero=False) == [("", "German disrupted")]
    assert hero_readings(3, set(), "wn18") == [("strength", "German disrupted")], "two weapons lack: one is not enough"


@pytest.mark.rule("omaha", "8.23b", "11.13")
def test_a_hero_adds_one_to_the_strength_instead():
    assert hero_readings(2, {"BZ", "BR"}, "wn18") == [("strength", "German defeated")]
    assert hero_readings(3, {"BZ", "BR"}, "wn18") == [("", "German defeated")], "he is not needed"


@pytest.mark.rule("omaha", "8.23a")
def test_a_hero_never_stands_in_for_flanking():
    assert hero_readings(8, set(), "1R/352") == [("", "German disrupted")]


@pytest.mark.rule("omaha", "8.25", "8.23")
def test_a_hero_stands_in_for_naval_fire():
    found = hero_readings(9, {"BZ", "BR"}, "wn18", "revealed", marker("wn-17"))
    assert found == [("weapon", "depth eliminated, German disrupted or both")]


@pytest.mark.rule("omaha", "8.23", "8.23b")
def test_the_player_chooses_when_neither_help_is_plainly_better():
    both = hero_readings(3, {"BZ"}, "wn18", "unrevealed")
    assert both == [("weapon", "reveal depth"), ("strength", "German disrupted")]
    assert hero_readings(2, {"BZ", "BR"}, "wn18", "unrevealed") == [("strength", "reveal depth"), ("", "no effect")]
    assert hero_readings(3, {"BZ", "BR"}, "wn18", "unrevealed") == [("", "reveal depth")]


@pytest.mark.rule("omaha", "8.23", "8.3.5")
def test_the_hero_question():
    units = [{"id": "A/1/16", "hex": "0915", "steps": 1, "hero": "hero"}]
    g = scene(units, [("WN64", "wn17", "wn-13")], turn=6)
    g.change(u("A/1/16"), steps=1)
    decision = run(attack(g, h("0916")), ["join A/1/16", "resolve"])
    assert decision.rule == "8.23"
    assert set(decision.options) == {"hero-strength", "hero-rests"}
    g = scene(units, [("WN64", "wn17", "wn-13")])
    run(attack(g, h("0916")), ["join A/1/16", "resolve", "hero-rests"])
    assert told(g, "attack_fruitless")
    g = scene(units, [("WN64", "wn17", "wn-13")])
    run(attack(g, h("0916")), ["join A/1/16", "resolve", "hero-strength"])
    assert [event["defence"] for event in told(g, "attack_read")] == [2, 3]


@pytest.mark.rule("omaha", "8.23", "11.15a")
def test_only_living_heroes_next_to_the_target_help():
    g = scene(
        [
            {"id": "A/1/16", "hex": "0915", "hero": "inspired"},
            {"id": "H/2/16", "hex": "0914", "hero": "hero"},
            {"id": "B/1/16", "hex": "0915", "hero": "hero"},
        ],
        [("WN64", "wn18")],
    )
    target = h("0916")
    assert not muster(g, target, [u("A/1/16"), u("H/2/16")], naval=False).hero
    assert muster(g, target, [u("A/1/16"), u("B/1/16")], naval=False).hero
    assert not readings(the_game().box, muster(g, target, [u("A/1/16")], naval=False), piece("wn18"), None, "alone")[
        0
    ].benefit


# --- results -----------------------------------------------------------------------------------------------------


def fight(units, post, *answers, script=None, **fields):
    """Attack the hex of the post with all units, then give the answers."""
    g = scene(units, [post], script=script, **fields)
    name = post["id"] if isinstance(post, dict) else post[0]
    target = g.box.positions[p(name)].hex
    names = [row["id"] if isinstance(row, dict) else row[0] for row in units]
    fighters = [name for name in names if not g.piece(u(name)).is_leader]
    run(attack(g, target), [*(f"join {name}" for name in fighters), "resolve", *answers])
    return g


@pytest.mark.rule("omaha", "8.3.1", "9.1a")
def test_the_unit_is_revealed_but_not_its_depth():
    g = fight([("A/1/16", "0710", 1)], ("WN61", "wn07", "wn-14"))
    assert told(g, "unit_revealed")[0]["german"] == german("wn07")
    assert not told(g, "depth_revealed")


@pytest.mark.rule("omaha", "AT.gain", "AT.usdis", "9.21")
def test_a_lone_unit_gains_depth_and_the_attackers_are_disrupted():
    g = fight([("A/1/16", "0710", 1), ("16 HQ", "0710")], ("WN61", "wn07"), script={"wn depth": ["wn-09"]})
    post = g.posts[p("WN61")]
    assert post.depth == depth("wn-09")
    assert not post.depth_shown
    assert g.units[u("A/1/16")].disrupted
    assert g.units[u("A/1/16")].fresh
    assert not g.units[u("16 HQ")].disrupted


@pytest.mark.rule("omaha", "AT.gain")
def test_no_depth_is_gained_without_communication():
    ring = [("B/1/16", "1009"), ("C/1/16", "1010"), ("D/1/16", "1109"), ("E/2/16", "1111"), ("F/2/16", "1209")]
    units = [("A/1/16", "1210", 1), *ring]
    g = scene(units, [("A2", "9/3/726")])
    run(attack(g, h("1110")), ["join A/1/16", "resolve"])
    assert told(g, "no_depth_gained")[0]["why"] == "no German communication"
    assert g.posts[p("A2")].depth is None


@pytest.mark.rule("omaha", "AT.gain")
def test_no_depth_is_gained_when_no_marker_is_left():
    g = scene([("A/1/16", "0710", 1)], [("WN61", "wn07")])
    g.depth_pool["out"] += g.depth_pool["wn"]
    g.depth_pool["wn"] = []
    run(attack(g, h("0809")), ["join A/1/16", "resolve"])
    assert told(g, "no_depth_gained")[0]["why"] == "no marker is left"
    assert g.posts[p("WN61")].depth is None


@pytest.mark.rule("omaha", "AT.gain", "23.6")
def test_armor_gains_no_depth():
    g = at(
        scenario="omaha-beach", options={"armor": True}, clear=True, phase="action", turn=18, division=29,
        actions={"1": 3, "29": 3}, armor=[{"hex": "1320"}, {}, {}, {}], units=[{"id": "A/1/116", "hex": "1219"}],
    )  # fmt: skip
    run(attack(g, h("1320")), ["join A/1/116", "resolve"])
    assert "came with" in told(g, "no_depth_gained")[0]["why"]
    assert g.armor[0].depth is None


@pytest.mark.rule("omaha", "AT.hide", "AT.usdis")
def test_a_weak_attack_without_the_weapons_loses_sight_of_the_unit():
    g = fight([("A/1/16", "0710", 1)], ("WN61", "wn07", "wn-14"))
    assert not g.posts[p("WN61")].shown
    assert g.units[u("A/1/16")].disrupted


@pytest.mark.rule("omaha", "AT.depth", "8.3.5")
def test_depth_is_eliminated_and_the_unit_disrupted():
    g = fight([("I/3/16", "0710"), ("1/B/741", "0711", 1)], ("WN61", "wn07", "wn-07"))
    post = g.posts[p("WN61")]
    assert post.depth is None
    assert post.disrupted
    assert post.unit == german("wn07")
    assert depth("wn-07") in g.gone_depth
    assert [(e["strength"], e["defence"]) for e in told(g, "attack_read")] == [(8, 4), (8, 5)]


@pytest.mark.rule("omaha", "8.3.5", "9.4")
def test_a_tactical_marker_brings_a_unit_and_leaves_the_wn_alone():
    g = fight([("I/3/16", "0710"), ("1/B/741", "0711", 1)], ("WN61", "wn07", "wn-01"))
    assert g.posts[p("WN61")].unit is None
    assert [e["column"] for e in told(g, "attack_read")] == ["with unrevealed depth", "unit alone"]
    assert told(g, "tactical_reinforcement")
    assert {german("wn07")} <= set(g.gone)


@pytest.mark.rule("omaha", "AT.attr")
def test_attrition_is_optional_and_costs_a_step():
    units = [("I/3/16", "1009"), ("L/3/16", "1010", 2), ("G/2/16", "1010", 1), ("Wyman", "1009")]
    post = ("A2", "3/1/726", "mobile-02")
    g = fight(units, post, "take-loss G/2/16")
    assert g.units[u("G/2/16")].place == "lost"
    assert g.posts[p("A2")].depth is None
    assert g.posts[p("A2")].disrupted
    g = fight(units, post, "no-attrition")
    assert g.units[u("G/2/16")].steps == 1
    assert g.posts[p("A2")].depth_shown
    assert g.posts[p("A2")].disrupted


@pytest.mark.rule("omaha", "AT.defeat", "8.33a", "8.34")
def test_a_defeated_wn_unit_is_removed_and_nobody_advances():
    g = fight([("A/1/16", "0915")], ("WN64", "wn18"))
    assert g.posts[p("WN64")].unit is None
    assert german("wn18") in g.gone
    assert g.units[u("A/1/16")].hex == h("0915")


@pytest.mark.rule("omaha", "8.33", "8.33a", "AT.defeat")
def test_a_352nd_unit_in_communication_withdraws():
    units = [("A/1/16", "1009"), ("B/1/16", "1111"), ("Wyman", "1010")]
    g = fight(units, ("A2", "6/2/916"))
    assert g.posts[p("A2")].unit is None
    assert german("6/2/916") in g.pool["D"], "whatever pool it came from"
    assert german("6/2/916") not in g.gone
    g = fight(units, ("A2", "1/1/726"))
    assert german("1/1/726") in g.gone


@pytest.mark.rule("omaha", "AT.17", "14.changes", "AT.depth")
def test_from_turn_17_unit_and_depth_go_together():
    units = [("A/1/16", "1009"), ("B/1/16", "1111"), ("Wyman", "1010")]
    post = ("A2", "3/1/726", "mobile-04")
    g = fight(units, post, turn=16)
    assert g.posts[p("A2")].unit == german("3/1/726")
    assert g.posts[p("A2")].disrupted
    g = fight(units, post, scenario="omaha-beach", turn=17)
    assert g.posts[p("A2")].unit is None
    assert depth("mobile-04") in g.gone_depth
    assert german("3/1/726") in g.gone


@pytest.mark.rule("omaha", "23.6", "23.6a", "AT.17")
def test_armor_is_attacked_like_others_and_never_withdraws():
    g = at(
        scenario="omaha-beach", options={"armor": True}, clear=True, phase="action", turn=18, division=29,
        actions={"1": 3, "29": 3}, armor=[{"hex": "1320", "depth": "armor-03"}, {}, {}, {}],
        units=[
            {"id": "A/1/116", "hex": "1321"}, {"id": "B/1/116", "hex": "1321"}, {"id": "1/A/743", "hex": "1321"},
        ],
    )  # fmt: skip
    g.commanded = commanders(g)
    run(attack(g, h("1320")), ["join A/1/116", "join B/1/116", "join 1/A/743", "resolve"])
    assert [(e["strength"], e["defence"]) for e in told(g, "attack_read")] == [(16, 6), (16, 8)]
    assert g.armor[0].hex is None
    assert told(g, "german_removed")[0]["rule"] == "23.6a"


# --- preview -----------------------------------------------------------------------------------------------------


def forecast(g, target, *units, verb="resolve"):
    if verb == "attack":
        return foresee_attack(g, h(target))
    decision = run(attack(g, h(target)), [f"join {name}" for name in units])
    return decision.options["resolve"].foresee(g, None)


@pytest.mark.rule("omaha", "8.3", "AID.reveal")
def test_the_preview_counts_all_units_that_may_lie_there():
    g = scene([("A/1/16", "0915", 2)], [("WN64", "wn18")])
    found = forecast(g, "0916", "A/1/16")
    # Nine plain units; BZ BG RD meet BG, BZ, BZ, and the twos BG and BZ.
    assert found.results == {"German eliminated": Fraction(5, 9), "German disrupted": Fraction(4, 9)}
    assert found.figures["German strength"] == "1 to 2"
    assert found.figures["weapons that may be missing"] == "BR MO"


@pytest.mark.rule("omaha", "AID.reveal")
def test_units_that_have_been_seen_are_left_out():
    g = scene([("A/1/16", "0915", 2)], [("WN64", "wn18"), {"id": "WN66N", "unit": "wn10", "shown": True}])
    g.pool["out"].remove(german("wn11"))
    g.gone.append(german("wn11"))
    assert forecast(g, "0916", "A/1/16").results["German eliminated"] == Fraction(4, 7)


@pytest.mark.rule("omaha", "AID.reveal", "8.3.5", "9.1a")
def test_the_preview_goes_on_through_the_depth_marker():
    g = scene(
        [("I/3/16", "0710"), ("1/B/741", "0711", 1)], [{"id": "WN61", "unit": "wn07", "shown": True, "depth": "wn-07"}]
    )
    found = forecast(g, "0809", "I/3/16", "1/B/741")
    # 8 against 4; of 18 markers four are tactical, two ask for NA. Depth of 1 makes 5, of 2 makes 6: never double.
    assert found.results == {
        "tactical reinforcement, German eliminated": Fraction(4, 18),
        "depth eliminated, German disrupted": Fraction(12, 18),
        "no effect": Fraction(2, 18),
    }
    assert list(found.results)[-1] == "no effect"
    assert found.figures["table"] == "weapons yes, at least double, with unrevealed depth"
    assert [(m.rule, m.value) for m in found.modifiers] == [("TEC.shingle", 2)]


@pytest.mark.rule("omaha", "AID.reveal")
def test_kg_meyer_markers_count_as_far_as_they_are_released():
    units = [("A/1/16", "1009"), ("B/1/16", "1010"), ("Wyman", "1009")]
    g = scene(units, [{"id": "A2", "unit": "3/1/726", "shown": True, "depth": "mobile-02"}])

    def strongest():
        return forecast(g, "1110", "A/1/16", "B/1/16").figures["German strength with depth"]

    assert strongest() == "6 to 10"
    before = forecast(g, "1110", "A/1/16", "B/1/16").results
    g.depth_pool["mobile"] += [g.depth_pool["kg"].pop(), g.depth_pool["kg"].pop()]
    after = forecast(g, "1110", "A/1/16", "B/1/16").results
    assert before != after
    assert sum(after.values()) == 1


@pytest.mark.rule("omaha", "AID.reveal")
def test_the_preview_never_depends_on_what_is_hidden():
    game = the_game()
    g = scene(
        [("A/1/16", "0710"), ("B/1/16", "1009"), ("C/1/16", "1012"), ("Wyman", "1010")],
        [("WN61", "wn07", "wn-07"), ("A2", "3/1/726", "mobile-02"), ("C1", "1P/352", "building-03"), ("WN64", "wn10")],
        naval=1,
    )

    def all_seen(state):
        return [foresee_attack(state, target) for target in targets(g)]

    expected = all_seen(g)
    assert len(expected) == 3
    for seed in range(8):
        twin = game.imagine(g, "us", Random(seed))
        assert all_seen(twin) == expected
        assert targets(twin) == targets(g)


@pytest.mark.rule("omaha", "8.1")
def test_the_default_force_is_all_that_can_pay():
    units = [("A/1/16", "0710", 2), ("B/1/16", "0710"), ("C/1/16", "0709"), ("1/B/741", "0711")]
    g = scene(units, [("WN61", "wn07")])
    assert full_force(g, h("0809")) == (u("B/1/16"), u("C/1/16"), u("A/1/16"))
    found = forecast(g, "0809", verb="attack")
    assert found.figures["attackers"] == "B/1/16, C/1/16, A/1/16"
    assert found.figures["actions"] == 2


@pytest.mark.rule("omaha", "8.1")
def test_the_prompt_says_how_far_the_attack_has_come():
    g = scene([("A/1/16", "0710", 2)], [{"id": "WN61", "unit": "wn07", "shown": True, "depth": "wn-07"}])
    decision = run(attack(g, h("0809")), ["join A/1/16"])
    expected = (
        "Attack on WN 61 (0809): strength 4 with BG BZ RD, against 4 and hidden depth. Still missing: MO. "
        "It costs 1 of the 2 actions left. Who else attacks?"
    )
    assert decision.prompt == expected


@pytest.mark.rule("omaha", "8.3", "8.3.5", "AID.reveal")
def test_the_preview_foretells_what_happens_over_all_hidden_counters():
    units = [("I/3/16", "0710", 2), ("1/B/741", "0711")]
    tally = {}
    for name in ("wn07", "wn08"):
        for number in range(1, 19):
            g = scene(units, [("WN61", name, f"wn-{number:02}")])
            expected = forecast(g, "0809", "I/3/16", "1/B/741").results
            run(attack(g, h("0809")), ["join I/3/16", "join 1/B/741", "resolve"], take_first=True)
            last = told(g, "attack_read")[-1]["result"]
            if last == "German defeated":
                last = "German eliminated"
            text = ("tactical reinforcement, " if told(g, "tactical_reinforcement") else "") + last
            text = text.replace("attrition", "optional attrition")
            tally[text] = tally.get(text, 0) + Fraction(1, 36)
    assert tally == expected
    assert len(tally) > 2


@pytest.mark.rule("omaha", "8.1")
def test_with_two_players_the_player_of_the_division_decides():
    g = scene([("A/1/116", "0623")], [("WN68N", "wn10")], division=29, options={"coop": True})
    assert run(attack(g, h("0723"))).side == "29th"


def test_an_old_question_foretells_the_attack_that_it_asked_about():
    g = scene([("A/1/16", "0710", 2)], [("WN61", "wn07")], naval=1)
    flow = attack(g, h("0809"))
    next(flow)
    joined = flow.send(Action("join", u("A/1/16")))
    before = joined.options["resolve"].foresee(g, None)
    shelled = flow.send(Action("naval-fire"))
    assert joined.options["resolve"].foresee(g, None) == before
    assert shelled.options["resolve"].foresee(g, None).figures["strength"] == before.figures["strength"] + 9
    assert joined.options["naval-fire"].refuse(g, None) is None
