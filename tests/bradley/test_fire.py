"""10.2, 10.4 Fire combat: who may fire at what, the segment, and what becomes of the defenders."""

from __future__ import annotations

from random import Random

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

from beachhead.games.bradley.box import AMERICAN, GERMAN, afloat
from beachhead.games.bradley.fire import (
    fields,
    fire_phase,
    firers,
    is_at_armor,
    open_hexes,
    refuse_firer,
    refuse_joining_fire,
    refuse_shot,
    refuse_target,
    targets,
    walled_steps,
)
from beachhead.games.bradley.setup import new_state
from beachhead.games.bradley.state import Unit
from beachhead.kernel import Action

VIERVILLE = {"Static 1": "3822", "Static 2": "3822", "1/16": "3723", "743 Tank": "3823 N", "1 HQ": "3725"}
ROLL = "Fire combat"


def battle(placed, segment="allied fire", roll=None, **fields_):
    dice = {} if roll is None else {ROLL: roll}
    return at(placed, dice=dice, segment=segment, **fields_)


def shoot(g, target, *firing, more=()):
    """Fire with these units at a hex, and give the answers that follow."""
    asked = [("firer", unit(name)) for name in firing]
    return drive(fire_phase(g), ("fire", hexnum(target)), *asked, ("shoot", None), *more)


def fate(g, name):
    record = g.units[unit(name)]
    return record.disrupted if record.at >= 0 else place_word(g, unit(name))


# --- the example ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.2.8-EX", "10.2.8", "3.1C", "10.2.5", "10.4-D", "11.1.3", "11.1.4", "10.0")
@pytest.mark.rule("bradley", "10.2.8a", "10.2.8b", "10.2.8c", "10.2.8d", "10.2.8f", "10.2.8i", "10.2.8j", "10.2.7d")
def test_the_fire_at_vierville():
    """B6 15 and 20 support points against 16, mixed, column G; an 11 becomes 9 and disrupts both in green."""
    g = battle(VIERVILLE, roll=[5, 6], asp=50)
    answers = [("firer", unit("1/16")), ("firer", unit("743 Tank")), ("points", 20), ("shoot", None)]
    over = drive(fire_phase(g), ("fire", hexnum("3822")), *answers, ("unsupported", None))
    assert over is False
    told_result = last_told(g, "fire_result")
    assert (told_result["attack"], told_result["defence"], told_result["differential"]) == (35, 16, "+19")
    assert (told_result["line"], told_result["column"], told_result["roll"], told_result["result"]) == (
        "mixed", "G", 9, "D",
    )  # fmt: skip
    assert [fate(g, name) for name in ("Static 1", "Static 2")] == ["green", "green"]
    assert g.asp == 30 and not g.ruins
    assert g.fired == set(units("1/16", "743 Tank")) and g.fired_on == {hexnum("3822")}
    assert targets(g) == [] and drive(fire_phase(g)) is True  # nothing else is there to fire at


@pytest.mark.rule("bradley", "10.4-D", "3.1E", "3.1H", "3.1J")
@pytest.mark.parametrize(
    ("segment", "firer", "target", "victim", "colour"),
    [
        ("allied fire", "1/16", "0811", "I/914", "green"),
        ("german defensive fire", "I/914", "0812", "1/16", "green"),
        ("german fire", "I/914", "0812", "1/16", "grey"),
        ("allied defensive fire", "1/16", "0811", "I/914", "grey"),
    ],
)
def test_every_fire_segment(segment, firer, target, victim, colour):
    """3.1 Each side fires in two segments; the player turn decides the colour of the marker."""
    g = battle({"I/914": "0811", "1/16": "0812"}, segment, roll=[5, 6])
    decision = drive(fire_phase(g))
    assert decision.side == g.side == (AMERICAN if "allied" in segment else GERMAN)
    assert options(decision) == {"fire": [hexnum(target)], "done": [None]}
    assert shoot(g, target, firer) is False
    assert fate(g, victim) == colour
    assert drive(fire_phase(g)) is True


