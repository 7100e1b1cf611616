"""Results tables: columns, dice and exact chances."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.kernel import Modifier, exhaust
from beachhead.wargame import (
    DifferentialAxis,
    LowestAxis,
    NamedAxis,
    OddsAxis,
    ResultsTable,
    TableError,
    forecast,
    total,
)
from beachhead.wargame.tables import span

ODDS = OddsAxis(["1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1"])

# --- odds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 1, "1:1"),
        (7, 7, "1:1"),
        (2, 1, "2:1"),
        (5, 3, "3:2"),
        (19, 10, "3:2"),
        (20, 10, "2:1"),
        (29, 10, "2:1"),
        (30, 10, "3:1"),
        (2, 3, "2:3"),
        (99, 100, "2:3"),
        (65, 100, "1:2"),
        (1, 3, "1:3"),
        (4, 1, "4:1"),
        (1000, 1, "4:1"),
        (3, 0, "4:1"),
        (0, 0, "4:1"),
        (3, -2, "4:1"),
        (1, 4, None),
        (0, 3, None),
        (-5, 3, None),
    ],
)
def test_odds_round_in_favour_of_the_defender(attack, defence, column):
    found = ODDS.column(attack, defence)
    assert (None if found is None else ODDS.labels[found]) == column


@given(attack=st.integers(0, 500), defence=st.integers(1, 500))
def test_the_column_is_the_highest_that_the_strengths_reach(attack, defence):
    reached = [n for n, label in enumerate(ODDS.labels) if attack * int(label[2]) >= defence * int(label[0])]
    assert ODDS.column(attack, defence) == (reached[-1] if reached else None)
    more, less = ODDS.column(attack + 1, defence), ODDS.column(attack, defence + 1)
    assert -1 if more is None else more >= (reached[-1] if reached else -1)
    assert (-1 if less is None else less) <= (reached[-1] if reached else -1)


@pytest.mark.parametrize(
    "labels",
    [[], ["1:1", "1:1"], ["2:1", "1:1"], ["1:2", "2:4"], ["1-1"], ["1:0"], ["0:1"], ["1:1 "], ["1:1", "x"], ["1"], [""],
     ["1:12345"], ["-1:1"], ["1:1", "2:1", "3:2"]],
)  # fmt: skip
def test_odds_that_are_no_columns(labels):
    with pytest.raises(TableError):
        OddsAxis(labels)


# --- differences -------------------------------------------------------------------------------------------------

DIFFERENCES = DifferentialAxis([-2, -1, 1, 5])


@pytest.mark.parametrize(
    ("difference", "column"),
    [
        (-99, "-2 or less"),
        (-2, "-2 or less"),
        (-1, "-1 to -1"),
        (0, "+0 to +1"),
        (1, "+0 to +1"),
        (2, "+2 to +5"),
        (5, "+2 to +5"),
        (6, "+6 or more"),
        (99, "+6 or more"),
    ],
)
def test_differences_are_known_by_their_highest(difference, column):
    assert DIFFERENCES.labels[DIFFERENCES.column(10 + difference, 10)] == column
    assert DIFFERENCES.labels[DIFFERENCES.column(difference)] == column


@given(attack=st.integers(-50, 50), defence=st.integers(-50, 50))
def test_differences_against_a_plain_search(attack, defence):
    passed = [highest for highest in (-2, -1, 1, 5) if attack - defence > highest]
    assert DIFFERENCES.column(attack, defence) == len(passed)


@pytest.mark.parametrize("highest", [[], [0, 0], [1, 0]])
def test_differences_that_are_no_columns(highest):
    with pytest.raises(TableError):
        DifferentialAxis(highest)


def test_named_columns():
    assert NamedAxis(["light", "heavy"]).labels == ("light", "heavy")
    for labels in ([], ["light", "light"]):
        with pytest.raises(TableError):
            NamedAxis(labels)


# --- tables ------------------------------------------------------------------------------------------------------

CELLS = {1: ["A1", "NE", "DR"], 2: ["NE", "NE", "D1"], 3: ["NE", "DR", "DE"], 4: ["DR", "D1", "DE"]}
TABLE = ResultsTable(NamedAxis(["low", "mid", "high"]), "1d4", CELLS)


def test_a_table_is_read_by_column_and_die():
    for die, row in CELLS.items():
        assert [TABLE.lookup(column, die) for column in range(3)] == row
    assert TABLE.columns == ("low", "mid", "high") and TABLE.dice == "1d4"


@given(column=st.integers(0, 2), die=st.integers(-100, 100))
def test_a_die_beyond_the_ends_uses_the_end_rows(column, die):
    assert TABLE.lookup(column, die) == CELLS[min(max(die, 1), 4)][column]


@given(column=st.integers(0, 2), by=st.integers(-10, 10))
def test_shifts_stop_at_the_ends(column, by):
    shifted = TABLE.shift(column, by)
    assert shifted == sorted([0, column + by, 2])[1]
    TABLE.lookup(shifted, 1)


@pytest.mark.parametrize("column", [-1, 3, -3, 99])
def test_a_column_that_is_not_there(column):
    with pytest.raises(TableError, match=f"there is no column {column}"):
        TABLE.lookup(column, 1)
    with pytest.raises(TableError):
        TABLE.distribution(column)


@pytest.mark.parametrize(
    ("dice", "cells", "words"),
    [
        ("1d4", {}, "not consecutive"),
        ("1d4", {1: ["a", "b", "c"], 3: ["a", "b", "c"]}, "not consecutive"),
        ("1d4", {1: ["a", "b"]}, "row 1 has 2 results for 3 columns"),
        ("1d4", {1: ["a", "b", "c"], 2: ["a", "b", "c", "d"]}, "row 2 has 4 results for 3 columns"),
        ("1d4", {1: []}, "row 1 has 0 results"),
        ("d4", {1: ["a", "b", "c"]}, "not a set of dice"),
        ("", {1: ["a", "b", "c"]}, "not a set of dice"),
    ],
)
def test_bad_tables_are_rejected(dice, cells, words):
    with pytest.raises(TableError, match=words):
        ResultsTable(NamedAxis(["low", "mid", "high"]), dice, cells)


def test_a_table_does_not_change_with_its_source():
    cells = {1: ["a"], 2: ["b"]}
    table = ResultsTable(NamedAxis(["x"]), "1d2", cells)
    cells[1][0] = "c"
    assert table.lookup(0, 1) == "a"


# --- chances -----------------------------------------------------------------------------------------------------


@given(
    column=st.integers(0, 2),
    modifier=st.integers(-15, 15),
    dice=st.sampled_from(["1d4", "1d6", "2d6", "1d6+1d10"]),
    first=st.integers(-2, 3),
    rows=st.lists(st.lists(st.sampled_from("abc"), min_size=3, max_size=3), min_size=1, max_size=13),
)
def test_the_distribution_equals_all_rolls(column, modifier, dice, first, rows):
    table = ResultsTable(NamedAxis(["low", "mid", "high"]), dice, dict(enumerate(rows, first)))
    found = table.distribution(column, modifier)
    assert sum(found.values()) == 1 and all(chance > 0 for chance in found.values())

    def roll(source):
        faces = [int(part.split("d")[1]) for part in dice.split("+") for _ in range(int(part.split("d")[0]))]
        die = sum(source.value(n, count, "", None) + 1 for n, count in enumerate(faces)) + modifier
        return rows[min(max(die - first, 0), len(rows) - 1)][column]

    assert found == exhaust(roll)


def test_the_chances_of_a_column():
    assert TABLE.distribution(0) == {"A1": Fraction(1, 4), "NE": Fraction(1, 2), "DR": Fraction(1, 4)}


def test_a_forecast_tells_results_in_order_and_in_words():
    codes = {
        "DE": ("all gone", "allied"),
        "DR": ("back", "allied"),
        "A1": ("repulsed", "german"),
        "NE": ("nothing", ""),
    }
    found = forecast("7.4", TABLE.distribution(0), codes, {"column": "low"}, [Modifier("1", "surprise", 2)], (4,))
    assert list(found.results) == ["DR", "A1", "NE"] and found.results == TABLE.distribution(0)
    assert [(each.words, each.favours) for each in found.told()] == [
        ("back", "allied"), ("repulsed", "german"), ("nothing", ""),
    ]  # fmt: skip
    assert found.rule == "7.4" and found.figures == {"column": "low"} and found.units == (4,)
    assert total(found.modifiers) == 2


def test_both_ends_of_a_figure():
    assert span(("+1", "+4"), " to ") == "+1 to +4"
    assert span(("+1", "+1"), " to ") == "+1"


def test_modifiers_add_up():
    assert total([]) == 0
    assert total([Modifier("1", "surprise", 2), Modifier("2", "post", -3)]) == -1
    assert total(iter([Modifier("1", "x", 5)])) == 5


def test_the_results_of_pegasus():
    from pegasus import PegasusBridge

    table = PegasusBridge().box.results
    assert table.columns == ("1:2", "1:1", "2:1", "3:1")
    assert table.distribution(3, 1) == {
        "DR": Fraction(1, 3),
        "D1": Fraction(1, 3),
        "DE": Fraction(1, 3),
    }
    assert table.lookup(0, -5) == "A1" and table.lookup(3, 50) == "DE"
    assert table.axis.column(1, 3) is None and table.axis.column(7, 2) == 3


# --- lowest values -----------------------------------------------------------------------------------------------


def test_columns_that_begin_with_a_lowest_value():
    axis = LowestAxis([-2, 0, 5])
    assert [axis.column(value) for value in (-3, -2, -1, 0, 4, 5, 99)] == [None, 0, 0, 1, 1, 2, 2]
    assert axis.labels == ("-2", "0", "5") and axis.lowest == (-2, 0, 5)
    with pytest.raises(TableError, match="rise from left to right"):
        LowestAxis([3, 1])
