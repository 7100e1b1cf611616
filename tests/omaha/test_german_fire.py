"""6, 11.4, 14.1 German fire."""

import itertools
import random

import pytest
from tests.omaha.helpers import at, german, h, match_at, p, run, site, the_game, told, u

from beachhead.games.omaha import fire_phase, firers, german_fire, losses
from beachhead.games.omaha.box import INTENSE, SPORADIC, STEADY
from beachhead.games.omaha.cards import FireItem
from beachhead.games.omaha.fields import field_of
from beachhead.games.omaha.fire_hits import Target, Volley, assign_together
from beachhead.games.omaha.firers import Shot, hit_limit, shot_for, us_in_field
from beachhead.games.omaha.german_fire import leaders_in_fire
from beachhead.kernel import Action

QUIET = "5"
"""A card for the other sector, where nobody is."""


def wn(*names, depth=(), **fields):
    """WN units without guns, some with depth."""
    plain = (f"wn{n}" for n in range(10, 19))
    marker = (f"wn-{n:02}" for n in range(5, 19))
    return [{"id": name, "unit": next(plain), **({"depth": next(marker)} if name in depth else {})} for name in names]


def us(**places):
    """Infantry of the 1st Division by hex: `us(h0609="B/1/16")`; a number after a colon is its steps."""
    rows = []
    for place, names in places.items():
        for name in names.split():
            unit, _, steps = name.partition(":")
            rows.append({"id": unit, "hex": place[1:], **({"steps": int(steps)} if steps else {})})
    return rows


def fired(east, posts, units, answers=(), west=QUIET, **fields):
    """The state after a fire phase."""
    fields = {"turn": 5, "phase": "fire", **fields}
    g = at(clear=True, script={"fire east": [east], "fire west": [west]}, posts=posts, units=units, **fields)
    assert run(fire_phase.fire_phase(g), answers) is None
    return g


def steps(g, *names):
    return [g.units[u(name)].steps for name in names]


def hits(g):
    names = the_game().names
    return {(event["firer"], names["unit"].name(event["unit"])) for event in told(g, "unit_hit")}


# --- who fires -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "6.22", "6", "4.III")
@pytest.mark.parametrize("place", ["0419", "0520", "0619", "0720", "0819", "0820"])
def test_wn65_reaches_six_hexes_of_the_west_on_the_east_card_only(place):
    unit = [{"id": "C/1/116", "hex": place}]
    called = fired("5", wn("WN65N"), unit, west="20").units[u("C/1/116")]
    assert called.steps == 2 or called.disrupted
    silent = fired("19", wn("WN65N"), unit, west="5").units[u("C/1/116")]
    assert (silent.steps, silent.disrupted) == (3, False)


@pytest.mark.rule("omaha", "6.2", "6.23")
def test_dots_belong_to_one_position_only():
    g = at(clear=True)
    assert field_of(g, site("C5"))[h("1313")] == SPORADIC
    assert field_of(g, site("C5"))[h("1314")] == STEADY
    assert h("1313") not in field_of(g, site("C1"))
    assert h("1314") not in field_of(g, site("C1"))
    colours = [[g.box.sites[number].colour for number, _ in g.box.dots[place]] for place in range(len(g.box.board))]
    assert all(len(found) == len(set(found)) for found in colours)


@pytest.mark.rule("omaha", "6.1.a", "6.1.c", "6.3.double", "6.41", "6.41a", "6.4")
def test_single_and_double_symbols():
    single, double = FireItem("green", False, "R"), FireItem("green", True, "R")
    lone, deep = at(clear=True, posts=wn("WN71")), at(clear=True, posts=wn("WN71", depth=["WN71"]))
    assert shot_for(lone, site("WN71"), single)
    assert shot_for(lone, site("WN71"), double) is None
    assert shot_for(deep, site("WN71"), double)
    both = at(clear=True, posts=wn("WN62N", "WN62S", depth=["WN62N"]))
    assert shot_for(both, site("WN62"), double)
    both.change_post(p("WN62N"), disrupted=True)
    assert shot_for(both, site("WN62"), double) is None, "the depth marker of the disrupted hex does not count"
    assert shot_for(both, site("WN62"), single)
    both.change_post(p("WN62S"), disrupted=True)
    assert firers.refuse_fire(both, site("WN62"), single).rule == "6.4"


