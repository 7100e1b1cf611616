"""15.V, 18, 19 Engineer bases, garrisons and command posts."""

import pytest
from tests.omaha.helpers import at, h, p, run, told, u

from beachhead.games.omaha import command, control, engineers

DAY = {"scenario": "omaha-beach", "clear": True, "turn": 20, "phase": "engineer"}
EMPTY_EAST = [{"id": "A/1/16", "hex": "1208"}]


def base(g, name):
    return next(n for n, row in enumerate(g.box.bases) if row.id == name)


@pytest.mark.rule("omaha", "19.31", "19.2", "19.3.shi", "19.3.road")
def test_range_covers_hexes_and_their_hexsides():
    """A base in 0711 with range 1 clears the shingle around 0710-0712 and the ditch of 0810 and 0811."""
    g = at(DAY, bases=[{"id": "1/37", "hex": "0711", "space": 1}])
    assert engineers.engineer_range(g) == {h("0711"), *g.box.board.adjacent[h("0711")]}
    for a, b in (("0710", "0809"), ("0711", "0810"), ("0712", "0812"), ("0810", "0910"), ("0811", "0911")):
        assert engineers.crossing_cleared(g, h(a), h(b)), (a, b)
    assert not engineers.crossing_cleared(g, h("0714"), h("0813"))


@pytest.mark.rule("omaha", "19.32")
def test_hexes_under_fire_are_out_of_range():
    g = at(DAY, bases=[{"id": "1/37", "hex": "0711", "space": 2}], posts=[{"id": "A2", "unit": "5/2/916"}])
    assert h("0711") in engineers.engineer_range(g)
    g = at(DAY, bases=[{"id": "1/37", "hex": "0711", "space": 1}], posts=[{"id": "WN62N", "unit": "wn10"}])
    assert h("0711") not in engineers.engineer_range(g)
    assert h("0810") not in engineers.engineer_range(g)


@pytest.mark.rule("omaha", "19.22", "19.2")
def test_the_engineer_track():
    assert engineers.TRACK == (0, 1, 2, 2, 3, 3, 4, 4, 5)
    g = at(DAY, bases=[{"id": "1/37", "hex": "0711", "space": 8}])
    assert engineers.refuse_extend(g, base(g, "1/37"), division=1).rule == "19.22"


@pytest.mark.rule("omaha", "19", "19.1", "19.1a", "19.21")
def test_a_division_places_a_base_or_extends_one(monkeypatch):
    monkeypatch.setattr(control, "german_communication", lambda g: set())
    g = at(DAY, at="bases", bases=[{"id": "1/37", "hex": "0711", "space": 0}])
    decision = run(command.by_division(g, engineers.operate))
    assert decision.rule == "19.21"
    assert decision.options["extend"] == [base(g, "1/37")]
    assert h("0712") in decision.options["base"]
    assert run(command.by_division(g, engineers.operate), ["extend 1/37", "base 0430"]) is None
    assert g.bases[base(g, "1/37")].space == 1
    assert g.bases[base(g, "336/348")].hex is None, "one operation a division"
    assert g.bases[base(g, "112/149")].hex == h("0430")
    assert g.bases[base(g, "112/149")].space == 0


@pytest.mark.rule("omaha", "19.1", "TEC.2")
def test_where_a_base_may_not_stand(monkeypatch):
    g = at(DAY)
    assert engineers.refuse_base(g, h("0813"), division=1).rule == "19.1"
    assert engineers.refuse_base(g, h("0430"), division=1).rule == "19.1"
    assert engineers.refuse_base(g, h("0613"), division=1).rule == "TEC.2", "high tide on turn 20"
    refusal = engineers.refuse_base(g, h("0712"), division=1)
    assert refusal.rule == "19.1", "empty WNs in German communication could fire there"
    monkeypatch.setattr(control, "german_communication", lambda g: set())
    assert engineers.refuse_base(g, h("0712"), division=1) is None


@pytest.mark.rule("omaha", "19.33", "EV.engineer")
def test_artillery_fire_stops_engineers():
    g = at(DAY, bases=[{"id": "1/37", "hex": "0711", "space": 1}], artillery_fired=["east"], units=EMPTY_EAST)
    assert engineers.refuse_extend(g, base(g, "1/37"), division=1).rule == "19.33"
    assert engineers.refuse_operation(g, 1) is None, "a second base may still be placed"
    bases = [{"id": "1/37", "hex": "0711", "space": 1}, {"id": "336/348", "hex": "0715"}]
    g = at(DAY, bases=bases, artillery_fired=["east"])
    assert engineers.refuse_operation(g, 1).rule == "19.33" and engineers.refuse_operation(g, 29) is None
    g = at(DAY, engineers_blocked=True)
    assert engineers.refuse_operation(g, 1).rule == "EV.engineer"


@pytest.mark.rule("omaha", "19.3.traf", "19.3.traf1", "19.33")
def test_traffic_management():
    rows = [{"id": "1/A/741", "hex": "0810"}, {"id": "A/1/16", "hex": "1010"}]
    g = at(DAY, bases=[{"id": "1/37", "hex": "0711", "space": 4}], units=rows)
    assert engineers.traffic_managed(g, u("1/A/741"))
    assert not engineers.traffic_managed(g, u("A/1/16")), "it starts on the high ground"
    g.artillery_fired.add("east")
    assert not engineers.traffic_managed(g, u("1/A/741"))
    g.artillery_fired.clear()
    g.engineers_blocked = True
    assert not engineers.traffic_managed(g, u("1/A/741"))


