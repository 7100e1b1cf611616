"""4.V, 7, 15.VI, 17 The US action phase."""

from random import Random

import pytest
from tests.omaha.helpers import acting, action_scene, h, new_match, offered, play, the_game, told, u

from beachhead.games.omaha.allotment import (
    allotment,
    belongs,
    is_free,
    price,
    refuse_marked,
    refuse_participation,
    refuse_unit,
    spend,
)
from beachhead.games.omaha.preservation import (
    preservation_hexes,
    preservation_rule,
    refuse_preservation,
    threatened_infantry,
)
from beachhead.kernel import Action, Refused, parse_action


def scene(units, posts=(), **fields):
    """A position in the middle of the action phase of the 1st Division."""
    return action_scene(units, posts, **{"at": "first", "actions": {"1": 2, "29": 2}, **fields})


def verbs(match):
    """The verbs under which something is offered."""
    return {verb for verb, args in match.decision.options.items() if args}


def why(match, text):
    ruling = match.why_not(parse_action(the_game(), text))
    return ruling and ruling.rule


def unit(match, name):
    return match.state.units[u(name)]


def next_action_phase(match):
    """The same match when its next action phase begins, with nothing in between."""
    g = match.state.clone()
    g.attach(the_game().box)
    g.phase, g.at, g.turn = "action", "", g.turn + 1
    return type(match)(the_game(), g, match.source, scenario=g.scenario, settings=match.settings)


# --- 7 the allotment ---------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "4.V", "7", "15.VI", "17", "EV.initiative", "EV.intense")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"turn": 5}, 2),
        ({"turn": 16}, 2),
        ({"turn": 17}, 3),
        ({"turn": 5, "intense": True}, 1),
        ({"turn": 5, "initiative": 1}, 3),
        ({"turn": 20, "initiative": 2}, 5),
        ({"turn": 14, "options": {"early-actions": True}}, 2),
    ],
)
def test_actions_of_a_division(fields, expected):
    match = acting([("A/1/16", "1020"), ("A/1/116", "1022")], **{"scenario": "omaha-beach", **fields})
    assert match.state.actions == {1: expected, 29: expected}
    assert f"1st Division: {expected} action" in match.decision.prompt
    assert allotment(match.state, 29) == expected


@pytest.mark.rule("omaha", "EF.1", "7")
def test_easy_fox_has_one_division():
    match = acting([("A/1/16", "0711")], scenario="easy-fox")
    assert match.state.actions == {1: 2, 29: 0}
    assert match.decision.offers(Action("done")) and not match.decision.offers(Action("next"))


@pytest.mark.rule("omaha", "7.2", "4.V")
def test_two_units_act_and_then_only_free_actions_are_left():
    match = acting([("A/1/16", "1007"), ("B/1/16", "1009"), ("C/1/16", "1012"), ("Wyman", "0710")])
    play(match, "paid A/1/16", "move 1006", "paid B/1/16", "move 1109")
    assert "only free actions left" in match.decision.prompt
    assert offered(match, "paid") == [] and offered(match, "free") == ["Wyman"]
    assert why(match, "paid C/1/16") == "7" and why(match, "paid A/1/16") == "7.2"
    assert why(match, "free A/1/16") == "7.2"
    late = acting([("A/1/16", "1007")], scenario="omaha-beach", turn=18)
    late.state.actions[1] = 0
    assert refuse_participation(late.state, u("A/1/16")).rule == "17"


@pytest.mark.rule("omaha", "7.2", "7.2a")
def test_one_division_completes_its_actions_before_the_other():
    match = acting([("A/1/16", "1007"), ("A/1/116", "1022"), ("Cota", "0829")])
    assert match.state.division == 1 and offered(match, "paid") == ["A/1/16"]
    assert why(match, "paid A/1/116") == "7.2a" and why(match, "done") == "7.2a"
    play(match, "paid A/1/16", "move 1006")
    assert match.state.division == 29, "nothing was left to do"
    assert offered(match, "free") == ["Cota"]
    assert why(match, "paid A/1/16") == "7.2a" and why(match, "next") == "7.2a" and why(match, "switch") == "7.2a"
    play(match, "done")
    assert match.state.phase != "action" or match.state.turn == 6


