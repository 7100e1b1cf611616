"""II.C, II.D.4 Corps and headquarters: what set-ups promise, and what happens when orders take effect."""

from __future__ import annotations

import pytest
from tests.longest_day.helpers import GAME

from beachhead.games.longest_day import assignments, capacity, corps, staff, supply
from beachhead.games.longest_day.state import LongestDay
from beachhead.testing.bench import Bench

BENCH: Bench[LongestDay] = Bench(GAME, {"scenario": "C", "clear": True}, columns={"units": ("id", "hex", "corps")})
ORGANIZATION = BENCH.box.organization


def unit(name: str) -> int:
    return BENCH.number("unit", name)


@pytest.mark.parametrize("scenario", ["2", "3", "4"])
def test_set_ups_keep_the_limits(scenario: str):
    """II.C.2, II.D.4 Every corps is as it must be, and no headquarters begins with too many (MG battalions apart)."""
    g = BENCH.at({"scenario": scenario, "clear": False})
    for number, hq in g.box.corps_hq.items():
        if corps.is_in_play(g, hq) and ORGANIZATION.kind[hq] != "Flak corps":
            assert corps.refuse_corps(g, number) is None, g.name(hq)
    for hq in ORGANIZATION.kind:
        if corps.is_in_play(g, hq):
            units = [one for one in capacity.attached_to(g, hq) if g.box.pieces[one].type != "mg"]
            assert capacity.refuse_attached(g, hq, units) is None, g.name(hq)


def test_first_assignments_are_those_of_the_table():
    """II.C.2-02, II.C.2-03 The corps of 6 June."""
    g = BENCH.at({"clear": False})
    table = {
        "V": ["US-1", "US-2", "US-29", "US-2ARM"],
        "VII": ["US-4", "US-9", "US-90", "US-82AB", "US-101AB"],
        "XIX": ["US-30", "US-79"],
        "1": ["BR-3", "BR-51", "CA-3C", "BR-6AB"],
        "8": ["BR-15", "BR-11ARM"],
        "30": ["BR-49", "BR-50", "BR-7ARM"],
        "LXXXIV": ["GE-243", "GE-352", "GE-709", "GE-716"],
    }
    for name, divisions in table.items():
        found = corps.divisions_of(g, g.box.corps_names.number(name))
        assert found == sorted(unit(f"{division}-HQ") for division in divisions), name
    for name in ("US-38", "US-102", "US-23_grp", "US-187_grp"):
        assert g.units[unit(name)].corps == g.box.corps_names.number("V"), name


def test_a_new_corps_gets_two_divisions_if_nobody_names_them():
    """II.C.2-05 By the replacement phase of the turn after it has come: those without a corps first."""
    places = ["050-060", "052-060", "054-060", "056-060"]
    names = ["US-XIX_corps_HQ", "US-35-HQ", "US-1-HQ", "US-29-HQ"]
    rows = list(zip(names, places, ["XIX", "", "V", "V"], strict=True))
    g = BENCH.at(turn=31, units=rows)
    g.change(unit("US-XIX_corps_HQ"), came=30)
    assignments.take_effect(g, "allied")
    number = g.box.corps_names.number("XIX")
    assert corps.divisions_of(g, number) == [unit("US-35-HQ")]


def test_canadians_come_together():
    """II.C.2-19 With the second divisional headquarters ashore since yesterday all Canadians are one corps."""
    names = ["CA-2C_corps_HQ", "CA-2C-HQ", "CA-3C-HQ", "CA-2C_Armd-6_CAR", "BR-1_corps_HQ", "BR-3-HQ"]
    places = ["050-060", "052-060", "054-060", "056-060", "058-060", "060-060"]
    g = BENCH.at(turn=32, units=list(zip(names, places, ["2C", "2C", "1", "1", "1", "1"], strict=True)))
    g.change(unit("CA-2C-HQ"), came=31)
    assignments.take_effect(g, "allied")
    number = g.box.corps_names.number("2C")
    assert [g.units[unit(name)].corps for name in names[:4]] == [number] * 4
    assert g.units[unit("CA-2C_Armd-6_CAR")].hq in (unit("CA-2C-HQ"), unit("CA-3C-HQ"))


def test_the_staff_keeps_all_limits():
    """II.D.4 Whatever the staff proposes for the whole campaign, no headquarters supplies too many."""
    g = BENCH.at({"clear": False})
    for side in ("allied", "german"):
        staff.plan_rest(g, side)
    assert g.orders
    for hq in ORGANIZATION.kind:
        if corps.is_in_play(g, hq):
            assert capacity.refuse_attached(g, hq, capacity.attached_to(g, hq)) is None, g.name(hq)


def test_six_flak_units_rely_on_the_korps():
    """II.D.8-02 Of eight batteries far from their regiment, six are supplied by the Flak corps headquarters."""
    batteries = [f"GE-1_Flak-{part}/{number}" for part in ("I", "II") for number in (1, 2, 3, 4)]
    rows = [("GE-III_Flak-HQ", "060-060", "Flak"), *((name, "061-061", "Flak") for name in batteries)]
    g = BENCH.at(turn=30, units=rows)
    assert sum(supply.is_supplied(g, unit(name)) for name in batteries) == 6


def test_the_711_without_its_headquarters():
    """II.D.1.c.1 Within seven hexes of the roads A and B, not farther."""
    battalion = next(p.id for p in BENCH.box.pieces if p.formation == "711" and p.function == "infantry")
    a = BENCH.box.roads_a_and_b[0]
    away = {steps: next(h for h in BENCH.box.land if BENCH.box.board.distance(a, h) == steps) for steps in (2,)}
    near = BENCH.box.board.names[away[2]]
    assert supply.is_supplied(BENCH.at(turn=10, units=[(battalion, near, "")]), unit(battalion))
    assert not supply.is_supplied(BENCH.at(turn=10, units=[(battalion, "060-060", "")]), unit(battalion))
