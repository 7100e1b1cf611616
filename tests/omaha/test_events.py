"""4.II The events."""

import pytest
from tests.omaha.helpers import at, card, h, p, run, the_game, told, u

from beachhead.games.omaha import events, losses
from beachhead.games.omaha.allotment import allotment
from beachhead.games.omaha.cards import CardEvent
from beachhead.kernel import name_event
from beachhead.wargame.sequence import played


def play(g, code, *args, answers=()):
    return run(played(events.HANDLERS[code](g, CardEvent(code, args))), answers)


@pytest.mark.rule("omaha", "4.II", "2.3")
def test_the_turn_band_decides():
    g = at(clear=True, turn=5, phase="event", script={"event": ["2"]}, units=[{"id": "A/1/16", "hex": "0613"}])
    run(events.event_phase(g))
    assert told(g, "event_card")[0]["card"] == card("2")
    assert len([post for post in g.posts if post.unit is not None]) == 3, "zones A, C and G on turns 2-10"
    g = at(clear=True, turn=12, phase="event", script={"event": ["2"]})
    run(events.event_phase(g))
    assert g.plunging


@pytest.mark.rule("omaha", "EV.hero", "11.1", "11.11")
def test_a_hero_for_a_unit_of_the_division():
    rows = [
        {"id": "A/1/16", "hex": "0613"},
        {"id": "B/1/16", "hex": "0614", "hero": "hero"},
        {"id": "A/1/116", "hex": "0428"},
    ]
    g = at(clear=True, turn=5, phase="event", units=rows, track=[["event", "34"]])
    play(g, "HE", "1", answers=["hero A/1/16"])
    assert g.units[u("A/1/16")].hero == "hero"
    assert g.heroes_left[1] == 4
    g.heroes_left[1] = 0
    play(g, "HE", "1")
    assert told(g, "no_event")


@pytest.mark.rule("omaha", "EV.hero2", "9.23", "EV.depth")
def test_the_depth_of_a_hero_event_goes_to_his_sector():
    rows = [{"id": "A/1/16", "hex": "0613"}]
    posts = [{"id": "WN62N", "unit": "wn10"}, {"id": "WN72N", "unit": "wn11"}]
    g = at(clear=True, turn=5, phase="event", units=rows, posts=posts, script={"event": ["7"]})
    run(events.event_phase(g))
    assert g.posts[p("WN62N")].depth is not None
    assert g.posts[p("WN72N")].depth is None
    assert len(told(g, "depth_added")) == 1


@pytest.mark.rule("omaha", "EV.lostboats", "EV.lostboats2", "13.12")
def test_lost_men_restore_a_step_and_empty_the_loss_box():
    rows = [{"id": "A/1/16", "hex": "0613", "steps": 1}]
    g = at(clear=True, turn=24, scenario="omaha-beach", units=rows, loss_box=["A/1/16"])
    play(g, "LB", "1")
    assert g.units[u("A/1/16")].steps == 2
    assert not g.loss_box
    play(g, "SU", "1")
    assert told(g, "no_event")[-1]["rule"] == "EV.lostboats2"


@pytest.mark.rule("omaha", "EV.lostboats", "EV.lostboats2")
def test_the_other_division_may_take_the_men():
    rows = [{"id": "A/1/116", "hex": "0428", "steps": 1}]
    g = at(clear=True, turn=22, scenario="omaha-beach", units=rows, loss_box=["A/1/116"])
    play(g, "SU", "1", answers=["restore A/1/116"])
    assert g.units[u("A/1/116")].steps == 2


@pytest.mark.rule("omaha", "EV.meemies", "6.53a")
def test_rockets_hit_the_largest_unit_in_reach():
    rows = [
        {"id": "A/1/116", "hex": "0622", "steps": 2},
        {"id": "B/1/116", "hex": "0623"},
        {"id": "C/1/116", "hex": "1122"},
    ]
    g = at(clear=True, turn=5, units=rows, posts=[{"id": "WN69", "unit": "wn09"}])
    assert g.box.board.distance(h("0623"), h("1222")) in range(3, 8)
    play(g, "MM")
    assert g.units[u("B/1/116")].steps == 2
    assert g.units[u("A/1/116")].steps == 2
    assert g.meemies
    silent = at(clear=True, turn=5, units=rows, posts=[{"id": "WN69", "unit": "wn09", "disrupted": True}])
    play(silent, "MM")
    assert told(silent, "no_event")
    assert not silent.meemies