@pytest.mark.rule("omaha", "6.4", "6.3.double", "EV.smoke", "6.3")
def test_the_log_says_why_positions_stay_silent():
    posts = [*wn("WN64", "WN65N", "WN60"), {"id": "A1", "unit": "5/2/916"}]
    posts[0]["disrupted"] = True
    g = fired("52", posts, us(h0615="F/2/16"), smoke=["WN65N", "WN65S"])
    silent = {event["firer"]: event["rule"] for event in told(g, "position_silent")}
    assert silent == {"WN64": "6.4", "WN65": "EV.smoke", "WN60": "6.1.c"}
    assert [event["firers"] for event in told(g, "nobody_in_field")] == [["A1"]]
    assert steps(g, "F/2/16") == [3]


@pytest.mark.rule("omaha", "EV.smoke")
def test_smoke_silences_a_wn_for_the_turn():
    clear, smoke = (fired("17", wn("WN64"), us(h0615="F/2/16"), smoke=hidden) for hidden in ([], ["WN64"]))
    assert steps(clear, "F/2/16") == [2]
    assert steps(smoke, "F/2/16") == [3]


@pytest.mark.rule("omaha", "6.a")
def test_firing_reveals_nobody():
    posts = [*wn("WN64", depth=["WN64"]), {"id": "A2", "unit": "5/2/916", "depth": "mobile-01"}]
    g = fired("17", posts, us(h0615="F/2/16", h1109="E/2/16"))
    assert len(hits(g)) == 2
    assert not any(post.shown or post.depth_shown for post in g.posts)


@pytest.mark.rule("omaha", "6.1.b", "6.1")
def test_action_letters_are_plain_fire_before_turn_17():
    g = fired("21", wn("WN64"), us(h0615="F/2/16"), turn=6)
    assert hits(g) == {("WN64", "F/2/16")}
    assert told(g, "fire_card")[0]["colours"] == ["double red", "purple", "blue"]


@pytest.mark.rule("omaha", "14.2")
def test_actions_begin_on_turn_12_as_an_option():
    for turn, scenario, options, expected in (
        (11, "omaha-beach", {"early-actions": True}, False),
        (12, "omaha-beach", {"early-actions": True}, True),
        (16, "omaha-beach", {}, False),
        (17, "omaha-beach", {}, True),
    ):
        g = at(clear=True, scenario=scenario, options=options, turn=turn)
        assert fire_phase.actions_apply(g) is expected


@pytest.mark.rule("omaha", "EF.1")
def test_easy_fox_has_an_east_card_only():
    g = at(clear=True, scenario="easy-fox", phase="fire", turn=5)
    assert run(fire_phase.fire_phase(g)) is None
    assert [slot for slot, _ in g.track] == ["fire east"]


# --- the fire chart ------------------------------------------------------------------------------------------------


def chart(card, firer, place, unit, **fields):
    """What one unit suffers from one position: (steps lost, disrupted)."""
    before = {"id": unit, "hex": place, **fields.pop("unit", {})}
    g = fired(card, [firer], [before], **fields)
    after = g.units[u(unit)]
    full = before.get("steps", the_game().box.us[u(unit)].steps)
    return full - after.steps, after.disrupted


@pytest.mark.rule("omaha", "FC.int", "6.36a")
def test_intense_fire_takes_a_step_of_every_unit():
    wn64 = wn("WN64")[0]
    assert chart("17", wn64, "0615", "C/1/16") == (1, False)
    assert chart("17", wn64, "0615", "F/2/16") == (1, False), "without the symbol too"
    assert chart("17", wn64, "0615", "1/B/741") == (1, False), "armor too, without a bonus"