@pytest.mark.rule("omaha", "7.2a")
def test_the_player_may_let_the_other_division_act_first():
    match = acting([("A/1/16", "1007"), ("B/1/16", "1009"), ("A/1/116", "1022")])
    match.apply(Action("switch"))
    assert match.state.division == 29 and not match.decision.offers(Action("switch"))
    match.apply(Action("next"))
    assert match.state.division == 1
    started = acting(
        [("A/1/16", "1007"), ("B/1/16", "1009"), ("A/1/116", "1022")], actions=["paid A/1/16", "move 1006"]
    )
    assert not started.decision.offers(Action("switch")) and why(started, "switch") == "7.2a"


def test_going_back_changes_nothing():
    match = acting([("A/1/16", "1007"), ("A/1/116", "1022")])
    before = match.state.digest()
    play(match, "paid A/1/16", "back")
    assert match.state.digest() == before and match.decision.offers(Action("switch"))


# --- 7.1 free actions --------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "7.1", "7.1.rng", "7.1.hero", "7.1.ldr", "7.1.cmd", "11.12", "11.15a", "11.2", "11.3")
def test_who_acts_for_free():
    units = [
        ("AB/2R", "1009"),
        ("A/1/16", "1009"),
        {"id": "B/1/16", "hex": "1012", "hero": "hero"},
        ("C/1/16", "1012"),
        {"id": "D/1/16", "hex": "1023", "hero": "inspired"},
        ("16 HQ", "0711"),
        ("E/2/16", "0710"),
        ("Wyman", "0715"),
        ("1/A/741", "0714"),
        ("F/2/16", "0713"),
    ]
    g = scene(units)
    free = {name: is_free(g, u(name)) for name, *_ in (row.values() if isinstance(row, dict) else row for row in units)}
    assert free == {
        "AB/2R": "7.1.rng",
        "A/1/16": None,
        "B/1/16": "7.1.hero",
        "C/1/16": None,
        "D/1/16": "7.1.hero",
        "16 HQ": "7.1.ldr",
        "E/2/16": "7.1.cmd",
        "Wyman": "7.1.ldr",
        "1/A/741": "7.1.cmd",
        "F/2/16": None,
    }


@pytest.mark.rule("omaha", "7.1", "7.1.cmd2", "7.2")
def test_units_in_command_do_different_things_and_cost_nothing():
    match = acting([("16 HQ", "0711"), ("A/1/16", "0711"), ("B/1/16", "0711"), ("C/1/16", "0709")])
    play(match, "free A/1/16", "move 0710", "free B/1/16", "move 0811")
    assert match.state.actions[1] == 2
    assert why(match, "free A/1/16") == "7.2", "a free action is still the action of the turn"
    assert why(match, "paid 16 HQ") == "7.1" and why(match, "free C/1/16") == "7.1"


@pytest.mark.rule("omaha", "7.1.self", "7.1.prot")
def test_self_preservation_leads_to_beach_hexes_closer_to_protection():
    match = acting([("A/1/16", "0611"), ("1/A/741", "0612"), ("B/1/16", "0711"), ("C/1/16", "0606")])
    assert offered(match, "free") == ["A/1/16", "C/1/16"]
    play(match, "free A/1/16")
    assert offered(match, "preserve") == ["0711", "0712"] and offered(match, "move") == []
    assert why(match, "preserve 0610") == why(match, "preserve 0811") == "7.1.self"
    assert why(match, "move 0610") == "7.1.self"
    play(match, "preserve 0711")
    assert match.state.actions[1] == 2 and unit(match, "A/1/16").acted
    assert told(match.state, "moved")[-1]["rule"] == "7.1.self"
    assert preservation_hexes(match.state, u("C/1/16")) == [h("0607")], "a sheer cliff protects nobody"
    assert refuse_preservation(match.state, h("0712"), units=[u("1/A/741")]).rule == "7.1.self"


