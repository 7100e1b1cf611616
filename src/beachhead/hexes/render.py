"""A board as a picture, for proofreading: every hex with its name, every layer, and a legend that counts them.

The unit of the drawing is a hundredth of a hex: 100 from one side of a hex to the other.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, radians, sin, sqrt
from pathlib import Path
from typing import NamedTuple

import resvg_py

from beachhead.hexes.boardfile import BoardSheet
from beachhead.hexes.errors import BoardError
from beachhead.hexes.layertext import hexes_of, sides_of
from beachhead.hexes.legend import WIDTH, draw_legend, legend_rows
from beachhead.hexes.lettering import Box, Stand, Taken, Words, box_of, settle
from beachhead.hexes.svg import FAMILY, INK, PAPER, Point, is_dark, line, polygon, stroke, tag, text

UNIT = 100.0
MARGIN = 110.0
WIDEST_PNG = 6000
"""How many pixels wide a PNG becomes at most when no width is asked for."""

_RADIUS = UNIT / sqrt(3)
_FONTS = [str(Path(__file__).parent / "fonts" / f"BeachheadSans-{face}.ttf") for face in ("Regular", "Bold")]
_INNER = (1.0, 0.66, 0.38)
_NAME, _PRINTED = 0.24, 0.22
"""The height of letters in hexes: names of places, and what a game prints."""
_EVERYWHERE = Box(float("-inf"), float("-inf"), float("inf"), float("inf"))


class Printed(NamedTuple):
    """Words that a game prints on its board, at a place in hexes; with a width and a height they stand in a box."""

    text: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0


def render_board(sheet: BoardSheet, path: Path, width: int | None = None, *, printed: Sequence[Printed] = ()) -> None:
    """Draw a board into a file, an SVG or a PNG as its name says."""
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise BoardError(f"cannot draw {path.name}: name a file that ends in .svg or .png")
    drawing = _Drawing(sheet, printed)
    drawn = drawing.svg()
    if kind == ".svg":
        path.write_text(drawn, encoding="utf-8")
    else:
        path.write_bytes(to_png(drawn, width or min(WIDEST_PNG, drawing.pixels)))


def to_png(svg: str, width: int) -> bytes:
    """A drawing as a PNG of a width in pixels, in the letters that come with the program."""
    try:
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background=PAPER,
            skip_system_fonts=True,
            font_files=_FONTS,
            sans_serif_family="Beachhead Sans",
        )
    except (ValueError, OverflowError) as error:
        raise BoardError(f"cannot draw the picture: {error}") from error


def to_svg(sheet: BoardSheet) -> str:
    """A board with everything on it as an SVG."""
    return _Drawing(sheet).svg()


class _Drawing:
    """A board on its way to becoming a picture."""

    def __init__(self, sheet: BoardSheet, printed: Sequence[Printed] = ()) -> None:
        self.sheet = sheet
        self.printed = printed
        self.board = sheet.board
        grid = self.board.grid
        self.pointed = (grid.shape == "pointy") == (grid.turn % 180 == 0)
        start = -90 if self.pointed else 0
        self.corners = [
            (_RADIUS * cos(radians(start + 60 * n)), _RADIUS * sin(radians(start + 60 * n))) for n in range(6)
        ]
        self.centres = [self._centre(h) for h in range(len(self.board))]
        self.right = max(x for x, _ in self.centres) + _RADIUS + MARGIN
        lowest = max((MARGIN + UNIT * (words.y + words.height) for words in printed), default=0.0)
        self.bottom = max(max(y for _, y in self.centres) + _RADIUS, lowest) + MARGIN
        self.letter = min(64.0, max(26.0, (self.bottom - MARGIN) / (1.5 * legend_rows(sheet))))
        self.width = self.right + WIDTH * self.letter
        self.height = max(self.bottom, MARGIN + 1.5 * legend_rows(sheet) * self.letter)

    @property
    def pixels(self) -> int:
        """The width of a picture in which a hex is 100 pixels wide."""
        return round(self.width)

    def _centre(self, h: int) -> Point:
        x, y = self.board.centre(h)
        return MARGIN + UNIT * x, MARGIN + UNIT * y

    def svg(self) -> str:
        """The whole drawing."""
        layers = (
            self._ground(),
            self._outlines(),
            self._hexsides(),
            self._paths(),
            self._names(),
            self._doubts(),
            self._places(),
            self._printed(),
            draw_legend(self.sheet, self.right, MARGIN - 30, self.letter),
        )
        return tag(
            "svg",
            "\n".join((tag("rect", width=self.width, height=self.height, fill=PAPER), *layers)),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {self.width:.0f} {self.height:.0f}",
            width=round(self.width),
            height=round(self.height),
            font_family=FAMILY,
        )

    def _shape(self, h: int, scale: float = 1.0) -> str:
        x, y = self.centres[h]
        return polygon((x + scale * dx, y + scale * dy) for dx, dy in self.corners)

    def _ground(self) -> str:
        """The first kind of a hex fills it; a second and third lie inside."""
        shapes: dict[tuple[int, str], list[str]] = defaultdict(list)
        for h, listed in enumerate(self.sheet.terrain.listed):
            for depth, kind in enumerate(listed[: len(_INNER)]):
                shapes[depth, kind].append(self._shape(h, _INNER[depth]))
        styles = self.sheet.styles["terrain"]
        return "\n".join(
            tag("path", d="".join(data), fill=styles[kind].colour)
            for (_, kind), data in sorted(shapes.items(), key=lambda shape: shape[0][0])
        )

    def _outlines(self) -> str:
        data = "".join(self._shape(h) for h in range(len(self.board)))
        return tag("path", d=data, fill="none", stroke="#5c5a4e", stroke_opacity="0.45", stroke_width=1.6)

    def _edge(self, side: int, aside: float = 0.0) -> tuple[Point, Point]:
        """The two ends of a hexside, drawn a little shorter, moved toward its second hex by a distance."""
        (ax, ay), (bx, by) = (self.centres[h] for h in self.board.ends(side))
        nx, ny = (bx - ax) / UNIT, (by - ay) / UNIT
        x, y = (ax + bx) / 2 + aside * nx, (ay + by) / 2 + aside * ny
        half = _RADIUS / 2 - abs(aside) / sqrt(3)
        return (x - half * ny, y + half * nx), (x + half * ny, y - half * nx)

    def _hexsides(self) -> str:
        """Where a hexside has several kinds they lie side by side."""
        styles = self.sheet.styles["hexsides"]
        data: dict[str, list[str]] = {kind: [] for kind in styles}
        for side, kinds in enumerate(self.sheet.hexsides.at):
            for aside, kind in _abreast(kinds, styles):
                data[kind].append(stroke(*self._edge(side, aside)))
        return "\n".join(line("".join(data[kind]), styles[kind]) for kind in styles if data[kind])

    def _paths(self) -> str:
        """The kind declared first lies on top; kinds that share a step run side by side."""
        styles = self.sheet.styles["paths"]
        data: dict[str, list[str]] = {kind: [] for kind in styles}
        for side, kinds in enumerate(self.sheet.paths.at):
            a, b = (self.centres[h] for h in self.board.ends(side))
            nx, ny = (b[1] - a[1]) / UNIT, (a[0] - b[0]) / UNIT
            for aside, kind in _abreast(kinds, styles):
                dx, dy = aside * nx, aside * ny
                data[kind].append(stroke((a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)))
        drawn = [line("".join(data[kind]), styles[kind], casing=True) for kind in reversed(list(styles)) if data[kind]]
        return "\n".join((*drawn, *self._exits()))

    def _exits(self) -> Iterator[str]:
        """A path that leaves the board: an arrow over its edge, and the name of the exit."""
        styles = self.sheet.styles["paths"]
        for chain in self.sheet.paths.chains:
            for name, h in zip(chain.exits, (chain.items[0], chain.items[-1]), strict=True):
                if name:
                    x, y = self.centres[h]
                    dx, dy = self._outward(h)
                    tip = (x + 82 * dx, y + 82 * dy)
                    yield line(stroke((x, y), tip), styles[chain.kind], casing=True)
                    wing = [(tip[0] - 14 * dx + s * 12 * dy, tip[1] - 14 * dy - s * 12 * dx) for s in (1, -1)]
                    yield tag(
                        "path", d=polygon(((tip[0] + 6 * dx, tip[1] + 6 * dy), *wing)), fill=styles[chain.kind].colour
                    )
                    at = (tip[0] + 20 * dx, tip[1] + 20 * dy + 8)
                    yield _label(at, name, 20, "end" if dx < -0.3 else "start" if dx > 0.3 else "middle")

    def _outward(self, h: int) -> Point:
        """The middle of the directions in which a hex has no neighbour, as a step of length 1."""
        turn = self.board.grid.turn - (90 if self.board.grid.shape == "flat" else 60)
        x = y = 0.0
        for d, n in enumerate(self.board.neighbours[h]):
            if n < 0:
                x, y = x + cos(radians(turn + 60 * d)), y + sin(radians(turn + 60 * d))
        length = hypot(x, y)
        return (x / length, y / length) if length > 0.1 else (1.0, 0.0)

    def _names(self) -> str:
        rise = 27 if self.pointed else 33
        groups: dict[bool, list[str]] = {False: [], True: []}
        styles = self.sheet.styles["terrain"]
        show_levels = any(self.sheet.levels)
        for h, (x, y) in enumerate(self.centres):
            dark = is_dark(styles[self.sheet.terrain.listed[h][0]].colour)
            groups[dark].append(text((x, y - rise), self.board.names[h]))
            if show_levels:
                groups[dark].append(text((x, y + rise + 10), f"({self.sheet.levels[h]})"))
        inks = ((False, INK, PAPER), (True, "#ffffff", INK))
        return "\n".join(
            tag("g", "".join(groups[dark]), fill=ink, stroke=halo, **_HALO, font_size=16.0, text_anchor="middle")
            for dark, ink, halo in inks
            if groups[dark]
        )

    def _doubts(self) -> str:
        return "\n".join(self._doubt(item) for note in self.sheet.notes for item in note.doubtful)

    def _doubt(self, item: str) -> str:
        if "/" in item:
            sides = sides_of(self.board, item)
            spots = [_middle([self.centres[h] for h in self.board.ends(side)]) for side in sides]
        else:
            spots = [self.centres[h] for h in hexes_of(self.board, item)]
        return "".join(_label((x, y + 9), "?", 26, "middle", "#b00020") for x, y in spots)

    def _places(self) -> str:
        """Each name below the middle of its hexes, or where it hides no other and nothing that the game prints."""
        names = [Words(name, [self._stands(hexes)], _NAME) for name, hexes in self.sheet.places.items()]
        placed = settle(names, _EVERYWHERE, [Taken(_ground_of(words)) for words in self.printed], [UNIT])
        return "\n".join(
            _label((MARGIN + UNIT * at.stand.x, MARGIN + UNIT * at.stand.y + 8), words.text, UNIT * _NAME, "middle")
            for words, at in zip(names, placed, strict=True)
        )

    def _stands(self, hexes: Iterable[int]) -> list[Stand]:
        x, y = _middle([self.board.centre(h) for h in hexes])
        first = 0.28 if self.pointed else 0.38
        return [Stand(x, y + down) for down in (first, 0.62, 0.0, -0.22, -0.62, 0.92)]

    def _printed(self) -> str:
        """What the game prints: names of its own, and boxes."""
        parts = []
        for words in self.printed:
            x, y = MARGIN + UNIT * words.x, MARGIN + UNIT * words.y
            width, height = UNIT * words.width, UNIT * words.height
            if width and height:
                corner = {"x": x - width / 2, "y": y - height / 2}
                parts.append(
                    tag("rect", width=width, height=height, fill=PAPER, stroke=INK, stroke_width=2.0, **corner)
                )
            parts.append(_label((x, y + 8), words.text, UNIT * _PRINTED, "middle"))
        return "\n".join(parts)


_HALO: dict[str, str | float] = {
    "paint_order": "stroke",
    "stroke_width": 4.0,
    "stroke_opacity": "0.75",
    "stroke_linejoin": "round",
}


def _label(at: Point, words: str, size: float, anchor: str, ink: str = INK) -> str:
    return text(at, words, font_size=size, text_anchor=anchor, font_weight="bold", fill=ink, stroke=PAPER, **_HALO)


def _abreast(kinds: Iterable[str], styles: Iterable[str]) -> Iterator[tuple[float, str]]:
    here = [kind for kind in styles if kind in kinds]
    for number, kind in enumerate(here):
        yield 8.0 * (number - (len(here) - 1) / 2), kind


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _ground_of(words: Printed) -> Box:
    """What words that a game prints cover, with their box."""
    said = box_of(Words(words.text, (), _PRINTED), Stand(words.x, words.y), UNIT)
    half_x, half_y = words.width / 2, words.height / 2
    return Box(
        min(said.left, words.x - half_x),
        min(said.top, words.y - half_y),
        max(said.right, words.x + half_x),
        max(said.bottom, words.y + half_y),
    )
