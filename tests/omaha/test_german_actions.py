"""16 German actions, 14.2 and 15.III."""

import pytest
from tests.omaha.helpers import at, card, depth, german, h, match_at, p, run, site, the_game, told, u

from beachhead.games.omaha import fire_phase, german_actions, german_advance, german_moves, harassment
from beachhead.games.omaha.cards import Card, FireItem
from beachhead.kernel import parse_action

EXTENDED = {"scenario": "omaha-beach", "clear": True, "turn": 21, "phase": "fire"}


def us(**places):
    """US units by hex: `us(h1111="A/1/16 3")`, several with commas."""
    found = []
    for place, names in places.items():
        for name in names.split(", "):
            unit, _, steps = name.rpartition(" ") if name[-1].isdigit() and name[-2] == " " else (name, "", "")
            found.append({"id": unit, "hex": place[1:], **({"steps": int(steps)} if steps else {})})
    return found


def a_card(target="circle", **marks):
    """A fire card: `a_card(red="A2", blue="M")`; a 2 means a double symbol."""
    items = {colour: FireItem(colour, mark.endswith("2"), mark.rstrip("2")) for colour, mark in marks.items()}
    return Card("x", {}, False, ((), (), ()), items, target, 0, frozenset())


def resolve(g, fire_card, answers=(), sector="east", take_first=False):
    """All that a card brings about in a sector, advances included."""

    def all_actions():
        advancing = yield from german_actions.resolve_actions(g, fire_card)
        yield from german_actions.resolve_advances(g, [(site, fire_card) for site in advancing])

    fire_phase.begin(g)
    g.sector = sector
    return run(all_actions(), answers, take_first=take_first)


def ready(document=None, **fields):
    g = at({**EXTENDED, **(document or {})}, **fields)
    fire_phase.begin(g)
    return g


def actions(g):
    return [(event["firer"], event["action"]) for event in told(g, "german_action")]


# --- 16 who acts, what, and when -----------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.sum")
def test_the_action_summary():
    g = at(EXTENDED)
    rows = {
        "F": "fire - - fire - -",
        "armor": "fire - - fire - -",
        "star": "fire - - fire - -",
        "R": "fire - re-occupy re-supply redeploy reinforce",
        "M": "fire mortar - fire mortar -",
        "P": "fire - - patrol patrol -",
        "A": "fire artillery - advance advance ambush",
    }
    for mark, cells in rows.items():
        item = FireItem("red", False, mark)
        assert [german_actions.summary(g, item, state) for state in german_actions.STATES] == cells.split()
    armor = {"R": "overrun", "M": "move or fire", "P": "position and fire", "A": "aimed fire"}
    assert {mark: g.box.action_summary[mark].armor for mark in rows} == {
        mark: armor.get(mark, "fire or move") for mark in rows
    }


@pytest.mark.rule("omaha", "16", "16a", "16b", "16.none")
def test_which_positions_are_checked():
    g = ready(units=us(h1210="A/1/16"), posts=[("C1", "1/1/726"), ("C8", "3/1/726")])
    item = FireItem("red", False, "F")
    assert german_actions.state_of(g, site("C1"), item) == "rp_quiet"
    assert german_actions.state_of(g, site("C8"), item) == "rp_quiet", "occupied ones far away are checked too"
    assert german_actions.state_of(g, site("A4"), item) == "rp_empty"
    assert german_actions.state_of(g, site("C4"), item) is None, "more than two hexes from US units"
    assert german_actions.state_of(g, site("WN62"), item) == "wn_empty"
    g.communication -= {p("A4"), p("WN62N"), p("WN62S")}
    assert german_actions.state_of(g, site("A4"), item) is None, "out of communication"
    assert german_actions.state_of(g, site("WN62"), item) is None


@pytest.mark.rule("omaha", "16.seq", "16c")
def test_higher_number_first_then_higher_letter():
    g = ready()
    g.sector = "east"
    names = [g.box.sites[n].id for n in german_actions.called_sites(g, a_card(red="F"))]
    assert names == ["WN65", "C8", "D7", "B7", "C3", "B2", "A1"]
    g = ready(
        units=us(h1216="A/1/16", h1308="B/1/16"),
        posts=[("C5", "1/1/726")],
        pool={"T": ["3/1/726"], "D": [], "M": []},
    )
    resolve(g, a_card(orange="R"))
    assert [(e["position"], e["kind"]) for e in told(g) if "reinforced" in e["kind"]] == [
        (p("A6"), "action_reinforced"),
        (p("C2"), "not_reinforced"),
    ], "the last unit goes to the higher number"


@pytest.mark.rule("omaha", "16.sym", "16.sym2")
def test_only_occupied_positions_mind_double_symbols():
    fields = {"units": us(h1111="A/1/16", h1212="L/3/16"), "posts": [("A2", "1/1/726")]}
    g = ready(**fields)
    resolve(g, a_card(blue="F2", red="A2"))
    assert actions(g) == [("C3", "ambush")]
    assert told(g, "position_silent")[0]["firer"] == "A2"
    g = ready(**fields)
    resolve(g, a_card(blue="F", red="A"))
    assert actions(g) == [("C3", "ambush"), ("A2", "fire")]