@pytest.mark.rule("omaha", "22.1.d")
def test_with_an_effective_bombardment_infantry_may_flee_from_all_fire():
    units = [("A/1/16", "0711"), ("B/1/16", "0811")]
    posts = [("WN61", "wn07")]
    plain = scene(units, posts)
    assert not preservation_hexes(plain, u("A/1/16"))
    g = scene(units, posts, options={"bombardment": True})
    assert set(preservation_hexes(g, u("A/1/16"))) == {h("0811")}
    assert preservation_rule(g, u("A/1/16"), h("0811")) == "22.1.d"
    assert h("0812") in preservation_hexes(g, u("B/1/16")), "not only from the beach"
    assert h("0912") not in preservation_hexes(g, u("B/1/16")), "low ground only"
    assert refuse_preservation(g, h("0810"), units=[u("A/1/16")]).rule == "22.1.d"
    assert refuse_preservation(g, h("0912"), units=[u("B/1/16")]).rule == "7.1.self"
    g.change_post(g.german_at(h("0809")), disrupted=True)
    assert h("0710") not in preservation_hexes(g, u("A/1/16")), "disrupted units count"


@pytest.mark.rule("omaha", "22.1.d", "7.1.self")
def test_who_is_out_of_fire_does_not_seek_shelter_with_all_the_others():
    units = [("A/1/16", "0711"), ("B/1/16", "0811"), ("C/1/16", "0613")]
    match = acting(units, [("WN61", "wn07")], options={"bombardment": True})
    assert offered(match, "free") == ["A/1/16", "B/1/16", "C/1/16"], "all three may"
    play(match, "preserve-all")
    assert unit(match, "A/1/16").hex == h("0811"), "it was under fire"
    assert unit(match, "B/1/16").hex == h("0811") and not unit(match, "B/1/16").acted, "it was not"
    assert unit(match, "C/1/16").hex in (h("0713"), h("0714")), "closer to the shingle"
    assert why(match, "preserve-all") == "7.1.self"


@pytest.mark.rule("omaha", "23.6b", "7.1.self")
def test_infantry_flees_from_german_armor():
    armor = [{"hex": "1321"}, {}, {}, {}]
    units = [("A/1/116", "1420"), ("B/1/116", "1320"), ("1/A/743", "1420"), ("C/1/116", "1419")]
    match = acting(units, armor=armor, options={"armor": True}, scenario="omaha-beach", turn=20)
    assert match.state.threatened == {u("A/1/116")}, "1320 is a village: steady fire"
    assert "A/1/116" in offered(match, "free") and "B/1/116" not in offered(match, "free")
    play(match, "free A/1/116")
    assert offered(match, "preserve") == ["1419", "1520"] and why(match, "preserve 1320") == "23.6b"
    play(match, "preserve 1419")
    assert told(match.state, "moved")[-1]["rule"] == "23.6b" and match.state.actions[29] == 3
    disrupted = acting(
        units,
        armor=[{"hex": "1321", "disrupted": True}, {}, {}, {}],
        options={"armor": True},
        scenario="omaha-beach",
        turn=20,
    )
    assert threatened_infantry(disrupted.state) == set()


@pytest.mark.rule("omaha", "19.3.traf", "19.3.traf1", "19.33")
def test_managed_traffic_moves_for_free_and_does_nothing_else():
    units = [("1/A/741", "0711"), ("A/1/16", "0913"), ("B/1/16", "0707")]
    bases = [{"id": "1/37", "hex": "0711", "space": 2}]
    fields = {"scenario": "omaha-beach", "turn": 20, "bases": bases}
    match = acting(units, [("WN64", "wn10")], **fields)
    assert offered(match, "free") == ["1/A/741"]
    play(match, "free 1/A/741")
    assert "0811" in offered(match, "move") and not match.decision.options["barrage"]
    assert why(match, "climb 0811") == "19.3.traf1"
    play(match, "move 0811")
    assert match.state.actions[1] == 3 and told(match.state, "moved")[-1]["rule"] == "19.3.traf"
    shelled = acting(units, [("WN64", "wn10")], **fields, artillery_fired=["east"])
    assert offered(shelled, "free") == []


@pytest.mark.rule("omaha", "7.1.self", "7.6")
def test_all_infantry_seeks_shelter_at_once():
    units = [
        ("A/1/16", "0611"),
        ("B/1/16", "0611"),
        ("C/1/16", "0612"),
        ("1/A/741", "0711"),
        ("G/2/16", "0711"),
        ("D/1/16", "0511"),
    ]
    match = acting(units)
    play(match, "preserve-all")
    places = sorted(the_game().box.board.name(unit(match, name).hex) for name in ("A/1/16", "B/1/16", "C/1/16"))
    assert places == ["0712", "0712", "0713"], "0711 is full"
    assert unit(match, "D/1/16").hex in (h("0610"), h("0611"))
    assert match.state.actions[1] == 2 and not match.decision.offers(Action("preserve-all"))
    assert why(match, "preserve-all") == "7.1.self"