@pytest.mark.rule("omaha", "EV.rocketkill")
def test_the_rocket_battery_dies_only_after_it_has_fired():
    g = at(clear=True, turn=12, posts=[{"id": "WN69", "unit": "wn09", "depth": "wn-05"}])
    play(g, "RK")
    assert g.posts[p("WN69")].unit is not None
    g.meemies = True
    play(g, "RK")
    assert g.posts[p("WN69")].unit is None
    assert len(g.gone) >= 1
    assert len(g.gone_depth) == 1


@pytest.mark.rule("omaha", "EV.concealed")
def test_concealed_germans_disrupt_by_symbol():
    rows = [
        {"id": "A/1/16", "hex": "1012"},  # diamond
        {"id": "B/1/16", "hex": "1012"},  # triangle
        {"id": "C/1/16", "hex": "0613"},  # circle, far away
    ]
    posts = [{"id": "C1", "unit": "5/2/916"}, {"id": "WN62N", "unit": "wn10"}]
    g = at(clear=True, turn=25, scenario="omaha-beach", units=rows, posts=posts)
    play(g, "CO", "D", "C")
    assert g.units[u("A/1/16")].disrupted
    assert not g.units[u("B/1/16")].disrupted
    assert not g.units[u("C/1/16")].disrupted
    shown = at(
        clear=True, turn=25, scenario="omaha-beach", units=rows, posts=[{"id": "C1", "unit": "5/2/916", "shown": True}]
    )
    play(shown, "CO", "D", "C")
    assert not shown.units[u("A/1/16")].disrupted


@pytest.mark.rule("omaha", "EV.snipers")
def test_snipers():
    g = at(clear=True, turn=22, scenario="omaha-beach", units=[{"id": "16 HQ", "hex": "1012", "command_post": 6}])
    play(g, "SN", "16")
    assert g.snipers == {u("16 HQ")}
    play(g, "SN", "116")
    assert told(g, "no_event")


@pytest.mark.rule("omaha", "EV.smoke")
def test_smoke():
    g = at(clear=True, turn=5)
    play(g, "SM", "66", "68")
    assert g.smoke == {p("WN66N"), p("WN66S"), p("WN68N"), p("WN68S")}


@pytest.mark.rule("omaha", "EV.initiative", "EV.intense")
def test_initiative_and_intense_fire():
    g = at(clear=True, turn=5)
    play(g, "GI")
    play(g, "IN")
    assert g.initiative
    assert g.intense


@pytest.mark.rule("omaha", "EV.undisrupt")
def test_all_germans_recover():
    g = at(clear=True, turn=12, posts=[{"id": "C1", "unit": "5/2/916", "disrupted": True}])
    play(g, "RD")
    assert not g.posts[p("C1")].disrupted


@pytest.mark.rule("omaha", "EV.plunging", "EV.plunging2")
def test_plunging_fire_only_before_the_fire_phase():
    g = at(clear=True, turn=18, scenario="omaha-beach", phase="second event")
    play(g, "PF")
    assert not g.plunging
    g.phase = "event"
    play(g, "PF")
    assert g.plunging


@pytest.mark.rule("omaha", "EV.engineer", "EV.engineer2")
def test_engineers_blocked_only_while_guns_are_left(monkeypatch):
    g = at(clear=True, turn=18, scenario="omaha-beach", posts=[{"id": "WN62S", "unit": "wn01"}])
    play(g, "EA")
    assert g.engineers_blocked
    monkeypatch.setattr(events.artillery, "artillery_in_play", lambda g: False)
    g = at(clear=True, turn=18, scenario="omaha-beach")
    play(g, "EA")
    assert not g.engineers_blocked


@pytest.mark.rule("omaha", "EV.naval", "8.5", "8.54")
def test_naval_markers_are_kept():
    g = at(clear=True, turn=5)
    play(g, "NF")
    play(g, "NF")
    assert g.naval == 2


@pytest.mark.rule("omaha", "EV.navalhit")
def test_naval_fire_hits_a_german_position():
    posts = [{"id": "A4", "unit": "5/2/916", "depth": "building-01"}]
    g = at(clear=True, turn=25, scenario="omaha-beach", posts=posts, script={"naval hit": ["3"]})
    play(g, "NH", "WN62S", "A4", "C1")
    assert g.posts[p("A4")].disrupted
    assert g.posts[p("A4")].depth is None


