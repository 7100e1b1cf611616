"""The layout: everything on a table that is printed, so that a screen can draw it without knowing the game.

Coordinates are in hexes: 1 from one side of a hex to the opposite one, x to the right and y down as the sheet lies
before the player. Hexes are numbers, the place of their name in `names`. Words such as `sand` and `bluff` are
brushes of the screen; a game says which of its terrain is drawn with which brush.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from beachhead.display.names import Label, place_labels, written
from beachhead.hexes import Board, BoardSheet

Scale = Literal["tactical", "operational"]
Brushes = Mapping[str, str]
"""Terrain of the board file to brush of the screen; what is not named keeps its own word."""


USUAL_TONES: Mapping[str, Mapping[str, str]] = {
    "american": {"face": "#8d9a5b", "edge": "#525c2e", "band": "#5c6835", "ink": "#15180b", "line": "#1c4f8f"},
    "german": {"face": "#b9bab0", "edge": "#4d5048", "band": "#5b5f56", "ink": "#16180f", "line": "#8c2a22"},
    "hidden": {"face": "#757a70", "edge": "#3b3f38", "band": "#575c53", "ink": "#e9ebe2"},
}


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A box on the sheet that is no hex but holds counters. `kind` and `id` are what actions call it."""

    kind: str
    id: str
    x: float
    y: float
    width: float = 0.9
    height: float = 1.1
    label: str = ""
    is_plain: bool = False
    """Drawn with a dashed frame: nobody is put there by choice."""


class Plate(msgspec.Struct, frozen=True, kw_only=True):
    """A printed hex frame with a name and a colour: a strong point, an objective."""

    hex: int
    text: str
    colour: str
    """A key of `Layout.colours`."""
    ref: str = ""
    is_strong: bool = False
    points: int = 0
    """Victory points printed there."""
    field: int = -1
    """The number of its field in `Layout.fields`; -1 for none."""
    arrows: tuple[int, ...] = ()
    """Hexes that printed arrows point to."""


class Dot(msgspec.Struct, frozen=True, array_like=True):
    """A printed dot: hex, and how strong from 1 to 3."""

    hex: int
    level: int


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """The hexes that a plate commands, all in one colour."""

    name: str
    colour: str
    dots: tuple[Dot, ...]


class Colour(msgspec.Struct, frozen=True, kw_only=True):
    """A colour that means something, with the letter and the line that say the same without it."""

    letter: str
    value: str
    dash: tuple[int, ...] = ()
    place: int = 0
    """Which of six places in a hex its dots take, clockwise from the upper right."""
    shape: str = ""
    """The emblem of its plates, which shows at the upper left of the hex who holds it: star, square, anchor ..."""


Tone = Mapping[str, str]
"""The colours of a counter: face, edge, band, ink; line, if there is one, for ways and ground of theirs."""


class Name(msgspec.Struct, frozen=True):
    """Words in the middle of a hex."""

    text: str
    hex: str
    style: str


