"""Plots of a report as SVG: differences with their intervals, lines by turn, and how values are spread."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from beachhead.lab.comparing import Interval
from beachhead.lab.findings import ArmFindings, TurnLine

COLOURS = ("#1f5f4a", "#b3261e", "#1f549e", "#c2571a", "#6b4c9a", "#7a6a2f", "#0f7d8c", "#8a2a5b")
_FONT = "font-family='Georgia, serif' font-size='12'"
_GRID, _INK, _SOFT = "#d9d4c4", "#26261f", "#6d6a5c"


def svg(width: float, height: float, parts: Sequence[str], title: str) -> str:
    """A picture with a title for those who cannot see it."""
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}' role='img' "
        f"aria-label='{escape(title, quote=True)}' {_FONT}>"
    )
    return "\n".join([head, f"<title>{escape(title)}</title>", *parts, "</svg>"])


def text(x: float, y: float, words: str, *, anchor: str = "start", colour: str = _INK, weight: str = "normal") -> str:
    """Words at a point."""
    style = f"text-anchor='{anchor}' fill='{colour}' font-weight='{weight}'"
    return f"<text x='{x:.1f}' y='{y:.1f}' {style}>{escape(words)}</text>"


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round values from one end to the other."""
    if not high > low:
        high = low + 1
    raw = (high - low) / wanted
    unit = 10 ** math.floor(math.log10(raw))
    step = next(unit * part for part in (1, 2, 2.5, 5, 10) if unit * part >= raw)
    first = math.floor(low / step)
    return [round(n * step, 10) for n in range(first, math.ceil(high / step) + 1)]


def forest(arm: ArmFindings, titles: Mapping[str, str], spreads: Mapping[str, float]) -> str:
    """The differences of an arm in standard deviations of the baseline, each with its interval."""
    rows = [d for d in arm.differences if spreads.get(d.measure) and d.difference.low is not None]
    left, width, line = 300.0, 760.0, 24.0
    ends = [abs(v) / spreads[d.measure] for d in rows for v in (d.difference.low, d.difference.high) if v is not None]
    most = max([0.5, *ends])
    marks = [t for t in ticks(-most, most, 6) if abs(t) <= most * 1.1]
    height = 46 + line * len(rows)

    def x(value: float) -> float:
        return left + (value + most * 1.1) / (2.2 * most) * (width - left - 20)

    parts = [f"<line x1='{x(t):.1f}' x2='{x(t):.1f}' y1='20' y2='{height - 20:.1f}' stroke='{_GRID}'/>" for t in marks]
    parts += [text(x(t), height - 5, f"{t:g}", anchor="middle", colour=_SOFT) for t in marks]
    parts.append(f"<line x1='{x(0):.1f}' x2='{x(0):.1f}' y1='16' y2='{height - 20:.1f}' stroke='{_INK}'/>")
    parts.append(text(left, 12, "standard deviations of the baseline", colour=_SOFT))
    for place, found in enumerate(rows):
        y, spread, gap = 36 + line * place, spreads[found.measure], found.difference
        assert gap.low is not None and gap.high is not None
        colour = COLOURS[1] if found.is_shown else _SOFT
        ends_at = f"x1='{x(gap.low / spread):.1f}' x2='{x(gap.high / spread):.1f}'"
        parts.append(f"<line {ends_at} y1='{y:.1f}' y2='{y:.1f}' stroke='{colour}' stroke-width='3'/>")
        parts.append(f"<circle cx='{x(gap.value / spread):.1f}' cy='{y:.1f}' r='5' fill='{colour}'/>")
        weight = "bold" if found.is_shown else "normal"
        parts.append(text(left - 10, y + 4, titles.get(found.measure, found.measure)[:46], anchor="end", weight=weight))
    return svg(width, height, parts, f"Differences of {arm.name} from the baseline")