@pytest.mark.rule("omaha", "16.none2", "6.4a")
def test_a_disrupted_position_does_nothing_and_recovers_afterwards():
    match = match_at(
        EXTENDED,
        script={"fire east": ["21"], "fire west": ["30"], "second event": ["2"]},
        units=us(h1111="A/1/16"),
        posts=[{"id": "A2", "unit": "1/1/726", "disrupted": True}],
    )
    assert not match.state.posts[p("A2")].disrupted
    kinds = [(event.kind, event.data.get("firer")) for event in match.events]
    assert ("german_action", "A2") not in kinds
    assert kinds.index(("position_silent", "A2")) < kinds.index(("german_recovered", None))


@pytest.mark.rule("omaha", "16", "15.III", "11.4")
def test_a_star_reaches_a_leader_alone_in_the_field():
    g = ready(units=us(h1111="16 HQ"), posts=[("A2", "1/1/726")])
    resolve(g, a_card(blue="star"))
    assert actions(g) == [("A2", "fire")]
    assert g.units[u("16 HQ")].place == "track"
    g = ready(units=us(h1111="16 HQ"), posts=[("A2", "1/1/726")])
    resolve(g, a_card(blue="F"))
    assert actions(g) == []
    assert told(g, "no_action")[0]["firer"] == "A2"


@pytest.mark.rule("omaha", "14.2", "16", "6.34")
def test_early_actions_keep_the_limits_of_the_first_turns():
    early = {**EXTENDED, "turn": 12, "options": {"early-actions": True}}
    g = ready(early, units=us(h1111="A/1/16"), posts=[("A2", "1/1/726"), ("C1", "3/1/726")])
    assert fire_phase.actions_apply(g)
    resolve(g, a_card(blue="F", brown="F", target="diamond"))
    assert g.units[u("A/1/16")].steps == 2, "A2 and C1 both fire, but one step is the most"
    assert [event["limit"] for event in told(g, "position_fires")] == [1, 1]
    g = ready({**EXTENDED, "turn": 11, "options": {"early-actions": True}})
    assert not fire_phase.actions_apply(g)
    g = ready({**EXTENDED, "turn": 12})
    assert not fire_phase.actions_apply(g)


@pytest.mark.rule("omaha", "14.2", "6.34")
def test_early_mortars_pass_over_units_that_lost_a_step():
    early = {**EXTENDED, "turn": 12, "options": {"early-actions": True}}
    g = ready(early, units=us(h1012="C/1/16 2", h1112="L/3/16"), posts=[("A2", "1/1/726"), ("A4", "3/1/726")])
    assert resolve(g, a_card(blue="M", purple="M")) is None
    assert [(event["firer"], event["unit"]) for event in told(g, "mortar_fire")] == [
        ("A4", u("L/3/16")),
        ("A2", u("C/1/16")),
    ], "both have two steps then, but L/3/16 has lost one"


# --- 16.1 re-occupy ------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.1", "16.1a", "16a")
def test_a_reoccupied_wn_is_face_up_and_does_not_fire():
    g = ready(units=us(h0714="A/1/16"), gone=["wn10", "wn01"])
    resolve(g, a_card(blue="R", orange="F"))
    post = g.posts[p("WN64")]
    assert (post.unit, post.shown, post.depth) == (german("wn10"), True, None)
    assert actions(g) == [] and not told(g, "position_fires")
    assert g.gone == [german("wn01")]


@pytest.mark.rule("omaha", "16.1")
def test_without_an_eliminated_unit_nobody_returns():
    g = ready(gone=["wn01", "wn09", "1/1/726"])
    resolve(g, a_card(blue="R"))
    assert g.posts[p("WN64")].unit is None
    assert told(g, "not_reoccupied")[0]["positions"] == [p("WN64")]


@pytest.mark.rule("omaha", "16.1", "16.11")
def test_communication_units_and_garrisons_protect_a_wn():
    def returns(**fields):
        g = ready(gone=["wn10", "wn11"], **fields)
        resolve(g, a_card(green="R"))
        return [name for name in ("WN62N", "WN62S") if g.posts[p(name)].unit is not None]

    assert returns() == ["WN62N", "WN62S"]
    assert returns(units=us(h0912="A/1/16")) == []
    assert returns(units=us(h0812="Wyman")) == ["WN62N", "WN62S"], "a general alone does not count"
    assert returns(posts=[{"id": "WN62S", "garrison": True}]) == []
    assert returns(posts=[("WN62S", "wn12")]) == ["WN62S"], "an occupied WN is not re-occupied"
    ring = us(h0811="A/1/16", h0813="B/1/16", h0911="C/1/16", h0913="D/1/16", h1011="E/2/16", h1012="F/2/16")
    assert returns(units=ring) == []


