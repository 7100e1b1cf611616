"""9 German units, depth and reinforcements."""

import pytest
from tests.omaha.helpers import at, depth, german, h, p, told

from beachhead.games.omaha import reinforcements as chapter
from beachhead.games.omaha.control import german_communication
from beachhead.games.omaha.german_units import add_depth, draw_depth, move_unit, place_unit, withdraw_unit

US = [{"id": "A/1/16", "hex": "0913"}]


def posts(*rows):
    return [dict(zip(("id", "unit", "depth"), row, strict=False)) for row in rows]


@pytest.mark.rule("omaha", "9.2", "9.2a", "9.21", "EV.depth")
def test_depth_goes_to_the_unit_closest_to_us_units():
    g = at(clear=True, units=US, posts=posts(("C1", "5/2/916"), ("A4", "6/2/916")))
    chapter.depth_event(g, None, rule="EV.depth")
    assert g.posts[p("C1")].depth is not None
    assert g.posts[p("A4")].depth is None
    assert not g.posts[p("C1")].depth_shown


@pytest.mark.rule("omaha", "9.2b", "9.2c")
def test_equidistant_single_wn_then_two_hex_wn_then_reinforcement_then_number():
    order = [chapter.depth_rank(at(clear=True, units=US), p(name))[1:] for name in ("WN64", "WN62S", "C1")]
    assert order == sorted(order)
    g = at(clear=True, units=[{"id": "A/1/16", "hex": "1213"}], posts=posts(("C1", "5/2/916"), ("C3", "6/2/916")))
    assert chapter.depth_candidates(g, ("east",))[0] == p("C1"), "C1 before C3 at the same distance"


@pytest.mark.rule("omaha", "9.2.sector", "9.2.none")
def test_a_sector_without_a_unit_passes_its_marker_to_the_other():
    g = at(clear=True, units=US, posts=posts(("C1", "5/2/916")))
    chapter.depth_event(g, ("west",), rule="EV.depth")
    assert g.posts[p("C1")].depth is not None
    chapter.depth_event(g, None, rule="EV.depth")
    assert told(g, "no_depth")[0]["rule"] == "9.2.none"


@pytest.mark.rule("omaha", "9.2")
def test_a_unit_out_of_communication_gains_no_depth():
    ring = [{"id": name, "hex": place} for name, place in (("A/1/16", "1012"), ("B/1/16", "1013"), ("C/1/16", "1112"))]
    ring += [{"id": "D/1/16", "hex": "1114"}, {"id": "E/2/16", "hex": "1212"}, {"id": "F/2/16", "hex": "1213"}]
    g = at(clear=True, units=ring, posts=posts(("C1", "5/2/916")))
    assert chapter.depth_candidates(g, ("east", "west")) == []


@pytest.mark.rule("omaha", "9.21", "2.24.type")
def test_the_pool_fits_the_position():
    g = at(clear=True, posts=posts(("C1", "5/2/916"), ("C2", "6/2/916"), ("WN64", "wn10")))
    for name, pool in (("C1", "building"), ("C2", "mobile"), ("WN64", "wn")):
        assert add_depth(g, g.box.positions[p(name)].hex, rule="9.2")
        assert g.box.depth[g.posts[p(name)].depth].pool == pool


@pytest.mark.rule("omaha", "9.22")
def test_depth_can_come_again():
    g = at(clear=True, posts=posts(("C2", "6/2/916", "mobile-01")))
    assert not add_depth(g, h("1215"), rule="9.2"), "it has one"
    chapter.remove_depth(g, h("1215"), rule="9.22")
    assert add_depth(g, h("1215"), rule="9.22")


@pytest.mark.rule("omaha", "9.24", "9.24a", "9.24b")
def test_empty_depth_pools():
    g = at(clear=True, units=US, posts=posts(("WN64", "wn10"), ("C1", "5/2/916")))
    g.depth_pool["wn"], g.depth_pool["building"] = [], []
    assert chapter.depth_candidates(g, ("east",)) == [p("C1")], "no WN without WN markers"
    marker = draw_depth(g, h("1113"), rule="9.21")
    assert g.box.depth[marker].pool == "mobile"
    g.depth_pool["mobile"] = []
    assert draw_depth(g, h("1113"), rule="9.21") is None


