"""5.4, 5.5, 5.7.2, 19.4 Amphibious landings: sea, displacement, aborts, disruption, and assaults from the sea."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.bradley.helpers import (
    at,
    drive,
    hexes,
    hexnum,
    offered,
    options,
    place_word,
    preview,
    seen,
    told,
    unit,
    units,
    why_not,
)
from tests.bradley.landings import sail, through

from beachhead.games.bradley.box import AMERICAN, ELIMINATED, OMAHA, POINTE, PORT, UTAH, boxed
from beachhead.games.bradley.landing import areas, displacement_modifiers, groups, landings_part
from beachhead.games.bradley.shores import carried
from beachhead.games.bradley.state import Bradley, Unit
from beachhead.games.bradley.terrain import allowance, landing_cost
from beachhead.games.bradley.waves import is_at_sea
from beachhead.kernel import Action, Seeded, Table
from beachhead.wargame import total

CALM, MODERATE, HEAVY = 1, 2, 4
"""Faces of the sea die: 0, 1 and 2."""
LANDING = {"segment": "allied movement", "part": "landings", "turn": 4, "tide": "average"}
SEVEN = [3, 4]


def sea_dice(area: str = "Omaha", sea: int = CALM, roll=SEVEN, *safe: str) -> dict[str, list[int]]:
    """A sea, a displacement, and landing checks that harm nobody."""
    return {
        f"Sea off {area}": [sea],
        f"Displacement of {area}": list(roll),
        **{f"Landing of {n}": [1, 1] for n in safe},
    }


def at_anchor(ships: dict[str, str], placed=None, dice=None, **fields):
    g = at(placed, dice=dice, **{**LANDING, **fields})
    sail(g, ships)
    return g


def land(g, area: str = OMAHA, *more):
    return drive(through(landings_part, g), ("land", area), *more)


def rules(g, kind: str) -> list[str]:
    return [rule for event, rule in told(g) if event == kind]


def where(g, *names: str) -> list[str]:
    return [g.box.board.name(g.where(unit(name))) for name in names]


# --- 5.4, 5.5.2 displacement -------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "5.6-EX", "5.4.2", "5.4.2a", "5.4.3c", "5.5.2", "5.5.3b", "5.5.4", "5.5.5", "5.4", "5.4.1")
def test_the_example_of_utah():
    """B3 Average tide, heavy sea (2), one mine point, a roll of 11: 14, shift right 2; who leaves the area aborts."""
    ships = {"1715": "1/8", "1916": "2/8, 70 Tank", "2016": "3/8", "2117": "746 Tank", "2118": "1/12"}
    names = ("2/8", "70 Tank", "3/8", "746 Tank", "1/12")
    dice = sea_dice("Utah", HEAVY, [5, 6], *names) | {"Landing of 70 Tank": [1, 2]}
    g = at_anchor(ships, dice=dice, scenario="utah", tide="average", mines={hexnum("2018")})
    assert land(g, UTAH, ("scramble", hexnum("1615"))) is True
    event = next(e for e in g.table.events if e.kind == "displaced")
    assert (event.data["roll"], event.data["total"]) == (11, 14) and "shift right 2 to the north" in event.data["words"]
    assert where(g, *names) == ["1615", "1615", "1716", "1816", "1917"]
    assert g.units[unit("1/8")] == Unit(boxed(g.box.available[UTAH])) and rules(g, "landing_aborted") == ["5.5.5"]
    assert [g.units[unit(name)].disrupted for name in names] == ["green", "green", "", "", ""]
    assert rules(g, "disrupted") == ["5.5.4", "5.5.4"]
    assert g.ashore == set(units(*names)) and g.sea == {UTAH: HEAVY}
    checks = [e.data["total"] for e in g.table.events if e.kind == "landing_check"]
    assert sorted(checks) == [2 + 2, 2 + 2, 2 + 2, 2 + 5, 3 + 5]  # +2 for infantry, +5 for tanks


@pytest.mark.rule("bradley", "5.4.2a", "5.4.3c")
def test_the_sign_turns_at_seven():
    """B4 A roll of 7, sea 2, one mine point: 7 - 2 - 1 is 4. An 8 becomes 11."""
    g = at(sea={UTAH: HEAVY, POINTE: MODERATE}, mines={hexnum("2018")})
    assert 7 + total(displacement_modifiers(g, UTAH, 7)) == 4
    assert 8 + total(displacement_modifiers(g, UTAH, 8)) == 11
    assert [m.rule for m in displacement_modifiers(g, UTAH, 8)] == ["5.4.2a", "5.4.3c"]
    assert [m.value for m in displacement_modifiers(g, POINTE, 8)] == [1]


@pytest.mark.rule("bradley", "5.5.3", "5.5.3a", "5.5.3b")
def test_where_a_shift_carries():
    g = at(**LANDING)
    sail(g, {"3920": "1/16", "1916": "1/8"})
    omaha, utah = units("1/16", "1/8")
    names = g.box.board.name
    assert [names(carried(g, OMAHA, omaha, n)) for n in (0, 1, 2, -1)] == ["3921", "4022", "4123", "3821"]
    assert carried(g, OMAHA, omaha, -2) is None and carried(g, OMAHA, omaha, 5) is None
    assert [names(carried(g, UTAH, utah, n)) for n in (0, 1, -2)] == ["1816", "1917", "1615"]
    assert carried(g, UTAH, utah, -3) is None
    g.variants = ("northern-utah",)
    assert names(carried(g, UTAH, utah, -3)) == "1514"


@pytest.mark.rule("bradley", "5.5.1", "5.5.2", "5.5.3", "5.9.1", "5.9.2", "5.4.2", "5.5.7")
def test_in():
    """One roll for the wave; everybody lands straight ahead, before anybody is checked."""
    g = at_anchor({"3820": "1/16, 2/16", "4021": "743 Tank"}, dice=sea_dice("Omaha", CALM, SEVEN, "1/16", "2/16"))
    decision = drive(through(landings_part, g))
    assert options(decision) == {"land": [OMAHA]} and decision.automatic and decision.side == AMERICAN
    assert land(g) is True
    assert where(g, "1/16", "2/16", "743 Tank") == ["3821", "3821", "4022"]
    assert g.units[unit("1/16")].mode == "cm" and not rules(g, "disrupted")
    kinds = [kind for kind, _ in told(g)]
    assert max(i for i, kind in enumerate(kinds) if kind == "came_ashore") < kinds.index("landing_check")
    assert kinds.count("displaced") == 1
    assert allowance(g, unit("1/16")) == landing_cost(g, unit("1/16"), hexnum("3821")) == 4  # in half points


@pytest.mark.rule("bradley", "5.5.4", "5.5.4a", "5.5.3a")
def test_the_american_chooses_among_the_fullest_hexes():
    ships = {"3820": "1/16, 2/16", "4021": "1/18, 2/18", "4122": "1/26"}
    safe = ("1/16", "2/16", "1/18", "2/18", "1/26")
    dice = sea_dice("Omaha", CALM, [1, 2], *safe)  # 3 at Average tide: left 1
    g = at_anchor(ships, dice=dice)
    decision = land(g)
    assert options(decision) == {"scramble": hexes("3921 4123")} and decision.side == AMERICAN
    assert why_not(g, decision, Action("scramble", hexnum("4223"))).rule == "5.5.4"
    g = at_anchor(ships, dice=dice)
    assert land(g, OMAHA, ("scramble", hexnum("4123"))) is True
    assert [g.units[unit(name)].disrupted for name in safe] == ["", "", "green", "green", ""]
    assert where(g, *safe) == ["3921", "3921", "4123", "4123", "4223"]


@pytest.mark.rule("bradley", "5.5.4")
def test_aborted_units_do_not_count_among_the_fullest():
    ships = {"4323": "1/16, 2/16", "3820": "1/18"}
    g = at_anchor(ships, dice=sea_dice("Omaha", CALM, [1, 2], "1/18"))
    assert land(g, OMAHA, ("scramble", hexnum("3921"))) is True
    assert g.units[unit("1/18")].disrupted == "green" and place_word(g, unit("1/16")) == "box"


@pytest.mark.rule("bradley", "5.4.3c", "5.4.1")
def test_a_landing_shows_the_number_of_mines():
    g = at_anchor(
        {"3820": "1/16"}, dice={"Sea off Omaha": [CALM], "Displacement of 1/16": SEVEN}, mines=set(hexes("4022 4123"))
    )
    assert "points" not in str(seen(g, AMERICAN)["mines"]["points"]) and seen(g, AMERICAN)["mines"]["points"] == {}
    land(g)
    assert g.counted == {OMAHA} and seen(g, AMERICAN)["mines"]["points"] == {OMAHA: 2}
    assert "hexes" not in seen(g, AMERICAN)["mines"] and g.table.final
    event = next(e for e in g.table.events if e.kind == "displaced")
    assert "mines -2" in event.data["modifiers"] and event.data["total"] == 5


def test_areas_one_after_the_other():
    dice = {"Sea off Utah": [CALM], "Displacement of 1/8": SEVEN}
    g = at_anchor({"3820": "1/16", "1916": "1/8", "4923": "47 RM Cdo"}, dice=dice, turn=7)
    assert areas(g) == [OMAHA, UTAH, PORT]
    decision = land(g, UTAH)
    assert options(decision) == {"land": [OMAHA, PORT]}
    assert why_not(g, decision, Action("land", UTAH)).rule == "5.5.1"
    twin = g.clone()
    twin.seat(Table(Seeded("test")))
    assert drive(through(landings_part, twin)) == decision


# --- 5.5.5, 5.5.6 hexes where units cannot simply land -----------------------------------------------------------


@pytest.mark.rule("bradley", "5.5.5")
def test_units_that_a_shift_forces_into_a_full_hex_turn_back():
    ashore = {"1/115": "3821", "2/115": "3821"}
    dice = sea_dice("Omaha", CALM, [6, 6], "3/115")

    def shifted() -> Bradley:
        return at_anchor({"3920": "3/115, 1/16"}, placed=ashore, dice=dice, tide="average")

    g, disrupted = shifted(), ("scramble", hexnum("3821"))
    decision = land(g, OMAHA, disrupted)
    assert options(decision) == {"turn_back": sorted(units("3/115", "1/16"))}
    assert why_not(g, decision, Action("turn_back", unit("1/115"))).rule == "5.5.5"
    g = shifted()
    assert land(g, OMAHA, disrupted, ("turn_back", unit("1/16"))) is True
    assert where(g, "3/115") == ["3821"] and g.units[unit("1/16")].box == g.box.available[OMAHA]


@pytest.mark.rule("bradley", "8.1.4")
def test_units_that_no_shift_has_carried_land_on_a_full_hex():
    ashore = {"1/115": "3821", "2/115": "3821"}
    g = at_anchor({"3820": "3/115, 1/16"}, placed=ashore, dice=sea_dice("Omaha", CALM, SEVEN, "3/115", "1/16"))
    assert land(g, OMAHA) is True and where(g, "3/115", "1/16") == ["3821", "3821"]


@pytest.mark.rule("bradley", "5.3.4", "6.2.2")
def test_an_assault_from_the_sea():
    """Straight onto the enemy there is no choice. A retreat is more than a company can do that cannot move."""
    dice = sea_dice("Omaha", CALM, SEVEN, "1/16", "2/16") | {"Close assault on 3821": [3, 3]}
    g = at_anchor({"3820": "1/16, 2/16"}, placed={"Static 1": "3821"}, dice=dice)
    assert land(g) is True
    assert g.units[unit("Static 1")].at == ELIMINATED and where(g, "1/16", "2/16") == ["3821", "3821"]
    event = next(e for e in g.table.events if e.kind == "assault_result")
    assert (event.data["attack"], event.data["defence"]) == (16, 4)
    assert g.ashore == set(units("1/16", "2/16"))


@pytest.mark.rule("bradley", "5.5.6a", "5.3.4")
def test_a_failed_assault_from_the_sea():
    dice = sea_dice("Omaha", CALM, SEVEN) | {"Close assault on 3821": [3, 3]}
    g = at_anchor({"3820": "1/16, 5 Art", "4021": "1/18"}, placed={"I/914": "3821"}, dice=dice)
    land(g)
    assert {place_word(g, unit(name)) for name in ("1/16", "5 Art")} == {"eliminated"}
    assert rules(g, "thrown_back") == ["5.5.6a"] and rules(g, "eliminated")[:2] == ["5.5.6a", "5.5.6a"]
    assert where(g, "I/914", "1/18") == ["3821", "4022"]


@pytest.mark.rule("bradley", "5.5.6", "5.5.5")
def test_shifted_onto_the_enemy():
    """Left 1 from 3820: the enemy in 3921, already disrupted. The American may abort."""
    dice = sea_dice("Omaha", CALM, [1, 2]) | {"Displacement of 1/16": [1, 2], "Landing of 1/16": [1, 1]}
    dice |= {"Close assault on 3921": [6, 6]}
    g = at_anchor({"3820": "1/16"}, placed={"Static 1": "3921 green"}, dice=dice)
    decision = land(g, OMAHA, ("scramble", hexnum("3921")))
    assert offered(decision) == {"wade_in", "abort"} and decision.rule == "5.5.6"
    g = at_anchor({"3820": "1/16"}, placed={"Static 1": "3921 green"}, dice=dice)
    assert land(g, OMAHA, ("scramble", hexnum("3921")), ("abort", None)) is True
    assert g.units[unit("1/16")] == Unit(boxed(g.box.available[OMAHA]))
    assert rules(g, "landing_given_up") == ["5.5.6"]
    g = at_anchor({"3820": "1/16"}, placed={"Static 1": "3921 green"}, dice=dice)
    assert land(g, OMAHA, ("scramble", hexnum("3921")), ("wade_in", None)) is True
    assert where(g, "1/16") == ["3921"] and g.units[unit("1/16")].disrupted == "green"


@pytest.mark.rule("bradley", "5.5.6", "5.5.5")
def test_some_of_them_turn_back():
    """Three are shifted onto the enemy: one turns back, then only a gun is left that cannot assault."""
    dice = sea_dice("Omaha", CALM, [1, 2])
    g = at_anchor({"3820": "1/16, 2/16, 5 Art"}, placed={"Static 1": "3921"}, dice=dice)
    scramble = ("scramble", hexnum("3921"))
    decision = land(g, OMAHA, scramble, ("turn_back", unit("2/16")))
    assert decision.options["turn_back"] == units("1/16", "5 Art")
    assert why_not(g, decision, Action("turn_back", unit("2/16"))).rule == "5.5.5"
    found = preview(g, decision, Action("wade_in"))
    assert (found.figures["attack"], found.figures["defence"]) == (4, 4)  # half of 8: disrupted by the shift
    g = at_anchor({"3820": "1/16, 2/16, 5 Art"}, placed={"Static 1": "3921"}, dice=dice)
    assert land(g, OMAHA, scramble, ("turn_back", unit("2/16")), ("turn_back", unit("1/16"))) is True
    assert {g.units[u].box for u in units("1/16", "2/16", "5 Art")} == {g.box.available[OMAHA]}
    assert rules(g, "landing_aborted") == ["5.5.6", "5.5.6", "5.5.5"]


def test_shifts_are_foretold_when_the_mines_are_known():
    g = at_anchor({"3820": "1/16", "4923": "47 RM Cdo"}, mines=set(hexes("4022 4123")), tide="low", turn=2)
    decision = drive(through(landings_part, g))
    assert preview(g, decision, Action("land", OMAHA)) is None
    assert preview(g, decision, Action("land", PORT)) is None
    g.counted = {OMAHA}
    found = preview(g, decision, Action("land", OMAHA))
    assert found.figures == {"tide": "low", "mines": 2} and sum(found.results.values()) == 1
    # 15 and 16: from a sea of 1 with 12, of 2 with 11 or 12; -2: from a sea of 2 with 2
    assert found.results["shift right 1 to the west"] == Fraction(2 * 1 + 3 * 3, 6 * 36)
    assert found.results["shift left 2 to the east"] == Fraction(3 * 1, 6 * 36)


@pytest.mark.rule("bradley", "5.5.5")
def test_who_cannot_assault_cannot_land_on_an_enemy():
    g = at_anchor({"3820": "5 Art, 32 Art"}, placed={"Static 1": "3821"}, dice=sea_dice("Omaha", CALM, SEVEN))
    assert land(g) is True
    assert {g.units[u].box for u in units("5 Art", "32 Art")} == {g.box.available[OMAHA]}


# --- 5.7.2 Rangers, 5.3.5 the Commando ---------------------------------------------------------------------------


@pytest.mark.rule("bradley", "5.7.2", "5.7.2a")
def test_rangers_roll_for_themselves():
    """Off Pointe du Hoc only the sea counts: 8 + 2 is In; 2 - 2 is left 1 at Low tide."""
    dice = {
        "Sea off Pointe du Hoc": [HEAVY],
        "Displacement of 5 Ranger": [4, 4],
        "Displacement of 2(-) Ranger": [1, 1],
    }
    dice |= {"Landing of 5 Ranger": [4, 5], "Landing of 2(-) Ranger": [5, 5]}
    g = at_anchor({"3019": "5 Ranger", "3118": "2(-) Ranger"}, placed={"HOC": "3321"}, dice=dice, turn=2, tide="low")
    g.mines = set(hexes("4022 4123"))
    g.bound = {unit("5 Ranger"): hexnum("3120"), unit("2(-) Ranger"): hexnum("3119")}
    assert groups(g, POINTE, units("5 Ranger", "2(-) Ranger")) == [[unit("5 Ranger")], [unit("2(-) Ranger")]]
    assert land(g, POINTE) is True
    assert where(g, "5 Ranger", "2(-) Ranger") == ["3120", "3219"] and g.bound == {} and g.counted == set()
    assert [g.units[u].disrupted for u in units("5 Ranger", "2(-) Ranger")] == ["", "green"]  # 11 and 12 in column 0
    assert rules(g, "disrupted") == ["5.6.7"]  # no Beach Area, no disruption by the shift


@pytest.mark.rule("bradley", "5.7.2", "5.5.5")
def test_rangers_carried_away():
    """2 - 2 is left 1 at Low tide, and no coast hex of the area is east of 3520."""
    dice = {"Sea off Pointe du Hoc": [HEAVY], "Displacement of 5 Ranger": [1, 1]}
    g = at_anchor({"3519": "5 Ranger"}, dice=dice, turn=2, tide="low")
    assert land(g, POINTE) is True
    assert g.units[unit("5 Ranger")].box == g.box.available[OMAHA]


@pytest.mark.rule("bradley", "5.7.2", "5.7.2a")
def test_rangers_at_omaha():
    """They roll alone, with the mines of the beach; the rest of the wave rolls once."""
    dice = sea_dice("Omaha", CALM, SEVEN, "1/16", "5 Ranger") | {"Displacement of 5 Ranger": [1, 4]}
    dice |= {"Displacement of Omaha": SEVEN}
    g = at_anchor({"3820": "1/16, 5 Ranger", "4021": "1/18"}, dice=dice, mines=set(hexes("4022 4123")))
    listed = [u for u in range(len(g.units)) if is_at_sea(g, u)]
    assert groups(g, OMAHA, listed) == [[unit("5 Ranger")], units("1/16", "1/18")]
    assert land(g, OMAHA, ("scramble", hexnum("3921"))) is True
    assert where(g, "5 Ranger", "1/16", "1/18") == ["3921", "3821", "4022"]  # 5 - 2 is left 1
    assert g.units[unit("5 Ranger")].disrupted == "green"


@pytest.mark.rule("bradley", "5.3.5", "5.3.4", "5.7.2a")
def test_the_commando_lands_without_displacement():
    dice = {"Sea off Port-en-Bessin": [HEAVY], "Landing of 47 RM Cdo": [4, 5]}
    g = at_anchor({"4923": "47 RM Cdo"}, placed={"II/352": "4926"}, dice=dice, turn=7)
    assert land(g, PORT) is True
    assert where(g, "47 RM Cdo") == ["4924"] and not g.units[unit("47 RM Cdo")].disrupted  # 11 in column 0
    dice = {"Sea off Port-en-Bessin": [CALM], "Close assault on 4924": [4, 4]}
    g = at_anchor({"4923": "47 RM Cdo"}, placed={"Static 1": "4924"}, dice=dice, turn=7)
    assert land(g, PORT) is True and g.units[unit("47 RM Cdo")].at == ELIMINATED


def test_a_commando_lands_where_there_is_no_room():
    full = {"1/16": "4924", "1/18": "4924"}
    g = at_anchor({"4923": "47 RM Cdo"}, placed=full, turn=7, dice={"Landing of 47 RM Cdo": [1, 1]})
    assert land(g, PORT) is True and where(g, "47 RM Cdo") == ["4924"]


# --- 19.4 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "19.4")
def test_every_approach_hex_rolls_its_own_shift():
    ships = {"3820": "1/16, 2/16", "4021": "1/18"}
    dice = sea_dice("Omaha", CALM, [1, 2], "1/16", "2/16", "1/18") | {"Displacement of 1/18": SEVEN}
    g = at_anchor(ships, dice=dice, variants=("individual-shift",))
    assert land(g, OMAHA, ("scramble", hexnum("3921"))) is True
    assert where(g, "1/16", "2/16", "1/18") == ["3921", "3921", "4022"]
    kinds = [kind for kind, _ in told(g)]
    assert kinds.count("displaced") == 2 and kinds.count("sea_condition") == 1
    assert [g.units[unit(name)].disrupted for name in ("1/16", "2/16", "1/18")] == ["green", "green", ""]