@pytest.mark.rule("bradley", "10.2.1")
@pytest.mark.parametrize("segment", ["allied movement", "allied close assault", "first recovery", "bombing"])
def test_no_fire_in_other_segments(segment):
    g = battle({"I/914": "0811", "1/16": "0812"}, segment)
    assert refuse_target(g, hexnum("0811")).rule == "10.2.1"
    assert refuse_firer(g, unit("1/16")).rule == "10.2.1"
    g = battle({"I/914": "0811", "1/16": "0812"}, "german fire")
    assert refuse_firer(g, unit("1/16")).rule == "10.2.1"


def test_the_player_may_stop_or_think_again():
    g = battle({"I/914": "0811", "1/16": "0812"})
    assert drive(fire_phase(g), ("done", None)) is True
    before = g.digest()
    assert drive(fire_phase(g), ("fire", hexnum("0811")), ("firer", unit("1/16")), ("back", None)) is False
    assert g.digest() == before


def test_a_fresh_flow_gives_the_same_decision():
    """The state alone says where play stands."""
    g = battle({"I/914": "0811", "II/914": "0912", "1/16": "0812", "2/16": "0812"}, roll=[1, 1])
    assert shoot(g, "0811", "1/16") is False
    twin = g.clone()
    one, two = drive(fire_phase(g)), drive(fire_phase(twin))
    assert one == two and one.options["fire"] == hexes("0912")


# --- 10.2.2-10.2.4 once ----------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.2.3", "10.2.4", "10.2.2")
def test_a_unit_fires_once_and_a_hex_is_fired_on_once():
    g = battle({"I/914": "0811", "II/914": "0912", "1/16": "0812", "2/16": "0812"}, roll=[1, 1])
    shoot(g, "0811", "1/16")
    assert refuse_target(g, hexnum("0811")).rule == "10.2.4"
    assert refuse_firer(g, unit("1/16")).rule == "10.2.3"
    assert firers(g, hexnum("0912")) == units("2/16")
    assert refuse_target(g, hexnum("0710")).rule == "10.2.2"
    assert refuse_target(g, hexnum("0812")).rule == "10.2.2"  # their own hex
    assert refuse_joining_fire(g, unit("2/16"), hexnum("0912"), units("2/16")).rule == "10.2.3"


@pytest.mark.rule("bradley", "10.2.5", "10.2.6")
def test_everyone_fires_together_at_all_of_a_hex():
    g = battle({"I/914": "0811", "II/914": "0811", "1/16": "0812", "2/16": "0810"}, roll=[6, 6])
    over = drive(fire_phase(g), ("fire", hexnum("0811")), ("everyone", None), ("shoot", None))
    assert over is False
    found = last_told(g, "fire_result")
    assert (found["attack"], found["defence"], found["line"], found["result"]) == (16, 4, "small arms", "E")
    assert fate(g, "I/914") == fate(g, "II/914") == "eliminated"


# --- 10.2.7 who reaches what -----------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.2.7a", "10.2.7b", "10.2.7c", "2.3a", "10.1.7")
@pytest.mark.parametrize(
    ("placed", "firer", "target", "rule"),
    [
        ({"1/16": "0813"}, "1/16", "0811", "10.2.7c"),  # small arms reach the next hex
        ({"1/16": "0812"}, "1/16", "0811", None),
        ({"1/16": "0812 N"}, "1/16", "0811", None),
        ({"1/16": "0812 S"}, "1/16", "0811", "10.1.7"),  # to its flank
        ({"743 Tank": "0813", "1 HQ": "0815"}, "743 Tank", "0811", None),  # range 2
        ({"743 Tank": "0814", "1 HQ": "0815"}, "743 Tank", "0811", "2.3(7)"),
        ({"743 Tank": "0813 N", "1 HQ": "0815"}, "743 Tank", "0811", "2.3a"),
        ({"743 Tank": "0812 N", "1 HQ": "0815"}, "743 Tank", "0811", None),
        ({"5 Art": "0821", "1 HQ": "0823"}, "5 Art", "0811", None),  # range 10
        ({"5 Art": "0822", "1 HQ": "0823"}, "5 Art", "0811", "2.3(7)"),
        ({"5 Art": "0812 N", "1 HQ": "0823"}, "5 Art", "0811", "2.3a"),
        ({"1 HQ": "0812"}, "1 HQ", "0811", "10.2.7"),
        ({"5 Art": "0821", "4 HQ": "0823"}, "5 Art", "0811", "16.2.1"),  # of another division
        ({"743 Tank": "0812", "4 HQ": "0821"}, "743 Tank", "0811", "16.2.2"),  # nine hexes away
        ({"743 Tank": "0812", "4 HQ": "0820"}, "743 Tank", "0811", None),  # independent: any headquarters
        ({"4 Cav": "0812"}, "4 Cav", "0811", None),  # neither tank nor anti-tank
        ({"899 TD": "0812"}, "899 TD", "0811", "16.2.2"),
    ],
)
def test_who_can_fire(placed, firer, target, rule):
    g = battle({"I/914": "0811", **placed})
    found = refuse_joining_fire(g, unit(firer), hexnum(target), ())
    assert (found and found.rule) == rule
    assert (unit(firer) in firers(g, hexnum(target))) == (rule is None)
    assert (hexnum(target) in targets(g)) == (rule is None)