@pytest.mark.rule("omaha", "9.24c")
def test_one_marker_left_for_two_sectors_goes_where_the_whole_map_says():
    rows = posts(("C2", "5/2/916"), ("E1", "6/2/916"))
    g = at(clear=True, units=[{"id": "A/1/116", "hex": "1026"}], posts=rows)
    g.depth_pool["wn"], g.depth_pool["building"], g.depth_pool["mobile"] = [], [], [depth("mobile-01")]
    chapter.depth_event(g, ("east", "west"), rule="EV.depth")
    assert g.posts[p("E1")].depth == depth("mobile-01")
    assert g.posts[p("C2")].depth is None


@pytest.mark.rule("omaha", "9.24c")
def test_the_last_marker_goes_to_a_unit_that_can_use_it():
    g = at(clear=True, units=US, posts=posts(("A2", "5/2/916"), ("WN73", "wn10")))
    g.depth_pool["wn"], g.depth_pool["building"], g.depth_pool["mobile"] = [depth("wn-05")], [], []
    chapter.depth_event(g, ("east", "west"), rule="EV.depth")
    assert g.posts[p("WN73")].depth == depth("wn-05"), "A2 is closer, but the last marker is one for WNs"


@pytest.mark.rule("omaha", "22.4b")
def test_mobile_depth_returns_once_with_the_reaction_variant():
    g = at(clear=True, scenario="omaha-beach", options={"reaction": True}, posts=posts(("C2", "6/2/916")))
    spent = g.depth_pool["mobile"][:7]
    g.depth_pool["mobile"], g.gone_depth = [], spent
    assert draw_depth(g, h("1215"), rule="9.21") is not None
    assert len(g.depth_pool["mobile"]) == 4
    assert len(g.gone_depth) == 2
    g.depth_pool["mobile"] = []
    assert draw_depth(g, h("1215"), rule="9.21") is None


# --- 9.3 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "9", "9.3", "9.3a", "EV.reinf")
def test_a_reinforcement_takes_a_position_next_to_us_units_first():
    g = at(clear=True, units=[{"id": "A/1/16", "hex": "1513"}])  # next to C5 and C6, two hexes from C3 and C4
    chapter.reinforce_zones(g, ["C"], rule="EV.reinf")
    taken = [there.id for n, there in enumerate(g.box.positions) if g.posts[n].unit is not None]
    assert taken == ["C5"]
    assert not g.posts[p("C5")].shown
    assert g.posts[p("C5")].depth is None, "tactical units come without depth"


@pytest.mark.rule("omaha", "9.3b", "9.3c")
def test_then_within_two_then_the_lowest_number():
    g = at(clear=True, units=[{"id": "A/1/16", "hex": "0913"}])
    (rank, _), position = chapter.zone_position(g, "C", set(range(len(g.posts))))
    assert (rank, position) == (1, p("C1"))
    (rank, number), position = chapter.zone_position(g, "B", set(range(len(g.posts))))
    assert (rank, number, position) == (2, 1, p("B1"))


@pytest.mark.rule("omaha", "9.31")
def test_division_units_bring_depth_when_the_tactical_pool_is_empty():
    g = at(clear=True, units=US)
    g.pool["out"] += g.pool["T"]
    g.pool["T"] = []
    chapter.reinforce_zones(g, ["C"], rule="EV.reinf")
    post = g.posts[p("C1")]
    assert g.box.german[post.unit].pool == "D"
    assert g.box.depth[post.depth].pool == "building"


@pytest.mark.rule("omaha", "22.4a", "9.31")
def test_the_reaction_variant_gives_tactical_units_depth():
    g = at(clear=True, units=US, scenario="omaha-beach", options={"reaction": True})
    chapter.reinforce_zones(g, ["C"], rule="EV.reinf")
    assert g.posts[p("C1")].depth is not None


@pytest.mark.rule("omaha", "9.32", "2.1.blank", "19.3.gar1", "9.33")
def test_where_a_reinforcement_may_not_appear():
    rows = [*posts(("C1", "5/2/916")), {"id": "C2", "garrison": True}]
    g = at(clear=True, units=[{"id": "A/1/16", "hex": "1313"}], posts=rows)
    everywhere = set(range(len(g.posts)))
    assert not chapter.is_empty(g, p("C1"))
    assert not chapter.is_empty(g, p("C2")), "a garrison keeps Germans out"
    assert not chapter.is_empty(g, p("C3")), "US units are there"
    _, position = chapter.zone_position(g, "C", everywhere)
    assert position not in (p("C1"), p("C2"), p("C3"))
    assert chapter.zone_position(g, "C", set()) is None, "not without communication"
    assert all(g.box.positions[n].zone for n in [position]), "never a position without a number"