@pytest.mark.rule("omaha", "FC.std")
def test_steady_fire_takes_a_step_of_unarmored_units_with_the_symbol():
    wn64 = wn("WN64")[0]
    assert chart("17", wn64, "0514", "C/1/16") == (1, False)
    assert chart("17", wn64, "0514", "F/2/16") == (0, False)
    assert chart("17", wn64, "0514", "2/A/741") == (0, False)


@pytest.mark.rule("omaha", "6.36")
def test_with_the_armor_bonus_armored_units_count_as_unarmored():
    wn64 = wn("WN64", depth=["WN64"])[0]
    assert chart("32", wn64, "0514", "1/B/741") == (0, False), "blue has no bonus there"
    assert chart("3", wn64, "0514", "1/A/741") == (1, False)
    assert chart("3", wn64, "0514", "1/B/741") == (0, False), "the symbol is still needed"


@pytest.mark.rule("omaha", "FC.spo")
def test_sporadic_fire_disrupts_unarmored_units_with_the_symbol():
    wn64 = wn("WN64")[0]
    assert chart("17", wn64, "0718", "C/1/16") == (0, True)
    assert chart("17", wn64, "0718", "F/2/16") == (0, False)
    assert chart("17", wn64, "0718", "2/A/741") == (0, False)


@pytest.mark.rule("omaha", "FC.unr")
def test_unrevealed_reinforcements_also_disrupt():
    hidden = {"id": "A2", "unit": "5/2/916"}
    shown = {**hidden, "shown": True}
    assert chart("17", hidden, "1109", "F/2/16") == (1, True)
    assert chart("17", shown, "1109", "F/2/16") == (1, False)
    assert chart("17", hidden, "1010", "C/1/16") == (1, True)
    assert chart("17", hidden, "1108", "C/1/16") == (0, True)
    assert chart("17", shown, "1108", "C/1/16") == (0, True)


@pytest.mark.rule("omaha", "6.35")
def test_five_steps_in_a_hex_are_a_concentrated_target():
    crowd = us(h0514="D/1/16 F/2/16:2")
    g = fired("17", wn("WN64", depth=["WN64"]), crowd)
    assert steps(g, "D/1/16", "F/2/16") == [2, 1]
    assert all("concentrated target" in event["why"] for event in told(g, "unit_hit"))
    g = fired("17", wn("WN64", depth=["WN64"]), us(h0514="D/1/16 F/2/16:1"))
    assert steps(g, "D/1/16", "F/2/16") == [3, 1]


@pytest.mark.rule("omaha", "6.37")
def test_units_of_a_stack_are_hit_one_by_one():
    g = fired("17", wn("WN64"), us(h0514="C/1/16:2 F/2/16:2"))
    assert steps(g, "C/1/16", "F/2/16") == [1, 2]
    g = fired("17", wn("WN64", depth=["WN64"]), us(h0615="C/1/16:2 F/2/16:2"))
    assert steps(g, "C/1/16", "F/2/16") == [1, 1]


@pytest.mark.rule("omaha", "EV.plunging")
def test_plunging_fire_makes_sporadic_dots_behind_cover_steady():
    wn64 = wn("WN64")[0]
    assert chart("17", wn64, "0718", "C/1/16", plunging=True) == (1, False)
    inland = at(clear=True, posts=[wn64], plunging=True)
    assert firers.fire_field(inland, site("WN64"))[h("0813")] == SPORADIC, "only beach hexes change"
    g = fired("17", [wn64], us(h0718="C/1/16"), plunging=True)
    assert "plunging" in told(g, "unit_hit")[0]["why"]