def lines(found: Sequence[TurnLine], title: str, bands: bool = True) -> str:
    """A figure turn by turn for each arm, with the interval of its mean."""
    width, height, left, right, top, bottom = 760.0, 300.0, 50.0, 190.0, 14.0, 30.0
    every = [v for line in found for m in line.means for v in (m.value, m.low, m.high) if v is not None]
    turns = sorted({turn for line in found for turn in line.turns})
    if not every or not turns:
        return ""
    marks = ticks(min(0.0, *every), max(every))
    span = max(1, turns[-1] - turns[0])

    def x(turn: float) -> float:
        return left + (turn - turns[0]) / span * (width - left - right)

    def y(value: float) -> float:
        return top + (marks[-1] - value) / (marks[-1] - marks[0]) * (height - top - bottom)

    parts = [
        f"<line x1='{left}' x2='{width - right}' y1='{y(t):.1f}' y2='{y(t):.1f}' stroke='{_GRID}'/>" for t in marks
    ]
    parts += [text(left - 6, y(t) + 4, f"{t:g}", anchor="end", colour=_SOFT) for t in marks]
    step = max(1, len(turns) // 16)
    parts += [text(x(t), height - 10, str(t), anchor="middle", colour=_SOFT) for t in turns[::step]]
    places = _apart([y(line.means[-1].value) if line.means else top for line in found])
    for number, line in enumerate(found):
        colour = COLOURS[number % len(COLOURS)]
        if bands:
            parts.append(_band(line, x, y, colour))
        points = " ".join(f"{x(t):.1f},{y(m.value):.1f}" for t, m in zip(line.turns, line.means, strict=True))
        parts.append(f"<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='2.2'/>")
        parts.append(text(width - right + 8, places[number] + 4, line.arm[:30], colour=colour, weight="bold"))
    return svg(width, height, parts, title)


def _band(line: TurnLine, x: object, y: object, colour: str) -> str:
    assert callable(x) and callable(y)
    edge = [(t, m) for t, m in zip(line.turns, line.means, strict=True) if m.low is not None and m.high is not None]
    upper = [f"{x(t):.1f},{y(m.high):.1f}" for t, m in edge]
    lower = [f"{x(t):.1f},{y(m.low):.1f}" for t, m in reversed(edge)]
    return f"<polygon points='{' '.join(upper + lower)}' fill='{colour}' opacity='0.14'/>"


def _apart(places: Sequence[float], gap: float = 15.0) -> list[float]:
    """Heights of labels, moved so far that none covers another."""
    order = sorted(range(len(places)), key=places.__getitem__)
    moved = list(places)
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + gap)
    return moved


def spread(values: Mapping[str, Sequence[float]], title: str) -> str:
    """How often each value came, a row of columns for every arm."""
    every = sorted(v for found in values.values() for v in found)
    if not every or every[0] == every[-1]:
        return ""
    width, row, left = 760.0, 86.0, 50.0
    edges = _bins(every)
    height = row * len(values) + 30
    span = edges[-1] - edges[0]

    def x(value: float) -> float:
        return left + (value - edges[0]) / span * (width - left - 20)

    parts: list[str] = []
    for number, (arm, found) in enumerate(values.items()):
        counts = [sum(a <= v < b for v in found) for a, b in pairwise(edges)]
        most, base, colour = max([1, *counts]), row * (number + 1), COLOURS[number % len(COLOURS)]
        for a, b, count in zip(edges, edges[1:], counts, strict=False):
            tall = (row - 26) * count / most
            place = f"x='{x(a) + 0.5:.1f}' y='{base - tall:.1f}'"
            box = f"{place} width='{max(0.5, x(b) - x(a) - 1):.1f}' height='{tall:.1f}'"
            parts.append(f"<rect {box} fill='{colour}' opacity='0.75'><title>{a:g}: {count} games</title></rect>")
        parts.append(f"<line x1='{left}' x2='{width - 20}' y1='{base:.1f}' y2='{base:.1f}' stroke='{_SOFT}'/>")
        parts.append(text(left, base - row + 18, arm, colour=colour, weight="bold"))
    parts += [text(x(t), height - 8, f"{t:g}", anchor="middle", colour=_SOFT) for t in ticks(edges[0], edges[-1], 8)
              if edges[0] <= t <= edges[-1]]  # fmt: skip
    return svg(width, height, parts, title)


def _bins(every: Sequence[float]) -> list[float]:
    """Edges of columns: one for each whole number, or about thirty."""
    whole = all(float(v).is_integer() for v in every)
    size = max(1.0, math.ceil((every[-1] - every[0]) / 30)) if whole else (every[-1] - every[0]) / 30
    first = math.floor(every[0] / size) * size
    return [first + size * n for n in range(int((every[-1] - first) / size) + 2)]


def bars(rows: Sequence[tuple[str, Interval]], title: str) -> str:
    """Shares as bars with their intervals."""
    left, width, line = 240.0, 760.0, 26.0
    height = 24 + line * len(rows)

    def x(value: float) -> float:
        return left + value * (width - left - 70)

    parts = [f"<line x1='{x(t):.1f}' x2='{x(t):.1f}' y1='6' y2='{height - 18:.1f}' stroke='{_GRID}'/>"
             for t in (0, 0.25, 0.5, 0.75, 1)]  # fmt: skip
    parts += [text(x(t), height - 4, f"{t:.0%}", anchor="middle", colour=_SOFT) for t in (0, 0.25, 0.5, 0.75, 1)]
    for place, (label, found) in enumerate(rows):
        y = 10 + line * place
        parts.append(f"<rect x='{left}' y='{y}' width='{x(found.value) - left:.1f}' height='14' fill='{COLOURS[0]}'/>")
        if found.low is not None and found.high is not None:
            ends = f"x1='{x(found.low):.1f}' x2='{x(found.high):.1f}'"
            parts.append(f"<line {ends} y1='{y + 7}' y2='{y + 7}' stroke='{_INK}' stroke-width='1.5'/>")
        parts.append(text(left - 8, y + 12, label[:38], anchor="end"))
        parts.append(text(width - 4, y + 12, f"{found.value:.0%}", anchor="end"))
    return svg(width, height, parts, title)