@pytest.mark.rule("omaha", "16.12")
def test_too_few_wn_units_go_closest_to_us_units():
    g = ready(units=us(h0714="A/1/16"), gone=["wn10"])
    resolve(g, a_card(green="R", blue="R"))
    assert g.posts[p("WN62N")].unit == german("wn10"), "0812 is two hexes from 0714, 0912 and 0916 are three away"
    assert told(g, "not_reoccupied")[0]["rule"] == "16.12"
    assert g.posts[p("WN62S")].unit is None and g.posts[p("WN64")].unit is None


# --- 16.2 re-supply ------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.2", "16.2a", "16.21")
def test_resupply_then_fire_even_on_a_double_symbol():
    g = ready(units=us(h1111="A/1/16"), posts=[("A2", "1/1/726")])
    resolve(g, a_card(blue="R2"))
    assert actions(g) == [("A2", "re-supply")]
    assert g.posts[p("A2")].depth is not None
    assert told(g, "position_fires")[0]["limit"] == 4, "the new marker counts"
    assert g.units[u("A/1/16")].steps == 2


@pytest.mark.rule("omaha", "16.2", "16.2a", "16.21")
def test_a_lone_unit_that_cannot_be_resupplied_fires_on_a_single_symbol_only():
    def fires(mark):
        g = ready(units=us(h1111="A/1/16"), posts=[("A2", "1/1/726")])
        fire_phase.begin(g)
        g.communication -= {p("A2")}
        g.sector = "east"
        run(german_actions.resolve_actions(g, a_card(blue=mark)))
        assert told(g, "not_resupplied")[0]["why"] == "it is out of communication"
        return bool(told(g, "position_fires"))

    assert fires("R") and not fires("R2")


@pytest.mark.rule("omaha", "16.2", "16.2a")
def test_a_position_with_depth_just_fires():
    g = ready(units=us(h1111="A/1/16"), posts=[("A2", "1/1/726", "mobile-01")])
    resolve(g, a_card(blue="R2"))
    assert g.posts[p("A2")].depth == depth("mobile-01")
    assert g.units[u("A/1/16")].steps == 2
    g = ready(units=us(h1111="A/1/16"), posts=[("A2", "1/1/726")], depth_pool={"mobile": []})
    resolve(g, a_card(blue="R"))
    assert told(g, "not_resupplied")[0]["why"] == "no depth marker is left"
    assert g.units[u("A/1/16")].steps == 2


# --- 16.3 redeploy -------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.3", "16.32")
def test_a_unit_redeploys_to_face_us_units_and_does_not_fire():
    g = ready(units=us(h1111="A/1/16"), posts=[("B8", "1/1/726", "building-01")])
    resolve(g, a_card(brown="R2", blue="F"))
    assert actions(g) == [("B8", "redeploy")]
    assert g.posts[p("B8")].unit is None
    moved = g.posts[p("C1")]
    assert (moved.unit, moved.depth, moved.acted) == (german("1/1/726"), depth("building-01"), True)
    assert not told(g, "position_fires")


@pytest.mark.rule("omaha", "16.3", "16.sym")
def test_who_does_not_redeploy():
    def redeploys(mark="R", cut_off=False, **fields):
        g = ready(posts=[("B8", "1/1/726")], **fields)
        if cut_off:
            g.communication -= {p("B8")}
        g.sector = "east"
        run(german_actions.resolve_actions(g, a_card(brown=mark)))
        return bool(told(g, "redeployed"))

    assert redeploys(units=us(h1111="A/1/16"))
    assert not redeploys("R2", units=us(h1111="A/1/16")), "no depth marker, double symbol"
    assert not redeploys(cut_off=True, units=us(h1111="A/1/16"))
    assert not redeploys(units=us(h1029="A/1/16")), "only the other sector has US units"
    assert not redeploys(units=us(h0714="A/1/16")), "a WN is no reinforcement position"


@pytest.mark.rule("omaha", "16.3.pri")
def test_the_order_of_redeployment():
    def goes_to(**places):
        g = ready(units=us(**places), posts=[("B8", "1/1/726")])
        resolve(g, a_card(brown="R"))
        return g.box.positions[told(g, "redeployed")[0]["position"]].id, told(g, "redeployed")[0]["why"]

    assert goes_to(h1209="A/1/16")[0] == "A4", "A4, A6 and A7 are VP positions, A1 and A2 are not"
    assert goes_to(h1111="A/1/16", h1510="B/1/16") == ("C4", "a VP position"), "not C1 or A2"
    assert goes_to(h1109="A/1/16") == ("A1", "the lowest number")
    name, why = goes_to(h1010="A/1/16", h1213="B/1/16, C/1/16")
    assert (name, why) == ("C1", "most US strength in its field")


@pytest.mark.rule("omaha", "16.3.pri")
def test_a_blank_position_counts_as_number_0():
    g = ready(units=us(h1018="A/1/16", h1111="B/1/16"), posts=[("B8", "1/1/726")])
    resolve(g, a_card(brown="R"))
    assert g.box.positions[told(g, "redeployed")[0]["position"]].hex == h("1119")