# --- 7.21, 7.22 stacks and the boundary --------------------------------------------------------------------------


@pytest.mark.rule("omaha", "7.21", "7.21a")
def test_two_units_of_a_stack_share_an_action():
    g = scene([("A/1/16", "0711"), ("B/1/16", "0711"), ("C/1/16", "0711"), ("E/2/16", "0710"), ("AB/2R", "0710")])
    a, b, c, e, ranger = (u(name) for name in ("A/1/16", "B/1/16", "C/1/16", "E/2/16", "AB/2R"))
    assert price(g, [a]) == price(g, [a, b]) == 1
    assert price(g, [a, b, c]) == price(g, [a, e]) == 2
    assert price(g, [ranger]) == 0 and price(g, [a, b, ranger]) == 1
    assert price(g, [a, b, c, e]) is None
    spend(g, [a, b, e], rule="8.13")
    assert g.actions[1] == 0 and all(g.units[x].acted for x in (a, b, e))
    assert price(g, [c]) is None and price(g, [ranger]) == 0


@pytest.mark.rule("omaha", "7.21", "7.21a")
def test_stackmates_move_together_for_one_action():
    units = [("A/1/16", "0711"), ("B/1/16", "0711"), ("C/1/16", "0711"), ("1/A/741", "0711"), ("D/1/16", "0712")]
    match = acting(units, actions=["paid A/1/16"])
    assert offered(match, "with") == ["1/A/741", "B/1/16", "C/1/16"]
    assert why(match, "with D/1/16") == "7.21"
    play(match, "with B/1/16")
    assert offered(match, "with") == [] and why(match, "with C/1/16") == "7.21" == why(match, "with B/1/16")
    play(match, "move 0810")
    assert match.state.actions[1] == 1
    assert unit(match, "A/1/16").hex == unit(match, "B/1/16").hex == h("0810")
    play(match, "paid C/1/16", "with 1/A/741")
    assert "0811" not in offered(match, "move"), "the tank cannot cross the shingle"
    play(match, "move 0611")
    assert match.state.actions[1] == 0


@pytest.mark.rule("omaha", "7.22")
def test_a_unit_that_moved_over_the_boundary_acts_with_either_division():
    match = acting([("L/3/116", "1019"), ("A/1/16", "1012"), ("K/3/116", "1022")])
    assert offered(match, "paid") == ["A/1/16"], "1019 lies in the west"
    match = acting([("L/3/116", "1018"), ("A/1/16", "1012"), ("K/3/116", "1022")])
    assert belongs(match.state, u("L/3/116"), 1) and belongs(match.state, u("L/3/116"), 29)
    assert offered(match, "paid") == ["A/1/16", "L/3/116"]
    play(match, "paid L/3/116", "move 1017", "next")
    assert match.state.actions == {1: 1, 29: 2}
    landed = acting([{"id": "L/3/116", "hex": "0716", "division": 1}, ("K/3/116", "1022")])
    assert not belongs(landed.state, u("L/3/116"), 29), "it landed there: command was transferred"


@pytest.mark.rule("omaha", "7.22.two", "1a")
def test_with_two_players_a_unit_just_across_stays_with_its_division():
    match = acting([("L/3/116", "1018"), ("A/1/16", "1012")], options={"coop": True})
    assert match.decision.side == "1st" and offered(match, "paid") == ["A/1/16"]
    play(match, "next")
    assert match.decision.side == "29th" and offered(match, "paid") == ["L/3/116"]


@pytest.mark.rule("omaha", "7.22.two", "7.63", "1a")
def test_with_two_players_each_gives_up_his_own_units():
    units = [("L/3/116", "1018"), ("K/3/116", "1018"), ("I/3/116", "1018"), ("A/1/16", "1012")]
    match = acting(units, options={"coop": True}, actions=["next", "done"])
    assert match.decision.rule == "7.63" and match.decision.side == "29th", "in the east, but of the 29th Division"