@pytest.mark.rule("omaha", "9.33a", "9.34")
def test_no_communication_or_no_units():
    g = at(clear=True, units=US)
    g.pool["out"] += g.pool["T"] + g.pool["D"]
    g.pool["T"], g.pool["D"] = [], []
    chapter.reinforce_zones(g, ["C"], rule="EV.reinf")
    assert told(g, "no_reinforcement")[-1]["rule"] == "9.34"


@pytest.mark.rule("omaha", "9.34a")
def test_the_last_unit_goes_to_the_zone_with_the_best_priority():
    g = at(clear=True, units=[{"id": "A/1/116", "hex": "1130"}])
    g.pool["out"] += g.pool["T"][1:] + g.pool["D"]
    g.pool["T"], g.pool["D"] = g.pool["T"][:1], []
    chapter.reinforce_zones(g, ["A", "F", "G"], rule="EV.reinf")
    taken = [there.zone for n, there in enumerate(g.box.positions) if g.posts[n].unit is not None]
    assert taken in (["F"], ["G"])


@pytest.mark.rule("omaha", "11.31a")
def test_a_general_alone_is_captured():
    g = at(clear=True, units=[{"id": "Wyman", "hex": "1113"}])
    place_unit(g, p("C1"), german("5/2/916"), rule="9.3")
    assert told(g, "captured")[0]["rule"] == "11.31a"


# --- 9.4, 9.5 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "9.1", "9.4", "9.41", "9.42")
def test_a_tactical_marker_calls_a_unit_to_the_nearest_position():
    g = at(clear=True, units=US, posts=posts(("WN64", "wn10", "wn-01")))
    assert chapter.reveal_depth(g, h("0916"), rule="8.3.5") is False
    assert depth("wn-01") in g.gone_depth
    assert g.posts[p("WN64")].depth is None
    called = [n for n, post in enumerate(g.posts) if post.unit is not None and n != p("WN64")]
    assert len(called) == 1
    post, there = g.posts[called[0]], g.box.positions[called[0]]
    assert g.box.german[post.unit].pool == "T"
    assert post.depth is None
    assert not post.shown
    nearest = min(g.box.board.distance(h("0916"), other.hex) for other in g.box.positions if not other.is_wn)
    assert g.box.board.distance(h("0916"), there.hex) == nearest
    assert there.number == 0, "a blank position counts as number 0"


@pytest.mark.rule("omaha", "9.4a", "9.41a", "9.42")
def test_no_tactical_unit_or_no_communication():
    g = at(clear=True, units=US, posts=posts(("WN64", "wn10", "wn-01")))
    g.pool["out"] += g.pool["T"]
    g.pool["T"] = []
    chapter.reveal_depth(g, h("0916"), rule="8.3.5")
    assert told(g, "no_tactical")[0]["rule"] == "9.42"
    assert all(post.unit is None for n, post in enumerate(g.posts) if n != p("WN64"))


@pytest.mark.rule("omaha", "9.1", "9.4")
def test_another_marker_stays_revealed():
    g = at(clear=True, posts=posts(("WN64", "wn10", "wn-05")))
    assert chapter.reveal_depth(g, h("0916"), rule="8.3.5") is True
    assert g.posts[p("WN64")].depth_shown


@pytest.mark.rule("omaha", "9.5", "9.5a", "EV.kgmeyer")
def test_kg_meyer_comes_in_two_parts():
    g = at(clear=True, scenario="omaha-beach")
    before, mobile = len(g.pool["D"]), len(g.depth_pool["mobile"])
    chapter.release_kg_meyer(g)
    assert (len(g.pool["M"]), len(g.pool["D"]) - before, len(g.depth_pool["mobile"]) - mobile) == (4, 4, 2)
    chapter.release_kg_meyer(g)
    assert (len(g.pool["M"]), len(g.pool["D"]) - before, len(g.depth_pool["mobile"]) - mobile) == (0, 8, 4)
    chapter.release_kg_meyer(g)
    assert told(g, "no_kg_meyer")[0]["rule"] == "9.5a"