@pytest.mark.rule("omaha", "16.31")
def test_from_a_vp_position_only_to_a_vp_position():
    g = ready(units=us(h1111="A/1/16"), posts=[("B1", "1/1/726")])
    resolve(g, a_card(brown="R"))
    assert told(g, "not_redeployed")[0]["rule"] == "16.31"
    g = ready(units=us(h1210="A/1/16"), posts=[("B1", "1/1/726")])
    resolve(g, a_card(brown="R"))
    assert g.posts[p("A4")].unit == german("1/1/726")


@pytest.mark.rule("omaha", "16.33")
def test_two_units_for_one_position():
    g = ready(units=us(h1012="A/1/16"), posts=[("B8", "1/1/726"), ("D2", "3/1/726"), ("A2", "11/3/726")])
    assert german_moves.redeployments(g, p("B8")) == [p("C1")]
    resolve(g, a_card(brown="R"))
    assert g.posts[p("C1")].unit == german("1/1/726"), "B8 comes before D2"
    assert g.posts[p("D2")].unit == german("3/1/726")


@pytest.mark.rule("omaha", "16.34")
def test_depth_fits_the_new_position():
    fields = {"units": us(h1216="A/1/16"), "posts": [("B8", "1/1/726", "building-01")]}
    g = ready(**fields)
    resolve(g, a_card(brown="R"))
    assert g.posts[p("C2")].unit is not None
    assert g.box.depth[g.posts[p("C2")].depth].pool == "mobile"
    assert depth("building-01") in g.depth_pool["building"]
    g = ready(**fields, depth_pool={"mobile": []})
    resolve(g, a_card(brown="R"))
    assert g.posts[p("C2")].depth == depth("building-01"), "none of the other type is left"


# --- 16.4 reinforce ------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.4", "16.4b", "16.4c")
def test_a_vp_position_is_reinforced_with_depth_and_does_not_fire():
    g = ready(units=us(h1111="A/1/16"), pool={"T": ["1/1/726"], "D": ["1P/352"], "M": []})
    resolve(g, a_card(purple="R2"))
    post = g.posts[p("A4")]
    assert (post.unit, post.shown, post.acted) == (german("1/1/726"), False, True)
    assert g.box.depth[post.depth].pool == "building"
    assert not told(g, "position_fires")


@pytest.mark.rule("omaha", "16.4c")
def test_reinforcements_come_from_the_tactical_pool_then_the_division_pool():
    g = ready(units=us(h1111="A/1/16"), pool={"T": [], "D": ["1P/352"], "M": []})
    resolve(g, a_card(purple="R"))
    assert g.posts[p("A4")].unit == german("1P/352")
    g = ready(units=us(h1111="A/1/16"), pool={"T": [], "D": [], "M": ["1/1/915"]})
    resolve(g, a_card(purple="R"))
    assert g.posts[p("A4")].unit is None
    assert told(g, "not_reinforced")[0]["rule"] == "16.4c"


@pytest.mark.rule("omaha", "16.4a")
def test_other_positions_need_us_units_in_intense_or_steady_fire():
    g = ready(units=us(h1216="A/1/16"))
    resolve(g, a_card(orange="R"))
    assert g.posts[p("C2")].unit is not None, "1216 is in the steady field of C2"
    g = ready(units=us(h1217="A/1/16"))
    resolve(g, a_card(orange="R"))
    assert g.posts[p("C2")].unit is None, "1217 is in its sporadic field"
    assert told(g, "not_reinforced")[0]["rule"] == "16.4a"


@pytest.mark.rule("omaha", "16.4", "19.3.gar1")
def test_a_garrison_keeps_reinforcements_out():
    g = ready(units=us(h1111="A/1/16"), posts=[{"id": "A4", "garrison": True}])
    resolve(g, a_card(purple="R"))
    assert g.posts[p("A4")].unit is None


# --- 16.5 mortars --------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.5", "16.5.rng", "16.5.lim", "16.51")
def test_mortars_of_a_reinforcement_position():
    def steps(*rows, target="circle", **places):
        g = ready(units=us(**places), posts=rows)
        resolve(g, a_card(target, blue="M"))
        return {g.piece(n).id: unit.steps for n, unit in enumerate(g.units) if unit.hex is not None}

    lone, deep = ("A2", "1/1/726"), ("A2", "1/1/726", "mobile-01")
    assert steps(lone, h1112="L/3/16") == {"L/3/16": 2}
    assert steps(lone, h1113="L/3/16") == {"L/3/16": 2}
    assert steps(lone, h1114="L/3/16") == {"L/3/16": 3}, "four hexes away"
    assert steps(lone, h1112="A/1/16") == {"A/1/16": 3}, "another symbol"
    assert steps(lone, h1112="AB/197") == {"AB/197": 1}, "armor included"
    assert steps(deep, h1112="L/3/16", h1113="C/1/16") == {"L/3/16": 2, "C/1/16": 2}
    assert steps(lone, h1112="L/3/16 2", h1113="C/1/16") == {"L/3/16": 2, "C/1/16": 2}, "most steps"
    assert steps(lone, h1111="A/1/16", h1112="L/3/16") == {"A/1/16": 2, "L/3/16": 3}, "it fires"
    assert steps(lone, h1112="A/1/16, B/1/16 2") in ({"A/1/16": 2, "B/1/16": 2},), "a concentrated target"