# --- 7.4, 7.5, 7.7 markers ---------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "7.4", "7.4a", "7.4b", "7.1.mark")
def test_a_bluff_takes_two_turns():
    match = acting([("A/1/16", "0815"), ("B/1/16", "0815"), ("C/1/16", "0916")])
    play(match, "paid A/1/16", "with B/1/16", "climb 0916", "paid C/1/16", "climb 0816")
    assert [unit(match, name).climb for name in ("A/1/16", "B/1/16", "C/1/16")] == ["climb"] * 3
    assert unit(match, "C/1/16").hex == h("0816"), "down takes a climb too"
    play(match, "done")
    match = next_action_phase(match)
    assert offered(match, "paid") == [] and why(match, "paid A/1/16") == "7.4b"
    play(match, "free A/1/16")
    assert why(match, "move 0915") == "7.4b" and verbs(match) == {"unclimb", "back"}
    play(match, "unclimb")
    assert unit(match, "A/1/16").climb == "" and unit(match, "A/1/16").acted
    play(match, "unclimb-all")
    assert unit(match, "B/1/16").climb == unit(match, "C/1/16").climb == ""
    assert why(match, "unclimb-all") == "7.4b" and match.state.actions[1] == 2


@pytest.mark.rule("omaha", "7.41", "7.4")
def test_a_leader_goes_along_up_the_bluff_without_a_marker():
    match = acting([("A/1/16", "0815"), ("Wyman", "0815")], actions=["free A/1/16", "with Wyman", "climb 0916"])
    assert unit(match, "Wyman").hex == h("0916") and unit(match, "Wyman").climb == ""
    assert unit(match, "A/1/16").climb == "climb"


@pytest.mark.rule("omaha", "7.4c", "7.7", "7.1.mark")
def test_a_disrupted_climber_only_removes_its_disruption():
    units = [{"id": "A/1/16", "hex": "0916", "climb": "climb", "disrupted": True}]
    match = acting([*units, {"id": "B/1/16", "hex": "0711", "disrupted": True}, ("C/1/16", "0712")])
    assert refuse_marked(match.state, u("A/1/16")).rule == "7.4c" and why(match, "paid B/1/16") == "7.7"
    assert refuse_participation(match.state, u("B/1/16")).rule == "7.7"
    assert not match.decision.offers(Action("unclimb-all"))
    play(match, "free A/1/16")
    assert verbs(match) == {"rally", "back"}
    play(match, "rally", "rally-all")
    assert not unit(match, "A/1/16").disrupted and unit(match, "A/1/16").climb == "climb"
    assert not unit(match, "B/1/16").disrupted and why(match, "free A/1/16") == "7.2"
    assert why(match, "rally-all") == "7.7"


@pytest.mark.rule("omaha", "7.7a")
def test_a_fresh_disruption_stays():
    units = [{"id": "A/1/16", "hex": "0711", "disrupted": True, "fresh": True, "acted": True}, ("B/1/16", "0712")]
    match = acting(units)
    assert why(match, "free A/1/16") == "7.7a" and not match.decision.offers(Action("rally-all"))
    play(match, "done")
    assert unit(match, "A/1/16").disrupted and not unit(match, "A/1/16").fresh


@pytest.mark.rule("omaha", "7.5", "7.51", "7.1.mark")
def test_a_cliff_takes_three_turns_or_is_given_up():
    match = acting([("C/1/116", "0432"), ("D/1/116", "0431"), ("Cota", "0429")])
    play(match, "free C/1/116") if match.decision.offers(Action("free", u("C/1/116"))) else play(match, "paid C/1/116")
    assert why(match, "scale 0533") == "7.5" and why(match, "move 0533") == "7.5"
    play(match, "begin-climb", "paid D/1/116", "begin-climb")
    assert unit(match, "C/1/116").climb == "climb cliff" and unit(match, "C/1/116").hex == h("0432")
    assert match.state.actions[29] == 0
    play(match, "done")
    match = next_action_phase(match)
    assert offered(match, "free") == ["C/1/116", "Cota", "D/1/116"]
    assert why(match, "paid C/1/116") == "7.51"
    play(match, "free C/1/116")
    assert offered(match, "continue-climb") == ["0433", "0532", "0533"] and why(match, "move 0431") == "7.51"
    play(match, "continue-climb 0533")
    assert unit(match, "C/1/116").climb == "climb" and unit(match, "C/1/116").hex == h("0533")
    play(match, "free D/1/116", "stop-climb")
    assert unit(match, "D/1/116").climb == "" and unit(match, "D/1/116").hex == h("0431")
    assert match.state.actions[29] == 2
    play(match, "done")
    match = next_action_phase(match)
    play(match, "free C/1/116", "unclimb")
    assert unit(match, "C/1/116").climb == ""


