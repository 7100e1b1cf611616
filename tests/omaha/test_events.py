"""4.II The events."""

import pytest
from tests.omaha.helpers import at, card, h, p, run, told, u

from beachhead.games.omaha import events
from beachhead.games.omaha.cards import CardEvent


def play(g, code, *args, answers=()):
    return run(events.HANDLERS[code](g, CardEvent(code, args)), answers)


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
    play(g, "HE", "1")
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
    play(g, "PR", "1")
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