@pytest.mark.rule("omaha", "8.33")
def test_a_withdrawn_unit_waits_in_the_division_pool():
    g = at(clear=True, posts=posts(("C2", "6/2/916")))
    withdraw_unit(g, h("1215"), rule="8.33")
    assert german("6/2/916") in g.pool["D"]
    assert g.posts[p("C2")].unit is None


# --- priorities, ties and pools that run dry ---------------------------------------------------------------------


@pytest.mark.rule("omaha", "9.2a")
def test_an_hq_is_a_us_unit_and_a_general_is_not():
    rows = posts(("C1", "5/2/916"), ("E1", "6/2/916"))
    g = at(clear=True, units=[{"id": "16 HQ", "hex": "1012"}, {"id": "Cota", "hex": "1024"}], posts=rows)
    chapter.depth_event(g, None, rule="EV.depth")
    assert g.posts[p("C1")].depth is not None
    g = at(clear=True, units=[{"id": "116 HQ", "hex": "1024"}, {"id": "Wyman", "hex": "1012"}], posts=rows)
    chapter.depth_event(g, None, rule="EV.depth")
    assert g.posts[p("E1")].depth is not None


@pytest.mark.rule("omaha", "9.2b", "9.2c", "9.2")
def test_ties_of_depth_by_type_number_and_letter():
    everywhere = [{"id": there.id} for there in at(clear=True).box.positions]
    g = at(clear=True, posts=everywhere)
    order = sorted(range(len(g.posts)), key=lambda position: chapter.depth_rank(g, position))
    names = [g.box.positions[position].id for position in order]
    assert names[:9] == ["WN60", "WN61", "WN64", "WN67", "WN69", "WN70", "WN71", "WN73", "WN62N"]
    assert names[9:18] == ["WN62S", "WN65N", "WN65S", "WN66N", "WN66S", "WN68N", "WN68S", "WN72N", "WN72S"]
    assert all(name.startswith("blank") for name in names[18:24]), "no number counts as 0"
    assert names[24:33] == ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "A2", "B2"]


@pytest.mark.rule("omaha", "9.24b", "9.2.none")
def test_no_mobile_marker_means_no_depth_even_if_others_could_have_some():
    g = at(clear=True, units=US, posts=posts(("A2", "5/2/916"), ("WN73", "wn10"), ("C6", "6/2/916")))
    g.depth_pool["mobile"] = []
    chapter.depth_event(g, None, rule="EV.depth")
    assert all(post.depth is None for post in g.posts), "A2 is closest and needs a mobile marker: there is none"
    assert told(g, "no_depth")[0]["rule"] == "9.24b"


@pytest.mark.rule("omaha", "9.24a", "9.24")
def test_a_building_falls_back_on_mobile_depth_and_a_wn_on_other_positions():
    g = at(clear=True, units=US, posts=posts(("C1", "5/2/916"), ("WN64", "wn10")))
    g.depth_pool["wn"], g.depth_pool["building"] = [], []
    chapter.depth_event(g, ("east", "west"), rule="EV.depth")
    assert g.box.depth[g.posts[p("C1")].depth].pool == "mobile"
    assert g.posts[p("WN64")].depth is None
    assert told(g, "no_depth")


@pytest.mark.rule("omaha", "22.4b")
def test_mobile_markers_return_when_the_last_one_is_taken():
    g = at(clear=True, scenario="omaha-beach", options={"reaction": True}, posts=posts(("C2", "6/2/916")))
    markers = g.depth_pool["mobile"]
    g.depth_pool["mobile"], g.gone_depth = markers[:1], markers[1:7]
    assert add_depth(g, h("1215"), rule="9.2")
    assert len(g.depth_pool["mobile"]) == 5
    assert len(g.gone_depth) == 1
    assert told(g, "mobile_returned")[0]["count"] == 5


@pytest.mark.rule("omaha", "22.4b", "16.34")
def test_mobile_markers_return_after_an_exchange_too():
    rows = posts(("C1", "5/2/916", "building-01"))
    g = at(clear=True, scenario="omaha-beach", options={"reaction": True}, posts=rows)
    markers = g.depth_pool["mobile"]
    g.depth_pool["mobile"], g.gone_depth = markers[:1], markers[1:3]
    move_unit(g, p("C1"), p("C2"), rule="16.3", swap_rule="16.34")
    assert g.posts[p("C2")].depth == markers[0]
    assert sorted(g.depth_pool["mobile"]) == sorted(markers[1:3])


