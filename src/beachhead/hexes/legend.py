"""The legend beside a drawn board: what each colour means, how much there is of it, and where it comes from."""

from collections import Counter
from collections.abc import Iterable
from math import cos, radians, sin
from textwrap import wrap

from beachhead.hexes.boardfile import BoardSheet
from beachhead.hexes.styles import Style
from beachhead.hexes.svg import INK, line, stroke, tag, text

WIDTH = 21.0
"""The width of a legend, in heights of its letters."""
_Row = tuple[str, str, str]
"""A drawn sample (in a box of letter height 1), the words, and a class: heading, words or a kind."""


def legend_rows(sheet: BoardSheet) -> int:
    """How many lines the legend of a board has."""
    return len(_rows(sheet)) + 5


def draw_legend(sheet: BoardSheet, left: float, top: float, size: float) -> str:
    """The legend with its upper left corner at a place, in letters of a size."""
    parts = [
        text((0, 1.2), sheet.title, font_size=_title_size(sheet.title), font_weight="bold"),
        text((0, 2.5), _extent(sheet), font_size=0.85, fill_opacity="0.75"),
        _compass(sheet.board.grid.turn),
    ]
    down = 4.2
    for sample, words, kind in _rows(sheet):
        down += {"heading": 1.9, "words": 1.2}.get(kind, 1.45)
        if kind == "heading":
            parts.append(text((0, down), words, font_size=0.8, font_weight="bold", letter_spacing=0.1))
        elif kind == "words":
            parts.append(text((0, down), words, font_size=0.8))
        else:
            parts.append(tag("g", sample, transform=f"translate(0.9 {down - 0.35:.2f})"))
            parts.append(text((2.4, down), words))
            parts.append(text((WIDTH - 2, down), kind, text_anchor="end", fill_opacity="0.6"))
    place = f"translate({left:.1f} {top:.1f}) scale({size:.2f})"
    return tag("g", "".join(parts), transform=place, font_size="1", fill=INK)


def _extent(sheet: BoardSheet) -> str:
    board = sheet.board
    return f"{len(board)} hexes, {board.names[0]} to {board.names[-1]}"


def _title_size(title: str) -> float:
    return min(1.5, 1.6 * WIDTH / max(1, len(title)))


def _compass(turn: int) -> str:
    tip, back = 0.95, 0.6
    points = []
    for angle, away in ((0, tip), (150, back), (180, back * 0.4), (210, back)):
        way = radians(angle + turn - 90)
        points.append((away * cos(way), away * sin(way)))
    letter = (1.5 * cos(radians(turn - 90)), 1.5 * sin(radians(turn - 90)) + 0.35)
    arrow = f'<path d="{_fine(points)}"/>' + text(letter, "N", text_anchor="middle", font_weight="bold")
    return tag("g", arrow, transform=f"translate({WIDTH - 2.8:.1f} 3.7)")


def _fine(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.2f},{y:.2f}" for x, y in points) + "Z"


def _rows(sheet: BoardSheet) -> list[_Row]:
    rows: list[_Row] = []
    ground = Counter(kind for listed in sheet.terrain.listed for kind in listed)
    edges = Counter(kind for kinds in sheet.hexsides.at for kind in kinds)
    steps = Counter(kind for kinds in sheet.paths.at for kind in kinds)
    for heading, section, counts in (
        ("TERRAIN, hexes", "terrain", ground),
        ("HEXSIDES", "hexsides", edges),
        ("PATHS, steps", "paths", steps),
    ):
        styles = sheet.styles[section]
        if styles:
            rows.append(("", heading, "heading"))
        for kind, style in styles.items():
            rows.append((_sample(section, style), kind, str(counts[kind])))
    rows.extend(_source_rows(sheet))
    return rows


def _source_rows(sheet: BoardSheet) -> Iterable[_Row]:
    counts = sheet.provenance()
    if counts:
        yield "", "SOURCES", "heading"
    for source, count in counts.most_common():
        yield "", f"{source}: {count}", "words"
    doubtful = sum(len(note.doubtful) for note in sheet.notes)
    if doubtful:
        yield "", f"doubtful, marked ? on the map: {doubtful}", "words"
    if sheet.assumptions:
        yield "", "ASSUMPTIONS", "heading"
    for assumption in sheet.assumptions:
        for words in wrap(assumption, 46, initial_indent="\N{BULLET} ", subsequent_indent="\N{EN SPACE} "):
            yield "", words, "words"


def _sample(section: str, style: Style) -> str:
    if section == "terrain":
        return tag(
            "rect",
            x="-0.9",
            y="-0.5",
            width="1.8",
            height="1",
            fill=style.colour,
            stroke="#8a8676",
            stroke_width="0.05",
        )
    return tag("g", line(stroke((-36, 0), (36, 0)), style, casing=section == "paths"), transform="scale(0.025)")
