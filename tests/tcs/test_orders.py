"""TCS 6 Command: size, the chance of a sheet, corridors, and who may be where."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.tcs.helpers import BENCH, GAME

from beachhead.games.tcs import implementation, orders, setup
from beachhead.games.tcs.state import OpSheet, Task, Tcs

BOX = GAME.box


def state(scenario: str = "S1") -> Tcs:
    g = setup.new_state(BOX, scenario, {})
    g.attach(BOX)
    return g


@pytest.mark.rule("tcs", "TCS 6.6d")
def test_a_battalion_with_a_platoon_of_tanks_is_of_size_five() -> None:
    g = state()
    assert implementation.size(g, (*BOX.units_of("1/16"), *BOX.picked("A/741", "platoon 1"))) == 5
    assert implementation.size(g, BOX.units_of("A/1/16")) == 1
    assert implementation.size(g, BOX.units_of("2/916")) == 4


@pytest.mark.rule("tcs", "4.1")
def test_attached_units_count_as_guns_and_carriers_not_at_all() -> None:
    """4.1 Tanks and AA vehicles of a battalion count as much as AT guns; trucks, halftracks and wagons nothing."""
    g = state()
    types = {row.row.id: row.row for row in BOX.types}
    gun = types["at57"].command
    for name in ("quad50", "bofors", "m4", "at57"):
        assert types[name].command == gun
    battalion = BOX.units_of("1/16")
    assert implementation.size(g, (*battalion, *BOX.units_of("Trucks/16"))) == implementation.size(g, battalion)
    assert all(row.command == 0 for row in types.values() if row.kind == "carrier")


@pytest.mark.rule("tcs", "2.7c")
def test_the_29th_is_commanded_like_the_1st() -> None:
    """2.7c On 6 June both have the same rating, and sheets of both are implemented alike."""
    g = state()
    first, second = BOX.units_of("A/1/16"), BOX.units_of("A/1/115")
    sheets = [OpSheet("american", "preparing", (Task("attack", units),), weighted=30) for units in (first, second)]
    assert implementation.rating(g, "american", first) == implementation.rating(g, "american", second) == 5
    assert implementation.need(g, sheets[0]) == implementation.need(g, sheets[1]) is not None


@pytest.mark.rule("tcs", "2.3a-4")
def test_units_of_transports_gather_from_nothing() -> None:
    """2.3a-4 A sheet that is written after the landing has no weighted turns, and gains them as any other."""
    g = state()
    g.turn = BOX.turn_at[6, "1020"]
    sheet = OpSheet("american", "preparing", (Task("attack", BOX.units_of("A/1/18")),))
    assert sheet.weighted == 0
    assert implementation.gain(g, sheet) == 3


@pytest.mark.rule("tcs", "5.1", "5.2")
@pytest.mark.parametrize(("day", "clock", "first", "mixed"), [(7, "1200", 5, 5), (7, "1220", 3, 4)])
def test_the_prep_rating_falls_after_noon_of_7_june(day: int, clock: str, first: int, mixed: int) -> None:
    g = state()
    g.turn = BOX.turn_at[day, clock]
    assert implementation.rating(g, "american", BOX.units_of("A/1/16")) == first
    assert implementation.rating(g, "american", (*BOX.units_of("A/1/16"), *BOX.units_of("A/1/115"))) == mixed
    assert implementation.rating(g, "german", BOX.units_of("2/916")) == 3


@pytest.mark.rule("tcs", "TCS 6.6")
def test_the_number_for_a_sheet() -> None:
    g = state()
    task = Task("attack", BOX.units_of("A/1/16"))
    for weighted, needed in ((0, None), (5, None), (6, 65), (61, 32)):
        assert implementation.need(g, OpSheet("american", "preparing", (task,), weighted=weighted)) == needed
    assert implementation.chance(65) == Fraction(2, 36)
    assert implementation.chance(None) == 0
    assert implementation.chance(11) == 1


def test_a_corridor_is_as_wide_as_it_says() -> None:
    trace = tuple(BOX.board.number(f"C10.{row}") for row in range(20, 26))
    task = Task("attack", (0,), objective=(trace[-1],), width=1, trace=trace)
    hexes = orders.corridor(BOX, task)
    assert BOX.board.number("C11.22") in hexes
    assert BOX.board.number("C12.22") not in hexes
    assert orders.away_from(BOX, task)[BOX.board.number("C14.22")] == 3


@pytest.mark.parametrize("scenario", ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"])
def test_the_german_sheets_at_the_start_are_within_the_limit(scenario: str) -> None:
    assert len({row.sheet for row in BOX.op_sheets if row.scenario == scenario}) <= BOX.constants["german_op_sheets"]


@pytest.mark.rule("tcs", "TCS 6.5")
def test_the_way_of_an_unassigned_unit_leads_nowhere_nearer_to_an_enemy() -> None:
    units = [("A/745 1-1", "C15.30"), ("5/2/916 1", "C15.32")]
    g = BENCH.at(scenario="S7", clear=True, turn=111, phase="first movement", first="american", units=units)
    closed = orders.closed_ground(g, BENCH.number("unit", "A/745 1-1"))
    assert closed is not None
    shut = {BOX.board.name(h) for h, mark in enumerate(closed) if mark}
    assert shut == {BOX.board.name(h) for h in BOX.board.within(BOX.board.number("C15.32"), 1)}