# --- limits and priorities -----------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "6.31", "6.21", "6.41a")
def test_hit_limits():
    g = at(clear=True, posts=wn("WN62N", "WN62S", "WN64", "WN61", depth=["WN62N", "WN61"]))
    assert [hit_limit(g, site(name)) for name in ("WN64", "WN61", "WN62")] == [1, 2, 3]
    g.change_post(p("WN62N"), disrupted=True)
    assert hit_limit(g, site("WN62")) == 1
    assert field_of(g, site("WN62")) is g.box.sites[site("WN62")].field


@pytest.mark.rule("omaha", "14.1", "14.11")
def test_hit_limits_are_doubled_from_turn_17():
    g = at(clear=True, scenario="omaha-beach", turn=17, posts=wn("WN62N", "WN62S", "WN64", depth=["WN62N"]))
    assert [hit_limit(g, site(name)) for name in ("WN64", "WN62")] == [2, 6]


@pytest.mark.rule("omaha", "6.31.pri")
def test_intense_before_steady_before_sporadic():
    g = fired("17", wn("WN64", depth=["WN64"]), us(h0718="L/3/16", h0514="C/1/16", h0616="F/2/16"))
    assert steps(g, "F/2/16", "C/1/16") == [2, 2]
    assert not g.units[u("L/3/16")].disrupted
    assert told(g, "units_spared")[0]["units"] == [u("L/3/16")]


@pytest.mark.rule("omaha", "6.31.tie")
def test_the_closer_unit_then_the_one_with_more_steps():
    g = fired("17", wn("WN64"), us(h0514="C/1/16", h0716="G/2/16:1"))
    assert steps(g, "C/1/16", "G/2/16") == [3, 0], "0716 is closer"
    g = fired("17", wn("WN64"), us(h0716="G/2/16:1", h0717="C/1/16:2"))
    assert steps(g, "C/1/16", "G/2/16") == [1, 1]


@pytest.mark.rule("omaha", "6.31.tie")
def test_distances_run_from_the_nearest_unit_in_action():
    g = at(clear=True, posts=wn("WN62N", "WN62S"))
    assert firers.fire_distances(g, site("WN62"))[h("0813")] == 1
    g.change_post(p("WN62N"), disrupted=True)
    assert firers.fire_distances(g, site("WN62"))[h("0811")] == 1
    assert firers.fire_distances(g, site("WN62"))[h("0711")] == 2


@pytest.mark.rule("omaha", "6.33", "6.33a", "6.32")
def test_one_position_disrupts_and_another_takes_a_step():
    g = fired("32", [*wn("WN60", "WN64")], us(h0712="E/2/16", h0714="A/1/16"))
    assert g.units[u("E/2/16")].disrupted
    assert g.units[u("A/1/16")].disrupted
    g = fired("11", wn("WN60", "WN62N"), us(h0712="F/2/16"))
    unit = g.units[u("F/2/16")]
    assert (unit.steps, unit.disrupted) == (2, True), "purple is sporadic there, green steady"


@pytest.mark.rule("omaha", "6.33")
def test_a_second_disruption_changes_nothing():
    g = fired("17", wn("WN64"), [{"id": "C/1/16", "hex": "0718", "disrupted": True}])
    assert g.units[u("C/1/16")].disrupted
    assert hits(g) == {("WN64", "C/1/16")}
    assert not told(g, "disrupted")


@pytest.mark.rule("omaha", "6.34", "6.34a")
def test_nobody_loses_two_steps_in_a_phase_before_turn_17():
    posts = wn("WN64", "WN65N")
    g = fired("52", posts, us(h0616="F/2/16"))
    assert steps(g, "F/2/16") == [2]
    assert len(told(g, "hits_ignored")) == 1
    again = at(
        clear=True, turn=5, phase="fire", posts=posts, units=[{"id": "F/2/16", "hex": "0616", "lost_step": True}]
    )
    run(german_fire.fire(again, [Shot(site("WN64"))], the_game().box.cards[16]))
    assert steps(again, "F/2/16") == [3]
    assert told(again, "hits_ignored")[0]["rule"] == "6.34a"


