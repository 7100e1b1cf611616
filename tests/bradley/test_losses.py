"""5.6, 5.8 Landing casualties: German firepower, the checks, and swimming tanks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.bradley.helpers import at, drive, hexnum, offered, place_word, preview, told, unit, units

from beachhead.games.bradley.box import ELIMINATED, OMAHA, POINTE, UTAH
from beachhead.games.bradley.losses import (
    beach_hexes,
    casualty_column,
    casualty_modifiers,
    check_losses,
    firepower,
    gun_factor,
)
from beachhead.kernel import Action
from beachhead.wargame import total

CALM, MODERATE, HEAVY = 1, 2, 4
"""Faces of the sea die: 0, 1 and 2."""


def factor(g, name: str, beach: str = OMAHA) -> int:
    return gun_factor(g, unit(name), beach_hexes(g, beach))


@pytest.mark.rule("bradley", "5.6.1a", "5.6.1b")
def test_which_guns_count():
    """Artillery and direct guns in range; artillery beyond half its range with half its factor, rounded down."""
    g = at({"I/352": "4328", "II/352": "4428", "III/1716": "4132", "IV/352": "2725", "II/916": "4124"})
    assert factor(g, "I/352") == 8  # four hexes
    assert factor(g, "II/352") == 8  # 4324 is five hexes away: half of ten
    assert factor(g, "III/1716") == 5  # half of 10, nine hexes
    assert factor(g, "IV/352") == 0  # out of range
    assert factor(g, "II/916") == 0  # infantry
    assert firepower(g, OMAHA) == 21
    g = at({"1/1 Flak": "4326", "14/6": "4326", "100 Armor": "4325", "12 Recon": "4328"})
    assert [factor(g, name) for name in ("1/1 Flak", "14/6", "100 Armor", "12 Recon")] == [8, 4, 12, 0]


@pytest.mark.rule("bradley", "5.6.1a")
def test_modes_and_arcs_of_guns():
    g = at({"I/352": "4328 N", "100 Armor": "4325 S", "Bruno": "0913 cm NE"})
    assert factor(g, "I/352") == 0  # artillery in movement mode does not fire
    assert factor(g, "100 Armor") == 0  # it faces away from the beach
    assert factor(g, "Bruno", UTAH) == 16 and factor(g, "Bruno") == 16  # its range is unlimited
    g.change(unit("Bruno"), facing=0)
    assert factor(g, "Bruno", UTAH) == 0  # the beach lies beyond its arc
    g = at({"100 Armor": "4325 N"})
    assert factor(g, "100 Armor") == g.face(unit("100 Armor")).cf


@pytest.mark.rule("bradley", "5.6.1c")
def test_engaged_artillery():
    g = at({"I/352": "4328", "1/1 Flak": "4326", "1/16": "4327"})
    assert factor(g, "I/352") == 0 and factor(g, "1/1 Flak") == 8
    g = at({"I/352": "4328", "1/16": "4327 green"})
    assert factor(g, "I/352") == 8  # a disrupted unit has no zone of control


@pytest.mark.rule("bradley", "5.6.1d", "5.6.1a")
def test_flats_at_high_tide():
    g = at({"709 AA": "1922"})
    assert hexnum("2020") in beach_hexes(g, UTAH) and len(beach_hexes(g, UTAH)) == 9
    assert factor(g, "709 AA", UTAH) == 6  # 1921 is next to it
    g.tide = "high"
    assert hexnum("2020") not in beach_hexes(g, UTAH) and len(beach_hexes(g, UTAH)) == 6
    assert factor(g, "709 AA", UTAH) == 0  # 2018 is four hexes away


@pytest.mark.rule("bradley", "5.4.3e", "5.6.2", "5.6.2a", "5.7.2a")
def test_the_column():
    """B13 52 factors and 4 mine points: column 55."""
    guns = {"III/1716": "4226", "I/352": "4328", "II/352": "4328", "IV/352": "4428", "II/191": "4428"}
    guns |= {"1/1 Flak": "4325", "1716c": "4128"}
    g = at(guns, mines={hexnum(h) for h in ("3821", "3921", "4022", "4123")})
    assert (firepower(g, OMAHA), g.mines_at(OMAHA)) == (53, 4)
    g.change(unit("1716c"), at=hexnum("4126"), disrupted="green")
    assert firepower(g, OMAHA) == 52 and casualty_column(g, OMAHA) == 11
    g.mines = {hexnum("3821")}
    assert casualty_column(g, OMAHA) == 10 and casualty_column(g, UTAH) == 0
    assert casualty_column(g, POINTE) == 0
    g.garrisons[hexnum("4023")] = unit("1/1 Flak")
    assert firepower(g, OMAHA) == 52  # garrisons add nothing


@pytest.mark.rule("bradley", "5.4.2b", "5.6.3", "5.6.4", "5.6.5", "5.6.7", "5.6", "5.2.4")
def test_the_check():
    """B14 A tank, heavy sea, a roll of 7: 7 + 2 + 3 is 12. Infantry has 9."""
    dice = {"Landing of 743 Tank": [3, 4], "Landing of 1/16": [3, 4], "Landing of 2/16": [6, 6]}
    g = at({"743 Tank": "4022", "1/16": "4022", "2/16": "4123"}, sea={OMAHA: HEAVY}, dice=dice)
    landed = units("743 Tank", "1/16", "2/16")
    assert [total(casualty_modifiers(g, u, OMAHA)) for u in landed] == [5, 2, 2]
    drive(check_losses(g, landed, OMAHA))
    totals = [event.data["total"] for event in g.table.events if event.kind == "landing_check"]
    assert totals == [12, 9, 14]
    assert [g.units[u].disrupted for u in landed] == ["green", "", "green"]  # 14 counts as 12: D in column 0
    assert [g.box.pieces[unit(name)].is_large for name in ("743 Tank", "4 Cav", "5 Art", "1/16", "1 HQ")] == [
        True, True, True, False, False,
    ]  # fmt: skip


@pytest.mark.rule("bradley", "5.6.7")
def test_a_second_disruption():
    dice = {"Landing of 1/16": [6, 6]}
    g = at({"1/16": "4022 green"}, sea={OMAHA: CALM}, dice=dice)
    drive(check_losses(g, units("1/16"), OMAHA))
    assert g.units[unit("1/16")].at == ELIMINATED and ("eliminated", "10.6.7") in told(g)
    guns = {"I/352": "4328", "III/1716": "4226", "1/1 Flak": "4325"}
    g = at({"1/16": "4022", **guns}, sea={OMAHA: CALM}, dice=dice)
    drive(check_losses(g, units("1/16"), OMAHA))
    assert ("disrupted", "5.6.7") in told(g)  # column 25
    guns |= {"II/352": "4328", "IV/352": "4428"}
    g = at({"1/16": "4022", **guns}, sea={OMAHA: CALM}, dice=dice)
    drive(check_losses(g, units("1/16"), OMAHA))
    assert ("eliminated", "5.6.7") in told(g)  # column 40


@pytest.mark.rule("bradley", "5.8", "5.8.1", "5.8.3", "5.8.4")
def test_swimming():
    """B5 Moderate sea: 6 + 1 is safe, 7 + 1 sinks. Each company chooses."""
    dice = {"Swim of A/741": [3, 3], "Swim of B/741": [3, 4], "Landing of C/741": [2, 2]}
    companies = units("A/741", "B/741", "C/741")
    g = at({"A/741": "4022", "B/741": "4022", "C/741": "4022"}, sea={OMAHA: MODERATE}, dice=dice)
    decision = drive(check_losses(g, companies, OMAHA))
    assert offered(decision) == {"swim", "ferry"} and decision.about["unit"] == companies[0]
    drive(check_losses(g, companies, OMAHA), ("swim", None), ("swim", None), ("ferry", None))
    assert [place_word(g, u) for u in companies] == ["map", "eliminated", "map"]
    kinds = [kind for kind, _ in told(g)]
    assert kinds.count("swam") == kinds.count("sank") == kinds.count("landing_check") == 1
    found = preview(g, decision, Action("swim"))
    assert found.results == {"safe": Fraction(15, 36), "sunk": Fraction(21, 36)}
    found = preview(g, decision, Action("ferry"))
    assert found.results == {"no loss": Fraction(21, 36), "disrupted": Fraction(15, 36)}
    assert preview(g, decision, Action("abort")) is None
