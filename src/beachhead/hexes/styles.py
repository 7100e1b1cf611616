"""The colours in which kinds of terrain are drawn."""

import re
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from beachhead.hexes.errors import BoardError

_T = TypeVar("_T")
_COLOUR = re.compile("#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}")
_GROUND = {
    "sea": "#a9cbe0", "water": "#a9cbe0", "lake": "#a9cbe0", "tidal flat": "#d3d9c6", "tidal": "#d3d9c6",
    "beach": "#f2e2ae", "shale": "#cfc8b8", "shingle": "#cfc8b8", "clear": "#f0ebd3", "open": "#f0ebd3",
    "bocage": "#bccf93", "woods": "#7ea667", "trees": "#7ea667", "forest": "#5f8c56", "orchard": "#a9c77b",
    "swamp": "#b3cdc0", "marsh": "#b3cdc0", "flooded": "#a5c9cf", "hill": "#d8bd8a", "rough": "#c9b28b",
    "draw": "#e3d3a6", "building": "#d59a86", "village": "#d59a86", "town": "#d59a86", "city": "#b9776b",
}  # fmt: skip
_LINES = {
    "river": "#4d8fbf", "stream": "#4d8fbf", "canal": "#2f6f9f", "coast": "#2f6f9f", "bridge": "#3b3b3b",
    "bluff": "#8a5a2b", "slope": "#b98b4f", "cliff": "#4f3a2a", "hedge": "#4f7f3a", "bocage": "#4f7f3a",
    "wall": "#5b5b66", "primary": "#b3362c", "road": "#b3362c", "secondary": "#c98a2b", "trail": "#8d6e4a",
    "track": "#8d6e4a", "rail": "#333333", "railroad": "#333333",
}  # fmt: skip
_DASHES = {"trail": (13.0, 7.0), "track": (13.0, 7.0), "rail": (4.0, 6.0), "railroad": (4.0, 6.0)}
_SPARE_GROUND = ("#e4c9d6", "#cfd2ea", "#d7e3c4", "#ead2bd", "#c8e0dc", "#e6e0b8", "#d9cbe3", "#cbd6d9")
_SPARE_LINES = ("#7b3f98", "#00796b", "#ad1457", "#5d4037", "#3949ab", "#9e7d0a", "#546e7a", "#c2185b")


class Style(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a kind of terrain is drawn; width and dashes, in hundredths of a hex, are for hexsides and paths."""

    colour: str
    width: float = 0
    dash: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not _COLOUR.fullmatch(self.colour):
            raise BoardError(f"colour {self.colour[:30]!r} must look like #a9cbe0")
        if not 0 <= self.width <= 50:
            raise BoardError(f"width {self.width} must lie between 0 and 50 hundredths of a hex")
        if len(self.dash) > 8 or not all(0.5 <= length <= 100 for length in self.dash):
            raise BoardError("dash is a list of up to eight lengths of 0.5 to 100 hundredths of a hex")


Kinds = list[str] | dict[str, str | Style]
"""The kinds of a section as its board file declares them: names alone, or names with a colour or a style."""


def ground_styles(kinds: Kinds) -> dict[str, Style]:
    """A style for every kind of hex."""
    return _styles(kinds, _GROUND, _SPARE_GROUND, 0)


def line_styles(kinds: Kinds, width: float) -> dict[str, Style]:
    """A style for every kind of hexside or path."""
    return _styles(kinds, _LINES, _SPARE_LINES, width)


def _styles(kinds: Kinds, usual: Mapping[str, str], spare: tuple[str, ...], width: float) -> dict[str, Style]:
    given = kinds if isinstance(kinds, dict) else dict.fromkeys(kinds, "")
    colours = {kind: wish for kind, wish in given.items() if isinstance(wish, str) and wish}
    for find in (usual.get, lambda kind: _usual(kind, usual)):  # a kind's own colour before one it may share
        for kind in given:
            colour = find(kind)
            if kind not in colours and colour and colour not in colours.values():
                colours[kind] = colour
    styles = {}
    for number, (kind, wish) in enumerate(given.items()):
        style = wish
        if isinstance(style, str):
            colour = colours.get(kind, spare[number % len(spare)])
            style = Style(colour=colour, dash=_usual(kind, _DASHES) or ())
        styles[kind] = style if style.width else msgspec.structs.replace(style, width=width)
    return styles


def _usual(kind: str, usual: Mapping[str, _T]) -> _T | None:
    """What is usual for the last word of a kind that has any: `sheer cliff` is a cliff."""
    words = reversed(kind.replace("+", " ").split())
    return next((usual[word] for word in words if word in usual), None)
