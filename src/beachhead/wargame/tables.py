"""Results tables: a column axis (odds, differential or names), a die down the side, and exact distributions."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

from beachhead.kernel import Modifier, Preview
from beachhead.kernel.chance import ChanceError, dice_counts
from beachhead.wargame.chances import Chances, rolls

N = TypeVar("N", int, Fraction)

_ODDS = re.compile(r"([1-9]\d{0,3}):([1-9]\d{0,3})")


class TableError(Exception):
    """A table that is not rectangular, an axis out of order, a column that does not exist."""


class Axis(Protocol):
    """The columns of a table."""

    labels: tuple[str, ...]


A = TypeVar("A", bound=Axis)


class NamedAxis:
    """Columns known by name alone."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = _distinct(labels)


class OddsAxis:
    """Columns such as 1:2, 1:1, 3:1. Odds between two columns round in favour of the defender."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = _distinct(labels)
        self._ratios = _ascending([_ratio(label) for label in labels], labels)

    def column(self, attack: int, defence: int) -> int | None:
        """The column for these strengths; None below the lowest odds. Above the highest the last one serves."""
        if defence <= 0:
            return len(self.labels) - 1
        index = bisect_right(self._ratios, Fraction(attack, defence)) - 1
        return index if index >= 0 else None


class DifferentialAxis:
    """Columns by attack minus defence, each known by its highest difference but the last, which has no end.

    They read `-5 or less`, `-4 to -1`, `+0 or more`.
    """

    def __init__(self, highest: Sequence[int]) -> None:
        self._highest = _ascending(list(highest), highest)
        if not highest:
            raise TableError("a differential table has two columns at least")
        between = [f"{low + 1:+d} to {high:+d}" for low, high in pairwise(highest)]
        self.labels = (f"{highest[0]:+d} or less", *between, f"{highest[-1] + 1:+d} or more")

    def column(self, attack: int, defence: int = 0) -> int:
        """The column for these strengths."""
        return bisect_left(self._highest, attack - defence)


class LowestAxis:
    """Columns that each begin with a lowest value; the last has no end."""

    def __init__(self, lowest: Sequence[int]) -> None:
        self.lowest = tuple(_ascending(list(lowest), lowest))
        self.labels = tuple(map(str, lowest))

    def column(self, value: int) -> int | None:
        """The column for a value; None below the lowest."""
        index = bisect_right(self.lowest, value) - 1
        return index if index >= 0 else None


class ResultsTable(Generic[A]):
    """A table of results by column and die. Columns shift and dice are modified, both stopping at the edges."""

    def __init__(self, axis: A, dice: str, cells: Mapping[int, Sequence[str]]) -> None:
        self.axis = axis
        self.dice = dice
        try:
            dice_counts(dice)
        except ChanceError as error:
            raise TableError(str(error)) from None
        self._first = min(cells, default=0)
        if not cells or sorted(cells) != list(range(self._first, self._first + len(cells))):
            raise TableError(f"the die rows are not consecutive: {sorted(cells)}")
        for row, results in cells.items():
            if len(results) != len(axis.labels):
                raise TableError(f"row {row} has {len(results)} results for {len(axis.labels)} columns")
        self._rows = tuple(tuple(cells[row]) for row in sorted(cells))

    @property
    def columns(self) -> tuple[str, ...]:
        """The headings."""
        return self.axis.labels

    def shift(self, column: int, by: int) -> int:
        """The column so many places to the right (left if negative), stopping at the ends."""
        return min(max(column + by, 0), len(self.columns) - 1)

    def lookup(self, column: int, die: int) -> str:
        """The result for a modified die in a column; a die beyond the ends uses the end rows."""
        if not 0 <= column < len(self.columns):
            raise TableError(f"there is no column {column}: the table has {len(self.columns)}, counted from 0")
        return self._rows[min(max(die - self._first, 0), len(self._rows) - 1)][column]

    def distribution(self, column: int, die_modifier: int = 0) -> Chances[str]:
        """The exact chance of each result in a column."""
        return rolls(self.dice).map(lambda roll: self.lookup(column, roll + die_modifier))


def forecast(
    rule: str,
    results: Chances[str],
    codes: Mapping[str, tuple[str, str]],
    figures: Mapping[str, str | int],
    modifiers: Sequence[Modifier] = (),
    units: Sequence[int] = (),
) -> Preview:
    """What a table would bring: results in the order of the codes, which tell their words and for whom each is good.

    The figures are those that go in, the modifiers what changes strengths, columns and dice, each in a sentence.
    """
    told = {code: meaning for code, meaning in codes.items() if code in results}
    words, favours = ({code: meaning[n] for code, meaning in told.items()} for n in (0, 1))
    return Preview(rule, figures, modifiers, results.in_order(codes), units=units, words=words, favours=favours)


def span(ends: Iterable[str], between: str) -> str:
    """Both ends of a figure that is not certain, or the one that they are."""
    return between.join(dict.fromkeys(ends))


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of modifiers."""
    return sum(modifier.value for modifier in modifiers)


def _distinct(labels: Sequence[str]) -> tuple[str, ...]:
    if not labels or len(set(labels)) != len(labels):
        raise TableError(f"columns need distinct headings, not {list(labels)}")
    return tuple(labels)


def _ratio(label: str) -> Fraction:
    found = _ODDS.fullmatch(label)
    if not found:
        raise TableError(f"an odds column reads like 3:1, not {label!r}")
    return Fraction(int(found[1]), int(found[2]))


def _ascending(values: list[N], labels: Sequence[object]) -> list[N]:
    if values != sorted(set(values)):
        raise TableError(f"columns rise from left to right, unlike {list(labels)}")
    return values