class Look(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game is drawn, a document in its data directory (`look.toml`)."""

    brushes: Mapping[str, str] = {}
    """Terrain of the board file to brush of the screen; what is not named keeps its own word."""
    tones: Mapping[str, str | Tone] = {}
    """Colours of counters by tone, or the name of a usual tone."""
    colours: Mapping[str, Colour] = {}
    scale: Scale = "tactical"
    """Fields and hedges one by one where a hex is a few hundred metres, a country of them where it is kilometres."""
    names: tuple[Name, ...] = ()
    spots: tuple[Spot, ...] = ()

    def __post_init__(self) -> None:
        for tone in self.tones.values():
            if isinstance(tone, str) and tone not in USUAL_TONES:
                raise ValueError(f"{tone!r} is no usual tone; write one of {', '.join(USUAL_TONES)}, or its colours")


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet of a game."""

    game: str
    title: str
    shape: Literal["pointy", "flat"]
    """How a hex lies as drawn: with a point at the top, or a flat side."""
    scale: Scale = "tactical"
    """Whether a hex holds a few fields, or a whole country of them."""
    names: Sequence[str]
    centres: Sequence[tuple[float, float]]
    terrain: Sequence[Sequence[str]]
    """The brushes of every hex, ground first."""
    neighbours: Sequence[Sequence[int]]
    """For every hex its neighbours clockwise from the upper right (pointy) or the top (flat); -1 is off the board."""
    sides: Mapping[str, Sequence[tuple[int, int]]]
    """Hexsides by brush, each as the two hexes it lies between; where one is the lower side it comes first."""
    paths: Mapping[str, Sequence[Sequence[int]]]
    """Roads by brush."""
    areas: Mapping[str, Sequence[int]]
    labels: Sequence[Label] = ()
    spots: Sequence[Spot] = ()
    plates: Sequence[Plate] = ()
    fields: Sequence[Field] = ()
    colours: Mapping[str, Colour] = {}
    tones: Mapping[str, Tone] = {}
    """Colours of counters by tone."""
    first_look: Mapping[str, Sequence[int]] = {}
    """By scenario, the hexes that should be in sight at first."""
    directions: Sequence[str] = ()
    """What the game calls the six directions, in the order of `neighbours`: the words of `Counter.facing`."""
    front: int = 1
    """How many hexsides a counter with a facing looks through: 1, or 3 with those on both sides of it."""


def labels_at(board: Board, words: Iterable[tuple[str, str, str]]) -> list[Label]:
    """Words on the map, each given with the name of its hex and its style."""
    found = []
    for text, place, style in words:
        x, y = board.centre(board.number(place))
        found.append(Label(text=text, x=x, y=y, style=style, hex=board.number(place)))
    return found


def frames(board: Board, hexes: Iterable[int], colour: str, *, strong: bool = False) -> list[Plate]:
    """Frames without words around these hexes."""
    return [Plate(hex=h, text="", colour=colour, ref=board.name(h), is_strong=strong) for h in hexes]


def usual_tones(*tones: str, **like: str) -> dict[str, Mapping[str, str]]:
    """The colours that counters of these tones have in every game; others are called otherwise and look like one."""
    return {tone: USUAL_TONES[name] for tone, name in {**dict(zip(tones, tones, strict=True)), **like}.items()}


Draw: TypeAlias = Callable[..., Layout]
"""Draws the sheet of a game with what is added to it: `draw_layout`, which knows already whose sheet it is."""


def draw_layout(
    sheet: BoardSheet,
    look: Look | None = None,
    *,
    game: str,
    title: str,
    brushes: Brushes | None = None,
    labels: Sequence[Label] = (),
    spots: Sequence[Spot] = (),
    plates: Sequence[Plate] = (),
    fields: Sequence[Field] = (),
    colours: Mapping[str, Colour] | None = None,
    tones: Mapping[str, Tone] | None = None,
    first_look: Mapping[str, Sequence[int]] | None = None,
    levels: Sequence[int] | None = None,
    front: int = 1,
) -> Layout:
    """The layout of a board sheet and what a game adds to it; `levels` says which side of a slope is the lower one."""
    if look is not None:
        brushes, colours, spots = look.brushes, look.colours, (*look.spots, *spots)
        tones = {name: USUAL_TONES[tone] if isinstance(tone, str) else tone for name, tone in look.tones.items()}
        labels = [*labels_at(sheet.board, [(name.text, name.hex, name.style) for name in look.names]), *labels]
    board = sheet.board
    pointed = (board.grid.shape == "pointy") == (board.grid.turn % 180 == 0)
    centres = [board.centre(h) for h in range(len(board))]

    def brush(kind: str) -> str:
        return (brushes or {}).get(kind, kind)

    terrain = [[brush(kind) for kind in kinds] for kinds in sheet.terrain.listed]
    marked = [(plate.hex, plate.is_strong) for plate in plates]
    boxes = [(spot.x, spot.y, spot.width, spot.height) for spot in spots]
    names = written([*place_labels(sheet, terrain), *labels], sheet, terrain, marked, boxes)
    return Layout(
        game=game,
        title=title,
        shape="pointy" if pointed else "flat",
        scale=look.scale if look else "tactical",
        names=[board.name(h) for h in range(len(board))],
        centres=[(round(x, 4), round(y, 4)) for x, y in centres],
        terrain=terrain,
        neighbours=_neighbours(centres, [board.adjacent[h] for h in range(len(board))], pointed=pointed),
        sides=_sides(sheet, brush, levels or sheet.levels),
        paths=_paths(sheet, brush),
        areas={name: list(hexes) for name, hexes in sheet.areas.items()},
        labels=names,
        spots=spots,
        plates=plates,
        fields=fields,
        colours=colours or {},
        tones=tones or {},
        first_look=first_look or {},
        directions=_directions(sheet, pointed=pointed),
        front=front,
    )


def _sides(sheet: BoardSheet, brush: Callable[[str], str], heights: Sequence[int]) -> dict[str, list[tuple[int, int]]]:
    """The hexes on both ends of each hexside that is drawn, the lower one first, by brush."""
    found: dict[str, list[tuple[int, int]]] = {}
    for side, kinds in enumerate(sheet.hexsides.at):
        for kind in sorted(kinds):
            low, high = sorted(sheet.board.ends(side), key=heights.__getitem__)
            found.setdefault(brush(kind), []).append((low, high))
    return found


def _paths(sheet: BoardSheet, brush: Callable[[str], str]) -> dict[str, list[Sequence[int]]]:
    """The hexes along each road, railway and river, by brush."""
    found: dict[str, list[Sequence[int]]] = {}
    for chain in sheet.paths.chains:
        found.setdefault(brush(chain.kind), []).append(chain.items)
    return found


def _directions(sheet: BoardSheet, *, pointed: bool) -> list[str]:
    """The names of the six directions as drawn, in the order of `Layout.neighbours`."""
    grid = sheet.board.grid
    first = (0 if grid.shape == "flat" else 30) + grid.turn - (30 if pointed else 0)
    found = [""] * 6
    for direction, word in enumerate(grid.directions):
        found[(first // 60 + direction) % 6] = word
    return found


def _neighbours(
    centres: Sequence[tuple[float, float]], adjacent: Sequence[Sequence[int]], *, pointed: bool
) -> list[list[int]]:
    """The neighbours of every hex by direction as drawn."""
    found = []
    for h, (x, y) in enumerate(centres):
        row = [-1] * 6
        for n in adjacent[h]:
            dx, dy = centres[n][0] - x, centres[n][1] - y
            row[_direction(dx, dy, pointed=pointed)] = n
        found.append(row)
    return found


def _direction(dx: float, dy: float, *, pointed: bool) -> int:
    """0 to 5 clockwise: from the upper right for pointy hexes, from the top for flat ones."""
    if pointed:
        if abs(dy) < 0.1:
            return 1 if dx > 0 else 4
        return (0 if dy < 0 else 2) if dx > 0 else (5 if dy < 0 else 3)
    if abs(dx) < 0.1:
        return 0 if dy < 0 else 3
    return (1 if dy < 0 else 2) if dx > 0 else (5 if dy < 0 else 4)


__all__ = [
    "Brushes", "Colour", "Dot", "Field", "Label", "Layout", "Look", "Plate", "Spot",
    "draw_layout", "frames", "labels_at", "usual_tones",
]  # fmt: skip