@pytest.mark.rule("omaha", "16.5.tie")
def test_the_player_chooses_among_equal_targets_of_mortars():
    fields = {"units": us(h1112="L/3/16", h1113="C/1/16", h1012="G/2/116"), "posts": [("A2", "1/1/726")]}
    g = ready(**fields)
    decision = resolve(g, a_card(blue="M"))
    assert decision.rule == "16.5.tie"
    assert set(decision.options["mortar-hit"]) >= {u("L/3/16"), u("C/1/16")}
    g = ready(**fields)
    resolve(g, a_card(blue="M"), ["mortar-hit C/1/16"])
    assert g.units[u("C/1/16")].steps == 2 and not g.units[u("C/1/16")].disrupted
    g = ready(units=us(h1112="L/3/16", h1113="C/1/16"), posts=[("A2", "1/1/726", "mobile-01")])
    assert resolve(g, a_card(blue="M")) is None, "both are hit: no choice"


@pytest.mark.rule("omaha", "16.5", "11.14")
def test_a_hero_may_die_under_mortars():
    g = ready(units=[{"id": "L/3/16", "hex": "1112", "steps": 1, "hero": "hero"}], posts=[("A2", "1/1/726")])
    resolve(g, a_card(blue="M"), ["sacrifice"])
    assert g.units[u("L/3/16")].hero == "inspired"


@pytest.mark.rule("omaha", "16.5.wn")
def test_the_mortar_range_of_a_wn():
    g = ready(posts=[("WN64", "wn10"), ("WN62S", "wn11")])
    reach = {name for name in the_game().box.board.names if harassment.in_mortar_range(g, site("WN64"), h(name))}
    assert {"0715", "0712", "0720", "0518", "0812", "0819"} <= reach, "beach and pavilion beside it, five hexes"
    assert {"0917", "1016", "0915", "1116"} <= reach, "draws and high ground, two hexes"
    assert not {"0710", "0910", "1216", "0912", "0824"} & reach
    assert harassment.in_mortar_range(g, site("WN62"), h("1112"))
    assert not harassment.in_mortar_range(g, site("WN62"), h("0607")), "counted from the hex that is occupied"


@pytest.mark.rule("omaha", "16.51", "16.sum")
def test_a_wn_without_a_mortar_target_does_nothing():
    g = ready(units=us(h1216="A/1/16"), posts=[("WN64", "wn10")])
    resolve(g, a_card(blue="M"))
    assert actions(g) == [("WN64", "mortar")]
    assert told(g, "no_action")[0]["rule"] == "16.51"


# --- 16.6 patrols --------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.6", "16.61")
def test_a_patrol_disrupts_all_in_intense_and_steady_fire():
    g = ready(
        units=us(h1111="A/1/16, 16 HQ", h1010="1/A/741", h0910="B/1/16"),
        posts=[("A2", "1/1/726")],
    )
    resolve(g, a_card(blue="P"))
    disrupted = {g.piece(n).id for n, unit in enumerate(g.units) if unit.disrupted}
    assert disrupted == {"A/1/16", "1/A/741"}, "0910 is in sporadic fire, leaders are spared"
    assert not told(g, "position_fires") and not told(g, "step_lost")


@pytest.mark.rule("omaha", "16.6.far", "16.6.none")
def test_a_distant_patrol():
    def disrupts(answers=(), target="circle", **places):
        g = ready(units=us(**places), posts=[("A2", "1/1/726")])
        resolve(g, a_card(target, blue="P"), answers)
        return {g.piece(n).id for n, unit in enumerate(g.units) if unit.disrupted}

    assert disrupts(h1113="A/1/16") == {"A/1/16"}
    assert disrupts(h1113="L/3/16", h0910="A/1/16") == {"A/1/16"}, "closest, though another has the symbol"
    assert disrupts(h1112="A/1/16", h0910="L/3/16 1") == {"L/3/16"}, "then the symbol"
    assert disrupts(h1112="A/1/16 2", h0910="B/1/16") == {"B/1/16"}, "then attack strength"
    assert disrupts(["patrol-hit A/1/16"], h1112="A/1/16", h0910="B/1/16") == {"A/1/16"}, "then the player"
    assert disrupts(h1114="A/1/16") == set(), "four hexes"
    assert disrupts(h1112="16 HQ") == set(), "leaders are no units"


@pytest.mark.rule("omaha", "16.sum")
def test_a_wn_fires_on_p():
    g = ready(units=us(h0714="A/1/16"), posts=[("WN64", "wn10")])
    resolve(g, a_card(blue="P"))
    assert actions(g) == [("WN64", "fire")]