@pytest.mark.rule("omaha", "EV.navalhit2", "EV.navalhit3")
def test_naval_fire_hits_your_own_men():
    rows = [{"id": "A/1/16", "hex": "1310"}, {"id": "16 HQ", "hex": "1310"}]
    script = {"naval hit": ["3", "1"]}  # triangle picks A4; diamond is A/1/16
    g = at(clear=True, turn=25, scenario="omaha-beach", units=rows, script=script)
    play(g, "NH", "WN62S", "A4", "C1")
    assert g.units[u("A/1/16")].steps == 2
    assert g.naval == 0
    missed = at(clear=True, turn=25, scenario="omaha-beach", units=rows, script={"naval hit": ["3", "2"]})
    play(missed, "NH", "WN62S", "A4", "C1")
    assert missed.units[u("A/1/16")].steps == 3
    nobody = at(clear=True, turn=25, scenario="omaha-beach", script={"naval hit": ["3"]})
    play(nobody, "NH", "WN62S", "A4", "C1")
    assert told(nobody, "no_event")[0]["rule"] == "EV.navalhit3"


@pytest.mark.rule("omaha", "EV.prisoner", "EV.prisoner2", "9.4")
def test_a_prisoner_talks_and_a_tactical_unit_appears_face_up():
    posts = [{"id": "WN62N", "unit": "wn10", "depth": "wn-01"}, {"id": "WN72N", "unit": "wn11"}]
    g = at(clear=True, turn=24, scenario="omaha-beach", units=[{"id": "A/1/16", "hex": "0613"}], posts=posts)
    play(g, "PR", "1")
    assert g.posts[p("WN62N")].shown
    appeared = [post for n, post in enumerate(g.posts) if post.unit is not None and not g.box.positions[n].is_wn]
    assert len(appeared) == 1
    assert appeared[0].shown
    play(g, "PR", "1", answers=["betray 0531"])
    assert g.posts[p("WN72N")].shown, "none left in the east: one in the west"


@pytest.mark.rule("omaha", "EV.patrol")
def test_a_patrol_reports_the_closest_position_even_across_the_boundary():
    posts = [{"id": "C1", "unit": "5/2/916", "depth": "building-01"}, {"id": "A8", "unit": "6/2/916"}]
    g = at(clear=True, turn=12, scenario="omaha-beach", units=[{"id": "A/1/16", "hex": "1012"}], posts=posts)
    play(g, "PT", "1")
    assert g.posts[p("C1")].shown
    assert g.posts[p("C1")].depth_shown
    assert not g.posts[p("A8")].shown


@pytest.mark.rule("omaha", "EF.5")
def test_easy_fox_ignores_the_west():
    assert events.names_only_the_west(CardEvent("RE", ("E", "G")))
    assert events.names_only_the_west(CardEvent("HE", ("29",)))
    assert not events.names_only_the_west(CardEvent("RE", ("C", "G")))
    g = at(clear=True, scenario="easy-fox", turn=5, phase="event", script={"event": ["1"]})
    run(events.event_phase(g))
    assert told(g, "no_event")[0]["rule"] == "EF.5"
    assert events.zones_in_play(g, ("C", "G")) == ["C"]


@pytest.mark.rule("omaha", "15.II", "15.IV", "14.changes")
def test_two_event_phases_in_the_extended_game():
    g = at(clear=True, scenario="omaha-beach", turn=18, phase="second event", script={"second event": ["3"]})
    run(events.event_phase(g))
    assert g.track[0][0] == "second event"


# --- every card, and what events leave to read between the lines ------------------------------------------------------


def fork(scenario, turn):
    """A battle in progress, with something in it for every event."""
    rows = [
        {"id": "A/1/16", "hex": "1012"},
        {"id": "B/1/16", "hex": "0714", "steps": 1},
        {"id": "C/1/16", "box": "ER2"},
        {"id": "16 HQ", "hex": "1012", "command_post": 3 if turn > 16 else 0},
        {"id": "A/1/116", "hex": "0428", "steps": 1},
        {"id": "B/1/116", "hex": "1310"},
        {"id": "Cota", "hex": "0428"},
    ]
    posts = [
        {"id": "WN69", "unit": "wn09", "depth": "wn-05"},
        {"id": "WN62N", "unit": "wn10", "depth": "wn-01"},
        {"id": "C1", "unit": "5/2/916"},
        {"id": "E1", "unit": "6/2/916", "disrupted": True},
    ]
    if scenario == "easy-fox":
        rows, posts = [row for row in rows if "116" not in row["id"] and row["id"] != "Cota"], posts[1:3]
    return {"scenario": scenario, "clear": True, "turn": turn, "units": rows, "posts": posts, "loss_box": ["B/1/16"]}