@pytest.mark.rule("omaha", "6.33", "6.32")
def test_who_is_gone_is_not_hit_again():
    g = fired("52", wn("WN64", "WN65N"), us(h0715="F/2/16:1"))
    assert hits(g) == {("WN64", "F/2/16")}, "it would also be in the sporadic fire of WN65"
    assert not told(g, "disrupted")


@pytest.mark.rule("omaha", "6.3")
def test_the_log_says_when_no_position_is_called():
    g = fired("17", wn("WN70"), us(h0615="F/2/16"))
    assert [event["sector"] for event in told(g, "nobody_called")] == ["east"], "WN70 is red, and 5 calls red"


@pytest.mark.rule("omaha", "6.34", "12.24")
def test_the_phase_begins_anew():
    posts = [*wn("WN64"), {"id": "A2", "unit": "5/2/916", "acted": True}]
    units = [{"id": "F/2/16", "hex": "0616", "lost_step": True}]
    g = fired("17", posts, units)
    assert steps(g, "F/2/16") == [2]
    assert p("A2") in g.communication
    assert not g.posts[p("A2")].acted


@pytest.mark.rule("omaha", "6.34a", "6.34b")
def test_a_hit_passes_to_another_unit():
    posts = wn("WN64", "WN65N")
    g = fired("52", posts, us(h0616="F/2/16", h0617="K/3/16:1"))
    assert steps(g, "F/2/16", "K/3/16") == [2, 0], "one position each, though both would take the stronger one"


@pytest.mark.rule("omaha", "14.12", "14.11")
def test_from_turn_17_every_position_may_take_a_step():
    fields = {"scenario": "omaha-beach", "turn": 17, "phase": "fire"}
    g = at(clear=True, posts=wn("WN64", "WN65N"), units=us(h0716="F/2/16"), **fields)
    card = the_game().box.cards[51]
    run(german_fire.fire(g, [Shot(site("WN64")), Shot(site("WN65"))], card))
    assert card.target == "triangle"
    assert steps(g, "F/2/16") == [1]
    assert [event["limit"] for event in told(g, "position_fires")] == [2, 2]


@pytest.mark.rule("omaha", "11.14")
def test_a_hero_can_be_sacrificed_for_his_unit():
    unit = [{"id": "F/2/16", "hex": "0615", "steps": 1, "hero": "hero"}]
    saved = fired("17", wn("WN64"), unit, ["sacrifice"])
    assert (saved.units[u("F/2/16")].steps, saved.units[u("F/2/16")].hero) == (1, "inspired")
    lost = fired("17", wn("WN64"), unit, ["refuse"])
    assert lost.units[u("F/2/16")].place == "lost"


@pytest.mark.rule("omaha", "11.14", "6.34")
def test_a_sacrifice_is_the_one_step_of_the_phase():
    unit = [{"id": "K/3/116", "hex": "0520", "steps": 1, "hero": "hero"}]
    posts = wn("WN65N", "WN66N", depth=["WN66N"])
    g = fired("2", posts, unit, ["sacrifice"], west="17")
    assert (g.units[u("K/3/116")].place, g.units[u("K/3/116")].hero) == ("map", "inspired")
    assert [event["firer"] for event in told(g, "hits_ignored")] == ["WN66"], "brown, on the card for the west"


@pytest.mark.rule("omaha", "6.34b", "6.31.tie")
def test_the_player_chooses_between_equally_good_assignments():
    posts, units = wn("WN64", "WN65N"), us(h0616="F/2/16:1 B/1/16:1", h0617="K/3/16:1")
    for first, second in itertools.permutations(("B/1/16", "F/2/16", "K/3/16"), 2):
        g = fired("52", posts, units, [f"hit {first}", f"hit {second}"])
        assert {name for _, name in hits(g)} == {first, second}


