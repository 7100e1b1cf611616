"""8.4, 8.5, 17.3 Barrages."""

from fractions import Fraction
from random import Random

import pytest
from tests.omaha.helpers import action_scene, at, depth, h, match_at, p, the_game, told, u

from beachhead.games.omaha.barrage import (
    barrage,
    barrage_targets,
    foresee_barrage,
    foresee_naval,
    naval_barrage,
    naval_targets,
    refuse_barrage,
    refuse_naval,
)
from beachhead.games.omaha.command import commanders
from beachhead.kernel import parse_action

BOTH, COLOUR, SYMBOL, NEITHER = "3", "1", "23", "20"  # for an orange target and a triangle


def scene(units, posts=(), **fields):
    """The action phase with two actions left to each division."""
    return action_scene(units, posts, **{"division": 1, "actions": {"1": 2, "29": 2}, **fields})


def late(units, posts=(), **fields):
    return scene(units, posts, scenario="omaha-beach", turn=18, **fields)


def refused(g, unit, target):
    ruling = refuse_barrage(g, h(target), unit=u(unit))
    return ruling and ruling.rule


def shown(name, unit, depth_name=None):
    return {"id": name, "unit": unit, "shown": True, **({"depth": depth_name} if depth_name else {})}


# --- 8.4 tanks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "8.4", "8", "8.11", "7.2")
def test_a_tank_barrages_what_has_it_in_its_field_of_fire():
    units = [("1/A/741", "0610"), ("2/A/741", "0710"), ("A/1/16", "0511"), ("12/397", "0610"), ("1/B/741", "0516")]
    g = scene(units, [("WN61", "wn07")])
    assert barrage_targets(g, u("1/A/741")) == [h("0809")]
    assert refused(g, "2/A/741", "0809") == "8.4", "adjacent"
    assert refused(g, "A/1/16", "0809") == "8.4", "infantry"
    assert refused(g, "12/397", "0809") == "8.4", "anti-air"
    assert refused(g, "1/B/741", "0809") == "8.11"
    assert refused(g, "1/A/741", "0807") == "8.4", "nobody is there"
    assert barrage_targets(g, u("A/1/16")) == []
    g.change(u("1/A/741"), acted=True)
    assert refused(g, "1/A/741", "0809") == "7.2"


@pytest.mark.rule("omaha", "8.4", "8.4.obs", "11.3b")
def test_infantry_observes_for_a_tank_if_a_leader_commands_one_of_them():
    units = [("2/A/741", "0713"), ("A/1/16", "0711")]
    posts = [("WN61", "wn07")]
    g = scene([("2/A/741", "0713")], posts)
    assert refused(g, "2/A/741", "0809") == "8.4", "nobody is in the field of fire"
    g = scene(units, posts)
    assert refused(g, "2/A/741", "0809") == "8.4.obs"
    g = scene([*units, ("Wyman", "0714")], posts)
    assert refused(g, "2/A/741", "0809") is None, "he commands the tank"
    g = scene([*units, ("16 HQ", "0710")], posts)
    assert refused(g, "2/A/741", "0809") is None, "it commands the infantry"
    g.change(u("A/1/16"), disrupted=True)
    assert refused(g, "2/A/741", "0809") == "8.4"
    g.change(u("A/1/16"), disrupted=False, acted=True)
    assert refused(g, "2/A/741", "0809") is None, "observing is no action"
    g = scene([("2/A/741", "0713"), ("12/397", "0711"), ("Wyman", "0713")], posts)
    assert refused(g, "2/A/741", "0809") == "8.4", "only infantry observes"


@pytest.mark.rule("omaha", "8.41c", "8.41b", "8.41", "8.41a")
def test_a_hex_is_barraged_again_but_not_after_an_attack():
    units = [("1/A/741", "0610"), ("2/A/741", "0611")]
    g = scene(units, [("WN61", "wn07", "wn-09")], script={"barrage": [NEITHER, BOTH]})
    barrage(g, u("1/A/741"), h("0809"))
    assert g.barraged == {h("0809")}
    assert refused(g, "2/A/741", "0809") is None
    barrage(g, u("2/A/741"), h("0809"))
    assert [slot for slot, _ in g.track] == ["barrage", "barrage"]
    assert g.actions[1] == 0
    g = scene(units, [("WN61", "wn07")], attacked=["0809"])
    assert refused(g, "1/A/741", "0809") == "8.41c"


@pytest.mark.rule("omaha", "8.42", "8.42a")
def test_unrevealed_reinforcements_and_the_high_ground():
    units = [("1/A/741", "0708"), ("2/A/741", "0906"), ("A/1/16", "0908"), ("Wyman", "0807")]
    g = scene(units, [("A1", "1/1/726")])
    assert refused(g, "2/A/741", "1008") == "8.42"
    g = scene(units, [shown("A1", "1/1/726")])
    assert refused(g, "2/A/741", "1008") is None
    assert refused(g, "1/A/741", "1008") == "8.42a"
    g = scene([("1/A/741", "0615")], [("WN64", "wn10")])
    assert refused(g, "1/A/741", "0916") is None, "an unrevealed WN, and it overlooks the beach"