@pytest.mark.parametrize(
    ("scenario", "turn"),
    [(name, turn) for name in ("easy-fox", "first-waves", "omaha-beach") for turn in (2, 10, 11, 16)]
    + [(name, turn) for name in ("omaha-beach", "beyond-the-beach") for turn in (17, 20, 21, 31)],
)
def test_every_card_in_every_band(scenario, turn):
    for number in range(54):
        for phase in ("event", "second event") if turn > 16 else ("event",):
            g = at(fork(scenario, turn), phase=phase, script={phase: [str(number + 1)]}, seed=f"{number}")
            census = the_game().census(g)
            run(events.event_phase(g), take_first=True)
            assert the_game().census(g) == census
            assert the_game().refuse_position(g) is None
            for event in g.__dict__["table"].events:
                text = name_event(the_game(), event)["text"]
                assert text and "{" not in text


@pytest.mark.rule("omaha", "EV.initiative")
def test_two_initiatives_in_one_turn_give_two_actions():
    g = at(clear=True, scenario="omaha-beach", turn=18, phase="event", units=[{"id": "A/1/16", "hex": "1012"}])
    play(g, "GI")
    play(g, "GI")
    assert allotment(g, 1) == allotment(g, 29) == 5


@pytest.mark.rule("omaha", "EV.hero", "11.11")
def test_a_hero_may_join_any_unit_of_the_division_even_where_heroes_were_before():
    rows = [
        {"id": "A/1/16", "hex": "0613", "hero": "inspired"},
        {"id": "B/1/16", "hex": "0614", "hero": "hero", "steps": 1},
        {"id": "C/1/16", "box": "ER2"},
        {"id": "16 HQ", "hex": "0613"},
        {"id": "Wyman", "hex": "0613"},
        {"id": "D/1/16", "turn": 8},
        {"id": "E/2/116", "hex": "0615", "division": 1},
    ]
    g = at(clear=True, turn=5, phase="event", units=rows, track=[["event", "34"]])
    question = play(g, "HE", "1")
    assert question.options == {"hero": [u(name) for name in ("A/1/16", "B/1/16", "C/1/16", "E/2/116")]}
    play(g, "HE", "1", answers=["hero A/1/16"])
    assert g.units[u("A/1/16")].hero == "hero"


@pytest.mark.rule("omaha", "11.14", "11.15", "11.11a")
def test_a_second_hero_lives_on_when_the_first_is_killed():
    rows = [{"id": "B/1/16", "hex": "0614", "hero": "hero", "steps": 1}]
    g = at(clear=True, turn=5, phase="event", units=rows, track=[["event", "34"]])
    play(g, "HE", "1")
    for left in ("hero", "inspired"):
        run(losses.lose_step(g, u("B/1/16"), rule="6.3", by_fire=True), ["sacrifice"])
        assert (g.units[u("B/1/16")].hero, g.units[u("B/1/16")].steps) == (left, 1)
    assert run(losses.lose_step(g, u("B/1/16"), rule="6.3", by_fire=True)) is None
    assert g.units[u("B/1/16")].place == "lost"


@pytest.mark.rule("omaha", "EV.hero2", "9.23")
def test_the_sector_of_a_hero_in_a_landing_box_is_that_of_the_box():
    posts = [{"id": "WN62N", "unit": "wn10"}, {"id": "WN72N", "unit": "wn11"}]
    rows = [{"id": "A/1/16", "box": "DG2", "delayed": True}]
    g = at(clear=True, turn=12, phase="event", units=rows, posts=posts, script={"event": ["7"]})
    run(events.event_phase(g))
    assert g.posts[p("WN72N")].depth is not None
    assert g.posts[p("WN62N")].depth is None


@pytest.mark.rule("omaha", "EV.hero2", "11.11", "EV.depth")
def test_without_a_hero_his_depth_marker_goes_where_the_whole_map_says():
    posts = [{"id": "WN62N", "unit": "wn10"}, {"id": "WN72N", "unit": "wn11"}]
    rows = [{"id": "A/1/116", "hex": "0430"}, {"id": "A/1/16", "hex": "0605"}]
    g = at(clear=True, turn=5, phase="event", units=rows, posts=posts, script={"event": ["7"]})
    g.heroes_left[1] = 0
    run(events.event_phase(g))
    assert g.posts[p("WN72N")].depth is not None, "it is next to a US unit"
    assert told(g, "no_event")[0]["rule"] == "11.11"