@pytest.mark.rule("omaha", "6.34b")
def test_who_hits_whom_is_no_question_when_the_same_units_are_hit():
    posts, units = wn("WN64", "WN65N"), us(h0616="F/2/16:2", h0617="K/3/16:2")
    g = fired("52", posts, units)
    assert steps(g, "F/2/16", "K/3/16") == [1, 1]


@pytest.mark.rule("omaha", "6.31.tie")
def test_the_player_of_the_division_under_fire_chooses():
    g = at(
        {"clear": True, "turn": 5, "phase": "fire", "options": {"coop": True}},
        {"fire east": ["5"], "fire west": ["17"]},
        posts=wn("WN65N"),
        units=[{"id": "C/1/116", "hex": "0617"}, {"id": "G/2/116", "hex": "0618"}],
    )
    decision = run(fire_phase.fire_phase(g))
    assert decision.side == "29th"
    assert decision.about == {"position": p("WN65N")}


# --- disruption and recovery ---------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "6.4", "6.4a")
def test_germans_recover_after_the_fire_of_their_colour():
    posts = [
        {"id": "WN64", "unit": "wn10", "disrupted": True},
        {"id": "WN65N", "unit": "wn11", "disrupted": True},
        {"id": "WN61", "unit": "wn12", "disrupted": True},
        {"id": "WN73", "unit": "wn13", "disrupted": True},
    ]
    g = fired("43", posts, us(h0615="F/2/16"), west="41")
    disrupted = [the_game().names["position"].name(n) for n, post in enumerate(g.posts) if post.disrupted]
    assert disrupted == ["WN61", "WN73"], "red and blue recover on double symbols, without depth, in the east only"
    assert steps(g, "F/2/16") == [3], "they did not fire"


@pytest.mark.rule("omaha", "22.1.f")
def test_no_recovery_on_turn_4_after_the_bombardment():
    posts = [{"id": "WN64", "unit": "wn10", "disrupted": True}]
    options = {"options": {"bombardment": True}}
    assert fired("17", posts, [], turn=4, **options).posts[p("WN64")].disrupted
    assert not fired("17", posts, [], turn=5, **options).posts[p("WN64")].disrupted


# --- leaders -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "11.4", "11.4.res", "6.1.d")
def test_a_star_hits_a_hero():
    posts = wn("WN64", depth=["WN64"])
    unit = [{"id": "F/2/16", "hex": "0514", "hero": "hero"}]
    g = fired("27", posts, unit)
    assert (g.units[u("F/2/16")].steps, g.units[u("F/2/16")].hero) == (2, "inspired")
    plain = fired("17", posts, unit)
    assert plain.units[u("F/2/16")].hero == "hero", "no star"
    far = fired("27", posts, [{"id": "F/2/16", "hex": "0718", "hero": "hero"}])
    assert far.units[u("F/2/16")].hero == "hero", "sporadic fire"


@pytest.mark.rule("omaha", "11.41")
def test_leaders_come_last_and_only_within_the_limit():
    units = [{"id": "C/1/16", "hex": "0616"}, {"id": "Wyman", "hex": "0616"}]
    g = fired("27", wn("WN64"), units)
    assert not g.units[u("Wyman")].wounded
    assert told(g, "leaders_spared")[0]["rule"] == "11.41"
    g = fired("27", wn("WN64", depth=["WN64"]), units)
    assert g.units[u("Wyman")].wounded


@pytest.mark.rule("omaha", "11.41")
@pytest.mark.parametrize(
    ("unit", "called"), [({"id": "C/1/16", "hero": "hero"}, "the hero of C/1/16"), ({"id": "16 HQ"}, "16 HQ")]
)
def test_a_hero_who_is_spared_is_not_taken_for_his_unit(unit, called):
    """WN 64 has one hit, for K/3/16. That it has none for a leader means the hero, not the company that he leads."""
    units = [{**unit, "hex": "0616"}, {"id": "K/3/16", "hex": "0714"}]
    script = {"fire east": ["27"], "fire west": ["5"]}
    posts = [{"id": "WN64", "unit": "wn10"}]
    match = match_at({"turn": 12, "phase": "fire", "clear": True}, script, units=units, posts=posts)
    texts = [event["text"] for event in match.events_for(None) if event["kind"] == "leaders_spared"]
    assert texts == [f"WN 64 has no hit left for {called}"]


