"""How a board numbers its hexes.

A `Grid` is the part of a board file that says what the printed numbers mean. It describes the board as seen
with north at the top: `shape` says whether hexes then have a point or a flat side at the top, and so whether
the straight *lines* of hexes are rows (`pointy`) or columns (`flat`). Every second line is shifted half a hex;
`shifted` says whether the odd or the even lines sit half a hex toward the *higher* numbers.

Inside, a hex stands at *doubled coordinates*: x counts toward the east, y toward the south, and the axis along
the lines counts two for every hex, so that half hexes are whole numbers too.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from beachhead.hexes.errors import BoardError

Span = tuple[int, int]
Shape = Literal["pointy", "flat"]

MOST_HEXES = 100_000
COMPASS: dict[str, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
STEPS: dict[str, tuple[tuple[int, int], ...]] = {
    "flat": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "pointy": ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)),
}
_TURNS = {"up": 0, "right": 90, "down": 180, "left": 270}
_ON_PAPER = {
    0: "up", 30: "up-right", 60: "up-right", 90: "right", 120: "down-right", 150: "down-right",
    180: "down", 210: "down-left", 240: "down-left", 270: "left", 300: "up-left", 330: "up-left",
}  # fmt: skip
_SPAN_KEY = re.compile(r"(odd|even)|([0-9]{1,4})(?:-([0-9]{1,4}))?")


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One map of a board made of several: its letter, and where its numbers lie on the whole board."""

    prefix: str = ""
    columns_before: int = 0
    rows_before: int = 0


class Spot(NamedTuple):
    """A hex before it has a number: its name and its doubled coordinates, x to the east, y to the south."""

    name: str
    x: int
    y: int


class Grid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbering of a board; the fields are explained in `docs/boards.md`."""

    shape: Shape
    first: Literal["column", "row"]
    columns: Span
    rows: Span
    shifted: Literal["odd", "even"] = "even"
    columns_toward: Literal["east", "west"] = "east"
    rows_toward: Literal["north", "south"] = "south"
    north: Literal["up", "right", "down", "left"] = "up"
    digits: Span = (2, 2)
    separator: Literal["", ".", "-", "_"] = ""
    spans: dict[str, Span] = {}
    sheets: tuple[Sheet, ...] = ()

    def __post_init__(self) -> None:
        for label, (low, high) in (("columns", self.columns), ("rows", self.rows)):
            if not 0 <= low <= high:
                raise BoardError(f"{label} = [{low}, {high}] must rise and not be negative")
        if not all(1 <= width <= 4 for width in self.digits):
            raise BoardError(f"digits = {list(self.digits)} must lie between 1 and 4")
        self._refuse_wide_numbers()
        self._refuse_too_many()
        self._refuse_bad_spans()
        self._refuse_bad_sheets()

    def _refuse_wide_numbers(self) -> None:
        for (_, high), width in zip(self._extents(), self.digits, strict=True):
            if high >= 10 ** (width if not self.separator else 4):
                raise BoardError(f"number {high} does not fit the digits of the names, {list(self.digits)}")

    def _refuse_too_many(self) -> None:
        (c0, c1), (r0, r1) = self.columns, self.rows
        if (c1 - c0 + 1) * (r1 - r0 + 1) * max(1, len(self.sheets)) > MOST_HEXES:
            raise BoardError(f"the grid has more than {MOST_HEXES} hexes: check columns and rows")

    def _refuse_bad_spans(self) -> None:
        low, high = self._place_extent()
        for key, span in self.spans.items():
            if not _SPAN_KEY.fullmatch(key):
                raise BoardError(f"spans: key {key!r} must be odd, even, a line number or a range such as 1-6")
            if not low <= span[0] <= span[1] <= high:
                raise BoardError(f"spans: {key} = {list(span)} must rise and lie inside [{low}, {high}]")

    def _refuse_bad_sheets(self) -> None:
        prefixes = [sheet.prefix for sheet in self.sheets]
        if len(set(prefixes)) < len(prefixes):
            raise BoardError("sheets: every sheet needs a prefix of its own")
        if not all(re.fullmatch("[A-Za-z]{0,8}", prefix) for prefix in prefixes):
            raise BoardError("sheets: a prefix is made of letters only")

    def _extents(self) -> tuple[Span, Span]:
        return (self.columns, self.rows) if self.first == "column" else (self.rows, self.columns)

    def _place_extent(self) -> Span:
        return self.columns if self.shape == "pointy" else self.rows

    @property
    def directions(self) -> tuple[str, ...]:
        """The compass names of the six directions, clockwise; a direction is an index into them."""
        return COMPASS[self.shape]

    @property
    def paper_directions(self) -> tuple[str, ...]:
        """The same six directions as they lie on the printed sheet: `up`, `up-right`, ..."""
        start = 0 if self.shape == "flat" else 30
        return tuple(_ON_PAPER[(start + 60 * d + self.turn) % 360] for d in range(6))

    @property
    def turn(self) -> int:
        """Degrees, clockwise, by which the printed sheet is turned from north at the top."""
        return _TURNS[self.north]

    def label(self, prefix: str, first: int, second: int) -> str:
        """The printed name of a pair of numbers."""
        one, two = self.digits
        return f"{prefix}{first:0{one}d}{self.separator}{second:0{two}d}"

    def parse(self, name: str) -> tuple[str, int, int] | None:
        """The sheet and the two numbers of a name, in the order written; None if it has not the form of a name."""
        one, two = (f"{{{width}}}" if not self.separator else "{1,4}" for width in self.digits)
        form = f"([A-Za-z]{{0,8}})([0-9]{one}){re.escape(self.separator)}([0-9]{two})"
        found = re.fullmatch(form, name)
        return (found[1], int(found[2]), int(found[3])) if found else None

    def hexes(self) -> Iterator[Spot]:
        """Every hex, in the order of the names."""
        (first_low, first_high), (second_low, second_high) = self._extents()
        spans = self._line_spans()
        for sheet in self.sheets or (Sheet(),):
            for first in range(first_low, first_high + 1):
                for second in range(second_low, second_high + 1):
                    column, row = (first, second) if self.first == "column" else (second, first)
                    line, place = (row, column) if self.shape == "pointy" else (column, row)
                    low, high = spans[line]
                    if low <= place <= high:
                        x, y = self._doubled(column + sheet.columns_before, row + sheet.rows_before)
                        yield Spot(self.label(sheet.prefix, first, second), x, y)

    def _line_spans(self) -> dict[int, Span]:
        low, high = self.rows if self.shape == "pointy" else self.columns
        spans = {line: self._place_extent() for line in range(low, high + 1)}
        exact = []
        for key, span in self.spans.items():
            if key in ("odd", "even"):
                spans.update((line, span) for line in spans if line % 2 == (key == "odd"))
            else:
                start, _, end = key.partition("-")
                exact.append((range(int(start), int(end or start) + 1), span))
        for lines, span in sorted(exact, key=lambda item: -len(item[0])):
            spans.update((line, span) for line in lines if line in spans)
        return spans

    def _doubled(self, column: int, row: int) -> tuple[int, int]:
        line, place = (row, column) if self.shape == "pointy" else (column, row)
        shift = line % 2 == (self.shifted == "odd")
        x, y = (2 * place + shift, line) if self.shape == "pointy" else (line, 2 * place + shift)
        return (x if self.columns_toward == "east" else -x), (y if self.rows_toward == "south" else -y)