@pytest.mark.rule("bradley", "10.2.7b")
@pytest.mark.parametrize(
    ("placed", "target", "rule"),
    [
        ({"1/1 Flak": "0814", "1/16": "0817"}, "0817", "10.2.7b-L3"),  # through the town 0816
        ({"1/1 Flak": "0814", "1/16": "0816"}, "0816", None),  # into it
        ({"1/1 Flak": "0808", "1/16": "0810"}, "0810", "10.2.7b-L4"),  # over the hill 0809
        ({"III/1709": "0808", "91 HQ": "0807", "1/16": "0810"}, "0810", None),  # a bombardment needs no sight
        ({"1/1 Flak": "0810", "1/16": "0813"}, "0813", None),
    ],
)
def test_direct_fire_needs_sight(placed, target, rule):
    g = battle(placed, "german fire")
    firer = unit(next(iter(placed)))
    found = refuse_shot(g, firer, hexnum(target))
    assert (found and found.rule) == rule
    assert (hexnum(target) in fields(g)[firer]) == (rule is None)


@pytest.mark.rule("bradley", "14.1.3")
def test_the_railway_gun_fires_into_its_arc():
    g = battle({"Bruno": "0913 NE cm", "91 HQ": "0813", "1/16": "1816", "2/16": "0920"}, "german fire")
    assert targets(g) == hexes("1816")
    assert refuse_shot(g, unit("Bruno"), hexnum("0920")).rule == "14.1.3"


@pytest.mark.rule("bradley", "6.3.6a")
def test_nobody_fires_across_a_sea_wall():
    placed = {"1/16": "3821", "Static 1": "3822", "743 Tank": "1816", "4 HQ": "1916", "Static 3": "1818"}
    g = battle(placed)
    wall = g.box.wall_at[g.box.board.side(*hexes("3821 3822"))]
    assert refuse_shot(g, unit("1/16"), hexnum("3822")).rule == "6.3.6a"
    assert refuse_shot(g, unit("743 Tank"), hexnum("1818")).rule == "6.3.6a"  # the wall is in the line of direct fire
    assert walled_steps(g.box, *hexes("1816 1818")) == (tuple(hexes("1816 1817")),)
    assert targets(g) == []
    g.breached.add(wall)
    assert targets(g) == hexes("3822") and refuse_shot(g, unit("1/16"), hexnum("3822")) is None
    g = battle({"29 Art": "1816", "4 HQ": "1916", "Static 3": "1818", "Static 4": "1817"})
    assert targets(g) == hexes("1818")  # shells go over it, but not into the next hex


def test_disrupted_units_fire_with_half_and_units_at_sea_do_not_fire():
    g = battle({"I/914": "0811", "1/16": "0812 grey"}, roll=[1, 1])
    shoot(g, "0811", "1/16")
    assert last_told(g, "fire_result")["attack"] == 4
    g = battle({"Static 1": "3821", "1/16": "3820"})
    g.change(unit("1/16"), at=afloat(g.where(unit("1/16"))))
    assert targets(g) == [] and refuse_firer(g, unit("1/16")).rule == "10.2.1"


# --- 10.2.7b fire at armor -------------------------------------------------------------------------------------------

PANZERS = {"I/12 Pz a": "0811", "I/25 PzGr": "0811", "743 Tank": "0812", "1/16": "0812", "1 HQ": "0815"}