# --- 16.7 artillery ------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.7", "16.7.a")
def test_the_artillery_action():
    def hits(unit, answers=(), **places):
        g = ready(units=us(**places), posts=[("WN64", unit)])
        g.communication -= {p("WN64")}
        g.sector = "east"
        run(german_actions.resolve_actions(g, a_card("diamond", blue="A")), answers)
        return [g.piece(event["unit"]).id for event in told(g, "artillery_hit")], told(g, "no_action")

    assert hits("wn01", h0710="12/397")[0] == ["12/397"], "75 calibre, without communication"
    assert hits("wn07", h0428="58AFA")[0] == ["58AFA"], "88 calibre, in the other sector"
    assert hits("wn09", h0710="12/397") == ([], hits("wn09", h0710="12/397")[1]), "not the rockets"
    assert hits("wn10", h0710="12/397")[1][0]["rule"] == "16.7.a"
    assert hits("wn01", h0710="AB/197")[0] == [], "no unit with the symbol"


@pytest.mark.rule("omaha", "16.7.tie", "16.7")
def test_the_order_of_artillery_targets():
    def hits(answers=(), **places):
        g = ready(units=us(**places), posts=[("WN64", "wn01")])
        assert resolve(g, a_card("diamond", blue="A"), answers) is None
        return g.piece(told(g, "artillery_hit")[0]["unit"]).id

    assert hits(h0710="12/397 1", h0428="58AFA") == "12/397", "its own sector before more steps"
    assert hits(h0710="12/397 1", h0711="7FA") == "7FA", "more steps"
    assert hits(h0710="A/1/16", h0428="58AFA") == "58AFA", "guns on the beach before infantry there"


# --- 16.8 advance --------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.8", "16.86")
def test_where_arrows_point():
    def goes(name, *rows):
        g = ready(posts=[(name, "1/1/726"), *rows])
        end = german_advance.destination(g, p(name))
        return None if end is None else g.box.positions[end].id

    assert goes("C3") == "C1"
    assert goes("C3", ("C1", "3/1/726")) is None
    assert goes("A2") is None, "no arrow"
    assert goes("B1") == "A7"
    assert goes("B1", ("A7", "3/1/726")) == "A6"
    assert goes("B1", ("A6", "3/1/726")) == "A7"
    assert goes("B1", ("A6", "3/1/726"), ("A7", "10/3/726")) is None


@pytest.mark.rule("omaha", "16.8a", "16.81a", "16.81")
def test_advance_fire_or_nothing():
    def does(*rows, shown=False, **places):
        posts = [{**dict(zip(("id", "unit", "depth"), row, strict=False)), "shown": shown} for row in rows]
        g = ready(units=us(**places), posts=posts)
        resolve(g, a_card(red="A"), take_first=True)
        return [action for firer, action in actions(g) if firer == "C3"]

    assert does(("C3", "1/1/726")) == ["advance"], "no US units in its field"
    assert does(("C3", "1/1/726"), h1413="A/1/16") == ["fire"], "no depth"
    assert does(("C3", "1/1/726", "mobile-01"), h1413="A/1/16") == ["advance"], "unrevealed with depth"
    assert does(("C3", "1/1/726", "mobile-01"), shown=True, h1413="A/1/16") == ["fire"], "revealed 716th"
    assert does(("C3", "5/2/916", "mobile-01"), shown=True, h1413="A/1/16") == ["advance"], "revealed 352nd"
    assert does(("C3", "5/2/916"), shown=True, h1413="A/1/16") == ["fire"]
    blocked = (("C3", "5/2/916", "mobile-01"), ("C1", "3/1/726"))
    assert does(*blocked, h1413="A/1/16") == ["fire"]
    assert does(*blocked) == []


@pytest.mark.rule("omaha", "16.82")
def test_the_three_routes():
    g = ready()
    board = g.box.board

    def route(start, end):
        return {board.name(place) for place in german_advance.route_of_advance(g, p(start), p(end))}

    assert route("C3", "C1") == {"1212", "1213", "1113"}, "two hexes off the row: both hexes between"
    assert route("C5", "C3") == {"1413", "1313"}, "in line: the hex between"
    blank = next(n for n, there in enumerate(g.box.positions) if there.hex == h("1024"))
    assert german_advance.route_of_advance(g, p("E1"), blank) == {h("1024")}, "adjacent: the destination"


@pytest.mark.rule("omaha", "16.82.2")
def test_an_empty_route_is_just_walked():
    g = ready(posts=[("C3", "1/1/726", "mobile-01")], units=us(h1112="A/1/16"))
    resolve(g, a_card(red="A"))
    assert g.posts[p("C1")].unit == german("1/1/726")
    assert told(g, "german_moved")[0]["rule"] == "16.82.2"
    assert g.units[u("A/1/16")].steps == 3