@pytest.mark.rule("omaha", "19.3.gar", "15.V")
def test_garrisons_in_range_and_out_of_fire():
    g = at(DAY, bases=[{"id": "1/37", "hex": "0711", "space": 4}])
    assert engineers.refuse_garrison(g, p("WN62N"), player="us") is None
    assert engineers.refuse_garrison(g, p("C5"), player="us").rule == "19.3.gar"
    run(command.by_division(g, engineers.garrison), ["garrison-all"])
    assert g.posts[p("WN62N")].garrison
    assert told(g, "garrisoned")
    held = at(DAY, bases=[{"id": "1/37", "hex": "0711", "space": 4}], posts=[{"id": "WN62N", "unit": "wn10"}])
    assert engineers.refuse_garrison(held, p("WN62N"), player="us") is not None


@pytest.mark.rule("omaha", "19.3.gar", "18.1", "1a")
def test_with_two_players_each_decides_for_his_own_sector_and_headquarters(monkeypatch):
    monkeypatch.setattr(control, "german_communication", lambda g: set())
    bases = [{"id": "1/37", "hex": "0711", "space": 4}, {"id": "112/149", "hex": "0430", "space": 4}]
    hqs = [{"id": "116 HQ", "hex": "1128"}, {"id": "16 HQ", "hex": "1208"}, {"id": "18 HQ", "hex": "1208"}]
    g = at(DAY, options={"coop": True}, at="garrisons", bases=bases, units=hqs, engineer_done=[])
    east = run(engineers.engineer_phase(g))
    assert east.side == "1st"
    assert {g.box.positions[x].sector for x in east.options["garrison"]} == {"east"}
    west = run(engineers.engineer_phase(g), ["garrisons-done"])
    assert west.side == "29th"
    assert {g.box.positions[x].sector for x in west.options["garrison"]} == {"west"}
    first = run(engineers.engineer_phase(g), ["garrison-all"])
    assert g.posts[p("WN72N")].garrison and not g.posts[p("WN62N")].garrison
    assert first.side == "1st" and first.options["establish"] == [u("16 HQ"), u("18 HQ")]
    second = run(engineers.engineer_phase(g), ["establish 18 HQ", "command-done"])
    assert second.side == "29th" and second.options["establish"] == [u("116 HQ")]
    assert run(engineers.engineer_phase(g), ["establish 116 HQ"]) is None
    assert [g.units[u(name)].command_post for name in ("16 HQ", "18 HQ", "116 HQ")] == [0, 1, 1]


def test_nobody_is_asked_for_command_posts_where_no_hq_can_establish_one():
    g = at(DAY, at="command", units=EMPTY_EAST)
    with pytest.raises(StopIteration):
        next(engineers.engineer_phase(g))


# --- 18 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "18.22", "18.2")
def test_the_command_track_needs_three_turns_from_three_to_four():
    posts = [at(DAY, units=[{"id": "16 HQ", "hex": "1208", "command_post": space}]) for space in range(1, 9)]
    assert [command.command_range(g, u("16 HQ")) for g in posts] == [1, 1, 2, 2, 3, 3, 3, 4]


@pytest.mark.rule("omaha", "18", "18.1", "18.1a")
def test_an_hq_becomes_a_command_post_outside_potential_fire(monkeypatch):
    g = at(DAY, units=[{"id": "16 HQ", "hex": "0711"}, *EMPTY_EAST])
    unit = u("16 HQ")
    assert command.refuse_establish(g, unit).rule == "18.1"
    early = at(DAY, turn=16, units=[{"id": "16 HQ", "hex": "0711"}])
    assert command.refuse_establish(early, unit).rule == "18"
    monkeypatch.setattr(control, "german_communication", lambda g: set())
    assert command.refuse_establish(g, unit) is None


@pytest.mark.rule("omaha", "18.1a", "18.1", "18.21")
def test_establishing_is_no_action_and_starts_in_the_first_space(monkeypatch):
    monkeypatch.setattr(control, "german_communication", lambda g: set())
    g = at(DAY, at="command", units=[{"id": "16 HQ", "hex": "1208"}, {"id": "116 HQ", "hex": "1128"}])
    run(engineers.engineer_phase(g), ["establish 16 HQ", "establish 116 HQ"])
    assert g.units[u("16 HQ")].command_post == 1
    assert not g.units[u("16 HQ")].acted
    assert g.at == ""


@pytest.mark.rule("omaha", "18.2", "18.21", "18.32a")
def test_posts_out_of_fire_reach_farther():
    rows = [{"id": "16 HQ", "hex": "1208", "command_post": 2}, {"id": "116 HQ", "hex": "1128", "command_post": 2}]
    g = at(DAY, units=rows, posts=[{"id": "E5", "unit": "5/2/916", "disrupted": True}])
    g2 = at(DAY, units=rows, posts=[{"id": "E2", "unit": "5/2/916"}])
    command.extend_ranges(g)
    assert g.units[u("16 HQ")].command_post == 3
    assert told(g, "command_range")[0]["range"] == 2
    command.extend_ranges(g2)
    assert g2.units[u("116 HQ")].command_post == 2, "E2 fires into 1128"