# --- 8.4 the table -----------------------------------------------------------------------------------------------


def after(steps, number, depth_name, unit="1/A/741"):
    """What is left of WN61 after a barrage: disrupted, depth."""
    g = scene([(unit, "0610", steps)], [("WN61", "wn07", depth_name or "")], script={"barrage": [number]})
    barrage(g, u(unit), h("0809"))
    post = g.posts[p("WN61")]
    assert post.unit is not None
    assert not post.shown
    return post.disrupted, post.depth is not None


@pytest.mark.rule("omaha", "8.4.tab", "8.4.miss", "2.3")
def test_every_cell_of_the_barrage_table_for_tanks():
    for steps, cells in {1: "nid", 2: "idd"}.items():
        for number, cell in zip((SYMBOL, COLOUR, BOTH), cells, strict=True):
            assert after(steps, number, "wn-09") == (cell == "d", True)
            assert after(steps, number, None) == (cell in "id", False)
        assert after(steps, NEITHER, None) == (False, False)


@pytest.mark.rule("omaha", "8.4.tab", "17.3")
def test_every_cell_of_the_barrage_table_for_strong_artillery():
    units = [("62AFA", "0714"), ("16 HQ", "0713"), ("A/1/16", "0712")]
    for number, kept in (("23", None), ("1", True), ("45", False), ("4", False), ("21", True)):
        g = late(units, [("WN61", "wn07", "wn-09")], script={"barrage": [number]})
        barrage(g, u("62AFA"), h("0809"))
        post = g.posts[p("WN61")]
        assert post.disrupted == (kept is not None)
        assert (post.depth is not None) == (kept is not False)
        if kept is False:
            assert depth("wn-09") in g.gone_depth


@pytest.mark.rule("omaha", "8.41d", "8.4.tab")
def test_only_the_target_hex_of_a_two_hex_wn_is_affected():
    g = scene([("1/A/741", "0610")], [("WN62N", "wn10"), ("WN62S", "wn01")], script={"barrage": ["11"]})
    assert barrage_targets(g, u("1/A/741")) == [h("0812"), h("0912")]
    barrage(g, u("1/A/741"), h("0812"))
    assert g.posts[p("WN62N")].disrupted
    assert not g.posts[p("WN62S")].disrupted
    assert told(g, "barraged")[0]["shows"] == "the colour and the symbol"


@pytest.mark.rule("omaha", "8.4.tab")
def test_the_preview_counts_the_cards_left():
    g = scene([("1/A/741", "0610")], [("WN61", "wn07", "wn-09")])
    found = foresee_barrage(g, h("0809"), unit=u("1/A/741"))
    colour = sum("orange" in card.fire for card in the_game().box.cards)
    assert found.results["disrupted"] == Fraction(colour, 54)
    assert sum(found.results.values()) == 1
    assert found == foresee_barrage(the_game().imagine(g, "us", Random(1)), h("0809"), unit=u("1/A/741"))
    assert refuse_barrage(g, h("0807"), unit=u("1/A/741")).rule == "8.4"


# --- 17.3 artillery ----------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "17.3", "17.3b", "17.3c", "17.3d", "8.11")
def test_artillery_barrages_from_turn_17_in_command_and_with_an_observer():
    units, posts = [("62AFA", "0714"), ("A/1/16", "0712")], [("WN61", "wn07")]
    hq = ("16 HQ", "0713")
    assert refused(scene([*units, hq], posts), "62AFA", "0809") == "17.3"
    g = late([*units, hq], posts)
    assert refused(g, "62AFA", "0809") is None
    assert barrage_targets(g, u("62AFA")) == [h("0809")]
    assert refused(late(units, posts), "62AFA", "0809") == "17.3b"
    assert refused(late([*units, ("Wyman", "0713")], posts), "62AFA", "0809") == "17.3b", "a general does not do"
    assert refused(late([units[0], hq], posts), "62AFA", "0809") == "17.3c"
    two = [("62AFA", "0717"), ("A/1/16", "0712"), ("16 HQ", "0718"), ("18 HQ", "0713")]
    assert refused(late(two, posts), "62AFA", "0809") == "17.3d", "each has its own HQ"
    assert refused(late([("62AFA", "0710"), ("16 HQ", "0710")], posts), "62AFA", "0809") == "17.3", "adjacent"
    near = [("62AFA", "0711"), ("16 HQ", "0710")]
    assert refused(late(near, posts), "62AFA", "0809") is None, "armored artillery observes for itself"