@pytest.mark.rule("omaha", "11.4.hq", "11.42")
def test_a_scattered_hq_lands_again_two_turns_later():
    g = fired("27", wn("WN64"), [{"id": "16 HQ", "hex": "0616"}])
    hq = g.units[u("16 HQ")]
    assert (hq.place, hq.hex, hq.turn, hq.disrupted) == ("track", None, 7, False)


@pytest.mark.rule("omaha", "11.4.gen")
def test_a_general_is_wounded_and_then_killed():
    g = fired("27", wn("WN64"), [{"id": "Wyman", "hex": "0616"}])
    assert g.units[u("Wyman")].wounded
    assert g.units[u("Wyman")].place == "map"
    g = fired("27", wn("WN64"), [{"id": "Wyman", "hex": "0616", "wounded": True}])
    assert g.units[u("Wyman")].place == "lost"


@pytest.mark.rule("omaha", "18.33")
def test_a_command_post_reverts_to_an_hq():
    unit = [{"id": "16 HQ", "hex": "0716", "command_post": 3}]
    g = at(clear=True, scenario="omaha-beach", turn=18, phase="fire", posts=wn("WN64"), units=unit)
    run(german_fire.fire(g, [Shot(site("WN64"), star=True)], the_game().box.cards[26]))
    hq = g.units[u("16 HQ")]
    assert (hq.place, hq.command_post) == ("map", 0)


@pytest.mark.rule("omaha", "11.4")
def test_the_player_chooses_among_several_leaders():
    units = [{"id": "16 HQ", "hex": "0616"}, {"id": "Wyman", "hex": "0616"}]
    g = fired("27", wn("WN64"), units, ["hit Wyman"])
    assert g.units[u("Wyman")].wounded
    assert g.units[u("16 HQ")].place == "map"


@pytest.mark.rule("omaha", "11.31", "11.4")
def test_leaders_are_no_ordinary_targets():
    g = fired("17", wn("WN64"), [{"id": "16 HQ", "hex": "0616"}, {"id": "Wyman", "hex": "0616"}])
    assert not hits(g)
    assert not us_in_field(g, site("WN64"))
    assert leaders_in_fire(g, site("WN64")) == [u("16 HQ"), u("Wyman")]


# --- armor (23) ----------------------------------------------------------------------------------------------------


def armor_at(place, **fields):
    g = at(clear=True, scenario="omaha-beach", options={"armor": True}, turn=20, phase="fire", **fields)
    g.change_armor(0, hex=h(place))
    g.pool["A"].remove(german(g.box.german[g.armor_number(0)].id))
    return g, len(g.box.sites)


@pytest.mark.rule("omaha", "23.41", "23.41a", "6.1.c")
def test_armor_fires_as_a_revealed_unit_and_hits_armor():
    g, firer = armor_at("1420", units=us(h1522="1/B/741"))
    single = FireItem("green", False, "R")
    shot = shot_for(g, firer, single)
    assert shot == Shot(firer, bonus=True)
    assert shot_for(g, firer, FireItem("green", True, "R")) is None
    assert not firers.is_unrevealed(g, firer)


@pytest.mark.rule("omaha", "23.42", "23.42a")
def test_armor_fires_between_levels_only_from_the_edge():
    g, firer = armor_at("0723")
    assert all(g.box.is_low[place] for place in firers.fire_field(g, firer))
    inland, firer = armor_at("1224")
    seen = firers.fire_field(inland, firer)
    near = any(inland.box.is_low[place] for place in inland.box.board.adjacent[h("1224")])
    assert near or not any(inland.box.is_low[place] for place in seen)


