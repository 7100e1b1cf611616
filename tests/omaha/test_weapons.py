"""8.2 Attack weapons."""

import pytest
from tests.omaha.helpers import at, h, the_game, u

from beachhead.games.omaha.command import commanders
from beachhead.games.omaha.weapons import (
    can_call_ships,
    chart,
    force_weapons,
    is_flanking,
    missing_weapons,
    unit_weapons,
)

INFANTRY = {"BZ", "BG", "BR", "DE", "MO", "RD"}


def scene(*units, **fields):
    rows = [dict(zip(("id", "hex", "steps"), row, strict=False)) for row in units]
    g = at(clear=True, phase="action", turn=5, units=rows, **fields)
    g.commanded = commanders(g)
    return g


@pytest.mark.rule("omaha", "WC", "2.21.weap")
def test_the_weapons_chart():
    box = the_game().box
    assert chart(box, "infantry", 1) == chart(box, "ranger", 1) == INFANTRY
    assert chart(box, "anti-air", 3) == chart(box, "SP anti-air", 1) == {"MG", "BR"}
    for kind in ("artillery", "SP artillery", "DUKW artillery"):
        assert chart(box, kind, 20) == {"AR", "MO", "DE"}
    assert chart(box, "anti-tank", 5) == {"AR", "BZ"}
    assert chart(box, "HQ", 1) == {"RD"}
    assert chart(box, "naval", 30) == {"NA", "AR", "DE"}
    assert chart(box, "infantry", 2) == frozenset()


@pytest.mark.rule("omaha", "8.2", "8.21", "WC")
def test_full_strength_infantry_has_the_chart_and_reduced_infantry_what_is_printed():
    g = scene(("A/1/16", "0710"), ("B/1/16", "0710", 2), ("C/1/16", "0709", 1))
    assert unit_weapons(g, u("A/1/16"), h("0809")) == INFANTRY
    assert unit_weapons(g, u("B/1/16"), h("0809")) == {"BZ", "BR", "DE"}
    assert unit_weapons(g, u("C/1/16"), h("0809")) == {"BG"}


@pytest.mark.rule("omaha", "8.21")
def test_rangers_at_full_strength_and_reduced():
    g = scene(("AB/2R", "0710"), ("C/2R", "0710", 1))
    assert unit_weapons(g, u("AB/2R"), h("0809")) == INFANTRY
    assert unit_weapons(g, u("C/2R"), h("0809")) == {"BR", "BG"}


@pytest.mark.rule("omaha", "8.26", "8.26a", "8.26b")
def test_heavy_infantry_brings_less_from_afar_and_over_a_bluff():
    far = {"BZ", "BR", "MO", "RD", "MG"}
    g = scene(("H/2/16", "0710"), ("M/3/16", "0610"), ("D/1/16", "0816"), ("D/1/116", "0915", 2))
    assert unit_weapons(g, u("H/2/16"), h("0809")) == INFANTRY | {"MG"}
    assert unit_weapons(g, u("M/3/16"), h("0809")) == far
    assert unit_weapons(g, u("D/1/16"), h("0916")) == far, "the bluff from 0816 up to 0916"
    assert unit_weapons(g, u("D/1/116"), h("0916")) == {"DE", "MG", "MO"}, "reduced: as printed"


@pytest.mark.rule("omaha", "8.27")
def test_a_tank_brings_more_within_three_hexes():
    g = scene(("1/A/741", "0710", 1), ("2/A/741", "0712"), ("1/B/741", "0713"), ("2/B/741", "0511"))
    assert unit_weapons(g, u("1/A/741"), h("0809")) == {"AR", "BZ", "BR", "MG"}
    assert unit_weapons(g, u("2/A/741"), h("0809")) == {"AR", "BZ", "BR", "MG"}
    assert unit_weapons(g, u("1/B/741"), h("0809")) == {"AR", "BZ"}


@pytest.mark.rule("omaha", "8.24", "8.31")
def test_an_hq_lends_its_radio_to_adjacent_attackers_only():
    units = [u("G/2/16"), u("1/A/741")]
    g = scene(("G/2/16", "0710", 1), ("1/A/741", "0711"))
    assert "RD" not in force_weapons(g, units, h("0809"), naval=False)
    g = scene(("G/2/16", "0710", 1), ("1/A/741", "0711"), ("16 HQ", "0711"))
    assert "RD" in force_weapons(g, units, h("0809"), naval=False)
    g = scene(("G/2/16", "0710", 1), ("1/A/741", "0711"), ("Wyman", "0711"))
    assert "RD" not in force_weapons(g, units, h("0809"), naval=False), "a general has no radio"
    g = scene(("G/2/16", "0710", 1), ("1/A/741", "0711"), ("16 HQ", "0712"))
    assert "RD" not in force_weapons(g, units, h("0809"), naval=False), "only the tank is in command, from afar"


@pytest.mark.rule("omaha", "8.51a", "8.25")
def test_naval_fire_meets_naval_artillery_and_demolition_needs():
    g = scene(("A/1/16", "0710", 2))
    assert force_weapons(g, [u("A/1/16")], h("0809"), naval=True) == {"BZ", "BG", "RD", "NA", "AR", "DE"}


@pytest.mark.rule("omaha", "8.1.nav", "8.52")
def test_who_can_call_the_ships():
    g = scene(("A/1/16", "0710"), ("B/1/16", "0711", 2), ("C/1/16", "0614", 1), ("1/A/741", "0614"), ("16 HQ", "0615"))
    assert can_call_ships(g, u("A/1/16")), "full strength has a radio"
    assert not can_call_ships(g, u("B/1/16"))
    assert can_call_ships(g, u("C/1/16")), "the HQ is next to it"
    assert not can_call_ships(g, u("1/A/741")), "not infantry"


@pytest.mark.rule("omaha", "8.22")
def test_flanking_needs_two_hexes_that_are_apart():
    box = the_game().box
    assert not is_flanking(box, [h("1009")], double=False)
    assert not is_flanking(box, [h("1009"), h("1010")], double=False)
    assert is_flanking(box, [h("1009"), h("1111")], double=False)
    assert is_flanking(box, [h("1109"), h("1111")], double=False)


@pytest.mark.rule("omaha", "8.22.dbl")
def test_flanking_asked_for_twice_needs_three_hexes():
    box = the_game().box
    fronts = [h("1009"), h("1111")]
    assert missing_weapons(box, INFANTRY, fronts, ("FL",), ()) == ()
    assert missing_weapons(box, INFANTRY, fronts, (), ("FL", "RD")) == ()
    assert missing_weapons(box, INFANTRY, fronts, ("FL", "BR"), ("FL",)) == ("FL",)
    three = [h("1009"), h("1010"), h("1111")]
    assert missing_weapons(box, INFANTRY, three, ("FL", "BR"), ("FL",)) == ()


@pytest.mark.rule("omaha", "8.2", "8.3.3")
def test_all_weapons_of_unit_and_marker_are_required():
    box = the_game().box
    assert missing_weapons(box, {"BZ", "BG"}, [], ("BZ", "MO"), ("AR", "BG")) == ("AR", "MO")
    assert missing_weapons(box, {"BZ", "BG"}, [], ("BZ",), ("BG",)) == ()