@pytest.mark.rule("omaha", "16.82.3", "16.82.4")
def test_defenders_are_disrupted_and_counted():
    g = ready(
        units=us(h1212="A/1/16 2, 1/A/741", h1213="L/3/16 2, 12/397", h1113="1/B/741 1"),
        posts=[("C3", "5/2/916", "mobile-01")],
    )
    defenders = [u(name) for name in ("A/1/16", "1/A/741", "L/3/16", "12/397", "1/B/741")]
    german_advance.disrupt_defenders(g, defenders, "circle")
    assert [g.units[n].disrupted for n in defenders] == [False, False, True, True, False]
    assert german_advance.effective_defence(g, defenders) == 4 + 4 + 0 + 0 + 2 * 2


@pytest.mark.rule("omaha", "16.82.4a", "16.82.5")
def test_seven_is_enough():
    def holds(*units):
        g = ready(units=[*units], posts=[("C3", "5/2/916", "mobile-01")])
        resolve(g, a_card("diamond", red="A"), take_first=True)
        return g.posts[p("C3")].unit is not None

    l_company = {"id": "L/3/16", "hex": "1212"}
    assert not holds(l_company), "6"
    assert holds({**l_company, "hero": "hero"}), "6 and the hero"
    assert not holds({**l_company, "hero": "inspired"})
    assert not holds({**l_company, "hero": "hero", "disrupted": True})


@pytest.mark.rule("omaha", "16.82.5a", "16.82.5")
def test_units_in_the_destination_give_ground():
    fields = {
        "units": us(h1113="L/3/16 2, C/1/16 2, 16 HQ", h1212="F/2/16 1"),
        "posts": [("C3", "5/2/916", "mobile-01"), ("C2", "1/1/726")],
    }
    g = ready(**fields)
    decision = resolve(g, a_card(red="A"), ["advance-hit F/2/16"])
    assert decision.rule == "16.82.5a"
    assert {g.box.board.name(n) for n in decision.options["give-ground"]} == {"1012", "1013", "1112", "1114"}
    g = ready(**fields)
    resolve(g, a_card(red="A"), ["advance-hit F/2/16", "give-ground 1012"])
    assert {g.piece(n).id for n in g.standing(h("1012"))} == {"L/3/16", "C/1/16", "16 HQ"}
    assert g.units[u("F/2/16")].place == "lost"
    assert g.posts[p("C1")].unit == german("5/2/916")
    match = match_at(EXTENDED, script={"fire east": ["21"]}, **fields)
    match.apply(parse_action(the_game(), "advance-hit F/2/16"))
    for action, rule, words in (
        ("give-ground 1213", "16.82.5a", "advance through"),
        ("give-ground 1012", None, ""),
        ("give-ground 1214", "16.82.5a", "next to it"),
    ):
        ruling = match.why_not(parse_action(the_game(), action))
        assert (ruling and ruling.rule) == rule and (ruling is None or words in ruling.sentence)


@pytest.mark.rule("omaha", "16.82.5a")
def test_who_has_no_way_back_is_eliminated():
    g = ready(units=us(h1407="12/397, L/3/16 1"), posts=[("B3", "5/2/916", "building-01")])
    resolve(g, a_card(blue="A"), ["advance-hit 12/397", "give-ground 1406"])
    assert g.units[u("12/397")].place == "lost", "no road leads its guns out of the bocage"
    assert g.units[u("L/3/16")].hex == h("1406")
    assert [event["unit"] for event in told(g, "no_way_back")] == [u("12/397")]


@pytest.mark.rule("omaha", "16.82.2", "11.31a")
def test_a_general_alone_in_the_destination_is_captured():
    g = ready(units=us(h1113="Wyman"), posts=[("C3", "5/2/916", "mobile-01")])
    resolve(g, a_card(red="A"))
    assert g.units[u("Wyman")].place == "lost"
    assert told(g, "captured")


@pytest.mark.rule("omaha", "16.82.5a", "18.11")
def test_a_command_post_in_the_destination_breaks_up():
    hq = {"id": "16 HQ", "hex": "1113", "command_post": 3}
    g = ready(units=[hq], posts=[("C3", "5/2/916", "mobile-01")])
    resolve(g, a_card(red="A"), ["give-ground 1112"])
    assert (g.units[u("16 HQ")].hex, g.units[u("16 HQ")].command_post) == (h("1112"), 0)


@pytest.mark.rule("omaha", "16.83")
def test_depth_fits_the_destination_and_a_garrison_goes():
    rows = [{"id": "C3", "unit": "5/2/916", "depth": "mobile-01"}, {"id": "C1", "garrison": True}]
    g = ready(posts=rows)
    resolve(g, a_card(red="A"))
    assert g.box.depth[g.posts[p("C1")].depth].pool == "building"
    assert not g.posts[p("C1")].garrison
    assert depth("mobile-01") in g.depth_pool["mobile"]