@pytest.mark.rule("bradley", "10.2.7b-2", "10.2.7b-3", "10.2.7b-4", "10.2.8h")
def test_fire_at_armor_alone():
    """Only armor, anti-tank and flak units single out armor, one column to the right, and nobody fires at the rest."""
    g = at(PANZERS, "rommels-fantasy", {ROLL: [6, 6]}, segment="allied fire", asp=20)
    decision = drive(fire_phase(g), ("fire", hexnum("0811")), ("armor", None))
    assert options(decision) == {"firer": units("743 Tank"), "back": [None]}
    assert why_not(g, decision, Action("firer", unit("1/16"))).rule == "10.2.7b-2"
    assert why_not(g, decision, Action("points", 5)).rule == "10.2.7b-2"
    answers = [("firer", unit("743 Tank")), ("shoot", None), ("unsupported", None)]
    assert drive(fire_phase(g), ("fire", hexnum("0811")), ("armor", None), *answers) is False
    found = last_told(g, "fire_result")
    assert (found["attack"], found["defence"], found["column"]) == (25, 4, "E")  # +21 and PF 4 is D, and one column
    assert fate(g, "I/12 Pz a") == "eliminated" and fate(g, "I/25 PzGr") == ""
    assert refuse_target(g, hexnum("0811")).rule == "10.2.4" and targets(g) == []


@pytest.mark.rule("bradley", "10.2.6", "10.2.7b-3")
def test_fire_at_a_hex_with_armor_and_others():
    g = at(PANZERS, "rommels-fantasy", {ROLL: [6, 6]}, segment="allied fire")
    answers = [("together", None), ("everyone", None), ("shoot", None), ("unsupported", None)]
    assert drive(fire_phase(g), ("fire", hexnum("0811")), *answers) is False
    found = last_told(g, "fire_result")
    assert (found["attack"], found["defence"], found["line"]) == (33, 7, "mixed")
    assert fate(g, "I/12 Pz a") == fate(g, "I/25 PzGr") == "eliminated"


@pytest.mark.rule("bradley", "10.2.7b-3")
def test_a_hex_with_armor_only():
    """Where nobody else stands, nothing is asked; the shift is for fire in which such units take part."""
    g = at({"100 Armor": "0811", "743 Tank": "0812", "1/16": "0812"}, segment="allied fire")
    target = hexnum("0811")
    assert is_at_armor(g, units("743 Tank"), target, singled=False)
    assert is_at_armor(g, units("743 Tank", "1/16"), target, singled=False)
    assert not is_at_armor(g, units("1/16"), target, singled=False)
    assert not is_at_armor(g, [], target, singled=False)
    assert "firer" in offered(drive(fire_phase(g), ("fire", target)))
    g = at({"100 Armor": "0811", "I/914": "0811", "1/16": "0812"}, segment="allied fire")
    assert "firer" in offered(drive(fire_phase(g), ("fire", target)))  # nobody is there who could single it out


# --- 10.4 results ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.2.8e", "10.1.3")
def test_too_weak_a_fire():
    g = battle({"I/914": "5330", "II/914": "5330", "1/16": "5430"})  # 4 times 3 in a city
    assert shoot(g, "5330", "1/16") is False
    assert told(g) == [("fired", "10.2.5"), ("fire_too_weak", "10.2.8e")]
    assert refuse_target(g, hexnum("5330")).rule == "10.2.4" and g.draws == 0


@pytest.mark.rule("bradley", "10.4-blank", "10.4-E", "10.6.7", "10.4-D")
def test_nothing_disruption_and_elimination():
    """B19 A second disruption eliminates."""
    g = battle({"I/914": "0811", "1/16": "0812"}, roll=[1, 1])
    shoot(g, "0811", "1/16")
    assert last_told(g, "fire_result")["result"] == "-" and fate(g, "I/914") == ""
    g = battle({"I/914": "0811 grey", "II/914": "0811", "1/16": "0812", "2/16": "0812"}, roll=[6, 4])
    shoot(g, "0811", "1/16", "2/16")
    assert last_told(g, "fire_result")["result"] == "D"
    assert [fate(g, name) for name in ("I/914", "II/914")] == ["eliminated", "green"]
    assert ("eliminated", "10.6.7") in told(g)
    g = battle({"I/914": "0811", "1/16": "0812", "2/16": "0812"}, roll=[6, 6])
    shoot(g, "0811", "1/16", "2/16")
    assert fate(g, "I/914") == "eliminated" and ("eliminated", "10.4-E") in told(g)