@pytest.mark.rule("omaha", "9.34a", "23.21")
def test_armor_takes_one_zone_and_the_last_unit_goes_by_priority():
    rows = [{"id": "F/2/16", "hex": "1513", "steps": 1}, {"id": "F/2/116", "hex": "1029", "steps": 1}]
    g = at(
        clear=True, scenario="omaha-beach", options={"armor": True}, turn=23, phase="second event", units=rows,
        posts=posts(("C5", "1/1/726")),
        pool={"T": [], "D": ["1P/352"], "M": [], "A": ["1/1/352PzJ", "2/1/352PzJ"]},
    )  # fmt: skip
    chapter.reinforce_zones(g, ["B", "C", "G"], rule="EV.reinf")
    assert g.armor[0].hex == h("1612") or g.armor[1].hex == h("1612"), "C6: the lowest number with a road"
    taken = [g.box.positions[n].id for n, post in enumerate(g.posts) if post.unit is not None]
    assert taken == ["C5", "G5"], "zone G is next to US units, zone B is not"
    assert [event["zone"] for event in told(g, "no_reinforcement")] == ["B"]


@pytest.mark.rule("omaha", "9.34", "9.34a")
def test_a_unit_short_and_a_zone_cut_off():
    g = at(clear=True, units=[{"id": "A/1/16", "hex": "1012"}], pool={"T": ["1/1/726"], "D": []})
    chapter.reinforce_zones(g, ["A", "C"], rule="EV.reinf")
    taken = [g.box.positions[n].id for n, post in enumerate(g.posts) if post.unit is not None]
    assert taken == ["C1"], "both zones have a position; C1 is next to the US unit"


@pytest.mark.rule("omaha", "9.4", "9.42", "22.4a")
def test_the_nearest_position_to_a_two_hex_wn_is_counted_from_either_hex():
    """WN 62 is in 0812 and 0912: C1 is two hexes from 0912; from 0812 it is as far as the blank position in 1014."""
    rows = posts(("WN62N", "wn10", "wn-01"), ("WN62S", "wn01"))
    g = at(clear=True, posts=rows)
    chapter.reveal_depth(g, h("0812"), rule="8.3.5")
    assert g.posts[p("C1")].unit is not None
    disrupted = at(clear=True, posts=[rows[0], {**rows[1], "disrupted": True}])
    chapter.reveal_depth(disrupted, h("0812"), rule="8.3.5")
    assert disrupted.posts[g.box.position_at[h("1014")]].unit is not None, "counted from undisrupted units, if any"
    both = at(clear=True, posts=[{**row, "disrupted": True} for row in rows])
    chapter.reveal_depth(both, h("0812"), rule="8.3.5")
    assert both.posts[p("C1")].unit is not None


@pytest.mark.rule("omaha", "9.4a", "9.41")
def test_equidistant_positions_by_distance_to_us_units_then_number():
    rows = posts(("WN62N", "wn10", "wn-01"))
    blank = at(clear=True, posts=rows)
    chapter.reveal_depth(blank, h("0812"), rule="8.3.5")
    assert blank.posts[blank.box.position_at[h("1014")]].unit is not None, "no number counts as 0"
    g = at(clear=True, posts=rows, units=[{"id": "A/1/16", "hex": "1212", "steps": 1}])
    chapter.reveal_depth(g, h("0812"), rule="8.3.5")
    assert g.posts[p("C1")].unit is not None, "as near to the WN, and nearer to a US unit"


@pytest.mark.rule("omaha", "EF.1", "9.3", "12.2")
def test_in_easy_fox_the_west_half_does_not_exist_for_the_germans():
    g = at(clear=True, scenario="easy-fox", turn=5, units=[{"id": "A/1/16", "hex": "0613"}])
    chapter.reinforce_zones(g, ["D"], rule="EV.reinf")
    taken = [g.box.positions[n].id for n, post in enumerate(g.posts) if post.unit is not None]
    assert taken == ["D2"], "D1 is in the west"
    assert {g.box.positions[n].sector for n in german_communication(g)} == {"east"}
