"""TCS 6 Command: size, the chance of a sheet, corridors, and who may be where."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.tcs.helpers import GAME

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