@pytest.mark.rule("omaha", "7.5", "17.12")
def test_leaders_and_tanks_do_not_climb_cliffs():
    match = acting([("116 HQ", "0432"), ("C/1/116", "0432")], actions=["free 116 HQ"])
    assert why(match, "begin-climb") == "7.5" and why(match, "unclimb") == "7.4b" and why(match, "rally") == "7.7"
    assert why(match, "stop-climb") == "7.51"
    late = acting([("C/1/116", "0432"), ("D/1/116", "0431")], scenario="omaha-beach", turn=20, actions=["paid C/1/116"])
    assert why(late, "begin-climb") == "17.12"


@pytest.mark.rule("omaha", "17.11", "17.12", "7.4b")
def test_from_turn_17_bluffs_take_one_turn_and_cliffs_two():
    units = [("A/1/16", "0815"), ("C/1/116", "0432")]
    match = acting(units, scenario="omaha-beach", turn=20, actions=["paid A/1/16", "climb 0916"])
    assert unit(match, "A/1/16").climb == "" and unit(match, "A/1/16").hex == h("0916")
    play(match, "paid C/1/116", "scale 0533")
    assert unit(match, "C/1/116").climb == "climb" and unit(match, "C/1/116").hex == h("0533")
    play(match, "done")
    match = next_action_phase(match)
    assert offered(match, "free") == ["C/1/116"] or match.state.division == 1
    play(match, *(["next"] if match.state.division == 1 else []), "free C/1/116", "unclimb")


@pytest.mark.rule("omaha", "7.32", "7.4", "7.32.a")
def test_a_climber_may_be_fired_at_and_gets_its_marker_only_if_it_arrives():
    """A bluff parts 0818 from 0919; both adjoin WN65S in 0918 (red) and lie in its field."""
    match = acting([("I/3/16", "0818")], [("WN65S", "wn01")], script={"infiltration": ["22"]})  # red single, diamond
    play(match, "paid I/3/16", "climb 0919", "fall-back")
    assert unit(match, "I/3/16").climb == "" and unit(match, "I/3/16").hex == h("0818")
    assert unit(match, "I/3/16").steps == 2


# --- 7.6 stacking ------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "7.6", "7.61", "7.62", "7.63")
def test_two_units_stay_in_a_hex_and_leaders_do_not_count():
    units = [
        ("A/1/16", "0711"),
        ("B/1/16", "0711"),
        ("C/1/16", "0711"),
        ("E/2/16", "0711"),
        ("16 HQ", "0711"),
        ("Wyman", "0711"),
    ]
    match = acting(units)
    assert "Too many units in Fox Green (0711)" in match.decision.prompt
    play(match, "done")
    assert match.decision.rule == "7.63" and offered(match, "give-up") == ["A/1/16", "B/1/16", "C/1/16", "E/2/16"]
    play(match, "give-up C/1/16", "give-up A/1/16")
    assert [unit(match, name).place for name in ("A/1/16", "B/1/16", "C/1/16", "E/2/16")] == [
        "lost",
        "map",
        "lost",
        "map",
    ]
    assert {u("A/1/16"), u("C/1/16")} <= match.state.loss_box
    six = acting([("A/1/16", "0711"), ("B/1/16", "0711")])
    play(six, "done")
    assert unit(six, "A/1/16").place == unit(six, "B/1/16").place == "map", "six steps are no violation"


@pytest.mark.rule("omaha", "7.6")
def test_stacking_may_be_exceeded_on_the_way():
    match = acting([("A/1/16", "0711"), ("B/1/16", "0711"), ("C/1/16", "0712")], actions=["paid C/1/16", "move 0711"])
    assert unit(match, "C/1/16").hex == h("0711") and "Too many units" in match.decision.prompt
    play(match, "paid B/1/16", "move 0710")
    assert "Too many" not in match.decision.prompt


