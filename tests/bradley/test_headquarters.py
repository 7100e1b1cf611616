"""16.1 The support of headquarters."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, drive, hexnum, next_segment, options, preview, told, unit, units, why_not

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.combat import assault, fire
from beachhead.games.bradley.fire import fire_phase
from beachhead.games.bradley.headquarters import hq_support, refuse_hq, supporters
from beachhead.kernel import Action, Modifier

FIGHT = {"I/914": "0811", "1/16": "0812", "2/16": "0812", "1 HQ": "0815", "352 HQ": "0808"}


def fight(g, *names, target="0811"):
    return fire(g, AMERICAN, units(*names), hexnum(target))


@pytest.mark.rule("bradley", "16.1", "16.0")
def test_both_sides_are_asked_the_attacker_first():
    g = at(FIGHT, segment="allied fire")
    battle = fight(g, "1/16")
    decision = drive(hq_support(g, battle))
    assert decision.side == AMERICAN and options(decision) == {"hq": units("1 HQ"), "unsupported": [None]}
    decision = drive(hq_support(g, battle), ("hq", unit("1 HQ")))
    assert decision.side == GERMAN and decision.options["hq"] == units("352 HQ")
    g = at(FIGHT, segment="allied fire")
    shifts = drive(hq_support(g, battle), ("hq", unit("1 HQ")), ("hq", unit("352 HQ")))
    assert [(shift.rule, shift.value) for shift in shifts] == [("16.1", 2), ("16.1", -2)]
    assert g.supported == set(units("1 HQ", "352 HQ"))
    assert told(g) == [("hq_supports", "16.1"), ("hq_supports", "16.1")]
    g = at(FIGHT, segment="allied fire")
    assert drive(hq_support(g, battle), ("unsupported", None), ("unsupported", None)) == ()
    assert not g.supported


@pytest.mark.rule("bradley", "16.1")
def test_once_in_each_player_turn():
    """R30 In attack or in defence; the next player turn brings another."""
    g = at(FIGHT, segment="german defensive fire", supported={unit("1 HQ")})
    assert refuse_hq(g, unit("1 HQ"), units("1/16")).rule == "16.1"
    assert supporters(g, AMERICAN, units("1/16")) == []
    decision = drive(hq_support(g, fire(g, GERMAN, units("I/914"), hexnum("0812"))))
    assert decision.side == GERMAN
    next_segment(g)
    assert supporters(g, AMERICAN, units("1/16")) == []
    next_segment(g)
    assert g.player == GERMAN and supporters(g, AMERICAN, units("1/16")) == units("1 HQ")


@pytest.mark.rule("bradley", "16.1", "16.1a")
@pytest.mark.parametrize(
    ("placed", "hq", "helped", "rule"),
    [
        ({"1/16": "0812", "1 HQ": "0820"}, "1 HQ", ["1/16"], None),  # eight hexes
        ({"1/16": "0812", "1 HQ": "0821"}, "1 HQ", ["1/16"], "16.2"),
        ({"1/16": "0812", "29 HQ": "0815"}, "29 HQ", ["1/16"], "16.1a"),  # another division
        ({"743 Tank": "0812", "29 HQ": "0815"}, "29 HQ", ["743 Tank"], None),  # an independent unit
        ({"743 Tank": "0812", "1/16": "0812", "29 HQ": "0815"}, "29 HQ", ["1/16", "743 Tank"], None),
        ({"1 HQ": "0812"}, "1 HQ", ["1 HQ"], "16.1a"),  # its own command post is no unit of its command
        ({"1/16": "0812"}, "1 HQ", ["1/16"], "16.2"),  # not on the map
        ({"1/16": "0812"}, "1/16", ["1/16"], "16.1"),
    ],
)
def test_who_can_support(placed, hq, helped, rule):
    g = at(placed, segment="allied fire")
    found = refuse_hq(g, unit(hq), units(*helped))
    assert (found and found.rule) == rule


@pytest.mark.rule("bradley", "16.1", "10.6.1a")
def test_the_support_factor_is_the_cf_that_shows():
    for text, value in (("0815", 2), ("0815 green", 1), ("0815 N", 1)):
        g = at({**FIGHT, "1 HQ": text, "352 HQ": "0835"}, segment="allied fire")
        assert drive(hq_support(g, fight(g, "1/16")), ("hq", unit("1 HQ"))) == (
            Modifier("16.1", "1 HQ supports the attack", value),
        )


@pytest.mark.rule("bradley", "16.1")
def test_several_headquarters_of_a_mixed_force():
    g = at({**FIGHT, "1/115": "0812", "29 HQ": "0816", "352 HQ": "0835"}, segment="allied fire")
    shifts = drive(hq_support(g, fight(g, "1/16", "1/115")), ("hq", unit("29 HQ")), ("hq", unit("1 HQ")))
    assert sum(shift.value for shift in shifts) == 4


def test_nobody_is_asked_where_nothing_can_happen():
    """10.1.3 A differential that is too low is not mended by columns."""
    g = at({"I/914": "5330", "II/914": "5330", "1/16": "5430", "1 HQ": "5431"}, segment="allied fire")
    assert drive(hq_support(g, fight(g, "1/16", target="5330"))) == ()


def test_support_points_alone_have_no_headquarters_but_their_target_has():
    g = at(FIGHT, segment="allied fire")
    decision = drive(hq_support(g, fire(g, AMERICAN, (), hexnum("0811"), asp=20)))
    assert decision.side == GERMAN
    g = at({"1 HQ": "4024"}, segment="allied fire", garrisons={hexnum("4124"): unit("II/916")})
    assert drive(hq_support(g, fire(g, AMERICAN, (), hexnum("4124"), asp=20))) == ()


@pytest.mark.rule("bradley", "16.1", "10.2.8h")
def test_the_shift_counts_in_fire():
    g = at({**FIGHT, "352 HQ": "0835"}, dice={"Fire combat": [3, 4]}, segment="allied fire")
    answers = [("firer", unit("1/16")), ("shoot", None), ("hq", unit("1 HQ"))]
    drive(fire_phase(g), ("fire", hexnum("0811")), *answers)
    result = next(event.data for event in g.table.events if event.kind == "fire_result")
    assert result["column"] == "E"  # +6 is C, and two columns
    assert result["differential"] == "+6"


@pytest.mark.rule("bradley", "16.1")
def test_the_shift_counts_in_a_close_assault():
    g = at({"I/914": "0811", "1/505": "0811", "82 HQ": "0813"}, segment="allied movement")
    origins = {unit("1/505"): hexnum("0811")}
    support = drive(hq_support(g, assault(g, AMERICAN, origins, hexnum("0811"))), ("hq", unit("82 HQ")))
    battle = assault(g, AMERICAN, origins, hexnum("0811"), support=support)
    assert Modifier("16.1", "82 HQ supports the attack", 2) in battle.shifts


def test_reasons_and_previews():
    g = at(FIGHT, segment="allied fire")
    decision = drive(hq_support(g, fight(g, "1/16")))
    assert why_not(g, decision, Action("hq", unit("352 HQ"))).rule == "16.1"
    assert why_not(g, decision, Action("hq", unit("29 HQ"))).rule == "16.2"
    assert preview(g, decision, Action("unsupported")).figures["column"] == "C"
    found = preview(g, decision, Action("hq", unit("1 HQ")))
    assert found.figures["column"] == "E" and sum(found.results.values()) == 1
    decision = drive(hq_support(g, fight(g, "1/16")), ("hq", unit("1 HQ")))
    assert preview(g, decision, Action("hq", unit("352 HQ"))).figures["column"] == "C"
    other = drive(fire_phase(g))
    assert why_not(g, other, Action("hq", unit("1 HQ"))) is None and preview(g, other, Action("hq", 1)) is None
