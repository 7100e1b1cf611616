"""19.1, 19.2 The tide and the bombers before the landing."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, drive, hexnum, next_segment, offered, preview, told, unit, why_not

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.options import (
    bombing_phase,
    refuse_strike,
    tide_phase,
)
from beachhead.games.bradley.sequence import end_phase
from beachhead.games.bradley.support import support_points
from beachhead.kernel import Action

BOMBING = ("alternate-bombing",)


def bombed(dice, placed=None, scenario="omaha", **fields):
    placed = {"Static 1": "3822", "Static 2": "4224"} if placed is None else placed
    settings = {"segment": "bombing", "turn": 2, "variants": BOMBING, **fields}
    return at(placed, scenario=scenario, dice=dice, **settings)


@pytest.mark.rule("bradley", "19.1", "2.5(3)")
def test_the_american_may_choose_the_tide():
    g = at(segment="tide")
    assert drive(tide_phase(g)) is None and g.tide == "low"
    g = at(segment="tide", variants=("alternate-tide",))
    decision = drive(tide_phase(g))
    assert decision.side == AMERICAN and list(decision.options["tide"]) == ["low", "average", "high"]
    assert why_not(g, decision, Action("tide", "falling")).rule == "19.1"
    assert drive(tide_phase(g), ("tide", "high")) is None and g.tide == "high"
    g.segment, g.turn = "end of turn", 1
    end_phase(g)
    assert g.tide == "high"  # the choice holds for the first landing


@pytest.mark.rule("bradley", "2.5(5)", "3.1L", "2.5(4)", "18.1.5a")
def test_without_bombers_the_first_turn_begins():
    g = at(scenario="omaha", segment="bombing", turn=2, dice={"Air and naval support": [4]})
    next_segment(g)
    assert g.segment == "support" and told(g) == [("turn_began", "3.0"), ("phase_began", "11.0")]
    support_points(g)
    assert g.asp == 120  # B16


@pytest.mark.rule("bradley", "19.2")
def test_half_of_the_strikes_are_lost():
    g = bombed({"Bomber strike": [3, 4], "Fire combat": [12]})
    decision = drive(bombing_phase(g))
    assert list(decision.options["strike"]) == [hexnum("3822"), hexnum("4224")] and "6 of 6" in decision.prompt
    assert drive(bombing_phase(g), ("strike", hexnum("3822"))) is False
    assert g.strikes == 1 and told(g)[-1] == ("strike_lost", "19.2")
    assert hexnum("3822") in drive(bombing_phase(g)).options["strike"]


@pytest.mark.rule("bradley", "19.2", "10.2.4")
def test_a_strike_is_fifteen_factors_on_the_bombardment_line():
    """3822, town and nest: PF 2 x 4 = 8; 15 - 8 = +7 is c2 of the bombardment line, PF 2: B; modifiers -2."""
    g = bombed({"Bomber strike": [4], "Fire combat": [6, 6]})
    decision = drive(bombing_phase(g))
    found = preview(g, decision, Action("strike", hexnum("3822")))
    assert found.figures["attack"] == 15 and found.figures["defence"] == 8 and found.figures["column"] == "B"
    assert found.figures["line"] == "bombardment"
    assert drive(bombing_phase(g), ("strike", hexnum("3822"))) is False
    event = next(event for event in g.table.events if event.kind == "fire_result")
    assert (event.data["column"], event.data["roll"], event.data["result"]) == ("B", 10, "R")
    assert g.where(unit("Static 1")) == hexnum("3822")  # 10.4 fortified units ignore it
    assert refuse_strike(g, hexnum("3822")).rule == "10.2.4"
    assert drive(bombing_phase(g)).options["strike"] == [hexnum("4224")]


@pytest.mark.rule("bradley", "19.2")
def test_disruption_by_bombs_lasts_into_the_landing():
    """A garrison is not harmed; a company in a nest on open ground: PF 2 x 2 = 4, +11 is c3, PF 2: C; at 11 it is D."""
    g = bombed({"Bomber strike": [5], "Fire combat": [6, 6]}, {"Static 1": "4325"}, garrisons={hexnum("4124"): 0})
    assert drive(bombing_phase(g), ("strike", hexnum("4325"))) is False
    assert g.units[unit("Static 1")].disrupted == "grey"
    decision = drive(bombing_phase(g))
    assert hexnum("4124") in decision.options["strike"]
    assert preview(g, decision, Action("strike", hexnum("4124"))).results == {"no effect": 1}


@pytest.mark.rule("bradley", "19.2")
def test_what_can_be_bombed():
    g = bombed({}, {"Static 1": "3822", "I/914": "2522", "I/919": "1817", "1/16": "4224"})
    decision = drive(bombing_phase(g))
    assert drive(bombing_phase(g)).options["strike"] == [hexnum("3822")]
    assert why_not(g, decision, Action("strike", hexnum("2522"))).rule == "19.2"  # not of a Beach Area
    assert refuse_strike(g, hexnum("1817")).rule == "19.2"  # Utah is not in play
    assert refuse_strike(g, hexnum("4224")).rule == "19.2"  # Americans hold it
    assert preview(g, decision, Action("done")) is None and why_not(g, decision, Action("done")) is None


@pytest.mark.rule("bradley", "19.2")
def test_six_strikes_at_most():
    g = bombed({"Air and naval support": [1]}, strikes=6)
    assert drive(bombing_phase(g)) is True
    assert drive(bombing_phase(bombed({})), ("done", None)) is True


@pytest.mark.rule("bradley", "19.2", "3.1L")
def test_in_the_long_scenarios_bombers_come_between_the_first_turns():
    g = at({"Static 1": "3822"}, segment="tide", turn=1, variants=BOMBING)
    next_segment(g)
    assert (g.segment, g.turn) == ("support", 1)
    next_segment(g)
    assert g.segment == "invasion placement"
    g.segment = "end of turn"
    next_segment(g)
    next_segment(g)
    assert (g.segment, g.turn) == ("bombing between turns", 2) and g.player == GERMAN
    assert "strike" in offered(drive(bombing_phase(g)))
    next_segment(g)
    assert g.segment == "invasion placement"
