"""4, 15 The sequence of play."""

import pytest
from tests.omaha.helpers import at, card, german, new_match, p, run, told, u

from beachhead.games.omaha import events, losses, sequence
from beachhead.games.omaha.cards import CardEvent
from beachhead.games.omaha.german_units import move_unit
from beachhead.kernel import GameOver


def phases(turn, scenario="omaha-beach", **options):
    g = at(scenario=scenario, clear=True, options={k.replace("_", "-"): v for k, v in options.items()}, turn=turn)
    g.phase, seen = "amphibious", ["amphibious"]
    while seen[-1] != "end":
        sequence.PLAY.go_on(g)
        seen.append(g.phase)
    return seen


@pytest.mark.rule("omaha", "4.II", "4.IV")
def test_the_first_turn_has_no_event_and_no_engineers():
    assert phases(1) == ["amphibious", "fire", "action", "end"]
    assert phases(2) == ["amphibious", "event", "fire", "engineer", "action", "end"]
    assert phases(16) == ["amphibious", "event", "fire", "engineer", "action", "end"]


@pytest.mark.rule("omaha", "15.II", "15.IV")
def test_two_events_from_turn_seventeen_and_none_on_the_last():
    assert phases(17) == ["amphibious", "event", "fire", "second event", "engineer", "action", "end"]
    assert phases(31)[1:4] == ["event", "fire", "second event"]
    assert phases(32) == ["amphibious", "fire", "engineer", "action", "end"]


@pytest.mark.rule("omaha", "22.1.a", "22.1.g")
def test_the_bombardment_variant_starts_with_an_event_and_without_engineers():
    assert phases(4, bombardment=True) == ["amphibious", "event", "fire", "action", "end"]
    assert "engineer" in phases(5, bombardment=True)


@pytest.mark.rule("omaha", "4.I", "4.II", "4.III", "4.IV", "4.V", "4.VI", "15.I", "15.VII")
def test_a_turn_runs_through_all_phases():
    match = new_match("first-waves", seed="turns")
    while match.state.turn < 3:
        match.apply(match.decision[len(match.decision) - 1])
    kinds = [event.kind for event in match.events]
    assert kinds.count("turn_began") == 3
    slots = [event.data["reason"] for event in match.events if event.kind == "drawn"]
    turn_two = slots[slots.index("event") :]
    assert turn_two.index("event") < turn_two.index("fire east") < turn_two.index("fire west")


@pytest.mark.rule("omaha", "4.VI", "2.1.track", "2.1.turn")
def test_cards_are_discarded_and_shuffled_when_the_track_says_so():
    g = at(clear=True, turn=5, phase="end", track=[["event", "7"]])
    sequence.end_of_turn(g)
    assert (g.track, g.discards) == ([], [card("7")])
    sequence.PLAY.go_on(g)
    assert (g.turn, g.phase) == (6, "amphibious")
    sequence.end_of_turn(g)
    assert (g.discards, len(g.deck)) == ([], 54)
    assert told(g, "shuffled")


@pytest.mark.rule("omaha", "4.VIa")
def test_play_stops_after_the_last_turn():
    g = at(clear=True, turn=16, phase="end")
    with pytest.raises(GameOver):
        sequence.end_of_turn(g)


@pytest.mark.rule("omaha", "5.21.drown", "5.21.cliff", "TEC.2a")
def test_the_sea_takes_units_in_flooded_hexes():
    rows = [
        {"id": "A/1/16", "hex": "0513"},
        {"id": "B/1/16", "hex": "0613"},
        {"id": "C/2R", "hex": "0233", "climb": "climb cliff"},
        {"id": "16 HQ", "hex": "0514"},
    ]
    g = at(clear=True, turn=6, units=rows)
    g.turn = 7
    sequence.drown(g)
    assert g.units[u("A/1/16")].place == "lost"
    assert g.units[u("16 HQ")].place == "lost"
    assert g.units[u("B/1/16")].place == "map"
    assert g.units[u("C/2R")].place == "map", "a climber is spared when the water first comes"
    g.turn = 8
    sequence.drown(g)
    assert g.units[u("C/2R")].place == "lost"


@pytest.mark.rule("omaha", "11.11a", "11.15")
def test_a_hero_goes_with_his_unit_and_inspires_it_when_killed():
    g = at(clear=True, turn=5, units=[{"id": "A/1/16", "hex": "0613", "steps": 1, "hero": "hero"}])
    assert run(losses.lose_step(g, u("A/1/16"), rule="6.3", by_fire=True), ["sacrifice"]) is None
    assert g.units[u("A/1/16")].hero == "inspired"
    losses.eliminate(g, u("A/1/16"), rule="6.3")
    assert g.units[u("A/1/16")].hero == ""


@pytest.mark.rule("omaha", "11", "19.3.gar3", "19.32a")
def test_leaders_garrisons_and_bases_are_no_targets():
    rows = [{"id": "16 HQ", "hex": "1012"}, {"id": "Cota", "hex": "1012"}]
    g = at(
        clear=True, scenario="omaha-beach", turn=20, units=rows, posts=[{"id": "C1", "garrison": True}],
        bases=[{"id": "1/37", "hex": "0712"}],
    )  # fmt: skip
    assert list(g.fighters()) == []


@pytest.mark.rule("omaha", "19.3.gar4")
def test_a_garrison_goes_when_germans_advance_into_it():
    posts = [{"id": "C3", "unit": "5/2/916"}, {"id": "C1", "garrison": True}]
    g = at(clear=True, scenario="omaha-beach", turn=20, posts=posts)
    move_unit(g, p("C3"), p("C1"), rule="16.82.5", swap_rule="16.83")
    assert not g.posts[p("C1")].garrison
    assert g.posts[p("C1")].unit == german("5/2/916")


@pytest.mark.rule("omaha", "EV.crisis")
def test_a_crisis_brings_reinforcements_in_three_zones():
    g = at(clear=True, turn=12, units=[{"id": "A/1/16", "hex": "0613"}])
    events.HANDLERS["RE"](g, CardEvent("RE", ("A", "C", "E")))
    zones = sorted(there.zone for n, there in enumerate(g.box.positions) if g.posts[n].unit is not None)
    assert zones == ["A", "C", "E"]