@pytest.mark.rule("omaha", "16.85")
def test_advances_come_last_and_profit_from_other_actions():
    g = ready(
        units=us(h1212="F/2/16"),
        posts=[("C3", "5/2/916", "mobile-01"), ("C2", "1/1/726")],
    )
    resolve(g, a_card("diamond", red="A", orange="P"))
    assert g.posts[p("C1")].unit == german("5/2/916"), "F/2/16 is disrupted by the patrol of C2 and no defence"
    kinds = [event["kind"] for event in told(g)]
    assert kinds.index("patrol_struck") < kinds.index("advance_begins")


@pytest.mark.rule("omaha", "16.85")
def test_an_advance_in_the_east_waits_for_the_actions_in_the_west():
    g = at(
        EXTENDED,
        {"fire east": ["27"], "fire west": ["2"]},
        units=us(h1219="L/3/16 2"),
        posts=[("D3", "5/2/916", "mobile-01"), ("WN67", "wn10")],
    )
    run(fire_phase.fire_phase(g))
    assert told(g, "advance_resisted")[0]["strength"] == 4, "WN67 has taken a step: 2 in buildings, not 4"
    assert g.posts[p("blank 1119")].unit == german("5/2/916")


@pytest.mark.rule("omaha", "16.85", "16.8a")
def test_an_advance_finds_its_destination_taken():
    g = ready(
        units=us(h1517="A/1/16"),
        posts=[("C7", "5/2/916", "mobile-01"), ("D8", "6/2/916", "mobile-02")],
    )
    resolve(g, a_card("circle", purple="A", orange="A"), take_first=True)
    assert g.posts[p("D5")].unit == german("6/2/916"), "the higher number goes first"
    assert g.posts[p("C7")].unit == german("5/2/916")
    assert [event["firer"] for event in told(g, "position_fires")] == ["C7"], "it fires instead"


# --- 16.9 ambush ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.9", "16.91", "FC.amb")
def test_an_ambush():
    def struck(answers=(), target="circle", **places):
        g = ready(units=us(**places))
        resolve(g, a_card(target, red="A2"), answers)
        found = [event for event in told(g, "ambushed") if event["firer"] == "C3"]
        units = {g.piece(n).id: (unit.steps, unit.disrupted) for n, unit in enumerate(g.units) if unit.hex is not None}
        return (g.piece(found[0]["unit"]).id if found else None), units

    assert struck(h1212="L/3/16") == ("L/3/16", {"L/3/16": (2, False)})
    assert struck(h1212="A/1/16") == (None, {"A/1/16": (3, False)}), "another symbol"
    assert struck(h1213="L/3/16") == ("L/3/16", {"L/3/16": (3, True)}), "steady fire only disrupts"
    assert struck(h1213="L/3/16", h1212="C/1/16 2")[0] == "C/1/16", "intense first"
    assert struck(h1214="L/3/16")[0] is None, "sporadic fire does nothing"
    assert struck(h1212="C/1/16 2", h1314="L/3/16")[0] == "L/3/16", "most steps"
    assert struck(["ambush-hit C/1/16"], h1212="C/1/16", h1314="L/3/16")[0] == "C/1/16", "then the player"
    assert struck(h1212="A/1/16, B/1/16 2")[0] == "A/1/16", "a concentrated target"


@pytest.mark.rule("omaha", "16.none")
def test_no_ambush_out_of_communication_or_without_units_in_the_field():
    ring = us(h1212="L/3/16", h1213="A/1/16", h1312="B/1/16", h1314="E/2/16", h1412="F/2/16", h1413="I/3/16")
    g = ready(units=ring)
    resolve(g, a_card(red="A"))
    assert not [event for event in told(g, "german_action") if event["firer"] == "C3"]
    g = ready(units=us(h1211="16 HQ"))
    resolve(g, a_card(red="A"))
    assert not told(g, "german_action")


# --- choices explained ---------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "16.61")
def test_why_a_unit_is_not_offered():
    g = ready(units=us(h1112="A/1/16, 16 HQ", h0910="B/1/16"), posts=[("A2", "1/1/726")])
    decision = resolve(g, a_card(blue="P"))
    for name, rule in (("16 HQ", "16.61"), ("L/3/16", "16.6.far")):
        ruling = decision.options["patrol-hit"].refuse(g, u(name))
        assert ruling is not None and ruling.rule == rule


@pytest.mark.rule("omaha", "16")
def test_a_whole_fire_phase_on_every_card():
    for number in range(54):
        match = match_at(
            {"scenario": "omaha-beach", "turn": 21, "phase": "fire", "clear": True},
            script={"fire east": [str(number + 1)]},
            seed=str(number),
            units=us(h1212="L/3/16, C/1/16", h1111="A/1/16", h0714="E/2/16, 16 HQ", h1029="A/1/116", h0925="B/1/116"),
            posts=[
                ("C3", "5/2/916", "mobile-01"), ("A4", "6/2/916"), ("WN62N", "wn10"), ("WN60", "wn01", "wn-05"),
                ("B8", "1/1/726"), ("E5", "3/1/726"), ("G3", "7/2/916", "building-01"), ("F1", "8/2/916"),
            ],
        )  # fmt: skip
        assert match.state.phase != "fire" or match.decision is not None
    assert card("54") == 53