@pytest.mark.rule("bradley", "10.4-R", "10.5.3")
def test_retreat_from_fire():
    g = battle({"I/914": "0811", "1/16": "0812"}, roll=[4, 4])
    decision = shoot(g, "0811", "1/16")
    assert decision.side == GERMAN and last_told(g, "fire_result")["result"] == "R"
    assert hexnum("0810") in decision.options["retreat"]
    g = battle({"I/914": "0811", "1/16": "0812"}, roll=[4, 4])
    assert shoot(g, "0811", "1/16", more=[("retreat", hexnum("0810")), ("halt", None)]) is False
    assert g.where(unit("I/914")) == hexnum("0810")


@pytest.mark.rule("bradley", "10.4-R2", "13.0b", "13.0c")
def test_fortified_units_ignore_a_retreat():
    """B20 Germans in a fortification stay; Americans have no benefit of one."""
    g = battle({"II/916": "3319", "1/16": "3320", "2/16": "3320", "3/16": "3320"}, roll=[5, 6])
    shoot(g, "3319", "1/16", "2/16", "3/16")
    found = last_told(g, "fire_result")
    assert (found["defence"], found["column"], found["roll"], found["result"]) == (6, "F", 9, "D")
    g = battle({"II/916": "3319", "1/16": "3320", "2/16": "3320", "3/16": "3320"}, roll=[3, 4])
    assert shoot(g, "3319", "1/16", "2/16", "3/16") is False
    assert last_told(g, "fire_result")["result"] == "R" and ("retreat_ignored", "13.0b") in told(g)
    assert g.where(unit("II/916")) == hexnum("3319")
    g = battle({"1/16": "1414", "II/916": "1415", "I/916": "1415"}, "german fire", roll=[3, 4])
    decision = shoot(g, "1414", "II/916", "I/916")
    assert last_told(g, "fire_result")["defence"] == 2 and decision.side == AMERICAN and "retreat" in offered(decision)


@pytest.mark.rule("bradley", "13.3.5b", "13.3.4")
def test_fire_does_not_harm_a_garrison():
    g = battle({"1/16": "4024", "II/916": "4225"}, roll=[6, 6], asp=60, garrisons={hexnum("4124"): unit("II/916")})
    assert hexnum("4124") in open_hexes(g)
    answers = [("firer", unit("1/16")), ("points", 40), ("shoot", None)]
    assert drive(fire_phase(g), ("fire", hexnum("4124")), *answers) is False
    assert last_told(g, "fire_result")["result"] == "E" and ("garrison_unharmed", "13.3.5b") in told(g)
    assert hexnum("4124") in g.garrisons


@pytest.mark.rule("bradley", "13.3.5")
def test_garrisons_go_with_the_last_unit_near_them():
    g = battle({"1/16": "0812", "I/914": "0811"}, roll=[6, 6], garrisons={hexnum("1010"): unit("I/914")})
    shoot(g, "0811", "1/16")
    assert fate(g, "I/914") == "eliminated" and not g.garrisons


def test_units_that_have_retreated_can_be_fired_on_again():
    """10.5.6 Their new hex is another one."""
    g = battle({"I/914": "0811", "1/16": "0812", "2/16": "0815"}, roll=[4, 4])
    shoot(g, "0811", "1/16", more=[("retreat", hexnum("0810")), ("halt", None)])
    assert targets(g) == []
    g.change(unit("2/16"), at=hexnum("0910"))
    assert targets(g) == hexes("0810")


# --- reasons, previews, speed ----------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.2.7", "10.2.5", "11.1.5")
def test_reasons():
    g = battle(VIERVILLE, asp=30)
    start = drive(fire_phase(g))
    assert why_not(g, start, Action("fire", hexnum("0101"))).rule == "10.2.2"
    decision = drive(fire_phase(g), ("fire", hexnum("3822")))
    for action, rule in (
        (Action("firer", unit("1 HQ")), "10.2.7"),
        (Action("firer", unit("Static 1")), "10.2.1"),
        (Action("points", 31), "11.1.5"),
        (Action("shoot"), "10.2.5"),
    ):
        assert not decision.offers(action) and why_not(g, decision, action).rule == rule
    decision = drive(fire_phase(g), ("fire", hexnum("3822")), ("points", 10))
    assert why_not(g, decision, Action("points", 5)).rule == "10.2.5"
    decision = drive(fire_phase(g), ("fire", hexnum("3822")), ("everyone", None))
    assert why_not(g, decision, Action("everyone")).rule == "10.2.5"
    g = battle(VIERVILLE, "german fire")
    decision = drive(fire_phase(g), ("fire", hexnum("3723")))
    assert why_not(g, decision, Action("points", 5)).rule == "11.0"
    g = battle({"I/914": "0811", "1/16": "0822"})
    assert refuse_target(g, hexnum("0811")).rule == "10.2.7"
    assert drive(fire_phase(g)) is True


