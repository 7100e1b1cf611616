"""A piece of the map in letters and colours: the name of each hex, its terrain, and who stands there.

The first line of a cell is the name of the hex, the second its terrain and, for every list of counters in the view
that has somebody there, a letter and a number: the letter of the list or side, and the steps (or how many they are).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from beachhead.hexes import BoardSheet
from beachhead.kernel import Decision, Game

_CELL = 8
_ROOT3 = 3**0.5
_MARGIN = 6
"""Lines above and below what the map is about."""


def text_map(sheet: BoardSheet, view: Any, lit: Collection[int], width: int, centre: int | None = None) -> Text:
    """The map around a hex, or around the hexes that are lit, or around everybody, as wide as the screen."""
    spots = [_spot(sheet, h) for h in range(len(sheet.board))]
    occupants = _occupants(view)
    wanted = [centre] if centre is not None else lit or [sheet.board.number(name) for name in occupants]
    around = [spots[h] for h in wanted] or spots
    left = _left(spots, around, width)
    top, bottom = min(y for _, y in around) - _MARGIN, max(y for _, y in around) + _MARGIN
    lines: dict[int, list[tuple[int, str, str]]] = {}
    for h, (x, y) in enumerate(spots):
        if left <= x <= left + width - _CELL and top <= y <= bottom:
            name, style = sheet.board.name(h), _style(sheet, h, h in lit)
            lines.setdefault(y, []).append((x - left, _cell(name), style))
            lines.setdefault(y + 1, []).append((x - left, _cell(_mark(sheet, h) + occupants.get(name, "")), style))
    return Text("\n").join(_line(cells) for _, cells in sorted(lines.items()))


def hexes_offered(game: Game[Any], decision: Decision) -> set[int]:
    """The hexes among the options of a decision, and those it is about."""
    offered = [h for verb, args in decision.options.items() if game.verbs[verb].kind == "hex" for h in args]
    about = decision.about.get("hex")
    return {h for h in (*offered, about) if isinstance(h, int)}


def _left(spots: Iterable[tuple[int, int]], around: Sequence[tuple[int, int]], width: int) -> int:
    middle = (min(x for x, _ in around) + max(x for x, _ in around)) // 2
    return max(0, min(middle - width // 2, max(x for x, _ in spots) + _CELL - width))


def _cell(text: str) -> str:
    return f" {text}"[: _CELL - 1].ljust(_CELL - 1)


def _spot(sheet: BoardSheet, h: int) -> tuple[int, int]:
    """The column and line of a cell: a hex is a cell wide and two lines high, every second row half a cell aside."""
    x, y = sheet.board.centre(h)
    across, down = (x, y * 2 / _ROOT3) if sheet.board.grid.shape == "pointy" else (x * 2 / _ROOT3, y)
    return round(across * _CELL), round(down * 2)


def _mark(sheet: BoardSheet, h: int) -> str:
    return sheet.terrain.listed[h][-1][:2].lower()


def _style(sheet: BoardSheet, h: int, lit: bool) -> str:
    ground = sheet.styles["terrain"][sheet.terrain.listed[h][-1]].colour
    return f"bold black on {ground} underline" if lit else f"black on {ground}"


def _occupants(view: Any) -> dict[str, str]:
    """For every hex the letters and numbers of those who stand there."""
    found: dict[str, dict[str, int]] = {}
    for name, rows in view.items() if isinstance(view, Mapping) else ():
        if not isinstance(rows, list):
            continue
        for row in rows:
            if isinstance(row, Mapping) and isinstance(row.get("hex"), str):
                letter = str(row.get("side") or name)[0].upper()
                there = found.setdefault(row["hex"], {})
                there[letter] = there.get(letter, 0) + (row["steps"] if isinstance(row.get("steps"), int) else 1)
    return {place: "".join(f" {letter}{count}" for letter, count in there.items()) for place, there in found.items()}


def _line(cells: list[tuple[int, str, str]]) -> Text:
    line = Text()
    for x, text, style in sorted(cells):
        line.append(" " * (x - len(line)))
        line.append(text, style)
    return line