# --- the phase as a whole ----------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "7.2")
def test_the_marks_of_the_phase_come_off():
    match = acting([("A/1/16", "0711"), ("16 HQ", "0711"), ("B/1/16", "1009")])
    play(match, "free A/1/16", "move 0710", "free 16 HQ", "move 0810", "done")
    g = match.state
    assert not any(x.acted or x.moved or x.fresh or x.lost_step for x in g.units)
    assert not g.attacked and not g.barraged and not g.threatened and not any(g.commanded)


@pytest.mark.rule("omaha", "7.2", "7.21")
def test_refusals_name_the_rule():
    match = acting([("A/1/16", "0711"), ("A/1/116", "1022")])
    assert refuse_unit(match.state, u("M/3/16")).rule == "7.2", "not on the map"
    assert why(match, "move 0710") == "7.2", "choose a unit first"
    with pytest.raises(Refused):
        play(match, "move 0710")
    play(match, "paid A/1/16")
    assert why(match, "free A/1/116") is not None
    assert why(match, "exit A") == "2.1.off" and why(match, "exit X") == "2.1.off"
    assert why(match, "climb 0811") == "7.4" and why(match, "scale 0811") == "7.5"
    assert why(match, "with A/1/116") == "7.21"


def test_the_words_of_the_phase():
    match = acting([("A/1/16", "0711"), ("16 HQ", "0711"), ("Wyman", "0712")], scenario="easy-fox")
    assert "each division" not in match.events[-1].data["whom"]
    play(match, "free A/1/16")
    assert "commanded by 16 HQ and Wyman" in match.decision.prompt
    ruling = match.why_not(parse_action(the_game(), "free 16 HQ"))
    assert ruling.rule == "7.1.cmd" and "A/1/16" in ruling.sentence, "first things first"
    play(match, "back", "free 16 HQ", "move 0811", "free A/1/16")
    assert "commanded by Wyman" in match.decision.prompt
    play(match, "move 0811", "free Wyman", "move 0811")
    assert "nothing is left to do" in match.decision.prompt and verbs(match) == {"done"}


@pytest.mark.rule("omaha", "TEC.2a", "7.6")
def test_the_prompt_warns_of_the_tide():
    units = [("A/1/16", "0513"), ("B/1/16", "0613")]
    assert "The sea covers Easy Red (0513)" in acting(units, turn=7).decision.prompt
    assert "sea" not in acting(units, turn=6).decision.prompt


def test_a_phase_with_nobody_ashore_ends_by_itself():
    match = acting([])
    assert match.state.phase != "action" or match.is_over


def random_play(scenario, seed, count, **options):
    """A match at each of so many decisions of the action phase."""
    match, random = new_match(scenario, seed=seed, **options), Random(seed)
    while count and not match.is_over:
        decision = match.decision
        if match.state.phase == "action" and (decision.is_turn_point or "back" in decision.options):
            yield match
            count -= 1
        match.apply(decision[random.randrange(len(decision))])


def test_the_turn_point_comes_out_again_from_the_state_alone():
    for match in random_play("first-waves", "turn points", 80):
        if match.decision.is_turn_point:
            fresh = match.state.clone()
            fresh.attach(the_game().box)
            assert (
                type(match)(the_game(), fresh, match.source.fork(), scenario="first-waves").decision == match.decision
            )


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("first-waves", {}), ("first-waves", {"bombardment": True}), ("beyond-the-beach", {"armor": True})],
)
def test_what_is_not_offered_is_explained_and_what_is_offered_is_not_refused(scenario, options):
    board, pieces = the_game().box.board, range(len(the_game().box.us))
    for match in random_play(scenario, "explained", 100, **options):
        decision, g = match.decision, match.state
        if "join" in decision.options:
            continue
        units = decision.about.get("unit", ())
        if decision.is_turn_point:
            asked = {"free": pieces, "paid": pieces}
        else:
            near = board.within(g.units[units if isinstance(units, int) else units[0]].hex, 3)
            asked = dict.fromkeys(["move", "preserve", "climb", "scale", "continue-climb"], near) | {"with": pieces}
        for verb, args in asked.items():
            for arg in args:
                refused = decision.options[verb].refuse(g, arg)
                assert (refused is None) == decision.offers(Action(verb, arg)), (decision, verb, arg, refused)
