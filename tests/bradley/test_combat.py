"""10.1-10.3 The figures of combat: the examples of the rulebook, fire lines, and every advantage."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, unit, units

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.combat import (
    assault,
    assault_factor,
    chances,
    combat_factor,
    final_letter,
    fire,
    fire_factor,
    fire_line,
    verdict,
)
from beachhead.kernel import Modifier
from beachhead.wargame import total

VIERVILLE = {"Static 1": "3822", "Static 2": "3822", "1/16": "3723", "743 Tank": "3823 N"}


def attack(g, target, *attackers, side=AMERICAN, **more):
    """A close assault by units from where they stand."""
    return assault(g, side, {unit(name): g.where(unit(name)) for name in attackers}, hexnum(target), **more)


def shifts(battle):
    return {modifier.rule: modifier.value for modifier in battle.shifts}


@pytest.mark.rule("bradley", "10.1.3", "10.1.4", "10.1.5", "10.2.5", "10.2.6", "10.2.7d", "11.1.1", "11.1.2")
@pytest.mark.rule("bradley", "10.2.8a", "10.2.8b", "10.2.8c", "10.2.8d", "10.2.8f", "10.2.8i", "10.2.8j")
def test_fire_at_vierville():
    """B6 35 against 4 times 4, mixed, column G, and an 11 becomes 9: disrupted, and no ruins."""
    g = at(VIERVILLE)
    battle = fire(g, AMERICAN, units("1/16", "743 Tank"), hexnum("3822"), asp=20)
    assert (battle.attack, battle.defence, battle.multiplier, battle.differential) == (35, 16, 4, 19)
    assert (battle.line, battle.pf, battle.letter, total(battle.drms)) == ("mixed", 2, "G", -2)
    assert final_letter(g, battle) == "G"
    assert (verdict(g, battle, 11).code, verdict(g, battle, 11).red) == ("D", False)
    assert battle.bombards and sum(chances(g, battle).values()) == 1


@pytest.mark.rule("bradley", "10.3.3b", "10.3.3c", "10.3.4a", "10.3.4b", "10.3.4c", "10.3.4d", "10.3.4f", "10.3.4g")
@pytest.mark.rule("bradley", "10.3.4h", "10.3.4i", "10.3.4j", "10.3.4l", "10.3.6", "10.3.6a", "10.3.6b-3", "10.6.1a")
def test_the_assault_on_vierville():
    """B7 15 against 2 times 4, column D, morale to E, no armor in a town, and an 8 becomes 6: retreat."""
    g = at({**VIERVILLE, "Static 1": "3822 green", "Static 2": "3822 green"})
    battle = attack(g, "3822", "1/16", "743 Tank")
    assert (battle.attack, battle.defence, battle.differential, battle.letter) == (15, 8, 7, "D")
    assert shifts(battle) == {"10.3.6a": 1} and final_letter(g, battle) == "E"
    assert verdict(g, battle, 8).code == "R" and not battle.bombards


@pytest.mark.rule("bradley", "10.6.2")
def test_a_strongpoint_on_a_hill():
    """B8 An infantry company and an anti-tank unit with CF 6 and PF 2 defend with 20, against fire and assault."""
    g = at({"Static 1": "3922", "709 AA": "3922 green", "1/16": "3923"})
    assert fire(g, AMERICAN, units("1/16"), hexnum("3922")).defence == 20
    assert attack(g, "3922", "1/16").defence == 20


def test_a_nest_in_a_town():
    """B9 The battalion at Quineville defends with 8 against fire and 20 against a close assault."""
    g = at({"I/919": "1108", "1/505": "1109"})
    assert fire(g, AMERICAN, units("1/505"), hexnum("1108")).defence == 8
    assert attack(g, "1108", "1/505").defence == 20


@pytest.mark.rule("bradley", "10.2.7a-2", "10.6.1a")
def test_range_and_disruption():
    """B11, B12."""
    g = at({"I/352": "3931", "II/352": "3931 green", "Bruno": "0913 NE cm", "I/914": "3930 grey", "I/915": "3930"})
    assert [fire_factor(g, unit("I/352"), hexnum(h)) for h in ("3930", "3926", "3925", "3921")] == [8, 8, 4, 4]
    assert fire_factor(g, unit("II/352"), hexnum("3925")) == 2
    assert fire_factor(g, unit("Bruno"), hexnum("3821")) == 16
    assert [combat_factor(g, u) for u in units("I/914", "I/915")] == [3, 5]


@pytest.mark.rule("bradley", "10.2.7", "10.2.7a", "10.2.7b", "10.2.7c", "10.2.7d")
@pytest.mark.parametrize(
    ("firers", "asp", "line"),
    [
        (["5 Art"], 0, "bombardment"),
        ([], 20, "bombardment"),
        (["5 Art"], 20, "bombardment"),
        (["743 Tank", "80 AA"], 0, "direct gun"),
        (["1/16", "1 Eng"], 0, "small arms"),
        (["1/16", "743 Tank"], 0, "mixed"),
        (["1/16"], 10, "mixed"),
    ],
)
def test_fire_lines(firers, asp, line):
    assert fire_line(at(), units(*firers), asp) == line


def test_fire_at_armor_alone():
    g = at({"I/12 Pz a": "0808", "I/25 PzGr": "0808", "743 Tank": "0809"}, scenario="rommels-fantasy")
    battle = fire(g, AMERICAN, units("743 Tank"), hexnum("0808"), at_armor=True)
    assert battle.defenders == tuple(units("I/12 Pz a")) and battle.defence == 4 and battle.pf == 4
    assert shifts(battle) == {"10.2.7b-3": 1}
    battle = fire(g, AMERICAN, units("743 Tank"), hexnum("0808"))
    assert battle.defence == 7 and not battle.shifts


def test_too_low_a_differential():
    g = at({"I/914": "5330", "1/16": "5430"})
    battle = attack(g, "5330", "1/16")
    assert (
        battle.column is None and battle.letter == "" and final_letter(g, battle) == "" and chances(g, battle) is None
    )


@pytest.mark.rule("bradley", "13.3.3", "10.3.6a")
def test_a_garrison_defends():
    g = at({"1/16": "4024"}, garrisons={hexnum("4124"): unit("II/916")})
    battle = attack(g, "4124", "1/16")
    assert battle.has_garrison and battle.defenders == () and (battle.defence, battle.pf) == (4, 2)
    assert shifts(battle) == {}  # both have morale 3, and both stand on a hill
    g.garrisons[hexnum("4124")] = unit("439 Ost")
    assert shifts(attack(g, "4124", "1/16")) == {"10.3.6a": 1}
    assert fire(g, AMERICAN, units("1/16"), hexnum("4124")).defence == 8


@pytest.mark.rule("bradley", "10.3.4a")
def test_assaults_across_water():
    g = at({"1/16": "0122", "2/16": "0222", "I/914": "0123"})
    assert assault_factor(g, unit("1/16"), hexnum("0122"), hexnum("0123")) == 4
    assert attack(g, "0123", "1/16", "2/16").attack == 8  # the stream lies before both
    g = at({"1/16": "0122", "2/16": "0124", "I/914": "0123"})
    assert attack(g, "0123", "1/16", "2/16").attack == 12


@pytest.mark.rule("bradley", "10.3.6b", "10.3.6b-2", "10.3.6b-3", "13.0a")
@pytest.mark.parametrize(
    ("placed", "target", "attackers", "shift"),
    [
        ({"I/914": "0808", "743 Tank": "0809"}, "0808", ["743 Tank"], 1),
        ({"I/914": "0808", "4 Cav": "0809"}, "0808", ["4 Cav"], 1),
        ({"I/914": "0808", "14/6": "0808", "743 Tank": "0809"}, "0808", ["743 Tank"], None),
        ({"1/1 Flak": "0808", "743 Tank": "0809"}, "0808", ["743 Tank"], None),
        ({"100 Armor": "0808", "743 Tank": "0809"}, "0808", ["743 Tank"], None),
        ({"100 Armor": "0808", "1/16": "0809"}, "0808", ["1/16"], -1),
        ({"I/914": "3925", "743 Tank": "3926"}, "3925", ["743 Tank"], None),  # a town
        ({"I/914": "3319", "743 Tank": "3320"}, "3319", ["743 Tank"], None),  # a strongpoint
        ({"I/914": "0609", "743 Tank": "0610"}, "0609", ["743 Tank"], None),  # uphill
        ({"I/914": "0123", "743 Tank": "0122"}, "0123", ["743 Tank"], None),  # over a stream
        ({"I/914": "0123", "743 Tank": "0122", "745 Tank": "0124"}, "0123", ["743 Tank", "745 Tank"], 1),
    ],
)
def test_armor_superiority(placed, target, attackers, shift):
    assert shifts(attack(at(placed), target, *attackers)).get("10.3.6b") == shift


@pytest.mark.rule("bradley", "10.3.6c", "10.3.6c-2")
@pytest.mark.parametrize(
    ("defenders", "origin", "shift"),
    [
        ({"I/914": "0808 N"}, "0809", 1),
        ({"I/914": "0808 N"}, "0807", None),
        ({"I/914": "0808"}, "0809", None),
        ({"I/914": "0808 N", "II/914": "0808"}, "0809", None),  # another faces the attack
        ({"I/914": "0808 N", "II/914": "0808 S"}, "0809", None),
        ({"I/914": "0808 N", "II/914": "0808 NE"}, "0809", 1),
    ],
)
def test_outflanking(defenders, origin, shift):
    g = at({**defenders, "1/16": origin})
    assert shifts(attack(g, "0808", "1/16")).get("10.3.6c") == shift


@pytest.mark.rule("bradley", "10.3.6c-2", "10.3.6d-2", "13.0a", "10.3.6d")
def test_fortifications_cancel_outflanking_and_surrounding():
    g = at({"I/914": "3319 N", "2/16": "3320", "1/18": "3219", "1/26": "3420"})
    assert not {"10.3.6c", "10.3.6d"} & set(shifts(attack(g, "3319", "2/16")))
    g = at({"I/914": "0808", "1/16": "0807", "2/16": "0809"})
    assert shifts(attack(g, "0808", "1/16"))["10.3.6d"] == 1


@pytest.mark.rule("bradley", "10.3.6e")
def test_higher_ground():
    g = at({"I/914": "0608", "1/16": "0609"})
    assert shifts(attack(g, "0608", "1/16"))["10.3.6e"] == 1
    g = at({"I/914": "0609", "1/16": "0610", "2/16": "0509"})
    assert shifts(attack(g, "0609", "1/16"))["10.3.6e"] == -1
    assert "10.3.6e" not in shifts(attack(g, "0609", "1/16", "2/16"))


@pytest.mark.rule("bradley", "10.3.6f", "15.4", "15.4.1")
def test_engineers_against_fortifications():
    g = at({"Static 1": "3922", "1 Eng": "3923", "146 Eng": "3923"})
    assert shifts(attack(g, "3922", "1 Eng", "146 Eng"))["10.3.6f"] == 1
    g = at({"Static 1": "3924", "1 Eng": "3923"})
    assert "10.3.6f" not in shifts(attack(g, "3924", "1 Eng"))
    g = at({"1/16": "3922", "352 Eng": "3923"})
    assert "10.3.6f" not in shifts(attack(g, "3922", "352 Eng", side=GERMAN))


def test_support_of_headquarters_and_assaults_from_the_same_hex():
    g = at({"I/914": "0808", "1/505": "0808"})
    support = [Modifier("16.1", "82 HQ", 2)]
    battle = attack(g, "0808", "1/505", support=support)
    assert battle.attack == 8 and battle.defenders == tuple(units("I/914")) and battle.defence == 5
    assert total(battle.shifts) == 2 + 1  # the headquarters, and morale
    g = at({"I/914": "3821"})
    battle = assault(g, AMERICAN, {unit("1/16"): hexnum("3820")}, hexnum("3821"))
    assert battle.attack == 8 and battle.differential == 8 - 2 * 5  # the beach doubles