def test_previews():
    g = battle(VIERVILLE, asp=30)
    start = drive(fire_phase(g))
    all_of_them = preview(g, start, Action("fire", hexnum("3822")))
    assert (all_of_them.figures["attack"], all_of_them.figures["column"]) == (15, "too weak")
    assert all_of_them.results == {"no effect": 1}
    decision = drive(fire_phase(g), ("fire", hexnum("3822")), ("everyone", None))
    found = preview(g, decision, Action("points", 20))
    assert (found.figures["differential"], found.figures["column"]) == ("+19", "G")
    assert sum(found.results.values()) == 1 and "eliminated, ruins" in found.results
    assert "retreat" not in found.results  # 13.0b
    assert preview(g, decision, Action("shoot")).figures["attack"] == 15
    assert set(all_of_them.units) == set(preview(g, decision, Action("shoot")).units) == set(decision.about["unit"])
    assert preview(g, decision, Action("back")) is None
    decision = drive(fire_phase(g), ("fire", hexnum("3822")))
    assert preview(g, decision, Action("firer", unit("1/16"))).figures["attack"] == 8
    assert preview(g, decision, Action("everyone")).figures["attack"] == 15
    g = at(PANZERS, "rommels-fantasy", segment="allied fire")
    decision = drive(fire_phase(g), ("fire", hexnum("0811")))
    assert preview(g, decision, Action("armor")).figures["defence"] == 4
    assert preview(g, decision, Action("together")).figures["defence"] == 7
    g = battle({"1/16": "4024"}, asp=30, garrisons={hexnum("4124"): unit("II/916")})
    decision = drive(fire_phase(g), ("fire", hexnum("4124")), ("firer", unit("1/16")))
    assert preview(g, decision, Action("points", 30)).results == {"no effect": 1}


def crowd(seed):
    """A full map: the Germans with a printed hex there, everybody else anywhere."""
    random, g = Random(seed), at({})
    land = sorted(g.box.ground)
    for u, record in enumerate(new_state(g.box, "d-day", {}).units):
        mode, facing = random.choice([("cm", -1), ("cm", -1), ("mm", random.randrange(6))])
        spread = Unit(random.choice(land), mode=mode, facing=facing)
        g.units[u] = record if record.at >= 0 and g.box.sides[u] == GERMAN else spread
    g.segment = random.choice(["allied fire", "german fire"])
    return g


def test_options_and_reasons_agree():
    """What is offered is what is not refused, in a crowd."""
    for seed in range(3):
        g = crowd(seed)
        found = set(targets(g))
        random = Random(seed)
        for place in random.sample(sorted(open_hexes(g)), 40):
            able = firers(g, place)
            listed = [u for u in g.box.of_side[g.side] if refuse_joining_fire(g, u, place, ()) is None]
            assert able == listed, names([place])
            assert (place in found) == bool(able) == (refuse_target(g, place) is None)


def test_random_segments():
    """Whatever is answered, the segment goes on, and at every turn point the state alone says where it stands."""
    for seed in range(4):
        g, random = crowd(seed), Random(seed)
        g.asp = 100 * (seed % 2)
        over = False
        for _ in range(12):
            twin, flow = g.clone(), fire_phase(g)
            decision = next(flow)
            assert decision == drive(fire_phase(twin))
            before = g.fired_on.copy()
            try:
                while True:
                    options = {verb: args for verb, args in decision.options.items() if args and verb != "done"}
                    verb = random.choice(sorted(options.keys() - {"back"}) or ["back"])
                    decision = flow.send(Action(verb, random.choice(options[verb])))
            except StopIteration as end:
                over = end.value
            assert not over and before < g.fired_on and g.asp >= 0
