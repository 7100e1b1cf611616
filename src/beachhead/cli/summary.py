"""A view in a few lines, whatever the game: the numbers, then who stands where.

A view is what a side may know, in plain values with printed names. Single values and small tables of single values
become one line. A list of rows with an `id` is a list of counters, cards or markers; rows that also have a `hex` are
shown by side and place, and the others beside them are counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from beachhead.cli.screen import Screen

_MANY = 40
_COLUMNS = 9
_FIRST = ("id", "side", "hex")


def status_line(screen: Screen, view: Any) -> Text:
    """The single values of a view."""
    parts = []
    for name, value in _items(view):
        if _is_single(value):
            parts.append(_fact(name, _word(value)))
        elif isinstance(value, Mapping) and value and all(map(_is_single, value.values())):
            parts.append(_fact(name, ", ".join(f"{key} {_word(item)}" for key, item in value.items())))
    return screen.joined(parts)


def brief(screen: Screen, view: Any) -> RenderableType | None:
    """Who stands where, a line or two for each side; only numbers when there are many."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for name, rows in _row_lists(view):
        placed = [row for row in rows if row.get("hex")]
        if placed:
            by_side = _by(placed, "side" if "side" in placed[0] else "")
            for side in sorted(by_side, key=screen.order):
                grid.add_row(screen.side(side or name), _places(screen, by_side[side]))
            if len(placed) < len(rows):
                grid.add_row("", Text(f"and {len(rows) - len(placed)} {name} elsewhere", style="dim"))
        else:
            grid.add_row(Text(name, style="dim"), _few(screen, [_short(row) for row in rows]))
    return grid if grid.row_count else None


def full(screen: Screen, view: Any) -> list[RenderableType]:
    """The whole view: the line of single values, then a table for every list of rows, then what is left."""
    parts: list[RenderableType] = [status_line(screen, view)]
    shown = {name for name, _ in _row_lists(view)}
    parts += [_table(screen, name, rows) for name, rows in _row_lists(view)]
    for name, value in _items(view):
        if name not in shown and not _is_single(value) and not _is_small(value):
            parts.append(_fact(name, _word(value)))
    return parts


def _items(view: Any) -> list[tuple[str, Any]]:
    return [(str(name), value) for name, value in view.items()] if isinstance(view, Mapping) else [("view", view)]


def _is_single(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _is_small(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_is_single, value.values()))


def _row_lists(view: Any) -> list[tuple[str, list[Mapping[str, Any]]]]:
    return [
        (name, value)
        for name, value in _items(view)
        if isinstance(value, list) and value and all(isinstance(row, Mapping) and "id" in row for row in value)
    ]


def _by(rows: Sequence[Mapping[str, Any]], key: str) -> dict[str, list[Mapping[str, Any]]]:
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault(_word(row.get(key)) if key else "", []).append(row)
    return groups


def _places(screen: Screen, rows: Sequence[Mapping[str, Any]]) -> Text:
    places = _by(rows, "hex")
    if len(rows) > _MANY:
        return Text(f"{len(rows)} on {len(places)} hexes")
    return screen.joined(
        Text.assemble((f"{place} ", "bold"), ", ".join(map(_short, stack))) for place, stack in places.items()
    )


def _short(row: Mapping[str, Any]) -> str:
    steps = row.get("steps")
    return f"{row['id']}({steps})" if isinstance(steps, int) else str(row["id"])


def _few(screen: Screen, words: Sequence[str]) -> Text:
    if len(words) > _MANY:
        return Text(f"{len(words)}")
    return screen.joined(words)


def _table(screen: Screen, name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    present = dict.fromkeys(str(key) for row in rows for key in row)
    columns = [*(key for key in _FIRST if key in present), *(key for key in present if key not in _FIRST)]
    left_out, columns = columns[_COLUMNS:], columns[:_COLUMNS]
    title = f"{name} (without {', '.join(left_out)})" if left_out else name
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        numeric = all(isinstance(row.get(column), int | None) for row in rows)
        table.add_column(column, header_style="dim", justify="right" if numeric else "left")
    for row in rows:
        cells = [screen.side(str(row[c])) if c == "side" and c in row else Text(_word(row.get(c))) for c in columns]
        table.add_row(*cells)
    return table


def _fact(name: str, value: str) -> Text:
    return Text.assemble((f"{name.replace('_', ' ')} ", "dim"), value)


def _word(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_word(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(_word, value)) or "none"
    return str(value)