@pytest.mark.rule("omaha", "EV.lostboats", "13.12")
def test_lost_men_can_join_a_unit_that_waits_in_a_landing_box():
    rows = [{"id": "A/1/16", "box": "ER2", "steps": 1}, {"id": "AB/2R", "hex": "0430", "steps": 1}]
    g = at(clear=True, turn=24, scenario="omaha-beach", units=rows, loss_box=["A/1/16"])
    play(g, "LB", "1")
    assert g.units[u("A/1/16")].steps == 2
    assert not g.loss_box
    play(g, "LB", "29")
    assert g.units[u("AB/2R")].steps == 1, "rangers are no regular infantry"


@pytest.mark.rule("omaha", "EV.lostboats")
def test_the_division_that_commands_now_takes_the_men():
    rows = [
        {"id": "E/2/116", "hex": "0714", "steps": 1, "division": 1},
        {"id": "A/1/116", "hex": "0428", "steps": 1},
    ]
    g = at(clear=True, turn=24, scenario="omaha-beach", units=rows, loss_box=["E/2/116", "A/1/116"])
    play(g, "LB", "1")
    assert g.units[u("E/2/116")].steps == 2
    assert g.loss_box == {u("A/1/116")}


@pytest.mark.rule("omaha", "EV.prisoner")
def test_the_player_need_not_use_a_prisoner_on_the_other_sector():
    posts = [{"id": "WN62N", "unit": "wn10", "shown": True}, {"id": "WN72N", "unit": "wn11"}]
    g = at(clear=True, turn=24, scenario="omaha-beach", posts=posts)
    question = play(g, "PR", "1")
    assert question.options == {"betray": [h("0531")], "no": [None]}
    play(g, "PR", "1", answers=["no"])
    assert not g.posts[p("WN72N")].shown
    play(g, "PR", "1", answers=["betray 0531"])
    assert g.posts[p("WN72N")].shown


@pytest.mark.rule("omaha", "EV.patrol")
def test_a_patrol_goes_out_from_the_named_sector_and_its_choice_among_equals_is_free():
    posts = [{"id": "C1", "unit": "5/2/916"}, {"id": "E1", "unit": "6/2/916"}, {"id": "C3", "unit": "7/2/916"}]
    rows = [{"id": "16 HQ", "hex": "1213"}, {"id": "A/1/116", "hex": "1024"}, {"id": "B/1/16", "box": "ER2"}]
    g = at(clear=True, turn=12, scenario="omaha-beach", units=rows, posts=posts)
    question = play(g, "PT", "1")
    assert question.options == {"betray": [h("1113"), h("1313")]}, "the HQ is a US unit; both are next to it"
    g = at(clear=True, turn=12, scenario="omaha-beach", units=[{"id": "Wyman", "hex": "1213"}], posts=posts)
    play(g, "PT", "1")
    assert told(g, "no_event"), "a general is no unit"


@pytest.mark.rule("omaha", "EV.meemies", "19.33")
def test_rockets_are_artillery_fire_in_the_sector_where_they_fall():
    rows = [{"id": "A/1/116", "hex": "0622"}, {"id": "16 HQ", "hex": "0818"}]
    g = at(clear=True, turn=22, scenario="omaha-beach", units=rows, posts=[{"id": "WN69", "unit": "wn09"}])
    play(g, "MM")
    assert g.units[u("A/1/116")].steps == 2
    assert g.artillery_fired == {"west"}
    missed = at(clear=True, turn=22, scenario="omaha-beach", posts=[{"id": "WN69", "unit": "wn09"}])
    play(missed, "MM")
    assert (missed.artillery_fired, missed.meemies) == (set(), True)


@pytest.mark.parametrize(("place", "hit"), [("0424", False), ("0523", True), ("0923", True), ("1022", False)])
@pytest.mark.rule("omaha", "EV.meemies")
def test_rockets_reach_from_three_to_seven_hexes(place, hit):
    g = at(clear=True, turn=5, units=[{"id": "A/1/116", "hex": place}], posts=[{"id": "WN69", "unit": "wn09"}])
    play(g, "MM")
    assert (g.units[u("A/1/116")].steps == 2) is hit
