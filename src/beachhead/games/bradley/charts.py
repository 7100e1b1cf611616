"""2.2 The charts and tables of the map: combat results, landing shift, landing casualties, scatter.

Nothing here knows a position. Chapters give a chart numbers and are given its words.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from beachhead.games.bradley.schemas import CrtLetterRow, CrtLineRow, CrtResultRow, ScatterRow, Tide
from beachhead.kernel import rule
from beachhead.wargame import Chances, LowestAxis, NamedAxis, ResultsTable

LETTERS = "ABCDEFGHI"
TIDES: tuple[Tide, ...] = ("low", "rising", "average", "high", "falling")
"""5.4.1 The order in which the Tide marker goes round."""


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """10.4 A cell of the lower matrix: `-`, `R`, `D` or `E`, and whether it is light red."""

    code: str
    red: bool = False


class CombatTable:
    """10.1.2 The two matrices of the Combat Results Table."""

    def __init__(
        self, lines: Sequence[CrtLineRow], letters: Sequence[CrtLetterRow], results: Sequence[CrtResultRow]
    ) -> None:
        self._lines: dict[str, LowestAxis] = {line.id: LowestAxis(line.lowest) for line in lines}
        self._letters = sorted((row.pf, row.letters) for row in letters)
        self._table = ResultsTable(NamedAxis(list(LETTERS)), "2d6", {row.roll: row.results for row in results})
        self._verdicts: dict[str, Verdict] = {
            cell: Verdict(cell.rstrip("!"), cell.endswith("!")) for row in results for cell in row.results
        }

    @rule("10.1.2")
    def column(self, line: str, differential: int) -> int | None:
        """10.1.3 The column of a differential on a line, from 0; None below the lowest."""
        return self._lines[line].column(differential)

    @rule("10.1.4")
    def letter(self, column: int, pf: int) -> str:
        """10.1.4 The letter for a column and the highest protection factor of one defender."""
        row = next((letters for limit, letters in self._letters if pf <= limit), self._letters[-1][1])
        return row[column]

    @rule("10.2.8j", "10.3.4j")
    def shifted(self, letter: str, by: int) -> str:
        """10.2.8j, 10.3.4j The letter so many columns to the right (left if negative); A and I are the ends."""
        return LETTERS[self._table.shift(LETTERS.index(letter), by)]

    @rule("10.1.4", "10.1.2-D")
    def verdict(self, letter: str, roll: int) -> Verdict:
        """10.1.4 What a modified roll gives in a column of the lower matrix."""
        return self._verdicts[self._table.lookup(LETTERS.index(letter), roll)]

    def distribution(self, letter: str, drm: int) -> Chances[str]:
        """The exact chance of each cell, light red ones with their `!`."""
        return self._table.distribution(LETTERS.index(letter), drm)

    def lowest(self, line: str) -> Sequence[int]:
        """The lowest differential of each column of a line."""
        return self._lines[line].lowest


class ScatterDiagram:
    """4.3.3 The scatter diagram, turned to the north of the map."""

    def __init__(self, rows: Sequence[ScatterRow], directions: Sequence[str]) -> None:
        self.ways = {row.roll: tuple(directions.index(word) for word in row.way) for row in rows}
        self._starred = frozenset(row.roll for row in rows if row.disrupts)
        self.first, self.last = min(self.ways), max(self.ways)

    @rule("4.3.3", "4.3.3-D")
    def way(self, roll: int) -> tuple[int, ...] | None:
        """4.3.3 The directions to walk from the centre; None for a roll that is not on the diagram."""
        return self.ways.get(roll)

    def disrupts(self, roll: int) -> bool:
        """4.3.3f Whether the number has an asterisk."""
        return roll in self._starred


@rule("5.4.1a")
def next_tide(tide: Tide) -> Tide:
    """5.4.1 The next level."""
    return TIDES[(TIDES.index(tide) + 1) % len(TIDES)]