@pytest.mark.rule("omaha", "23.43")
def test_a_position_with_armor_in_it_does_not_fire():
    g, _ = armor_at("0812", posts=wn("WN62S"))
    assert firers.refuse_fire(g, site("WN62"), FireItem("green", False, "R")).rule == "23.43"


# --- the assignment of hits ----------------------------------------------------------------------------------------


def value(assigned):
    """What 6.31 and 6.34 want, the most important first."""
    targets = [target for chosen in assigned for target in chosen]
    return (
        len({target.unit for target in targets}),
        len(targets),
        sum(target.intensity == INTENSE for target in targets),
        sum(target.intensity == STEADY for target in targets),
        -sum(target.distance for target in targets),
        sum(target.steps for target in targets),
        2 * len({target.unit for target in targets if not target.loses_step})
        + sum(target.loses_step and not target.disrupts for target in targets),
    )


def outcome(assigned):
    targets = [target for chosen in assigned for target in chosen]
    return (
        frozenset(target.unit for target in targets if target.loses_step),
        frozenset(target.unit for target in targets if target.disrupts),
    )


def best_by_trying(volleys):
    """The best value and every state of the units that it can leave, by trying all assignments."""
    choices = [
        [chosen for count in range(volley.limit + 1) for chosen in itertools.combinations(volley.targets, count)]
        for volley in volleys
    ]
    allowed = [
        assigned
        for assigned in itertools.product(*choices)
        if len(losers := [t.unit for chosen in assigned for t in chosen if t.loses_step]) == len(set(losers))
    ]
    best = max(map(value, allowed))
    return best, {outcome(assigned) for assigned in allowed if value(assigned) == best}


def all_answers(volleys):
    """The values and states that come out, whatever the player answers."""
    found, waiting = [], [[]]
    for answers in waiting:
        flow, left = assign_together(volleys, lambda units: "us"), list(answers)
        try:
            decision = next(flow)
            while left:
                decision = flow.send(Action("hit", left.pop(0)))
            assert len(decision.options["hit"]) > 1
            waiting += [[*answers, unit] for unit in decision.options["hit"]]
        except StopIteration as done:
            assert not left
            found.append(done.value)
    return found


def random_volleys(dice):
    spread, units = dice.choice((1, 2, 3)), dice.randint(1, 6)
    steps_of = [dice.randint(1, spread) for _ in range(units)]
    volleys = []
    for number in range(dice.choice((1, 2, 2, 3))):
        unrevealed, targets = dice.random() < 0.2, []
        for unit in range(units):
            if dice.random() < 0.6:
                intensity = dice.randint(4 - spread, INTENSE)
                effects = intensity != SPORADIC, unrevealed or intensity == SPORADIC
                targets.append(Target(unit, 0, intensity, dice.randint(1, spread), steps_of[unit], *effects))
        volleys.append(Volley(f"WN{number}", dice.randint(1, 3), targets))
    return volleys


@pytest.mark.rule("omaha", "6.31", "6.34", "6.34b")
@pytest.mark.parametrize("seed", range(10))
def test_the_assignment_is_the_best_one_and_the_player_can_reach_every_equal_one(seed):
    dice = random.Random(seed)
    for _ in range(30):
        volleys = random_volleys(dice)
        best, states = best_by_trying(volleys)
        found = all_answers(volleys)
        assert {value(assigned) for assigned in found} == {best}
        assert {outcome(assigned) for assigned in found} == states


def test_a_catastrophe_ends_the_game_in_the_middle_of_fire():
    spent = ["A/1/16", "B/1/16", "D/1/16", "E/2/16", "G/2/16", "H/2/16", "I/3/16"]
    g = at(
        {"clear": True, "turn": 5, "phase": "fire"},
        {"fire east": ["17"], "fire west": [QUIET]},
        posts=wn("WN64"),
        units=us(h0615="F/2/16:2"),
        loss_box=spent,
    )
    with pytest.raises(losses.GameOver):
        run(fire_phase.fire_phase(g))
