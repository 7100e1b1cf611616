"""10.3, 10.4 Close assaults: who may assault what, the example of Vierville, and every result."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.bradley.helpers import (
    at,
    drive,
    hexes,
    hexnum,
    last_told,
    names,
    offered,
    options,
    place_word,
    preview,
    told,
    unit,
    units,
    why_not,
)

from beachhead.games.bradley.box import AMERICAN, ELIMINATED, GERMAN, afloat
from beachhead.games.bradley.close_assault import (
    assault_phase,
    close_assault,
    refuse_storm,
    refuse_target,
    stormers,
    targets,
)
from beachhead.games.bradley.state import Unit
from beachhead.kernel import Action

OURS, THEIRS = "allied close assault", "german close assault"
TWO_AGAINST_ONE = {"1/16": "3231", "2/16": "3231", "I/914": "3232"}
"""16 against 5 on open ground is +11, and with PF 2 column E."""


def rolls(place, *totals):
    """Two dice that give these sums."""
    return {f"Close assault on {place}": [face for n in totals for face in (n - n // 2, n // 2)]}


def attack(g, target, *listed, side=AMERICAN, **more):
    return close_assault(g, side, units(*listed), hexnum(target), **more)


# --- who may assault what ------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.3.1", "10.3.2", "10.3.3a", "10.1.7", "10.6.3", "6.3.6a", "6.2.9a")
def test_who_may_assault():
    placed = {
        "1/16": "3231", "5 Art": "3231", "2/16": "3231 green", "3/16": "3332 N", "1/18": "3132 S", "1/26": "3035",
        "1 HQ": "3333", "80 AA": "3333", "899 TD": "3233", "I/914": "3232", "2/18": "3821", "743 Tank": "3921",
        "Static 1": "3822", "Static 2": "3922", "2/26": "3922", "745 Tank": "4123", "Static 3": "4124",
    }  # fmt: skip
    g = at(placed, segment=OURS)
    target = hexnum("3232")
    assert sorted(stormers(g, target)) == sorted(units("1/16", "1/18", "1 HQ", "899 TD"))
    for name, rule in (
        ("5 Art", "10.3.1"), ("80 AA", "10.3.1"), ("2/16", "10.6.3"), ("3/16", "10.1.7"), ("1/26", "10.3.3a"),
        ("I/914", "10.3.2"), ("C/741", "10.3.3a"),
    ):  # fmt: skip
        assert refuse_storm(g, unit(name), target).rule == rule, name
    assert refuse_storm(g, unit("2/18"), hexnum("3822")).rule == "6.3.6a"
    assert refuse_storm(g, unit("745 Tank"), hexnum("4124")) is None  # along the trail of the draw
    g.units[unit("743 Tank")] = Unit(hexnum("3821"))
    assert refuse_storm(g, unit("743 Tank"), hexnum("3922")).rule == "6.2.9a"
    assert refuse_storm(g, unit("2/18"), hexnum("3922")) is None
    g.segment = "allied movement"
    assert refuse_storm(g, unit("1/16"), target).rule == "10.3.2"


def test_the_germans_assault_in_their_own_segment():
    g = at({"1/16": "3231", "I/914": "3232", "I/352": "3232"}, segment=THEIRS)
    assert targets(g) == hexes("3231") and stormers(g, hexnum("3231")) == units("I/914")
    assert refuse_storm(g, unit("1/16"), hexnum("3232")).rule == "10.3.2"


@pytest.mark.rule("bradley", "10.3.3a", "13.3.2")
def test_garrisons_are_assaulted_and_never_assault():
    g = at({"1/16": "4024"}, segment=OURS, garrisons={hexnum("4124"): unit("II/916")})
    assert targets(g) == hexes("4124")
    g.segment = THEIRS
    assert targets(g) == []


@pytest.mark.rule("bradley", "10.3.3a", "10.3")
def test_which_hexes_may_be_assaulted():
    g = at({"1/16": "3231 N", "I/914": "3232", "II/914": "3529"}, segment=OURS)
    assert targets(g) == []
    for place, rule in (("3232", "10.1.7"), ("3529", "10.3.3a"), ("3233", "10.3.3a")):
        assert refuse_target(g, hexnum(place)).rule == rule
    g = at({"1/16": "3231", "I/914": "3232"}, segment=OURS, assaulted_hexes=set(hexes("3232")))
    assert targets(g) == [] and refuse_target(g, hexnum("3232")).rule == "10.3"


# --- 3.1F, 3.1K the segment ----------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "3.1F", "10.3", "10.3.4a")
def test_the_allied_segment():
    g = at({**TWO_AGAINST_ONE, "1/18": "3331"}, segment=OURS, dice=rolls("3232", 5))
    flow = assault_phase(g)
    decision = next(flow)
    assert decision.is_turn_point and decision.side == AMERICAN and decision.rule == "3.1F"
    assert options(decision) == {"assault": hexes("3232"), "done": [None]}
    assert why_not(g, decision, Action("assault", hexnum("3234"))).rule == "10.3.3a"
    decision = flow.send(Action("assault", hexnum("3232")))
    assert options(decision) == {"storm": units("1/16", "2/16"), "storm_all": [None], "back": [None]}
    assert why_not(g, decision, Action("begin")).rule == "10.3.4a"
    assert why_not(g, decision, Action("storm", unit("1/18"))).rule == "10.3.3a"
    decision = flow.send(Action("storm", unit("1/16")))
    assert options(decision) == {"storm": units("2/16"), "begin": [None], "back": [None]}
    assert "8 against 5" in decision.prompt
    assert why_not(g, decision, Action("storm", unit("1/16"))).rule == "10.3.4a"
    assert why_not(g, decision, Action("storm_all")).rule == "10.3.4a"
    with pytest.raises(StopIteration) as end:
        flow.send(Action("storm", unit("2/16")))  # all who can: it begins
    assert end.value.value is False
    assert g.assaulted == set(units("1/16", "2/16")) and g.assaulted_hexes == set(hexes("3232"))
    assert drive(assault_phase(g)) is True  # nothing is left to assault
    assert refuse_storm(g, unit("1/16"), hexnum("3232")).rule == "10.3"


@pytest.mark.rule("bradley", "3.1K")
def test_the_german_segment_and_its_end():
    g = at({"1/16": "3231", "I/914": "3232"}, segment=THEIRS)
    decision = drive(assault_phase(g))
    assert decision.side == GERMAN and decision.rule == "3.1K" and "German" in decision.prompt
    assert drive(assault_phase(g)).options == decision.options  # the state alone says where play stands
    assert drive(assault_phase(g), ("assault", hexnum("3231")), ("back", None)) is False and told(g) == []
    assert drive(assault_phase(g), ("done", None)) is True
    assert why_not(at(segment="allied fire"), decision, Action("assault", hexnum("3231"))).rule == "10.3.2"


def test_fewer_than_all_may_assault():
    g = at(TWO_AGAINST_ONE, segment=OURS, dice=rolls("3232", 5))
    chosen = ("assault", hexnum("3232")), ("storm", unit("2/16")), ("begin", None)
    assert drive(assault_phase(g), *chosen) is False and g.assaulted == set(units("2/16"))
    assert last_told(g, "assault_result")["attack"] == 8
    g = at(TWO_AGAINST_ONE, segment=OURS, dice=rolls("3232", 5))
    assert drive(assault_phase(g), ("assault", hexnum("3232")), ("storm_all", None)) is False
    assert last_told(g, "assault_result")["attack"] == 16


# --- results -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.3.5-EX", "10.3.4i", "10.3.4j", "10.4-R", "10.3.5", "10.5.3e")
def test_the_assault_on_vierville():
    """B7, B20 15 against 8, column E, 8 less 2 is a retreat. The companies show no allowance and are lost (10.5.3e)."""
    placed = {"Static 1": "3822 green", "Static 2": "3822 green", "1/16": "3723", "743 Tank": "3823 N"}
    g = at(placed, segment=OURS, dice=rolls("3822", 8))
    flow = attack(g, "3822", "1/16", "743 Tank")
    decision = next(flow)
    result = last_told(g, "assault_result")
    assert (result["attack"], result["defence"], result["differential"]) == (15, 8, "+7")
    assert (result["column"], result["roll"], result["words"]) == ("E", 6, "retreat")
    assert len(g.eliminated(GERMAN)) == 2 and ("eliminated", "10.5.3e") in told(g)
    assert options(decision) == {"advance": units("1/16", "743 Tank"), "hold": [None]}
    flow.send(Action("advance", unit("1/16")))
    with pytest.raises(StopIteration) as end:
        flow.send(Action("advance", unit("743 Tank")))
    assert end.value.value is True and g.beachheads == {"omaha": hexnum("3822")}


@pytest.mark.rule("bradley", "10.4-R", "10.5.3")
def test_a_retreat():
    g = at(TWO_AGAINST_ONE, segment=OURS, dice=rolls("3232", 7))
    flow = attack(g, "3232", "1/16", "2/16")
    decision = next(flow)
    assert decision.side == GERMAN and names(decision.options["retreat"]) == "3133 3233 3333"
    flow.send(Action("retreat", hexnum("3233")))
    decision = flow.send(Action("halt"))
    assert decision.side == AMERICAN and decision.options["advance"] == units("1/16", "2/16")
    with pytest.raises(StopIteration) as end:
        flow.send(Action("hold"))
    assert end.value.value is True


@pytest.mark.rule("bradley", "10.4-blank")
def test_no_effect():
    g = at(TWO_AGAINST_ONE, segment=OURS, dice=rolls("3232", 5))
    assert drive(attack(g, "3232", "1/16", "2/16")) is False
    assert [kind for kind, _ in told(g)] == ["assaulted", "rolled", "assault_result"]


@pytest.mark.rule("bradley", "10.4-D", "10.6.7")
def test_a_disruption():
    """B19 A unit that was disrupted before is eliminated, and the hex is free."""
    g = at({**TWO_AGAINST_ONE, "1/18": "3231"}, segment=OURS, dice=rolls("3232", 8))
    assert drive(attack(g, "3232", "1/16", "2/16")) is False
    assert g.units[unit("I/914")].disrupted == "green"
    g = at({**TWO_AGAINST_ONE, "I/914": "3232 green"}, segment=OURS, dice=rolls("3232", 8))
    assert "advance" in offered(drive(attack(g, "3232", "1/16", "2/16")))
    assert g.units[unit("I/914")].at == ELIMINATED
    # 12 against 8 is column C, armor makes it D, the better morale of the defender C again: 10 disrupts
    g = at({"100 Armor": "3232", "1/16": "3231"}, segment=THEIRS, dice=rolls("3231", 10))
    assert drive(attack(g, "3231", "100 Armor", side=GERMAN)) is False
    assert last_told(g, "assault_result")["column"] == "C" and g.units[unit("1/16")].disrupted == "grey"


@pytest.mark.rule("bradley", "10.4-E")
def test_an_elimination():
    g = at({**TWO_AGAINST_ONE, "Static 1": "3232"}, segment=OURS, dice=rolls("3232", 12))
    # 16 against 7 is +9, column D, and 12 there eliminates
    assert "advance" in offered(drive(attack(g, "3232", "1/16", "2/16")))
    assert g.eliminated(GERMAN) == units("I/914", "Static 1") and ("eliminated", "10.4-E") in told(g)


@pytest.mark.rule("bradley", "10.3.4e")
def test_too_weak_an_assault_disrupts_one_stack_of_the_defenders_choice():
    placed = {"A/1/116": "5329", "1(-)/116": "5430", "I/914": "5330"}  # 8 against 5 in a city is -7
    g = at({**placed, "1 HQ": "5328"}, segment=OURS)
    flow = attack(g, "5330", "A/1/116", "1(-)/116")
    decision = next(flow)
    assert decision.side == GERMAN and options(decision) == {"shake": hexes("5329 5430")}
    assert why_not(g, decision, Action("shake", hexnum("5429"))).rule == "10.3.4e"
    with pytest.raises(StopIteration) as end:
        flow.send(Action("shake", hexnum("5430")))
    assert end.value.value is False
    assert [g.units[u].disrupted for u in units("A/1/116", "1(-)/116", "I/914")] == ["", "green", ""]
    assert told(g) == [
        ("assaulted", "10.3"), ("assault_fails", "10.3.4e"), ("attackers_shaken", "10.3.4e"), ("disrupted", "10.3.4e"),
    ]  # fmt: skip


@pytest.mark.rule("bradley", "10.4-red2", "10.6.3")
def test_light_red_disrupts_one_attacking_stack_as_well():
    placed = {"743 Tank": "3231", "2/16": "3231", "1/16": "3233", "I/914": "3232"}
    g = at(placed, segment=OURS, dice=rolls("3232", 10))
    flow = attack(g, "3232", "743 Tank", "2/16", "1/16")
    decision = next(flow)
    # +36 is column G; armor and surrounding make it I, where 10 is a light red elimination
    assert last_told(g, "assault_result")["column"] == "I" and g.units[unit("I/914")].at == ELIMINATED
    assert decision.side == GERMAN and options(decision) == {"shake": hexes("3231 3233")}
    decision = flow.send(Action("shake", hexnum("3231")))
    assert decision.side == AMERICAN and decision.options["advance"] == units("1/16")  # disrupted ones stay
    assert g.units[unit("743 Tank")].disrupted == g.units[unit("2/16")].disrupted == "green"
    g = at(TWO_AGAINST_ONE, segment=OURS, dice=rolls("3232", 2))
    decision = drive(attack(g, "3232", "1/16", "2/16"))
    assert decision.automatic and options(decision) == {"shake": hexes("3231")}


def against_a_garrison(roll):
    """16 against 1 times 4 is +12, column E, and the better morale makes it F; the nest takes 1 from the roll."""
    g = at(
        {"1/16": "4024", "2/16": "4024", "II/916": "4225"},
        segment=OURS,
        dice=rolls("4124", roll),
        garrisons={hexnum("4124"): unit("439 Ost")},
    )
    decision = drive(attack(g, "4124", "1/16", "2/16"))
    assert last_told(g, "assault_result")["column"] == "F"
    return g, decision


@pytest.mark.rule("bradley", "13.3.5b", "13.3.4", "13.3.3")
@pytest.mark.parametrize(("roll", "verb"), [(7, "advance"), (9, "advance"), (12, "shake")])
def test_garrisons_are_removed_by_every_result(roll, verb):
    """A retreat, a disruption, and a light red elimination."""
    g, decision = against_a_garrison(roll)
    assert g.garrisons == {} and ("garrison_gone", "13.3.5b") in told(g) and verb in offered(decision)


def test_a_garrison_stays_without_a_result():
    g, decision = against_a_garrison(5)
    assert decision is False and list(g.garrisons) == hexes("4124")


@pytest.mark.rule("bradley", "10.5.5", "10.5.6")
def test_who_has_retreated_shares_the_next_fight():
    placed = {**TWO_AGAINST_ONE, "II/914": "3233", "743 Tank": "3234"}
    g = at(placed, segment=OURS, dice={**rolls("3232", 7), **rolls("3233", 11)})
    drive(attack(g, "3232", "1/16", "2/16"), ("retreat", hexnum("3233")), ("halt", None), ("hold", None))
    assert targets(g) == hexes("3233")
    drive(attack(g, "3233", "743 Tank"), ("shake", hexnum("3234")))
    results = [event.data for event in g.table.events if event.kind == "assault_result"]
    assert results[1]["defence"] == 10 and results[1]["column"] == "G"  # +15 is F, armor makes it G
    assert g.eliminated(GERMAN) == units("I/914", "II/914")


@pytest.mark.rule("bradley", "10.3.4h", "16.1")
def test_headquarters_shift_the_column():
    g = at({**TWO_AGAINST_ONE, "1 HQ": "3230"}, segment=OURS, dice=rolls("3232", 4))
    flow = attack(g, "3232", "1/16", "2/16")
    assert options(next(flow)) == {"hq": units("1 HQ"), "unsupported": [None]}
    flow.send(Action("hq", unit("1 HQ")))
    assert last_told(g, "assault_result")["column"] == "G" and last_told(g, "assault_result")["words"] == "retreat"


@pytest.mark.rule("bradley", "13.1-EX", "13.2-EX", "10.1.1", "13.0")
def test_fortifications_add_their_multiplier_to_the_ground():
    """B8, B9 A strongpoint on a hill is 5 times (2 and the 2 of a gun), a nest in a town 4 times 5."""
    g = at({"Static 1": "3922", "709 AA": "3922", "1/16": "3923"}, segment=OURS, dice=rolls("3922", 7))
    drive(attack(g, "3922", "1/16"))
    assert last_told(g, "assault_fails")["defence"] == 20
    g = at({"I/919": "1108", "743 Tank": "1109"}, segment=OURS, dice=rolls("1108", 7))
    drive(attack(g, "1108", "743 Tank"))
    assert (last_told(g, "assault_result")["defence"], last_told(g, "assault_result")["differential"]) == (20, "+5")


@pytest.mark.rule("bradley", "10.3.4k", "10.3.4a")
def test_only_those_across_the_water_are_halved():
    g = at({"1/16": "0122", "2/16": "0124", "I/914": "0123"}, segment=OURS, dice=rolls("0123", 7))
    drive(attack(g, "0123", "1/16", "2/16"))
    assert last_told(g, "assault_result")["attack"] == 12


# --- 4.4.9, 5.5.6 landings -----------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.3.2")
def test_an_assault_from_the_sea():
    """16 against twice 4 on the beach is +8, column D, better morale E, and its shelter takes 1: 12 becomes 11."""
    g = at({"I/726": "3821"}, segment="allied movement", dice=rolls("3821", 12))
    for name in ("1/16", "2/16"):
        g.units[unit(name)] = Unit(afloat(hexnum("3820")))
    assert drive(attack(g, "3821", "1/16", "2/16", landing=True)) is True
    assert last_told(g, "assault_result")["column"] == "E" and last_told(g, "assault_result")["roll"] == 11
    assert g.eliminated(GERMAN) == units("I/726") and place_word(g, unit("1/16")) == "approach"
    assert not g.assaulted and not g.assaulted_hexes


def test_an_assault_from_the_air():
    """8 against 5 is +3, column C, the better morale makes it D: 7 is a retreat, out of the hex of both."""
    g = at({"1/505": "3232", "I/914": "3232"}, segment="allied movement", dice=rolls("3232", 7))
    flow = attack(g, "3232", "1/505", landing=True)
    decision = next(flow)
    assert names(decision.options["retreat"]) == "3132 3133 3231 3233 3332 3333"
    flow.send(Action("retreat", hexnum("3233")))
    with pytest.raises(StopIteration) as end:
        flow.send(Action("halt"))
    assert end.value.value is True
    g = at({"1/505": "3232", "I/914": "3232"}, segment="allied movement", dice=rolls("3232", 6))
    assert drive(attack(g, "3232", "1/505", landing=True)) is False


# --- looking ahead -------------------------------------------------------------------------------------------------


def test_previews():
    g = at({**TWO_AGAINST_ONE, "A/1/116": "5429", "II/914": "5330"}, segment=OURS)
    decision = drive(assault_phase(g))
    found = preview(g, decision, Action("assault", hexnum("3232")))
    assert found.figures["attack"] == 16 and found.figures["column"] == "E" and sum(found.results.values()) == 1
    assert list(found.results) == ["eliminated", "disrupted", "retreat", "no effect", "no effect, attackers disrupted"]
    assert found.results["no effect, attackers disrupted"] == Fraction(3, 36)
    weak = preview(g, decision, Action("assault", hexnum("5330")))
    assert weak.rule == "10.3.4e" and weak.results == {"attackers disrupted": 1}
    decision = drive(assault_phase(g), ("assault", hexnum("3232")))
    assert preview(g, decision, Action("storm", unit("1/16"))).figures["attack"] == 8
    assert preview(g, decision, Action("storm_all")).figures["attack"] == 16
    decision = drive(assault_phase(g), ("assault", hexnum("3232")), ("storm", unit("1/16")))
    assert preview(g, decision, Action("begin")).figures["differential"] == "+3"
    assert preview(g, decision, Action("back")) is None


def test_previews_say_what_results_mean_to_the_defenders():
    g = at({"1/16": "4024", "2/16": "3231", "Static 1": "3232"}, segment=OURS)
    g.garrisons[hexnum("4124")] = unit("439 Ost")
    decision = drive(assault_phase(g))
    found = preview(g, decision, Action("assault", hexnum("4124"))).results
    assert set(found) == {"garrison gone", "no effect", "no effect, attackers disrupted"}
    assert "retreat" not in preview(g, decision, Action("assault", hexnum("3232"))).results
