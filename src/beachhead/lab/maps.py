"""Maps of a report as SVG: where steps were lost, and whose the ground was at the end."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from beachhead.display import Layout
from beachhead.lab.plots import svg, text

_SCALE = 26.0
_MARGIN = 2.2
_GROUND = {
    "sea": "#a9c6d3", "ocean": "#a9c6d3", "water": "#a9c6d3", "lake": "#a9c6d3", "sand": "#eadfb8", "beach": "#eadfb8",
    "woods": "#c3cfa0", "forest": "#c3cfa0", "bocage": "#cdd5ad", "marsh": "#c7d6c4", "flooded": "#b9d3d6",
    "town": "#d8cbbb", "city": "#cfc0b0", "village": "#d8cbbb",
}  # fmt: skip
_LAND = "#e6e4cf"
_SIDES = ("#1f549e", "#4d5048", "#b3261e", "#6b4c9a")
_LOSS = "#b3261e"


class Map:
    """The part of a sheet in which something happened."""

    def __init__(self, layout: Layout, hexes: Sequence[str]) -> None:
        self._layout = layout
        self._numbers = {name: number for number, name in enumerate(layout.names)}
        known = [layout.centres[self._numbers[name]] for name in hexes if name in self._numbers]
        points = known or list(layout.centres)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self._left, self._top = min(xs) - _MARGIN, min(ys) - _MARGIN
        self._right, self._bottom = max(xs) + _MARGIN, max(ys) + _MARGIN

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture."""
        return (self._right - self._left) * _SCALE, (self._bottom - self._top) * _SCALE

    def _at(self, number: int) -> tuple[float, float]:
        x, y = self._layout.centres[number]
        return (x - self._left) * _SCALE, (y - self._top) * _SCALE

    def _is_seen(self, number: int) -> bool:
        x, y = self._layout.centres[number]
        return self._left - 1 <= x <= self._right + 1 and self._top - 1 <= y <= self._bottom + 1

    def _ground(self) -> list[str]:
        """The hexes in sight, those of one colour in one path, and the names of places."""
        turn = 30 if self._layout.shape == "pointy" else 0
        corners = [(math.cos(math.radians(60 * n + turn)), math.sin(math.radians(60 * n + turn))) for n in range(6)]
        reach = _SCALE / math.sqrt(3)
        paths: dict[str, list[str]] = {}
        for number, kinds in enumerate(self._layout.terrain):
            if self._is_seen(number):
                x, y = self._at(number)
                points = "L".join(f"{x + reach * a:.1f} {y + reach * b:.1f}" for a, b in corners)
                colour = next((_GROUND[kind] for kind in kinds if kind in _GROUND), _LAND)
                paths.setdefault(colour, []).append(f"M{points}Z")
        parts = [f"<path d='{''.join(d)}' fill='{c}' stroke='#fff' stroke-width='0.6'/>" for c, d in paths.items()]
        for label in self._layout.labels:
            if self._left <= label.x <= self._right and self._top <= label.y <= self._bottom:
                x, y = (label.x - self._left) * _SCALE, (label.y - self._top) * _SCALE
                parts.append(text(x, y, label.text, anchor="middle", colour="#55523f"))
        return parts

    def losses(self, by_hex: Mapping[str, float], title: str) -> str:
        """Circles as large as the loss of an average game."""
        width, height = self.size
        most = max(by_hex.values(), default=1.0)
        parts = self._ground()
        for name, steps in sorted(by_hex.items(), key=lambda item: -item[1]):
            if name in self._numbers:
                x, y = self._at(self._numbers[name])
                r = 3 + 0.6 * _SCALE * math.sqrt(steps / most)
                what = f"<title>{name}: {steps:.2f} steps a game</title>"
                circle = (
                    f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{r:.1f}' fill='{_LOSS}' fill-opacity='0.55' stroke='#fff'>"
                )
                parts.append(f"{circle}{what}</circle>")
                if steps >= most / 6:
                    parts.append(text(x, y + 4, f"{steps:.1f}", anchor="middle", colour="#fff", weight="bold"))
        return svg(width, height, parts, title)

    def ground(
        self, held: Mapping[str, Mapping[str, float]], sides: Sequence[str], title: str, called: Callable[[str], str]
    ) -> str:
        """For each place a disc with the share of games in which each side held it at the end."""
        width, height = self.size
        parts, sides = self._ground(), [side for side in sides if any(side in shares for shares in held.values())]
        for name, shares in held.items():
            if name in self._numbers:
                x, y = self._at(self._numbers[name])
                parts += _pie(x, y, 0.42 * _SCALE, [(shares.get(side, 0.0), _side(sides, side)) for side in sides])
                told = ", ".join(f"{called(side)} {share:.0%}" for side, share in shares.items())
                rim = f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{0.42 * _SCALE:.1f}' fill='transparent' stroke='#fff'>"
                parts.append(f"{rim}<title>{name}: {told}</title></circle>")
        for place, side in enumerate(sides):
            parts.append(f"<circle cx='14' cy='{16 + 18 * place}' r='6' fill='{_side(sides, side)}' stroke='#fff'/>")
            parts.append(text(26, 20 + 18 * place, called(side)))
        return svg(width, height, parts, title)


def _side(sides: Sequence[str], side: str) -> str:
    return _SIDES[sides.index(side) % len(_SIDES)]


def _pie(x: float, y: float, r: float, slices: Sequence[tuple[float, str]]) -> list[str]:
    """A disc with slices; what is left over stays white."""
    parts = [f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{r:.1f}' fill='#fbfaf4'/>"]
    angle = -math.pi / 2
    for share, colour in slices:
        if share > 0.999:
            parts.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{r:.1f}' fill='{colour}'/>")
        elif share > 0:
            end = angle + 2 * math.pi * share
            a, b = (f"{x + r * math.cos(t):.1f} {y + r * math.sin(t):.1f}" for t in (angle, end))
            wide = int(share > 0.5)
            parts.append(f"<path d='M{x:.1f} {y:.1f}L{a}A{r:.1f} {r:.1f} 0 {wide} 1 {b}Z' fill='{colour}'/>")
            angle = end
    return parts