@pytest.mark.rule("omaha", "17.3a", "17.3e", "17.3f", "17.3")
def test_what_artillery_may_not_barrage_and_from_where():
    units = [("62AFA", "0714"), ("7FA", "0714"), ("16 HQ", "0713"), ("A/1/16", "0912"), ("M/3/16", "0712")]
    g = late(units, [("C1", "1P/352"), ("WN61", "wn07")])
    assert refused(g, "62AFA", "1113") == "17.3a"
    assert refused(g, "7FA", "0809") is None
    g = late(units, [shown("C1", "1P/352"), ("WN61", "wn07")])
    assert refused(g, "62AFA", "1113") == "17.3f"
    g = late([*units, ("7FA", "0712")], [("WN61", "wn07")])
    assert refused(g, "7FA", "0809") == "17.3e"
    g = late([("AC/81C", "0912"), ("16 HQ", "0912"), ("A/1/16", "1012")], [shown("C1", "1P/352")])
    assert refused(g, "AC/81C", "1113") == "17.3e", "0912 lies in the field of C1"


# --- 8.52 ships --------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "8.5", "8.52", "8.52b", "8.53", "8.12a")
def test_where_the_ships_may_fire():
    units = [("A/1/16", "0610"), ("B/1/16", "1012")]
    g = scene(units, [("WN61", "wn07"), ("WN72N", "wn10"), ("C1", "1P/352")], naval=1)
    assert naval_targets(g) == [h("0809")]
    assert refuse_naval(g, h("0531")).rule == "8.52", "nobody is in its field of fire"
    assert refuse_naval(g, h("1113")).rule == "8.52b"
    assert refuse_naval(g, h("0807")).rule == "8.52"
    g.attacked = {h("0809")}
    assert refuse_naval(g, h("0809")).rule == "8.53"
    g.naval = 0
    assert refuse_naval(g, h("0809")).rule == "8.5"
    assert naval_targets(g) == []
    g = scene(units, [shown("C1", "1P/352")], naval=1)
    assert naval_targets(g) == [h("1113")], "revealed: the high ground does not matter"


@pytest.mark.rule("omaha", "8.52")
def test_the_ships_need_undisrupted_infantry_with_a_radio():
    posts = [("WN61", "wn07")]
    assert naval_targets(scene([("B/1/16", "0610", 2)], posts, naval=1)) == []
    assert naval_targets(scene([("B/1/16", "0610", 2), ("16 HQ", "0611")], posts, naval=1)) == [h("0809")]
    assert naval_targets(scene([("B/1/16", "0610", 2), ("Wyman", "0611")], posts, naval=1)) == []
    assert naval_targets(scene([{"id": "A/1/16", "hex": "0610", "disrupted": True}], posts, naval=1)) == []
    assert naval_targets(scene([("1/A/741", "0610"), ("16 HQ", "0611")], posts, naval=1)) == [], "not infantry"


@pytest.mark.rule("omaha", "8.52", "8.52a", "8.53", "8.54")
def test_a_naval_barrage_disrupts_and_strips_depth_for_free():
    g = scene([{"id": "A/1/16", "hex": "0610", "acted": True}], [("WN61", "wn07", "wn-09")], naval=2)
    naval_barrage(g, h("0809"))
    post = g.posts[p("WN61")]
    assert post.disrupted
    assert post.depth is None
    assert post.unit is not None
    assert depth("wn-09") in g.gone_depth
    assert (g.naval, g.actions[1], g.barraged) == (1, 2, {h("0809")})


@pytest.mark.rule("omaha", "8.52")
def test_the_preview_of_a_naval_barrage_is_certain():
    g = scene([("A/1/16", "0610")], [("WN61", "wn07", "wn-09")], naval=1)
    found = foresee_naval(g, h("0809"))
    assert found.results == {"disrupted and depth removed": 1}
    assert refuse_naval(g, h("0807")).rule == "8.52"


@pytest.mark.rule("omaha", "8.4", "8.4.tab")
def test_armor_is_barraged_by_its_own_colour():
    g = at(
        scenario="omaha-beach", options={"armor": True}, clear=True, phase="action", turn=18, division=1,
        actions={"1": 3, "29": 3}, armor=[{"hex": "1516", "depth": "armor-03"}, {}, {}, {}],
        units=[{"id": "1/A/741", "hex": "1518"}], script={"barrage": ["6"]},
    )  # fmt: skip
    g.commanded = commanders(g)
    assert barrage_targets(g, u("1/A/741")) == [h("1516")]
    barrage(g, u("1/A/741"), h("1516"))
    assert told(g, "barraged")[0]["shows"] == "the colour and the symbol"
    assert g.armor[0].disrupted


@pytest.mark.rule("omaha", "8.4")
def test_before_a_unit_is_chosen_a_refused_barrage_says_who_could_fire_or_why_the_nearest_cannot():
    match = match_at(
        clear=True,
        turn=5,
        phase="action",
        at="",
        units=[{"id": "1/A/741", "hex": "0610", "place": "map", "steps": 2}],
        posts=[{"id": "WN61", "unit": "wn01"}, {"id": "WN71", "unit": "wn02"}],
    )
    near = match.why_not(parse_action(match.game, "barrage 0809"))
    assert near is not None
    assert "Choose the unit first: 1/A/741" in near.sentence
    far = match.why_not(parse_action(match.game, "barrage 0629"))
    assert far is not None
    assert (far.rule, far.sentence) == ("8.11", "1/A/741 has range 5, but the target is 19 hexes away")
